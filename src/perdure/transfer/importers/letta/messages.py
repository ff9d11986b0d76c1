"""What a Letta agent heard, said and did.

MemGPT's agents think in `content` and speak by calling `send_message`; what they hear and what tools return is JSON with the text in
`message`. Newer agents say what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from perdure.domain.journal import Turn
from perdure.errors import InvalidText
from perdure.transfer import loose
from perdure.transfer.found import Heard, Item
from perdure.transfer.importers.letta.part import SYSTEM
from perdure.transfer.loose import Record
from perdure.transfer.parts import spoken
from perdure.transfer.tally import Tally

_SPEAKS = "send_message"
_FILE_ID = re.compile(r"message-\d{1,9}")
_ROLES = {"user": "user", "assistant": "assistant", "tool": "tool", "function": "tool", "approval": "tool"}
_SIGNALS = ("heartbeat", "login", "system_alert")
_SIGNAL = "a signal of the runtime, not something said"
_PROMPT = "the prompt of the agent, which has the blocks in it"
_FIELDS = {
    "id": "turn.ref",
    "role": "turn.role",
    "name": "turn.speaker",
    "content": "turn.text",
    "text": "turn.text",
    "created_at": "turn.at",
    "tool_calls": "turn.tool_calls",
    "tool_returns": "turn.text",
    "conversation_id": "turn.session",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Talk:
    """The conversation that messages belong to; `prompt` is the agent's system prompt."""

    session: str
    owner: str | None
    prompt: str = ""


def heard(record: Record, talk: Talk, where: str, tally: Tally) -> Iterator[Item]:
    """The turn that a message is; nothing where it is the prompt or a signal of the runtime. Raises InvalidText where it is empty."""
    role = _ROLES.get(str(record.get("role")), "system")
    text, others = _said(record)
    calls = _calls(record)
    reason = _no_turn(record, role, text, talk)
    if reason is not None:
        tally.without([f"message.{name}" for name, value in record.items() if value], reason)
        return
    speech = [_speech(call) for call in calls if call["name"] == _SPEAKS]
    rest = tuple(call for call in calls if call["name"] != _SPEAKS)
    text = "\n".join(filter(None, speech)) or text or ", ".join(str(call["name"]) for call in rest)
    if not text:
        raise InvalidText("the message says nothing")
    loose.count(tally, "message", record, _FIELDS)
    turn = Turn(
        text,
        speaker=loose.name_of(record.get("name")) or role,
        role=role,
        at=loose.when(record.get("created_at")),
        session=loose.name_of(record.get("conversation_id")) or talk.session,
        ref=_ref(record, text),
        tool_calls=rest,
        metadata=others,
    )
    yield Heard(turn=turn, where=where, owner=talk.owner, tool=SYSTEM, record=loose.record_of(record))


def _no_turn(record: Record, role: str, text: str, talk: Talk) -> str | None:
    """Why a message is nothing said, where it is not."""
    if _packed(record).get("type") in _SIGNALS:
        return _SIGNAL
    prompt = talk.prompt.strip()[:200]
    return _PROMPT if role == "system" and prompt and text.startswith(prompt) else None


def _raw(record: Record) -> tuple[str, dict[str, int]]:
    content = record.get("content")
    found = spoken(content) if isinstance(content, list) else (loose.text_of(content), {})
    return (found[0].strip() or loose.text_of(record.get("text")), found[1] if isinstance(content, list) else {})


def _packed(record: Record) -> dict[str, Any]:
    return loose.mapping(_raw(record)[0])


def _said(record: Record) -> tuple[str, dict[str, int]]:
    """The text of a message, unpacked, and how many pictures and other attachments it has."""
    text, others = _raw(record)
    packed = _packed(record)
    if isinstance(packed.get("message"), str) and packed.keys() & {"type", "status", "time"}:
        text = packed["message"].strip()
    returned = [loose.text_of(each.get("func_response")) for each in loose.records(record.get("tool_returns"))]
    others = {name: number for name, number in others.items() if name == "images"}
    return text or "\n".join(filter(None, returned)), others


def _calls(record: Record) -> list[dict[str, Any]]:
    """What was called, with what: as OpenAI's functions, or as parts of the content."""
    found = [_call(loose.mapping(call.get("function")) or call) for call in loose.records(record.get("tool_calls"))]
    parts = loose.records(record.get("content"))
    return found or [_call(part) for part in parts if part.get("type") == "tool_call"]


def _call(call: Record) -> dict[str, Any]:
    arguments = call.get("arguments", call.get("input"))
    return {"name": loose.name_of(call.get("name")) or "tool", "arguments": loose.record_of({"": arguments})[""]}


def _speech(call: Record) -> str:
    return loose.text_of(loose.mapping(call.get("arguments")).get("message"))


def _ref(record: Record, text: str) -> str:
    """The id of a message; in an agent file ids only number what is in it."""
    found = loose.name_of(record.get("id"))
    if found is not None and not _FILE_ID.fullmatch(found):
        return found
    return loose.digest(record.get("role"), record.get("created_at"), text)
