"""A table for spreadsheets: one memory a row, every field a column.

RFC 4180 in UTF-8 with a byte order mark, without which Excel takes Chinese for something else. No cell is a formula.
"""

from __future__ import annotations

import csv
from pathlib import Path

from perdure.transfer import ours
from perdure.transfer.content import Content
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.exporters.leaving import Leaving
from perdure.transfer.tally import Tally

NAME = "csv"


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """One row a memory."""
    told, leaving = 0, Leaving(content, tally)
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(ours.COLUMNS)
        for memory in leaving.memories():
            table.writerow(ours.row(str(content.space), leaving.told(memory)))
            told += 1
    leaving.ended()
    return {"memories": told}


EXPORTER = Exporter(name=NAME, title="a table for spreadsheets", suffix=".csv", write=write)
