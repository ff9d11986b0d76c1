"""Wordings that give away what is worth keeping, in English and Chinese: each with the kind of memory and what it is worth.

They say only that a statement is of a sort that matters later; what exactly it says is read by `perdure.text.claims`.
"""

from __future__ import annotations

from perdure.capture.extract.cues.asides import asides
from perdure.capture.extract.cues.chinese import chinese
from perdure.capture.extract.cues.cue import Cue, Worth
from perdure.capture.extract.cues.english import english
from perdure.capture.extract.cues.standing import forbids, reminds, standing

__all__ = ["Cue", "Worth", "asides", "chinese", "english", "forbids", "reminds", "standing"]
