"""Claude's export: `conversations.json` and `memories.json`, alone, in the folder or in the ZIP they come in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from perdure.domain.journal import Turn
from perdure.errors import InvalidInput, InvalidText, InvalidValue
from perdure.transfer.branches import path_to
from perdure.transfer.found import Heard, Statement
from perdure.transfer.importers import claude_memories
from perdure.transfer.importers.conversations import conversations, files
from perdure.transfer.importers.importer import Importer
from perdure.transfer.parts import spoken
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.voices import LONGEST_NAME, beside, called, doing, left_behind, said_at, titled

_DOCUMENTS = "the documents of projects are nothing that anybody said"
_SENDERS = {"human": "user", "user": "user", "assistant": "assistant"}

_CONVERSATION = {
    "uuid": "session",
    "name": "title",
    "created_at": "at",
    "chat_messages": "turns",
    "account": "owner",
    "current_leaf_message_uuid": "the branch that is read",
}
_MESSAGE = {
    "uuid": "ref",
    "sender": "role",
    "created_at": "at",
    "text": "text",
    "content": "text, tool_calls",
    "attachments": "turns of documents",
    "files": "metadata.files",
    "files_v2": "metadata.files",
    "parent_message_uuid": "the branch that is read",
}
_PROGRAM = dict.fromkeys(("updated_at", "index", "truncated", "stop_reason"), "how the program showed it")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Talk:
    """A conversation: what it is called, and what all its turns share."""

    where: str
    session: str
    title: str | None
    owner: str | None
    about: Mapping[str, Any]


def recognises(source: Source) -> bool:
    """Whether it has conversations, objects with `chat_messages`, or what was noted, with `conversations_memory`."""
    talks = any("chat_messages" in source.first_keys(name) for name in files(source)[:1])
    return talks or any(claude_memories.MARK in source.first_keys(name) for name in claude_memories.files(source)[:1])


def read(source: Source, tally: Tally) -> Iterator[Heard | Statement | Skip]:
    """The turns of every conversation, one conversation at a time; then what was noted."""
    noted = claude_memories.files(source)
    names = [] if source.alone and noted else files(source)
    projects = claude_memories.project_files(source)
    left_behind(source, [*names, *noted, *projects], tally)
    yield from conversations(source, names, tally, _conversation)
    yield from claude_memories.read(source, noted, tally)
    for name in projects:
        tally.dropped(name.rpartition("/")[2], _DOCUMENTS)
        yield Skip(where=name, reason=_DOCUMENTS, code="not_a_conversation")


IMPORTER = Importer(name="claude", title="Claude's export", recognises=recognises, read=read)


def _conversation(found: object, where: str, tally: Tally) -> Iterator[Heard | Skip]:
    """The turns of the current branch; raises InvalidInput when there are none."""
    if not isinstance(found, Mapping) or not isinstance(messages := found.get("chat_messages"), list):
        raise InvalidInput("it is no conversation: it has no messages")
    talk = _talk(found, where, tally)
    at, empty, about = said_at(found.get("created_at")), True, talk.about
    current = branch(messages, found.get("current_leaf_message_uuid"))
    tally.without(["message"] * (len(messages) - len(current)), "of a branch that was left")
    for number, message in current:
        if not isinstance(message, Mapping) or (role := _SENDERS.get(str(message.get("sender")))) is None:
            yield skip_of(InvalidValue("a message is by neither a human nor the assistant"), where=talk.where)
            continue
        at = said_at(message.get("created_at"), at)
        ref = str(message.get("uuid") or f"message {number}")
        turns = _turns(message, role=role, ref=ref, tally=tally)
        if not turns:
            tally.dropped("message", "it says nothing")
            continue
        left = beside(tally, message, mapped=_MESSAGE, dropped=_PROGRAM, under="message")
        record = {**left, "conversation": about} if about else left
        yield from _heard(turns, talk, at, record)
        empty, about = False, {}
    if empty:
        yield skip_of(InvalidText("nothing is said in it"), where=talk.where)


def _talk(found: Mapping[str, Any], where: str, tally: Tally) -> _Talk:
    name, account = found.get("name"), found.get("account")
    title = name if isinstance(name, str) and name.strip() else None
    owner = account.get("uuid") if isinstance(account, Mapping) else None
    return _Talk(
        where=title or where,
        session=str(found.get("uuid") or (title or where)[:LONGEST_NAME]),
        title=title,
        owner=owner if isinstance(owner, str) and owner else None,
        about=beside(
            tally, found, mapped=_CONVERSATION, dropped={"updated_at": "it has no counterpart"}, under="conversation"
        ),
    )


def _heard(turns: Sequence[Turn], talk: _Talk, at: datetime | None, record: Mapping[str, Any]) -> Iterator[Heard]:
    """The turns of one message, the first of which keeps what the message has beside."""
    for number, turn in enumerate(turns):
        yield Heard(
            turn=replace(turn, at=at, session=talk.session, metadata={**titled(talk.title), **turn.metadata}),
            where=talk.where,
            owner=talk.owner,
            tool="claude",
            title=talk.title,
            record=record if record and number == 0 else None,
        )


def branch(messages: Sequence[Any], leaf: object) -> list[tuple[int, Any]]:
    """The messages that lead to the leaf, to the last one where none is named; all of them where none names its parent."""
    numbered = list(enumerate(messages, 1))
    placed = {message["uuid"]: (number, message) for number, message in numbered if _placed(message)}
    if not any(message.get("parent_message_uuid") in placed for _, message in placed.values()):
        return numbered
    end = leaf if isinstance(leaf, str) and leaf in placed else next(reversed(placed))
    path = path_to(end, {uuid: message.get("parent_message_uuid") for uuid, (_, message) in placed.items()})
    loose = [(number, message) for number, message in numbered if not _placed(message)]
    return sorted([*(placed[uuid] for uuid in path), *loose], key=lambda found: found[0])


def _placed(message: object) -> bool:
    return (
        isinstance(message, Mapping)
        and isinstance(message.get("uuid"), str)
        and isinstance(message.get("parent_message_uuid"), str)
    )


def _turns(message: Mapping[str, Any], *, role: str, ref: str, tally: Tally) -> list[Turn]:
    """What a message says, what was done in it, and the documents that came with it."""
    blocks = message.get("content")
    listed = [block for block in blocks if isinstance(block, Mapping)] if isinstance(blocks, list) else []
    text, others = spoken([block for block in listed if str(block.get("type")) not in _SILENT])
    written = message.get("text")
    text = text if listed else written if isinstance(written, str) else ""
    metadata: dict[str, Any] = {**others, **_files_of(message)}
    turns = [Turn(text, speaker=role, role=role, ref=ref, metadata=metadata)] if text.strip() else []
    for number, block in enumerate(listed):
        turn = _action(block, f"{ref}/{number}")
        if turn is not None:
            turns.append(turn)
        elif (kind := str(block.get("type"))) in _SILENT:
            tally.dropped(f"message.content.{kind}", _SILENT[kind])
    return [*_documents(message, role=role, ref=ref), *turns]


_SILENT = {
    "thinking": "the model's reasoning",
    "redacted_thinking": "the model's reasoning",
    "token_budget": "how the program counts",
    "flag": "how the program showed it",
    "tool_use": "it says nothing",
    "tool_result": "it says nothing",
}


def _action(block: Mapping[str, Any], ref: str) -> Turn | None:
    """The turn of a tool call, or of what came back from it."""
    match block.get("type"):
        case "tool_use":
            call_id = block.get("id")
            call = called(block.get("name"), block.get("input"), call_id)
            about = {"call_id": call_id} if isinstance(call_id, str) else {}
            return Turn(doing(call), speaker="assistant", role="assistant", ref=ref, tool_calls=(call,), metadata=about)
        case "tool_result":
            said = block.get("content")
            text, others = spoken(said if isinstance(said, list) else [said])
            answered = block.get("tool_use_id")
            found: dict[str, Any] = {**others, **({"call_id": answered} if isinstance(answered, str) else {})}
            name = str(block.get("name") or "tool")
            return Turn(text, speaker=name, role="tool", ref=ref, metadata=found) if text.strip() else None
    return None


def _documents(message: Mapping[str, Any], *, role: str, ref: str) -> Iterator[Turn]:
    """The text of attachments: a long paste is one, too."""
    attached = message.get("attachments")
    for number, document in enumerate(attached if isinstance(attached, list) else []):
        match document:
            case {"extracted_content": str(text)} if text.strip():
                about = {"file": str(document.get("file_name") or "")}
                yield Turn(
                    text, speaker=role, role=role, ref=f"{ref}/file {number}", channel="document", metadata=about
                )


def _files_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """The names of the files that came with a message, which are not in the export."""
    files = message.get("files") or message.get("files_v2")
    names = [
        file["file_name"]
        for file in (files if isinstance(files, list) else [])
        if isinstance(file, Mapping) and isinstance(file.get("file_name"), str)
    ]
    return {"files": names} if names else {}
