"""An item that says when, for a question that asks when."""

from __future__ import annotations

from perdure.recall.look import Look, Scores


def when(look: Look) -> Scores:
    """1 for an item with a time expression; half of that outside a chat, where they are everywhere."""
    if not look.plan.asks_when:
        return {}
    return {key: 1.0 if passage.chatted else 0.5 for key, passage in look.pool.items() if passage.tells_time}
