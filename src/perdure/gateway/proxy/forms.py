"""The two forms in which OpenAI's API takes a conversation: where its messages are, and where instructions go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

SEAM = "\n\n"

_INSTRUCTING = ("system", "developer")


class Form(Protocol):
    """One form of request."""

    def messages(self, body: Mapping[str, Any]) -> list[Any] | None:
        """Its messages as those of a chat; None where it has none."""

    def instructed(self, body: Mapping[str, Any], block: str) -> Mapping[str, Any]:
        """The request with a block more in its instructions. The tool's own stay whole and come first: a model's cache of them
        lasts, and servers whose templates take one system message, at the top, still take the request."""


class Chat:
    """`/chat/completions`: everything is a message."""

    def messages(self, body: Mapping[str, Any]) -> list[Any] | None:
        """As they are."""
        messages = body.get("messages")
        return messages if isinstance(messages, list) else None

    def instructed(self, body: Mapping[str, Any], block: str) -> Mapping[str, Any]:
        """In the system or developer message at the top, else in one of its own."""
        match messages := body["messages"]:
            case [{"role": role, "content": str(content)} as first, *rest] if role in _INSTRUCTING:
                messages = [{**first, "content": _joined(content, block)}, *rest]
            case [{"role": role, "content": list(parts)} as first, *rest] if role in _INSTRUCTING:
                messages = [{**first, "content": [*parts, {"type": "text", "text": block}]}, *rest]
            case _:
                messages = [{"role": "system", "content": block}, *messages]
        return {**body, "messages": messages}


class Responses:
    """`/responses`: a text or a list of items, and instructions apart from them."""

    def messages(self, body: Mapping[str, Any]) -> list[Any] | None:
        """The items as messages; of what is neither said nor done, such as reasoning, nothing."""
        given = body.get("input")
        if isinstance(given, str):
            return [{"role": "user", "content": given}]
        return messages_of(given) if isinstance(given, list) else None

    def instructed(self, body: Mapping[str, Any], block: str) -> Mapping[str, Any]:
        """In `instructions`."""
        own = body.get("instructions")
        return {**body, "instructions": _joined(own if isinstance(own, str) else "", block)}


FORMS: Mapping[str, Form] = {"chat/completions": Chat(), "responses": Responses()}
"""By the path of the request."""


def messages_of(items: list[Any]) -> list[Any]:
    """Items of a response, or of a request for one, as messages of a chat."""
    found: list[Any] = []
    for item in items:
        match item:
            case {"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments}:
                call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
                found.append({"role": "assistant", "tool_calls": [call]})
            case {"type": "function_call_output", "call_id": call_id, "output": output}:
                found.append({"role": "tool", "tool_call_id": call_id, "content": output})
            case {"role": role, "content": content} if item.get("type", "message") == "message":
                found.append({"role": role, "content": content})
    return found


def _joined(own: str, block: str) -> str:
    return f"{own}{SEAM}{block}" if own.strip() else block
