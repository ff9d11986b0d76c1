"""Stretches of time in words, and the past on both axes: what was true then, what was known then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from perdure import Perdure, Turn
from perdure.errors import InvalidValue
from perdure.recall.brief import CLOSE, OPEN
from perdure.testing import FrozenClock, HashEmbedder
from tests.behaviour.requirements import requirement


def day(month: int, number: int, hour: int = 12) -> datetime:
    return datetime(2026, month, number, hour, tzinfo=UTC)


def texts(found) -> list[str]:
    return [hit.text for hit in found]


def told(found) -> set[str]:
    return {hit.text for hit in found}


DAYS = {
    "today": day(3, 1, 8),
    "28 February, late": day(2, 28, 23),
    "28 February, early": day(2, 28, 0),
    "27 February": day(2, 27),
    "25 February": day(2, 25),
    "18 February": day(2, 18),
    "31 January": day(1, 31),
    "15 March last year": datetime(2025, 3, 15, tzinfo=UTC),
    "1 March in 2024": datetime(2024, 3, 1, tzinfo=UTC),
}
"""The clock stands at Sunday, 1 March 2026, 9:00."""

YESTERDAY = {"28 February, late", "28 February, early"}
FEBRUARY = {*YESTERDAY, "27 February", "25 February", "18 February"}

STRETCHES = [
    ("yesterday", YESTERDAY),
    ("昨天", YESTERDAY),
    ("last Wednesday", {"25 February"}),
    ("上周三", {"18 February"}),
    ("last week", {"18 February"}),
    ("上周", {"18 February"}),
    ("this week", {*YESTERDAY, "today", "27 February", "25 February"}),
    ("last month", FEBRUARY),
    ("上个月", FEBRUARY),
    ("in February", FEBRUARY),
    ("2026年2月", FEBRUARY),
    ("2026-02", FEBRUARY),
    ("in March 2025", {"15 March last year"}),
    ("去年三月", {"15 March last year"}),
    ("2024", {"1 March in 2024"}),
    ("2026-02-27", {"27 February"}),
]


def fill(space) -> None:
    space.remember_many([{"text": f"kayak note of {name}", "at": at} for name, at in DAYS.items()])
    space.observe([Turn(f"kayak talk of {name}", at=at, session=f"s{n}") for n, (name, at) in enumerate(DAYS.items())])


def both(names: set[str]) -> set[str]:
    return {f"kayak {what} of {name}" for what in ("note", "talk") for name in names}


@pytest.fixture(scope="module")
def dated(tmp_path_factory):
    home = tmp_path_factory.mktemp("dated")
    with Perdure(home, embedder=HashEmbedder(), clock=FrozenClock(day(3, 1, 9)), timezone="UTC") as memory:
        fill(memory.space("user/alice"))
        yield memory.space("user/alice")


@requirement("R8")
@pytest.mark.parametrize(("words", "names"), STRETCHES, ids=[words for words, _ in STRETCHES])
def test_a_stretch_of_time_in_words_leaves_what_lies_in_it_and_nothing_else(dated, words, names):
    assert told(dated.recall("kayak", when=words, k=50)) == both(names)


@requirement("R8")
@pytest.mark.parametrize("words", ["yesterday", "上周三"])
def test_words_for_time_are_understood_by_every_way_of_calling(surface, words):
    space = surface.space("user/alice")
    fill(space)
    found = space.recall("kayak", when=words, k=50)
    assert told(found) == both(dict(STRETCHES)[words])
    assert told(surface.view("user/alice").recall("kayak", when=words, k=50)) == told(found)


@requirement("R8")
def test_a_day_in_words_is_the_day_of_the_place_and_of_the_moment_of_the_asker(home, clock):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="Asia/Shanghai") as memory:
        space = memory.space("user/alice")
        for text, at in {
            "皮划艇 one": "2026-03-09T23:59:59.999999",
            "皮划艇 two": "2026-03-09T00:00:00",
            "皮划艇 three": "2026-03-10T00:00:00",
            "皮划艇 four": "2026-03-08T23:59:59.999999",
        }.items():
            space.remember(text, at=datetime.fromisoformat(at))
        asked = {"when": "昨天", "now": datetime.fromisoformat("2026-03-10T00:10:00+08:00")}
        assert told(space.recall("皮划艇", **asked)) == {"皮划艇 one", "皮划艇 two"}
        asked["now"] = datetime.fromisoformat("2026-03-09T23:00:00+00:00")  # the same day on the wall in Shanghai
        assert told(space.recall("皮划艇", **asked)) == {"皮划艇 one", "皮划艇 two"}


@requirement("R8")
def test_since_and_until_take_both_ends_in_and_a_naive_time_is_in_the_zone_of_the_place(surface):
    space = surface.space("user/alice")
    fill(space)
    found = space.recall("kayak", since=day(2, 25), until=day(2, 27), k=50)
    assert told(found) == both({"25 February", "27 February"})
    naive = space.recall("kayak", since=datetime(2026, 2, 25, 12), until=datetime(2026, 2, 27, 12), k=50)
    assert told(naive) == told(found)
    assert told(space.recall("kayak", since=day(2, 28), k=50)) == both({"28 February, late", "today"})
    assert told(space.recall("kayak", until=day(2, 1), k=50)) == both(
        {"31 January", "15 March last year", "1 March in 2024"}
    )


@requirement("R8")
@pytest.mark.parametrize(
    "options",
    [
        {"when": "soonish"},
        {"when": ""},
        {"when": "昨天吃了什么"},
        {"when": 7},
        {"when": "yesterday", "since": day(1, 1)},
        {"when": "yesterday", "until": day(1, 1)},
        {"as_of": "yesterday"},
        {"known_at": 5},
    ],
    ids=str,
)
def test_what_is_no_stretch_of_time_or_said_twice_is_refused(dated, options):
    with pytest.raises(InvalidValue):
        dated.recall("kayak", **options)
    with pytest.raises(InvalidValue):
        dated.why_not("kayak", dated.list(limit=1).items[0].id, **options)


PLACES = {
    ("Heron", "苍鹭岛"): "18 February",
    ("Otter", "水獭湾"): "25 February",
    ("Birch", "白桦洲"): "28 February, early",
    ("Quarry", "采石场"): "15 March last year",
    ("Mill", "磨坊口"): "31 January",
}


@requirement("R8")
@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("where did I paddle the kayak with Nina last Wednesday?", "Otter"),
        ("where did I paddle the kayak with Nina yesterday?", "Birch"),
        ("where did I paddle the kayak with Nina in March 2025?", "Quarry"),
        ("where did I paddle the kayak with Nina on January 31?", "Mill"),
        ("上周三和小林划皮划艇去了哪里", "苍鹭岛"),
        ("昨天和小林划皮划艇去了哪里", "白桦洲"),
        ("去年三月和小林划皮划艇去了哪里", "采石场"),
    ],
)
def test_a_stretch_of_time_inside_the_question_puts_first_what_lies_in_it_and_hides_nothing(surface, query, place):
    space = surface.space("user/alice")
    for (english, chinese), when in PLACES.items():
        for text in (f"I paddled the kayak with Nina to {english}", f"和小林划皮划艇去了{chinese}"):
            space.observe([Turn(text, at=DAYS[when], session=text)])
    found = space.recall(query, k=10)
    assert found[0].text.endswith(place)
    assert len(found) >= len(PLACES)


def seats(space, clock) -> tuple[str, str]:
    """A window seat since January, an aisle seat since the first of February; each recorded when it was said."""
    clock.set(day(1, 10))
    window = space.remember("用户偏好 window seat 靠窗座位", slot="seat", value="window").memory
    clock.set(day(2, 1))
    aisle = space.remember("用户偏好 aisle seat 过道座位", slot="seat", value="aisle").memory
    clock.set(day(3, 1, 9))
    return window.id, aisle.id


@requirement("R8")
def test_what_was_true_then_comes_back_superseded_or_not_and_says_what_it_is(surface, clock):
    space = surface.space("user/alice")
    window, aisle = seats(space, clock)
    assert [hit.id for hit in space.recall("seat 座位")] == [aisle]
    then = space.recall("seat 座位", as_of=day(1, 20))
    assert [(hit.id, hit.memory.status) for hit in then] == [(window, "superseded")]
    assert [hit.id for hit in space.recall("seat 座位", as_of=day(2, 10))] == [aisle]
    assert space.recall("seat 座位", as_of=day(1, 1)).hits == ()
    block = then.brief()
    assert (block.startswith(OPEN), block.endswith(CLOSE)) == (True, True)
    assert "no longer current: superseded" in block
    assert "held until 2026-02-01" in block


@requirement("R8")
def test_true_then_means_said_to_be_true_then_and_not_written_then(surface, clock):
    space = surface.space("user/alice")
    space.remember("the kayak is in the shed", holds_from=day(1, 1), holds_until=day(2, 1))
    space.remember("the kayak is in the boathouse", holds_from=day(2, 1))
    assert texts(space.recall("kayak", as_of=day(1, 15))) == ["the kayak is in the shed"]
    assert texts(space.recall("kayak", as_of=day(2, 15))) == ["the kayak is in the boathouse"]
    assert space.recall("kayak", known_at=day(2, 15)).hits == ()


@requirement("R8")
def test_what_has_expired_since_was_true_then(anywhere, clock):
    space = anywhere.space("user/alice")
    clock.set(day(1, 10))
    made = space.remember("Besuch: the guest room is taken 客房有人", expires_at=day(2, 1)).memory
    clock.set(day(3, 1))
    assert space.recall("guest room 客房").hits == ()
    then = space.recall("guest room 客房", as_of=day(1, 20))
    assert [hit.id for hit in then] == [made.id]
    assert "expired 2026-02-01" in then.brief()
    assert space.recall("guest room 客房", as_of=day(2, 2)).hits == ()


@requirement("R8")
def test_what_was_known_then_has_the_status_it_had_then(surface, clock):
    space = surface.space("user/alice")
    window, aisle = seats(space, clock)
    [then] = space.recall("seat 座位", known_at=day(1, 20))
    assert (then.id, then.memory.status, then.memory.holds_until) == (window, "active", None)
    assert [hit.id for hit in space.recall("seat 座位", known_at=day(2, 10))] == [aisle]
    assert space.recall("seat 座位", known_at=day(1, 9)).hits == ()
    assert "superseded" not in space.recall("seat 座位", known_at=day(1, 20)).brief()


@requirement("R8")
@pytest.mark.parametrize(
    ("before", "after", "query"),
    [
        ("the kayak is in the shed", "the kayak is in the boathouse", "kayak"),
        ("皮划艇放在车库里", "皮划艇放在船屋里", "皮划艇放在哪里"),
        ("kayak 放在 shed", "kayak 放在 boathouse", "kayak 放在哪里"),
    ],
)
def test_a_correction_is_undone_for_what_was_known_before_it(surface, clock, before, after, query):
    space = surface.space("user/alice")
    clock.set(day(1, 10))
    made = space.remember(before, tags=["old"], importance=0.4).memory
    clock.set(day(2, 1))
    space.correct(made.id, after, importance=0.9)
    clock.set(day(2, 20))
    space.confirm(made.id)
    clock.set(day(3, 1))
    assert texts(space.recall(query)) == [after]
    [then] = space.recall(query, known_at=day(1, 20))
    assert (then.text, then.memory.importance, then.memory.version) == (before, 0.4, 1)
    assert then.memory.updated_at == day(1, 10)
    [between] = space.recall(query, known_at=day(2, 10))
    assert (between.text, between.memory.version, between.memory.updated_at) == (after, 2, day(2, 1))
    assert before in space.recall(query, known_at=day(1, 20)).brief()


@requirement("R8")
def test_both_axes_together_tell_what_was_held_then_to_have_been_true_before(surface, clock):
    """In February it is learned that the office had moved in January already."""
    space = surface.space("user/alice")
    clock.set(day(1, 5))
    third = space.remember("the office is on floor 3", slot="office", value="3").memory
    clock.set(day(2, 20))
    ninth = space.remember("the office is on floor 9", slot="office", value="9", at=day(1, 15)).memory
    clock.set(day(3, 1))

    def answer(**past: datetime) -> list[str]:
        return [hit.id for hit in space.recall("which floor is the office on", **past)]

    assert answer() == [ninth.id]
    assert answer(as_of=day(1, 10)) == [third.id]
    assert answer(as_of=day(1, 20)) == [ninth.id]
    assert answer(known_at=day(2, 1)) == [third.id]
    assert answer(known_at=day(2, 25)) == [ninth.id]
    assert answer(as_of=day(1, 10), known_at=day(2, 1)) == [third.id]
    assert answer(as_of=day(1, 20), known_at=day(2, 1)) == [third.id]
    assert answer(as_of=day(1, 20), known_at=day(2, 25)) == [ninth.id]
    assert answer(as_of=day(1, 1), known_at=day(2, 25)) == []


@requirement("R8")
def test_what_was_forgotten_stays_out_of_what_was_true_and_is_in_what_was_known_before(surface, clock):
    space = surface.space("user/alice")
    clock.set(day(1, 10))
    made = space.remember("the kayak is in the shed").memory
    clock.set(day(2, 1))
    space.forget(made.id)
    clock.set(day(3, 1))
    assert space.recall("kayak").hits == ()
    assert space.recall("kayak", as_of=day(1, 20)).hits == ()
    assert [(hit.id, hit.memory.status) for hit in space.recall("kayak", known_at=day(1, 20))] == [(made.id, "active")]
    assert space.recall("kayak", known_at=day(2, 2)).hits == ()
    space.restore(made.id)
    assert [hit.id for hit in space.recall("kayak", as_of=day(1, 20))] == [made.id]
    assert space.recall("kayak", known_at=day(2, 2)).hits == ()


@requirement("R8")
def test_turns_are_there_from_when_they_were_said_and_known_from_when_they_were_told(surface, clock):
    space = surface.space("user/alice")
    clock.set(day(2, 1))
    space.observe([Turn("昨天把皮划艇 kayak 借给了小林", at=day(1, 10), session="s")])
    clock.set(day(3, 1))
    assert len(space.recall("kayak")) == 1
    assert len(space.recall("kayak", as_of=day(1, 10))) == 1
    assert space.recall("kayak", as_of=day(1, 9)).hits == ()
    assert len(space.recall("kayak", known_at=day(2, 1))) == 1
    assert space.recall("kayak", known_at=day(1, 20)).hits == ()
    assert space.recall("kayak", as_of=day(1, 20), known_at=day(1, 20)).hits == ()


@requirement("R8")
def test_a_view_asks_the_past_of_each_of_its_spaces(surface, clock):
    window, aisle = seats(surface.space("user/alice"), clock)
    other = surface.space("project/orders").remember("all seat plans 座位 are kept in the shed", at=day(1, 15)).memory
    view = surface.view("user/alice", "project/orders")
    assert {hit.id for hit in view.recall("seat 座位", as_of=day(1, 20))} == {window, other.id}
    assert {hit.id for hit in view.recall("seat 座位", as_of=day(2, 20))} == {aisle, other.id}
    assert {hit.id for hit in view.recall("seat 座位", known_at=day(1, 20))} == {window}


@requirement("R8")
def test_the_moment_of_the_asker_hides_nothing_of_the_past_but_is_what_lines_are_counted_from(surface, clock):
    space = surface.space("user/alice")
    window, _ = seats(space, clock)
    found = space.recall("seat 座位", as_of=day(1, 20), now=day(1, 20) + timedelta(days=400))
    assert [hit.id for hit in found] == [window]
    assert "confirmed 410 days ago" in found.brief()
