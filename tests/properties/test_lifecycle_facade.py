"""Over the facade: whatever is done in whatever order, no statement is lost, arrival decides nothing, and an undo undoes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perdure import Perdure, Space, Status, Superseded, Turn
from perdure.domain.policy import STRATEGIES
from perdure.domain.review import Question
from perdure.errors import InvalidValue, PermanentMemory
from perdure.testing import FrozenClock, SequentialIds
from perdure.text.clean import statement_key
from tests.behaviour.requirements import requirement

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)

SAID = (
    "I live in Porto", "I moved to Lisbon", "我住在杭州", "我搬到苏州了", "I prefer tea", "I no longer drink tea",
    "我喜欢靠窗座位", "Remember that the key is under the pot", "I'm at a hotel until Friday", "I saw a heron",
)  # fmt: skip

number = st.integers(0, 9)
text = st.sampled_from(SAID)
source = st.sampled_from(["planner", "mailer"])
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("remember"), text, source),
        st.tuples(st.just("remember for a day"), text, source),
        st.tuples(st.just("capture"), text, source),
        st.tuples(st.just("correct"), number, text),
        st.tuples(st.sampled_from(["forget", "restore", "confirm"]), number),
        st.tuples(st.just("feedback"), number, st.sampled_from(["useful", "wrong", "outdated"])),
        st.tuples(st.just("review"), number, st.sampled_from(["accept", "reject", "edit"]), text),
        st.tuples(st.just("upkeep"), st.sampled_from([1, 20, 200])),
    ),
    min_size=2,
    max_size=10,
)


@contextmanager
def opened() -> Iterator[tuple[Space, FrozenClock]]:
    clock = FrozenClock(MORNING)
    with (
        TemporaryDirectory() as folder,
        Perdure(folder, embedder=None, clock=clock, ids=SequentialIds(), timezone="UTC", upkeep=False) as memory,
    ):
        yield memory.space("user/alice"), clock


class Life:
    """Does the acts, and notes every text that was stored."""

    def __init__(self, space: Space, clock: FrozenClock) -> None:
        self.space, self.clock = space, clock
        self.stored: list[str] = []
        self.sessions = 0

    def act(self, act: tuple[Any, ...]) -> None:
        self.clock.advance(hours=5)
        match act:
            case ("remember", said, name):
                self.heard([self.space.remember(said, source=name)])
            case ("remember for a day", said, name):
                end = self.clock.now() + timedelta(days=1)
                self.heard([self.space.remember(said, source=name, expires_at=end)])
            case ("capture", said, name):
                self.sessions += 1
                found = self.space.capture([Turn(said)], session=f"s{self.sessions}", source=name)
                self.heard(found.distilled)
            case ("upkeep", days):
                self.clock.advance(days=days)
                self.space.upkeep(strategies=STRATEGIES)
            case ("review", n, verb, said):
                self.decide(n, verb, said)
            case (verb, n, *rest):
                self.on_one(verb, n, rest)

    def heard(self, outcomes: Any) -> None:
        self.stored += [one.memory.text for one in outcomes if hasattr(one, "memory")]

    def decide(self, n: int, verb: str, said: str) -> None:
        waiting = self.space.review.list().items
        if not waiting:
            return
        review = waiting[n % len(waiting)]
        if verb == "edit":
            if review.question is Question.PROMOTION:
                return
            self.heard([self.space.review.edit(review.id, said)])
        else:
            self.heard([getattr(self.space.review, verb)(review.id)])

    def on_one(self, verb: str, n: int, rest: Sequence[str]) -> None:
        made = self.space.list(statuses="all", limit=1_000).items
        if not made:
            return
        try:
            getattr(self.space, verb)(made[n % len(made)].id, *rest)
            self.stored += rest if verb == "correct" else ()
        except (InvalidValue, PermanentMemory):
            assert made[n % len(made)].status is Status.FORGOTTEN or made[n % len(made)].kind in ("profile", "boundary")


def everything(space: Space) -> dict[str, Any]:
    return {one.id: one for one in space.list(statuses="all", limit=1_000)}


@requirement("M4", "W9", "F2", "F6", "S9")
@settings(max_examples=20)
@given(acts=ACTS)
def test_no_sequence_of_acts_loses_a_statement_from_its_history(acts):
    with opened() as (space, clock):
        life = Life(space, clock)
        known: set[str] = set()
        for act in acts:
            life.act(act)
            kept = everything(space)
            assert known <= kept.keys()
            known = set(kept)
        histories = {name: space.history(name) for name in known}
        told = {statement_key(one.text) for one in kept.values()} | {
            statement_key(str(fields["text"]))
            for rows in histories.values()
            for row in rows
            for fields in (row.before, row.after)
            if "text" in fields
        }
        assert {statement_key(said) for said in life.stored} <= told
        for name, rows in histories.items():
            state: dict[str, Any] = {}
            for row in rows:
                assert all(state.get(field) == value for field, value in row.before.items()), row
                state |= row.after
            assert (state["text"], state["status"]) == (kept[name].text, kept[name].status)
        pointing = [one for one in kept.values() if one.superseded_by is not None]
        assert all(one.superseded_by in kept for one in pointing)
        assert all(review.memory in kept for review in space.review.list(states="all", limit=1_000))
        now = clock.now()
        shown = {hit.id for said in SAID for hit in space.recall(said, k=50) if hit.memory is not None}
        assert all(kept[name].status in (Status.ACTIVE, Status.ARCHIVED) for name in shown)
        assert not any(kept[name].expired(now) for name in shown)


POOLS = {
    "homes": ("I live in Porto", "I moved to Lisbon", "I live in Faro now", "I live in Riga", "I moved to Oslo"),
    "住处": ("我住在北京", "我搬到杭州了", "我现在住在成都", "我住在上海", "我搬到广州了"),
    "a mixture": ("我住在北京", "I live in Lisbon", "I prefer tea", "我搬到杭州了", "I no longer drink tea"),
}


def captured(told: Sequence[tuple[str, int]], *, at_once: bool) -> list[tuple[object, ...]]:
    """What is kept of turns of their own sessions, once they came in this order."""
    with opened() as (space, clock):
        clock.advance(days=100)
        turns = [Turn(said, at=MORNING + timedelta(days=day), session=f"s{day}") for said, day in told]
        for part in [turns] if at_once else [[turn] for turn in turns]:
            space.capture(part)
        kept = everything(space)
        return sorted(
            (one.text, one.status.value, one.superseded_by and kept[one.superseded_by].text, str(one.holds_until))
            for one in kept.values()
        )


@requirement("W10", "W9")
@pytest.mark.parametrize("pool", POOLS)
@settings(max_examples=5)
@given(data=st.data())
def test_the_order_in_which_conversations_arrive_never_shows_in_what_is_kept(pool, data):
    chosen = data.draw(st.lists(st.sampled_from(POOLS[pool]), min_size=2, max_size=4, unique=True))
    told = [(said, 3 * day) for day, said in enumerate(chosen)]
    arrived = data.draw(st.permutations(told))
    assert captured(arrived, at_once=data.draw(st.booleans())) == captured(told, at_once=False)


def standing(space: Space) -> dict[str, tuple[object, ...]]:
    return {
        one.id: (
            one.text,
            one.status,
            one.superseded_by,
            one.holds_from,
            one.holds_until,
            one.expires_at,
            one.importance,
        )
        for one in everything(space).values()
    }


@requirement("W9", "F6")
@pytest.mark.parametrize("pool", POOLS)
@settings(max_examples=5)
@given(data=st.data())
def test_undoing_what_superseded_gives_back_what_was(pool, data):
    chosen = data.draw(st.lists(st.sampled_from(POOLS[pool]), min_size=2, max_size=4, unique=True))
    by_capture = data.draw(st.booleans())
    with opened() as (space, clock):
        outcome: object = None
        for day, said in enumerate(chosen):
            clock.advance(days=3)
            before = standing(space)
            if by_capture:
                (outcome,) = space.capture([Turn(said)], session=f"s{day}").distilled
            else:
                outcome = space.remember(said)
        assume(isinstance(outcome, Superseded) and not outcome.others)
        after = standing(space)
        clock.advance(days=1)
        space.restore(outcome.old.id)
        assert standing(space)[outcome.old.id] == before[outcome.old.id]
        assert space.get(outcome.memory.id).status is Status.SUPERSEDED
        clock.advance(days=1)
        space.restore(outcome.memory.id)
        assert standing(space) == after
