"""Promises that are easily broken where two parts meet."""

from datetime import timedelta

import pytest

from perdure import Perdure, Policy, Reinforced, Superseded, Turn
from perdure.domain.memory import Status
from perdure.errors import InvalidInput, InvalidPolicy, InvalidValue, NotFound
from perdure.testing import CountingEmbedder, FlakyEmbedder, HashEmbedder
from perdure.text.clean import statement_key
from perdure.upkeep import embed
from tests.behaviour.requirements import requirement


@requirement("L7", "W9")
def test_the_same_words_with_another_value_supersede(surface):
    space = surface.space("user/alice")
    space.remember("数据库换了", slot="db", value="MySQL")
    assert isinstance(space.remember("数据库换了", slot="db", value="PostgreSQL"), Superseded)
    assert space.get(slot="db").value == "PostgreSQL"


@requirement("L7")
def test_a_repeated_statement_takes_the_value_it_lacked(surface):
    space = surface.space("user/alice")
    space.remember("我用 PostgreSQL", slot="db")
    assert isinstance(space.remember("我用 PostgreSQL", slot="db", value="PostgreSQL"), Reinforced)
    assert space.get(slot="db").value == "PostgreSQL"


@requirement("R2")
def test_a_space_that_another_process_deleted_stays_deleted(home, clock):
    options = {"embedder": HashEmbedder(), "clock": clock, "timezone": "UTC"}
    with Perdure(home, **options) as one, Perdure(home, **options) as other:
        space = one.space("user/alice")
        made = space.remember("I like green tea").memory
        space.recall("green tea")
        other.delete_space("user/alice")
        assert space.get(made.id) is None
        with pytest.raises(NotFound):
            space.confirm(made.id)
    with Perdure(home, **options) as again:
        assert again.spaces() == []


@requirement("R17")
def test_going_back_to_the_first_embedder_leaves_no_text_without_a_vector(home, clock):
    first, second = FlakyEmbedder({"a kiln": [1.0, 0.0]}, down=True), HashEmbedder(32, model="second")
    options = {"clock": clock, "timezone": "UTC"}
    with Perdure(home, embedder=first, **options) as memory:
        space = memory.space("user/alice")
        first.down = False
        space.remember("the kiln is in the back room")
        first.down = True
        space.remember_many([f"note {n} about glazes" for n in range(150)])
        stopping = iter([False, True, True, True])
        embed.reembed(space._store, CountingEmbedder(second), stop=lambda: next(stopping))
        first.down = False
        space.reembed()
        stats = space.stats()
        assert (stats.pending, stats.vectors[stats.embedder]) == (0, stats.passages)


@requirement("S2")
def test_correcting_a_tag_does_not_start_the_decay_anew(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("项目用 PostgreSQL", slot="db").memory
    clock.advance(days=30)
    assert space.correct(made.id, tags=["infra"]).updated_at == made.updated_at
    assert space.correct(made.id, "项目改用 MySQL").updated_at == clock.now()


@requirement("S8")
def test_accesses_counted_while_another_writes_add_up(home, clock):
    options = {"embedder": HashEmbedder(), "clock": clock, "timezone": "UTC", "busy_timeout": 0.05}
    with Perdure(home, **options) as memory, Perdure(home, **options) as other:
        space = memory.space("user/alice")
        made = space.remember("the kayak is in the shed").memory
        space.recall("kayak")
        space.recall("kayak")
        with other._core.space(space.name).write():
            memory._core.write_accesses(space.name)
            space.recall("kayak")
            assert space.get(made.id).access_count == 3
        memory._core.write_accesses(space.name)
        assert other.space(space.name).get(made.id).access_count == 3


@requirement("M1")
def test_a_call_that_fails_makes_no_space(home):
    with Perdure(home, embedder=None, timezone="UTC", policy=Policy(floor=0.5)) as memory:
        space = memory.space("user/ghost")
        for fail in (lambda: space.forget("mem_x"), lambda: space.remember(""), lambda: space.correct("mem_x", "y")):
            with pytest.raises((NotFound, InvalidInput)):
                fail()
        assert space.forget([]) == []
        assert [type(outcome).__name__ for outcome in space.remember_many([""])] == ["Rejected"]
        assert memory.spaces() == []
        space.remember("now there is one")
        assert space.policy().floor == 0.5


@requirement("R2")
def test_a_view_may_name_many_spaces_that_were_never_written(memory):
    memory.space("user/v3").remember("绿茶在柜子里")
    found = memory.view(*[f"user/v{n}" for n in range(40)]).recall("绿茶")
    assert [hit.text for hit in found] == ["绿茶在柜子里"]


@requirement("X3")
def test_reading_does_not_wait_for_another_writer(home, clock):
    options = {"embedder": HashEmbedder(), "clock": clock, "timezone": "UTC", "busy_timeout": 0.0}
    with Perdure(home, **options) as memory, Perdure(home, **options) as other:
        space = memory.space("user/alice")
        made = space.remember("the kayak is in the shed").memory
        space.recall("kayak")
        with other._core.space(space.name).write():
            assert space.get(made.id) is not None
            assert space.list().total == 1
            assert space.explain(made.id).memory.id == made.id


@requirement("X3")
def test_one_bad_file_hides_no_other_space(memory, home):
    memory.space("user/alice").remember("I sail")
    (home / "spaces" / "user" / "bad.db").write_text("this is no database at all, only text")
    found = {str(space.name): space for space in memory.spaces()}
    assert found["user/alice"].memories == 1
    assert found["user/bad"].problem


@requirement("W8")
def test_a_repetition_is_one_line_of_history_however_often(surface):
    space = surface.space("user/alice")
    made = space.remember("I like tea").memory
    for _ in range(5):
        space.remember("I like tea")
    assert all("source" not in change.after for change in space.history(made.id)[1:])
    assert len(space.explain(made.id).entries) == 6


@requirement("F6")
def test_undoing_a_forget_brings_back_what_there_was(surface):
    space = surface.space("user/alice")
    space.remember("db A", slot="db", value="A")
    old = space.remember("db B", slot="db", value="B").old
    space.forget(old.id)
    assert space.restore(old.id).status is Status.SUPERSEDED
    assert space.get(slot="db").value == "B"


@requirement("W13")
def test_a_slot_is_read_by_the_words_it_was_written_with(memory):
    space = memory.space("project/orders")
    space.remember("writes on Mondays", slot="mail bob@example.com")
    assert space.get(slot="mail bob@example.com").text == "writes on Mondays"


@requirement("W8")
@pytest.mark.parametrize(
    ("one", "other"), [("!!!", "…"), ("power is 5 mW", "power is 5 MW"), ("带宽 100 Mb", "带宽 100 MB")]
)
def test_what_differs_in_content_has_another_key(one, other):
    assert statement_key(one) != statement_key(other)


@requirement("R13")
def test_passages_may_overlap_by_half_at_most():
    with pytest.raises(InvalidPolicy):
        Policy.from_changes({"limits": {"passage_tokens": 400, "passage_overlap": 399}})


@requirement("L6")
def test_one_turn_alone_is_refused_with_a_code(surface):
    with pytest.raises(InvalidValue):
        surface.space("user/alice").observe(Turn("hello"))


@requirement("R14")
def test_a_brief_never_puts_a_worse_hit_in_the_place_of_a_better_one(memory, clock):
    space = memory.space("user/alice")
    long = "the bakery closes on Wednesdays from June, and on the Monday after each fair, unless the mill is late, "
    space.remember(long * 3)
    clock.advance(days=1)
    space.remember("bakery ok")
    found = space.recall("when is the bakery closed on Wednesdays from June?")
    whole = [found.brief(budget) for budget in range(60, 400, 10)]
    first = found[0].text[:30]
    assert all(first in text for text in whole if text)
    assert timedelta(0) <= clock.now() - found[0].at
