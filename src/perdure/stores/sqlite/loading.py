"""Reading the index of a space from its file: in parts, past the ORM's rows, for there may be millions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from perdure.ports.store import LAYERS, ROLES
from perdure.stores.index.columns import Array, Ints
from perdure.stores.index.postings import Said, joined, unpack
from perdure.stores.index.rows import NEVER, TYPES
from perdure.stores.index.snapshot import Snapshot

if TYPE_CHECKING:
    from perdure.stores.sqlite.reader import SqliteReader

PART = 8_192
"""Rows fetched at a time."""

_COLUMNS = """
    SELECT id, ordinal, at, coalesce(expires_at, :never), live, session, speaker, kind, role, layer, traits, length,
           coalesce(prev, 0), terms
    FROM passages
"""
_EVERY_PASSAGE = f"{_COLUMNS} ORDER BY id"
_NEW_PASSAGES = f"{_COLUMNS} WHERE change > :since ORDER BY +id"
"""The plus keeps SQLite from reading every passage in the order of ids rather than sort the few that are new."""

_GONE = "SELECT passage FROM gone WHERE change > :since"
_EVERY_VECTOR = """
    SELECT p.id, v.data, v.scale FROM vectors v CROSS JOIN passages p ON p.text_hash = v.text_hash
    WHERE v.embedder = :embedder
"""
"""In the order of the vectors, which lie scattered, while the passages of a text are found in an index that is small."""

_NEW_VECTORS = """
    SELECT p.id, v.data, v.scale FROM passages p CROSS JOIN vectors v
    ON v.text_hash = p.text_hash AND v.embedder = :embedder WHERE p.change > :since
"""
_ROLES = {name: number for number, name in enumerate(ROLES)}
_LAYERS = {str(name): number for number, name in enumerate(LAYERS)}


def load(reader: SqliteReader) -> Snapshot:
    """The whole index."""
    index = _with_passages(Snapshot(), _parts(reader, _EVERY_PASSAGE, never=NEVER))
    number = _embedder(reader)
    return index if number is None else _with_vectors(index, _parts(reader, _EVERY_VECTOR, embedder=number))


def update(index: Snapshot, reader: SqliteReader, *, since: int, shared: bool) -> Snapshot:
    """The index with what was written after a change; `shared` where another state comes after it too."""
    found = _with_passages(index, _parts(reader, _NEW_PASSAGES, since=since, never=NEVER))
    removed = [number for part in _parts(reader, _GONE, since=since) for (number,) in part]
    found = found.without(np.array(removed, np.int64))
    number = _embedder(reader)
    if number is None:
        return found
    return _with_vectors(found, _parts(reader, _NEW_VECTORS, embedder=number, since=since), shared=shared)


def _embedder(reader: SqliteReader) -> int | None:
    name = reader.embedder()
    return None if name is None else reader.embedder_no(name)


def _parts(reader: SqliteReader, statement: str, **values: int) -> Iterator[Sequence[Any]]:
    with closing(reader.connection.connection.cursor()) as cursor:
        cursor.execute(statement, values)
        while part := cursor.fetchmany(PART):
            yield part


def _with_passages(index: Snapshot, parts: Iterable[Sequence[Any]]) -> Snapshot:
    last = int(index.rows.ids.values[-1]) if len(index.rows) else 0
    known: list[Mapping[str, Array]] = []
    fresh: list[Mapping[str, Array]] = []
    said: list[Said] = []
    count = 0
    for part in parts:
        index, columns, blobs = _columns(index, part)
        old = int(np.searchsorted(columns["ids"], last, side="right"))
        known.append({name: column[:old] for name, column in columns.items()})
        fresh.append({name: column[old:] for name, column in columns.items()})
        said.append(unpack(blobs[old:], count))
        count += len(blobs) - old
    if count < sum(len(part["ids"]) for part in (*known, *fresh)):
        index = index.with_changes(_together(known))
    return index.with_passages(_together(fresh), joined(said)) if count else index


def _columns(index: Snapshot, part: Sequence[Any]) -> tuple[Snapshot, dict[str, Array], Sequence[object]]:
    """The columns of some passages and their packed terms, and the index with the names they use."""
    ids, ordinal, at, expires, live, session, speaker, kind, role, layer, traits, length, prev, terms = zip(
        *part, strict=True
    )
    index = index.naming(speaker, filter(None, kind))
    values = {
        "ids": ids, "ordinal": ordinal, "at": at, "expires": expires, "live": live, "session": session,
        "speaker": _numbers(index.speakers.numbers, speaker),
        "kind": _numbers(index.kinds.numbers, kind),
        "role": _numbers(_ROLES, role),
        "layer": _numbers(_LAYERS, layer),
        "traits": traits, "length": length, "prev": prev,
    }  # fmt: skip
    return index, {name: np.array(column, TYPES[name]) for name, column in values.items()}, terms


def _together(parts: Sequence[Mapping[str, Array]]) -> dict[str, Array]:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _numbers(known: Mapping[str, int], names: Iterable[str | None]) -> list[int]:
    """The number of each name; -1 for none, and for one that is not known."""
    return list(map(known.get, names, repeat(-1)))  # type: ignore[arg-type]  # a key may be asked for that cannot be there


def _with_vectors(index: Snapshot, parts: Iterable[Sequence[Any]], *, shared: bool = False) -> Snapshot:
    changed: list[Ints] = []
    for part in parts:
        ids, data, scales = zip(*part, strict=True)
        changed.append(np.array(ids, np.int64))
        index = index.with_vectors(changed[-1], data, scales, shared=shared)
    return index.with_norms(np.concatenate(changed)) if changed else index
