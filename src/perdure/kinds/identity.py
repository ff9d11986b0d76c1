"""Who someone is: name, work, home, family."""

from __future__ import annotations

from perdure.kinds.kind import Kind, cues

KIND = Kind(
    name="identity",
    half_life_days=90.0,
    heading="Who they are",
    order=10,
    cues=cues(
        r"\bmy (?:full )?name is\b",
        r"\bI(?:'m| am) called\b",
        r"\bI (?:work|live) (?:at|in|for|as)\b",
        r"\bI(?:'m| am) an? (?:\w+ ){0,2}(?:engineer|developer|teacher|doctor|nurse|student|designer|manager|lawyer|writer)\b",
        r"\bI was born\b",
        r"我(?:叫|姓|是一?[名个位])",
        r"我的(?:名字|生日|职业|血型)",
        r"我(?:住在|来自|出生|在.{1,12}(?:工作|上班))",
    ),
    threshold=0.5,
)
