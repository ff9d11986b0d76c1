"""The rules for hours of a day, for what lies beside a stretch, and for what runs from one to another."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from perdure.text.dates.almanac import FIRST, LAST, Almanac, Stretch, day_of, floor, hour_of, joined, of, part_of, step
from perdure.text.dates.grammar import Grammar, Rule, Words
from perdure.text.dates.points import COUNT, count_of

ANY = "(a_day|a_month|a_year|a_part|a_stretch)"
SOME = "(a_day|a_month|a_year|a_part|a_stretch|weak)"

_DAY = timedelta(days=1)


def _part_of_day(words: Words, _almanac: Almanac) -> Stretch:
    return part_of(words.stretches[0], words.get("part"))


def _hour_of_day(words: Words, _almanac: Almanac) -> Stretch:
    return hour_of(words.stretches[0], words.get("clock"))


def _hour_of_part(words: Words, _almanac: Almanac) -> Stretch:
    """Last night at eleven, 今晚八点: of the hours by that name the one that lies inside."""
    whole = words.stretches[0]
    part = part_of(whole, words.get("part")) if words.has("part") else whole
    midnight = floor(part.start, "day")
    hours = (midnight + timedelta(hours=words.get("clock", "hours", "number") + 12 * n) for n in range(4))
    inside = next((hour for hour in hours if part.start <= hour < part.end), None)
    return part if inside is None else hour_of(replace(part, start=inside), 0)


def _beside(words: Words, _almanac: Almanac) -> Stretch | None:
    """The day before yesterday, the week after 9 June, two months before Christmas."""
    whole, after = words.stretches[0], words.has("after")
    if (counted := count_of(words)) is None:
        return None
    unit, _, count = counted
    match unit:
        case "hour" | "minute":
            return None
        case "week":
            found = of(step(whole.end, unit, count - 1) if after else step(whole.start, unit, -count), unit)
        case "weekend":
            saturday = floor(whole.end, unit) + 5 * _DAY if after else floor(whole.start, unit) - 2 * _DAY
            found = replace(of(saturday, unit), end=saturday + 2 * _DAY)
        case _:
            edge = whole.end - _DAY if after else whole.start
            found = of(floor(step(edge, unit, count if after else -count), unit), unit)
    return replace(found, relative=True)


def _joined(words: Words, _almanac: Almanac) -> Stretch | None:
    first, last = words.stretches
    return joined(first, last)


def _until_now(words: Words, almanac: Almanac) -> Stretch | None:
    return joined(words.stretches[0], day_of(almanac.today, relative=True))


def _onward(words: Words, *, included: bool) -> Stretch:
    return _open(words, words.stretches[0].start if included else words.stretches[0].end, LAST)


def _up_to(words: Words, *, included: bool) -> Stretch:
    return _open(words, FIRST, words.stretches[0].end if included else words.stretches[0].start)


def _open(words: Words, start: datetime, end: datetime) -> Stretch:
    """What is open to one side is as of now: which May it is measured from is settled."""
    edge = words.stretches[0]
    return Stretch(start=start, end=end, grain="open", relative=edge.relative or edge.cycle is not None)


def _said_in(words: Words, _almanac: Almanac) -> Stretch:
    """In May, during summer: a word that might be another is a stretch of time here."""
    return words.stretches[0]


def _said_of(words: Words, _almanac: Almanac) -> Stretch | None:
    """The summer of our lives, a letter from June: only a number is surely a year."""
    return words.stretches[0] if words.stretches[0].grain == "year" else None


def _said_over(words: Words, _almanac: Almanac) -> Stretch | None:
    return words.stretches[0] if words.stretches[0].grain == "season" else None


PARTS = Grammar(
    Rule(
        "a_day comma? (in|on)? part (at? (clock|hours)|at number)|a_part (at? (clock|hours)|at number)", _hour_of_part
    ),
    Rule("part (of|on)? a_day|a_day (in|on|at)? part", _part_of_day),
    Rule("a_day comma? at? clock|clock (on|of)? a_day", _hour_of_day),
    Rule(f"(day|week|weekend|month|year|{COUNT}) (before|after) {ANY}", _beside),
)
"""The hours of a day, and what lies beside a stretch."""

RANGES = Grammar(
    Rule(
        f"between {SOME} (and|to|hyphen) {SOME}|from? {SOME} (to|hyphen|until) {SOME} among?|{SOME} and {SOME} among",
        _joined,
    ),
    Rule(f"from? {SOME} (to|until) now", _until_now),
    Rule(f"since {SOME}|from? {SOME} so_far|from {SOME} (onward|on)", lambda words, _: _onward(words, included=True)),
    Rule(f"after {SOME}|{SOME} later", lambda words, _: _onward(words, included=False)),
    Rule(f"until {SOME}|by (a_month|a_year|weak)", lambda words, _: _up_to(words, included=True)),
    Rule(f"before {SOME}|{SOME} earlier", lambda words, _: _up_to(words, included=False)),
    Rule("(?<=in|during) weak", _said_in),
    Rule("(?<=of|from) weak", _said_of),
    Rule("(?<=over) weak", _said_over),
)
"""What runs from one stretch to another, or on without end; and words that are time only after another."""
