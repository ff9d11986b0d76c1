"""The gist of texts without a language model: their most telling sentences, in the order they were said."""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from perdure.text.analyzer import content_terms
from perdure.text.claims import read_claims
from perdure.text.clean import statement_key
from perdure.text.dates import tells_time
from perdure.text.mood import Mood, mood_of, sentences
from perdure.text.tokens import TokenCounter, estimate, head

CUT = "…"
"""Ends a sentence that had no room as a whole."""

_LONGEST = 400
"""Characters of a sentence that are weighed, and kept, at most."""
_NEW = 0.4
"""A sentence that adds less than this share of its terms, the rare ones weighing more, repeats the chosen ones."""
_SHORTEST = 12
"""Characters below which a cut sentence says nothing."""

_WORTH = {Mood.QUESTION: 0.4, Mood.SMALL_TALK: 0.05, Mood.SUPPOSED: 0.6}
_CLAIMS, _NUMBER, _TIME, _NAME, _FIRST = 0.6, 0.3, 0.2, 0.2, 0.15
"""By how much a sentence is worth more that says something of somebody, has a number, a time or a name, or begins a text."""
_CODE, _CODED = 0.06, 0.3
"""From this share of signs on it is code rather than a sentence, and worth so much less."""
_FENCE = "```"
_TERMS = 5
"""A sentence with fewer terms tells less."""
_LEAST = 0.4
"""What is worth less is left out, however much room there is."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence: which text it is of, its terms, what makes it worth keeping apart from them, and its cost."""

    text: str
    of: int
    terms: frozenset[str]
    worth: float
    cost: int


def gist(texts: Iterable[str], *, max_tokens: int, count: TokenCounter = estimate) -> str:
    """The most telling sentences of these texts, at most `max_tokens` of them, a line a text.

    Everything where it fits. Sentences with rare terms, numbers, dates, names and claims come first; one that repeats others
    is left out; the order is that of the texts. The same texts give the same gist.
    """
    found = _read(texts, count)
    chosen = _chosen(found, max_tokens)
    while chosen and count(gathered := _written(found, chosen)) > max_tokens:  # a counter may charge for the seams
        chosen = _without_least(found, chosen)
    if chosen:
        return gathered
    return _shortened(found, max_tokens, count)


def _read(texts: Iterable[str], count: TokenCounter) -> list[_Sentence]:
    """Every sentence once, with what it is worth."""
    seen: set[str] = set()
    found = []
    for of, text in enumerate(texts):
        code = False
        for n, sentence in enumerate(_sentences(text)):
            fenced = code or _FENCE in sentence
            code ^= sentence.count(_FENCE) % 2 == 1
            key = statement_key(sentence)
            if key in seen:
                continue
            seen.add(key)
            terms = frozenset(content_terms(sentence))
            worth = _worth(sentence, first=n == 0) * min(1.0, len(terms) / _TERMS) ** 1.5 * (_CODED if fenced else 1.0)
            found.append(_Sentence(text=sentence, of=of, terms=terms, worth=worth, cost=count(sentence) + 1))
    return found


def _sentences(text: str) -> Iterator[str]:
    for start, end in sentences(text):
        sentence = " ".join(text[start:end].split())
        if sentence:
            yield sentence if len(sentence) <= _LONGEST else sentence[:_LONGEST].rstrip() + CUT


def _worth(sentence: str, *, first: bool) -> float:
    worth = 1.0 + _FIRST * first
    worth += _CLAIMS * any(claim.topic is None for claim in read_claims(sentence))
    worth += _NUMBER * (_numbers().search(sentence) is not None)
    worth += _TIME * tells_time(sentence)
    worth += _NAME * (_names().search(sentence) is not None)
    if len(_signs().findall(sentence)) > _CODE * len(sentence):
        worth *= _CODED
    return worth * _WORTH.get(mood_of(sentence), 1.0)


def _chosen(found: Sequence[_Sentence], room: int) -> list[int]:
    """The sentences that together tell most: again and again the one that adds most for its cost.

    What a sentence adds only falls while others are chosen, so one whose value still leads after a second look is the best.
    """
    if sum(sentence.cost for sentence in found) <= room:
        return list(range(len(found)))
    spread = Counter(term for sentence in found for term in sentence.terms)
    rarity = {term: math.log(1 + len(found) / times) for term, times in spread.items()}
    whole = [math.fsum(rarity[term] for term in sentence.terms) for sentence in found]
    told: set[str] = set()
    chosen: list[int] = []

    def value(index: int) -> float:
        sentence = found[index]
        new = math.fsum(rarity[term] for term in sentence.terms if term not in told)
        if new <= _NEW * whole[index] or sentence.worth < _LEAST:
            return 0.0
        return sentence.worth * new / math.sqrt(10 + sentence.cost)

    heap = [(-value(index), index) for index in range(len(found))]
    heapq.heapify(heap)
    while heap:
        before, index = heapq.heappop(heap)
        if found[index].cost > room or before == 0:
            continue
        now = -value(index)
        if heap and (now, index) > heap[0]:
            heapq.heappush(heap, (now, index))
        elif now < 0:
            chosen.append(index)
            told |= found[index].terms
            room -= found[index].cost
    return sorted(chosen)


def _without_least(found: Sequence[_Sentence], chosen: Sequence[int]) -> list[int]:
    least = min(chosen, key=lambda index: (found[index].worth, -index))
    return [index for index in chosen if index != least]


def _written(found: Sequence[_Sentence], chosen: Sequence[int]) -> str:
    """The chosen sentences, those of one text on one line."""
    lines: dict[int, str] = {}
    for index in chosen:
        sentence = found[index]
        line = lines.get(sentence.of, "")
        lines[sentence.of] = sentence.text if not line else line + _seam(line) + sentence.text
    return "\n".join(lines.values())


def _seam(line: str) -> str:
    """A space, but for Chinese, whose stops need none."""
    return "" if line[-1] in "。！？；…" else " "


def _shortened(found: Sequence[_Sentence], room: int, count: TokenCounter) -> str:
    """The beginning of the best sentence where none fits as a whole."""
    best = max(found, key=lambda sentence: sentence.worth * bool(sentence.terms), default=None)
    if best is None:
        return ""
    kept = head(best.text, room - count(CUT), count).rstrip()
    cut = kept + CUT if len(kept) >= _SHORTEST else ""
    return cut if count(cut) <= room else ""


@cache
def _numbers() -> re.Pattern[str]:
    return re.compile(r"\d|[一二三四五六七八九十百千万两][个人位张元块次天周月年点号]")


@cache
def _names() -> re.Pattern[str]:
    """A capital inside a sentence, a title, a quoted name."""
    return re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+|[\u4e00-\u9fff][A-Za-z]{2,}|《[^》]+》|[“「][^”」]{1,20}[”」]")


@cache
def _signs() -> re.Pattern[str]:
    return re.compile(r"[<>{}=;()\[\]_|\\/`#*$@&+^~]|--|::")
