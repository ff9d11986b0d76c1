"""The client's verbs as awaitables: each runs in a thread, as those of `perdure.aio` do.

```python
async with AsyncClient("http://127.0.0.1:7331", token="pdr_…") as memory:
    await memory.space("user/alice").remember("likes trains")
```
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial, wraps
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, Unpack

from perdure.client import client, live, permanent, review, space, tokens
from perdure.domain.space import SpaceName

if TYPE_CHECKING:
    from perdure.app.live import SessionOptions

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


class AsyncReviews:
    """Reviews whose verbs are awaited."""

    def __init__(self, sync: review.Reviews) -> None:
        self.sync = sync

    list = _offload(review.Reviews.list)
    get = _offload(review.Reviews.get)
    accept = _offload(review.Reviews.accept)
    reject = _offload(review.Reviews.reject)
    edit = _offload(review.Reviews.edit)


class AsyncPermanent:
    """Permanent memory whose verbs are awaited."""

    def __init__(self, sync: permanent.Permanent) -> None:
        self.sync = sync

    list = _offload(permanent.Permanent.list)
    add = _offload(permanent.Permanent.add)
    correct = _offload(permanent.Permanent.correct)
    remove = _offload(permanent.Permanent.remove)
    restore = _offload(permanent.Permanent.restore)


class AsyncTokens:
    """Tokens whose verbs are awaited."""

    def __init__(self, sync: tokens.Tokens) -> None:
        self.sync = sync

    new = _offload(tokens.Tokens.new)
    list = _offload(tokens.Tokens.list)
    revoke = _offload(tokens.Tokens.revoke)


class AsyncLiveSession:
    """A live session whose verbs are awaited; `async with await space.session() as talk`."""

    def __init__(self, sync: live.LiveSession) -> None:
        self.sync = sync
        self.id = sync.id
        self.budget = sync.budget

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    messages = _offload(live.LiveSession.messages)
    reply = _offload(live.LiveSession.reply)
    tool = _offload(live.LiveSession.tool)
    add = _offload(live.LiveSession.add)
    close = _offload(live.LiveSession.close)
    standing = _offload(live.LiveSession.standing)


class AsyncSpace:
    """A space whose verbs are awaited."""

    def __init__(self, sync: space.Space) -> None:
        self.sync = sync
        self.name = sync.name

    remember = _offload(space.Space.remember)
    remember_many = _offload(space.Space.remember_many)
    observe = _offload(space.Space.observe)
    capture = _offload(space.Space.capture)
    distil = _offload(space.Space.distil)
    recall = _offload(space.Space.recall)
    why_not = _offload(space.Space.why_not)
    get = _offload(space.Space.get)
    list = _offload(space.Space.list)
    entries = _offload(space.Space.entries)
    sessions = _offload(space.Space.sessions)
    history = _offload(space.Space.history)
    correct = _offload(space.Space.correct)
    confirm = _offload(space.Space.confirm)
    forget = _offload(space.Space.forget)
    restore = _offload(space.Space.restore)
    feedback = _offload(space.Space.feedback)
    upkeep = _offload(space.Space.upkeep)
    jobs = _offload(space.Space.jobs)
    retry = _offload(space.Space.retry)
    explain = _offload(space.Space.explain)
    stats = _offload(space.Space.stats)
    reembed = _offload(space.Space.reembed)
    import_ = _offload(space.Space.import_)
    policy = _offload(space.Space.policy)
    set_policy = _offload(space.Space.set_policy)

    @property
    def review(self) -> AsyncReviews:
        """What waits for a person."""
        return AsyncReviews(self.sync.review)

    @property
    def permanent(self) -> AsyncPermanent:
        """Profile, boundaries and role."""
        return AsyncPermanent(self.sync.permanent)

    async def session(self, **options: Unpack[SessionOptions]) -> AsyncLiveSession:
        """Begin a conversation with a working memory over this space."""
        return AsyncLiveSession(await asyncio.to_thread(partial(self.sync.session, **options)))


class AsyncView:
    """A view whose recall is awaited."""

    def __init__(self, sync: space.View) -> None:
        self.sync = sync
        self.names = sync.names

    recall = _offload(space.View.recall)


class AsyncClient:
    """A gateway whose verbs are awaited; takes what `Client` takes."""

    def __init__(self, url: str | None = None, token: str | None = None, **options: Any) -> None:
        self.sync = client.Client(url, token, **options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def space(self, name: str | SpaceName) -> AsyncSpace:
        """The space of that name."""
        return AsyncSpace(self.sync.space(name))

    @property
    def home(self) -> AsyncSpace:
        """The space that the token stands for."""
        return AsyncSpace(self.sync.home)

    def view(self, *names: str | SpaceName) -> AsyncView:
        """Several spaces to recall from together."""
        return AsyncView(self.sync.view(*names))

    async def session(
        self,
        *,
        write: str | SpaceName | None = None,
        read: Iterable[str | SpaceName] = (),
        **options: Unpack[SessionOptions],
    ) -> AsyncLiveSession:
        """Begin a conversation that reads several spaces and writes one."""
        return AsyncLiveSession(await asyncio.to_thread(partial(self.sync.session, write=write, read=read, **options)))

    @property
    def tokens(self) -> AsyncTokens:
        """What opens the gateway."""
        return AsyncTokens(self.sync.tokens)

    @property
    def waiting(self) -> int:
        """How many writes wait on this machine."""
        return self.sync.waiting

    spaces = _offload(client.Client.spaces)
    delete_space = _offload(client.Client.delete_space)
    summary = _offload(client.Client.summary)
    filter = _offload(client.Client.filter)
    me = _offload(client.Client.me)
    flush = _offload(client.Client.flush)
    kept = _offload(client.Client.kept)
    resend = _offload(client.Client.resend)
    discard = _offload(client.Client.discard)
    close = _offload(client.Client.close)
