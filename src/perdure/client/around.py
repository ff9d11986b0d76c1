"""Memory for any function from messages to a reply: recalled before it runs, captured after, the function unaware.

```python
@middleware(memory.space("user/alice"))
def chat(messages):
    return model(messages)
```
"""

from __future__ import annotations

import inspect
import logging
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, closing
from functools import wraps
from typing import Any, Protocol, Unpack

from perdure.domain.change import Captured
from perdure.domain.journal import Turn
from perdure.domain.recall import RecallOptions
from perdure.errors import PerdureError
from perdure.ports.ending import Ending
from perdure.recall.result import Recall

DEADLINE = 0.3
"""Seconds that a first step waits for what is recalled."""

CONVERSATIONS = 64
"""Questions whose further steps get what was recalled for the first."""

Messages = Sequence[Mapping[str, Any]]

log = logging.getLogger("perdure")


class Reads(Protocol):
    """What is recalled from: a space or a view, of the library or of a client."""

    def recall(self, query: str, **options: Unpack[RecallOptions]) -> Recall:
        """What answers the query."""
        ...


class Remembers(Reads, Protocol):
    """What is recalled from and captured to: a space, of the library or of a client."""

    def capture(
        self, turns: Iterable[Turn], *, session: str | None = None, source: str | None = None, wait: bool = True
    ) -> Captured:
        """Keep what was said."""
        ...


class Recalling:
    """A recall on its way, beside whatever runs meanwhile. `id` is that of the question."""

    def __init__(self, recall: Callable[[], Recall] | None, *, deadline: float, brief_tokens: int | None) -> None:
        self.id = f"ask_{secrets.token_hex(8)}"
        self.steps = 0
        self._recall = recall
        self._tokens = brief_tokens
        self._found: Recall | None = None
        self._over = threading.Event()
        self._end = time.monotonic() + deadline
        if recall is None:
            self._over.set()
        else:
            threading.Thread(target=self._work, name="perdure-beside", daemon=True).start()

    @property
    def done(self) -> bool:
        """Whether it is over."""
        return self._over.is_set()

    def result(self, *, wait: bool = True) -> Recall | None:
        """What was recalled; None where it is not over by the deadline, or, without `wait`, now, and where it failed."""
        if wait:
            self._over.wait(max(0.0, self._end - time.monotonic()))
        return self._found

    def brief(self, *, wait: bool = True) -> str:
        """The block for a prompt; empty where there is nothing to say, or not yet."""
        found = self.result(wait=wait)
        return "" if found is None else found.brief(self._tokens)

    def messages(self, messages: Messages, *, wait: bool = True) -> list[Mapping[str, Any]]:
        """The messages with the brief behind the system messages that they begin with; as they are where it is empty."""
        brief = self.brief(wait=wait)
        if not brief:
            return list(messages)
        place = next((n for n, message in enumerate(messages) if message.get("role") != "system"), len(messages))
        return [*messages[:place], {"role": "system", "content": brief}, *messages[place:]]

    def _work(self) -> None:
        try:
            self._found = None if self._recall is None else self._recall()
        except PerdureError as error:
            log.warning("nothing could be recalled: %s", error.code)
        finally:
            self._over.set()


class Middleware:
    """Wraps functions; see `middleware`. `begin` starts a recall for an agent that does something else meanwhile."""

    def __init__(
        self,
        space: Remembers,
        *,
        reads: Reads | None,
        k: int | None,
        deadline: float,
        brief_tokens: int | None,
        session: str | Callable[[Messages], str | None] | None,
        source: str | None,
        beside: bool,
    ) -> None:
        self._space = _sync(space)
        self._reads = self._space if reads is None else _sync(reads)
        self._k = k
        self._deadline = deadline
        self._tokens = brief_tokens
        self._session = session if session is not None else f"ses_{secrets.token_hex(8)}"
        self._source = source
        self._beside = beside
        self._ending: Ending = getattr(self._space, "ending", None) or Ending()
        self._lock = threading.Lock()
        self._begun: OrderedDict[int, Recalling] = OrderedDict()
        self._turns: deque[tuple[list[Turn], str | None]] = deque()
        self._keeper: threading.Thread | None = None

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function with a memory. Its first argument is the messages; it may be a coroutine, and may stream."""
        if inspect.isasyncgenfunction(function):
            return self._streaming(function)
        if inspect.iscoroutinefunction(function):
            return self._awaited(function)

        @wraps(function)
        def wrapped(messages: Messages, *args: Any, **options: Any) -> Any:
            recalling = self.begin(messages)
            given = recalling.messages(messages, wait=self._waits(recalling))
            try:
                reply = function(given, *args, **options)
            except Exception:
                self.heard(recalling, messages)
                raise
            if isinstance(reply, Iterator):
                return self._passed_on(recalling, messages, reply)
            self.heard(recalling, messages, reply)
            return reply

        return wrapped

    def begin(self, messages: Messages) -> Recalling:
        """Start to recall for the last thing the user said; at once the recall of before where the messages only go on from there.

        What it finds, `recalling.messages(messages)` puts into a prompt, at the latest when its deadline is over.
        """
        last = _last_said(messages)
        if last is None:
            return Recalling(None, deadline=0.0, brief_tokens=None)
        query, key = _text(messages[last].get("content")), hash(repr(messages[: last + 1]))
        with self._lock:
            known = self._begun.get(key)
            if known is not None and len(messages) > last + 1:
                return known
            recalling = Recalling(
                lambda: self._reads.recall(query, k=self._k), deadline=self._deadline, brief_tokens=self._tokens
            )
            self._begun[key] = recalling
            self._begun.move_to_end(key)
            while len(self._begun) > CONVERSATIONS:
                self._begun.popitem(last=False)
        return recalling

    def heard(self, recalling: Recalling, messages: Messages, reply: object = None) -> None:
        """Capture what the user said last and what came back, in the background; nothing of a reply that is no text."""
        last = _last_said(messages)
        recalling.steps += 1
        turns = [] if last is None else [Turn(_text(messages[last].get("content")), speaker="user", ref=recalling.id)]
        text, calls = _reply(reply)
        if text.strip() or calls:
            ref = f"{recalling.id}-{recalling.steps}"
            turns.append(Turn(text, speaker="assistant", tool_calls=calls, ref=ref))
        if turns:
            session = self._session(messages) if callable(self._session) else self._session
            self._keep(turns, session)

    def join(self, timeout: float | None = None) -> None:
        """Wait until what was heard is captured, so many seconds at most."""
        with self._lock:
            keeper = self._keeper
        if keeper is not None:
            keeper.join(timeout)

    def _waits(self, recalling: Recalling) -> bool:
        """Whether this step waits for what is recalled: not the first one, where recall runs beside it."""
        return recalling.steps > 0 or not self._beside

    def _awaited(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        async def wrapped(messages: Messages, *args: Any, **options: Any) -> Any:
            recalling = self.begin(messages)
            given = await self._given(recalling, messages)
            try:
                reply = await function(given, *args, **options)
            except Exception:
                self.heard(recalling, messages)
                raise
            if isinstance(reply, AsyncIterator):
                return self._passed_on_later(recalling, messages, reply)
            self.heard(recalling, messages, reply)
            return reply

        return wrapped

    def _streaming(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        async def wrapped(messages: Messages, *args: Any, **options: Any) -> AsyncGenerator[Any, None]:
            recalling = self.begin(messages)
            given = await self._given(recalling, messages)
            stream = self._passed_on_later(recalling, messages, function(given, *args, **options))
            async with aclosing(stream):
                async for piece in stream:
                    yield piece

        return wrapped

    async def _given(self, recalling: Recalling, messages: Messages) -> list[Mapping[str, Any]]:
        if recalling.done or not self._waits(recalling):
            return recalling.messages(messages, wait=False)
        import asyncio  # noqa: PLC0415  documented lazy load: a program without an event loop needs none

        return await asyncio.to_thread(recalling.messages, messages)

    def _passed_on(self, recalling: Recalling, messages: Messages, stream: Iterator[Any]) -> Iterator[Any]:
        """A stream piece by piece, as it comes; captured when it ends, or is left."""
        said: list[str] = []
        try:
            for piece in stream:
                said.append(_piece(piece))
                yield piece
        finally:
            _close(stream)
            self.heard(recalling, messages, "".join(said))

    async def _passed_on_later(
        self, recalling: Recalling, messages: Messages, stream: AsyncIterator[Any]
    ) -> AsyncGenerator[Any, None]:
        said: list[str] = []
        try:
            async for piece in stream:
                said.append(_piece(piece))
                yield piece
        finally:
            if inspect.isasyncgen(stream):
                await stream.aclose()
            self.heard(recalling, messages, "".join(said))

    def _keep(self, turns: list[Turn], session: str | None) -> None:
        with self._lock:
            self._turns.append((turns, session))
            if self._keeper is None or not self._keeper.is_alive():
                # no daemon: a program that ends waits for the last thing that was said, and so does a place that closes
                self._ending.add(self.join)
                self._keeper = threading.Thread(target=self._capture, name="perdure-capture")
                self._keeper.start()

    def _capture(self) -> None:
        """Capture what was heard, in order, until nothing is left."""
        while True:
            with self._lock:
                if not self._turns:
                    self._keeper = None
                    self._ending.discard(self.join)
                    return
                turns, session = self._turns.popleft()
            try:
                self._space.capture(turns, session=session, source=self._source, wait=False)
            except PerdureError as error:
                log.warning("what was said could not be kept: %s", error.code)


def middleware(
    space: Remembers,
    *,
    reads: Reads | None = None,
    k: int | None = None,
    deadline: float = DEADLINE,
    brief_tokens: int | None = None,
    session: str | Callable[[Messages], str | None] | None = None,
    source: str | None = None,
    beside: bool = False,
) -> Middleware:
    """What gives a memory to functions `messages -> reply`, sync or async, streaming or not; a decorator.

    What is recalled for the last thing the user said comes as a system message, `k` memories in `brief_tokens` at most, where it
    is there within `deadline` seconds. With `beside` the first step does not wait at all, and the steps after it, which go on
    with tool results, have it. Then what the user said and the reply are captured in the background; `source` names the agent,
    `session` the conversation, or tells it from the messages; else everything wrapped here is one. Memory is read from `reads`,
    a space or a view, else from `space`. Whatever happens to the memory, the function runs and its reply comes back.
    """
    return Middleware(
        space,
        reads=reads,
        k=k,
        deadline=deadline,
        brief_tokens=brief_tokens,
        session=session,
        source=source,
        beside=beside,
    )


def _sync(space: Any) -> Any:
    """What stands behind an awaitable space: everything here runs in threads of its own."""
    return getattr(space, "sync", space)


def _last_said(messages: Messages) -> int | None:
    """Where the user speaks last."""
    said = (
        n
        for n in range(len(messages) - 1, -1, -1)
        if messages[n].get("role") == "user" and _text(messages[n].get("content"))
    )
    return next(said, None)


def _text(content: object) -> str:
    """The text of a message; of several parts, those that are text."""
    match content:
        case str():
            return content.strip()
        case list() | tuple():
            return "\n".join(part["text"] for part in content if isinstance(part, Mapping) and _has_text(part))
        case _:
            return ""


def _has_text(part: Mapping[str, Any]) -> bool:
    return isinstance(part.get("text"), str) and bool(part["text"].strip())


def _reply(reply: object) -> tuple[str, list[Mapping[str, Any]]]:
    """What a reply says, and the tools it calls: of a text, a message, or the answer of a chat API."""
    match reply:
        case str():
            return reply, []
        case {"choices": [{"message": Mapping() as message}, *_]} | (Mapping() as message):
            calls = message.get("tool_calls")
            return _text(message.get("content")), [call for call in calls or () if isinstance(call, Mapping)]
        case _:
            return "", []


def _piece(piece: object) -> str:
    """The text in one piece of a stream."""
    match piece:
        case str():
            return piece
        case {"choices": [{"delta": {"content": str(text)}}, *_]} | {"content": str(text)}:
            return text
        case _:
            return ""


def _close(stream: Iterator[Any]) -> None:
    if inspect.isgenerator(stream):
        with closing(stream):
            return
