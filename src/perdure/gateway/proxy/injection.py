"""Memory put into a request, and nothing else of it changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perdure.gateway.proxy.forms import Form


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """A request that could be read, and its messages."""

    form: Form
    body: Mapping[str, Any]
    messages: list[Any]


def read(raw: bytes, form: Form) -> Prompt | None:
    """Read a request; None for one that has no messages, or that could not be written again as it was."""
    try:
        body = json.loads(raw, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    messages = form.messages(body) if isinstance(body, dict) else None
    return None if messages is None else Prompt(form=form, body=body, messages=messages)


def written(prompt: Prompt, block: str) -> bytes | None:
    """The request with the block in its instructions; None where it cannot be written."""
    try:
        body = json.dumps(prompt.form.instructed(prompt.body, block), ensure_ascii=False, allow_nan=False)
        return body.encode()
    except ValueError:  # half a character, or a number beyond what is written
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a name that is there twice would be there once afterwards."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name is there twice")
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
