"""One question in several wordings, by whoever can find them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from perdure.errors import ModelError
from perdure.recall.plan import Plan
from perdure.text.analyzer import query_terms

MOST = 3
"""Other wordings that are looked for."""


def expanded(planned: Plan, expand: Callable[[str], Sequence[str]]) -> tuple[Plan, tuple[str, ...]]:
    """The plan with the other wordings that are found, and a note where that fails: the question is answered all the same."""
    if planned.quiet:
        return planned, ()
    try:
        found = expand(planned.query)
    except ModelError as error:
        return planned, (f"the question was not put into other words: {error}",)
    others = [text for text in dict.fromkeys(found[:MOST]) if text not in planned.texts]
    if not others:
        return planned, ()
    whole, *clauses = planned.texts
    # The whole stands beside the others too: what only it finds must not lose by them.
    texts = (whole, *clauses, whole, *others)
    terms = tuple(tuple(query_terms(text)) for text in texts)
    return replace(planned, texts=texts, terms=terms, wordings=len(others)), ()
