"""A live session that a gateway holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from perdure.capture.intake import check_options
from perdure.capture.working.context import WindowTrace
from perdure.capture.working.state import Dialogue
from perdure.client import sending, told
from perdure.client.connection import LONG, Connection, new_key, placed
from perdure.client.exchange import Request
from perdure.client.link import segment
from perdure.domain.journal import Entry, ToolCalls, Turn
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, NotFound, SessionClosed

if TYPE_CHECKING:
    from perdure.app.live import SessionOptions

OPTIONS = ("tool", "session", "window_tokens", "system", "k", "deadline", "summarise", "wait")


class LiveSession:
    """A conversation whose working memory the gateway keeps; a context manager. It is distilled when it ends, and ends by itself
    where nobody uses it for a while. Every method raises SessionClosed after that, GatewayUnavailable without an answer."""

    def __init__(self, connection: Connection, space: SpaceName | None, id: str, budget: int) -> None:  # noqa: A002
        self._connection = connection
        self._space = space
        self._closed = False
        self._path = f"session/{segment(id, 'session')}"
        self.id = id
        self.budget = budget

    @classmethod
    def begin(
        cls, connection: Connection, write: SpaceName | None, read: Sequence[SpaceName], options: SessionOptions
    ) -> Self:
        """Begin one. Raises InvalidInput."""
        check_options(options, OPTIONS)
        if options.get("summarise") is not None:
            raise InvalidValue("the gateway makes the summary; `summarise` is for a session of the library")
        whole = ("window_tokens", "k")
        body = sending.given(
            {
                "read": [str(name) for name in read],
                "tool": sending.label(options.get("tool"), "tool"),
                "session": sending.RULES.handle(options.get("session"), "session"),
                "deadline": sending.seconds(options.get("deadline")),
                **{name: sending.whole(options.get(name), name, sending.LARGEST) for name in whole},
            }
        )
        if not isinstance(options.get("system", ""), str):
            raise InvalidValue(f"system is a string, not {type(options['system']).__name__}")
        body |= {"system": options.get("system", ""), "wait": bool(options.get("wait", True))}
        begun = connection.post("session", body, space=write)
        return cls(connection, write, told.at(str, begun, "id"), told.at(int, begun, "budget"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"LiveSession({self.id!r}, write={None if self._space is None else str(self._space)!r})"

    def messages(self, text: str | None = None) -> list[dict[str, Any]]:
        """Add the user's message and give the whole prompt; without a text, the prompt as it stands. Raises InvalidText."""
        body = {} if text is None else {"text": sending.RULES.guarded(text)}
        return told.at(list[dict[str, Any]], self._post("messages", body), "messages")

    def reply(self, text: str, *, tool_calls: ToolCalls = ()) -> Entry:
        """Add the assistant's answer, or the tools it calls."""
        said = sending.turn(Turn(text, speaker="assistant", tool_calls=tool_calls))
        return self._entry("reply", {"text": said["text"], "tool_calls": said.get("tool_calls", [])})

    def tool(
        self, name: str, result: str, *, call_id: str | None = None, arguments: str = "{}", distil: bool = False
    ) -> Entry:
        """Add what a tool gave back; it does not become a memory unless `distil` says so."""
        said = sending.turn(Turn(result, speaker=name, role="tool"))
        body = {"name": name, "result": said["text"], "arguments": arguments, "distil": bool(distil)}
        return self._entry("tool", body if call_id is None else {**body, "call_id": call_id})

    def add(self, turn: Turn) -> Entry:
        """Add any turn to the window and, at once, to the journal."""
        return self._entry("add", {"turn": sending.turn(turn)})

    def close(self) -> None:
        """End the session: its working memory goes, and what was said is distilled. Closing again does nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self._connection.link.call(Request(method="DELETE", path=self._path), timeout=LONG)
        except NotFound:
            return  # it ended by itself, or at the first of two sendings

    @property
    def tokens(self) -> int:
        """What the last prompt cost."""
        return told.at(int, self.standing(), "tokens")

    @property
    def state(self) -> Dialogue:
        """Goal, constraints and what is done, as of the last message."""
        return told.at(Dialogue, self.standing(), "state")

    @property
    def summary(self) -> str:
        """What was folded out of the window so far; empty where nothing was."""
        return told.at(str, self.standing(), "summary")

    @property
    def trace(self) -> WindowTrace:
        """What went into the last prompt, what did not, and why."""
        return told.at(WindowTrace, self.standing(), "trace")

    def standing(self) -> Mapping[str, Any]:
        """Where it stands, in one question: `tokens`, `summary`, `state`, `trace` as plain values."""
        self._check_open()
        return self._held(Request(method="GET", path=self._path))

    def _entry(self, verb: str, body: Mapping[str, Any]) -> Entry:
        return told.value(Entry, self._post(verb, body))

    def _post(self, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        self._check_open()
        key = new_key()
        return self._held(Request(method="POST", path=f"{self._path}/{verb}", body=placed(body, None), key=key))

    def _held(self, request: Request) -> Mapping[str, Any]:
        try:
            return self._connection.link.call(request)
        except NotFound as error:
            self._closed = True
            raise SessionClosed(f"the session {self.id} has ended; begin another one") from error

    def _check_open(self) -> None:
        if self._closed:
            raise SessionClosed(f"the session {self.id} has ended; begin another one")
