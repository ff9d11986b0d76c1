"""Something that must always, or never, be done."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="rule",
    half_life_days=None,
    heading="Rules to follow",
    order=80,
    cues=cues(
        r"^(?:always|never(?! ?mind\b)|do not|don't)\b",
        r"\bfrom now on\b",
        r"^(?:总是|永远|不要(?!紧|了)|禁止|务必|必须)|以后(?:都|一律|不要)",
    ),
    threshold=0.5,
)
