"""The same verbs as awaitables: each runs in a thread, so that an event loop never waits for a file.

```python
async with aio.Perdure("./memory") as memory:
    await memory.space("user/alice").remember("likes trains")
```
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

from perdure import app
from perdure.domain.space import SpaceName

P = ParamSpec("P")
R = TypeVar("R")
S_co = TypeVar("S_co", covariant=True)


class _Wrapped(Protocol[S_co]):
    @property
    def sync(self) -> S_co: ...


def _offload(
    verb: Callable[Concatenate[S_co, P], R],
) -> Callable[Concatenate[_Wrapped[S_co], P], Coroutine[Any, Any, R]]:
    """The verb of the synchronous object, awaited in a thread."""

    @wraps(verb)
    async def awaitable(self: _Wrapped[S_co], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(partial(verb, self.sync, *args, **kwargs))

    return awaitable


class Space:
    """A space whose verbs are awaited."""

    def __init__(self, sync: app.Space) -> None:
        self.sync = sync

    remember = _offload(app.Space.remember)
    remember_many = _offload(app.Space.remember_many)
    observe = _offload(app.Space.observe)
    recall = _offload(app.Space.recall)
    why_not = _offload(app.Space.why_not)
    get = _offload(app.Space.get)
    list = _offload(app.Space.list)
    entries = _offload(app.Space.entries)
    sessions = _offload(app.Space.sessions)
    history = _offload(app.Space.history)
    correct = _offload(app.Space.correct)
    confirm = _offload(app.Space.confirm)
    forget = _offload(app.Space.forget)
    restore = _offload(app.Space.restore)
    explain = _offload(app.Space.explain)
    stats = _offload(app.Space.stats)
    reembed = _offload(app.Space.reembed)
    import_ = _offload(app.Space.import_)
    policy = _offload(app.Space.policy)
    set_policy = _offload(app.Space.set_policy)


class View:
    """A view whose recall is awaited."""

    def __init__(self, sync: app.View) -> None:
        self.sync = sync

    recall = _offload(app.View.recall)


class Perdure:
    """A place whose verbs are awaited; takes what `perdure.Perdure` takes."""

    def __init__(self, url: str | Path, **options: Any) -> None:
        self.sync = app.Perdure(url, **options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def space(self, name: str | SpaceName) -> Space:
        """The space of that name."""
        return Space(self.sync.space(name))

    def view(self, *names: str | SpaceName) -> View:
        """Several spaces to recall from together."""
        return View(self.sync.view(*names))

    spaces = _offload(app.Perdure.spaces)
    delete_space = _offload(app.Perdure.delete_space)
    doctor = _offload(app.Perdure.doctor)
    backup = _offload(app.Perdure.backup)
    join = _offload(app.Perdure.join)
    calibrate = _offload(app.Perdure.calibrate)
    close = _offload(app.Perdure.close)
