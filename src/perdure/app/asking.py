"""What a caller of `recall` asks, checked and made ready; the same for one space and for a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from perdure.app.core import Core
from perdure.capture.intake import aware, check_json, check_options
from perdure.domain.policy import Policy
from perdure.domain.recall import Layer, RecallOptions, Scope
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue
from perdure.kinds import kind
from perdure.recall.look import Source
from perdure.recall.pipeline import Ask


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


def ask(core: Core, query: str, opened: Opened, options: RecallOptions) -> Ask:
    """A checked question; raises InvalidInput."""
    check_options(options, RecallOptions.__annotations__)
    limits = opened.policy.limits
    zone = core.zone
    return Ask(
        query=query,
        k=_count(options.get("k"), limits.hits, limits.max_hits),
        policy=opened.policy,
        scope=Scope(
            now=aware(options.get("now"), zone, "now") or core.now(),
            layers=_layers(names_of(options.get("layers"), "layers")),
            kinds=tuple(kind(name).name for name in names_of(options.get("kinds"), "kinds")),
            tags=names_of(options.get("tags"), "tags"),
            where=_where(options.get("where")),
            since=aware(options.get("since"), zone, "since"),
            until=aware(options.get("until"), zone, "until"),
        ),
        meaning=core.meaning() if any(source.meaning for source in opened.sources) else None,
        reranker=core.reranker,
        notes=opened.notes,
    )


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
