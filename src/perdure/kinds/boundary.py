"""Permanent: what must not be done, set by a person."""

from __future__ import annotations

from perdure.kinds.kind import Kind

KIND = Kind(
    name="boundary",
    half_life_days=None,
    heading="Boundaries",
    order=2,
    single=False,
    threshold=1.0,
    permanent=True,
)
