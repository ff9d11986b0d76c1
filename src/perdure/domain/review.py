"""Decisions that wait for a person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from perdure.domain.space import SpaceName


class Question(StrEnum):
    """What a person is asked: which of two statements holds, whether one becomes permanent, whether one whose time has
    passed may go, whether something imported comes in, whether what somebody proposes is remembered."""

    CONFLICT = "conflict"
    PROMOTION = "promotion"
    EXPIRY = "expiry"
    IMPORT = "import"
    APPROVAL = "approval"


class ReviewState(StrEnum):
    """Where a review stands; `lapsed`: what it asked settled itself."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    EDITED = "edited"
    LAPSED = "lapsed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Review:
    """One question. `memory` is the id of what waits, `other` of what it stands against, if anything; `summary` says both
    sides and what accepting does, for a person to read."""

    id: str
    space: SpaceName
    question: Question
    memory: str
    summary: str
    at: datetime
    other: str | None = None
    state: ReviewState = ReviewState.OPEN
    decided_at: datetime | None = None
    decided_by: str | None = None
    reason: str = ""
