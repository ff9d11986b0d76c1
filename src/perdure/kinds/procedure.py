"""How to do something, step by step."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="procedure",
    half_life_days=None,
    heading="How things are done",
    order=90,
    cues=cues(
        r"\bhow to\b",
        r"\bsteps?:\s",
        r"\bfirst\b.{1,200}\bthen\b",
        r"步骤|流程[：:]|先.{1,40}再",
    ),
    threshold=0.5,
)
