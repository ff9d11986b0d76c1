"""What a gateway tells, as the facade's values. Each function raises GatewayError, and nothing else, for what it cannot read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from perdure import wire
from perdure.domain.page import Page
from perdure.domain.trace import WhyNot
from perdure.errors import GatewayError, PerdureError

P = ParamSpec("P")
T = TypeVar("T")

Plain = Mapping[str, Any]

UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, PerdureError)
"""What reading raises where the shape is not the one it should be."""


def reading(read: Callable[P, T]) -> Callable[P, T]:
    """A function that reads what a gateway tells, so that it raises GatewayError alone."""

    @wraps(read)
    def understood(*args: P.args, **options: P.kwargs) -> T:
        try:
            found = read(*args, **options)
            _check_times(found)
        except UNREADABLE as error:
            kind = type(error).__name__
            # not `from error`: what pydantic says repeats the text of memories
            raise GatewayError(f"the gateway's answer cannot be read: {kind}") from None
        return found

    return understood


value = reading(wire.value)
outcome = reading(wire.outcome)
batch = reading(wire.batch)
captured = reading(wire.captured)
distilled = reading(wire.distilled)
recall = reading(wire.recall)


@reading
def why_not(plain: Plain) -> WhyNot:
    """What became of one item in a recall."""
    return wire.why_not({name: found for name, found in plain.items() if name not in ("stage", "reason")})


@reading
def page(kind: type[T], plain: Plain) -> Page[T]:
    """A page of values of one kind."""
    return wire.page(kind, {**plain, "total": wire.value(int, plain["total"]), "next": _next(plain["next"])})


@reading
def at(kind: type[T], plain: Plain, name: str) -> T:
    """The value that stands under a name."""
    return wire.value(kind, plain[name])


@reading
def several(kind: type[T], plain: Plain, name: str = "items") -> list[T]:
    """The values that stand under a name."""
    return [wire.value(kind, one) for one in plain[name]]


def _next(plain: Any) -> str | None:
    return None if plain is None else wire.value(str, plain)


def _check_times(found: object) -> None:
    """Every time of a gateway has its offset; raises ValueError for one that could not be compared with others."""
    match found:
        case datetime():
            if found.tzinfo is None:
                raise ValueError("a time without an offset")
        case str() | int() | float() | None:
            return
        case list() | tuple():
            for one in found:
                _check_times(one)
        case _ if is_dataclass(found):
            for field in fields(found):
                _check_times(getattr(found, field.name))
