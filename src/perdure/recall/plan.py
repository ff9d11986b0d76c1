"""What a query asks: its terms, its clauses, whom it speaks of, the times it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from perdure.domain.policy import Policy
from perdure.errors import InvalidQuery
from perdure.text.analyzer import content_terms, index_terms, meaningful, query_terms
from perdure.text.claims import answers, asked_keys
from perdure.text.clean import simplify, strip_controls
from perdure.text.dates import Span, asks_when, spans_in
from perdure.text.voice import asks_listener, in_first_person, named_in, speaks_of_asker
from perdure.text.words import HAPPENED, SMALL_TALK, WHATEVER

Language = Literal["en", "zh"]

_CLAUSE = re.compile(r"(?<=[。！？!?；;\n])|，?另外|，?[还還]有|,? and also |,? by the way,? ?|\. (?=[A-Z])")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

MOST_CLAUSES = 4

BLANK = "a blank query asks for nothing"
SMALL = "small talk asks for no memory"


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A query, ready for the signals.

    `texts` are what is looked for by words: the whole, then its clauses if there are several. `quiet` says why there is
    nothing to look for, where that is so. The last `wordings` of the texts ask for the whole in other words. `subject` has the
    terms of the whole without those that only name a time. `voice`
    is the query in the first person of those it names, or nothing; it is compared with what was said, in place of the whole.
    `claims` are the keys of the claims that it asks for.
    `speakers` are the participants it names, `addressed` says that it asks what the assistant said, `personal` that it speaks
    of someone here or of a time, as questions to a memory do.
    """

    query: str
    texts: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]
    language: Language
    quiet: str = ""
    subject: tuple[str, ...] = ()
    voice: str = ""
    claims: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    addressed: bool = False
    personal: bool = False
    spans: tuple[Span, ...] = ()
    asks_when: bool = False
    wordings: int = 0

    @property
    def bare(self) -> bool:
        """Whether a single character is all that is asked for."""
        return len(self.query) == 1

    @property
    def meanings(self) -> tuple[str, ...]:
        """What is looked for by meaning: the texts, and last the voice if there is one."""
        return (*self.texts, self.voice) if self.voice else self.texts

    @property
    def subjects(self) -> tuple[tuple[str, ...], ...]:
        """The terms of which an answer has enough: those of the whole, or those of another wording."""
        return (self.subject, *self.terms[len(self.terms) - self.wordings :])

    def asks_for(self, text: str, speaker: str | None) -> bool:
        """Whether a statement, by that speaker, claims what is asked for."""
        if answers(self.query, text):
            return True
        return bool(self.voice) and (not self.speakers or speaker in self.speakers) and answers(self.voice, text)

    def present(self, text: str) -> set[str]:
        """The query's terms that a text contains, in its own words or in others."""
        return {term for terms in (self.terms[0], *self.subjects[1:]) for term in terms}.intersection(index_terms(text))


def plan(query: object, policy: Policy, *, now: datetime, speakers: Sequence[str] = ()) -> Plan:
    """Plan a query that is put at `now` to spaces in which `speakers` said something.

    Raises InvalidQuery for what is no string. A long one keeps its head and its tail.
    """
    asked = _shortened(query, policy.limits.query_chars)
    quiet = BLANK if not asked else SMALL if is_small_talk(asked) else ""
    if quiet:
        return Plan(query=asked, texts=(asked,), terms=((),), language=language_of(asked), quiet=quiet)
    texts = (asked, *_clauses(asked))
    named, spans = named_in(asked, speakers), spans_in(asked, now)
    voiced = in_first_person(asked, named)
    return Plan(
        query=asked,
        texts=texts,
        terms=tuple(tuple(query_terms(text)) for text in texts),
        language=language_of(asked),
        subject=_subject(asked, spans),
        voice="" if voiced == asked else voiced,
        claims=_claims(asked, voiced, named),
        speakers=named,
        addressed=asks_listener(asked),
        personal=bool(named or spans) or speaks_of_asker(asked),
        spans=spans,
        asks_when=asks_when(asked),
    )


def _claims(asked: str, voiced: str, named: Sequence[str]) -> tuple[str, ...]:
    """The keys of what is asked for: of one person who is named, what others say, and what that person says, of him."""
    if len(named) > 1 or asks_listener(asked):
        return ()
    return tuple(dict.fromkeys((*asked_keys(asked), *asked_keys(voiced))))


def _subject(text: str, spans: Sequence[Span]) -> tuple[str, ...]:
    """The terms of a text without its times; none where what is left asks for whatever happened then."""
    left = text
    for span in sorted(spans, key=lambda span: span.at, reverse=True):
        left = f"{left[: span.at[0]]} {left[span.at[1] :]}"
    terms = tuple(query_terms(left)) if left.strip() else ()
    if spans:
        terms = tuple(meaningful(terms))
    return () if spans and all(WHATEVER.issuperset(term) or term in HAPPENED for term in terms) else terms


def language_of(text: str) -> Language:
    """Chinese where a fifth of the text is."""
    return "zh" if len(_WIDE.findall(text)) * 5 >= len(text) else "en"


def is_small_talk(text: str) -> bool:
    """Whether a query is a greeting or thanks and nothing else."""
    return SMALL_TALK.fullmatch(simplify(text)) is not None


def _shortened(query: object, limit: int) -> str:
    if not isinstance(query, str):
        raise InvalidQuery(f"a query is a string, not {type(query).__name__}")
    asked = strip_controls(query).strip()
    return asked if len(asked) <= limit else f"{asked[: limit - limit // 2]}\n{asked[len(asked) - limit // 2 :]}"


def _clauses(text: str) -> tuple[str, ...]:
    parts = [part.strip() for part in _CLAUSE.split(text) if part and part.strip()]
    worth = [part for part in parts if len(content_terms(part)) >= 2]
    return tuple(worth[:MOST_CLAUSES]) if len(worth) >= 2 else ()
