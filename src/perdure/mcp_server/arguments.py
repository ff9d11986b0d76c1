"""The arguments of a tool: how each is described to an agent, and how it is read. What is wrong is named, never repeated."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from perdure.errors import InvalidRequest

_SEPARATORS = re.compile(r"[,，]")
_NAME = 40
"""Characters of an unknown argument's name that are said back."""

MOST_MESSAGES = 1_000
"""Messages that are read at once."""

ROLES = ("user", "assistant", "system", "tool")


@dataclass(frozen=True, kw_only=True, slots=True)
class Field:
    """One argument: its JSON Schema, and what reads its value. `read` raises ValueError saying what the value should be."""

    schema: Mapping[str, Any]
    read: Callable[[Any], Any]
    required: bool = False

    def needed(self) -> Field:
        """The same, and it cannot be left out."""
        return replace(self, required=True)


Fields = Mapping[str, Field]


def text(says: str) -> Field:
    """A text with something in it."""
    return Field(schema={"type": "string", "minLength": 1, "description": says}, read=_text)


def choice(says: str, among: Sequence[str]) -> Field:
    """One of a few words."""

    def read(value: Any) -> str:
        if isinstance(value, str) and value in among:
            return value
        raise ValueError(f"is one of {', '.join(among)}")

    return Field(schema={"type": "string", "enum": list(among), "description": says}, read=read)


def whole(says: str, least: int, most: int) -> Field:
    """A whole number in a range."""

    def read(value: Any) -> int:
        number = _number(value)
        if number is None or not least <= number <= most or number != int(number):
            raise ValueError(f"is a whole number from {least} to {most}")
        return int(number)

    return Field(schema={"type": "integer", "minimum": least, "maximum": most, "description": says}, read=read)


def fraction(says: str) -> Field:
    """A number from 0 to 1."""

    def read(value: Any) -> float:
        number = _number(value)
        if number is None or not 0 <= number <= 1:
            raise ValueError("is a number from 0 to 1")
        return float(number)

    return Field(schema={"type": "number", "minimum": 0, "maximum": 1, "description": says}, read=read)


def flag(says: str) -> Field:
    """Yes or no."""

    def read(value: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise ValueError("is true or false")

    return Field(schema={"type": "boolean", "description": says}, read=read)


def moment(says: str) -> Field:
    """A time, as ISO 8601 has it."""

    def read(value: Any) -> datetime:
        try:
            return datetime.fromisoformat(value.strip())
        except (AttributeError, ValueError):
            raise ValueError("is a time in ISO 8601, such as 2026-03-01T09:00:00+08:00") from None

    return Field(schema={"type": "string", "description": says}, read=read)


def names(says: str, *, commas: bool = True) -> Field:
    """A list of short texts. Models also write one as `a,b,c` (with `commas`) or as a JSON list in a string; both are read."""

    def read(value: Any) -> tuple[str, ...]:
        found = _listed(value, commas=commas) if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            raise ValueError("is a list of texts")
        return tuple(dict.fromkeys(item.strip() for item in found if item.strip()))

    return Field(schema={"type": "array", "items": {"type": "string"}, "description": says}, read=read)


def messages(says: str) -> Field:
    """Messages of a chat, in their order, each with `role` and `content`."""
    return Field(
        schema={"type": "array", "items": _MESSAGE, "maxItems": MOST_MESSAGES, "description": says}, read=_messages
    )


_MESSAGE = {
    "type": "object",
    "properties": {
        "role": {"type": "string", "enum": list(ROLES), "description": "Who speaks."},
        "content": {"type": "string", "description": "What was said."},
        "at": {"type": "string", "description": "When it was said, in ISO 8601; now, if left out."},
    },
    "required": ["role", "content"],
    "additionalProperties": False,
}


def schema_of(fields: Fields) -> dict[str, Any]:
    """The arguments as one strict object."""
    return {
        "type": "object",
        "properties": {name: dict(field.schema) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def read(tool: str, fields: Fields, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of one call; null counts as left out. Raises InvalidRequest naming the argument that is wrong."""
    unknown = [name for name in given if name not in fields]
    if unknown:
        raise InvalidRequest(f"{tool} has no argument {unknown[0][:_NAME]!r}; it takes {', '.join(fields)}")
    present = {name: value for name, value in given.items() if value is not None}
    missing = [name for name, field in fields.items() if field.required and name not in present]
    if missing:
        raise InvalidRequest(f"{tool} needs {' and '.join(missing)}")
    return {name: _read(name, fields[name], value) for name, value in present.items()}


def _read(name: str, field: Field, value: Any) -> Any:
    try:
        return field.read(value)
    except ValueError as error:
        raise InvalidRequest(f"{name} {error}") from None


def _text(value: Any) -> str:
    if isinstance(value, str) and value.strip():
        return value
    raise ValueError("is a text that is not empty")


def _number(value: Any) -> float | int | None:
    """A finite number; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) or math.isfinite(value) else None


def _listed(value: str, *, commas: bool) -> Any:
    """A list that was written as a text."""
    if value.lstrip().startswith("["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return None
    return _SEPARATORS.split(value) if commas else [value]


def _messages(value: Any) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(value, list) or len(value) > MOST_MESSAGES:
        raise ValueError(f"is a list of at most {MOST_MESSAGES:,} messages, each with role and content")
    return tuple(_message(item, place) for place, item in enumerate(value))


def _message(item: Any, place: int) -> Mapping[str, Any]:
    match item:
        case {"role": str() as role, "content": str() as content, **rest} if role in ROLES:
            if set(rest) - {"at"}:
                raise ValueError(f"at {place} has more than role, content and at")
            return {"role": role, "content": content, "at": _said(rest.get("at"), place)}
        case _:
            raise ValueError(f"at {place} has no role ({', '.join(ROLES)}) or no text as its content")


def _said(at: Any, place: int) -> datetime | None:
    try:
        return None if at is None else datetime.fromisoformat(at)
    except (TypeError, ValueError):
        raise ValueError(f"at {place} was said at no time in ISO 8601") from None
