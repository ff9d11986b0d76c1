"""The same verbs as awaitables: each runs in a thread, so that an event loop never waits for a file.

```python
async with aio.Perdure("./memory") as memory:
    await memory.space("user/alice").remember("likes trains")
```
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Coroutine, Iterable
from functools import partial, wraps
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, Unpack

from perdure import app
from perdure.app import SessionOptions
from perdure.app.tokens import Tokens as SyncTokens
from perdure.capture.working.context import WindowTrace
from perdure.capture.working.state import Dialogue
from perdure.domain.access import Principal
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


class Reviews:
    """Reviews whose verbs are awaited."""

    def __init__(self, sync: app.Reviews) -> None:
        self.sync = sync

    list = _offload(app.Reviews.list)
    get = _offload(app.Reviews.get)
    accept = _offload(app.Reviews.accept)
    reject = _offload(app.Reviews.reject)
    edit = _offload(app.Reviews.edit)


class Permanent:
    """Permanent memory whose verbs are awaited."""

    def __init__(self, sync: app.Permanent) -> None:
        self.sync = sync

    list = _offload(app.Permanent.list)
    add = _offload(app.Permanent.add)
    correct = _offload(app.Permanent.correct)
    remove = _offload(app.Permanent.remove)
    restore = _offload(app.Permanent.restore)


class LiveSession:
    """A live session whose verbs are awaited; `async with await space.session() as talk`."""

    def __init__(self, sync: app.LiveSession) -> None:
        self.sync = sync

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def id(self) -> str:
        """Its own id, which the journal has too."""
        return self.sync.id

    @property
    def budget(self) -> int:
        """The most tokens that a prompt may cost."""
        return self.sync.budget

    @property
    def tokens(self) -> int:
        """What the last prompt cost."""
        return self.sync.tokens

    @property
    def state(self) -> Dialogue:
        """Goal, constraints and what is done."""
        return self.sync.state

    @property
    def summary(self) -> str:
        """What was folded out of the window."""
        return self.sync.summary

    @property
    def trace(self) -> WindowTrace:
        """What went into the last prompt, what did not, and why."""
        return self.sync.trace

    messages = _offload(app.LiveSession.messages)
    reply = _offload(app.LiveSession.reply)
    tool = _offload(app.LiveSession.tool)
    add = _offload(app.LiveSession.add)
    close = _offload(app.LiveSession.close)


class Space:
    """A space whose verbs are awaited."""

    def __init__(self, sync: app.Space) -> None:
        self.sync = sync

    remember = _offload(app.Space.remember)
    remember_many = _offload(app.Space.remember_many)
    observe = _offload(app.Space.observe)
    capture = _offload(app.Space.capture)
    distil = _offload(app.Space.distil)
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
    feedback = _offload(app.Space.feedback)
    upkeep = _offload(app.Space.upkeep)
    jobs = _offload(app.Space.jobs)
    retry = _offload(app.Space.retry)
    explain = _offload(app.Space.explain)
    stats = _offload(app.Space.stats)
    reembed = _offload(app.Space.reembed)
    import_ = _offload(app.Space.import_)
    policy = _offload(app.Space.policy)
    set_policy = _offload(app.Space.set_policy)

    @property
    def review(self) -> Reviews:
        """What waits for a person."""
        return Reviews(self.sync.review)

    @property
    def permanent(self) -> Permanent:
        """Profile, boundaries and role."""
        return Permanent(self.sync.permanent)

    async def session(self, **options: Unpack[SessionOptions]) -> LiveSession:
        """Begin a conversation with a working memory over this space."""
        return LiveSession(await asyncio.to_thread(partial(self.sync.session, **options)))


class View:
    """A view whose recall is awaited."""

    def __init__(self, sync: app.View) -> None:
        self.sync = sync

    recall = _offload(app.View.recall)


class Tokens:
    """Tokens whose verbs are awaited."""

    def __init__(self, sync: SyncTokens) -> None:
        self.sync = sync

    new = _offload(SyncTokens.new)
    first = _offload(SyncTokens.first)
    list = _offload(SyncTokens.list)
    revoke = _offload(SyncTokens.revoke)
    verify = _offload(SyncTokens.verify)


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

    async def session(
        self, *, write: str | SpaceName, read: Iterable[str | SpaceName] = (), **options: Unpack[SessionOptions]
    ) -> LiveSession:
        """Begin a conversation that reads several spaces and writes one."""
        return LiveSession(await asyncio.to_thread(partial(self.sync.session, write=write, read=read, **options)))

    def acting(self, principal: Principal) -> Perdure:
        """The place as somebody else may use it."""
        other = copy.copy(self)
        other.sync = self.sync.acting(principal)
        return other

    @property
    def principal(self) -> Principal:
        """Who calls."""
        return self.sync.principal

    @property
    def embedder(self) -> str | None:
        """The fingerprint of the embedder at hand; None where there is none."""
        return self.sync.embedder

    @property
    def tokens(self) -> Tokens:
        """What opens this place from outside."""
        return Tokens(self.sync.tokens)

    summary = _offload(app.Perdure.summary)
    filter = _offload(app.Perdure.filter)
    spaces = _offload(app.Perdure.spaces)
    delete_space = _offload(app.Perdure.delete_space)
    doctor = _offload(app.Perdure.doctor)
    backup = _offload(app.Perdure.backup)
    join = _offload(app.Perdure.join)
    calibrate = _offload(app.Perdure.calibrate)
    close = _offload(app.Perdure.close)
