"""Rules that make longer things of shorter ones: a pattern over sorts of words, and what those words mean together."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from perdure.text.dates.almanac import Almanac, Stretch
from perdure.text.dates.lexer import Token

_SORTS = {
    "hour": "a_part",
    "part": "a_part",
    "day": "a_day",
    "month": "a_month",
    "year": "a_year",
}
_codes: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Words:
    """The tokens that a rule matched."""

    tokens: Sequence[Token]

    def get(self, *sorts: str) -> Any:
        """The value of the first token of these sorts, None without one."""
        return next((token.value for token in self.tokens if token.sort in sorts), None)

    def has(self, sort: str) -> bool:
        """Whether a word of this sort is among them."""
        return any(token.sort == sort for token in self.tokens)

    def all(self, *sorts: str) -> list[Any]:
        """The values of every token of these sorts."""
        return [token.value for token in self.tokens if token.sort in sorts]

    @property
    def stretches(self) -> list[Stretch]:
        """The stretches of time among them."""
        return [token.value for token in self.tokens if isinstance(token.value, Stretch)]


Meaner = Callable[[Words, Almanac], Any]
"""What the words mean, None where they mean nothing together."""


@dataclass(frozen=True, slots=True)
class Rule:
    """`pattern` is a regular expression whose letters are sorts. `sort` is what comes of it; a stretch names its own."""

    pattern: str
    means: Meaner
    sort: str | None = None


class Grammar:
    """Rules tried together, from left to right; at one place the first that matches and means something wins."""

    def __init__(self, *rules: Rule) -> None:
        self._rules = rules

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Compiled when first needed: most commands start without reading a date."""
        anywhere = "|".join(f"({_coded(rule.pattern)})" for rule in self._rules)
        return re.compile(f"(?![{_code('other')}{_code('stop')}])(?:{anywhere})")

    def read(self, tokens: list[Token], almanac: Almanac) -> list[Token]:
        """The tokens, with those that rules match made into one each."""
        sorts = "".join(_code(token.sort) for token in tokens)
        read: list[Token] = []
        place = 0
        while match := self._pattern.search(sorts, place):
            assert match.lastindex is not None
            rule, matched = self._rules[match.lastindex - 1], tokens[match.start() : match.end()]
            read += tokens[place : match.start()]
            place = match.end()
            try:
                value = rule.means(Words(matched), almanac)
            except (ValueError, OverflowError):  # a day that no calendar has: 30 February is no February either
                read.append(Token("other", None, matched[0].start, matched[-1].end))
                continue
            if value is None:
                read.append(matched[0])
                place = match.start() + 1
            else:
                read.append(Token(rule.sort or sort_of(value), value, matched[0].start, matched[-1].end))
        return read + tokens[place:]


def sort_of(stretch: Stretch) -> str:
    """The sort of word that a stretch of time is."""
    if stretch.grain == "day" and stretch.end - stretch.start > timedelta(days=1):
        return "a_stretch"
    return _SORTS.get(stretch.grain, "a_stretch")


def _code(sort: str) -> str:
    """One letter for each sort, beyond those that patterns are written with."""
    return _codes.setdefault(sort, chr(0xE000 + len(_codes)))


def _coded(pattern: str) -> str:
    return re.sub(r"[a-z]\w*", lambda name: _code(name[0]), re.sub(r"\((?!\?)", "(?:", pattern)).replace(" ", "")
