"""Which messages matter for a query: a pure decision over their words, their meaning where it is known, and what belongs together."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from perdure.capture.working.window import Message, call_id, called
from perdure.domain.messages import Left, Unkept
from perdure.recall import floor
from perdure.recall.plan import Plan
from perdure.text.analyzer import index_terms
from perdure.text.mood import Mood, mood_of, sentences

ENOUGH = 1.0
"""The relevance from which on a message is kept."""
MEANT = 0.8
"""Margins above the background that are enough where no word is shared."""
CARRIED = 0.9
"""How much of its relevance a question, a request or a tool call gives to what answers it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """What stays or goes together: one message, or tool calls with their results. `places` are those of its messages; `stays`
    says that it does whatever is asked for, `chatter` that it is small talk; `asks` is the question or request that it ends
    with."""

    places: tuple[int, ...]
    role: str
    text: str
    tokens: int
    stays: bool = False
    chatter: bool = False
    asks: str = ""
    calls: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Sifted:
    """The places of the messages that are kept, and the others with the reason; both in order."""

    kept: tuple[int, ...]
    dropped: tuple[Unkept, ...]


def grouped(messages: Sequence[Message]) -> list[Group]:
    """The messages as they stay or go. A tool result belongs to the call that it names, else to the calls right before it."""
    last = max((place for place, message in enumerate(messages) if message.role == "user"), default=-1)
    owner: dict[str, int] = {}
    places: dict[int, list[int]] = {}
    caller = -1
    for place, message in enumerate(messages):
        if message.role == "tool":
            head = owner.get(message.call or "", caller)
            places.setdefault(place if head < 0 else head, []).append(place)
            continue
        places[place] = [place]
        caller = place if message.tool_calls else -1
        owner |= {name: place for call in message.tool_calls if (name := call_id(call)) is not None}
    return [_group([messages[place] for place in each], each, last) for each in places.values()]


def by_words(groups: Sequence[Group], plan: Plan) -> list[float]:
    """The relevance of each group by the words that it shares with the query, the rare among these messages weighing more."""
    told = [set(index_terms(group.text)) for group in groups]
    wordings = [terms for terms in plan.subjects if terms] or [plan.terms[0]]
    spread = Counter(itertools.chain.from_iterable(told))
    rare = floor.rarity({term: spread[term] for terms in wordings for term in terms}, len(groups))
    shares = [max(floor.share(terms, terms_of, rare) for terms in wordings) for terms_of in told]
    return [
        ENOUGH / floor.WORDS_ALONE if _claims(group, plan) else share / floor.WORDS_ALONE
        for group, share in zip(groups, shares, strict=True)
    ]


def undecided(groups: Sequence[Group], relevance: Sequence[float]) -> list[int]:
    """The groups that words do not keep and meaning might, the latest first."""
    return [
        number
        for number in reversed(range(len(groups)))
        if not (groups[number].stays or groups[number].chatter or relevance[number] >= ENOUGH)
        and groups[number].text.strip()
    ]


def with_meaning(words: Sequence[float], margins: Mapping[int, float]) -> list[float]:
    """The relevance of each group where meaning is known as well: both kinds of evidence add up."""
    return [
        max(share, (margins[number] + floor.WORDS * floor.WORDS_ALONE * share) / MEANT) if number in margins else share
        for number, share in enumerate(words)
    ]


def sift(
    groups: Sequence[Group], relevance: Sequence[float], *, room: int | None = None, k: int | None = None
) -> Sifted:
    """The groups that matter, the most relevant and then the latest first, inside a room of tokens and at most `k` of them.

    System messages and the last of the user stay whatever they cost, and are not counted by `k`.
    """
    worth = carried(groups, relevance)
    reasons = {
        number: Left.SMALL_TALK if group.chatter else Left.IRRELEVANT
        for number, group in enumerate(groups)
        if not group.stays and worth[number] < ENOUGH
    }
    left = None if room is None else room - sum(group.tokens for group in groups if group.stays)
    taken = 0
    for number in sorted(range(len(groups)), key=lambda number: (-worth[number], -number)):
        group = groups[number]
        if group.stays or number in reasons:
            continue
        if k is not None and taken >= k:
            reasons[number] = Left.OVER_LIMIT
        elif left is not None and group.tokens > left:
            reasons[number] = Left.NO_ROOM
        else:
            taken += 1
            left = None if left is None else left - group.tokens
    kept = itertools.chain.from_iterable(group.places for number, group in enumerate(groups) if number not in reasons)
    gone = [Unkept(index=place, reason=why) for number, why in reasons.items() for place in groups[number].places]
    return Sifted(kept=tuple(sorted(kept)), dropped=tuple(sorted(gone, key=lambda one: one.index)))


def carried(groups: Sequence[Group], relevance: Sequence[float]) -> list[float]:
    """The relevance of each group with what it has from the question, request or call before it that it answers.

    Small talk has none of its own; a yes or a no has that of its question, and so has what is done then.
    """
    found: list[float] = []
    for number, (group, own) in enumerate(zip(groups, relevance, strict=True)):
        before = groups[number - 1] if number else None
        given = CARRIED * found[-1] if before is not None and _answers(group, before) else 0.0
        if group.chatter:
            found.append(given if _assent().match(group.text) else 0.0)
        else:
            found.append(max(own, given))
    return found


def _answers(group: Group, before: Group) -> bool:
    """Whether one says something to what the other asks, calls or agrees to."""
    if group.stays or group.role == before.role != "assistant":
        return False
    return before.calls if group.role == before.role else bool(before.asks) or before.chatter


@cache
def _assent() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:(?:yes|yeah|yep|yup|no|nope|sure|ok(?:ay)?|right|exactly|alright|all right|fine|perfect|great)\b|[是对不好行嗯]|可以|没问题|当然|没错)",
        re.IGNORECASE,
    )


def _group(messages: Sequence[Message], places: Sequence[int], last: int) -> Group:
    head, text = messages[0], "\n".join(itertools.chain.from_iterable(map(_said, messages)))
    moods = [(mood_of(text[start:end]), text[start:end]) for start, end in sentences(text)]
    mood, sentence = moods[-1] if moods else (Mood.STATEMENT, "")
    calls = bool(head.tool_calls)
    return Group(
        places=tuple(places),
        role=head.role,
        text=text,
        tokens=sum(message.tokens for message in messages),
        stays=any(message.role == "system" for message in messages) or last in places,
        chatter=not calls and head.role != "tool" and bool(moods) and all(one is Mood.SMALL_TALK for one, _ in moods),
        asks=sentence if mood in (Mood.QUESTION, Mood.REQUEST) else "",
        calls=calls,
    )


def _said(message: Message) -> Iterator[str]:
    """What a message says and what it calls."""
    for call in message.tool_calls:
        inner = call.get("function")
        given = (inner if isinstance(inner, Mapping) else call).get("arguments")
        yield f"{called(call)} {given if isinstance(given, str) else json.dumps(given, ensure_ascii=False) if given else ''}"
    if message.text:
        yield message.text


def _claims(group: Group, plan: Plan) -> bool:
    """Whether somebody says here what the query asks for."""
    if group.role not in ("user", "assistant") or group.chatter or not plan.claims:
        return False
    return any(plan.asks_for(group.text[start:end], group.role) for start, end in sentences(group.text))
