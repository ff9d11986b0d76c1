"""Lines of JSON, one turn each: `{"speaker": …, "timestamp": …, "content": …, "tool_calls": […]}`.

A file is one conversation unless its lines name a `session`. What a line has beyond the known fields is kept as
metadata.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2s
from io import BytesIO
from itertools import islice
from typing import Any

from perdure.domain.journal import CHAT, Turn
from perdure.errors import InvalidInput, InvalidText, InvalidValue
from perdure.transfer.decoding import lines, object_of
from perdure.transfer.found import Heard
from perdure.transfer.importers import perdure_jsonl, records
from perdure.transfer.importers.importer import Importer
from perdure.transfer.parts import said
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.times import moment
from perdure.transfer.voices import role_named

LONGEST = 16 << 20
"""Bytes of a line; a longer one is left out without being held in memory."""

_TEXT = ("content", "text", "message")
_SPEAKER = ("speaker", "name")
_TIME = ("timestamp", "time", "at", "created_at")
_SESSION = ("session", "session_id", "conversation_id")
_REF = ("ref", "id")
_CHANNELS = ("sms", "note", "calendar", "push", "photo", "call")
"""Sorts of items that some files give as their `kind`."""

_FEW = 50
"""Lines that are enough to know a file of turns by; the first may well be broken."""

_MAPPED = {
    **dict.fromkeys(_TEXT, "text"),
    **dict.fromkeys(_SPEAKER, "speaker"),
    **dict.fromkeys(_TIME, "at"),
    **dict.fromkeys(_SESSION, "session"),
    **dict.fromkeys(_REF, "ref"),
    "role": "role",
    "channel": "channel",
    "kind": "channel, or metadata",
    "tool_calls": "tool_calls",
}


def recognises(source: Source) -> bool:
    """Whether one of the first lines is an object that says something; no array is a file of lines."""
    head = source.head() if source.alone else b"["
    told = islice((line for line in BytesIO(head) if not line.isspace()), _FEW)
    return not head.lstrip().startswith(b"[") and any(map(_says_something, told))


def read(source: Source, tally: Tally) -> Iterator[Heard | Skip]:
    """The turn of every line, or why it has none."""
    for number, line in lines(source.text(source.main), limit=LONGEST):
        where = f"line {number}"
        try:
            fields = object_of(line, limit=LONGEST)
            turn = _turn(dict(fields), _ref(line or b"", number), session=source.path.stem)
        except InvalidInput as error:
            yield skip_of(error, where=where, line=number)
        else:
            tally.record(fields, mapped={**dict.fromkeys(fields, "metadata"), **_MAPPED})
            yield Heard(turn=turn, where=where, line=number)


IMPORTER = Importer(
    name="jsonl",
    title="a conversation in lines of JSON",
    recognises=recognises,
    read=read,
    others=(perdure_jsonl.IMPORTER, records.IMPORTER),
)


def _turn(rest: dict[str, Any], ref: str, *, session: str) -> Turn:
    """The turn of a line, whose fields it takes; raises InvalidInput with what is wrong."""
    tool_calls = _tool_calls(rest.pop("tool_calls", None))
    text, others = said(_first(rest, _TEXT))
    speaker, role = _who(rest)
    given = rest.pop("metadata", None)
    if not isinstance(given, Mapping | None):
        raise InvalidValue("metadata is an object")
    return Turn(
        text if text.strip() else _names(tool_calls),
        speaker=speaker,
        role=role,
        at=moment(_first(rest, _TIME)),
        session=_label(_first(rest, _SESSION), "session") or session,
        ref=_label(_first(rest, _REF), "ref") or ref,
        channel=_channel(rest),
        tool_calls=tool_calls,
        metadata={**{name: value for name, value in rest.items() if value is not None}, **others, **(given or {})},
    )


def _says_something(line: bytes) -> bool:
    try:
        fields = object_of(line, limit=LONGEST)
    except InvalidInput:
        return False
    return any(isinstance(fields.get(name), str | list) for name in _TEXT)


def _first(fields: dict[str, Any], names: tuple[str, ...]) -> Any:
    """Take the first of these fields that has a value; the others stay."""
    return next((fields.pop(name) for name in names if fields.get(name) is not None), None)


def _who(fields: dict[str, Any]) -> tuple[str, str | None]:
    """The speaker, and the role as far as a word of the line names one."""
    name, role = _label(_first(fields, _SPEAKER), "speaker"), _label(fields.pop("role", None), "role")
    known = role_named(role or name or "user")
    if role and name and known is None:
        fields["role"] = role
    return name or known or role or "user", known


def _channel(fields: dict[str, Any]) -> str:
    if fields.get("channel") is None and fields.get("kind") in _CHANNELS:
        fields["channel"] = fields.pop("kind")
    return _label(fields.pop("channel", None), "channel") or CHAT


def _tool_calls(calls: object) -> tuple[Mapping[str, Any], ...]:
    match calls:
        case None:
            return ()
        case Mapping():
            return (calls,)
        case list() if all(isinstance(call, Mapping) for call in calls):
            return tuple(calls)
    raise InvalidValue("tool_calls is a list of objects")


def _names(calls: tuple[Mapping[str, Any], ...]) -> str:
    """What was called, for an action without words; raises InvalidText when nothing was done either."""
    if not calls:
        raise InvalidText("it says nothing")
    functions = [call["function"] if isinstance(call.get("function"), Mapping) else call for call in calls]
    return ", ".join(str(function.get("name") or "tool") for function in functions)


def _label(value: object, name: str) -> str | None:
    """A name or an id; numbers are ids too."""
    if isinstance(value, bool) or not isinstance(value, str | int | None):
        raise InvalidValue(f"{name} is a string, not {type(value).__name__}")
    return None if value is None else str(value)


def _ref(line: bytes, number: int) -> str:
    """The same each time the file is read, and another for each line."""
    return f"L{number}-{blake2s(line.strip(), digest_size=4).hexdigest()}"
