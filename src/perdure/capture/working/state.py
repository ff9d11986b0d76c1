"""The dialogue state: what a session is after, under which constraints, and what is done. Kept by rules, message by message."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from perdure.capture.working import cues
from perdure.capture.working.cues import Topic
from perdure.text.analyzer import content_terms
from perdure.text.claims import Meeting, meeting, read_claims
from perdure.text.dates import spans_in, stretch
from perdure.text.mood import Mood, mood_of, sentences

MOST_CONSTRAINTS = 12
MOST_DONE = 8
_LONGEST = 200
"""Characters of a line of the state."""
_ALIKE = 0.6
"""From this share of common terms on, of the shorter one, two constraints are on the same matter."""
_OF_THE_GOAL = 0.34
"""A thing done that has this share of the goal's terms is the goal."""
_OPEN = (Mood.QUESTION, Mood.SUPPOSED, Mood.REQUEST)
"""In these nothing is said to be done."""
_OVER = frozenset({Meeting.SAME, Meeting.REPLACES, Meeting.CORRECTS, Meeting.DENIES})


@dataclass(frozen=True, kw_only=True, slots=True)
class Constraint:
    """What has to hold, in the words it was said in, and what it is about."""

    text: str
    topics: frozenset[Topic] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialogue:
    """Where a session stands. Later constraints stand last."""

    goal: str = ""
    constraints: tuple[Constraint, ...] = ()
    done: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.goal or self.constraints or self.done)

    def lines(self) -> list[str]:
        """The state for people and for a prompt."""
        told = [f"Goal: {self.goal}"] if self.goal else []
        told += [f"Constraint: {constraint.text}" for constraint in self.constraints]
        return [*told, *(f"Done: {item}" for item in self.done)]


def follow(state: Dialogue, role: str, text: str, *, now: datetime) -> Dialogue:
    """The state after a message. The user sets goals and constraints; what is done, the assistant may say as well."""
    if role not in ("user", "assistant"):
        return state
    for start, end in sentences(text):
        sentence = text[start:end].strip()
        if len(sentence) > cues.LONGEST:
            continue
        if role == "user":
            state = _heard(state, sentence, now)
        elif mood_of(sentence) not in _OPEN:
            for clause in cues.clauses(sentence):
                state = _finished(state, clause)
    return state


def _heard(state: Dialogue, sentence: str, now: datetime) -> Dialogue:
    """The state after a sentence of the user."""
    if cues.gives_up(sentence):
        return _dropped(replace(state, goal=""))
    mood = mood_of(sentence)
    if mood in (Mood.SUPPOSED, Mood.REPORTED):
        return state
    rest = []
    for clause in cues.clauses(sentence):
        if mood is not Mood.QUESTION and cues.says_done(clause):
            state = _finished(state, clause)
        elif mood is not Mood.SMALL_TALK and _constrains(clause, mood, state):
            state = _constrained(state, clause, now)
        else:
            rest.append(clause)
    wanted = cues.joined(rest)
    if cues.asks(wanted, mood_of(wanted)) and not cues.points_back(wanted):
        state = replace(state, goal=_line(wanted))
    return state


def _constrains(clause: str, mood: Mood, state: Dialogue) -> bool:
    """Whether a clause says what has to hold."""
    if cues.changes(clause):
        return True
    if mood is Mood.QUESTION:
        return False
    return cues.limits(clause) or (bool(state.goal) and cues.wants_thing(clause))


def _constrained(state: Dialogue, clause: str, now: datetime) -> Dialogue:
    """The state with one more constraint: what it changes, or says anew, is replaced at once."""
    changing = cues.changes(clause)
    if changing:
        changed = _rewritten(state, clause, now)
        if changed is not None:
            return changed
    said = _line(clause)
    new = Constraint(text=said, topics=cues.topics(said))
    kept = tuple(old for old in state.constraints if not _replaces(new, old, changing=changing))
    return replace(state, constraints=(*kept, new)[-MOST_CONSTRAINTS:])


def _replaces(new: Constraint, old: Constraint, *, changing: bool) -> bool:
    """Whether a constraint takes the place of an older one."""
    shared = new.topics & old.topics
    if shared and (changing or shared & cues.SINGLE) and old.topics <= new.topics:
        return True
    mine, theirs = set(content_terms(new.text)), set(content_terms(old.text))
    if mine and theirs and len(mine & theirs) >= _ALIKE * min(len(mine), len(theirs)):
        return True
    return meeting(read_claims(new.text), read_claims(old.text)) in _OVER


def _rewritten(state: Dialogue, clause: str, now: datetime) -> Dialogue | None:
    """The state with a part of its goal, or of a constraint, put differently; None where the clause changes no part of them."""
    lines = [state.goal, *(constraint.text for constraint in state.constraints)]
    for n in (*range(len(lines) - 1, 0, -1), 0):
        line = _exchanged(lines[n], clause, now)
        if line is None:
            continue
        if n == 0:
            return replace(state, goal=_line(line))
        changed = Constraint(text=_line(line), topics=cues.topics(line))
        return replace(state, constraints=(*state.constraints[: n - 1], *state.constraints[n:], changed))
    return None


def _exchanged(line: str, clause: str, now: datetime) -> str | None:
    """The line with the part that a clause changes; None where there is no such part, or more than one."""
    named = cues.exchange(clause)
    if named is not None:
        old, new = named
        return line.replace(old, new, 1) if old and old in line else None
    if line == "":
        return None
    news, olds = spans_in(clause, now), spans_in(line, now)
    if len(news) == len(olds) == 1:
        start, end = olds[0].at
        return line[:start] + _moved(olds[0].text, news[0].text, now) + line[end:]
    return None if news else cues.other_amount(line, clause)


def _moved(old: str, new: str, now: datetime) -> str:
    """A time in place of another: a day leaves the hour as it was, an hour the day."""
    (day, hour), (new_day, new_hour) = _day_and_hour(old, now), _day_and_hour(new, now)
    return new if not (day and hour) or (new_day and new_hour) else (new_day or day) + (new_hour or hour)


def _day_and_hour(text: str, now: datetime) -> tuple[str, str]:
    """The two parts of 明天下午 and "Friday evening"; one of them is empty where there is only the other."""
    for size in range(len(text), 0, -1):
        found = None if text[size - 1].isspace() else stretch(text[:size], now)
        if found is not None and found.grain not in ("part", "hour"):
            return text[:size], text[size:]
    return "", text


def _finished(state: Dialogue, clause: str) -> Dialogue:
    """The state after a clause that says that something is done; the same state after any other."""
    if not cues.says_done(clause):
        return state
    goal, said = set(content_terms(state.goal)), set(content_terms(clause))
    bare = cues.only_done(clause)
    if state.goal and (bare or (goal and len(goal & said) >= _OF_THE_GOAL * len(goal))):
        item = state.goal if bare else _line(clause)
        return _dropped(replace(state, goal="", done=_listed(state.done, item)))
    return state if bare else replace(state, done=_listed(state.done, _line(clause)))


def _dropped(state: Dialogue) -> Dialogue:
    """Without the constraints of the task; how to answer stays."""
    return replace(state, constraints=tuple(item for item in state.constraints if item.topics & cues.MANNER))


def _listed(done: tuple[str, ...], item: str) -> tuple[str, ...]:
    return (*(other for other in done if other != item), item)[-MOST_DONE:]


def _line(text: str) -> str:
    plain = " ".join(text.split()).strip(" ，,。.;；！!")
    return plain if len(plain) <= _LONGEST else plain[:_LONGEST] + "…"
