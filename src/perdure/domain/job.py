"""Background work that survives its process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from perdure.domain.space import SpaceName


class JobState(StrEnum):
    """`waiting` until it is due, `running` under a lease, `dead` once it failed too often; what is done is gone."""

    WAITING = "waiting"
    RUNNING = "running"
    DEAD = "dead"


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """One piece of work of a space. `name` says what (`distil`, `upkeep`), `key` of what: the same name and key are queued once.

    `owner` holds it until `leased_until`; another runner may take it from then on. `attempts` counts the starts.
    """

    id: str
    space: SpaceName
    name: str
    key: str
    due_at: datetime
    created_at: datetime
    payload: Mapping[str, Any] = field(default_factory=dict)
    state: JobState = JobState.WAITING
    attempts: int = 0
    owner: str | None = None
    leased_until: datetime | None = None
    error: str = ""
