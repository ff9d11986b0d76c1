"""A short chat turn says little."""

from __future__ import annotations

import math

from perdure.recall.look import Look, Scores

_TYPICAL = 60
"""Characters at which the signal is zero; it grows with the logarithm and is capped either way."""


def length(look: Look) -> Scores:
    """The logarithm of the length against a typical turn, in -1.5–1.5, for chat turns only."""
    return {
        key: max(-1.5, min(1.5, math.log(max(1, len(passage.body)) / _TYPICAL)))
        for key, passage in look.pool.items()
        if passage.chatted
    }
