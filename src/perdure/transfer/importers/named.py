"""Memories in tables and lists of one's own: what a field is called is what it means, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from perdure.domain.memory import Origin, Slot
from perdure.errors import InvalidText
from perdure.transfer.found import Statement
from perdure.transfer.loose import (
    digest,
    fraction,
    kind_of,
    mapping,
    name_of,
    slot_of,
    tags_of,
    text_of,
    written_at,
)

_MEANINGS = {
    "text": "text memory content fact statement note 记忆 内容 事实 文本 陈述",
    "id": "id uuid memory_id 编号",
    "kind": "kind type category memory_type 类型 种类 类别",
    "tags": "tags tag labels keywords 标签 关键词",
    "at": "at created_at created date time timestamp createdat 创建时间 时间 日期",
    "updated_at": "updated_at updated modified last_modified updatedat 更新时间 修改时间",
    "expires_at": "expires_at expires expiration_date expiry 过期时间 到期",
    "owner": "user user_id owner userid username 用户 用户名 所有者",
    "importance": "importance score priority 重要性",
    "confidence": "confidence 置信度",
    "slot": "key slot attribute 键 属性",
    "subject": "subject entity 主体 对象",
    "value": "value 值",
    "tool": "source tool app agent agent_id 来源 工具",
    "session": "session session_id conversation_id run_id 会话",
    "metadata": "metadata meta extra 元数据",
}
MEANING = {name: meaning for meaning, names in _MEANINGS.items() for name in names.split()}
"""What each name of a field means."""

TURNS = frozenset("speaker role sender author from tool_calls 说话人 角色 发言人 发送者 作者".split())
"""Fields that only turns of a conversation have."""

_SAID = frozenset("timestamp time session session_id conversation_id channel message ref".split())
_SIGNS = frozenset(
    name
    for meaning in ("kind", "tags", "importance", "confidence", "slot", "expires_at", "owner")
    for name in _MEANINGS[meaning].split()
) | {"memory", "fact", "记忆", "事实", "memory_id"}
"""Fields that only memories have."""

_TO = {"at": "created_at", "subject": "slot", "session": "source.session", "tool": "source.tool"}


def called(name: object) -> str:
    """A name as the table of meanings has it."""
    return str(name).strip().casefold().replace(" ", "_")


def sayings() -> list[str]:
    """What a column with the text of a memory may be called."""
    return _MEANINGS["text"].split()


def tells_memories(names: Iterable[object]) -> bool:
    """Whether a record with these fields is a memory: it has a text, and nobody speaks."""
    known = {called(name) for name in names}
    return not known & TURNS and any(MEANING.get(name) == "text" for name in known)


def signed(record: Mapping[str, Any]) -> bool:
    """Whether a line is a memory for certain, not something that was said: it has a kind of ours, a slot, tags or the like, and no
    time or place in a conversation."""
    known = {called(name): value for name, value in record.items()}
    signs = [name for name in known.keys() & _SIGNS if MEANING.get(name) != "kind" or kind_of(known[name]) is not None]
    return tells_memories(record) and not known.keys() & _SAID and bool(signs)


def fates(record: Mapping[str, Any], made: Statement) -> dict[str, str]:
    """Where the fields of a record went; those whose values are none are not among them."""
    went = {}
    for meaning, name in _used(record).items():
        value = getattr(made, {"subject": "slot"}.get(meaning, meaning))
        if value not in (None, (), {}) or (meaning == "kind" and made.tags):
            went[name] = _TO.get(meaning, meaning)
    return went


def statement(record: Mapping[str, Any], *, system: str, where: str) -> Statement:
    """A record as a statement; raises InvalidText where it says nothing."""
    found = {meaning: record[name] for meaning, name in _used(record).items()}
    text = text_of(found.get("text"))
    if not text:
        raise InvalidText("the memory says nothing")
    owner, slot, subject = name_of(found.get("owner")), slot_of(found.get("slot")), name_of(found.get("subject"))
    confidence, kind = fraction(found.get("confidence")), kind_of(found.get("kind"))
    label = None if kind else name_of(found.get("kind"))
    return Statement(
        system=system,
        id=name_of(found.get("id")) or digest(owner, text),
        text=text,
        where=where,
        record=record,
        owner=owner,
        kind=kind,
        at=written_at(found.get("at")),
        updated_at=written_at(found.get("updated_at")),
        expires_at=written_at(found.get("expires_at")),
        slot=Slot(subject, slot.attribute) if slot is not None and subject is not None else slot,
        value=text_of(found.get("value")) or None if slot is not None else None,
        importance=fraction(found.get("importance")),
        confidence=1.0 if confidence is None else confidence,
        origin=Origin.IMPORT,
        tool=name_of(found.get("tool")),
        session=name_of(found.get("session")),
        tags=(*tags_of(found.get("tags")), *(() if label is None else (label,))),
        metadata=mapping(found.get("metadata")),
    )


def _used(record: Mapping[str, Any]) -> dict[str, str]:
    """The field that each meaning is taken from: the first with a value, by the order of the names above."""
    by_name = {called(name): name for name in reversed(list(record)) if record[name] not in (None, "")}
    return {meaning: by_name[name] for name, meaning in reversed(MEANING.items()) if name in by_name}
