"""Pools and looks in which only what matters needs to be said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from perdure import Policy
from perdure.domain.recall import Layer, Scope
from perdure.ports.store import LAYERS, ROLES, Candidates
from perdure.recall.calibration import Background, Range
from perdure.recall.look import Look
from perdure.recall.plan import Plan, plan
from perdure.recall.pool import Pool, pooled
from perdure.testing.store_suite.base import micros

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def found(
    size: int,
    *,
    lexical: Sequence[Sequence[float]] = (),
    dense: Sequence[Sequence[float]] = (),
    own: Sequence[Sequence[float]] | None = None,
    who: Sequence[str] = (),
    roles: Sequence[str] = (),
    layers: Sequence[Layer] = (),
    traits: Sequence[int] = (),
    at: Sequence[datetime] = (),
    sessions: Sequence[int] = (),
    lengths: Sequence[int] = (),
    items: Sequence[int] = (),
    speakers: Sequence[str] = ("user",),
    passages: int = 50,
    full: bool = False,
) -> Candidates:
    """The candidates 1 … `size` of one space: turns of a user unless said otherwise."""
    names = tuple(dict.fromkeys([*speakers, *who]))

    def column(values: Sequence[int], default: int) -> np.ndarray:
        return np.array(list(values) or [default] * size, np.int64)

    def table(rows: Sequence[Sequence[float]]) -> np.ndarray:
        return np.array(rows, np.float32).reshape(len(rows), size)

    ids = np.arange(1, size + 1, dtype=np.int64)
    return Candidates(
        ids=ids,
        item=np.array(items, np.int64) if items else ids,
        at=column([micros(moment) for moment in at], micros(NOW)),
        session=column(sessions, 0),
        speaker=column([names.index(name) for name in who], 0),
        role=column([ROLES.index(role) for role in roles], 0),
        layer=column([LAYERS.index(layer) for layer in layers], LAYERS.index(Layer.JOURNAL)),
        traits=column(traits, 0),
        length=column(lengths, 60),
        lexical=table(lexical),
        dense=table(dense),
        own=table(dense if own is None else own),
        speakers=names,
        found_in={},
        passages=passages,
        full=full,
    )


def pool(size: int, **columns: object) -> Pool:
    """A pool of one space, with a row of lexical scores for each that is given, at least one."""
    one = found(size, **columns)
    return pooled([one], texts=max(1, len(one.lexical)), vectors=len(one.dense))


def look(
    query: str | Plan, candidates: Pool, *, now: datetime = NOW, speakers: Sequence[str] = (), **scope: object
) -> Look:
    """One question to such a pool, whose speakers the question may name."""
    planned = (
        query if isinstance(query, Plan) else plan(query, Policy(), now=now, speakers=speakers or candidates.speakers)
    )
    return Look(plan=planned, sources=(), scope=Scope(now=now, **scope), pool=candidates)


def background(*mean: float, margin: float = 0.1, same: float = 0.97, like: float = 0.9) -> Background:
    """What cosines mean: from `like` on two texts may be on one matter, from `same` on they are nearly one."""
    bounds = {"unrelated": 2 * like - same, "other": same, "same": same}
    ranges = {sort: Range(least=cosine, median=cosine, most=cosine) for sort, cosine in bounds.items()}
    return Background(mean=mean, margin=margin, ranges=ranges)
