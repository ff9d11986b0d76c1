"""A turn that asks rarely answers."""

from __future__ import annotations

import numpy as np

from perdure.recall.look import Look
from perdure.recall.pool import Floats


def question(look: Look) -> Floats:
    """-1 for a short turn of an exchange that ends with a question."""
    return -(look.pool.exchanged & look.pool.asks).astype(np.float32)
