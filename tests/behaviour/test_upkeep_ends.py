"""From the first word to the archive and back: what upkeep does is found, explained, stopped and taken back over the facade."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Policy, Status, Turn
from perdure.domain.policy import STRATEGIES, Fading
from perdure.kinds import kind
from tests.behaviour.requirements import requirement


class Stopped(Exception):
    """What stops a run in these tests."""


@pytest.fixture
def space(surface):
    return surface.space("user/alice")


STORIES = [
    (("The kayak resin comes from Tarmo", "The kayak needs a new seat", "The kayak club meets on Mondays", "The paddle is red"), "Tarmo", "where does the kayak resin come from?"),
    (("皮艇的树脂向塔尔莫买", "皮艇要换新座椅", "皮艇俱乐部周一聚会", "船桨是红的"), "塔尔莫", "皮艇的树脂向谁买"),
]  # fmt: skip


@requirement("R9", "F4")
@pytest.mark.parametrize(("lines", "word", "query"), STORIES)
def test_a_hit_on_the_summary_of_a_session_opens_what_is_under_it(space, clock, lines, word, query):
    space.set_policy(Policy(floor=0.2))
    clock.advance(days=1)
    space.capture([Turn(f"Remember: {text}" if text.isascii() else f"记住：{text}") for text in lines], session="s1")
    clock.advance(days=1)
    space.upkeep()
    [summary] = space.list(kinds=["summary"])
    found = space.recall(query, k=10)
    assert summary.id in [hit.id for hit in found]
    under = [hit for hit in found if hit.via == summary.id]
    assert any(word in hit.text for hit in under)


@requirement("R9", "F3", "R12")
def test_a_summary_of_old_memories_leads_to_the_one_that_answers_from_the_archive(space, clock):
    made = [space.remember(f"Room {n} was painted in shade {n * 7}").memory for n in range(24)]
    clock.advance(days=91)
    space.upkeep(strategies=["summarize_old"])
    [summary] = space.list()
    found = space.recall("which shade was room 11 painted in?")
    assert found[0].id == summary.id
    opened = {hit.id: hit for hit in found if hit.via == summary.id}
    assert made[11].id in opened
    assert opened[made[11].id].archived


@requirement("R12", "F2")
@pytest.mark.parametrize(
    ("text", "query"),
    [("The old printer is called Otto", "what is the printer called?"), ("旧打印机叫老黑", "打印机叫什么")],
)
def test_what_upkeep_put_away_answers_only_where_nothing_current_does(space, clock, text, query):
    gone = space.remember(text, importance=0.2).memory
    clock.advance(days=200)
    space.remember("the piano was tuned 钢琴调过了")
    space.upkeep()
    assert [(hit.id, hit.archived) for hit in space.recall(query)] == [(gone.id, True)]
    live = space.remember(f"{text}!!, 新的 new one").memory
    found = space.recall(query)
    assert (found[0].id, found[0].archived) == (live.id, False)
    assert gone.id not in [hit.id for hit in found]


@requirement("F3", "F2")
def test_after_a_year_in_the_archive_it_leaves_the_index_and_is_still_there_for_who_asks(space, clock):
    made = space.remember("旧打印机叫老黑", importance=0.1).memory
    clock.advance(days=100)
    space.upkeep()
    clock.advance(days=500)
    assert [(step.strategy, step.target) for step in space.upkeep()] == [("cold_storage", made.id)]
    assert space.recall("打印机").hits == ()
    assert (space.get(made.id).status, space.get(made.id).text) == (Status.ARCHIVED, made.text)
    assert space.list(statuses=["archived"]).total == 1
    space.restore(made.id)
    assert [hit.id for hit in space.recall("打印机")] == [made.id]


@requirement("F5")
def test_what_stopped_a_run_is_taken_up_where_it_was(inside, clock):
    space = inside.space("user/alice")
    space.remember_many(f"shelf {n} holds box {n * 3} 号箱" for n in range(120))
    clock.advance(days=200)

    def stop(done: int, total: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        space.upkeep(progress=stop)
    some = space.list(statuses=["archived"]).total
    assert 0 < some < 120
    foreseen = space.upkeep(dry_run=True)
    assert len(foreseen) == 120 - some
    assert all(step.reason and step.text for step in foreseen)
    assert [step.target for step in space.upkeep()] == [step.target for step in foreseen]
    assert len(space.upkeep()) == 0


@requirement("F6", "F5")
def test_what_was_forgotten_is_not_derived_again_by_upkeep_or_a_session(space, clock):
    said = [Turn("I live in Berlin"), Turn("ok", speaker="assistant"), Turn("我喜欢靠窗座位")]
    space.capture(said, session="s1")
    gone = [memory.id for memory in space.list()]
    space.forget(gone, "不要了")
    for _ in range(3):
        clock.advance(days=3)
        space.upkeep(strategies=STRATEGIES)
        space.capture(said, session="s1")
        space.distil()
    assert [memory.text for memory in space.list() if memory.kind != "summary"] == []
    assert not any("Berlin" in memory.text or "靠窗" in memory.text for memory in space.list())
    assert space.recall("Berlin 靠窗座位", k=20).hits == ()
    for name in gone:
        assert space.history(name)[-1].reason == "不要了"
        space.restore(name)
    assert {memory.text for memory in space.list(kinds=["identity", "fact", "preference"])} >= {"I live in Berlin"}


@requirement("S9")
def test_feedback_moves_the_gate_of_a_kind_as_well_within_bounds_and_back(space, clock):
    usual = kind("event").threshold
    made = [space.remember(f"I saw heron number {n}", kind="event").memory.id for n in range(20)]
    for name in made:
        space.feedback(name, "wrong")
    clock.advance(days=1)
    [step] = space.upkeep(strategies=["adapt"])
    moved = space.policy().gates.thresholds["event"]
    assert usual < moved <= usual + 0.1
    assert f"{moved:g}" in step.reason
    space.set_policy(Policy())
    clock.advance(days=1)
    assert len(space.upkeep(strategies=["adapt"])) == 0
    assert space.policy().gates.thresholds == {}


@requirement("C4")
@pytest.mark.parametrize(("said", "query"), [("I live in Berlin", "where do I live?"), ("我住在杭州", "我住在哪里")])
def test_a_memory_tells_its_turns_its_changes_and_the_answers_it_was_in(space, clock, said, query):
    space.capture([Turn("hello"), Turn(said, ref="t-2")], session="s1")
    (memory,) = space.list()
    clock.advance(days=1)
    space.correct(memory.id, f"{said}!", reason="typo")
    with space.session(session="s2") as talk:
        talk.messages(query)
        answer = talk.reply("As you said.")
    told = space.explain(memory.id)
    assert [(entry.ref, entry.text) for entry in told.entries] == [("t-2", said)]
    assert [(change.action, change.reason) for change in told.history][1:] == [("corrected", "typo")]
    assert [(record.query, record.session, record.answer) for record in told.recalls] == [(query, "s2", answer.id)]


@requirement("W6", "F1")
@pytest.mark.parametrize("said", ["I'm at a hotel until Friday", "这次出差到周五我需要租车"])
def test_what_matters_for_one_task_only_is_temporary_and_expires(space, clock, said):
    clock.advance(days=1)
    space.capture([Turn(said)], session="s1")
    (memory,) = space.list()
    assert memory.kind == "temporary"
    assert memory.expires_at is not None
    assert clock.now() < memory.expires_at <= clock.now() + timedelta(days=14)
    clock.set(memory.expires_at)
    assert space.list().total == 0
    space.upkeep()
    assert space.get(memory.id).status is Status.REVIEW
    assert space.recall(said).hits == ()


@requirement("F1")
@pytest.mark.parametrize(("said", "query"), [("I'm at a hotel until Friday", "hotel"), ("这周我值班", "值班")])
def test_what_expired_is_hidden_from_that_instant_and_so_is_the_turn_that_told_it(space, clock, said, query):
    space.capture([Turn(said)], session="s1")
    (memory,) = space.list()
    clock.set(memory.expires_at - timedelta(seconds=1))
    assert [hit.id for hit in space.recall(query)] == [memory.id]
    clock.set(memory.expires_at)
    assert space.recall(query).hits == ()


@requirement("F1")
def test_of_an_expired_memory_said_again_in_a_conversation_it_is_restored(space, clock):
    made = space.remember("I live in Berlin", expires_at=clock.now() + timedelta(days=1)).memory
    clock.advance(days=2)
    space.upkeep()
    assert space.get(made.id).status is Status.REVIEW
    space.capture([Turn("I live in Berlin")], session="s1")
    assert space.get(made.id).status is Status.ACTIVE
    assert space.review.list().total == 0


@requirement("F3")
def test_the_strategies_that_run_are_chosen_by_name_in_policy_or_call(space, clock):
    names = [space.remember(f"lamp {n} is green", importance=0.2, half_life_days=900).memory.id for n in range(3)]
    clock.advance(days=31)
    assert len(space.upkeep()) == 0
    assert [step.target for step in space.upkeep(dry_run=True, strategies="importance_decay")] == names
    space.set_policy(Policy(fading=Fading(strategies=("importance_decay",))))
    assert [(step.strategy, step.target) for step in space.upkeep()] == [("importance_decay", name) for name in names]
