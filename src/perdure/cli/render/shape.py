"""Pieces of text and tables that answers are made of. Nothing here reads markup in a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from perdure.cli.visible import visible
from perdure.domain.memory import Slot
from perdure.domain.page import Page

LONGEST = 200
"""Characters of a text that stands in a list."""

_BLANKS = re.compile(r"\s+")


def plain_table(*headers: str) -> Table:
    """A table with a header and no lines."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for header in headers:
        last = header == headers[-1]
        table.add_column(header, no_wrap=not last, overflow="fold")
    return table


def rest(table: Table, page: Page[Any]) -> RenderableType:
    """A table of a page, and how to go on where it is not the last."""
    if page.next is None:
        return table
    return Group(table, Text(f"{len(page)} of {page.total}; the next ones: --cursor {page.next}", "dim"))


def pairs(values: Mapping[str, str]) -> Table:
    """Names and values under each other."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, text in values.items():
        grid.add_row(Text(name, "dim"), Text(visible(text)))
    return grid


def heading(title: str) -> Text:
    """The title of a part."""
    return Text(title, "bold")


def in_line(text: str) -> Text:
    """A text on one line, its end left out where it is long."""
    line = _BLANKS.sub(" ", visible(text)).strip()
    return Text(line if len(line) <= LONGEST else line[:LONGEST].rstrip() + " …")


def when(at: datetime) -> str:
    """A time with its offset."""
    return at.isoformat(sep=" ", timespec="minutes")


def slot_text(slot: Slot, held: str | None) -> str:
    """A slot and what it holds."""
    name = slot.attribute if slot.subject == Slot.OWNER else f"{slot.subject}.{slot.attribute}"
    return name if held is None else f"{name} = {held}"


def value(found: Any) -> str:
    """A value of the history."""
    return "–" if found is None else str(found)


def counts(found: Mapping[str, int]) -> str:
    """Numbers by name, the zeros left out."""
    return "  ".join(f"{name} {number:,}" for name, number in found.items() if number) or "none"


def many(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def size(number: int) -> str:
    """Bytes for people."""
    if number < 1024:
        return f"{number} B"
    return f"{number / 1024:,.0f} kB" if number < 1024**2 else f"{number / 1024**2:,.1f} MB"
