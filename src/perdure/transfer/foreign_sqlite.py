"""SQLite files of other programs: read where they lie, changed by nothing, trusting nothing in them.

Only what is stored is read: no view, no virtual table, no column that is computed; and no longer than it may take.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlcipher3.dbapi2 as driver

from perdure.errors import ImportFailed

MAGIC = b"SQLite format 3\0"

STEPS = 2_000_000_000
"""Instructions of SQLite's machine that a query may take, some twenty seconds."""

_MORE = 100_000
"""Those that each row adds."""

_OFTEN = 10_000
"""After so many it is asked how many are left."""

_REAL = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
_COLUMNS = "SELECT name, hidden FROM pragma_table_xinfo(?)"
_OWN = "sqlite_"


def tables(path: Path) -> Mapping[str, frozenset[str]]:
    """The columns of each table; nothing where the file cannot be read."""
    try:
        with _opened(path) as connection:
            return {name: frozenset(_columns(connection, name, computed=False)) for name in _names(connection)}
    except ImportFailed:
        return {}


def rows(path: Path, statement: str, *values: Any, steps: int = STEPS) -> Iterator[dict[str, Any]]:
    """The rows of a query, by their columns; what is computed in the file is None. Raises ImportFailed where the file is damaged, is
    another than it seemed, takes more than so many `steps`, or is written to meanwhile."""
    left = _Left(steps)
    before = _stamp(path)
    with _opened(path, left) as connection:
        _confine(connection)
        cursor = connection.execute(statement, values)
        names = [column[0] for column in cursor.description]
        for row in cursor:
            left.steps += _MORE
            yield dict(zip(names, row, strict=True))
    if _stamp(path) != before:
        raise ImportFailed(
            "the database was written to while it was read; stop the program that does, and import it again"
        )


@dataclass
class _Left:
    """How many steps a query may still take."""

    steps: int

    def spent(self) -> bool:
        """Whether it has to end; asked now and then."""
        self.steps -= _OFTEN
        return self.steps < 0


@contextmanager
def _opened(path: Path, left: _Left | None = None) -> Iterator[Any]:
    """A connection that can change nothing and runs no code of the file's. Raises ImportFailed.

    A file without a log is taken as it is, so that nothing is made beside it, not even a lock.
    """
    left = _Left(STEPS) if left is None else left
    mode = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "mode=ro&immutable=1"
    try:
        with closing(driver.connect(f"file:{_quoted(path)}?{mode}", uri=True)) as connection:
            for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "query_only=ON"):
                connection.execute(f"PRAGMA {pragma}")
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            connection.set_progress_handler(left.spent, _OFTEN)
            yield connection
    except (driver.Error, UnicodeDecodeError) as error:  # the latter from names that are no text
        reason = "it takes more work than memories do" if left.steps < 0 else error
        raise ImportFailed(f"the database cannot be read: {reason}") from error


def _confine(connection: Any) -> None:
    """Let it read what is stored in tables, and nothing else."""
    real = {name.casefold(): name for name in _names(connection)}
    computed = {table: frozenset(_columns(connection, name, computed=True)) for table, name in real.items()}

    def allowed(action: int, table: str | None, column: str | None, _schema: object, inside: str | None) -> int:
        if action == driver.SQLITE_RECURSIVE or inside is not None:
            return int(driver.SQLITE_DENY)
        if action != driver.SQLITE_READ or table is None or table.casefold().startswith(_OWN):
            return int(driver.SQLITE_OK)
        if table.casefold() not in real:
            return int(driver.SQLITE_DENY)
        return int(driver.SQLITE_IGNORE if column in computed[table.casefold()] else driver.SQLITE_OK)

    connection.set_authorizer(allowed)


def _names(connection: Any) -> list[str]:
    return [row[0] for row in connection.execute(_REAL)]


def _columns(connection: Any, table: str, *, computed: bool) -> list[str]:
    return [name for name, hidden in connection.execute(_COLUMNS, (table,)) if bool(hidden) is computed]


def _stamp(path: Path) -> tuple[int, int]:
    """What tells that a file was written to."""
    try:
        found = path.stat()
    except OSError as error:
        raise ImportFailed(f"the database cannot be read: {error.strerror}") from error
    return found.st_mtime_ns, found.st_size


def _quoted(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
