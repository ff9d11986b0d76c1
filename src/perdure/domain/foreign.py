"""What a memory or an entry was before it came here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Foreign:
    """The record of another system that a memory or an entry was made of, as that system wrote it.

    `owner` is the id of the memory or entry here, `system` the name of its format (`mem0`), `id` the record's own there.
    """

    owner: str
    system: str
    id: str
    record: Mapping[str, Any]
