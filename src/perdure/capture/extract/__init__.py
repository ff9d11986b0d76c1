"""Statements out of what was said: by rules, which need nothing, and by a language model where there is one."""

from __future__ import annotations

from perdure.capture.extract.cues import Worth
from perdure.capture.extract.proposal import Proposal
from perdure.capture.extract.rules import propose, speaks
from perdure.capture.extract.told import taken_for

__all__ = ["Proposal", "Worth", "propose", "speaks", "taken_for"]
