"""A turn that asks rarely answers."""

from __future__ import annotations

from perdure.recall.look import Look, Scores


def question(look: Look) -> Scores:
    """-1 for a short chat turn that ends with a question."""
    return {key: -1.0 for key, passage in look.pool.items() if passage.chatted and passage.question}
