"""One entry of the lexicon: an attribute that people tell of themselves and others, and its ways of saying."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """A way of saying: one of the words `heads` (@ in the form), and where the value ({}) stands.

    `change`: it tells of a new value. `denied`: it says that it is not, or no longer, so. `past`: it tells of the past.
    `passing`: it holds for a while only. Without {} the head is the value where `headed`, else nothing is.
    """

    heads: tuple[str, ...]
    form: str
    change: bool = False
    denied: bool = False
    past: bool = False
    mine: bool = False
    """It is about the speaker, whoever is spoken to: "call me", "please answer"."""
    passing: bool = False
    headed: bool = False
    value: str = ""
    """What it is set to, where the wording itself says it."""

    def compiled(self) -> re.Pattern[str]:
        """The pattern, compiled once and only when a clause has one of the heads."""
        return _compiled(self.heads, self.form)


@cache
def _compiled(heads: tuple[str, ...], form: str) -> re.Pattern[str]:
    words = "|".join(re.escape(head) for head in sorted(heads, key=len, reverse=True))
    latin = heads[0].isascii()
    head = rf"\b(?P<h>{words})\b" if latin else rf"(?P<h>{words})"
    value = r"(?P<v>.+)" if form.endswith("{}") else r"(?P<v>.+?)"
    return re.compile(form.replace("@", head, 1).replace("{}", value))


@dataclass(frozen=True, kw_only=True, slots=True)
class Attribute:
    """`single`: it holds one value at a time. `takes`: what sort of value. `owner`: `project` and `role` are of the team, `thing` never of a speaker.
    `stops`: "quit", 戒了 and "cancelled" may end it. `planned`: it lies ahead by nature. `timeless`: no word of time
    makes it past. `about`: the words beside the noun tell which one it is ("the thesis deadline")."""

    name: str
    single: bool
    takes: str = "text"
    nouns: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    kind: str = "fact"
    importance: float = 0.5
    owner: str = ""
    stops: bool = False
    planned: bool = False
    timeless: bool = False
    about: bool = False
    loose: bool = False
    """Two may be true at once: only a change or a correction takes the place of what was said."""
    event: bool = False
    """It happens once, or on a day: two on different dates are two."""
    each: bool = False
    """Every noun is one of its own: "my dentist" is not "my lawyer"."""
    strict: bool = False
    """Without a word that tells which one it is one of its own: "my address" is not "the address of the cabin"."""
    owned: bool = False
    """Having one is a claim of its own: "I have a laptop"."""


def en(heads: str, form: str = "@ {}", **how: object) -> Way:
    """A way of saying it in English; the heads are words."""
    return replace(Way(heads=tuple(heads.split()), form=form), **how)  # type: ignore[arg-type]  # names of Way's fields


def zh(heads: str, form: str = "@{}", **how: object) -> Way:
    """A way of saying it in Chinese; the heads are strings."""
    return en(heads, form, **how)


def _nouns(said: str) -> tuple[str, ...]:
    return tuple(noun.strip() for noun in said.replace("/", "|").split("|") if noun.strip())


def one(name: str, takes: str = "text", *ways: Way, nouns: str = "", **how: object) -> Attribute:
    """An attribute that holds one value at a time."""
    found = Attribute(name=name, single=True, takes=takes, nouns=_nouns(nouns), ways=ways)
    return replace(found, **how)  # type: ignore[arg-type]  # names of Attribute's fields


def many(name: str, takes: str = "text", *ways: Way, nouns: str = "", **how: object) -> Attribute:
    """An attribute that holds many values."""
    found = Attribute(name=name, single=False, takes=takes, nouns=_nouns(nouns), ways=ways)
    return replace(found, **how)  # type: ignore[arg-type]  # names of Attribute's fields
