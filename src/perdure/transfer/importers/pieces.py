"""What a block of text holds: one statement, or one in each line of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.text.clean import strip_controls

ITEM = re.compile(r"(?P<indent>\s*)(?:[-*+]\s+|[•·]\s*|\d{1,3}(?:[.)]\s+|、\s*))(?P<text>\S.*)")

_HEADING = re.compile(r"#{1,6}\s+(?P<text>\S.*?)\s*#*")
_LONGEST_LINE = 300
_GOES_ON = re.compile(r"[a-zäöüéèñ,;、，；)]")


def pieces(value: str) -> list[str]:
    """The statements of a block: its list items with their headings, its lines where each is a sentence of its own, else all of it."""
    text = strip_controls(value).strip()
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if any(ITEM.fullmatch(line) for line in lines) and all(_listed(line) for line in lines):
        return list(dict.fromkeys(_items(lines)))
    if len(lines) > 1 and _apart(lines):
        return list(dict.fromkeys(line.strip() for line in lines))
    return [text] if text else []


def _listed(line: str) -> bool:
    return bool(ITEM.fullmatch(line) or _HEADING.fullmatch(line) or line[:1].isspace())


def _items(lines: list[str]) -> Iterator[str]:
    """Each item with the heading it stands under; an indented line goes on with the item above it."""
    heading, item = "", ""
    for line in [*lines, "# end"]:
        match, title = ITEM.fullmatch(line), _HEADING.fullmatch(line)
        if item and match is None and title is None:
            item += f"\n{line.strip()}"
            continue
        if item:
            yield f"{heading}: {item}" if heading else item
        item = match["text"].strip() if match else "" if title else line.strip()
        heading = title["text"] if title else heading


def _apart(lines: list[str]) -> bool:
    """Whether no line goes on with the one before it, and none is long."""
    return all(len(line) <= _LONGEST_LINE for line in lines) and not any(
        _GOES_ON.match(line.lstrip()) or line.lstrip().startswith("#") for line in lines[1:]
    )
