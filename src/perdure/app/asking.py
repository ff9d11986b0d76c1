"""`recall` and `why_not`: what a caller asks, checked and made ready; the same for one space and for a view."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any

from perdure.app.core import Core
from perdure.app.recalls import Talk
from perdure.capture.intake import aware, check_json, check_options
from perdure.domain.policy import Policy
from perdure.domain.recall import Hit, Layer, RecallOptions, Scope, telling
from perdure.domain.space import SpaceName
from perdure.domain.trace import Trace, WhyNot
from perdure.errors import InvalidValue, ModelUnavailable
from perdure.kinds import kind
from perdure.ports.deadline import within
from perdure.recall.ask import Ask, Source, never
from perdure.recall.result import Recall
from perdure.text.dates import stretch

EXPANDING = 10.0
"""Seconds that a language model may take to put a question into other words."""

MOST_SECONDS = 86_400
"""The longest deadline."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """The spaces of one recall, each at one state of its file, and the policy that ranks them."""

    sources: tuple[Source, ...]
    policy: Policy
    notes: tuple[str, ...]


@contextmanager
def sources_of(core: Core, names: Sequence[SpaceName]) -> Iterator[Opened]:
    """Open spaces for reading together. One space is ranked by its own policy, several by the caller's."""
    with ExitStack() as stack:
        readers = {name: stack.enter_context(core.space(name).read()) for name in sorted(set(names))}
        stored = {name: reader.embedder() for name, reader in readers.items()}
        policy = core.policy_of(next(iter(readers.values()))) if len(readers) == 1 else core.policy or Policy()
        notes = [f"{name}: {note}" for name in readers for note in core.notes(stored[name])]
        if core.embedder is not None:
            bare = [name for name, reader in readers.items() if stored[name] is None and reader.passage_count()]
            notes += [f"{name}: it has no vectors yet: only words take part" for name in bare]
        yield Opened(
            sources=tuple(
                Source(name=name, reader=reader, meaning=stored[name] == core.fingerprint)
                for name, reader in readers.items()
            ),
            policy=policy,
            notes=tuple(notes),
        )


SPARE = 8
"""Hits that are asked for beyond `k` where some may be told already."""


def recalled(
    core: Core,
    names: Sequence[SpaceName],
    query: str,
    options: RecallOptions,
    *,
    told: Callable[[Hit], bool] | None = None,
    talk: Talk | None = None,
) -> Recall:
    """What these spaces know that answers the query, in one ranked list; empty and marked once the deadline is past.

    What the caller has `told` already is left out, and something else comes in its place. `talk` is the live session that asks.
    """
    check_options(options, RecallOptions.__annotations__)
    deadline = _deadline(options.get("deadline"))

    def answered(late: Callable[[], bool]) -> Recall:
        from perdure.recall.pipeline import recall  # documented lazy load: numpy

        with sources_of(core, names) as opened:
            asked = ask(core, query, opened, options, late)
            if told is None:
                return recall(asked, opened.sources)
            found = recall(replace(asked, k=asked.k + SPARE), opened.sources)
            return replace(found, hits=tuple(hit for hit in found.hits if not told(hit))[: asked.k])

    if deadline is None:
        found = answered(never)
    else:
        found = within(deadline, answered, lambda: timed_out(core, names, query, deadline))
    core.count(telling(found.hits), found.now, query=query, spaces=names, talk=talk)
    return found


def missed(core: Core, name: SpaceName, query: str, id: str, options: RecallOptions) -> WhyNot:  # noqa: A002
    """What became of one item in a recall."""
    from perdure.recall.why import why_not  # documented lazy load: numpy

    check_options(options, RecallOptions.__annotations__)
    with sources_of(core, [name]) as opened:
        return why_not(ask(core, query, opened, options, never), opened.sources[0], id)


def timed_out(core: Core, names: Sequence[SpaceName], query: str, deadline: float) -> Recall:
    """The empty result of a recall that took too long."""
    now, note = core.now(), f"past its deadline of {deadline:g} s"
    trace = Trace(query=query, spaces=tuple(sorted(map(str, names))), at=now, notes=(note,))
    return Recall(hits=(), trace=trace, now=now, degraded=(note,), timed_out=True)


def ask(core: Core, query: str, opened: Opened, options: RecallOptions, late: Callable[[], bool]) -> Ask:
    """A checked question; raises InvalidInput."""
    limits = opened.policy.limits
    zone = core.zone
    now = aware(options.get("now"), zone, "now") or core.now()
    since, until = _range(options, now, zone)
    return Ask(
        query=query,
        k=_count(options.get("k"), limits.hits, limits.max_hits),
        policy=opened.policy,
        scope=Scope(
            now=now,
            layers=_layers(names_of(options.get("layers"), "layers")),
            kinds=tuple(kind(name).name for name in names_of(options.get("kinds"), "kinds")),
            tags=names_of(options.get("tags"), "tags"),
            where=_where(options.get("where")),
            since=since,
            until=until,
            as_of=aware(options.get("as_of"), zone, "as_of"),
            known_at=aware(options.get("known_at"), zone, "known_at"),
        ),
        meaning=core.meaning() if any(source.meaning for source in opened.sources) else None,
        reranker=core.reranker,
        notes=opened.notes,
        late=late,
        expand=_in_other_words(core, opened.sources[0].name, options),
    )


def _in_other_words(core: Core, name: SpaceName, options: RecallOptions) -> Callable[[str], Sequence[str]] | None:
    """How a question is put into other words, where that is asked for: by the model, in at most half of the deadline."""
    wanted = options.get("expand", False)
    if not isinstance(wanted, bool):
        raise InvalidValue(f"expand is true or false, not {wanted!r}")
    if not wanted:
        return None
    caller = core.caller(name)
    seconds = min(EXPANDING, (_deadline(options.get("deadline")) or math.inf) / 2)

    def expanded(query: str) -> Sequence[str]:
        if caller is None:
            raise ModelUnavailable("there is no language model here")
        from perdure.capture.model import expand  # documented lazy load: nothing needs a language model

        return within(seconds, lambda _late: expand(caller, query, timeout=seconds), too_slow)

    def too_slow() -> Sequence[str]:
        raise ModelUnavailable(f"the language model took more than {seconds:g} s")

    return expanded


def _range(options: RecallOptions, now: datetime, zone: tzinfo) -> tuple[datetime | None, datetime | None]:
    """The stretch of event time that is asked for, both ends included."""
    since, until = aware(options.get("since"), zone, "since"), aware(options.get("until"), zone, "until")
    words = options.get("when")
    if words is None:
        return since, until
    if not isinstance(words, str) or since or until:
        raise InvalidValue("give a stretch of time in words as `when`, or its ends as `since` and `until`")
    found = stretch(words, now)
    if found is None:
        raise InvalidValue(f"{words!r} is no stretch of time; try yesterday, last week, 2024-05, 上周三")
    return found.start, found.end - timedelta(microseconds=1)


def _deadline(seconds: float | None) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise InvalidValue(f"a deadline is a number of seconds above 0, up to {MOST_SECONDS}; it cannot be {seconds!r}")
    return float(seconds)


def _count(k: object, default: int, most: int) -> int:
    if k is None:
        return default
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= most:
        raise InvalidValue(f"k is a whole number from 1 to {most}, not {k!r}")
    return k


def names_of(names: Iterable[str] | str | None, what: str) -> tuple[str, ...]:
    """One name or several as a tuple; raises InvalidValue for anything else."""
    if names is None or isinstance(names, str):
        return () if names is None else (names,)
    if not isinstance(names, Iterable):
        raise InvalidValue(f"{what} are a list of strings, not {names!r}")
    found = tuple(names)
    if not all(isinstance(name, str) for name in found):
        raise InvalidValue(f"{what} are a list of strings, not {names!r}")
    return found


def _where(where: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if where is None:
        return {}
    if not isinstance(where, Mapping):
        raise InvalidValue(f"where is a mapping of metadata, not {where!r}")
    check_json(where, "where")
    return dict(where)


def _layers(names: Sequence[str]) -> tuple[Layer, ...]:
    try:
        return tuple(Layer(name) for name in names)
    except ValueError as error:
        raise InvalidValue(f"{error}; the layers are {', '.join(Layer)}") from error
