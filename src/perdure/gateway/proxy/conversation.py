"""What the messages of a chat request say: who said what, what of it is new, and which conversation it is."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from perdure.capture.echo import without_echo
from perdure.capture.working.context import PERMANENT_CLOSE, PERMANENT_OPEN
from perdure.domain.journal import Turn

TEXT_CHARS, RESULT_CHARS = 200_000, 4_000
"""The most that is kept of a message, and of what a tool gave back."""

SPEAKER_CHARS = 80

_PERMANENT = re.compile(rf"{PERMANENT_OPEN}.*?{PERMANENT_CLOSE}", re.DOTALL)

_ROLES = {"user": "user", "assistant": "assistant", "tool": "tool", "function": "tool"}
"""The roles that say something; instructions of the tool (`system`, `developer`) are nobody's words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """One message. `ref` is the same whenever the conversation is sent again, `place` where it stands in the request."""

    role: str
    text: str
    calls: tuple[Mapping[str, Any], ...] = ()
    name: str | None = None
    ref: str = ""
    place: int = -1

    def turn(self, session: str) -> Turn | None:
        """As a turn of the journal, without what memory had put in; None where it has no words and calls nothing: a picture, for
        one."""
        most = RESULT_CHARS if self.role == "tool" else TEXT_CHARS
        text = without_echo(_PERMANENT.sub("\n", self.text))
        text = text if len(text) <= most else f"{text[:most]} …"
        if not text.strip() and not self.calls:
            return None
        return Turn(
            text,
            speaker=(self.name or self.role)[:SPEAKER_CHARS],
            role=self.role,
            session=session,
            ref=self.ref,
            tool_calls=self.calls,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """A chat as its client sends it: the whole history each time."""

    said: tuple[Said, ...]

    @property
    def fresh(self) -> tuple[Said, ...]:
        """What was said since the last answer. What stands before it was new in an earlier request, or is an example."""
        last = max((at for at, one in enumerate(self.said) if one.role != "assistant"), default=-1)
        answered = max((at for at, one in enumerate(self.said[:last]) if one.role == "assistant"), default=-1)
        return self.said[answered + 1 : last + 1]

    @property
    def question(self) -> str:
        """The last thing the user said."""
        return next((one.text for one in reversed(self.said) if one.role == "user"), "")

    @property
    def refs(self) -> frozenset[str]:
        """Of everything that the request has."""
        return frozenset(one.ref for one in self.said)

    def session(self, token: str | None) -> str:
        """The same name for the same conversation of a token: it is known by how the user began it."""
        opening = next((one.text for one in self.said if one.role == "user"), "")
        return f"chat-{_digest(token or '', opening.strip())}"

    def answered(self, answer: Said) -> Said:
        """The answer to it, with the ref that it will have when it comes back as history."""
        return _numbered([*self.said, answer])[-1]


def conversation(messages: Sequence[Any]) -> Conversation:
    """Read messages; what has no known form says nothing."""
    names: dict[str, str] = {}
    found: list[Said] = []
    for place, message in enumerate(messages):
        role = _ROLES.get(str(message.get("role"))) if isinstance(message, Mapping) else None
        if role is None:
            continue
        calls = calls_of(message)
        names |= {str(call.get("id")): called for call in calls if (called := _called(call))}
        name = message.get("name") or (names.get(str(message.get("tool_call_id"))) if role == "tool" else None)
        found.append(
            Said(
                role=role,
                text=text_of(message.get("content")),
                calls=calls,
                name=name if isinstance(name, str) else None,
                place=place,
            )
        )
    return Conversation(said=_numbered(found))


def text_of(content: object) -> str:
    """The words of a message's content: a text, or the text parts among its parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part.get("text") for part in content if isinstance(part, Mapping)]
    return "\n".join(part for part in parts if isinstance(part, str))


def calls_of(message: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The tools that a message calls, also in the older form of a single function."""
    calls, single = message.get("tool_calls"), message.get("function_call")
    found = [call for call in calls if isinstance(call, Mapping)] if isinstance(calls, list) else []
    if isinstance(single, Mapping):
        found.append({"type": "function", "function": single})
    return tuple(found)


def _called(call: Mapping[str, Any]) -> str:
    inner = call.get("function")
    name = inner.get("name") if isinstance(inner, Mapping) else None
    return name if isinstance(name, str) else ""


def _numbered(said: Iterable[Said]) -> tuple[Said, ...]:
    """Each with its ref: what was said, and how often it was said before, so that a second "yes" is another turn."""
    times: Counter[tuple[str, str, str]] = Counter()
    found = []
    for one in said:
        calls = json.dumps([[call.get("id"), call.get("function")] for call in one.calls], sort_keys=True)
        identity = (one.role, one.text.strip(), calls)
        times[identity] += 1
        ref = f"chat-{_digest(*identity, str(times[identity]))}"
        found.append(Said(role=one.role, text=one.text, calls=one.calls, name=one.name, ref=ref, place=one.place))
    return tuple(found)


def _digest(*parts: str) -> str:
    joined = "\0".join(f"{len(part)}\0{part}" for part in parts)
    return hashlib.sha256(joined.encode(errors="surrogatepass")).hexdigest()[:24]
