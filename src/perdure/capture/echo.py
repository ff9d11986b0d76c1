"""What a prompt was given and comes back in a turn: text of a brief is no news, and no one said it."""

from __future__ import annotations

import re
from functools import cache

from perdure.kinds import KINDS
from perdure.recall.brief import CLOSE, JOURNAL_HEADING, NOTICE, OPEN


def without_echo(text: str) -> str:
    """The text without blocks of a brief and without single lines of one."""
    if OPEN not in text and CLOSE not in text and "- [" not in text:
        return text
    left = _block().sub("\n", text)
    lines = left.splitlines()
    kept = [line for line in lines if not _is_echo(line)]
    return left if len(kept) == len(lines) and left == text else "\n".join(kept).strip()


def _is_echo(line: str) -> bool:
    bare = line.strip()
    return bare in _frame() or _line().match(bare) is not None


@cache
def _frame() -> frozenset[str]:
    """The lines of a brief that are the same in every one."""
    headings = {f"{kind.heading}:" for kind in KINDS}
    return frozenset({OPEN, CLOSE, NOTICE, f"{JOURNAL_HEADING}:", *headings})


@cache
def _block() -> re.Pattern[str]:
    """A block; what was cut before its end reaches to the next blank line."""
    return re.compile(rf"{re.escape(OPEN)}.*?(?:{re.escape(CLOSE)}|\n\s*\n|\Z)", re.DOTALL)


@cache
def _line() -> re.Pattern[str]:
    """A line of a brief: when, then how important or by whom."""
    return re.compile(r"[-*•]?\s*\[\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\]]*·[^\]]*\]")
