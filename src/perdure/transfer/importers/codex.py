"""Transcripts of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`, one of them or a folder full.

A line wraps its item (`{"timestamp", "type", "payload"}`), in older files it is the item itself. What the program writes in the
user's name, its notices and the model's reasoning are nothing that was said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from perdure.domain.journal import Turn
from perdure.errors import InvalidInput
from perdure.transfer.decoding import decoded, lines, object_of
from perdure.transfer.found import Heard
from perdure.transfer.importers.importer import Importer
from perdure.transfer.parts import spoken, without
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.voices import called, doing, left_behind, said_at

LONGEST = 16 << 20
"""Bytes of a line; a longer one is left out without being held in memory."""

_SEVERAL = 5
"""Files of a folder that are looked at."""

_WRAPPED = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
_WRAPPERS = (
    "environment_context user_instructions INSTRUCTIONS turn_aborted user_shell_command skill subagent_notification "
    "collaboration_mode"
).split()
_NOTES = ("# AGENTS.md instructions for",)
_REQUEST = "## My request for Codex:"
"""What the user typed follows this line where an editor put its own context before it."""

_ITEMS = ("function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "local_shell_call")
_REPEATED = {
    "event_msg": "it repeats what is said, or tells how the program ran",
    "turn_context": "how the program ran",
    "compacted": "a summary by the program; what it sums up is there",
    "session_meta": "how the program ran, but for its id, time and folder",
}


@dataclass(kw_only=True)
class _File:
    """What is known of a transcript while it is read."""

    session: str
    begun: bool = False
    at: datetime | None = None
    about: dict[str, str] = field(default_factory=dict)
    tools: dict[str, str] = field(default_factory=dict)
    """The names of the tools by the ids of their calls."""


def recognises(source: Source) -> bool:
    """Whether one of the first files of lines is a transcript."""
    return any(_is_rollout(source.sample(name)) for name in _files(source)[:_SEVERAL])


def read(source: Source, tally: Tally) -> Iterator[Heard | Skip]:
    """The turns of every session, file by file."""
    files = _files(source)
    left_behind(source, files, tally)
    for name in files:
        file = _File(session=PurePosixPath(name).stem)
        for number, line in lines(source.text(name), limit=LONGEST):
            where = f"line {number}" if source.alone else f"{name}, line {number}"
            try:
                turn = _turn(object_of(line, limit=LONGEST), file, number, tally)
            except InvalidInput as error:
                yield skip_of(error, where=where, line=number)
                continue
            if turn is not None:
                yield Heard(turn=turn, where=where, line=number, tool="codex")


IMPORTER = Importer(name="codex", title="transcripts of Codex", recognises=recognises, read=read)


def _files(source: Source) -> list[str]:
    return [name for name in source.names if source.alone or name.endswith(".jsonl")]


def _is_rollout(found: list[object]) -> bool:
    if any(isinstance(line, Mapping) and _wrapped(line) for line in found):
        return True
    older = any(isinstance(line, Mapping) and _opens(line) for line in found[:1])
    return older and any(isinstance(line, Mapping) and _is_item(line) for line in found[1:])


def _wrapped(line: Mapping[str, Any]) -> bool:
    return line.get("type") in _WRAPPED and isinstance(line.get("payload"), Mapping)


def _opens(line: Mapping[str, Any]) -> bool:
    """Whether it is the first line of an older file: the id and the time of the session, and no item."""
    return "type" not in line and isinstance(line.get("id"), str) and isinstance(line.get("timestamp"), str)


def _is_item(line: Mapping[str, Any]) -> bool:
    return line.get("record_type") == "state" or line.get("type") in (*_ITEMS, "message", "reasoning")


def _turn(line: Mapping[str, Any], file: _File, number: int, tally: Tally) -> Turn | None:
    """The turn of a line; None where it is the program's own."""
    file.at = said_at(line.get("timestamp"), file.at)
    if _opens(line):
        _begin(file, line, tally)
        return None
    item = line
    if _wrapped(line):
        item, kind = line["payload"], str(line["type"])
        if kind == "session_meta":
            _begin(file, item, tally)
        if kind != "response_item":
            tally.dropped(f"line ({kind})", _REPEATED[kind])
            return None
    turn = _said(item, file, tally)
    if turn is None:
        return None
    tally.mapped("line.timestamp", "at")
    own = item.get("id")
    ref = own if isinstance(own, str) and own else f"L{number}"
    return replace(turn, at=file.at, session=file.session, ref=ref, metadata={**file.about, **turn.metadata})


def _begin(file: _File, meta: Mapping[str, Any], tally: Tally) -> None:
    """Take the id, the time and the folder of the session; the first that are named, for a forked session repeats its origin's."""
    own, cwd = meta.get("id"), meta.get("cwd")
    if not file.begun and isinstance(own, str) and own:
        file.session, file.begun = own, True
        file.about = {"cwd": cwd} if isinstance(cwd, str) and cwd else {}
    file.at = said_at(meta.get("timestamp"), file.at)
    tally.mapped("session.id", "session")


def _said(item: Mapping[str, Any], file: _File, tally: Tally) -> Turn | None:
    kind = item.get("type")
    match kind:
        case "message":
            return _message(item, tally)
        case "function_call" | "custom_tool_call" | "local_shell_call" | "web_search_call":
            return _call(item, file, tally)
        case "function_call_output" | "custom_tool_call_output":
            return _output(item, file, tally)
    why = "the model's reasoning" if kind == "reasoning" else "the program's own"
    tally.dropped(f"item ({kind or item.get('record_type') or 'of no type'})", why)
    return None


def _message(item: Mapping[str, Any], tally: Tally) -> Turn | None:
    role, content = item.get("role"), item.get("content")
    if role not in ("user", "assistant"):
        tally.dropped("message", "the program speaks")
        return None
    parts = content if isinstance(content, list) else [content]
    text, others = spoken([_typed(part) for part in parts] if role == "user" else parts)
    if not text.strip():
        tally.dropped("message", "nobody says anything in it")
        return None
    tally.mapped("message.role", "role")
    tally.mapped("message.content", "text")
    tally.without(others, "counted, not kept")
    return Turn(text, speaker=role, role=role, metadata=others)


def _typed(part: Any) -> Any:
    """What the user typed in a part."""
    text = part if isinstance(part, str) else part.get("text") if isinstance(part, Mapping) else None
    if not isinstance(text, str):
        return part
    _, asked, request = text.partition(_REQUEST)
    typed = without(request if asked else text, _WRAPPERS)
    return "" if typed.startswith(_NOTES) else typed


def _call(item: Mapping[str, Any], file: _File, tally: Tally) -> Turn:
    call_id = item.get("call_id") or item.get("id")
    given = next((item[name] for name in ("arguments", "input", "action") if item.get(name) is not None), None)
    call = called(item.get("name") or str(item["type"]).removesuffix("_call"), _opened(given), call_id)
    about = {}
    if isinstance(call_id, str):
        file.tools[call_id] = call["name"]
        about = {"call_id": call_id}
    tally.mapped("call", "tool_calls")
    return Turn(doing(call), speaker="assistant", role="assistant", tool_calls=(call,), metadata=about)


def _output(item: Mapping[str, Any], file: _File, tally: Tally) -> Turn | None:
    call_id, output = item.get("call_id"), _opened(item.get("output"))
    if isinstance(output, Mapping):
        output = output.get("output") or output.get("content")
    text, others = spoken(output if isinstance(output, list) else [output])
    if not text.strip():
        tally.dropped("call.output", "it is empty")
        return None
    known = call_id if isinstance(call_id, str) else ""
    tally.mapped("call.output", "text")
    about: dict[str, Any] = {**others, **({"call_id": known} if known else {})}
    return Turn(text, speaker=file.tools.get(known, "tool"), role="tool", metadata=about)


def _opened(value: Any) -> Any:
    """What a string of JSON holds; any other value as it is."""
    if not isinstance(value, str) or value[:1] not in ("{", "["):
        return value
    try:
        return decoded(value.encode("utf-8", "surrogatepass"))
    except InvalidInput:
        return value
