"""Which of two statements holds, by a language model."""

from __future__ import annotations

from typing import Literal

from perdure.capture.model.caller import Caller
from perdure.capture.model.prompt import load
from perdure.domain.memory import Memory
from perdure.errors import ModelError

PROMPT = "settle-1"

Holds = Literal["new", "old", "both"]
"""The newer of two statements, the older, or each beside the other."""

_HOLDS: tuple[Holds, ...] = ("new", "old", "both")


def settle(caller: Caller, new: Memory, old: Memory) -> Holds | None:
    """Which of the two holds; None where the model does not know, or does not say."""
    values = {"new": [_plain(new)], "old": [_plain(old)]}
    try:
        holds = caller.ask(load(PROMPT), values, wanted="holds", max_tokens=300)["holds"]
    except ModelError:
        return None  # then a person decides, as without a model
    return next((verdict for verdict in _HOLDS if verdict == holds), None)


def _plain(memory: Memory) -> dict[str, object]:
    source = memory.source
    return {
        "text": memory.text,
        "said_by": source.speaker or str(source.origin),
        "through": source.tool,
        "at": memory.holds_from.isoformat(timespec="minutes"),
    }
