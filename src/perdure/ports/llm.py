"""Language models. A provider implements this Protocol; nothing needs one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRequest:
    """What a model is asked. `schema` is a JSON Schema the reply should have; `timeout` is in seconds."""

    system: str
    prompt: str
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 2_000
    timeout: float = 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelReply:
    """What it said, as it came, and the tokens it cost (0 where the endpoint does not say)."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0


class LanguageModel(Protocol):
    """Any model that answers a prompt with text."""

    @property
    def name(self) -> str:
        """What it is called, as history and explanations say it."""
        ...

    def reply(self, request: ModelRequest) -> ModelReply:
        """Its answer. Raises ModelUnavailable where it cannot give one; a caller may try again."""
        ...
