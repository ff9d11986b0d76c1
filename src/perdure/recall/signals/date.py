"""An item of the time that the question names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from perdure.recall.look import Look
from perdure.recall.pool import Floats

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_QUARTER = 900_000_000
"""Microseconds of a quarter of an hour, on which every hour of every zone begins: items of one quarter are judged once."""


def date(look: Look) -> Floats:
    """How close an item lies to the nearest stretch of time in the question, in 0–1."""
    if not look.plan.spans:
        return np.zeros(len(look.pool), np.float32)
    quarters, places = np.unique(look.pool.at // _QUARTER, return_inverse=True)
    moments = [_EPOCH + timedelta(minutes=15 * quarter) for quarter in quarters.tolist()]
    close = [max(span.closeness(moment) for span in look.plan.spans) for moment in moments]
    return np.array(close, np.float32)[places]
