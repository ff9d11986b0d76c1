"""Every stretch of time that a text names, resolved against the moment of the one who asks."""

from __future__ import annotations

from datetime import datetime

from perdure.text.dates.almanac import FIRST, LAST, Almanac, Stretch
from perdure.text.dates.lexer import Token, tokens_in
from perdure.text.dates.points import DAYS, NUMBERS, POINTS
from perdure.text.dates.ranges import PARTS, RANGES
from perdure.text.dates.span import Span

_PASSES = (NUMBERS, POINTS, DAYS, PARTS, RANGES)
_UNSAID = frozenset({"in", "during", "on", "over", "stop", "comma"})


def spans_in(text: str, now: datetime) -> tuple[Span, ...]:
    """Every stretch of time that a text names, in its order; `now` is aware, and its zone that of the calendar.

    Where words leave it open they mean the latest that has begun. Weeks begin on Monday. "Last Wednesday" is the
    closest before today and "next Wednesday" the closest after it; 上周三 and 下周三 are those of the calendar weeks
    before and after this one, as "this Wednesday" and 这周三 are of this one.
    """
    return tuple(span for token in _read(text, now) if token.sort != "weak" and (span := _span(token, text, now)))


def stretch(text: str, now: datetime) -> Span | None:
    """The one stretch of time that a text is nothing but: "yesterday", 上周三下午, "2024-05"; None for any other text.

    A day is the local calendar day from its first to its last instant.
    """
    tokens = [token for token in _read(text, now) if token.sort not in _UNSAID]
    return _span(tokens[0], text, now) if len(tokens) == 1 else None


def _read(text: str, now: datetime) -> list[Token]:
    tokens = tokens_in(text)
    if all(token.sort in ("other", "stop") for token in tokens):
        return tokens
    almanac = Almanac(now)
    for grammar in _PASSES:
        tokens = grammar.read(tokens, almanac)
    return tokens


def _span(token: Token, text: str, now: datetime) -> Span | None:
    """The span of a token that is a stretch of time and lies inside the calendar."""
    found = token.value
    if not isinstance(found, Stretch):
        return None
    start, end = max(found.start, FIRST), min(found.end, LAST)
    if start >= end:
        return None
    return Span(
        start=start.replace(tzinfo=now.tzinfo),
        end=end.replace(tzinfo=now.tzinfo),
        grain=found.grain,
        text=text[token.start : token.end],
        at=(token.start, token.end),
        cycle=found.cycle,
        relative=found.relative,
    )
