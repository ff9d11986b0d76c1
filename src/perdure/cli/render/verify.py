"""Questions that were asked of a memory, and how they fared."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from perdure.cli.answers import Verification
from perdure.cli.render.answer import render
from perdure.cli.render.shape import in_line, plain_table
from perdure.cli.visible import visible
from perdure.domain.check import Check, Checked
from perdure.transfer.verify import Compared, Fared

_STYLES = {
    Fared.FIXED: "bold green",
    Fared.PASSES: "green",
    Fared.BROKE: "bold red",
    Fared.FAILS: "red",
    Fared.NEW: "cyan",
    Fared.GONE: "dim",
}


@render.register(Verification)
def verification(answer: Verification) -> RenderableType:
    """One question a row, with what its answers lack or should not have; then how many passed."""
    several = len({checked.check.space for checked in answer.verified}) > 1
    if answer.against is None:
        where = ["space"] if several else []
        table = plain_table("", *where, "question", "why")
        for checked in answer.verified:
            table.add_row(result(checked), *_asked(checked.check, several=several), why(checked))
    else:
        table = compared(answer.against, several=several)
    passed = sum(checked.passed for checked in answer.verified)
    return Group(table, Text(f"{passed:,} of {len(answer.verified):,} questions passed", "dim"))


def compared(rows: tuple[Compared, ...], *, several: bool) -> Table:
    """Before, after, and what that means."""
    table = plain_table("before", "after", "", *(["space"] if several else []), "question", "why")
    for row in rows:
        fared = Text(row.fared, _STYLES[row.fared])
        table.add_row(result(row.before), result(row.after), fared, *_asked(row.check, several=several), why(row.after))
    return table


def result(checked: Checked | None) -> Text:
    """How one question went; nothing where it was not asked."""
    if checked is None:
        return Text("–", "dim")
    return Text("passed", "green") if checked.passed else Text("failed", "red")


def why(checked: Checked | None) -> Text:
    """What was wrong with the answers, and the best of them."""
    if checked is None:
        return Text()
    told = [f"missing {_named(checked.missing)}"] if checked.missing else []
    told += [f"unwanted {_named(checked.unwanted)}"] if checked.unwanted else []
    if not told:
        return Text()
    best = f"best answer: {checked.answers[0]}" if checked.answers else "no answer"
    return in_line("; ".join([*told, best]))


def _asked(check: Check, *, several: bool) -> list[Text]:
    space = [Text(visible(str(check.space)), "cyan")] if several else []
    return [*space, in_line(check.question)]


def _named(texts: tuple[str, ...]) -> str:
    return ", ".join(f"“{text}”" for text in texts)
