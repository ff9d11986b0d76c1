"""Something someone promised to do."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="commitment",
    half_life_days=7.0,
    heading="What was promised",
    order=40,
    cues=cues(
        r"\bI(?:'ll| will| promise to)\b",
        r"\b(?:promised|committed) to\b",
        r"我(?:答应|保证|承诺|会(?![说讲弹拉唱跳画写打修编用骑]|游泳|开车|做饭|的|英|日|法|中文|一点|[一二两三]))|答应过|说好了?",
    ),
)
