"""The client's verbs as awaitables: each runs in a thread, as those of `perdure.aio` do.

```python
async with AsyncClient("http://127.0.0.1:7331", token="pdr_…") as memory:
    await memory.space("user/alice").remember("likes trains")
```
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack

from perdure.client import client, imports, live, permanent, review, snapshots, space, tokens
from perdure.domain.space import SpaceName
from perdure.offload import offload

if TYPE_CHECKING:
    from perdure.app.live import SessionOptions


class AsyncReviews:
    """Reviews whose verbs are awaited."""

    def __init__(self, sync: review.Reviews) -> None:
        self.sync = sync

    list = offload(review.Reviews.list)
    get = offload(review.Reviews.get)
    accept = offload(review.Reviews.accept)
    reject = offload(review.Reviews.reject)
    edit = offload(review.Reviews.edit)


class AsyncPermanent:
    """Permanent memory whose verbs are awaited."""

    def __init__(self, sync: permanent.Permanent) -> None:
        self.sync = sync

    list = offload(permanent.Permanent.list)
    add = offload(permanent.Permanent.add)
    correct = offload(permanent.Permanent.correct)
    remove = offload(permanent.Permanent.remove)
    restore = offload(permanent.Permanent.restore)


class AsyncTokens:
    """Tokens whose verbs are awaited."""

    def __init__(self, sync: tokens.Tokens) -> None:
        self.sync = sync

    new = offload(tokens.Tokens.new)
    list = offload(tokens.Tokens.list)
    revoke = offload(tokens.Tokens.revoke)


class AsyncImports:
    """Imports whose verbs are awaited."""

    def __init__(self, sync: imports.Imports) -> None:
        self.sync = sync

    stage = offload(imports.Imports.stage)
    list = offload(imports.Imports.list)
    get = offload(imports.Imports.get)
    items = offload(imports.Imports.items)
    keep = offload(imports.Imports.keep)
    drop = offload(imports.Imports.drop)
    edit = offload(imports.Imports.edit)
    apply = offload(imports.Imports.apply)
    discard = offload(imports.Imports.discard)


class AsyncSnapshots:
    """Snapshots whose verbs are awaited."""

    def __init__(self, sync: snapshots.Snapshots) -> None:
        self.sync = sync

    create = offload(snapshots.Snapshots.create)
    list = offload(snapshots.Snapshots.list)
    get = offload(snapshots.Snapshots.get)
    open = offload(snapshots.Snapshots.open)
    diff = offload(snapshots.Snapshots.diff)
    rollback = offload(snapshots.Snapshots.rollback)
    prune = offload(snapshots.Snapshots.prune)
    delete = offload(snapshots.Snapshots.delete)


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

    messages = offload(live.LiveSession.messages)
    reply = offload(live.LiveSession.reply)
    tool = offload(live.LiveSession.tool)
    add = offload(live.LiveSession.add)
    close = offload(live.LiveSession.close)
    standing = offload(live.LiveSession.standing)


class AsyncSpace:
    """A space whose verbs are awaited."""

    def __init__(self, sync: space.Space) -> None:
        self.sync = sync
        self.name = sync.name

    remember = offload(space.Space.remember)
    remember_many = offload(space.Space.remember_many)
    observe = offload(space.Space.observe)
    capture = offload(space.Space.capture)
    distil = offload(space.Space.distil)
    recall = offload(space.Space.recall)
    why_not = offload(space.Space.why_not)
    get = offload(space.Space.get)
    list = offload(space.Space.list)
    entries = offload(space.Space.entries)
    sessions = offload(space.Space.sessions)
    history = offload(space.Space.history)
    correct = offload(space.Space.correct)
    confirm = offload(space.Space.confirm)
    forget = offload(space.Space.forget)
    restore = offload(space.Space.restore)
    feedback = offload(space.Space.feedback)
    upkeep = offload(space.Space.upkeep)
    jobs = offload(space.Space.jobs)
    retry = offload(space.Space.retry)
    explain = offload(space.Space.explain)
    stats = offload(space.Space.stats)
    reembed = offload(space.Space.reembed)
    import_ = offload(space.Space.import_)
    export = offload(space.Space.export)
    snapshot = offload(space.Space.snapshot)
    rollback = offload(space.Space.rollback)
    policy = offload(space.Space.policy)
    set_policy = offload(space.Space.set_policy)

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

    recall = offload(space.View.recall)


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
    def imports(self) -> AsyncImports:
        """Memory from elsewhere that waits to be let in."""
        return AsyncImports(self.sync.imports)

    @property
    def snapshots(self) -> AsyncSnapshots:
        """Read-only copies of spaces."""
        return AsyncSnapshots(self.sync.snapshots)

    @property
    def waiting(self) -> int:
        """How many writes wait on this machine."""
        return self.sync.waiting

    spaces = offload(client.Client.spaces)
    delete_space = offload(client.Client.delete_space)
    summary = offload(client.Client.summary)
    filter = offload(client.Client.filter)
    verify = offload(client.Client.verify)
    draft = offload(client.Client.draft)
    me = offload(client.Client.me)
    flush = offload(client.Client.flush)
    kept = offload(client.Client.kept)
    resend = offload(client.Client.resend)
    discard = offload(client.Client.discard)
    close = offload(client.Client.close)
