"""The content of a message that may be more than text, or less than it looks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from perdure.errors import InvalidText

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


def said(content: object) -> tuple[str, dict[str, int]]:
    """The same of a content that is a text, a list of parts, or nothing; raises InvalidText when it is something else."""
    match content:
        case None:
            return "", {}
        case str():
            return content, {}
        case list():
            return spoken(content)
    raise InvalidText(f"the content is a string or a list of parts, not {type(content).__name__}")


def without(text: str, tags: Sequence[str]) -> str:
    """The text without what stands between these tags: programs write to the model in them, in the name of the user."""
    opening = re.compile(rf"<({'|'.join(map(re.escape, tags))})\b[^<>]*>")
    kept: list[str] = []
    at, open_ended = 0, set[str]()
    for found in opening.finditer(text):
        tag = found.group(1)
        if found.start() < at or tag in open_ended:
            continue
        end = text.find(f"</{tag}>", found.end())
        if end < 0:
            open_ended.add(tag)
            continue
        kept.append(text[at : found.start()])
        at = end + len(tag) + 3
    return "".join((*kept, text[at:])).strip()
