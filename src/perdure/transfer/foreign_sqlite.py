"""SQLite files of other programs: read from a private copy, trusting nothing in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlcipher3.dbapi2 as driver

from perdure.errors import ImportFailed

MAGIC = b"SQLite format 3\0"


def tables(path: Path) -> Mapping[str, frozenset[str]]:
    """The columns of each table; nothing where the file cannot be read."""
    try:
        with reading(path) as connection:
            names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {
                name: frozenset(row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (name,)))
                for name in names
            }
    except ImportFailed:
        return {}


def rows(path: Path, statement: str, *values: Any) -> Iterator[dict[str, Any]]:
    """The rows of a query, by their columns. Raises ImportFailed where the file is damaged or is another than it seemed."""
    with reading(path) as connection:
        cursor = connection.execute(statement, values)
        names = [column[0] for column in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))


@contextmanager
def reading(path: Path) -> Iterator[Any]:
    """A connection that can change nothing and runs no code of the file's. Raises ImportFailed."""
    try:
        with closing(driver.connect(f"file:{_quoted(path)}?mode=ro", uri=True)) as connection:
            for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "query_only=ON"):
                connection.execute(f"PRAGMA {pragma}")
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            yield connection
    except (driver.Error, UnicodeDecodeError) as error:  # the latter from names that are no text
        raise ImportFailed(f"the database cannot be read: {error}") from error


def _quoted(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
