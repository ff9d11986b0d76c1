"""A live session: working memory over a space, from its first message to its distilling."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypedDict, Unpack

from perdure.app.asking import recalled
from perdure.app.core import Core
from perdure.app.upkeep import DISTIL, tend
from perdure.capture.distil import distil
from perdure.capture.intake import Intake, check_options, positive
from perdure.capture.model import summarise
from perdure.capture.observe import observe
from perdure.capture.working.context import (
    KINDS,
    LEAST_ROOM,
    Parts,
    Recollection,
    WindowTrace,
    compose,
    entries_of,
    in_mind,
    permanent_lines,
    recollected,
    refreshed,
    told_already,
)
from perdure.capture.working.state import Dialogue, follow
from perdure.capture.working.window import (
    CALL,
    MESSAGE_TOKENS,
    Summarise,
    Window,
    add,
    asked_in,
    fit,
    messages_of,
)
from perdure.domain.access import Right
from perdure.domain.journal import Entry, ToolCalls, Turn, role_of
from perdure.domain.memory import Memory
from perdure.domain.recall import RecallOptions
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, PerdureError, SessionClosed
from perdure.ports.store import MemoryFilter
from perdure.upkeep.jobs import enqueue

MOST_PERMANENT = 200
"""Lines of permanent memory that a session loads from a space."""

MOST_TOKENS = 10_000_000
"""Of a window: more than the longest that any model has."""

SUCCESSORS = 4
"""How often one memory may have taken the place of another while the first was in mind."""


class SessionOptions(TypedDict, total=False):
    """What `session` takes beside its spaces.

    `tool` names the agent, `session` is its own id for the conversation. `window_tokens` is the budget of a prompt; without
    it a share of the model's window, as the policy says. `system` are the instructions that never leave. `k` memories are
    recalled for a message, within `deadline` seconds where one is given. `summarise` folds what leaves into the summary, in
    place of the extractive one. `wait=False` leaves distilling to the background when the session ends.
    """

    tool: str | None
    session: str | None
    window_tokens: int | None
    system: str
    k: int | None
    deadline: float | None
    summarise: Summarise | None
    wait: bool


class LiveSession:
    """A conversation with a working memory; a context manager. Each message is in the journal before anything else happens.

    After `close` its working memory is gone, and every method raises SessionClosed. It may be used from several threads.
    """

    def __init__(
        self, core: Core, write: SpaceName, reads: tuple[SpaceName, ...], *, intake: Intake, options: SessionOptions
    ) -> None:
        self._core = core
        self._write = write
        self._reads = reads
        self._options = options
        self._policy = intake.policy.window
        self._source = intake.label(options.get("tool"), "tool")
        self._asking: RecallOptions = {
            "k": _count(options.get("k"), intake.policy.limits.max_hits),
            "deadline": positive(options.get("deadline"), "deadline"),
        }
        self._lock = threading.RLock()
        self._closed = False
        self._system = _instructions(options.get("system", ""), intake.policy.limits.text_bytes)
        self._window = Window()
        self._state = Dialogue()
        self._known: tuple[Recollection, ...] = ()
        self._unasked: Entry | None = None
        self._left: tuple[str, ...] = ()
        self._notes: tuple[str, ...] = ()
        self._written = 0
        self.id = intake.handle(options.get("session"), "session") or core.ids.new("ses", intake.now)
        self._talk = core.talk(write, self.id)
        self.budget: int = _budget(options.get("window_tokens"), intake)
        self._check_system()
        self._permanent = permanent_lines(_permanent(core, reads))
        self._trace = WindowTrace(budget=self.budget)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"LiveSession({self.id!r}, write={str(self._write)!r})"

    def messages(self, text: str | None = None) -> list[dict[str, Any]]:
        """Add the user's message and give the whole prompt as messages of a chat API; without a text, the prompt as it stands.

        The first message holds the instructions, permanent memory, the summary of what left the window, the dialogue state and
        what was recalled for the last thing the user said. All of it costs no more than `budget` tokens. A recall that fails
        leaves a note in `trace`. Raises InvalidText, SessionClosed.
        """
        with self._lock:
            self._check_open()
            if text is not None:
                self.add(Turn(text, speaker="user"))
            now = self._core.now()
            notes, dropped = self._recall(now)
            parts = Parts(
                system="\n\n".join(self._system),
                permanent=self._permanent,
                state=self._state,
                recalled=self._known,
                now=now,
            )
            prompt = compose(
                parts,
                self._window,
                self.budget,
                policy=self._policy,
                count=self._core.counter,
                summarise=self._summarise(),
            )
            self._window = prompt.window
            self._trace = replace(
                prompt.trace,
                left=(*self._left, *prompt.trace.left),
                dropped=(*dropped, *prompt.trace.dropped),
                notes=(*self._notes, *notes),
            )
            self._left, self._notes = (), ()
            if prompt.trace.left:
                self._embed()
            return [dict(message) for message in prompt.messages]

    def reply(self, text: str, *, tool_calls: ToolCalls = ()) -> Entry:
        """Add the assistant's answer, or the tools it calls."""
        return self.add(Turn(text, speaker="assistant", tool_calls=tool_calls))

    def tool(
        self, name: str, result: str, *, call_id: str | None = None, arguments: str = "{}", distil: bool = False
    ) -> Entry:
        """Add what a tool gave back. `call_id` names the call of the assistant that it answers; without one, the call is added
        as well. A tool result does not become a memory unless `distil` says so."""
        with self._lock:
            self._check_open()
            answers = call_id or f"call_{self._written + 1}"
            call = {"id": answers, "type": "function", "function": {"name": name, "arguments": arguments}}
            metadata = {CALL: answers, "distil": True} if distil else {CALL: answers}
            turn = Turn(result, speaker=name, role="tool", metadata=metadata)
            return self._add(turn if asked_in(self._window, answers) else replace(turn, tool_calls=(call,)))

    def add(self, turn: Turn) -> Entry:
        """Add any turn to the window and, at once, to the journal of the space that is written. One with the role `system` joins
        the instructions. A turn whose ref and text the session has already is not added twice."""
        with self._lock:
            self._check_open()
            return self._add(turn)

    def close(self) -> None:
        """End the session: its working memory goes, and what was said is distilled. Closing again does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._window, self._state, self._known, self._permanent = Window(), Dialogue(), (), {}
            self._unasked = None
        if self._written:
            _ended(self._core, self._write, self.id, wait=self._options.get("wait", True))

    @property
    def tokens(self) -> int:
        """What the last prompt cost."""
        return self.trace.tokens

    @property
    def state(self) -> Dialogue:
        """Goal, constraints and what is done, as of the last message."""
        with self._lock:
            self._check_open()
            return self._state

    @property
    def summary(self) -> str:
        """What was folded out of the window so far; empty where nothing was."""
        with self._lock:
            self._check_open()
            return self._window.summary

    @property
    def trace(self) -> WindowTrace:
        """What went into the last prompt, what did not, and why."""
        with self._lock:
            self._check_open()
            return self._trace

    def _check_open(self) -> None:
        if self._closed:
            raise SessionClosed(f"the session {self.id} has ended; begin another one")

    def _check_system(self, *more: str) -> None:
        spent = MESSAGE_TOKENS + self._core.counter("\n\n".join([*self._system, *more]))
        if self.budget - spent < LEAST_ROOM:
            raise InvalidValue(
                f"the window has {self.budget} tokens and the instructions take {spent}; "
                f"a session needs {LEAST_ROOM} beside them"
            )

    def _add(self, turn: Turn) -> Entry:
        """One turn: into the journal, then into the window and the state."""
        if not isinstance(turn, Turn):
            raise InvalidValue(f"a turn is a Turn, not {type(turn).__name__}")
        core = self._core
        role = role_of(turn)
        if role == "system":
            self._check_system(str(turn.text))
        found = observe(
            core.space(self._write),
            [replace(turn, session=self.id)],
            intake=core.intake(self._write),
            ids=core.ids,
            source=self._source,
        )
        entry = found.entries[0]
        if not found.added:
            return entry
        self._written += 1
        core.write_accesses(self._write)
        if role == "system":
            self._system.append(turn.text)
            return entry
        for message in messages_of(turn, role, entry.id, core.counter):
            self._window = add(self._window, message)
        self._state = follow(self._state, role, turn.text, now=core.now())
        if role == "user":
            self._unasked = entry
            self._notes += _certain(core, self._write, self.id)
        elif role == "assistant":
            core.answered(self._talk, entry.id)
        self._bound()
        return entry

    def _bound(self) -> None:
        """Fold what no longer fits, so that a window nobody asks for stays small as well."""
        fitted = fit(
            self._window,
            self.budget,
            policy=self._policy,
            count=self._core.counter,
            summarise=self._summarise(),
        )
        self._window = fitted.window
        self._left += entries_of(fitted.left)
        if fitted.left:
            self._embed()

    def _recall(self, now: datetime) -> tuple[list[str], list[tuple[str, str]]]:
        """Bring to mind what answers the last thing the user said, if that was not done yet."""
        self._known = in_mind(self._known, self._window)
        notes, dropped = self._refresh(now)
        asked, self._unasked = self._unasked, None
        if asked is None:
            return notes, dropped
        present = frozenset(entries_of(self._window.messages))
        try:
            found = recalled(
                self._core,
                self._reads,
                asked.text,
                self._asking,
                told=lambda hit: told_already(hit, present),
                talk=self._talk,
            )
        except PerdureError as error:
            return [*notes, f"nothing could be recalled: {error}"], dropped
        self._known = recollected(self._known, found.hits, asked.id)
        return [*notes, *found.degraded], dropped

    def _refresh(self, now: datetime) -> tuple[list[str], list[tuple[str, str]]]:
        """What is in mind as it stands in the store now: corrected, or in the words of what took its place, or gone."""
        wanted: dict[SpaceName, list[str]] = {}
        for item in self._known:
            if item.hit.memory is not None:
                wanted.setdefault(item.hit.space, []).append(item.hit.id)
        try:
            stored = {memory.id: memory for name, ids in wanted.items() for memory in self._stored(name, ids)}
        except PerdureError as error:
            return [f"what was recalled before could not be looked at again: {error}"], []
        self._known, gone = refreshed(self._known, stored, now)
        return [], [(item, "no longer current") for item in gone]

    def _stored(self, name: SpaceName, ids: list[str]) -> list[Memory]:
        """Memories as they stand, with those that took their place, and the place of those."""
        found: list[Memory] = []
        with self._core.space(name).read() as reader:
            for _ in range(SUCCESSORS):
                found += (memories := reader.memories(ids))
                ids = [memory.superseded_by for memory in memories if memory.superseded_by is not None]
        return found

    def _summarise(self) -> Summarise | None:
        """The caller's summary, else the language model's where there is one."""
        own = self._options.get("summarise")
        return own if own is not None or self._core.llm is None else self._model_summary

    def _model_summary(self, texts: Sequence[str], most: int) -> str | None:
        caller = self._core.caller(self._write)
        return None if caller is None else summarise(caller, texts, max_tokens=most)

    def _embed(self) -> None:
        """Vectors for what left the window: from now on it is found by recall alone."""
        self._core.follow(self._write, wait=self._options.get("wait", True))


def live_session(
    core: Core, write: SpaceName, reads: Sequence[SpaceName] = (), **options: Unpack[SessionOptions]
) -> LiveSession:
    """A session that reads some spaces and writes one, which it reads as well. Raises InvalidValue, Forbidden."""
    core.require(Right.WRITE, write)
    check_options(options, SessionOptions.__annotations__)
    return LiveSession(core, write, tuple(sorted({write, *reads})), intake=core.intake(write), options=options)


def _budget(asked: object, intake: Intake) -> int:
    window = intake.policy.window
    if asked is None:
        return int(window.share * window.model_tokens)
    if isinstance(asked, bool) or not isinstance(asked, int) or not 1 <= asked <= MOST_TOKENS:
        raise InvalidValue(f"window_tokens is a whole number from 1 to {MOST_TOKENS:,}, not {asked!r}")
    return asked


def _count(k: object, most: int) -> int | None:
    if k is None:
        return None
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= most:
        raise InvalidValue(f"k is a whole number from 1 to {most}, not {k!r}")
    return k


def _instructions(system: object, most: int) -> list[str]:
    if not isinstance(system, str):
        raise InvalidValue(f"system is a string, not {type(system).__name__}")
    size = len(system.encode(errors="replace"))
    if size > most:
        raise InvalidValue(f"system has {size:,} bytes; as any text of this space it has at most {most:,}")
    return [system] if system.strip() else []


def _permanent(core: Core, names: Sequence[SpaceName]) -> list[Memory]:
    """Profile, boundaries and role of all the spaces."""
    found: list[Memory] = []
    for name in names:
        with core.space(name).read() as reader:
            page = reader.page(MemoryFilter(kinds=KINDS, current_at=core.now()), limit=MOST_PERMANENT, cursor=None)
        found += page.items
    return found


def _certain(core: Core, name: SpaceName, session: str) -> tuple[str, ...]:
    """Keep what was said beyond doubt at once; where that fails it waits for the end of the session, and a note says why."""
    try:
        distil(core.space(name), session, intake=core.intake(name), ids=core.ids, actor=core.actor, certain_only=True)
    except PerdureError as error:
        return (f"nothing was kept at once: {error}",)
    return ()


def _ended(core: Core, name: SpaceName, session: str, *, wait: bool) -> None:
    """Queue the distilling of a session, so that it survives this process, and do it now or leave it to the background."""
    with core.space(name).write() as writer:
        enqueue(writer, name=DISTIL, key=session, now=core.now(), ids=core.ids)
    if wait:
        tend(core, name)
        core.fill(name)
    else:
        core.background.add(name)
