"""What Qdrant keeps in a folder: one SQLite file a collection, every point a pickle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from perdure.domain.staging import Skip
from perdure.errors import InvalidInput
from perdure.transfer import foreign_sqlite
from perdure.transfer.report import skip_of
from perdure.transfer.restricted_pickle import plain

_PLACE = re.compile(r"(?:.*/)?collection/([^/]+)/storage\.sqlite")
_FEW = 3


def collection(name: str) -> str | None:
    """The collection that a file holds, by its place in the folder."""
    found = _PLACE.fullmatch(name)
    return None if found is None else found.group(1)


def is_store(tables: Mapping[str, frozenset[str]]) -> bool:
    """Whether these are the tables of a collection."""
    return tables.get("points", frozenset()) == {"id", "point"}


def first(path: Path) -> list[dict[str, Any]]:
    """A few points, to know by what they are."""
    few = foreign_sqlite.rows(path, "SELECT point FROM points LIMIT ?", _FEW)
    found = [_point(row["point"], "") for row in few]
    return [each for each in found if not isinstance(each, Skip)]


def points(path: Path, name: str) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """Every point without its vector, and where it stood. One whose pickle asks for more than values is left out."""
    for number, row in enumerate(foreign_sqlite.rows(path, "SELECT point FROM points ORDER BY rowid"), start=1):
        where = f"collection {name}, point {number}"
        found = _point(row["point"], where)
        yield found if isinstance(found, Skip) else (where, found)


def _point(pickled: object, where: str) -> dict[str, Any] | Skip:
    try:
        found = plain(pickled, without=("vector",)) if isinstance(pickled, bytes) else None
    except InvalidInput as error:
        return skip_of(error, where=where)
    if not isinstance(found, dict) or not isinstance(found.get("payload"), dict):
        return skip_of(InvalidInput("it is no point with a payload"), where=where)
    return {**found, "vector": True}
