"""Something that happened, or will, at a time."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="event",
    half_life_days=7.0,
    heading="What happened",
    order=60,
    cues=cues(
        r"\b(?:yesterday|last (?:week|month|year|night)|tomorrow|next (?:week|month))\b",
        r"昨天|前天|上周|上个月|去年|明天|下周|下个月",
    ),
    single=False,
)
