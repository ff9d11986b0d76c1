"""Lists of messages as chat APIs take them: `[{"role": …, "content": …}]`, `{"messages": […]}`, or a line or an element of these
for each conversation, which is how data for fine-tuning is kept; ShareGPT's `{"conversations": [{"from": …, "value": …}]}` too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2s
from typing import Any

from perdure.domain.journal import Turn
from perdure.errors import InvalidInput, InvalidText, InvalidValue
from perdure.transfer.decoding import decoded, elements
from perdure.transfer.found import Heard
from perdure.transfer.importers.importer import Importer
from perdure.transfer.parts import said
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.voices import beside, called, doing, role_marked, said_at, titled

LARGEST = 64 << 20
"""Bytes of a conversation; a larger one is left out without being held in memory."""

_LISTS = ("messages", "conversations", "conversation")
_TIMES = ("created_at", "timestamp", "create_time", "time", "date")
_SESSIONS = ("session_id", "conversation_id", "thread_id", "id")
_TITLES = ("title", "name")
_OWNERS = ("user_id", "user")

_CONVERSATION = {
    **dict.fromkeys(_LISTS, "turns"),
    **dict.fromkeys(_TIMES, "at"),
    **dict.fromkeys(_SESSIONS, "session"),
    **dict.fromkeys(_TITLES, "title"),
    **dict.fromkeys(_OWNERS, "owner"),
}
_MESSAGE = {
    **dict.fromkeys(("role", "from"), "role"),
    **dict.fromkeys(("content", "value"), "text"),
    **dict.fromkeys(_TIMES, "at"),
    "id": "ref",
    "name": "speaker",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "tool_call_id": "metadata.call_id",
}
_REASONING = dict.fromkeys(("reasoning", "reasoning_content", "reasoning_details"), "the model's reasoning")


@dataclass(kw_only=True)
class _Talk:
    """A conversation while it is read."""

    session: str
    where: str
    title: str | None = None
    owner: str | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    at: datetime | None = None
    number: int = 0
    """Messages so far."""

    tools: dict[str, str] = field(default_factory=dict)
    """The names of the tools by the ids of their calls."""


def recognises(source: Source) -> bool:
    """Whether it is an array of messages, or has lists of them; single messages line by line are another format."""
    if not source.alone:
        return False
    found = source.sample()
    listed = source.head().lstrip().startswith(b"[")
    return any(_listed(each) is not None or (listed and _is_message(each)) for each in found) or (
        listed and any(isinstance(each, list) and any(map(_is_message, each)) for each in found)
    )


def read(source: Source, tally: Tally) -> Iterator[Heard | Skip]:
    """The turns of every conversation; messages that stand in no list of their own are one together."""
    stem = source.path.stem
    whole = _Talk(session=stem, where=stem)
    for number, raw in enumerate(elements(source.text(source.main), limit=LARGEST), 1):
        where = f"element {number}"
        try:
            value = _value(raw)
            messages = value if isinstance(value, list) else _listed(value)
            if messages is not None:
                about = value if isinstance(value, Mapping) else {}
                yield from _conversation(messages, _talk(about, f"{stem} {number}", where, tally), tally)
            elif isinstance(value, Mapping):
                yield _heard(value, whole, tally)
            else:
                raise InvalidInput("it is no message, and no list of messages")
        except InvalidInput as error:
            yield skip_of(error, where=where)


IMPORTER = Importer(name="messages", title="lists of messages", recognises=recognises, read=read)


def _value(raw: bytes | None) -> Any:
    if raw is None:
        raise InvalidText(f"it is larger than {LARGEST:,} bytes")
    return decoded(raw)


def _listed(value: object) -> list[Any] | None:
    """The list of messages that an object has."""
    if not isinstance(value, Mapping):
        return None
    lists = (value.get(name) for name in _LISTS)
    return next((found for found in lists if isinstance(found, list) and any(map(_is_message, found))), None)


def _is_message(value: object) -> bool:
    match value:
        case {"role": str(role), "content": str() | list()} | {"from": str(role), "value": str()}:
            return role_marked(role) is not None
        case {"role": str(role), "tool_calls": list()} | {"role": str(role), "function_call": Mapping()}:
            return role_marked(role) is not None
    return False


def _talk(about: Mapping[str, Any], session: str, where: str, tally: Tally) -> _Talk:
    """What a conversation says of itself."""
    title = _text_of(about, _TITLES)
    return _Talk(
        session=_text_of(about, _SESSIONS) or session,
        where=title or where,
        title=title,
        owner=_text_of(about, _OWNERS),
        about=beside(tally, about, mapped=_CONVERSATION, dropped={}, under="conversation"),
        at=_time_of(about, None),
    )


def _conversation(messages: Sequence[Any], talk: _Talk, tally: Tally) -> Iterator[Heard | Skip]:
    for message in messages:
        try:
            if not isinstance(message, Mapping):
                raise InvalidInput("a message is no object")
            yield _heard(message, talk, tally)
        except InvalidInput as error:
            yield skip_of(error, where=talk.where)


def _heard(message: Mapping[str, Any], talk: _Talk, tally: Tally) -> Heard:
    """The turn of a message; raises InvalidInput with what is wrong."""
    talk.number += 1
    talk.at = _time_of(message, talk.at)
    turn = _turn(message, talk)
    left = beside(tally, message, mapped=_MESSAGE, dropped=_REASONING, under="message")
    record = {**left, "conversation": talk.about} if talk.about else left
    talk.about = {}
    return Heard(turn=turn, where=talk.where, owner=talk.owner, title=talk.title, record=record or None)


def _turn(message: Mapping[str, Any], talk: _Talk) -> Turn:
    role = _role(message)
    calls = _calls(message, talk)
    text, others = said(next((message[name] for name in ("content", "value") if message.get(name) is not None), None))
    text = text if text.strip() else ", ".join(doing(call) for call in calls)
    if not text:
        raise InvalidText("it says nothing")
    name, call_id = message.get("name"), message.get("tool_call_id")
    about: dict[str, Any] = {"call_id": call_id} if isinstance(call_id, str) and call_id else {}
    speaker = name if isinstance(name, str) and name else talk.tools.get(str(call_id), role)
    return Turn(
        text,
        speaker=speaker,
        role=role,
        at=talk.at,
        session=talk.session,
        ref=_text_of(message, ("id",)) or _ref(message, talk.number),
        tool_calls=calls,
        metadata={**titled(talk.title), **others, **about},
    )


def _role(message: Mapping[str, Any]) -> str:
    named = next((message[name] for name in ("role", "from") if isinstance(message.get(name), str)), "")
    role = role_marked(named)
    if role is None:
        raise InvalidValue("a message is by nobody who has a part in a conversation")
    return role


def _calls(message: Mapping[str, Any], talk: _Talk) -> tuple[Mapping[str, Any], ...]:
    """The tool calls in one form; their arguments are JSON in a string."""
    listed = message.get("tool_calls")
    found = listed if isinstance(listed, list) else [{"function": message.get("function_call")}]
    calls = []
    for each in found:
        match each:
            case {"function": {"name": str(name), **rest}} | {"name": str(name), **rest}:
                calls.append(called(name, _opened(rest.get("arguments")), each.get("id")))
                talk.tools[str(each.get("id"))] = name
    return tuple(calls)


def _opened(arguments: object) -> object:
    if not isinstance(arguments, str):
        return arguments
    try:
        return decoded(arguments.encode("utf-8", "surrogatepass"))
    except InvalidInput:
        return arguments


def _text_of(about: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """The first of these fields that is a name or a number."""
    found = (about.get(name) for name in names)
    return next((str(value) for value in found if isinstance(value, str | int) and str(value).strip()), None)


def _time_of(about: Mapping[str, Any], before: datetime | None) -> datetime | None:
    return next((at for name in _TIMES if (at := said_at(about.get(name))) is not None), before)


def _ref(message: Mapping[str, Any], number: int) -> str:
    """The same each time the file is read, and another for each message."""
    written = json.dumps(message, sort_keys=True).encode()
    return f"M{number}-{blake2s(written, digest_size=4).hexdigest()}"
