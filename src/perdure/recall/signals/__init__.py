"""The signals, each on its own; fusion names them in one place."""

from perdure.recall.look import Signal
from perdure.recall.signals.assistant import assistant
from perdure.recall.signals.date import date
from perdure.recall.signals.length import length
from perdure.recall.signals.question import question
from perdure.recall.signals.speaker import speaker
from perdure.recall.signals.when import when

PRIORS: tuple[tuple[str, Signal], ...] = (
    ("speaker", speaker),
    ("date", date),
    ("when", when),
    ("question", question),
    ("assistant", assistant),
    ("length", length),
)
"""Signals that judge candidates by what they are; their weights have the same names in `Weights`."""

__all__ = ["PRIORS"]
