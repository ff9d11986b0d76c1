"""Permanent: who the user is, set by a person."""

from __future__ import annotations

from perdure.kinds.kind import Kind

KIND = Kind(
    name="profile",
    half_life_days=None,
    heading="Profile",
    order=1,
    threshold=1.0,
    permanent=True,
)
