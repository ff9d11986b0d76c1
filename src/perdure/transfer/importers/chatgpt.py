"""ChatGPT's `conversations.json`, alone or in the ZIP it comes in.

A conversation is a tree: each edit and each new answer opens a branch. What is imported is the branch last looked at,
from its root to `current_node`. Hidden messages, the model's reasoning and empty steps are nothing that was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from perdure.domain.journal import ROLES, Turn
from perdure.errors import InvalidInput, InvalidText, InvalidValue
from perdure.transfer.decoding import decoded, elements
from perdure.transfer.found import Heard
from perdure.transfer.importers.importer import Importer
from perdure.transfer.parts import spoken
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.times import moment

LARGEST = 64 << 20
"""Bytes of a conversation; a larger one is left out without being held in memory."""

_MEMBER = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_TREE = re.compile(rb'"mapping"\s*:\s*\{')

Node = Mapping[str, Any]


def recognises(source: Source) -> bool:
    """Whether it has lists of conversations, or one alone: objects with a `mapping`."""
    return any(_has_trees(source.head(name)) for name in _files(source)[:1])


def read(source: Source, _tally: Tally) -> Iterator[Heard | Skip]:
    """The turns of every conversation, one conversation at a time."""
    number = 0
    for name in _files(source):
        for raw in elements(source.text(name), limit=LARGEST):
            number += 1
            where = f"conversation {number}"
            try:
                yield from _conversation(_value(raw), where)
            except InvalidInput as error:
                yield skip_of(error, where=where)


IMPORTER = Importer(name="chatgpt", title="ChatGPT's export", recognises=recognises, read=read)


def _files(source: Source) -> list[str]:
    """The file, or those that an export has: one, or numbered ones when it is large."""
    return [name for name in source.names if source.alone or _MEMBER.fullmatch(name)]


def _has_trees(head: bytes) -> bool:
    return head.lstrip()[:1] in (b"[", b"{") and _TREE.search(head) is not None


def _value(raw: bytes | None) -> object:
    if raw is None:
        raise InvalidText(f"it is larger than {LARGEST:,} bytes")
    return decoded(raw)


def _conversation(found: object, where: str) -> Iterator[Heard | Skip]:
    """The turns of the current branch; raises InvalidInput when there are none."""
    if not isinstance(found, Mapping) or not isinstance(mapping := found.get("mapping"), Mapping):
        raise InvalidInput("it is no conversation: it has no messages")
    title, session = found.get("title"), found.get("conversation_id") or found.get("id")
    where = title if isinstance(title, str) and title.strip() else where
    about = {"title": title} if where == title else {}
    at = _time(found.get("create_time")) or _time(found.get("update_time"))
    empty = True
    for key, node in branch(mapping, found.get("current_node")):
        message = node.get("message")
        if not isinstance(message, Mapping) or _hidden(message):
            continue
        at = _time(message.get("create_time")) or at
        try:
            turn = _turn(message)
        except InvalidValue as error:
            yield skip_of(error, where=where)
            continue
        if turn.text.strip():
            empty = False
            ref, metadata = str(message.get("id") or key), {**about, **turn.metadata}
            yield Heard(
                turn=replace(turn, at=at, session=str(session or where), ref=ref, metadata=metadata), where=where
            )
    if empty:
        yield skip_of(InvalidText("nothing is said in it"), where=where)


def branch(mapping: Mapping[str, Any], current: object) -> list[tuple[str, Node]]:
    """The nodes from the root to the current one; to the latest where the current one is not named or not there."""
    key = current if isinstance(current, str) and current in mapping else _latest(mapping)
    path: dict[str, Node] = {}
    while isinstance(key, str) and key not in path and isinstance(node := mapping.get(key), Mapping):
        path[key] = node
        key = node.get("parent")
    return list(reversed(path.items()))


def _latest(mapping: Mapping[str, Any]) -> str | None:
    nodes = {key: node for key, node in mapping.items() if isinstance(node, Mapping)}
    parents = {str(node.get("parent")) for node in nodes.values()}
    return max((key for key in nodes if key not in parents), key=lambda key: _said_at(nodes[key]), default=None)


def _said_at(node: Node) -> float:
    message = node.get("message")
    at = _time(message.get("create_time")) if isinstance(message, Mapping) else None
    return at.timestamp() if at is not None else float("-inf")


def _turn(message: Mapping[str, Any]) -> Turn:
    """What a message says, or does when it is addressed to a tool; empty when it does neither."""
    author = message.get("author")
    if not isinstance(author, Mapping) or (role := author.get("role")) not in ROLES:
        raise InvalidValue(f"a message is by none of {', '.join(ROLES)}")
    text, others = _said(message.get("content"))
    recipient = message.get("recipient") or "all"
    calls = ({"name": str(recipient), "arguments": text},) if recipient != "all" and role != "tool" else ()
    return Turn(text, speaker=str(author.get("name") or role), role=role, tool_calls=calls, metadata=others)


def _said(content: object) -> tuple[str, dict[str, int]]:
    match content:
        case {"parts": list(parts)}:
            return spoken(parts)
        case {"text": str(text)} | {"result": str(text)}:
            return text, {}
    return "", {}


def _hidden(message: Mapping[str, Any]) -> bool:
    metadata = message.get("metadata")
    return isinstance(metadata, Mapping) and bool(metadata.get("is_visually_hidden_from_conversation"))


def _time(value: object) -> datetime | None:
    """A time; one that cannot be read is as good as none, the conversation has others."""
    try:
        return moment(value)
    except InvalidValue:
        return None
