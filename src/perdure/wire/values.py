"""Plain JSON as the facade's values again: the inverse of `plain`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast, get_args

from pydantic import TypeAdapter

from perdure.domain.change import Batch, Captured, Distilled, Outcome
from perdure.domain.journal import Entry
from perdure.domain.page import Page
from perdure.domain.trace import Dropped, Trace, WhyNot
from perdure.recall.result import Recall

T = TypeVar("T")

Plain = Mapping[str, Any]

_OUTCOMES: Mapping[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Outcome)}
_DROPPED: Mapping[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Dropped)}


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def value(kind: type[T], plain: Any) -> T:
    """A value of one kind; raises pydantic's ValidationError (a ValueError) where it is none."""
    return cast("T", _adapter(cast("Hashable", kind)).validate_python(plain))


def outcome(plain: Plain) -> Outcome:
    """What became of one statement."""
    return cast("Outcome", value(_OUTCOMES[plain["outcome"]], plain))


def batch(plain: Plain) -> Batch:
    """What became of several."""
    return Batch(outcomes=_outcomes(plain))


def distilled(plain: Plain) -> Distilled:
    """What became of what was said."""
    rest = {name: plain[name] for name in ("entries", "waiting")}
    return Distilled(outcomes=_outcomes(plain), notes=tuple(plain["notes"]), **rest)


def captured(plain: Plain) -> Captured:
    """The entries of a conversation, and what was distilled."""
    entries = tuple(value(Entry, item) for item in plain["entries"])
    return Captured(entries=entries, added=plain["added"], distilled=distilled(plain["distilled"]))


def page(kind: type[T], plain: Plain, name: str = "items") -> Page[T]:
    """A page whose items stand under `name`."""
    items = tuple(value(kind, item) for item in plain[name])
    return Page(items=items, total=plain["total"], next=plain["next"])


def recall(plain: Plain) -> Recall:
    """Hits and their trace."""
    return value(Recall, {**plain, "trace": _trace(plain["trace"])})


def why_not(plain: Plain) -> WhyNot:
    """What became of one item in a recall."""
    return value(WhyNot, {**plain, "dropped": _dropped(plain["dropped"])})


def _outcomes(plain: Plain) -> tuple[Outcome, ...]:
    return tuple(outcome(item) for item in plain["outcomes"])


def _trace(plain: Plain) -> Trace:
    found: Sequence[Plain] = plain.get("dropped", ())
    return value(Trace, {**plain, "dropped": tuple(_dropped(item) for item in found)})


def _dropped(plain: Plain | None) -> Dropped | None:
    return None if plain is None else cast("Dropped", value(_DROPPED[plain["why"]], plain))
