"""What someone likes, dislikes or wants done a certain way."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="preference",
    half_life_days=15.0,
    heading="What they prefer",
    order=20,
    cues=cues(
        r"\bI (?:really |usually |always |never )?(?:prefer|like|love|hate|dislike|enjoy)\b",
        r"\bprefers?\b",
        r"\bfavou?rite\b",
        r"\b(?:can't|cannot) stand\b",
        r"喜欢|偏好|更爱|讨厌|不爱吃|最爱|习惯(?:用|喝|吃|坐)?|受不了",
    ),
    single=False,
    threshold=0.5,
)
