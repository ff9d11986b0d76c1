"""A short chat turn says little."""

from __future__ import annotations

import numpy as np

from perdure.recall.look import Look
from perdure.recall.pool import Floats

_TYPICAL = 60
"""Characters at which the signal is zero; it grows with the logarithm and is capped either way."""


def length(look: Look) -> Floats:
    """The logarithm of the length against a typical turn, in -1.5–1.5, for turns of an exchange only."""
    told = np.log(np.maximum(1, look.pool.length) / _TYPICAL)
    return np.where(look.pool.exchanged, np.clip(told, -1.5, 1.5), 0).astype(np.float32)
