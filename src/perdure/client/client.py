"""A gateway as one token may use it, under the facade's verbs."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack
from urllib.parse import urlsplit

from perdure.client import sending, told
from perdure.client.connection import LONG, Connection, pairs
from perdure.client.imports import Imports
from perdure.client.link import Link
from perdure.client.live import LiveSession
from perdure.client.outbox import Outbox
from perdure.client.queue import Kept, Queue
from perdure.client.recent import Recent
from perdure.client.snapshots import Snapshots
from perdure.client.space import Space, View
from perdure.client.tokens import Tokens
from perdure.domain.check import Check, Verified
from perdure.domain.messages import Filtered, Handed, Summarised
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput, InvalidToken, InvalidValue
from perdure.ports.clock import Clock, SystemClock
from perdure.settings import Settings, from_env

if TYPE_CHECKING:
    from perdure.app.live import SessionOptions
    from perdure.app.values import SpaceSummary

TIMEOUT = 10.0
DEADLINE = 2.0
RECENT = 500

AT_ONCE = 100
"""Questions of `verify` that a gateway is asked together."""


class Client:
    """The memory behind a gateway. `url` and `token` are those of the settings (PERDURE_URL, PERDURE_TOKEN) where left out.

    A call waits `timeout` seconds for its answer, a recall `deadline` seconds unless it names others. Writes that get no answer
    wait in `queue`, a file; `auto` is one a gateway in the home folder, None keeps none. The last `recent` memories
    that came by answer a recall while the gateway does not; 0 for none. `trace=False` spares the trace of recalls. One client
    serves any number of threads. Raises InvalidValue, InvalidToken.
    """

    def __init__(  # noqa: PLR0913  each can be given
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = TIMEOUT,
        deadline: float = DEADLINE,
        queue: str | Path | None = "auto",
        recent: int = RECENT,
        trace: bool = True,
        clock: Clock | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        settings = from_env()
        secret = token or settings.token
        if not isinstance(secret, str) or not secret.isascii() or not secret.isprintable() or " " in secret:
            raise InvalidToken
        for name, seconds in (("timeout", timeout), ("deadline", deadline)):
            if sending.seconds(seconds) is None:
                raise InvalidValue(f"{name} is a number of seconds")
        link = Link(url or settings.url, secret, timeout=timeout, monotonic=monotonic)
        file = _queue_file(queue, settings, link.url)
        self._connection = Connection(
            link=link,
            outbox=Outbox(link, None if file is None else Queue(file, _owner(secret))),
            recent=Recent(recent, monotonic),
            clock=clock or SystemClock(),
            deadline=deadline,
            trace=trace,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({self._connection.link.url!r})"

    def space(self, name: str | SpaceName) -> Space:
        """The space `user/NAME`, `project/NAME` or `global`, made at its first write. Raises InvalidSpaceName."""
        return Space(self._connection, SpaceName.parse(name))

    @property
    def home(self) -> Space:
        """The space that the token stands for: the one that it may write. Its `recall` reads all that the token's grants name."""
        return Space(self._connection, None)

    def view(self, *names: str | SpaceName) -> View:
        """Several spaces to recall from together; at least one must be named."""
        if not names:
            raise InvalidValue("a view names at least one space")
        return View(self._connection, tuple(SpaceName.parse(name) for name in names))

    def session(
        self,
        *,
        write: str | SpaceName | None = None,
        read: Iterable[str | SpaceName] = (),
        **options: Unpack[SessionOptions],
    ) -> LiveSession:
        """Begin a conversation that reads several spaces and writes one; what it distils goes there alone."""
        if isinstance(read, str | SpaceName):
            raise InvalidValue("read is a list of spaces, not one of them")
        return LiveSession.begin(
            self._connection,
            None if write is None else SpaceName.parse(write),
            tuple(SpaceName.parse(name) for name in read),
            options,
        )

    def spaces(self) -> list[SpaceSummary]:
        """Every space that the token may read, with its counts; one that cannot be read says why."""
        from perdure.app.values import SpaceSummary  # noqa: PLC0415  documented lazy load: SQLAlchemy beside it

        return told.several(SpaceSummary, self._connection.get("spaces"))

    def delete_space(self, name: str | SpaceName) -> bool:
        """Remove a space with everything in it, for good; False if there was none."""
        space = SpaceName.parse(name)
        self._connection.recent.drop(space=space)
        return told.at(bool, self._connection.send("DELETE", "spaces", pairs({"space": str(space)})), "deleted")

    def summary(self, messages: Sequence[Handed], *, max_tokens: int = 200) -> Summarised:
        """What a conversation says in at most `max_tokens` tokens. Nothing is kept. Raises InvalidInput."""
        most = sending.whole(max_tokens, "max_tokens", sending.LARGEST)
        if most is None:
            raise InvalidValue("max_tokens is a whole number, not None")
        body = {"messages": sending.messages(messages), "max_tokens": most}
        found = self._connection.post("summary", body, writes=False)
        return told.value(Summarised, {**found, "text": found.get("summary")})

    def filter(
        self, messages: Sequence[Handed], query: str, *, max_tokens: int | None = None, k: int | None = None
    ) -> Filtered:
        """The messages that matter for a query, as they are and in their order; nothing is kept. Raises InvalidInput."""
        most = {"max_tokens": max_tokens, "k": k}
        body = sending.given({name: sending.whole(most[name], name, sending.LARGEST) for name in most})
        asked = sending.question(query, {})["query"]
        asking = {**body, "messages": sending.messages(messages), "query": asked}
        found = told.value(Filtered, {**self._connection.post("filter", asking, writes=False), "messages": ()})
        return _kept(found, messages)

    @property
    def imports(self) -> Imports:
        """Memory from elsewhere that waits to be let in: `stage`, `list`, `get`, `items`, `keep`, `drop`, `edit`, `apply`,
        `discard`."""
        return Imports(self._connection)

    @property
    def snapshots(self) -> Snapshots:
        """Read-only copies of spaces: `create`, `list`, `get`, `diff`, `rollback`, `prune`, `delete`."""
        return Snapshots(self._connection)

    def verify(self, checks: str | Path | Sequence[Check], *, now: datetime | None = None) -> Verified:
        """Ask questions, those of a file of TOML on this machine or the ones given, and see whether the answers contain what they
        must. Raises InvalidInput, naming the question."""
        from perdure.transfer.questions import read_questions  # noqa: PLC0415  documented lazy load: few programs ask

        asked = read_questions(Path(checks)) if isinstance(checks, str | Path) else checks
        listed = [sending.check(check, f"question {number}") for number, check in enumerate(asked, 1)]
        at = sending.moment(self._connection.clock.now() if now is None and len(listed) > AT_ONCE else now, "now")
        parts = [listed[start : start + AT_ONCE] for start in range(0, len(listed), AT_ONCE)]
        found = [self._verified(part, at, before=place * AT_ONCE) for place, part in enumerate(parts)]
        return Verified(checks=tuple(checked for part in found for checked in part))

    def draft(self, space: str | SpaceName, *, limit: int = 20) -> str:
        """A list of questions for `verify`, as TOML: made from the strongest memories of a space, each answered there now."""
        query = pairs({"limit": sending.whole(limit, "limit", sending.LARGEST)})
        name = SpaceName.parse(space)
        return told.at(str, self._connection.get("draft", query, space=name), "questions")

    def _verified(self, part: Sequence[Mapping[str, Any]], at: str | None, *, before: int) -> Verified:
        """What became of some questions, with so many before them."""
        body = sending.given({"now": at}) | {"checks": part}
        try:
            return told.value(Verified, self._connection.post("verify", body, writes=False, timeout=LONG))
        except InvalidInput as error:
            raise type(error)(f"after question {before}: {error}" if before else str(error)) from error

    @property
    def tokens(self) -> Tokens:
        """What opens the gateway: `new`, `list`, `revoke`."""
        return Tokens(self._connection)

    def me(self) -> Mapping[str, Any]:
        """Whom the token speaks for: its name, grants, home and end, and the gateway's version and embedder."""
        return self._connection.get("me")

    @property
    def embedder(self) -> str | None:
        """The fingerprint of the gateway's embedder; None where there is none."""
        return told.at(str, me, "embedder") if (me := self.me()).get("embedder") is not None else None

    @property
    def waiting(self) -> int:
        """How many writes wait on this machine until the gateway answers; they are sent by themselves, in their order."""
        return self._connection.outbox.waiting

    def flush(self, *, seconds: float = 60.0) -> int:
        """Send what waits, now, for so many seconds at most; gives how much still waits."""
        return self._connection.outbox.flush(seconds=seconds)

    def kept(self) -> list[Kept]:
        """Every write in the queue: those that wait, and those that the gateway refused, with its reason."""
        return self._connection.outbox.kept()

    def resend(self, *keys: str) -> int:
        """Let refused writes, or those of another token, wait anew as this client's; gives how many there were."""
        return self._connection.outbox.resend(*keys)

    def discard(self, *keys: str) -> int:
        """Let go of writes in the queue for good; gives how many there were."""
        return self._connection.outbox.discard(*keys)

    def close(self) -> None:
        """Let end what a middleware still captures, then let go of the connections. What waits stays in the queue, is joined there
        by whatever is written after this, and is sent by the next client of the same token."""
        self._connection.ending.join()
        self._connection.outbox.close()


@told.reading
def _kept(found: Filtered, messages: Sequence[Handed]) -> Filtered:
    """What a gateway kept, as the messages that it was handed."""
    return replace(found, messages=tuple(messages[place] for place in found.kept))


def _owner(secret: str) -> str:
    """What tells the writes of one token from others; the token cannot be found from it."""
    return hashlib.sha256(f"perdure queue\n{secret}".encode()).hexdigest()[:32]


def _queue_file(queue: object, settings: Settings, url: str) -> Path | None:
    """The file of a gateway's queue, or None where there is none."""
    if queue is None:
        return None
    if not isinstance(queue, str | Path) or not str(queue).strip():
        raise InvalidValue(f"a queue is a path, auto or None, not {queue!r}")
    if queue != "auto":
        return Path(queue).expanduser()
    parts = urlsplit(url)
    place = "".join(char if char.isalnum() or char in "-." else "_" for char in f"{parts.netloc}{parts.path}".lower())
    return settings.home / "queue" / f"{place}.db"
