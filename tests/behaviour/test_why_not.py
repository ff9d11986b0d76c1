"""Why did that not come back? Every stage of the read path that can drop something says so, with its number."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from perdure import Perdure, Policy, Turn
from perdure.domain.trace import (
    BelowFloor,
    Covered,
    Hidden,
    OutOfScope,
    OverLimit,
    Repeated,
    Settled,
    TooLong,
    Unasked,
    Unmatched,
)
from perdure.errors import NotFound
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement

KAYAKS = ("the kayak 皮划艇 is in the shed", "the kayak 皮划艇放在车库里", "a green kayak 绿色皮划艇")


def asked(space, query, id, **options):
    """What is said of it, which must be what recall does."""
    why = space.why_not(query, id, **options)
    found = space.recall(query, **options)
    ranks = {hit.id: rank for rank, hit in enumerate(found, start=1)}
    assert (why.id, why.query) == (id, query.strip())
    assert why.rank == ranks.get(id)
    assert (why.dropped is None) == (why.rank is not None)
    assert why.stage == (None if why.dropped is None else why.dropped.stage)
    assert str(why).strip()
    return why


@requirement("R16")
@pytest.mark.parametrize("query", ["which kayak is green", "皮划艇放在哪里", "green 皮划艇"])
def test_what_came_back_is_told_with_its_rank_and_its_signals(surface, query):
    space = surface.space("user/alice")
    made = [outcome.memory.id for outcome in space.remember_many(KAYAKS)]
    whys = [asked(space, query, id) for id in made]
    assert sorted(why.rank for why in whys) == [1, 2, 3]
    assert all(why.evidence >= 1 for why in whys)
    assert all({"lexical", "dense"} & set(why.parts) for why in whys)
    considered = {item.id: dict(item.parts) for item in space.recall(query).trace.considered}
    assert {why.id: dict(why.parts) for why in whys} == considered


@requirement("R16")
@pytest.mark.parametrize("query", ["how to bake sourdough bread", "怎么烤面包"])
def test_below_the_floor_is_told_with_both_numbers(surface, query):
    space = surface.space("user/alice")
    made = space.remember("I take my coffee black 我喝黑咖啡").memory
    [entry] = space.observe([Turn("the kayak needs paint 皮划艇要刷漆", session="s")])
    for id in (made.id, entry.id):
        why = asked(space, query, id)
        assert isinstance(why.dropped, BelowFloor)
        assert (why.stage, why.dropped.needed) == ("floor", 1.0)
        assert why.dropped.evidence == why.evidence < 1
        assert not why.dropped.answered
        assert "needed" in str(why)
        assert f"{why.evidence:.3f}" in str(why)


@requirement("R16")
def test_of_a_question_that_is_answered_each_item_is_told_what_it_had_itself(surface):
    space = surface.space("user/alice")
    space.remember("the kayak is in the shed")
    other = space.remember("我对腰果过敏").memory
    why = asked(space, "the kayak is in the shed", other.id)
    assert isinstance(why.dropped, BelowFloor)
    assert why.evidence >= 1 > why.dropped.evidence
    assert why.dropped.answered
    assert f"its own evidence {why.dropped.evidence:.3f}" in str(why)


@requirement("R16")
def test_what_a_memory_stands_for_is_covered_by_it(surface):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    [turn] = made.source.turns
    why = asked(space, "kayak", turn)
    assert (why.dropped, why.stage) == (Covered(id=turn, by=made.id), "rank")


@requirement("R16")
def test_the_same_words_are_told_which_hit_has_them(surface):
    space = surface.space("user/alice")
    [first, second] = space.observe(
        [Turn("the KAYAK is green", session="s1"), Turn("The kayak is green.", session="s2")]
    )
    why = asked(space, "kayak green", second.id)
    repeated = why if why.dropped else asked(space, "kayak green", first.id)
    other = first.id if repeated.id == second.id else second.id
    assert (repeated.dropped, repeated.stage) == (Repeated(id=repeated.id, by=other), "rank")


@requirement("R16")
@pytest.mark.parametrize("count", [12, 300])
def test_beyond_the_number_asked_for_is_told_with_its_rank(surface, count):
    space = surface.space("user/alice")
    made = [outcome.memory.id for outcome in space.remember_many([f"jar {n} of plum jam" for n in range(count)])]
    whys = [space.why_not("plum jam", id, k=4) for id in made[:: max(1, count // 12)]]
    over = [why.dropped for why in whys if why.rank is None]
    assert over
    for dropped in over:
        assert isinstance(dropped, OverLimit)
        assert dropped.limit == 4 < dropped.rank <= count
    asked(space, "plum jam", made[0], k=4)
    asked(space, "plum jam", made[-1], k=4)


@requirement("R16", "R15")
def test_what_no_longer_fits_into_a_result_is_told_with_its_bytes(surface):
    space = surface.space("user/alice")
    space.set_policy(Policy(limits=replace(Policy().limits, result_bytes=100)))
    made = [space.remember(f"梅子酱 plum jam {letter * 30}").memory for letter in "abcd"]
    size = len(made[0].text.encode())
    found = space.recall("plum jam 梅子酱")
    assert [len(hit.text.encode()) for hit in found] == [size] * (100 // size)
    late = [drop for drop in found.trace.dropped if isinstance(drop, TooLong)]
    assert [(drop.bytes, drop.limit) for drop in late] == [(size * n, 100) for n in range(len(found) + 1, 5)]
    for drop in late:
        assert asked(space, "plum jam 梅子酱", drop.id).dropped == drop


@requirement("R15")
def test_the_best_hit_comes_back_however_long_it_is_and_nothing_shorter_takes_its_place(surface):
    space = surface.space("user/alice")
    space.set_policy(Policy(limits=replace(Policy().limits, result_bytes=200)))
    long = "the kayak is in the shed. " + "皮划艇的座位和桨。" * 50
    space.remember_many([long, "the kayak"])
    found = space.recall("kayak shed 皮划艇 座位")
    assert [hit.text for hit in found] == [long]
    assert [type(drop).__name__ for drop in found.trace.dropped] == ["TooLong"]


@requirement("R16", "F6")
@pytest.mark.parametrize("status", ["superseded", "forgotten", "expired"])
def test_what_is_not_current_is_told_by_its_status(surface, clock, status):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed", slot="kayak", expires_at=clock.now() + timedelta(days=5)).memory
    match status:
        case "superseded":
            space.remember("the kayak is at the lake", slot="kayak")
        case "forgotten":
            space.forget(made.id)
        case _:
            clock.advance(days=6)
    why = asked(space, "kayak shed", made.id)
    assert (why.dropped, why.stage) == (Hidden(id=made.id, status=status), "scope")


FILTERS = [
    ("layers", {"layers": ["journal"]}),
    ("kinds", {"kinds": ["rule"]}),
    ("tags", {"tags": ["home", "船"]}),
    ("where", {"where": {"room": 8}}),
    ("where", {"where": {"floor": None}}),
    ("since", {"since": datetime(2026, 2, 21, tzinfo=UTC)}),
    ("until", {"until": datetime(2026, 2, 19, tzinfo=UTC)}),
    ("since", {"when": "昨天"}),
    ("until", {"when": "last January"}),
    ("as_of", {"as_of": datetime(2026, 2, 19, tzinfo=UTC)}),
    ("known_at", {"known_at": datetime(2026, 2, 21, tzinfo=UTC)}),
]


@requirement("R16", "R8")
@pytest.mark.parametrize(("name", "options"), FILTERS, ids=[f"{name}-{n}" for n, (name, _) in enumerate(FILTERS)])
def test_the_filter_that_leaves_it_out_is_named(surface, clock, name, options):
    space = surface.space("user/alice")
    made = space.remember(
        "the kayak is in the shed", at=datetime(2026, 2, 20), kind="fact", tags=["home"], metadata={"room": 7}
    ).memory
    why = asked(space, "kayak", made.id, **options)
    assert (why.dropped, why.stage) == (OutOfScope(id=made.id, filter=name), "scope")
    assert (
        asked(space, "kayak", made.id, kinds="fact", tags="home", where={"room": 7}, since=datetime(2026, 2, 20)).rank
        == 1
    )


@requirement("R16")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("layers", {"layers": "memory"}),
        ("kinds", {"kinds": "fact"}),
        ("tags", {"tags": "home"}),
        ("where", {"where": {"room": 7}}),
        ("until", {"until": datetime(2026, 2, 19, tzinfo=UTC)}),
        ("as_of", {"as_of": datetime(2026, 2, 19, tzinfo=UTC)}),
        ("known_at", {"known_at": datetime(2026, 2, 21, tzinfo=UTC)}),
    ],
)
def test_a_turn_is_told_its_filter_too(surface, name, options):
    space = surface.space("user/alice")
    [turn] = space.observe([Turn("the kayak needs paint", session="s", at=datetime(2026, 2, 20))])
    assert asked(space, "kayak", turn.id, **options).dropped == OutOfScope(id=turn.id, filter=name)
    assert asked(space, "kayak", turn.id, layers="journal").rank == 1


@requirement("R16")
def test_what_no_search_could_find_is_unmatched(home):
    with Perdure(home, embedder=None, timezone="UTC") as memory:
        space = memory.space("user/alice")
        made = [outcome.memory.id for outcome in space.remember_many(["the lawyer is on Elm Street", *KAYAKS])]
        why = asked(space, "kayak", made[0])
        assert (why.dropped, why.stage) == (Unmatched(id=made[0]), "search")


@requirement("R16")
@pytest.mark.parametrize("query", ["hello there!", "谢谢你", "", " \n", "hi 你好"])
def test_small_talk_and_blanks_ask_for_nothing(surface, query):
    space = surface.space("user/alice")
    made = space.remember("hello there, the kayak is in the shed 你好 谢谢你").memory
    why = asked(space, query, made.id)
    assert (why.dropped, why.stage, why.evidence, why.parts) == (Unasked(id=made.id), "plan", None, {})


@requirement("R16", "R2")
def test_what_is_not_in_this_space_is_not_found_in_it(surface):
    made = surface.space("user/alice").remember("the kayak is in the shed").memory
    for space, id in (("user/bob", made.id), ("user/alice", "mem_nowhere"), ("user/alice", "")):
        with pytest.raises(NotFound):
            surface.space(space).why_not("kayak", id)


@requirement("R16", "S8")
def test_asking_why_not_counts_as_no_access(surface):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed").memory
    assert space.why_not("kayak", made.id).rank == 1
    assert space.get(made.id).access_count == 0


@requirement("R16", "R8")
def test_at_a_past_moment_the_status_of_today_is_no_reason(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed", slot="kayak").memory
    clock.advance(days=10)
    space.remember("the kayak is at the lake", slot="kayak")
    assert asked(space, "kayak", made.id, as_of=clock.now() - timedelta(days=5)).rank == 1
    assert asked(space, "kayak", made.id, known_at=clock.now() - timedelta(days=5)).rank == 1
    why = asked(space, "kayak", made.id, as_of=clock.now())
    assert why.dropped == OutOfScope(id=made.id, filter="as_of")


@requirement("R16", "R8")
def test_at_a_past_moment_the_status_and_the_times_of_that_moment_are_the_reason(surface, clock):
    space = surface.space("user/alice")
    start = clock.now()
    floor = space.remember("the office is on floor 3", slot="office").memory
    kayak = space.remember("the kayak is in the shed").memory
    clock.advance(days=10)
    space.forget(kayak.id)
    space.remember("the office is on floor 9", slot="office", at=start + timedelta(days=5))
    seventh = start + timedelta(days=7)
    assert asked(space, "office floor", floor.id, as_of=seventh).dropped == OutOfScope(id=floor.id, filter="as_of")
    assert asked(space, "office floor", floor.id, as_of=seventh, known_at=seventh).rank == 1
    assert asked(space, "office floor", floor.id, known_at=clock.now()).dropped == Hidden(
        id=floor.id, status="superseded"
    )
    assert asked(space, "kayak", kayak.id, known_at=seventh).rank == 1
    for past in ({"as_of": seventh}, {"known_at": clock.now()}):
        assert asked(space, "kayak", kayak.id, **past).dropped == Hidden(id=kayak.id, status="forgotten")


@requirement("R16", "F6")
@pytest.mark.parametrize("how", ["superseded", "forgotten"])
def test_what_a_memory_rests_on_is_settled_with_it(surface, how):
    space = surface.space("user/alice")
    made = space.remember("the kayak is in the shed", slot="kayak").memory
    [turn] = made.source.turns
    space.forget(made.id) if how == "forgotten" else space.remember("the kayak is at the lake", slot="kayak")
    why = asked(space, "kayak", turn)
    assert (why.dropped, why.stage) == (Settled(id=turn, memories=(made.id,)), "rank")
