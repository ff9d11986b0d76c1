"""Plan, search, fuse, floor, rank, trace: one recall from its query to its hits."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache

from perdure.domain.policy import Policy
from perdure.domain.recall import Hit
from perdure.domain.trace import BelowFloor, Considered, Dropped, Stage, TooLong, Trace
from perdure.errors import EmbedderError
from perdure.recall.archive import NOTE as ARCHIVE
from perdure.recall.archive import has_archive, marked, of_archive
from perdure.recall.ask import Ask, Source
from perdure.recall.calibration import Background, Calibration
from perdure.recall.details import opened
from perdure.recall.evidence import Evidence, Judged, weigh
from perdure.recall.expand import expanded
from perdure.recall.fit import WINDOW, fit
from perdure.recall.plan import Plan, plan
from perdure.recall.pool import Ints
from perdure.recall.rank import SPARE, Places, Ranking, rank
from perdure.recall.result import Recall
from perdure.recall.search import search

CONSIDERED = 30
"""Candidates that a trace lists."""

WIDEN = 4
MOST_CANDIDATES = 10_000


@dataclass
class Stopwatch:
    """Times the stages of one recall."""

    stages: list[Stage] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time what happens inside."""
        started = time.perf_counter()
        yield
        self.stages.append(Stage(name=name, ms=1000 * (time.perf_counter() - started)))


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question made ready: its plan, its vectors, and why there are none where there should be."""

    plan: Plan
    vectors: Sequence[Sequence[float]] = ()
    calibration: Calibration | None = None
    notes: tuple[str, ...] = ()

    @property
    def background(self) -> Background | None:
        """What cosines to a question in its language mean."""
        return None if self.calibration is None else self.calibration.backgrounds[self.plan.language]


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """What the spaces have for a question, ranked, and what it was chosen from."""

    ranking: Ranking
    judged: Judged
    places: Places


def recall(ask: Ask, sources: Sequence[Source]) -> Recall:
    """The hits for a question, best first, with the trace that explains them."""
    watch = Stopwatch()
    return answer(ask, ready(ask, sources, watch), sources, watch)


def answer(ask: Ask, asked: Asked, sources: Sequence[Source], watch: Stopwatch) -> Recall:
    """The hits for a question that is ready; where nothing current answers it, those of the archive."""
    if asked.plan.quiet:
        return _empty(ask, asked, sources, watch, note=asked.plan.quiet)
    live = _answered(ask, asked, sources, watch)
    if live is None:
        return _empty(ask, asked, sources, watch, note="past its deadline", timed_out=True)
    if not live.ranking.hits and has_archive(ask.scope) and any(source.reader.has_archive() for source in sources):
        older = _answered(of_archive(ask), asked, sources, watch)
        if older is None:
            return _empty(ask, asked, sources, watch, note="past its deadline", timed_out=True)
        if older.ranking.hits:
            found = replace(older.ranking, hits=marked(older.ranking.hits))
            return _told(ask, asked, watch, replace(older, ranking=found), before=live.ranking.dropped)
    return _told(ask, asked, watch, live)


def _answered(ask: Ask, asked: Asked, sources: Sequence[Source], watch: Stopwatch) -> Answered | None:
    """The ranked hits, looking further where too many fall away; None where nobody waits any more."""
    limit = max(ask.policy.limits.candidates, 2 * ask.k)
    while True:
        if ask.late():
            return None
        judged = judge(ask, asked, sources, watch, limit=limit)
        places = Places(judged.found.look, judged.fused.order[:CONSIDERED])
        with watch.stage("rank"):
            ranking = rank(judged, places, k=ask.k, policy=ask.policy, reranker=ask.reranker)
        if len(ranking.hits) >= ask.k or not ranking.fell or not judged.found.full or limit >= MOST_CANDIDATES:
            break
        limit = min(MOST_CANDIDATES, limit * WIDEN)
    archive = cache(lambda: judge(of_archive(ask), asked, sources, watch, limit=limit))
    ranking = opened(ranking, ask, judged, archive)
    return Answered(ranking=ranking, judged=judged, places=places)


def _told(ask: Ask, asked: Asked, watch: Stopwatch, answered: Answered, *, before: Sequence[Dropped] = ()) -> Recall:
    """The result with its trace; `before` fell away in what is current, before the archive was asked."""
    ranking, judged = answered.ranking, answered.judged
    hits, cut = _fitting(ranking.hits, ask.policy.limits.result_bytes)
    with watch.stage("trace"):
        considered, below = _looked_at(judged, answered.places, ask.policy)
    notes = (*ask.notes, *asked.notes, *judged.found.notes)
    trace = Trace(
        query=asked.plan.query,
        terms=asked.plan.terms[0],
        spaces=_names(judged.found.look.sources),
        at=ask.scope.now,
        considered=considered,
        dropped=(*before, *ranking.dropped, *cut, *below),
        stages=tuple(watch.stages),
        notes=(*notes, ARCHIVE) if any(hit.archived and hit.via is None for hit in hits) else notes,
    )
    return Recall(
        hits=hits, trace=trace, now=ask.scope.now, degraded=notes, brief_tokens=ask.policy.limits.brief_tokens
    )


def ready(ask: Ask, sources: Sequence[Source], watch: Stopwatch) -> Asked:
    """Plan a question, put it into other words where that is asked for, and embed its texts."""
    with watch.stage("plan"):
        speakers = dict.fromkeys(name for source in sources for name in source.reader.speakers())
        planned = plan(ask.query, ask.policy, now=ask.scope.now, speakers=tuple(speakers))
    notes: tuple[str, ...] = ()
    if ask.expand is not None:
        with watch.stage("expand"):
            planned, notes = expanded(planned, ask.expand)
    if planned.quiet or ask.meaning is None or ask.late():
        return Asked(plan=planned, notes=notes)
    with watch.stage("embed"):
        try:
            vectors = ask.meaning.embed(planned.meanings)
            calibration = ask.meaning.calibration()  # here, for measuring it needs the embedder too
        except EmbedderError as error:
            return Asked(plan=planned, notes=(*notes, f"only words took part: {error}"))
    return Asked(plan=planned, vectors=vectors, calibration=calibration, notes=notes)


def judge(ask: Ask, asked: Asked, sources: Sequence[Source], watch: Stopwatch, *, limit: int) -> Judged:
    """Find the candidates, put them in order, and weigh what speaks for them."""
    with watch.stage("search"):
        found = search(asked.plan, sources, ask.scope, asked.vectors, limit=limit, background=asked.background)
    with watch.stage("fuse"):
        cleared = fit(found, ask.policy.weights, window=max(WINDOW, ask.k + SPARE))
    with watch.stage("floor"):
        evidence = weigh(cleared.found, cleared.fused, asked.vectors, asked.calibration, ask.policy)
    return Judged(
        found=cleared.found, fused=cleared.fused, evidence=evidence, dropped=cleared.dropped, turns=cleared.turns
    )


def _fitting(hits: Sequence[Hit], limit: int) -> tuple[tuple[Hit, ...], list[Dropped]]:
    """The hits whose texts together stay within the limit; the first always comes back."""
    totals = list(itertools.accumulate(len(hit.text.encode()) for hit in hits))
    kept = max(1, sum(total <= limit for total in totals))
    late = zip(hits[kept:], totals[kept:], strict=True)
    return tuple(hits[:kept]), [TooLong(id=hit.id, bytes=total, limit=limit) for hit, total in late]


def _looked_at(judged: Judged, places: Places, policy: Policy) -> tuple[tuple[Considered, ...], list[Dropped]]:
    """The best candidates with their signals, and those of them that the floor held back."""
    fused, evidence = judged.fused, judged.evidence
    best: Ints = fused.order[:CONSIDERED]
    passages = places.at(best)
    considered = tuple(
        Considered(id=passage.owner, layer=passage.layer, score=score, parts=parts)
        for passage, score, parts in zip(passages, fused.score[best].tolist(), fused.parts_of(best), strict=True)
    )
    below: list[Dropped] = []
    for n, passage in zip(best.tolist(), passages, strict=True):
        if not evidence.kept[n]:
            below.append(below_floor(passage.owner, n, evidence, policy))
    return considered, below


def below_floor(owner: str, position: int, evidence: Evidence, policy: Policy) -> BelowFloor:
    """Why a candidate stayed below the floor: the question's evidence, or, where that was enough, its own."""
    answered = bool(evidence.kept.any())
    had = evidence.at(position) if answered else evidence.whole
    return BelowFloor(id=owner, evidence=had, needed=policy.floor, answered=answered)


def _names(sources: Sequence[Source]) -> tuple[str, ...]:
    return tuple(sorted(str(source.name) for source in sources))


def _empty(
    ask: Ask, asked: Asked, sources: Sequence[Source], watch: Stopwatch, *, note: str, timed_out: bool = False
) -> Recall:
    trace = Trace(
        query=asked.plan.query,
        terms=asked.plan.terms[0],
        spaces=_names(sources),
        at=ask.scope.now,
        stages=tuple(watch.stages),
        notes=(*ask.notes, note),
    )
    return Recall(hits=(), trace=trace, now=ask.scope.now, degraded=ask.notes, timed_out=timed_out)
