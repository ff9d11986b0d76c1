"""Looking through an import at the terminal: all of it, item by item, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from shlex import quote
from typing import TYPE_CHECKING

import typer

from perdure.cli.answers import Looked, Opened, Units
from perdure.cli.output import say, show
from perdure.cli.typed import heard
from perdure.domain.staging import Decision, Sort, StagedImport, StagedItem, Verdict
from perdure.errors import InvalidInput

if TYPE_CHECKING:
    from perdure.app.imports import Imports

PAGE = 20
"""Items, and turns of a conversation, that are shown at once."""

NAMED = 20
"""Items that are named when something was done to them."""

HERE = (Verdict.KNOWN, Verdict.DIFFERS)
"""What is here already, and stays as it is."""


class Choice(Enum):
    """What becomes of an import: all of it comes in, it is looked through, nothing does, or it waits."""

    ALL = "all"
    EACH = "look"
    NOTHING = "cancel"
    WAIT = "wait"


class _Went(Enum):
    """How looking goes on: with what follows, with the next verdict, or not at all."""

    ON = "on"
    NEXT = "next"
    END = "end"


_CHOICES = {"a": "all", "l": "look", "w": "wait", "c": "cancel"}
_CHOOSING = "[a]ll in, [l]ook at each, let it [w]ait, [c]ancel"

_VERBS = {"k": "keep", "d": "drop", "e": "edit", "o": "open", "g": "go on", "n": "next", "q": "quit"}
_WORDS = {
    "keep": "[k]eep",
    "drop": "[d]rop",
    "edit": "[e]dit",
    "open": "[o]pen",
    "go on": "[g]o on",
    "next": "[n]ext verdict",
    "quit": "[q]uit looking",
}
_PAGES = "1 3-5 drops, k 1 keeps, e 1 edits, o 1 opens, nothing goes on, [n]ext verdict, [q]uit looking"


def asked() -> Choice:
    """Ask what becomes of it."""
    while True:
        said = heard(_CHOOSING, _CHOICES, usual="w")
        if said.verb:
            return Choice(said.verb)


def looked_through(imports: Imports, staged: StagedImport) -> Choice:
    """Ask about each item that is more than new or known, show the others page by page, and ask whether what is left comes in."""
    if _telling(imports, staged.id) is not _Went.END:
        for verdict in (Verdict.NEW, Verdict.KNOWN):
            if _pages(imports, staged, verdict) is _Went.END:
                break
    return _sure(imports, staged.id)


def stays(item: StagedItem) -> str:
    """Why nothing can be decided of what is here already."""
    if item.sort is Sort.CONVERSATION:
        return f"{item.number} is here already, turn by turn"
    return (
        f"{item.number} is here already, and what is here stays as it is: "
        f"`perdure correct ID` changes it, `perdure list --space {quote(str(item.space))}` has its ID"
    )


def _sure(imports: Imports, staged_id: str) -> Choice:
    """Whether what was not dropped comes in, in numbers."""
    coming = tuple(verdict for verdict in Verdict if verdict not in (*HERE, Verdict.REFUSED))
    kept, edited, left, here = (
        imports.items(staged_id, verdicts=verdicts, decisions=(decision,), limit=1).total
        for verdicts, decision in (
            (coming, Decision.KEEP),
            (coming, Decision.EDIT),
            ((), Decision.DROP),
            (HERE, Decision.KEEP),
        )
    )
    told = [f"let in {kept + edited:,}", f"leave out {left:,}"]
    told += [f"{edited:,} in other words"] if edited else []
    told += [f"{here:,} here already"] if here else []
    if not kept + edited + here:
        say("nothing is left to let in")
        return Choice.WAIT
    return Choice.ALL if typer.confirm(", ".join(told), err=True) else Choice.WAIT


def _telling(imports: Imports, staged_id: str) -> _Went:
    passed: Verdict | None = None
    for item in _items(imports, staged_id):
        if item.verdict is passed:
            continue
        went = _look(imports, staged_id, item)
        if went is _Went.END:
            return went
        passed = item.verdict if went is _Went.NEXT else None
    return _Went.ON


def _items(imports: Imports, staged_id: str) -> Iterator[StagedItem]:
    """Those that are more than new or known, verdict by verdict."""
    for verdict in Verdict:
        cursor: str | None = None
        while True:
            page = imports.items(staged_id, verdicts=(verdict,), telling=True, cursor=cursor)
            yield from page
            cursor = page.next
            if cursor is None:
                break


def _look(imports: Imports, staged_id: str, item: StagedItem) -> _Went:
    """Ask about one item."""
    verbs = _verbs(item)
    show(Looked(item=item), as_json=False)
    if item.verdict in HERE:
        say(stays(item))
    while True:
        said = heard(", ".join(_WORDS[verb] for verb in verbs.values()), verbs, usual=next(iter(verbs)))
        match said.verb:
            case "open":
                _open(imports, staged_id, item)
            case "next":
                return _Went.NEXT
            case "quit":
                return _Went.END
            case "go on" | "":
                return _Went.ON
            case verb:
                if _done(imports, staged_id, verb, (item,)):
                    return _Went.ON


def _verbs(item: StagedItem) -> Mapping[str, str]:
    """What can be said of an item: its words are changed where it has words that come in."""
    if item.verdict in HERE or item.verdict is Verdict.REFUSED:
        return {letter: _VERBS[letter] for letter in "gonq"}
    if item.sort is Sort.CONVERSATION:
        return {letter: _VERBS[letter] for letter in "kdonq"}
    return {letter: _VERBS[letter] for letter in "kdeonq"}


def _pages(imports: Imports, staged: StagedImport, verdict: Verdict) -> _Went:
    """Show what is of a verdict, a page at a time, and do what is said of it."""
    cursor: str | None = None
    while True:
        page = imports.items(staged.id, verdicts=(verdict,), limit=PAGE, cursor=cursor)
        if not page.items:
            return _Went.ON
        show(Units(staged=staged, page=replace(page, next=None)), as_json=False)
        if len(page) < page.total:
            say(f"{verdict}: {page.items[0].number:,} to {page.items[-1].number:,}, of {page.total:,} items in all")
        went = _page(imports, staged.id, page.items)
        cursor = page.next
        if went is not _Went.ON or cursor is None:
            return went


def _page(imports: Imports, staged_id: str, items: Sequence[StagedItem]) -> _Went:
    """Do what is said of the items of a page, until that is to go on."""
    there = {item.number: item for item in items}
    verbs = {letter: verb for letter, verb in _VERBS.items() if verb != "go on"}
    while True:
        said = heard(_PAGES, verbs, shown=tuple(there))
        chosen = tuple(there[number] for number in said.numbers)
        match said.verb, chosen:
            case "", ():
                return _Went.ON
            case "next", ():
                return _Went.NEXT
            case "quit", ():
                return _Went.END
            case (("next" | "quit"), _):
                say(f"{said.verb} takes no numbers")
            case _, ():
                say(f"{said.verb} takes the numbers of items, as in {said.verb[0]} {items[0].number}")
            case "open", _:
                for item in chosen:
                    _open(imports, staged_id, item)
            case verb, _:
                _done(imports, staged_id, verb or "drop", chosen)


def _done(imports: Imports, staged_id: str, verb: str, items: Sequence[StagedItem]) -> bool:
    """Do it, and say what was done."""
    numbers = [item.number for item in items]
    match verb:
        case "drop":
            imports.drop(staged_id, numbers)
            say(f"left out: {_named(numbers)}")
        case "keep":
            imports.keep(staged_id, numbers)
            say(f"kept: {_named(numbers)}")
        case _:
            done = [_edited(imports, staged_id, item) for item in items]
            return all(done)
    return True


def _edited(imports: Imports, staged_id: str, item: StagedItem) -> bool:
    if "edit" not in _verbs(item).values():
        say(
            stays(item)
            if item.verdict in HERE
            else f"{item.number} is a conversation: what was said stays as it was said"
        )
        return False
    words = typer.prompt(f"{item.number} instead", default=item.text, err=True)
    try:
        told = imports.edit(staged_id, item.number, words)
    except InvalidInput as error:
        say(str(error))
        return False
    say("edited:")
    show(Looked(item=told), as_json=False)
    return True


def _open(imports: Imports, staged_id: str, item: StagedItem) -> None:
    """An item in full; the turns of a conversation a page at a time."""
    cursor: str | None = None
    while True:
        page = imports.turns(staged_id, item.number, limit=PAGE, cursor=cursor)
        show(Opened(item=item, turns=replace(page, next=None), brief=True), as_json=False)
        cursor = page.next
        if cursor is None:
            return
        more = f"{page.total - int(cursor):,} more turns: [m]ore, [b]ack"
        if heard(more, {"m": "more", "b": "back"}, usual="m").verb == "back":
            return


def _named(numbers: Sequence[int]) -> str:
    if len(numbers) > NAMED:
        return f"{len(numbers):,} items"
    return ", ".join(map(str, numbers))
