"""Recalls wait for the next write, within bounds, from any thread."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from perdure.app.recalls import SESSIONS, WAITING, Recalls, Talk, place_of
from perdure.domain.space import SpaceName
from perdure.domain.recall import Hit, Layer, RecallRecord
from perdure.testing.store_suite.base import ALICE, AT, BOB, entry, memory


def hits(*ids: str, space=ALICE) -> list[Hit]:
    return [
        Hit(id=id, space=space, layer=Layer.MEMORY, kind="fact", text=id, score=1, at=AT, memory=memory(id, id))
        for id in ids
    ]


def asked(id: str, *, session: str | None = None, minute: int = 0) -> RecallRecord:
    return RecallRecord(id=id, at=AT + timedelta(minutes=minute), query=f"what of {id}?", memories=(), session=session)


def talk(session: str = "s", *, space=ALICE, who: str = "tok_1") -> Talk:
    return Talk(space=space, who=who, session=session)


def note(recalls: Recalls, found: list[Hit], record: RecallRecord, *, of: Talk | None = None) -> None:
    recalls.note(found, record, place=ALICE, talk=of)


def ids_of(records: Sequence[RecallRecord]) -> list[str]:
    return [record.id for record in records]


def test_a_recall_is_kept_for_every_space_with_the_memories_of_that_space():
    recalls = Recalls()
    said = Hit(id="e1", space=BOB, layer=Layer.JOURNAL, kind="turn", text="x", score=1, at=AT, entry=entry("e1", "x"))
    note(recalls, [*hits("m2"), said, *hits("b1", space=BOB), *hits("m1")], asked("r1"))
    assert set(recalls.names()) == {ALICE, BOB}
    assert [record.memories for record in recalls.take(ALICE).records.values()] == [("m2", "m1")]
    assert [record.memories for record in recalls.take(BOB).records.values()] == [("b1",)]
    assert (recalls.names(), recalls.take(ALICE)) == ([], None)


def test_accesses_add_up_and_the_latest_time_counts():
    recalls = Recalls()
    for number, minute in enumerate((5, 9, 2)):
        note(recalls, hits("m1", "m2"), asked(f"r{number}", minute=minute))
    seen = recalls.counted(memory("m1", "x", access_count=4, last_accessed_at=AT + timedelta(minutes=7)))
    assert (seen.access_count, seen.last_accessed_at) == (7, AT + timedelta(minutes=9))
    later = memory("m2", "x", last_accessed_at=AT + timedelta(days=1))
    assert recalls.counted(later).last_accessed_at == later.last_accessed_at
    assert recalls.counted(memory("m3", "x")) == memory("m3", "x")
    assert ids_of(recalls.returning(ALICE, "m2")) == ["r2", "r1", "r0"]
    assert recalls.returning(ALICE, "m3") == recalls.returning(BOB, "m2") == []


def test_the_oldest_recalls_give_way_while_every_access_counts():
    recalls = Recalls()
    for number in range(WAITING + 3):
        note(recalls, hits("m1"), asked(f"r{number}"))
    assert ids_of(recalls.returning(ALICE, "m1")) == [f"r{number}" for number in reversed(range(3, WAITING + 3))]
    assert recalls.counted(memory("m1", "x")).access_count == WAITING + 3


def test_what_could_not_be_written_waits_on_before_what_came_since():
    recalls = Recalls()
    note(recalls, hits("m1"), asked("r1", minute=9))
    taken = recalls.take(ALICE)
    note(recalls, hits("m1", "m2"), asked("r2", minute=3))
    recalls.give_back(ALICE, taken)
    assert ids_of(recalls.returning(ALICE, "m1")) == ["r2", "r1"]
    assert recalls.take(ALICE).accesses == {
        "m1": (2, AT + timedelta(minutes=9)),
        "m2": (1, AT + timedelta(minutes=3)),
    }


def test_an_answer_goes_to_the_last_recall_of_its_session_written_or_not():
    recalls = Recalls()
    note(recalls, hits("m1"), asked("r1", session="s"), of=talk())
    note(recalls, hits("m1"), asked("r2", session="s"), of=talk())
    note(recalls, hits("m1"), asked("r3", session="t"), of=talk("t"))
    recalls.answered(talk(), "e1")
    assert [record.answer for record in recalls.returning(ALICE, "m1")] == [None, "e1", None]
    recalls.take(ALICE)
    recalls.answered(talk(), "e2")
    recalls.answered(talk("nobody"), "e3")
    assert [(record.id, record.answer) for record in recalls.take(ALICE).records.values()] == [("r2", "e2")]


def test_a_session_that_recalled_nothing_since_answers_nothing():
    recalls = Recalls()
    note(recalls, hits("m1"), asked("r1", session="s"), of=talk())
    recalls.nothing(talk())
    recalls.answered(talk(), "e1")
    assert recalls.returning(ALICE, "m1")[0].answer is None


def test_sessions_of_one_id_are_apart_where_the_caller_or_the_space_is_another():
    recalls = Recalls()
    note(recalls, hits("m1"), asked("r1", session="s"), of=talk())
    for other in (talk(who="tok_2"), talk(space=BOB)):
        recalls.answered(other, "e9")
        recalls.nothing(other)
    assert recalls.returning(ALICE, "m1")[0].answer is None
    recalls.answered(talk(), "e1")
    assert recalls.returning(ALICE, "m1")[0].answer == "e1"


def test_the_question_its_session_and_its_answer_are_kept_in_one_space_alone():
    recalls = Recalls()
    note(recalls, [*hits("m1"), *hits("b1", space=BOB)], asked("r1", session="s"), of=talk())
    recalls.answered(talk(), "e1")
    (here,), (there,) = recalls.returning(ALICE, "m1"), recalls.returning(BOB, "b1")
    assert (here.query, here.session, here.answer) == ("what of r1?", "s", "e1")
    assert (there.query, there.session, there.answer) == ("", None, None)
    assert (there.id, there.at) == (here.id, here.at)


def test_where_a_question_is_kept():
    orders, boats = SpaceName("project", "orders"), SpaceName("project", "boats")
    assert place_of(frozenset([orders]), ALICE) == orders
    assert place_of(frozenset([orders, ALICE, BOB]), ALICE) == ALICE
    assert place_of(frozenset([orders, ALICE]), orders) == orders
    assert place_of(frozenset([orders, ALICE]), None) == ALICE
    assert place_of(frozenset([orders, BOB]), ALICE) is None
    assert place_of(frozenset([ALICE, BOB]), None) is None
    assert place_of(frozenset([orders, boats]), None) is None


def test_a_space_that_is_gone_takes_what_waits_for_it_along():
    recalls = Recalls()
    note(recalls, [*hits("m1"), *hits("b1", space=BOB)], asked("r1", session="s"), of=talk())
    recalls.drop(ALICE)
    recalls.answered(talk(), "e1")
    assert recalls.names() == [BOB]
    assert recalls.returning(BOB, "b1")[0].answer is None


def test_only_so_many_sessions_are_remembered():
    recalls = Recalls()
    for number in range(SESSIONS + 1):
        note(recalls, hits("m1"), asked(f"r{number}"), of=talk(f"s{number}"))
    recalls.take(ALICE)
    recalls.answered(talk("s0"), "e1")
    assert recalls.take(ALICE) is None
    recalls.answered(talk("s1"), "e1")
    assert list(recalls.take(ALICE).records) == ["r1"]


def test_threads_that_recall_at_once_lose_no_access():
    recalls = Recalls()

    def work(thread: int) -> None:
        for number in range(200):
            note(recalls, hits("m1"), asked(f"r{thread}-{number}"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert recalls.counted(memory("m1", "x")).access_count == 800
