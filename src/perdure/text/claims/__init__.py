"""What a statement says: of whom, which attribute, which value, since when, and whether it denies it."""

from __future__ import annotations

from perdure.text.claims.claim import Claim, Meeting, Tense
from perdure.text.claims.meeting import meeting
from perdure.text.claims.read import RULES, read_claims

__all__ = ["RULES", "Claim", "Meeting", "Tense", "meeting", "read_claims"]
