"""Looking through an import at the terminal: all of it, item by item, or not at all."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import typer

from perdure.cli.answers import Looked, Units
from perdure.cli.output import show
from perdure.domain.staging import Decision, StagedItem, Verdict
from perdure.errors import InvalidInput

if TYPE_CHECKING:
    from perdure.app.imports import Imports

PAGE = 20
"""Items that are shown at once where all of them are new."""


class Choice(Enum):
    """What becomes of an import: all of it comes in, it is looked through, nothing does, or it waits."""

    ALL = "a"
    EACH = "l"
    NOTHING = "c"
    WAIT = "w"


_ASKED = "[a]ll in, [l]ook at each, let it [w]ait, [c]ancel"


def asked() -> Choice:
    """Ask what becomes of it."""
    while True:
        said = typer.prompt(_ASKED, default="w", err=True).strip().lower()[:1]
        if said in {choice.value for choice in Choice}:
            return Choice(said)


def looked_through(imports: Imports, staged_id: str) -> Choice:
    """Ask about each item that is more than new, then about the others page by page; then whether they come in."""
    for item in _items(imports, staged_id):
        if not _look(imports, staged_id, item):
            break
    else:
        _pages(imports, staged_id)
    return Choice.ALL if typer.confirm("let in what was not dropped", err=True) else Choice.WAIT


def _items(imports: Imports, staged_id: str) -> list[StagedItem]:
    found: list[StagedItem] = []
    cursor: str | None = None
    while True:
        page = imports.items(staged_id, telling=True, cursor=cursor)
        found += page.items
        cursor = page.next
        if cursor is None:
            return found


def _look(imports: Imports, staged_id: str, item: StagedItem) -> bool:
    """Ask about one item; False where the person has seen enough."""
    while True:
        show(Looked(item=item), as_json=False)
        said = typer.prompt("[k]eep, [d]rop, [e]dit, [q]uit looking", default="k", err=True).strip().lower()[:1]
        match said:
            case "k":
                imports.keep(staged_id, item.number)
                return True
            case "d":
                imports.drop(staged_id, item.number)
                return True
            case "e":
                if _edited(imports, staged_id, item):
                    return True
            case "q":
                return False
            case _:
                continue


def _edited(imports: Imports, staged_id: str, item: StagedItem) -> bool:
    words = typer.prompt("instead", default=item.text, err=True)
    try:
        imports.edit(staged_id, item.number, words)
    except InvalidInput as error:
        typer.echo(str(error), err=True)
        return False
    return True


def _pages(imports: Imports, staged_id: str) -> None:
    """Show what is new, a page at a time, and drop what is named."""
    cursor: str | None = None
    while True:
        page = imports.items(staged_id, verdicts=(Verdict.NEW,), decisions=(Decision.KEEP,), limit=PAGE, cursor=cursor)
        if not page.items:
            return
        show(Units(staged=imports.get(staged_id), page=page), as_json=False)
        said = typer.prompt("numbers to drop, q to end, nothing to go on", default="", show_default=False, err=True)
        if said.strip().lower().startswith("q"):
            return
        there = {item.number for item in page}
        numbers = [int(word) for word in said.replace(",", " ").split() if word.isdecimal()]
        imports.drop(staged_id, [number for number in numbers if number in there])
        cursor = page.next
        if cursor is None:
            return
