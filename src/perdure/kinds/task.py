"""Work that is under way, with its state."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="task",
    half_life_days=30.0,
    heading="What is to be done",
    order=50,
    cues=cues(
        r"\b(?:to-?do|deadline|due (?:on|by)|need(?:s)? to|must be done)\b",
        r"待办|截止|要在.{1,12}前|进度|需要(?:完成|提交|处理)",
    ),
)
