"""Messages that are handed in, in the form of chat APIs or as turns, read as those of a window; raises InvalidInput where they are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from perdure.capture.intake import check_json
from perdure.capture.working.window import CALL, Message, message_of
from perdure.domain.journal import ROLES, ToolCalls, Turn, role_of
from perdure.errors import InvalidText, InvalidValue
from perdure.text.clean import clean_value, strip_controls
from perdure.text.tokens import TokenCounter

MOST_MESSAGES = 5_000
MOST_CHARS = 1_000_000
"""Messages, and characters of them all, that are read at once."""

_ROLES = {**{role: role for role in ROLES}, "developer": "system", "function": "tool"}
"""The roles of chat APIs, and which of ours each is."""


def read(messages: object, count: TokenCounter) -> tuple[Message, ...]:
    """Each message with its cost, in order."""
    if isinstance(messages, str | bytes) or not isinstance(messages, Sequence):
        raise InvalidValue(f"messages are a list, not {type(messages).__name__}")
    if len(messages) > MOST_MESSAGES:
        raise InvalidValue(f"there are {len(messages):,} messages; at most {MOST_MESSAGES:,} are read at once")
    found = tuple(_read(message, f"messages[{place}]", count) for place, message in enumerate(messages))
    size = sum(len(message.text) for message in found)
    if size > MOST_CHARS:
        raise InvalidText(f"the messages have {size:,} characters; at most {MOST_CHARS:,} are read at once")
    return found


def _read(message: object, where: str, count: TokenCounter) -> Message:
    role, content, calls, call = _fields(message, where)
    if not isinstance(role, str) or role not in _ROLES:
        raise InvalidValue(f"{where}.role is one of {', '.join(_ROLES)}")
    return message_of(
        _ROLES[role],
        "\n".join(_texts(content, f"{where}.content")),
        count,
        tool_calls=_calls(calls, f"{where}.tool_calls"),
        call=call if isinstance(call, str) else None,
    )


def _fields(message: object, where: str) -> tuple[object, object, object, object]:
    """Role, content, tool calls, and the id of the call that a result answers."""
    match message:
        case Turn():
            answers = message.metadata.get(CALL) if isinstance(message.metadata, Mapping) else None
            return role_of(message), message.text, message.tool_calls, answers
        case Mapping():
            calls = message.get("tool_calls") or _legacy(message.get("function_call"))
            if calls is None and "content" not in message:
                raise InvalidValue(f"{where} has neither content nor tool_calls")
            return message.get("role"), message.get("content"), calls, message.get(CALL)
        case _:
            raise InvalidValue(f"{where} is a mapping with role and content, or a Turn, not {type(message).__name__}")


def _texts(content: object, where: str) -> Iterator[str]:
    """The text of a content; parts that are no text, such as images, have none."""
    match content:
        case None:
            return
        case str():
            yield strip_controls(content)
        case list() | tuple():
            for part in content:
                text = part.get("text") if isinstance(part, Mapping) else part
                if not isinstance(text, str | None) or not isinstance(part, Mapping | str):
                    raise InvalidValue(f"{where} has a part that is neither a text nor a mapping")
                yield from _texts(text, where)
        case _:
            raise InvalidValue(f"{where} is a text or a list of parts, not {type(content).__name__}")


def _calls(calls: object, where: str) -> ToolCalls:
    if calls is None:
        return ()
    if not isinstance(calls, list | tuple) or not all(isinstance(call, Mapping) for call in calls):
        raise InvalidValue(f"{where} is a list of mappings")
    check_json(calls, where)
    return tuple(clean_value([dict(call) for call in calls]))


def _legacy(call: object) -> object:
    """The one call of an older form of the API."""
    return [{"type": "function", "function": call}] if isinstance(call, Mapping) else call
