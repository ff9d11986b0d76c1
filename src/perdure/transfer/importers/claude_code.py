"""Transcripts of Claude Code: `~/.claude/projects/PROJECT/SESSION.jsonl`, one of them or a folder full.

A session is what the user typed, what the assistant answered, and every tool it called with what came back. What the program
itself writes in the user's name (reminders, output of commands, summaries of a full window), the talk of subagents and the
model's reasoning are nothing that was said between the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from perdure.domain.journal import Turn
from perdure.errors import InvalidInput
from perdure.transfer.decoding import lines, object_of
from perdure.transfer.found import Heard
from perdure.transfer.importers.importer import Importer
from perdure.transfer.look import sample
from perdure.transfer.parts import spoken, without
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.voices import beside, called, doing, left_behind, said_at, titled

LONGEST = 16 << 20
"""Bytes of a line; a longer one is left out without being held in memory."""

_SEVERAL = 5
"""Files of a folder that are looked at."""

_SPOKEN = ("user", "assistant")
_TITLES = {"summary": "summary", "custom-title": "customTitle", "ai-title": "aiTitle"}
_WRAPPERS = (
    "system-reminder local-command-stdout local-command-stderr local-command-caveat command-name command-message "
    "command-contents bash-input bash-stdout bash-stderr user-prompt-submit-hook post-tool-use-hook ide_opened_file "
    "ide_selection ide_diagnostics new-diagnostics task-notification"
).split()
_NOTES = (
    "Caveat: The messages below were generated",
    "[Request interrupted by user",
    "This session is being continued from",
)
_ARGUMENTS = ("<command-args>", "</command-args>")

_LINE = {
    "uuid": "ref",
    "sessionId": "session",
    "timestamp": "at",
    "type": "role",
    "message": "text, tool_calls",
    "cwd": "metadata.cwd",
    "gitBranch": "metadata.branch",
}
_PROGRAM = {
    "parentUuid": "the lines stand in their order",
    "toolUseResult": "it repeats what the tool gave back",
    **dict.fromkeys(
        "isSidechain isMeta userType version requestId slug thinkingMetadata todos imagePasteIds permissionMode "
        "sourceToolAssistantUUID entrypoint promptId".split(),
        "how the program ran",
    ),
}


@dataclass(kw_only=True)
class _File:
    """What is known of a transcript while it is read."""

    session: str
    title: str | None
    seen: set[str]
    at: datetime | None = None
    tools: dict[str, str] = field(default_factory=dict)
    """The names of the tools by the ids of their calls."""


def recognises(source: Source) -> bool:
    """Whether one of the first files of lines has lines of a session."""
    return any(any(map(_of_session, source.sample(name))) for name in _files(source)[:_SEVERAL])


def read(source: Source, tally: Tally) -> Iterator[Heard | Skip]:
    """The turns of every session, file by file; a line that a resumed session repeats counts once."""
    files = _files(source)
    left_behind(source, files, tally)
    seen: set[str] = set()
    for name in files:
        file = _File(session=PurePosixPath(name).stem, title=_title(source, name), seen=seen)
        for number, line in lines(source.text(name), limit=LONGEST):
            where = f"line {number}" if source.alone else f"{name}, line {number}"
            try:
                yield from _heard(object_of(line, limit=LONGEST), file, where, number, tally)
            except InvalidInput as error:
                yield skip_of(error, where=where, line=number)


IMPORTER = Importer(name="claude-code", title="transcripts of Claude Code", recognises=recognises, read=read)


def _files(source: Source) -> list[str]:
    return [name for name in source.names if source.alone or name.endswith(".jsonl")]


def _of_session(line: object) -> bool:
    match line:
        case {"type": "summary", "leafUuid": str()}:
            return True
        case {"type": "user" | "assistant" | "system" | "attachment" | "progress", "sessionId": str(), "uuid": str()}:
            return True
        case {"type": "custom-title" | "ai-title" | "queue-operation" | "last-prompt", "sessionId": str()}:
            return True
        case {"type": "file-history-snapshot", "messageId": str()}:
            return True
    return False


def _title(source: Source, name: str) -> str | None:
    """What the session is called, if that stands near its beginning."""
    for line in sample(source.head(name)):
        if isinstance(line, Mapping):
            title = line.get(_TITLES.get(str(line.get("type")), ""))
            if isinstance(title, str) and title.strip():
                return title
    return None


def _heard(line: Mapping[str, Any], file: _File, where: str, number: int, tally: Tally) -> Iterator[Heard]:
    """The turns of a line: one for what is said, one for each tool called or heard from."""
    why = _unheard(line, file)
    if why is not None:
        tally.dropped(f"line ({line.get('type') or 'of no type'})", why)
        return
    message = line["message"]
    file.at = said_at(line.get("timestamp"), file.at)
    ref = f"L{number}"
    if isinstance(uuid := line.get("uuid"), str) and uuid:
        file.seen.add(uuid)
        ref = uuid
    turns = _turns(message.get("content"), str(line["type"]), ref, file, tally)
    if not turns:
        tally.dropped("message", "nobody says anything in it")
        return
    record = beside(tally, line, mapped=_LINE, dropped=_PROGRAM, under="line")
    session, about = line.get("sessionId"), _about(line, message)
    for index, turn in enumerate(turns):
        yield Heard(
            turn=replace(
                turn,
                at=file.at,
                session=session if isinstance(session, str) and session else file.session,
                metadata={**titled(file.title), **about, **turn.metadata},
            ),
            where=where,
            line=number,
            tool="claude-code",
            title=file.title,
            record=record if record and index == 0 else None,
        )


def _unheard(line: Mapping[str, Any], file: _File) -> str | None:
    """Why a line is no part of the conversation."""
    message = line.get("message")
    if line.get("type") not in _SPOKEN or not isinstance(message, Mapping):
        return "the program's own"
    if line.get("isSidechain"):
        return "the talk of a subagent"
    if line.get("isMeta") or line.get("isCompactSummary") or line.get("isApiErrorMessage"):
        return "the program speaks"
    if message.get("model") == "<synthetic>":
        return "the program speaks"
    return "it was read before, in another file" if str(line.get("uuid")) in file.seen else None


def _about(line: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, str]:
    found = {"cwd": line.get("cwd"), "branch": line.get("gitBranch"), "model": message.get("model")}
    return {name: value for name, value in found.items() if isinstance(value, str) and value}


def _turns(content: object, role: str, ref: str, file: _File, tally: Tally) -> list[Turn]:
    blocks: list[Any] = content if isinstance(content, list) else [content]
    said: list[Any] = []
    actions: list[Turn] = []
    for number, block in enumerate(blocks):
        match block:
            case {"type": "thinking" | "redacted_thinking"}:
                tally.dropped("message.thinking", "the model's reasoning")
            case {"type": "tool_use" | "server_tool_use"}:
                actions.append(_call(block, f"{ref}/{number}", file))
            case {"type": "tool_result"}:
                actions += _result(block, f"{ref}/{number}", file)
            case _:
                said.append(block)
    text, others = spoken([_typed(block) if role == "user" else block for block in said])
    tally.without(others, "counted, not kept")
    turn = Turn(text, speaker=role, role=role, ref=ref, metadata=others)
    return [turn, *actions] if text.strip() else actions


def _typed(block: Any) -> Any:
    """What the user typed in a part; the arguments of a command, where one was called."""
    text = block if isinstance(block, str) else block.get("text") if isinstance(block, Mapping) else None
    if not isinstance(text, str):
        return block
    if text.lstrip().startswith(_NOTES):
        return ""
    typed = without(text, _WRAPPERS)
    return typed.removeprefix(_ARGUMENTS[0]).removesuffix(_ARGUMENTS[1]).strip()


def _call(block: Mapping[str, Any], ref: str, file: _File) -> Turn:
    call_id = block.get("id")
    call = called(block.get("name"), block.get("input"), call_id)
    about = {}
    if isinstance(call_id, str):
        file.tools[call_id] = call["name"]
        about = {"call_id": call_id}
    return Turn(doing(call), speaker="assistant", role="assistant", ref=ref, tool_calls=(call,), metadata=about)


def _result(block: Mapping[str, Any], ref: str, file: _File) -> Iterator[Turn]:
    said, call_id = block.get("content"), block.get("tool_use_id")
    text, others = spoken(said if isinstance(said, list) else [said])
    if text.strip():
        known = call_id if isinstance(call_id, str) else ""
        about: dict[str, Any] = {**others, **({"call_id": known} if known else {})}
        yield Turn(text, speaker=file.tools.get(known, "tool"), role="tool", ref=ref, metadata=about)
