"""What somebody types at a question: a verb and numbers, understood whole or not at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import typer

from perdure.cli.output import say


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A verb ("" where none was typed), and the numbers that it is about."""

    verb: str
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Unclear:
    """Why a line cannot be acted on."""

    why: str


_LINE = re.compile(r"([a-z]*)\s*([0-9].*)?", re.DOTALL)
_DASH = re.compile(r"\s*[-–—~到至]\s*")
_BETWEEN = re.compile(r"[\s,、;]+")
_SPAN = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


def understood(line: str, verbs: Mapping[str, str], shown: Sequence[int] = ()) -> Said | Unclear:
    """A line as one of the `verbs`, by its letter or its whole word, with numbers of those that are `shown`.

    `1-3`, `1 3`, `1,3`, `1，3`, `1、3` and `1到3` are numbers. What is not understood to its end is not acted on at all.
    """
    text = unicodedata.normalize("NFKC", line).strip().casefold()
    found = _LINE.fullmatch(text)
    verb = None if found is None else verbs.get(found[1], found[1])
    if found is None or verb not in ("", *verbs.values()):
        return Unclear(why=f"{line.strip()!r} is not understood")
    numbers: dict[int, None] = {}
    for part in filter(None, _BETWEEN.split(_DASH.sub("-", found[2] or ""))):
        chosen = _span(part, shown)
        if isinstance(chosen, Unclear):
            return chosen
        numbers |= dict.fromkeys(chosen)
    return Said(verb=verb, numbers=tuple(numbers))


def _span(part: str, shown: Sequence[int]) -> Sequence[int] | Unclear:
    """A number, or those from one to another."""
    span = _SPAN.fullmatch(part)
    if span is None:
        return Unclear(why=f"{part!r} is no number")
    first, last = int(span[1]), int(span[2] or span[1])
    strange = next((end for end in (first, last) if end not in shown), None)
    if strange is not None:
        return Unclear(why=f"{strange} is not shown here")
    if first > last:
        return Unclear(why=f"{part} runs backwards")
    return [number for number in shown if first <= number <= last]


def heard(question: str, verbs: Mapping[str, str], *, usual: str = "", shown: Sequence[int] = ()) -> Said:
    """Ask until the answer is understood; nothing typed is the `usual` verb. `question` says what is understood."""
    while True:
        line = typer.prompt(question, default=usual, show_default=bool(usual), err=True)
        match understood(line, verbs, shown):
            case Said() as said:
                return said
            case Unclear(why=why):
                say(f"{why}; nothing was done")
