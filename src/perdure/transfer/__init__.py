"""Conversations from elsewhere."""

from __future__ import annotations

from perdure.transfer.importing import import_file
from perdure.transfer.report import ImportReport, Skip

__all__ = ["ImportReport", "Skip", "import_file"]
