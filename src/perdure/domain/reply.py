"""What was answered to a request that may come again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """The answer to a request with an idempotency key: `key` names caller and key, `request` is a digest of what was asked."""

    key: str
    request: str
    status: int
    body: str
    at: datetime
