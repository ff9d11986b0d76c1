"""Anything else that is so."""

from __future__ import annotations

from perdure.kinds.kind import Kind

KIND = Kind(
    name="fact",
    half_life_days=30.0,
    heading="What is known",
    order=70,
)
