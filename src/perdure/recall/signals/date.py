"""An item of the day or month that the question names."""

from __future__ import annotations

from perdure.recall.look import Look, Scores


def date(look: Look) -> Scores:
    """How close an item lies to the nearest date in the question, in 0–1."""
    if not look.plan.dates:
        return {}
    return {
        key: closest
        for key, passage in look.pool.items()
        if (closest := max(mention.closeness(passage.at.date()) for mention in look.plan.dates)) > 0
    }
