"""Event time decides, never arrival; and whatever was superseded, the way back leads to it as it was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perdure import Status, Superseded
from tests.behaviour.requirements import requirement
from tests.unit.desk import Desk

POOLS: dict[str, tuple[str | None, Sequence[str]]] = {
    "a slot": ("city", ("Porto", "Lisbon", "Faro", "杭州", "北京")),
    "homes": (
        None,
        ("I live in Porto", "I moved to Lisbon", "I live in Faro now", "I live in Riga", "I moved to Oslo"),
    ),
    "住处": (None, ("我住在北京", "我搬到杭州了", "我现在住在成都", "我住在上海", "我搬到广州了")),
    "a mixture": (None, ("我住在北京", "I live in Lisbon", "I keep bees", "我搬到杭州了", "I live in Oslo")),
    "coffee": (
        None,
        ("I drink coffee every morning", "I quit coffee", "I keep bees", "I live in Faro", "I moved to Oslo"),
    ),
}


def state_after(
    said: Sequence[tuple[str, int]], slot: str | None, *, batched: bool = False
) -> list[tuple[object, ...]]:
    """What is kept once these were said, in this order."""
    with TemporaryDirectory() as folder, Desk(Path(folder)) as desk:
        if batched:
            desk.take(*(desk.said(text, at, slot=slot) for text, at in said))
        else:
            for text, at in said:
                desk.remember(text, at, slot=slot)
        return desk.state()


@requirement("W10", "W9")
@pytest.mark.parametrize("pool", POOLS)
@settings(max_examples=8)
@given(data=st.data())
def test_the_order_of_arrival_never_shows_in_what_is_kept(pool, data):
    slot, texts = POOLS[pool]
    chosen = data.draw(st.lists(st.sampled_from(texts), min_size=3, max_size=5, unique=True))
    said = [(text, at) for at, text in enumerate(chosen)]
    arrived = data.draw(st.permutations(said))
    batched = data.draw(st.booleans())
    assert state_after(arrived, slot, batched=batched) == state_after(said, slot)


def snapshot(desk: Desk) -> dict[str, tuple[object, ...]]:
    """What an undo has to bring back, of every memory."""
    return {
        one.id: (one.text, one.status, one.superseded_by, one.holds_from, one.holds_until, one.expires_at)
        for one in desk.every()
    }


@requirement("W9", "F6")
@pytest.mark.parametrize("pool", POOLS)
@settings(max_examples=8)
@given(data=st.data())
def test_undoing_what_superseded_brings_the_old_one_back_as_it_was(pool, data):
    slot, texts = POOLS[pool]
    chosen = data.draw(st.lists(st.sampled_from(texts), min_size=2, max_size=4, unique=True))
    with TemporaryDirectory() as folder, Desk(Path(folder)) as desk:
        before: dict[str, tuple[object, ...]] = {}
        outcome = None
        for at, text in enumerate(chosen):
            before = snapshot(desk)
            outcome = desk.remember(text, at, slot=slot)
        assume(isinstance(outcome, Superseded))
        ended = snapshot(desk)
        old, new = outcome.old.id, outcome.memory.id
        for clock in (101, 103):
            desk.now = clock
            desk.restore(old)
            assert snapshot(desk)[old] == before[old]
            assert desk.get(new).status is Status.SUPERSEDED
            desk.now = clock + 1
            desk.restore(new)
            assert snapshot(desk)[old] == ended[old]
            assert snapshot(desk)[new] == ended[new]
