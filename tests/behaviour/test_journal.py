"""The journal: what was said and done, in order, with its time, session, speaker and tool calls."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from perdure import Perdure, Turn
from perdure.errors import InvalidText
from perdure.testing import CountingEmbedder, HashEmbedder
from tests.behaviour.requirements import requirement

MONDAY = datetime(2026, 2, 23, 10, 0, tzinfo=UTC)


def talk(space):
    """Two sessions of three days, in two languages, with an action in between."""
    return space.observe(
        [
            Turn("我们周三讨论 PostgreSQL 迁移", speaker="小林", at=MONDAY, session="s1", ref="a"),
            Turn("好的，我来准备", speaker="assistant", at=MONDAY + timedelta(minutes=1), session="s1", ref="b"),
            Turn("migration plan saved", speaker="tool", at=MONDAY + timedelta(minutes=2), session="s1", ref="c",
                 tool_calls=[{"name": "save", "args": {"path": "plan.md", "大小": 12}}]),
            Turn("the kayak needs paint", speaker="Bob", at=MONDAY + timedelta(days=2), session="s2", ref="d",
                 channel="sms", metadata={"mood": "sunny"}),
            Turn("a note of no session", at=MONDAY + timedelta(days=3)),
        ]
    )  # fmt: skip


@requirement("L6")
def test_an_entry_keeps_all_of_its_turn(surface, clock):
    space = surface.space("user/alice")
    entries = talk(space)
    assert list(space.entries()) == list(entries)
    first, answer, action, sms, note = entries
    assert (first.text, first.speaker, first.role, first.session, first.ref) == (
        "我们周三讨论 PostgreSQL 迁移", "小林", "user", "s1", "a")  # fmt: skip
    assert (first.at, first.recorded_at, str(first.space)) == (MONDAY, clock.now(), "user/alice")
    assert (answer.role, answer.origin, answer.kind) == ("assistant", "assistant", "turn")
    assert (action.role, action.origin, action.kind) == ("tool", "tool", "action")
    assert action.tool_calls == ({"name": "save", "args": {"path": "plan.md", "大小": 12}},)
    assert (sms.channel, sms.metadata["mood"], set(sms.metadata) <= {"mood", "source"}) == ("sms", "sunny", True)
    assert (note.session, note.ref, note.channel, note.speaker) == (None, None, "chat", "user")
    assert [entry.seq for entry in entries] == sorted({entry.seq for entry in entries})


@requirement("L6")
def test_what_happened_when_is_answered_by_ranges_with_both_ends_included(surface):
    space = surface.space("user/alice")
    talk(space)

    def refs(**wanted):
        return [entry.ref for entry in space.entries(**wanted)]

    assert refs(since=MONDAY, until=MONDAY + timedelta(minutes=1)) == ["a", "b"]
    assert refs(since=MONDAY + timedelta(microseconds=1), until=MONDAY + timedelta(minutes=2)) == ["b", "c"]
    assert refs(since=MONDAY + timedelta(days=1)) == ["d", None]
    assert refs(until=MONDAY) == ["a"]
    assert refs(session="s1") == ["a", "b", "c"]
    assert refs(speaker="小林") == ["a"]
    assert refs(session="s1", speaker="assistant", since=MONDAY) == ["b"]
    assert refs(session="s3") == []


@requirement("L6")
def test_a_session_is_replayed_in_its_order_page_by_page(surface):
    space = surface.space("user/alice")
    said = [f"第 {n} 句 of the talk" for n in range(23)]
    space.observe([Turn(text, session="long", speaker="ab"[n % 2]) for n, text in enumerate(said)])
    space.observe([Turn("another talk", session="other")])
    replayed, cursor = [], None
    while cursor is not None or not replayed:
        page = space.entries(session="long", limit=10, cursor=cursor)
        assert page.total == 23
        replayed += [entry.text for entry in page]
        cursor = page.next
    assert replayed == said


@requirement("L6")
def test_sessions_are_listed_with_their_span_and_their_speakers(surface):
    space = surface.space("user/alice")
    talk(space)
    first, second = space.sessions()
    assert (first.id, first.entries, first.speakers) == ("s1", 3, ("小林", "assistant", "tool"))
    assert (first.first_at, first.last_at) == (MONDAY, MONDAY + timedelta(minutes=2))
    assert (second.id, second.entries, second.speakers) == ("s2", 1, ("Bob",))


@requirement("L6")
@pytest.mark.parametrize(
    ("query", "ref"),
    [
        ("PostgreSQL 迁移什么时候讨论", "a"),
        ("kayak paint", "d"),
        ("migration plan", "c"),
        ("what did Bob say about the kayak", "d"),
    ],
)
def test_the_journal_is_searched(surface, query, ref):
    space = surface.space("user/alice")
    talk(space)
    found = space.recall(query)
    assert found[0].refs == (ref,)
    assert (found[0].layer, found[0].entry.ref) == ("journal", ref)


@requirement("L6")
def test_the_journal_is_only_ever_added_to(surface):
    space = surface.space("user/alice")
    before = list(talk(space))
    made = space.remember("Alice prefers tea").memory
    space.correct(made.id, "Alice prefers coffee")
    space.forget(made.id)
    space.observe([Turn("one more", session="s1")])
    assert list(space.entries())[: len(before)] == before
    assert [entry.text for entry in space.entries()][len(before) :] == ["Alice prefers tea", "one more"]


@requirement("L6")
def test_the_same_turn_of_a_session_is_kept_once_however_often_it_is_handed_in(surface):
    space = surface.space("user/alice")
    first = talk(space)
    again = talk(space)
    assert [entry.id for entry in again[:4]] == [entry.id for entry in first[:4]]
    assert space.entries().total == 4 + 2
    twice = space.observe([Turn("x y", session="s9", ref="r"), Turn("x y", session="s9", ref="r")])
    assert twice[0].id == twice[1].id


@requirement("L6")
def test_what_differs_in_session_ref_or_text_is_another_entry(surface):
    space = surface.space("user/alice")
    turns = [
        Turn("x y", session="s1", ref="r"),
        Turn("x y", session="s2", ref="r"),
        Turn("x y", session="s1", ref="q"),
        Turn("x z", session="s1", ref="r"),
        Turn("x y", ref="r"),
        Turn("x y", session="s1"),
        Turn("x y", session="s1"),
    ]
    assert len({entry.id for entry in space.observe(turns)}) == len(turns)


@requirement("L6")
def test_turns_may_come_from_anything_that_yields_them(surface):
    space = surface.space("user/alice")
    assert len(space.observe(Turn(f"turn {n}", session="s") for n in range(1_203))) == 1_203
    assert space.entries(limit=1).total == 1_203
    assert not space.observe([])


@requirement("L6")
def test_a_turn_that_says_nothing_is_refused_and_the_ones_before_it_stay_whole(surface):
    space = surface.space("user/alice")
    talk(space)
    with pytest.raises(InvalidText):
        space.observe([Turn("fine"), Turn(" ")])
    assert space.entries().total == 5


@requirement("L6")
def test_naive_times_are_in_the_zone_of_the_place_and_all_times_are_told_in_it(home):
    with Perdure(home, embedder=None, timezone="Asia/Shanghai") as memory:
        space = memory.space("user/alice")
        [entry] = space.observe([Turn("早会", at=datetime(2026, 3, 2, 0, 30))])
        assert entry.at == datetime(2026, 3, 1, 16, 30, tzinfo=UTC)
        [read] = space.entries(since=datetime(2026, 3, 2), until=datetime(2026, 3, 2, 23, 59))
        assert (read.at, read.at.utcoffset()) == (entry.at, timedelta(hours=8))
        space.observe([Turn("late call", at=datetime(2026, 3, 1, 9, 0, tzinfo=ZoneInfo("America/New_York")))])
        assert space.entries(until=datetime(2026, 3, 1, 23, 59)).total == 1


@requirement("L6")
def test_recall_can_be_bound_to_a_stretch_of_time_before_anything_is_cut(surface):
    space = surface.space("user/alice")
    space.observe([Turn(f"deploy note number {n}", at=MONDAY + timedelta(hours=n), session="s") for n in range(300)])
    found = space.recall("deploy note", since=MONDAY + timedelta(hours=3), until=MONDAY + timedelta(hours=5), k=10)
    assert sorted(hit.text for hit in found) == [f"deploy note number {n}" for n in (3, 4, 5)]


@requirement("L6")
def test_the_same_sentence_in_many_turns_is_embedded_once(home, clock):
    counting = CountingEmbedder(HashEmbedder())
    with Perdure(home, embedder=counting, clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.observe([Turn("好的", session=f"s{n}") for n in range(100)])
        space.observe([Turn("好的", session="later"), Turn("kayak", session="later")])
        space.remember("kayak")
        assert counting.texts == 2
