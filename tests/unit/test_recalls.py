"""Recalls wait for the next write, within bounds, from any thread."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from perdure.app.recalls import SESSIONS, WAITING, Recalls
from perdure.domain.recall import Hit, Layer, RecallRecord
from perdure.testing.store_suite.base import ALICE, AT, BOB, entry, memory


def hits(*ids: str, space=ALICE) -> list[Hit]:
    return [
        Hit(id=id, space=space, layer=Layer.MEMORY, kind="fact", text=id, score=1, at=AT, memory=memory(id, id))
        for id in ids
    ]


def asked(id: str, *, session: str | None = None, minute: int = 0) -> RecallRecord:
    return RecallRecord(id=id, at=AT + timedelta(minutes=minute), query=f"what of {id}?", memories=(), session=session)


def ids_of(records: Sequence[RecallRecord]) -> list[str]:
    return [record.id for record in records]


def test_a_recall_is_kept_for_every_space_with_the_memories_of_that_space():
    recalls = Recalls()
    said = Hit(id="e1", space=BOB, layer=Layer.JOURNAL, kind="turn", text="x", score=1, at=AT, entry=entry("e1", "x"))
    recalls.note([*hits("m2"), said, *hits("b1", space=BOB), *hits("m1")], asked("r1"))
    assert set(recalls.names()) == {ALICE, BOB}
    assert [record.memories for record in recalls.take(ALICE).records.values()] == [("m2", "m1")]
    assert [record.memories for record in recalls.take(BOB).records.values()] == [("b1",)]
    assert (recalls.names(), recalls.take(ALICE)) == ([], None)


def test_accesses_add_up_and_the_latest_time_counts():
    recalls = Recalls()
    for number, minute in enumerate((5, 9, 2)):
        recalls.note(hits("m1", "m2"), asked(f"r{number}", minute=minute))
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
        recalls.note(hits("m1"), asked(f"r{number}"))
    assert ids_of(recalls.returning(ALICE, "m1")) == [f"r{number}" for number in reversed(range(3, WAITING + 3))]
    assert recalls.counted(memory("m1", "x")).access_count == WAITING + 3


def test_what_could_not_be_written_waits_on_before_what_came_since():
    recalls = Recalls()
    recalls.note(hits("m1"), asked("r1", minute=9))
    taken = recalls.take(ALICE)
    recalls.note(hits("m1", "m2"), asked("r2", minute=3))
    recalls.give_back(ALICE, taken)
    assert ids_of(recalls.returning(ALICE, "m1")) == ["r2", "r1"]
    assert recalls.take(ALICE).accesses == {
        "m1": (2, AT + timedelta(minutes=9)),
        "m2": (1, AT + timedelta(minutes=3)),
    }


def test_an_answer_goes_to_the_last_recall_of_its_session_written_or_not():
    recalls = Recalls()
    recalls.note(hits("m1"), asked("r1", session="s"))
    recalls.note(hits("m1"), asked("r2", session="s"))
    recalls.note(hits("m1"), asked("r3", session="t"))
    recalls.answered("s", "e1")
    assert [record.answer for record in recalls.returning(ALICE, "m1")] == [None, "e1", None]
    recalls.take(ALICE)
    recalls.answered("s", "e2")
    recalls.answered("nobody", "e3")
    assert [(record.id, record.answer) for record in recalls.take(ALICE).records.values()] == [("r2", "e2")]


def test_a_session_that_recalled_nothing_since_answers_nothing():
    recalls = Recalls()
    recalls.note(hits("m1"), asked("r1", session="s"))
    recalls.nothing("s")
    recalls.answered("s", "e1")
    assert recalls.returning(ALICE, "m1")[0].answer is None


def test_a_space_that_is_gone_takes_what_waits_for_it_along():
    recalls = Recalls()
    recalls.note([*hits("m1"), *hits("b1", space=BOB)], asked("r1", session="s"))
    recalls.drop(ALICE)
    recalls.answered("s", "e1")
    assert recalls.names() == [BOB]
    assert recalls.returning(BOB, "b1")[0].answer == "e1"


def test_only_so_many_sessions_are_remembered():
    recalls = Recalls()
    for number in range(SESSIONS + 1):
        recalls.note(hits("m1"), asked(f"r{number}", session=f"s{number}"))
    recalls.take(ALICE)
    recalls.answered("s0", "e1")
    assert recalls.take(ALICE) is None
    recalls.answered("s1", "e1")
    assert list(recalls.take(ALICE).records) == ["r1"]


def test_threads_that_recall_at_once_lose_no_access():
    recalls = Recalls()

    def work(thread: int) -> None:
        for number in range(200):
            recalls.note(hits("m1"), asked(f"r{thread}-{number}"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert recalls.counted(memory("m1", "x")).access_count == 800
