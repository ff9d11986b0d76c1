"""What conversations with every tool have in common: who speaks, when, what is done, and what a message has beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from perdure.errors import InvalidValue
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.times import moment

_WORDS = {
    "user": "user human 用户 用戶",
    "assistant": "assistant ai bot model chatbot 助手 助理 机器人 機器人",
    "system": "system developer 系统 系統",
    "tool": "tool function 工具",
}
_MARKS = {
    "user": "you me 我 你 使用者 人类 提问 问",
    "assistant": "gpt chatgpt claude gemini copilot deepseek kimi grok qwen 豆包 通义千问 文心一言 智谱清言 元宝 回答 答",
}


def _by_word(words: Mapping[str, str]) -> dict[str, str]:
    return {word: role for role, listed in words.items() for word in listed.split()}


_ROLES = _by_word(_WORDS)
_MARKED = {**_by_word(_MARKS), **_ROLES}
LONGEST_NAME = 200
"""Characters of a title that serve as the name of a session without an id."""

_SHORT = 200
"""Characters of an argument that still says in a line what was done."""


def role_named(word: str) -> str | None:
    """The role that a word stands for, in either language."""
    return _ROLES.get(word.strip().casefold())


def role_marked(word: str) -> str | None:
    """The same for the marks of logs that people save, where tools go by their names: `You said`, `ChatGPT`, 我, 豆包."""
    return _MARKED.get(word.strip().casefold().removesuffix(" said").removesuffix("说"))


def said_at(value: object, before: datetime | None = None) -> datetime | None:
    """When a message was said; one without a time, or with one that cannot be read, right after the one before it."""
    try:
        return moment(value) or before
    except InvalidValue:
        return before


def called(name: object, arguments: object, call_id: object = None) -> Mapping[str, Any]:
    """A tool call in the one form that all of them take."""
    call = {"id": call_id, "name": str(name or "tool"), "arguments": arguments}
    return {field: value for field, value in call.items() if value is not None}


def doing(call: Mapping[str, Any]) -> str:
    """A call in words: what was called, and with what, as far as that is short."""
    arguments = call.get("arguments")
    values = list(arguments.values()) if isinstance(arguments, Mapping) else [arguments]
    short = [words for value in values if 0 < len(words := _words(value)) <= _SHORT]
    return f"{call['name']}: {', '.join(short)}" if short else str(call["name"])


def _words(value: object) -> str:
    match value:
        case str():
            return value
        case list() if all(isinstance(each, str) for each in value):
            return " ".join(value)
    return ""


def titled(title: str | None) -> dict[str, str]:
    """What the metadata of every turn says of its conversation."""
    return {"title": title} if title else {}


def beside(
    tally: Tally, record: Mapping[str, Any], *, mapped: Mapping[str, str], dropped: Mapping[str, str], under: str
) -> dict[str, Any]:
    """What a record has that is neither mapped nor dropped, to be kept raw; every field is told to the tally, `under` a name."""
    named = {f"{under}.{field}": value for field, value in record.items()}
    tally.record(
        named,
        mapped={f"{under}.{field}": to for field, to in mapped.items()},
        dropped={f"{under}.{field}": why for field, why in dropped.items()},
    )
    return {
        field: value
        for field, value in record.items()
        if field not in mapped and field not in dropped and value not in (None, "", [], {})
    }


def left_behind(source: Source, read: Iterable[str], tally: Tally) -> None:
    """Tell the tally of the files that lie beside those that are read: by their names if they are JSON, else by their sort."""
    others = Counter(set(source.names) - set(read))
    for name in sorted(others):
        path = PurePosixPath(name)
        tally.dropped(
            path.name if path.suffix == ".json" else f"*{path.suffix or path.name}", "no conversation is in it"
        )
