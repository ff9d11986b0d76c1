"""The same verbs as awaitables: each runs in a thread, so that an event loop never waits for a file.

```python
async with aio.Perdure("./memory") as memory:
    await memory.space("user/alice").remember("likes trains")
```
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack

from perdure import app
from perdure.app import SessionOptions
from perdure.app.imports import Imports as SyncImports
from perdure.app.snapshots import Snapshots as SyncSnapshots
from perdure.app.tokens import Tokens as SyncTokens
from perdure.capture.working.context import WindowTrace
from perdure.capture.working.state import Dialogue
from perdure.domain.access import Principal
from perdure.domain.space import SpaceName
from perdure.offload import offload


class Reviews:
    """Reviews whose verbs are awaited."""

    def __init__(self, sync: app.Reviews) -> None:
        self.sync = sync

    list = offload(app.Reviews.list)
    get = offload(app.Reviews.get)
    accept = offload(app.Reviews.accept)
    reject = offload(app.Reviews.reject)
    edit = offload(app.Reviews.edit)


class Permanent:
    """Permanent memory whose verbs are awaited."""

    def __init__(self, sync: app.Permanent) -> None:
        self.sync = sync

    list = offload(app.Permanent.list)
    add = offload(app.Permanent.add)
    correct = offload(app.Permanent.correct)
    remove = offload(app.Permanent.remove)
    restore = offload(app.Permanent.restore)


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

    messages = offload(app.LiveSession.messages)
    reply = offload(app.LiveSession.reply)
    tool = offload(app.LiveSession.tool)
    add = offload(app.LiveSession.add)
    close = offload(app.LiveSession.close)


class Space:
    """A space whose verbs are awaited."""

    def __init__(self, sync: app.Space) -> None:
        self.sync = sync

    remember = offload(app.Space.remember)
    remember_many = offload(app.Space.remember_many)
    observe = offload(app.Space.observe)
    capture = offload(app.Space.capture)
    distil = offload(app.Space.distil)
    recall = offload(app.Space.recall)
    why_not = offload(app.Space.why_not)
    get = offload(app.Space.get)
    list = offload(app.Space.list)
    entries = offload(app.Space.entries)
    sessions = offload(app.Space.sessions)
    history = offload(app.Space.history)
    correct = offload(app.Space.correct)
    confirm = offload(app.Space.confirm)
    forget = offload(app.Space.forget)
    restore = offload(app.Space.restore)
    feedback = offload(app.Space.feedback)
    upkeep = offload(app.Space.upkeep)
    jobs = offload(app.Space.jobs)
    retry = offload(app.Space.retry)
    explain = offload(app.Space.explain)
    stats = offload(app.Space.stats)
    reembed = offload(app.Space.reembed)
    import_ = offload(app.Space.import_)
    export = offload(app.Space.export)
    export_into = offload(app.Space.export_into)
    snapshot = offload(app.Space.snapshot)
    rollback = offload(app.Space.rollback)
    policy = offload(app.Space.policy)
    set_policy = offload(app.Space.set_policy)

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

    recall = offload(app.View.recall)


class Tokens:
    """Tokens whose verbs are awaited."""

    def __init__(self, sync: SyncTokens) -> None:
        self.sync = sync

    new = offload(SyncTokens.new)
    first = offload(SyncTokens.first)
    list = offload(SyncTokens.list)
    revoke = offload(SyncTokens.revoke)
    verify = offload(SyncTokens.verify)


class Snapshots:
    """Snapshots whose verbs are awaited; what `open` gives is closed with `await place.close()`."""

    def __init__(self, sync: SyncSnapshots) -> None:
        self.sync = sync

    create = offload(SyncSnapshots.create)
    list = offload(SyncSnapshots.list)
    get = offload(SyncSnapshots.get)
    diff = offload(SyncSnapshots.diff)
    rollback = offload(SyncSnapshots.rollback)
    prune = offload(SyncSnapshots.prune)
    delete = offload(SyncSnapshots.delete)

    async def open(self, id: str) -> Perdure:  # noqa: A002  the record's own word
        """The snapshot as a place of its own, whose verbs are awaited."""
        place = object.__new__(Perdure)
        place.sync = await asyncio.to_thread(self.sync.open, id)
        return place


class Imports:
    """Imports whose verbs are awaited."""

    def __init__(self, sync: SyncImports) -> None:
        self.sync = sync

    stage = offload(SyncImports.stage)
    list = offload(SyncImports.list)
    get = offload(SyncImports.get)
    items = offload(SyncImports.items)
    turns = offload(SyncImports.turns)
    keep = offload(SyncImports.keep)
    drop = offload(SyncImports.drop)
    edit = offload(SyncImports.edit)
    apply = offload(SyncImports.apply)
    discard = offload(SyncImports.discard)


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

    @property
    def imports(self) -> Imports:
        """Memory from elsewhere that waits to be let in."""
        return Imports(self.sync.imports)

    @property
    def snapshots(self) -> Snapshots:
        """Read-only copies of spaces."""
        return Snapshots(self.sync.snapshots)

    summary = offload(app.Perdure.summary)
    filter = offload(app.Perdure.filter)
    spaces = offload(app.Perdure.spaces)
    delete_space = offload(app.Perdure.delete_space)
    doctor = offload(app.Perdure.doctor)
    backup = offload(app.Perdure.backup)
    verify = offload(app.Perdure.verify)
    draft = offload(app.Perdure.draft)
    join = offload(app.Perdure.join)
    calibrate = offload(app.Perdure.calibrate)
    close = offload(app.Perdure.close)
