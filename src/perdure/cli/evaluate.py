"""How well this installation keeps, finds, replaces and forgets: `perdure eval`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from perdure.cli import options
from perdure.cli.output import console, say, show_json
from perdure.errors import InvalidValue

if TYPE_CHECKING:
    from rich.table import Table

    from perdure.evaluate import Evaluation, Tally

_FIGURES = ("precision", "recall", "hit_rate", "timeliness", "controllability")

Language = Annotated[str | None, typer.Option("--language", metavar="en|zh", help="One language.", show_default="both")]
Runs = Annotated[int, typer.Option("--runs", min=1, metavar="N", help="Repeat, to see that every run is equal.")]
Words = Annotated[bool, typer.Option("--words", help="By words alone, without an embedder.")]


def eval_(*, language: Language = None, runs: Runs = 1, words: Words = False, as_json: options.Json = False) -> None:
    """Play eighty conversations into a throw-away memory and score it. Exits with 1 if two runs differ."""
    from perdure.evaluate import LANGUAGES, evaluate, load

    if language is not None and language not in LANGUAGES:
        raise InvalidValue(f"the languages are {', '.join(LANGUAGES)}, not {language!r}")
    spoken = LANGUAGES if language is None else (language,)
    scenes = [scene for each in spoken for scene in load(each)]
    found = [evaluate(scenes, embedder=None if words else "auto") for _ in range(runs)]
    equal = len({each.fingerprint for each in found}) == 1
    if as_json:
        show_json(_document(found[0], spoken, runs=runs, equal=equal))
    else:
        console().print(_table(found[0], spoken))
        if runs > 1:
            say(f"{runs} runs, {'all equal' if equal else 'which differ'}")
    if not equal:
        raise typer.Exit(1)


def _rows(found: Evaluation, languages: tuple[str, ...]) -> list[tuple[str, Tally]]:
    from perdure.evaluate import SCENES

    rows = [
        (f"{language} {scene}", found.over(language=language, scene=scene))
        for language in languages
        for scene in SCENES
    ]
    halves = [(f"all {half}", found.over(half=half)) for half in ("seen", "unseen")]
    return [*rows, *halves, ("all", found.over())]


def _table(found: Evaluation, languages: tuple[str, ...]) -> Table:
    from rich.table import Table

    table = Table("scene", "kept", *(name.replace("_", " ") for name in _FIGURES), box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, tally in _rows(found, languages):
        table.add_row(
            name.replace("_", " "), str(tally.stored), *(_percent(getattr(tally, figure)) for figure in _FIGURES)
        )
    return table


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _document(found: Evaluation, languages: tuple[str, ...], *, runs: int, equal: bool) -> dict[str, Any]:
    rows = {
        name: {"scenes": tally.scenes, "kept": tally.stored, **{figure: getattr(tally, figure) for figure in _FIGURES}}
        for name, tally in _rows(found, languages)
    }
    return {"rows": rows, "fingerprint": found.fingerprint, "runs": runs, "equal": equal}
