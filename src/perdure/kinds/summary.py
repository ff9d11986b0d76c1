"""What a stretch of conversation came to."""

from __future__ import annotations

from perdure.kinds.kind import Kind

KIND = Kind(
    name="summary",
    half_life_days=7.0,
    heading="In short",
    order=100,
    threshold=0.5,
)
