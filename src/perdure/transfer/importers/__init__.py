"""The formats that can be imported: one module each, and one tuple."""

from __future__ import annotations

from perdure.transfer.importers import chatgpt, jsonl
from perdure.transfer.importers.importer import Importer

IMPORTERS: tuple[Importer, ...] = (
    jsonl.IMPORTER,
    chatgpt.IMPORTER,
)
"""Asked in this order whether a file is theirs."""
