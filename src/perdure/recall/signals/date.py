"""An item of the day or month that the question names."""

from __future__ import annotations

from datetime import UTC, datetime

from perdure.recall.look import Look, Scores


def date(look: Look) -> Scores:
    """How close an item lies to the nearest date in the question, in 0–1, in the asker's zone."""
    if not look.plan.dates:
        return {}
    zone = look.scope.now.tzinfo
    days = {
        key: datetime.fromtimestamp(passage.at / 1e6, UTC).astimezone(zone).date() for key, passage in look.pool.items()
    }
    close = {key: max(mention.closeness(day) for mention in look.plan.dates) for key, day in days.items()}
    return {key: score for key, score in close.items() if score > 0}
