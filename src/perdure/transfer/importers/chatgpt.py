"""ChatGPT's `conversations.json`, alone, in the folder or in the ZIP it comes in.

A conversation is a tree: each edit and each new answer opens a branch. What is imported is the branch last looked at,
from its root to `current_node`. Hidden messages, the model's reasoning and empty steps are nothing that was said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from perdure.domain.journal import ROLES, Turn
from perdure.errors import InvalidInput, InvalidText, InvalidValue
from perdure.transfer.branches import path_to
from perdure.transfer.found import Heard
from perdure.transfer.importers.conversations import conversations, files
from perdure.transfer.importers.importer import Importer
from perdure.transfer.parts import spoken
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.voices import LONGEST_NAME, beside, called, left_behind, said_at, titled

_THOUGHTS = ("thoughts", "reasoning_recap")

_CONVERSATION = {
    "mapping": "turns",
    "current_node": "the branch that is read",
    "title": "title",
    "conversation_id": "session",
    "id": "session",
    "create_time": "at",
    "update_time": "at",
}
_MESSAGE = {
    "id": "ref",
    "author": "role, speaker",
    "create_time": "at",
    "content": "text",
    "recipient": "tool_calls",
}
_PROGRAM = dict.fromkeys(("status", "end_turn", "weight", "update_time", "channel"), "how the program showed it")

Node = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Talk:
    """A conversation: what it is called, and what all its turns share."""

    where: str
    session: str
    title: str | None
    about: Mapping[str, Any]


def recognises(source: Source) -> bool:
    """Whether it has lists of conversations, or one alone: objects with a `mapping`."""
    return any("mapping" in source.first_keys(name) for name in files(source)[:1])


def read(source: Source, tally: Tally) -> Iterator[Heard | Skip]:
    """The turns of every conversation, one conversation at a time."""
    names = files(source)
    left_behind(source, names, tally)
    yield from conversations(source, names, tally, _conversation)


IMPORTER = Importer(name="chatgpt", title="ChatGPT's export", recognises=recognises, read=read)


def _conversation(found: object, where: str, tally: Tally) -> Iterator[Heard | Skip]:
    """The turns of the current branch; raises InvalidInput when there are none."""
    if not isinstance(found, Mapping) or not isinstance(mapping := found.get("mapping"), Mapping):
        raise InvalidInput("it is no conversation: it has no messages")
    talk = _talk(found, where, tally)
    at = said_at(found.get("create_time")) or said_at(found.get("update_time"))
    path = branch(mapping, found.get("current_node"))
    tally.without(["message"] * _beside(mapping, path), "of a branch that was left")
    empty, about = True, talk.about
    for key, node in path:
        message = node.get("message")
        if not isinstance(message, Mapping):
            continue
        at = said_at(message.get("create_time"), at)
        try:
            heard = _heard(message, key, talk, at, tally)
        except InvalidValue as error:
            yield skip_of(error, where=talk.where)
            continue
        if heard is not None:
            yield _with(heard, about)
            empty, about = False, {}
    if empty:
        yield skip_of(InvalidText("nothing is said in it"), where=talk.where)


def _talk(found: Mapping[str, Any], where: str, tally: Tally) -> _Talk:
    title, session = found.get("title"), found.get("conversation_id") or found.get("id")
    named = title if isinstance(title, str) and title.strip() else None
    about = beside(tally, found, mapped=_CONVERSATION, dropped={}, under="conversation")
    return _Talk(
        where=named or where, session=str(session or (named or where)[:LONGEST_NAME]), title=named, about=about
    )


def branch(mapping: Mapping[str, Any], current: object) -> list[tuple[str, Node]]:
    """The nodes from the root to the current one; to the latest where the current one is not named or not there."""
    nodes = {key: node for key, node in mapping.items() if isinstance(node, Mapping)}
    leaf = current if isinstance(current, str) and current in nodes else _latest(nodes)
    return [(key, nodes[key]) for key in path_to(leaf, {key: node.get("parent") for key, node in nodes.items()})]


def _latest(nodes: Mapping[str, Node]) -> str | None:
    parents = {str(node.get("parent")) for node in nodes.values()}
    return max((key for key in nodes if key not in parents), key=lambda key: _stamp(nodes[key]), default=None)


def _stamp(node: Node) -> float:
    message = node.get("message")
    at = said_at(message.get("create_time")) if isinstance(message, Mapping) else None
    return at.timestamp() if at is not None else float("-inf")


def _beside(mapping: Mapping[str, Any], path: list[tuple[str, Node]]) -> int:
    """How many messages there are that the path does not lead over."""
    taken = {key for key, _ in path}
    others = (node for key, node in mapping.items() if key not in taken)
    return sum(isinstance(node, Mapping) and isinstance(node.get("message"), Mapping) for node in others)


def _heard(message: Mapping[str, Any], key: str, talk: _Talk, at: datetime | None, tally: Tally) -> Heard | None:
    """The turn of a message; None where it says nothing that anybody was to see. Raises InvalidValue."""
    content, metadata = message.get("content"), message.get("metadata")
    if isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation"):
        tally.dropped("message", "hidden by the program")
        return None
    if isinstance(content, Mapping) and content.get("content_type") in _THOUGHTS:
        tally.dropped("message", "the model's reasoning")
        return None
    role, speaker = _author(message)
    text, others = _said(content)
    if not text.strip():
        tally.dropped("message", "it says nothing")
        return None
    recipient = message.get("recipient") or "all"
    turn = Turn(
        text,
        speaker=speaker,
        role=role,
        at=at,
        session=talk.session,
        ref=str(message.get("id") or key),
        tool_calls=(called(recipient, text),) if recipient != "all" and role != "tool" else (),
        metadata={**titled(talk.title), **others},
    )
    tally.without(others, "counted, not kept")
    record = beside(tally, message, mapped=_MESSAGE, dropped=_PROGRAM, under="message")
    return Heard(turn=turn, where=talk.where, tool="chatgpt", title=talk.title, record=record or None)


def _with(heard: Heard, about: Mapping[str, Any]) -> Heard:
    """The first turn of a conversation, which keeps what the conversation has beside its turns."""
    return replace(heard, record={**(heard.record or {}), "conversation": about}) if about else heard


def _author(message: Mapping[str, Any]) -> tuple[str, str]:
    author = message.get("author")
    if not isinstance(author, Mapping) or (role := author.get("role")) not in ROLES:
        raise InvalidValue(f"a message is by none of {', '.join(ROLES)}")
    return str(role), str(author.get("name") or role)


def _said(content: object) -> tuple[str, dict[str, int]]:
    match content:
        case {"parts": list(parts)}:
            return spoken(parts)
        case {"text": str(text)} | {"result": str(text)}:
            return text, {}
    return "", {}
