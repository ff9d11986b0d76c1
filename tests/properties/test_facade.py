"""What holds for any text, any question, and any sequence of verbs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perdure import Perdure, Rejected, Status, Turn
from perdure.errors import InvalidText, InvalidValue
from perdure.recall.plan import is_small_talk
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from perdure.text.analyzer import index_terms
from perdure.text.clean import statement_key
from tests.behaviour.requirements import requirement

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
ANYTHING = st.text(st.characters(), max_size=200)
"""Controls, halves of surrogate pairs and every script included."""

WORDS = st.lists(
    st.sampled_from("I tea like not no 5 55 Bob 小林 小玲 不 喜欢 3月4日 -5 C++ C# 10² 10 2 Straße ΣΊΣΥΦΟΣ É".split()),
    min_size=1,
    max_size=6,
)
_number = count(1)


@contextmanager
def opened(embedder: Any = None) -> Iterator[Perdure]:
    with TemporaryDirectory() as folder:
        options = {"clock": FrozenClock(MORNING), "ids": SequentialIds(), "timezone": "UTC"}
        with Perdure(folder, embedder=embedder, **options) as memory:
            yield memory


@pytest.fixture(scope="module")
def place() -> Iterator[Perdure]:
    with opened(HashEmbedder()) as memory:
        space = memory.space("user/filled")
        space.remember_many(
            ["备用钥匙在邻居家", "The kayak is in the shed", "CI 跑在 runner-7 上", "my café", "50% of 3.14"]
        )
        space.observe([Turn("when did we meet on May 5?", session="s", speaker="Bob"), Turn("上周三", session="s")])
        yield memory


@requirement("M1", "R1")
@settings(max_examples=40)
@given(text=ANYTHING)
@example(text="\ud800")
@example(text="the")
@example(text="什么时候")
@example(text="kayak 皮划艇 " * 400)
@example(text="\0\x07x")
def test_any_text_is_kept_and_found_by_itself_or_refused_with_a_code(place, text):
    space = place.space(f"user/{next(_number)}")
    try:
        made = space.remember(text).memory
    except InvalidText as refused:
        assert refused.code == "invalid_text"
        assert place.space(space.name).list().total == 0
        return
    assert space.get(made.id).text == made.text
    if made.text == text and index_terms(text) and not is_small_talk(text.strip()):
        assert [hit.id for hit in space.recall(text)] == [made.id]


@requirement("R1", "R10")
@given(query=ANYTHING, k=st.integers(1, 50))
@example(query="AND OR NOT NEAR(a b)", k=1)
@example(query='"*^{}:', k=5)
def test_any_question_has_an_answer_or_is_none(place, query, k):
    space = place.space("user/filled")
    found = space.recall(query, k=k)
    assert len(found) <= k
    scores = [hit.score for hit in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert len({hit.id for hit in found}) == len(found)
    assert found.trace.lines()
    assert found.brief(300) == space.recall(query, k=k).brief(300)


@requirement("W8")
@given(WORDS, WORDS, st.sampled_from([" ", "  ", "\n"]), st.sampled_from(["", ".", "。", "!"]), st.booleans())
def test_two_texts_have_one_key_only_where_every_word_and_number_is_the_same(one, other, gap, end, upper):
    written = gap.join(other) + end
    same = [word.casefold() for word in one] == [word.casefold() for word in other]
    assert (statement_key(" ".join(one)) == statement_key(written.upper() if upper else written)) == same


TEXTS = st.sampled_from(["I live in Porto", "I live in Lisbon", "我住在杭州", "tea", "TEA.", "no tea"])
SLOTS = st.sampled_from([None, "city", "住址"])
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("remember"), TEXTS, SLOTS, st.integers(-9, 9)),
        st.tuples(st.just("correct"), st.integers(0, 9), TEXTS),
        st.tuples(st.sampled_from(["forget", "restore", "confirm"]), st.integers(0, 9)),
        st.tuples(st.just("reopen")),
    ),
    min_size=1,
    max_size=14,
)


@requirement("M4", "W9", "F6")
@settings(max_examples=25)
@given(acts=ACTS)
def test_no_sequence_of_verbs_loses_a_statement_or_the_way_back_to_it(acts):
    clock, ids = FrozenClock(MORNING), SequentialIds()
    with TemporaryDirectory() as folder:
        memory = Perdure(folder, embedder=None, clock=clock, ids=ids, timezone="UTC")
        said: list[str] = []
        made: list[str] = []
        for act in acts:
            clock.advance(minutes=1)
            space = memory.space("user/alice")
            match act:
                case ("remember", text, slot, days):
                    outcome = space.remember(text, slot=slot, at=clock.now() + timedelta(days=days))
                    assert not isinstance(outcome, Rejected)
                    made += [one.id for one in (outcome.memory, getattr(outcome, "old", None)) if one is not None]
                    said.append(text)
                case ("correct", number, text) if made:
                    try:
                        space.correct(made[number % len(made)], text)
                        said.append(text)
                    except InvalidValue:
                        assert space.get(made[number % len(made)]).status == "forgotten"
                case ("forget" | "restore" | "confirm" as verb, number) if made:
                    getattr(space, verb)(made[number % len(made)])
                case ("reopen",):
                    memory.close()
                    memory = Perdure(folder, embedder=None, clock=clock, ids=ids, timezone="UTC")
        check(memory, said, made)
        memory.close()


def check(memory: Perdure, said: list[str], made: list[str]) -> None:
    """Every statement is in the history of some memory, and what is current agrees with it."""
    space = memory.space("user/alice")
    kept = {one.id: one for one in space.list(statuses="all", limit=1_000)}
    assert set(kept) == set(made)
    history = {name: space.history(name) for name in kept}
    written = {
        statement_key(str(row.after["text"])) for rows in history.values() for row in rows if "text" in row.after
    }
    assert {statement_key(text) for text in said} <= written
    for name, rows in history.items():
        state: dict[str, Any] = {}
        for row in rows:
            assert all(state.get(field) == value for field, value in row.before.items())
            state |= row.after
        assert (state["text"], state["status"]) == (kept[name].text, kept[name].status)
        assert kept[name].superseded_by is None or kept[name].superseded_by in kept
        assert (kept[name].superseded_by is None) or kept[name].status in (Status.SUPERSEDED, Status.FORGOTTEN)
    for slot in {one.slot for one in kept.values()} - {None}:
        current = [one for one in kept.values() if one.slot == slot and one.status is Status.ACTIVE]
        assert len(current) <= 1
        assert space.get(slot=slot) == (current[0] if current else None)
    shown = {hit.id for text in ("I live in Porto", "我住在杭州", "tea") for hit in space.recall(text, k=50)}
    assert shown <= {one.id for one in kept.values() if one.status is Status.ACTIVE}


CITIES = st.lists(st.sampled_from(["Porto", "Lisbon", "杭州", "Faro"]), min_size=2, max_size=6)


@requirement("L7", "W9")
@settings(max_examples=20)
@given(data=st.data(), cities=CITIES, batched=st.booleans())
def test_the_order_of_arrival_never_decides_which_value_is_current(place, data, cities, batched):
    said = [
        {"text": f"I live in {city}", "slot": "city", "at": MORNING - timedelta(days=n)}
        for n, city in enumerate(cities)
    ]
    space = place.space(f"user/{next(_number)}")
    arrived = data.draw(st.permutations(said))
    if batched:
        space.remember_many(arrived)
    else:
        for item in arrived:
            space.remember(**item)
    assert space.get(slot="city").text == f"I live in {cities[0]}"
    assert [made.text for made in space.list()] == [f"I live in {cities[0]}"]


NAMES = ("user/ana", "user/bo", "project/ana", "global")
MARKS = dict(zip(NAMES, ("heron", "otter", "kestrel", "bittern"), strict=True))


@requirement("R2")
@settings(max_examples=20)
@given(
    writes=st.lists(st.tuples(st.sampled_from(NAMES), st.booleans(), st.integers(0, 3)), max_size=12),
    asked=st.sets(st.sampled_from(NAMES), min_size=1),
)
def test_no_answer_ever_comes_from_a_space_that_was_not_named(writes, asked):
    with opened(HashEmbedder(64)) as memory:
        for name, observed, number in writes:
            text = f"the {MARKS[name]} was seen at pond {number} 池塘"
            if observed:
                memory.space(name).observe([Turn(text, session="s")])
            else:
                memory.space(name).remember(text)
        expected = {name for name, *_ in writes} & asked
        for query in ("pond 池塘", *MARKS.values()):
            found = memory.view(*asked).recall(query, k=50)
            assert {str(hit.space) for hit in found} <= expected
            assert all(MARKS[str(hit.space)] in hit.text for hit in found)
        assert {str(hit.space) for hit in memory.view(*asked).recall("pond 池塘", k=50)} == expected
