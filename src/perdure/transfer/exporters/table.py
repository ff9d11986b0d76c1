"""A table for spreadsheets: one memory a row, every field a column.

RFC 4180 in UTF-8 with a byte order mark, without which Excel takes Chinese for something else. No cell is a formula.
"""

from __future__ import annotations

import csv
from pathlib import Path

from perdure.transfer import ours
from perdure.transfer.content import Content
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.records import memory_record
from perdure.transfer.tally import Tally

NAME = "csv"


def write(content: Content, path: Path, tally: Tally) -> dict[str, int]:
    """One row a memory."""
    told = 0
    ours.journal_stays(tally, content.reader.counts().entries)
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(ours.COLUMNS)
        for memory in content.memories():
            record = memory_record(memory)
            ours.fates(tally, record, mapped={name: name for name in record}, kept="")
            table.writerow(ours.row(str(content.space), record))
            told += 1
    return {"memories": told}


EXPORTER = Exporter(name=NAME, title="a table for spreadsheets", suffix=".csv", write=write)
