"""The candidates of all spaces side by side: one column a property, one position a passage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perdure.domain.recall import Layer
from perdure.ports.store import CHATTED, CLAIMS, DERIVED, EXCHANGED, LAYERS, QUESTION, ROLES, TELLS_TIME, Candidates

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

SOURCE_BITS = 48
"""Bits that an id takes inside its space; the number of the source stands above them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pool:
    """Parallel columns over the candidates, by source and then by passage.

    `source` is the number of the space among those read, `passage` the passage's id in it; `item` and `session` are made
    unique over all sources, `session` is 0 for none. `lexical` has a row for each text of the plan, `dense` and `own` one for
    each text that has a vector; nan where a passage has none.
    """

    source: Ints
    passage: Ints
    item: Ints
    at: Ints
    session: Ints
    speaker: Ints
    speakers: tuple[str, ...]
    journal: Flags
    summary: Flags
    assistant: Flags
    exchanged: Flags
    asks: Flags
    tells_time: Flags
    derived: Flags
    claims: Flags
    length: Ints
    lexical: Floats
    dense: Floats
    own: Floats

    def __len__(self) -> int:
        return len(self.passage)

    def of_source(self, number: int, positions: Ints) -> Ints:
        """Those of the positions whose passages are of one space."""
        found: Ints = positions[self.source[positions] == number]
        return found

    def without(self, gone: Flags) -> Pool:
        """The other candidates."""
        columns = {column.name: getattr(self, column.name) for column in fields(self)}
        kept: dict[str, Any] = {
            name: held[..., ~gone] for name, held in columns.items() if isinstance(held, np.ndarray)
        }
        return replace(self, **kept)


def pooled(found: Sequence[Candidates], *, texts: int, vectors: int) -> Pool:
    """The candidates of several spaces as one pool, for a question of so many texts, and so many vectors."""
    names = [name for one in found for name in one.speakers]
    offsets = np.cumsum([0, *(len(one.speakers) for one in found)])
    numbered = [np.full(len(one.ids), n, np.int64) for n, one in enumerate(found)]
    source = _joined(numbered)
    traits = _joined([one.traits for one in found])
    session = _joined([one.session for one in found])
    speaker = _joined([one.speaker + offset for one, offset in zip(found, offsets, strict=False)])
    layer = _joined([one.layer for one in found])
    return Pool(
        source=source,
        passage=_joined([one.ids for one in found]),
        item=_joined([one.item for one in found]) | source << SOURCE_BITS,
        at=_joined([one.at for one in found]),
        session=np.where(session > 0, session | source << SOURCE_BITS, 0),
        speaker=speaker,
        speakers=tuple(names),
        journal=layer == LAYERS.index(Layer.JOURNAL),
        summary=layer == LAYERS.index(Layer.SUMMARY),
        assistant=_joined([one.role for one in found]) == ROLES.index("assistant"),
        exchanged=traits & (CHATTED | EXCHANGED) == CHATTED | EXCHANGED,
        asks=(traits & QUESTION) > 0,
        tells_time=(traits & TELLS_TIME) > 0,
        derived=(traits & DERIVED) > 0,
        claims=(traits & CLAIMS) > 0,
        length=_joined([one.length for one in found]),
        lexical=_stacked([one.lexical for one in found], texts, 0.0),
        dense=_stacked([one.dense for one in found], vectors),
        own=_stacked([one.own for one in found], vectors),
    )


def _joined(columns: Sequence[Ints]) -> Ints:
    return np.concatenate(columns) if columns else np.zeros(0, np.int64)


def _stacked(tables: Sequence[Floats], rows: int, missing: float = np.nan) -> Floats:
    """Tables side by side, each filled up to the same number of rows."""
    width = sum(table.shape[1] for table in tables)
    whole = np.full((rows, width), missing, np.float32)
    at = 0
    for table in tables:
        whole[: table.shape[0], at : at + table.shape[1]] = table
        at += table.shape[1]
    return whole
