"""Statements by rules, in Chinese and English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from perdure.capture.extract.amends import amended
from perdure.capture.extract.answers import as_statement
from perdure.capture.extract.apart import apart
from perdure.capture.extract.cues import Worth
from perdure.capture.extract.lastword import last_words
from perdure.capture.extract.own import own_sentences
from perdure.capture.extract.proposal import Proposal
from perdure.capture.extract.told import Told, told_in
from perdure.capture.moments import PASSING, dated
from perdure.domain.journal import ROLES, Entry
from perdure.text.mood import Mood, mood_of
from perdure.text.resolved import without_resolved

MAKER = "rules/1"
_REACH = 3
"""Statements back that a bare correction reaches."""
_LONGEST = 400
"""Characters of a statement with the sentence before it that says what it is about."""


def propose(entries: Sequence[Entry]) -> list[Proposal]:
    """What these entries of one session tell, in their order; a change of mind within them leaves the last word."""
    found: list[Proposal] = []
    heard: Entry | None = None
    for entry in entries:
        if speaks(entry) and not _amends(entry, found):
            found += _proposals(entry, heard)
        heard = entry
    return last_words(found)


def speaks(entry: Entry) -> bool:
    """Whether an entry may tell facts: what a user said, and what the caller marked with `distil` in its metadata."""
    return entry.role == "user" or entry.metadata.get("distil") is True


def _amends(entry: Entry, found: list[Proposal]) -> bool:
    """Put the value that a turn corrects into one of the last statements of its speaker."""
    for place in range(len(found) - 1, max(-1, len(found) - 1 - _REACH), -1):
        old = found[place]
        right = (
            amended(without_resolved(old.text), entry.text, entry.local_at) if old.speaker == entry.speaker else None
        )
        if right is not None:
            moments = dated(right, entry.local_at)
            found[place] = replace(
                old, text=moments.text, entries=(*old.entries, entry.id), at=entry.at, holds_from=moments.holds_from
            )
            return True
    return False


def _proposals(entry: Entry, heard: Entry | None) -> Iterator[Proposal]:
    """What an entry tells; `heard` is the one before it."""
    if heard is not None and heard.role == "assistant" and entry.role == "user":
        full = as_statement(heard.text, entry.text)
        told = None if full is None else told_in(full)
        if told is not None:
            yield replace(_proposal(entry, told), certain=False)
            return
    for each in _in_context(own_sentences(entry.text), marked=entry.role != "user"):
        yield from (_proposal(entry, part) for part in apart(each))


def _in_context(sentences: Sequence[str], *, marked: bool) -> Iterator[Told]:
    """What each sentence tells; one that says "it" or 它 is told together with the one before it."""
    before: Told | None = None
    context = ""
    for sentence in sentences:
        found = told_in(sentence) or (_taken_as_told(sentence) if marked else None)
        if found is not None and context and not found.asked and _leans().match(found.text):
            joined = f"{context} {found.text}" if context.isascii() else f"{context}{found.text}"
            if len(joined) <= _LONGEST:
                found = replace(found, text=joined, asked=before is not None and before.asked)
                before = None
        if before is not None:
            yield before
        before = found
        context = found.text if found is not None else sentence if mood_of(sentence) is Mood.STATEMENT else ""
    if before is not None:
        yield before


def _taken_as_told(sentence: str) -> Told | None:
    """Any statement of an entry that the caller wants distilled."""
    return Told(sentence, Worth("fact", 0.6)) if mood_of(sentence) is Mood.STATEMENT else None


def _proposal(entry: Entry, told: Told) -> Proposal:
    moments = dated(told.text, entry.local_at)
    passing = moments.expires_at is not None
    return Proposal(
        text=_named(entry, moments.text),
        kind="temporary" if passing else told.worth.kind,
        entries=(entry.id,),
        at=entry.at,
        holds_from=moments.holds_from,
        expires_at=entry.local_at + PASSING
        if moments.expires_at is None and told.worth.kind == "temporary"
        else moments.expires_at,
        maker=MAKER,
        speaker=entry.speaker,
        importance=told.worth.importance,
        confidence=1.0 if told.asked else 0.9 if told.worth.certain else 0.8,
        certain=told.worth.certain and not passing,
        asked=told.asked,
    )


def _named(entry: Entry, text: str) -> str:
    """The statement with the name of its speaker, where it is a name: "I" alone would be anybody."""
    own = entry.speaker.lower() in ROLES or entry.speaker == entry.space.name
    return text if own or entry.role != "user" else f"{entry.speaker}: {text}"


@cache
def _leans() -> re.Pattern[str]:
    """Openings that speak of something named before."""
    return re.compile(
        r"(?:it|its|it's|he|she|they|his|her|their|him|them|he's|she's|they're|that|this|that's|those|these|both|the other)\b|[他她它]|这(?![周月几两阵段半学]|个[月周学]|次|里)|那(?![时年天]|会儿)|两个都|另一[个只]|名字叫|叫\S{1,4}[。.!！]?$",
        re.IGNORECASE,
    )
