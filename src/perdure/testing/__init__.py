"""What a test of an agent with memory needs: scripted embedders, a clock that stands still, counted ids, conformance."""

from __future__ import annotations

from perdure.testing.clock import FrozenClock, SequentialIds
from perdure.testing.embedder_conformance import EmbedderConformance
from perdure.testing.embedders import CountingEmbedder, FixedEmbedder, FlakyEmbedder, GatedEmbedder, HashEmbedder
from perdure.testing.models import ModelConformance, ScriptedModel
from perdure.testing.store_conformance import StoreConformance

__all__ = [
    "CountingEmbedder",
    "EmbedderConformance",
    "FixedEmbedder",
    "FlakyEmbedder",
    "FrozenClock",
    "GatedEmbedder",
    "HashEmbedder",
    "ModelConformance",
    "ScriptedModel",
    "SequentialIds",
    "StoreConformance",
]
