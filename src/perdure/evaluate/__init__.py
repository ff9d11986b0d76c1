"""How well a memory does on conversations with known facts: what it keeps, finds, replaces and forgets."""

from __future__ import annotations

from perdure.evaluate.corpus import LANGUAGES, SCENES, Fact, Scene, load
from perdure.evaluate.play import Evaluation, evaluate
from perdure.evaluate.score import Tally, judged

__all__ = ["LANGUAGES", "SCENES", "Evaluation", "Fact", "Scene", "Tally", "evaluate", "judged", "load"]
