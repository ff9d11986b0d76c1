"""Other words for a question, by a language model."""

from __future__ import annotations

from perdure.capture.model.caller import Caller
from perdure.capture.model.prompt import load
from perdure.text.clean import fold

PROMPT = "expand-1"

MOST = 3
"""Queries that are taken."""

LONGEST = 300
"""Characters of a query."""


def expand(caller: Caller, query: str, *, timeout: float = 10.0) -> tuple[str, ...]:
    """At most three other queries for the same thing. Raises ModelError."""
    answer = caller.ask(load(PROMPT), {"question": [query]}, wanted="queries", max_tokens=300, timeout=timeout)[
        "queries"
    ]
    offered = [item.strip() for item in answer if isinstance(item, str)] if isinstance(answer, list) else []
    new = {fold(text): text for text in offered if text and len(text) <= LONGEST and fold(text) != fold(query.strip())}
    return tuple(new.values())[:MOST]
