"""Numbers for names, and what a search asks of the names of speakers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from perdure.text.analyzer import index_terms


class Names:
    """Numbers for names, in the order of their first use; a number, once given, stays."""

    __slots__ = ("all", "numbers")

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.all = tuple(names)
        self.numbers = {name: number for number, name in enumerate(self.all)}

    def including(self, names: Iterable[str]) -> Self:
        """These and the given names, with the same numbers as before."""
        fresh = dict.fromkeys(name for name in names if name not in self.numbers)
        return type(self)((*self.all, *fresh)) if fresh else self


class Speakers(Names):
    """Names whose terms are known too: a turn counts as having the name of who said it. `sizes` has the number of terms of
    each name, `by_term` the numbers of the names that have a term."""

    __slots__ = ("by_term", "sizes")

    def __init__(self, names: Sequence[str] = ()) -> None:
        super().__init__(names)
        found = [index_terms(name) for name in self.all]
        self.sizes = [len(terms) for terms in found]
        self.by_term: dict[str, list[int]] = {}
        for number, terms in enumerate(found):
            for term in dict.fromkeys(terms):
                self.by_term.setdefault(term, []).append(number)
