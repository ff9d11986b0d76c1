"""Where in the lexicon to look for the words of a clause: only what may match is tried."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from perdure.text.claims.attribute import Attribute, Way
from perdure.text.claims.lexicon import ATTRIBUTES

_WORD = re.compile(r"[a-z][a-z'’-]*")
_LATIN = re.compile(r"[a-z0-9]")
_SWITCHED = re.compile(r"\b(?:switch|chang|mov|swap)\w* $")
Noun = tuple[int, int, tuple[Attribute, ...]]


@cache
def _ways() -> tuple[dict[str, list[tuple[Attribute, Way]]], dict[str, list[tuple[str, Attribute, Way]]]]:
    latin: dict[str, list[tuple[Attribute, Way]]] = defaultdict(list)
    wide: dict[str, list[tuple[str, Attribute, Way]]] = defaultdict(list)
    for attribute in ATTRIBUTES:
        for way in attribute.ways:
            for head in way.heads:
                if head.isascii() and way.heads[0].isascii():
                    latin[head].append((attribute, way))
                else:
                    wide[head[0]].append((head, attribute, way))
    return dict(latin), dict(wide)


@cache
def _nouns() -> tuple[
    dict[str, list[tuple[str, tuple[Attribute, ...]]]], dict[str, list[tuple[str, tuple[Attribute, ...]]]]
]:
    """Nouns by their first word, or character; the longest first."""
    named: dict[str, list[Attribute]] = defaultdict(list)
    for attribute in ATTRIBUTES:
        for noun in attribute.nouns:
            named[noun].append(attribute)
    latin: dict[str, list[tuple[str, tuple[Attribute, ...]]]] = defaultdict(list)
    wide: dict[str, list[tuple[str, tuple[Attribute, ...]]]] = defaultdict(list)
    for noun in sorted(named, key=lambda noun: (-len(noun), noun)):
        if noun.isascii():
            latin[re.split(r"[ ']", noun)[0]].append((noun, tuple(named[noun])))
        wide[noun[0]].append((noun, tuple(named[noun])))
    return dict(latin), dict(wide)


def words_of(lower: str) -> list[tuple[str, int]]:
    """The Latin words of a clause and where they stand."""
    return [(match.group(), match.start()) for match in _WORD.finditer(lower)]


def ways_in(lower: str, words: list[tuple[str, int]]) -> Iterator[tuple[Attribute, Way]]:
    """The ways of saying of which a clause has the head."""
    latin, wide = _ways()
    seen: set[int] = set()
    for word, _ in words:
        for attribute, way in latin.get(word, ()):
            if id(way) not in seen:
                seen.add(id(way))
                yield attribute, way
    if lower.isascii():
        return
    for at, char in enumerate(lower):
        for head, attribute, way in wide.get(char, ()):
            if id(way) not in seen and lower.startswith(head, at):
                seen.add(id(way))
                yield attribute, way


def nouns_in(lower: str, words: list[tuple[str, int]]) -> list[Noun]:
    """The nouns of attributes in a clause, the longest at each place."""
    latin, wide = _nouns()
    found: list[Noun] = []
    end = 0
    for word, start in words:
        for noun, attributes in latin.get(word.split("'")[0], ()):
            stop = start + len(noun)
            if lower[stop : stop + 1] == "s" and _SWITCHED.search(lower[:start]):  # "I switched gyms"
                stop += 1
            if start >= end and lower.startswith(noun, start) and not lower[stop : stop + 1].isalnum():
                found.append((start, stop, attributes))
                end = stop
                break
    if lower.isascii():
        return found
    end = 0
    for at, char in enumerate(lower):
        if at < end or (char.isascii() and (not char.isalnum() or _LATIN.match(lower[at - 1 : at]))):
            continue
        for noun, attributes in wide.get(char, ()):
            if not noun.isascii() and lower.startswith(noun, at):
                found.append((at, at + len(noun), attributes))
                end = at + len(noun)
                break
    return found
