"""A turn by the one speaker whom the question names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from perdure.recall.look import Look, Scores
from perdure.text.clean import fold


def speaker(look: Look) -> Scores:
    """1 for turns of the speaker named, where the question names exactly one."""
    named = named_in(look.plan.query, {passage.speaker for passage in look.pool.values() if passage.speaker})
    if len(named) != 1:
        return {}
    return {key: 1.0 for key, passage in look.pool.items() if passage.speaker in named}


def named_in(query: str, speakers: Iterable[str]) -> set[str]:
    """The speakers whose name stands in the query as a word (Latin) or as it is (Chinese)."""
    asked = fold(query)
    return {name for name in speakers if _stands(fold(name), asked)}


def _stands(name: str, text: str) -> bool:
    if not name.isascii():
        return len(name) > 1 and name in text
    return name not in _ROLES and re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text) is not None


_ROLES = frozenset(("user", "assistant", "system", "tool", ""))
