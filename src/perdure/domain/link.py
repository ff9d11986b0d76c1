"""How two memories that both stay relate."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Relation(StrEnum):
    """What `other` is to `memory`: it may have made it outdated, covers it for a while, says it more exactly, says the
    same in other words, or is the summary that has it as a detail."""

    OUTDATED = "outdated"
    COVERED = "covered"
    REFINED = "refined"
    REPEATED = "repeated"
    SUMMARISED = "summarised"


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """`other` stands in `relation` to `memory`, since `at`."""

    memory: str
    other: str
    relation: Relation
    at: datetime
