"""What matters for one task only and expires."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="temporary",
    half_life_days=3.0,
    heading="For now",
    order=110,
    cues=cues(
        r"\b(?:for now|just (?:for )?today|this once|temporarily)\b",
        r"暂时|临时|这一?次(?:先|就)|今天先",
    ),
    single=False,
    threshold=0.5,
)
