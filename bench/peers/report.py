"""The results as a file and as a table."""

import json
import os

from rich.table import Table

QUALITY = ("recall@5", "recall@10", "hit@5", "mrr", "quiet")
COLUMNS = (*QUALITY, "add_s", "recall_ms_p50", "recall_ms_p95", "memory_mb", "install_mb")
HEADS = ("recall@5", "@10", "hit@5", "mrr", "quiet", "add s", "ms p50", "p95", "RAM MB", "disk MB")


class Results:
    """Rows by set and system. The file is written after every row, and keeps the rows that were not measured anew."""

    def __init__(self, file, *, keep):
        self.keep = keep
        self._file = file
        self.sets = json.loads(file.read_text("utf-8"))["sets"] if keep and file.exists() else {}

    def put(self, system, labelled, row):
        kept = self.sets.setdefault(labelled.name, {"systems": {}})
        kept |= {"items": labelled.items, "spaces": len(labelled.spaces)}
        kept["systems"][system] = row
        if self.keep:
            found = {"cores": os.cpu_count(), "sets": self.sets}
            self._file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


def table(sets, order):
    """One table of all sets, the best figure of each column in bold."""
    drawn = Table(
        "system", *HEADS, "items as", caption="ms a recall; times are apart from embedding, which is the same for all"
    )
    for head in drawn.columns:
        head.no_wrap = True
    for head in drawn.columns[1:-1]:
        head.justify = "right"
    for name, found in sets.items():
        drawn.add_section()
        drawn.add_row(f"[bold]{name}[/]")
        rows = {system: found["systems"][system] for system in order if system in found["systems"]}
        best = {column: _best(rows.values(), column) for column in COLUMNS}
        for system, row in rows.items():
            if "refused" in row:
                drawn.add_row(system, *["-"] * len(HEADS), "refused, see below")
                continue
            cells = [_cell(row.get(column), best[column], _form(column)) for column in best]
            drawn.add_row(f"{system} {row['version']}", *cells, row["form"].replace("{", "").replace("}", ""))
    return drawn


def refusals(sets):
    """A line for everything that was not measured, with the reason."""
    return [
        f"{system}, {name}: {row['refused']}"
        for name, found in sets.items()
        for system, row in found["systems"].items()
        if "refused" in row
    ]


def _best(rows, column):
    values = [row[column] for row in rows if column in row]
    better = max if column in QUALITY else min
    return better(values, default=None)


def _cell(value, best, form):
    if value is None:
        return "-"
    written = format(value, form)
    return f"[bold]{written}[/]" if value == best else written


def _form(column):
    """Shares to a tenth; times and sizes to three digits."""
    return ".1f" if column in QUALITY else ",.0f" if column.endswith("_mb") else ".3g"
