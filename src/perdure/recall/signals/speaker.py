"""A turn by the one speaker whom the question names."""

from __future__ import annotations

import numpy as np

from perdure.recall.look import Look
from perdure.recall.pool import Floats


def speaker(look: Look) -> Floats:
    """1 for turns of the speaker named, where the question names exactly one; "you" names the assistant."""
    pool = look.pool
    if look.plan.addressed:
        return pool.assistant.astype(np.float32)
    here = {pool.speakers[number] for number in np.unique(pool.speaker)}
    named = [name for name in look.plan.speakers if name in here]
    if len(named) != 1:
        return np.zeros(len(pool), np.float32)
    theirs = np.array([name == named[0] for name in pool.speakers], np.bool_)
    return (theirs[pool.speaker] & pool.journal).astype(np.float32)
