"""What a query asks: its terms, its clauses, the dates it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from perdure.domain.policy import Policy
from perdure.errors import InvalidQuery
from perdure.text.analyzer import content_terms, index_terms, query_terms
from perdure.text.clean import strip_controls
from perdure.text.dates import DateMention, asks_when, dates_in
from perdure.text.words import SMALL_TALK

Language = Literal["en", "zh"]

_CLAUSE = re.compile(r"(?<=[。！？!?；;\n])|，?另外|，?还有|,? and also |,? by the way,? ?|\. (?=[A-Z])")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """A query, ready for the signals. `texts` are what is looked for: the whole, then its clauses if there are several."""

    query: str
    texts: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]
    language: Language
    dates: tuple[DateMention, ...]
    asks_when: bool
    small_talk: bool

    def present(self, text: str) -> set[str]:
        """The query's terms that a text contains."""
        return set(self.terms[0]).intersection(index_terms(text))


def plan(query: object, policy: Policy) -> Plan:
    """Plan a query; raises InvalidQuery for one that is blank. A long one keeps its head and its tail."""
    if not isinstance(query, str):
        raise InvalidQuery(f"a query is a string, not {type(query).__name__}")
    asked = strip_controls(query).strip()
    if not asked:
        raise InvalidQuery("the query is empty; ask something")
    limit = policy.limits.query_chars
    if len(asked) > limit:
        asked = f"{asked[: limit // 2]}\n{asked[-(limit // 2) :]}"
    texts = (asked, *_clauses(asked))
    return Plan(
        query=asked,
        texts=texts,
        terms=tuple(tuple(query_terms(text)) for text in texts),
        language=language_of(asked),
        dates=dates_in(asked),
        asks_when=asks_when(asked),
        small_talk=is_small_talk(asked),
    )


def language_of(text: str) -> Language:
    """Chinese where a fifth of the text is."""
    return "zh" if len(_WIDE.findall(text)) * 5 >= len(text) else "en"


def is_small_talk(text: str) -> bool:
    """Whether a query is a greeting or thanks and nothing else."""
    return SMALL_TALK.fullmatch(text) is not None


def _clauses(text: str) -> tuple[str, ...]:
    parts = [part.strip() for part in _CLAUSE.split(text) if part and part.strip()]
    worth = [part for part in parts if len(content_terms(part)) >= 2]
    return tuple(worth[:4]) if len(worth) >= 2 else ()
