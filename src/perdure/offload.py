"""How a verb of a synchronous object is awaited: for the facade's and the client's twins alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
S_co = TypeVar("S_co", covariant=True)


class Wrapped(Protocol[S_co]):
    """Whatever holds a synchronous object."""

    @property
    def sync(self) -> S_co:
        """It."""
        ...


def offload(
    verb: Callable[Concatenate[S_co, P], R],
) -> Callable[Concatenate[Wrapped[S_co], P], Coroutine[Any, Any, R]]:
    """The verb of the synchronous object, awaited in a thread."""

    @wraps(verb)
    async def awaitable(self: Wrapped[S_co], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(partial(verb, self.sync, *args, **kwargs))

    return awaitable
