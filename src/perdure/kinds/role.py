"""Permanent: what the agent is here for, set by a person."""

from __future__ import annotations

from perdure.kinds.kind import Kind

KIND = Kind(
    name="role",
    half_life_days=None,
    heading="Role",
    order=3,
    threshold=1.0,
    permanent=True,
)
