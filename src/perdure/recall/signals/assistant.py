"""What the assistant said is rarely what the user told."""

from __future__ import annotations

import numpy as np

from perdure.recall.look import Look
from perdure.recall.pool import Floats


def assistant(look: Look) -> Floats:
    """-1 for a turn of the assistant, unless the question asks what the assistant said."""
    if look.plan.addressed:
        return np.zeros(len(look.pool), np.float32)
    return -look.pool.assistant.astype(np.float32)
