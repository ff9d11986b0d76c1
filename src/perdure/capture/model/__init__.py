"""What a language model adds where there is one: facts with their turns, verdicts, other words, summaries."""

from __future__ import annotations

from perdure.capture.model.caller import Caller
from perdure.capture.model.facts import ModelFound, extract
from perdure.capture.model.prompt import Prompt
from perdure.capture.model.queries import expand
from perdure.capture.model.summary import summarise
from perdure.capture.model.verdict import Holds, settle

__all__ = ["Caller", "Holds", "ModelFound", "Prompt", "expand", "extract", "settle", "summarise"]
