"""What was put away still answers where nothing current does, and says where it is from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perdure import Status, Turn
from perdure.recall.archive import NOTE
from tests.behaviour.requirements import requirement

STATEMENTS = [
    ("the kayak is stored in the boathouse", "where is the kayak stored?"),
    ("皮艇放在船库的二层", "皮艇放在哪里"),
    ("皮艇 kayak 放在 boathouse 二层", "kayak 在哪个 boathouse"),
]


@pytest.fixture
def space(memory):
    return memory.space("user/alice")


def archived(space, text: str, **options):
    """A memory that upkeep put away."""
    made = space.remember(text, **options).memory
    gone = replace(made, status=Status.ARCHIVED, version=made.version + 1)
    with space._store.write() as writer:
        writer.update_memories([(gone, text)])
    return gone


@requirement("R12")
@pytest.mark.parametrize(("text", "query"), STATEMENTS)
class TestArchive:
    def test_where_nothing_current_answers_the_archive_does(self, space, text, query):
        gone = archived(space, text)
        space.remember("the piano was tuned in spring")
        found = space.recall(query)
        assert [(hit.id, hit.archived, hit.layer) for hit in found] == [(gone.id, True, "memory")]
        assert NOTE in found.trace.notes
        assert found.degraded == ()
        [line] = [line for line in found.brief(1_000).splitlines() if line.startswith("- ")]
        assert "from the archive" in line
        assert text in line

    def test_where_something_current_answers_the_archive_is_not_asked(self, space, text, query):
        archived(space, text)
        live = space.remember(f"{text}，now / 现在").memory
        found = space.recall(query)
        assert [(hit.id, hit.archived) for hit in found] == [(live.id, False)]
        assert NOTE not in found.trace.notes

    def test_the_turn_it_was_made_of_does_not_stand_in_for_it(self, space, text, query):
        (turn,) = space.observe([Turn(text)])
        made = space.remember(text).memory
        with space._store.write() as writer:
            writer.cite(made.id, [turn.id])
            writer.update_memories([(replace(made, status=Status.ARCHIVED), text)])
        assert [(hit.id, hit.archived) for hit in space.recall(query)] == [(made.id, True)]

    def test_once_restored_it_is_current(self, space, text, query):
        gone = archived(space, text)
        space.restore(gone.id)
        assert [(hit.id, hit.archived) for hit in space.recall(query)] == [(gone.id, False)]

    @pytest.mark.parametrize("status", [Status.FORGOTTEN, Status.SUPERSEDED, Status.REVIEW])
    def test_nothing_else_is_in_the_archive(self, space, text, query, status):
        gone = archived(space, text)
        with space._store.write() as writer:
            writer.update_memories([(replace(gone, status=status), text)])
        assert space.recall(query).hits == ()

    def test_the_filters_of_the_question_hold_there_too(self, space, clock, text, query):
        gone = archived(space, text, tags=["boat"], kind="fact")
        assert [hit.id for hit in space.recall(query, tags=["boat"], kinds=["fact"], layers=["memory"])] == [gone.id]
        for other in ({"tags": ["car"]}, {"kinds": ["task"]}, {"layers": ["journal"]}, {"layers": ["summary"]}):
            assert space.recall(query, **other).hits == ()
        assert space.recall(query, since=clock.advance(days=1)).hits == ()

    def test_a_past_moment_is_asked_as_before(self, space, clock, text, query):
        gone = archived(space, text)
        for moment in ("as_of", "known_at"):
            found = space.recall(query, **{moment: clock.now()})
            assert not any(hit.archived for hit in found)
            assert NOTE not in found.trace.notes
        assert [hit.id for hit in space.recall(query, as_of=clock.now())] == [gone.id]


@requirement("R12", "R10")
@pytest.mark.parametrize("query", ["", "hello", "谢谢", "what is the capital of Peru?"])
def test_nothing_is_dug_up_for_a_question_that_asks_for_nothing_of_it(space, query):
    archived(space, STATEMENTS[0][0])
    found = space.recall(query)
    assert found.hits == ()
    assert NOTE not in found.trace.notes


@requirement("R12", "R16")
def test_asked_why_not_the_archive_answers_for_itself(space):
    text, query = STATEMENTS[0]
    gone = archived(space, text)
    assert space.why_not(query, gone.id).rank == 1
    space.remember(f"{text} again")
    found = space.why_not(query, gone.id)
    assert (found.rank, found.stage, found.dropped.status) == (None, "scope", "archived")


@requirement("R12", "R2")
def test_the_archives_of_a_view_are_asked_together(memory, space):
    text, query = STATEMENTS[0]
    gone = archived(space, text)
    memory.space("project/x").remember("the piano was tuned in spring")
    found = memory.view("user/alice", "project/x").recall(query)
    assert [(hit.id, hit.archived) for hit in found] == [(gone.id, True)]
    assert memory.space("project/x").recall(query).hits == ()


@requirement("R12", "F1")
def test_what_expired_does_not_come_back_out_of_the_archive(space, clock):
    text, query = STATEMENTS[0]
    gone = archived(space, text, expires_at=clock.now())
    assert space.recall(query).hits == ()
    assert space.get(gone.id).status is Status.ARCHIVED
