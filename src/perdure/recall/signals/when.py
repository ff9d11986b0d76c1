"""An item that says when, for a question that asks when."""

from __future__ import annotations

import numpy as np

from perdure.recall.look import Look
from perdure.recall.pool import Floats


def when(look: Look) -> Floats:
    """1 for an item with a time expression; half of that outside an exchange, where they are everywhere."""
    if not look.plan.asks_when:
        return np.zeros(len(look.pool), np.float32)
    return np.where(look.pool.exchanged, 1.0, 0.5).astype(np.float32) * look.pool.tells_time
