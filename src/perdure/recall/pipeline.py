"""Plan, search, fuse, floor, rank, trace: one recall from its query to its hits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from perdure.domain.policy import Policy
from perdure.domain.recall import Scope
from perdure.domain.trace import BelowFloor, Considered, Dropped, Stage, Trace
from perdure.errors import EmbedderError, StoreDamaged
from perdure.ports.reranker import Reranker
from perdure.recall import floor
from perdure.recall.calibration import Calibration
from perdure.recall.fusion import Fused, fuse
from perdure.recall.look import Key, Look, Source, source_of
from perdure.recall.plan import Plan, plan
from perdure.recall.rank import Ranking, rank
from perdure.recall.result import Recall
from perdure.recall.search import Found, search
from perdure.recall.signals import PRIORS

CONSIDERED = 30
"""Candidates that a trace lists."""

JUDGED = 5
"""Best candidates whose evidence decides whether the question is answered at all."""

WIDEN = 4
MOST_CANDIDATES = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Meaning:
    """How texts become vectors here; `calibration` is asked for once there is something to compare."""

    embed: Callable[[Sequence[str]], Sequence[Sequence[float]]]
    calibration: Callable[[], Calibration]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """One question: what, how many hits, from where, by which policy."""

    query: str
    k: int
    scope: Scope
    policy: Policy
    meaning: Meaning | None = None
    reranker: Reranker | None = None
    notes: tuple[str, ...] = ()


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


def recall(ask: Ask, sources: Sequence[Source]) -> Recall:
    """The hits for a question, best first, with the trace that explains them."""
    watch = Stopwatch()
    with watch.stage("plan"):
        planned = plan(ask.query, ask.policy)
    if planned.small_talk:
        return _quiet(ask, planned, sources, watch, ("small talk asks for no memory",))
    with watch.stage("embed"):
        vectors, degraded = _embed(ask, planned)
    limit = max(ask.policy.limits.candidates, 2 * ask.k)
    while True:
        with watch.stage("search"):
            look = Look(plan=planned, sources=sources, scope=ask.scope, limit=limit, vectors=vectors, pool={})
            found = search(look)
        with watch.stage("fuse"):
            fused = _fuse(found, ask.policy)
        with watch.stage("floor"):
            evidence = _evidence(found, fused, ask)
            kept, below = _above_floor(found, fused, evidence, ask.policy)
        with watch.stage("rank"):
            ranking = rank(kept, found.look, evidence, k=ask.k, policy=ask.policy, reranker=ask.reranker)
        if len(ranking.hits) >= ask.k or not ranking.fell or not found.full or limit >= MOST_CANDIDATES:
            break
        limit = min(MOST_CANDIDATES, limit * WIDEN)
    notes = (*ask.notes, *degraded, *found.notes)
    trace = _trace(ask, found, fused, ranking, below=below, watch=watch, notes=notes)
    return Recall(
        hits=ranking.hits, trace=trace, now=ask.scope.now, degraded=notes, brief_tokens=ask.policy.limits.brief_tokens
    )


def _embed(ask: Ask, planned: Plan) -> tuple[Sequence[Sequence[float]], tuple[str, ...]]:
    """The vectors of the query and its clauses; none, and why, where the embedder does not answer."""
    if ask.meaning is None:
        return (), ()
    try:
        vectors = ask.meaning.embed(planned.texts)
        ask.meaning.calibration()  # here, for measuring it needs the embedder too
    except EmbedderError as error:
        return (), (f"only words took part: {error}",)
    else:
        return vectors, ()


def _fuse(found: Found, policy: Policy) -> list[Fused]:
    look = found.look
    priors = {name: signal(look) for name, signal in PRIORS}
    sessions = {key: (source_of(key), passage.session) for key, passage in look.pool.items() if passage.chatted}
    return fuse(sorted(look.pool), found.matches, priors, sessions, policy.weights)


def _evidence(found: Found, fused: Sequence[Fused], ask: Ask) -> dict[Key, floor.Evidence]:
    """What speaks for each candidate; words are read only where meaning does not decide, in those that would."""
    look = found.look
    cosines = _meaning(found, ask)
    lexical = found.matches.lexical[0] if found.matches.lexical else {}
    deciding = [item.key for item in fused[:JUDGED]]
    said: dict[Key, float] = {}
    if not any(cosines.get(key, 0.0) >= ask.policy.floor for key in deciding):
        deciding += [key for key, _ in sorted(lexical.items(), key=lambda item: (-item[1], item[0]))[:JUDGED]]
        said = _words(look, dict.fromkeys(deciding), cosines)
    evidence: dict[Key, floor.Evidence] = {}
    for key in look.pool:
        share = said.get(key, 0.1 if key in lexical else 0.0)
        evidence[key] = floor.Evidence(meaning=cosines.get(key), words=share)
    return evidence


def _meaning(found: Found, ask: Ask) -> dict[Key, float]:
    if ask.meaning is None or not found.own:
        return {}
    look = found.look
    background = ask.meaning.calibration().backgrounds[look.plan.language]
    ground = floor.ground(look.vectors[0], background)
    return {key: floor.meaning(cosine, ground, background) for key, cosine in found.own.items()}


def _words(look: Look, deciding: Mapping[Key, None], cosines: Mapping[Key, float]) -> dict[Key, float]:
    """The words evidence of these candidates, each against the rarity of terms in its own space."""
    terms = look.plan.terms[0]
    said: dict[Key, float] = {}
    for number, source in enumerate(look.sources):
        mine = [key for key in deciding if source_of(key) == number]
        if not mine:
            continue
        rare = _rarity(source, terms)
        for key in mine:
            present = look.plan.present(f"{look.pool[key].speaker} {look.pool[key].body}")
            said[key] = floor.words(terms, present, rare, vector=key in cosines)
    return said


def _rarity(source: Source, terms: Sequence[str]) -> Mapping[str, float]:
    """How rare each term is in a space; nothing is known where its word index is damaged, which `search` has noted."""
    try:
        return floor.rarity(source.reader.found_in(terms), source.reader.passage_count())
    except StoreDamaged:
        return dict.fromkeys(terms, 0.0)


def _above_floor(
    found: Found, fused: Sequence[Fused], evidence: Mapping[Key, floor.Evidence], policy: Policy
) -> tuple[list[Fused], list[Dropped]]:
    deciding = {item.key: evidence[item.key] for item in fused[:JUDGED]}
    deciding |= {key: item for key, item in evidence.items() if item.words >= 1}
    if not floor.passes(deciding, floor=policy.floor):
        return [], [_below(found.look, item, evidence, policy.floor) for item in fused[:CONSIDERED]]
    kept = [item for item in fused if floor.keeps(evidence[item.key], floor=policy.floor)]
    away = [item for item in fused[:CONSIDERED] if not floor.keeps(evidence[item.key], floor=policy.floor)]
    return kept, [_below(found.look, item, evidence, policy.floor * floor.ITEM_SHARE) for item in away]


def _below(look: Look, item: Fused, evidence: Mapping[Key, floor.Evidence], needed: float) -> BelowFloor:
    return BelowFloor(id=look.pool[item.key].owner, evidence=evidence[item.key].best, needed=needed)


def _trace(
    ask: Ask,
    found: Found,
    fused: Sequence[Fused],
    ranking: Ranking,
    *,
    below: Sequence[Dropped],
    watch: Stopwatch,
    notes: tuple[str, ...],
) -> Trace:
    pool = found.look.pool
    return Trace(
        query=found.look.plan.query,
        terms=found.look.plan.terms[0],
        spaces=tuple(sorted(str(source.name) for source in found.look.sources)),
        at=ask.scope.now,
        considered=tuple(
            Considered(id=pool[item.key].owner, layer=pool[item.key].layer, score=item.score, parts=item.parts)
            for item in fused[:CONSIDERED]
        ),
        dropped=(*ranking.dropped, *below),
        stages=tuple(watch.stages),
        notes=notes,
    )


def _quiet(ask: Ask, planned: Plan, sources: Sequence[Source], watch: Stopwatch, notes: tuple[str, ...]) -> Recall:
    trace = Trace(
        query=planned.query,
        terms=planned.terms[0],
        spaces=tuple(sorted(str(source.name) for source in sources)),
        at=ask.scope.now,
        stages=tuple(watch.stages),
        notes=notes,
    )
    return Recall(hits=(), trace=trace, now=ask.scope.now, degraded=ask.notes)
