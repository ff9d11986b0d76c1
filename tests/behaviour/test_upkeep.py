"""Looking after a space: what expires, fades, is summed up or proposed, and that it can be foreseen, stopped and undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from perdure import Added, Perdure, Policy, Status, Turn
from perdure.domain.policy import STRATEGIES, Fading
from perdure.errors import InvalidValue
from perdure.testing import HashEmbedder, SequentialIds
from tests.behaviour.requirements import requirement

LISBON = ("I moved to Lisbon in May", "My landlord is called Rui", "The rent is 950 euros", "We signed for two years")
YUNXI = ("新公司叫云栖科技", "办公室在西溪湿地旁边", "团队一共有十二个人", "下个月要去大理团建")


def talk(space, clock, session: str, *texts: str) -> None:
    """A conversation, a minute a turn."""
    turns = []
    for text in texts:
        turns += [Turn(text, session=session, at=clock.now()), Turn("Noted.", speaker="assistant", session=session)]
        clock.advance(minutes=1)
    space.observe([replace(turn, at=turn.at or clock.now()) for turn in turns])


def told(report):
    return [(step.strategy, step.action, step.target) for step in report]


@requirement("F1")
@pytest.mark.parametrize(
    ("text", "query"),
    [("The guest wifi is heron", "guest wifi"), ("本周值班的是林工", "值班"), ("CI token 在 vault-7 里", "vault-7")],
)
def test_what_has_passed_its_time_is_hidden_at_once_and_upkeep_asks_about_it(surface, clock, text, query):
    space = surface.space("user/alice")
    made = space.remember(text, kind="fact", expires_at=clock.now() + timedelta(days=1)).memory
    clock.advance(days=1)
    assert space.recall(query).hits == ()
    assert space.list().total == 0
    assert space.get(made.id).status == "active"
    assert told(space.upkeep()) == [("expire", "expired", made.id)]
    assert space.get(made.id).status == "review"
    assert space.recall(query).hits == ()
    assert [(review.question, review.memory) for review in space.review.list()] == [("expiry", made.id)]


@requirement("F1")
@pytest.mark.parametrize("upkeep", [False, True])
def test_said_again_it_is_back_and_nobody_is_asked_any_more(surface, clock, upkeep):
    space = surface.space("user/alice")
    made = space.remember("The guest wifi is heron", expires_at=clock.now() + timedelta(days=1)).memory
    clock.advance(days=2)
    if upkeep:
        space.upkeep()
    again = space.remember("The guest wifi is heron")
    assert isinstance(again, Added)
    assert (again.memory.id, again.memory.status, again.memory.expires_at) == (made.id, Status.ACTIVE, None)
    assert [hit.id for hit in space.recall("guest wifi")] == [made.id]
    assert space.review.list().total == 0


@requirement("F1")
def test_a_small_matter_whose_time_has_passed_goes_without_a_question(surface, clock):
    space = surface.space("user/alice")
    made = space.remember(
        "parked on level 3", kind="temporary", importance=0.2, expires_at=clock.now() + timedelta(days=1)
    )
    clock.advance(days=2)
    space.upkeep()
    assert space.get(made.memory.id).status == "review"
    assert space.review.list().total == 0
    clock.advance(days=30)
    space.upkeep()
    assert space.get(made.memory.id).status == "archived"


@requirement("F2")
@pytest.mark.parametrize(
    ("text", "query"), [("The old printer is called Otto", "printer Otto"), ("旧打印机叫老黑", "打印机")]
)
def test_what_is_weak_and_long_unread_is_archived_and_never_destroyed(surface, clock, text, query):
    space = surface.space("user/alice")
    made = space.remember(text, importance=0.2).memory
    clock.advance(days=59)
    assert told(space.upkeep()) == []
    clock.advance(days=41)
    [step] = space.upkeep()
    assert (step.action, step.target, step.text) == ("archived", made.id, text)
    assert step.numbers["unread_days"] == 100
    assert step.numbers["strength"] < 0.05
    assert space.list().total == 0
    held = space.get(made.id)
    assert (held.status, held.text, held.created_at) == ("archived", text, made.created_at)
    back = space.restore(made.id)
    assert [hit.id for hit in space.recall(query)] == [made.id] == [back.id]
    assert told(space.upkeep()) == []


@requirement("F2")
def test_what_was_read_lately_or_never_fades_stays(surface, clock):
    space = surface.space("user/alice")
    read = space.remember("The old printer is called Otto", importance=0.1).memory
    rule = space.remember("Always answer in Chinese", kind="rule", importance=0.01).memory
    clock.advance(days=150)
    assert read.id in {hit.id for hit in space.recall("printer Otto")}
    assert told(space.upkeep()) == []
    assert space.get(rule.id).status == space.get(read.id).status == "active"


@requirement("F3")
def test_strategies_have_names_and_only_those_chosen_run(surface, clock):
    space = surface.space("user/alice")
    small = space.remember("The lamp is green", importance=0.2, half_life_days=900).memory
    expired = space.remember("The guest wifi is heron", expires_at=clock.now() + timedelta(days=1)).memory
    clock.advance(days=31)
    assert told(space.upkeep(strategies=["importance_decay"])) == [("importance_decay", "archived", small.id)]
    assert told(space.upkeep(strategies="expire")) == [("expire", "expired", expired.id)]
    with pytest.raises(InvalidValue):
        space.upkeep(strategies=["tidy"])


@requirement("F3")
def test_the_strategies_of_a_space_are_its_policys(surface, clock):
    space = surface.space("user/alice")
    small = space.remember("The lamp is green", importance=0.2, half_life_days=900).memory
    clock.advance(days=31)
    assert told(space.upkeep()) == []
    space.set_policy(Policy(fading=Fading(strategies=("importance_decay",))))
    assert told(space.upkeep()) == [("importance_decay", "archived", small.id)]


@requirement("F3", "R9")
def test_many_old_memories_of_a_kind_become_one_summary_that_leads_to_them(surface, clock):
    space = surface.space("user/alice")
    made = space.remember_many(f"Room {n} was painted in shade {n * 7}" for n in range(24))
    clock.advance(days=91)
    assert len(space.upkeep(strategies=["summarize_old"])) == 24
    [summary] = space.list()
    assert (summary.kind, summary.importance) == ("summary", 0.8)
    assert space.list(statuses=["archived"]).total == 24
    links = space.explain(summary.id).links
    assert {link.memory for link in links} == {outcome.memory.id for outcome in made}
    assert told(space.upkeep(strategies=["summarize_old"])) == []


@requirement("F4")
@pytest.mark.parametrize(("texts", "word"), [(LISBON, "Lisbon"), (YUNXI, "云栖")])
def test_a_session_that_is_over_has_a_summary_in_its_language(surface, clock, texts, word):
    space = surface.space("user/alice")
    talk(space, clock, "s1", *texts)
    clock.advance(hours=11)
    assert space.list(kinds=["summary"]).total == 0
    clock.advance(hours=2)
    space.upkeep()
    [summary] = space.list(kinds=["summary"])
    assert word in summary.text
    assert (summary.source.session, summary.source.origin) == ("s1", "summary")
    assert {entry.session for entry in space.explain(summary.id).entries} == {"s1"}


@requirement("F4", "L10")
def test_the_summaries_of_a_week_roll_up_into_one_and_say_why(surface, clock):
    space = surface.space("user/alice")
    clock.advance(days=1)
    talk(space, clock, "mon", *LISBON)
    clock.advance(days=1)
    talk(space, clock, "tue", *YUNXI)
    clock.advance(days=1)
    space.upkeep()
    assert space.list(kinds=["summary"]).total == 2
    clock.advance(days=5)
    space.upkeep()
    [week] = space.list(kinds=["summary"])
    assert week.text.startswith("2026-W10")
    assert "Lisbon" in week.text
    assert "云栖" in week.text
    rolled = space.list(statuses=["archived"], kinds=["summary"])
    assert {memory.source.session for memory in rolled} == {"mon", "tue"}
    assert space.history(week.id)[0].reason == "weeks: the week is over"
    assert all(space.history(memory.id)[-1].reason.startswith("weeks: ") for memory in rolled)


@requirement("F4", "F6")
def test_a_summary_never_tells_what_was_forgotten(surface, clock):
    space = surface.space("user/alice")
    clock.advance(days=1)
    space.capture(
        [Turn(text, session="s1", at=clock.now()) for text in ("My name is Ines", "I moved to Lisbon", *LISBON[2:])]
    )
    lisbon = [memory for memory in space.list() if "Lisbon" in memory.text]
    clock.advance(days=1)
    space.upkeep()
    [summary] = space.list(kinds=["summary"])
    assert "Lisbon" in summary.text
    space.forget([memory.id for memory in lisbon])
    assert space.recall("Lisbon").hits == ()
    space.upkeep()
    assert space.get(summary.id).status == "active"
    assert "Lisbon" not in space.get(summary.id).text
    assert space.recall("Lisbon").hits == ()


@requirement("F5")
def test_upkeep_can_be_foreseen_and_then_does_exactly_that(surface, clock):
    space = surface.space("user/alice")
    lived_in(space, clock)
    before = [(memory.id, memory.version, memory.status) for memory in space.list(statuses="all", limit=1_000)]
    foreseen = space.upkeep(dry_run=True, strategies=STRATEGIES)
    assert foreseen.dry_run
    assert all(step.reason for step in foreseen)
    assert [(memory.id, memory.version, memory.status) for memory in space.list(statuses="all", limit=1_000)] == before
    done = space.upkeep(strategies=STRATEGIES)
    assert not done.dry_run
    assert told(done) == told(foreseen)
    assert len({strategy for strategy, _, _ in told(done)}) >= 4


@requirement("F5")
def test_running_it_again_changes_nothing(surface, clock):
    space = surface.space("user/alice")
    lived_in(space, clock)
    assert told(space.upkeep(strategies=STRATEGIES)) != []
    before = space.list(statuses="all", limit=1_000).items
    for _ in range(2):
        assert told(space.upkeep(strategies=STRATEGIES)) == []
    assert space.list(statuses="all", limit=1_000).items == before


@requirement("F5")
def test_three_runs_give_three_equal_spaces(tmp_path, clock):
    began, found = clock.now(), []
    for number in range(3):
        clock.set(began)
        with Perdure(
            tmp_path / str(number), embedder=HashEmbedder(), clock=clock, ids=SequentialIds(), timezone="UTC"
        ) as place:
            space = place.space("user/alice")
            lived_in(space, clock)
            report = space.upkeep(strategies=STRATEGIES)
            memories = space.list(statuses="all", limit=1_000).items
            found.append((report, memories, [space.history(memory.id) for memory in memories]))
    assert found[0] == found[1] == found[2]


@requirement("F5")
def test_what_a_run_was_interrupted_in_the_next_one_finishes(memory, clock):
    space = memory.space("user/alice")
    space.remember_many(f"shelf {n} holds box {n * 3}" for n in range(250))
    clock.advance(days=200)

    def interrupted(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        space.upkeep(progress=interrupted)
    some = space.list(statuses=["archived"]).total
    assert 0 < some < 250
    assert len(space.upkeep()) == 250 - some
    assert space.list(statuses=["archived"]).total == 250


@requirement("F5")
def test_another_moment_can_be_asked_about(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("The old printer is called Otto", importance=0.2).memory
    assert told(space.upkeep(dry_run=True)) == []
    later = clock.now() + timedelta(days=100)
    assert told(space.upkeep(dry_run=True, now=later)) == [("archive", "archived", made.id)]


@requirement("F5")
def test_a_clock_that_was_set_back_lets_nothing_go(surface, clock):
    space = surface.space("user/alice")
    space.remember("The old printer is called Otto", importance=0.01)
    space.remember("The guest wifi is heron", expires_at=clock.now() + timedelta(days=1))
    clock.advance(days=-3_000)
    assert told(space.upkeep()) == []


@requirement("L9", "L10")
def test_what_recurs_unchanged_becomes_permanent_only_when_a_person_says_so(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("I prefer the window seat", kind="preference").memory
    for _ in range(5):
        clock.advance(days=4)
        space.remember("I prefer the window seat")
    assert told(space.upkeep()) == [("promote", "proposed", made.id)]
    [review] = space.review.list(questions=["promotion"])
    assert review.memory == made.id
    assert [memory.kind for memory in space.permanent.list()] == []
    assert told(space.upkeep()) == []
    space.review.accept(review.id)
    assert [memory.text for memory in space.permanent.list()] == ["I prefer the window seat"]


@requirement("L9")
def test_a_proposal_that_was_turned_down_is_not_made_again(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("I prefer the window seat", kind="preference").memory
    for _ in range(5):
        clock.advance(days=4)
        space.remember("I prefer the window seat")
    space.upkeep()
    space.review.reject(space.review.list().items[0].id)
    clock.advance(days=4)
    space.remember("I prefer the window seat")
    assert told(space.upkeep()) == []
    assert space.get(made.id).status == "active"


@requirement("S9")
def test_feedback_moves_a_kind_within_bounds_says_so_and_can_be_taken_back(surface, clock):
    space = surface.space("user/alice")
    for n in range(30):
        space.feedback(space.remember(f"I prefer tea number {n}", kind="preference").memory.id, "useful")
    clock.advance(days=1)
    [step] = space.upkeep(strategies=["adapt"])
    assert (step.action, step.target) == ("adapted", "preference")
    assert step.numbers["useful"] == 30
    moved = space.policy().half_lives["preference"]
    assert 15 < moved <= 15 * space.policy().fading.adapt_most
    assert f"{moved:g}" in step.reason
    assert told(space.upkeep(strategies=["adapt"])) == []
    fresh = space.remember("I prefer coffee on Mondays", kind="preference").memory
    assert space.explain(fresh.id).half_life_days == moved
    space.set_policy(Policy())
    assert told(space.upkeep(strategies=["adapt"])) == []
    assert space.explain(fresh.id).half_life_days == 15


@requirement("W1")
def test_a_session_that_nobody_closed_is_distilled_by_the_next_upkeep(surface, clock):
    space = surface.space("user/alice")
    space.observe([Turn("My name is Ines and I live in Lisbon", session="s1", at=clock.now())])
    assert space.list().total == 0
    clock.advance(hours=13)
    report = space.upkeep()
    assert ("distil", "distilled", "s1") in told(report)
    assert any("Lisbon" in memory.text for memory in space.list())
    assert told(space.upkeep()) == []


@requirement("F1", "F2")
def test_counts_tell_active_memories_from_those_whose_time_has_passed(surface, clock):
    space = surface.space("user/alice")
    space.remember("The guest wifi is heron", expires_at=clock.now() + timedelta(days=1))
    space.remember("I live in Lisbon")
    clock.advance(days=2)
    assert space.stats().memories["active"] == 1
    assert [summary.memories for summary in surface.spaces()] == [1]


def lived_in(space, clock) -> None:
    """A space in which most strategies find something."""
    clock.advance(days=1)
    talk(space, clock, "mon", *LISBON)
    clock.advance(days=1)
    talk(space, clock, "tue", *YUNXI)
    space.remember("The guest wifi is heron", expires_at=clock.now() + timedelta(days=3))
    space.remember("The old printer is called Otto", importance=0.1)
    space.remember_many({"text": f"Room {n} was painted in shade {n * 7}", "half_life_days": 900} for n in range(24))
    space.remember("Always answer in Chinese", kind="rule")
    space.distil()
    clock.advance(days=120)


@requirement("F1", "R8")
def test_what_expired_is_still_what_was_true_back_then(surface, clock):
    space = surface.space("user/alice")
    began = clock.now()
    space.remember("The office is on floor 3", expires_at=began + timedelta(days=30))
    clock.advance(days=31)
    space.upkeep()
    assert space.recall("which floor is the office on").hits == ()
    assert [hit.text for hit in space.recall("which floor is the office on", as_of=began + timedelta(days=5))] == [
        "The office is on floor 3"
    ]
