"""Statements by rules, in Chinese and English."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.capture.extract.proposal import Proposal
from perdure.domain.journal import Entry

MAKER = "rules/1"


def propose(entries: Sequence[Entry]) -> list[Proposal]:
    """What these entries of one session tell, in their order; a change of mind within them leaves the last word."""
    _ = entries
    return []
