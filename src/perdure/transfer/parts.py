"""The content of a message that may be more than text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

PICTURE = "[image]"
"""Stands for a message that is nothing but pictures."""


def spoken(parts: Iterable[object]) -> tuple[str, dict[str, int]]:
    """The text of the parts, and how many `images` and other `attachments` there are beside it."""
    texts: list[str] = []
    others: Counter[str] = Counter()
    for part in parts:
        match part:
            case str():
                texts.append(part)
            case {"text": str(text)}:
                texts.append(text)
            case Mapping():
                kind = part.get("content_type") or part.get("type")
                others["images" if "image" in str(kind) else "attachments"] += 1
            case _:
                continue
    text = "\n".join(each for each in texts if each.strip())
    return text or (PICTURE if others["images"] else ""), +others
