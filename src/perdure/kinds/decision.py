"""A choice that was made, and holds until another replaces it."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="decision",
    half_life_days=30.0,
    heading="What was decided",
    order=30,
    cues=cues(
        r"\b(?:we|I|they|the team) (?:have |has )?(?:decided|chose|agreed|settled on)\b",
        r"\bdecision\b",
        r"\bwe(?:'re| are| will be) going with\b",
        r"决定|选定|定下来|敲定|改用|采用",
    ),
    threshold=0.5,
)
