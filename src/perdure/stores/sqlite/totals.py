"""What BM25 knows of all passages together, kept exact.

FTS5 counts a passage again each time a contentless index replaces it, and goes on counting one that was removed, so that
common words would weigh more in a space that grew turn by turn than in one that was imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import Connection, text

from perdure.errors import StoreDamaged
from perdure.stores.rows import dump
from perdure.stores.schema import SEARCH_COLUMNS

_AVERAGES = 1
"""The row of `search_data` with the number of rows and the terms of each column, as SQLite writes whole numbers."""

_COLUMNS = 1 + len(SEARCH_COLUMNS)

_SIZES = text("SELECT sz FROM search_docsize WHERE id IN (SELECT value FROM json_each(:ids))")
_READ = text("SELECT block FROM search_data WHERE id = :row")
_WRITE = text("UPDATE search_data SET block = :block WHERE id = :row")


@contextmanager
def exact_totals(connection: Connection, ids: Sequence[int]) -> Iterator[None]:
    """Put or remove the passages of these ids inside; what they counted before is taken off."""
    old = _sizes(connection, ids)
    if not any(old):
        yield
        return
    before = _totals(connection)
    yield
    new = _sizes(connection, ids)
    exact = [total - gone + come for total, gone, come in zip(before, old, new, strict=True)]
    _flush(connection)
    connection.execute(_WRITE, {"block": b"".join(map(_varint, exact)), "row": _AVERAGES})


def _sizes(connection: Connection, ids: Sequence[int]) -> list[int]:
    """How many of the passages are in the index, and how many terms they have in each column."""
    found = [list(_numbers(size)) for size in connection.scalars(_SIZES, {"ids": dump(list(ids))})]
    return [len(found), *(sum(column) for column in zip(*found, strict=True))] if found else [0] * _COLUMNS


def _totals(connection: Connection) -> list[int]:
    _flush(connection)
    found = list(_numbers(connection.scalar(_READ, {"row": _AVERAGES}) or b""))
    if len(found) != _COLUMNS:
        raise StoreDamaged("the word index is damaged; run `perdure doctor --repair`")
    return found


def _flush(connection: Connection) -> None:
    """A savepoint makes FTS5 write what it holds in memory."""
    connection.exec_driver_sql("SAVEPOINT totals")
    connection.exec_driver_sql("RELEASE totals")


def _numbers(block: Iterable[int]) -> Iterator[int]:
    """The numbers of a block: seven bits a byte, the highest bit says that more follow."""
    value = 0
    for byte in block:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            yield value
            value = 0


def _varint(value: int) -> bytes:
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(value & 0x7F | 0x80)
    return bytes(reversed(parts))
