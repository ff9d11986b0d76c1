"""A run of upkeep over a real store: what it does, that it does it once, and what stops it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from perdure import Policy
from perdure.capture import amend, feedback
from perdure.capture.intake import Intake
from perdure.capture.observe import observe
from perdure.capture.remember import remember
from perdure.domain.change import Distilled
from perdure.domain.job import JobState
from perdure.domain.journal import EntryFilter, Turn
from perdure.domain.link import Relation
from perdure.domain.memory import Memory, Status
from perdure.domain.policy import STRATEGIES
from perdure.domain.review import Question
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, UpkeepRunning
from perdure.ports.store import MemoryFilter, ReviewFilter
from perdure.stores.sqlite import SqliteStore
from perdure.testing import SequentialIds
from perdure.upkeep import acts, jobs
from perdure.upkeep.desk import BATCH, Desk
from perdure.upkeep.digest import MAKER, Teller
from perdure.upkeep.plan import plan
from perdure.upkeep.run import LEASE_NAME, Order, Staff, lease, upkeep, wanted
from perdure.upkeep.scene import read_scene

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday
ALICE = SpaceName("user", "alice")


@dataclass
class House:
    """A space, a clock, and what a run needs."""

    store: SqliteStore
    now: datetime = START
    policy: Policy = field(default_factory=Policy)
    ids: SequentialIds = field(default_factory=SequentialIds)

    @property
    def space(self):
        return self.store.space(ALICE)

    @property
    def intake(self) -> Intake:
        with self.space.read() as reader:
            policy = reader.policy() or self.policy
        return Intake(space=ALICE, policy=policy, zone=UTC, now=self.now)

    def later(self, **span: float) -> None:
        self.now += timedelta(**span)

    def staff(self, owner: str = "a", **options) -> Staff:
        return Staff(ids=self.ids, actor="upkeep", owner=owner, clock=lambda: self.now, **options)

    def run(self, *strategies: str, staff: Staff | None = None, **options):
        order = Order(strategies=strategies or None, **options)
        return upkeep(self.space, order, intake=self.intake, staff=staff or self.staff())

    def say(self, *texts: str, **options) -> list[Memory]:
        intake = self.intake
        candidates = [intake.candidate(text, **options) for text in texts]
        outcomes = remember(self.space, candidates, intake=intake, ids=self.ids, actor="local")
        return [outcome.memory for outcome in outcomes]

    def talk(self, session: str, *texts: str) -> None:
        turns = []
        for text in texts:
            turns.append(Turn(text, session=session, at=self.now))
            self.later(minutes=1)
            turns.append(Turn("Noted, anything else?", speaker="assistant", session=session, at=self.now))
            self.later(minutes=1)
        observe(self.space, turns, intake=self.intake, ids=self.ids)

    def get(self, memory: Memory | str) -> Memory:
        with self.space.read() as reader:
            return reader.memories([memory if isinstance(memory, str) else memory.id])[0]

    def all(self, *statuses: Status, kind: str | None = None) -> list[Memory]:
        wanted = MemoryFilter(statuses=statuses, kinds=(kind,) if kind else ())
        with self.space.read() as reader:
            return list(reader.page(wanted, limit=10_000, cursor=None).items)

    def history(self, memory: Memory | str):
        with self.space.read() as reader:
            return reader.history(memory if isinstance(memory, str) else memory.id)

    def reviews(self):
        with self.space.read() as reader:
            return list(reader.reviews(ReviewFilter(states=()), limit=100, cursor=None).items)

    def links(self, *ids: str):
        with self.space.read() as reader:
            return reader.links(ids)

    def jobs(self):
        with self.space.read() as reader:
            return reader.jobs()

    def state(self):
        """Everything upkeep may touch."""
        with self.space.read() as reader:
            memories = self.all()
            return (
                [replace(memory, version=0) for memory in memories],
                [(change.action, change.reason) for memory in memories for change in reader.history(memory.id)],
                self.reviews(),
                reader.links([memory.id for memory in memories]),
            )


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    store = SqliteStore(tmp_path, zone=UTC, busy_timeout=30)
    yield House(store)
    store.close()


def told(report):
    return [(step.strategy, step.action, step.target) for step in report]


def test_what_has_passed_its_time_waits_for_a_person_with_its_reason(house):
    [made] = house.say("本周值班的是林工", kind="task", expires_at=START + timedelta(days=7))
    assert told(house.run()) == []
    house.later(days=8)
    report = house.run()
    assert told(report) == [("expire", "expired", made.id)]
    assert report.steps[0].text == "本周值班的是林工"
    assert house.get(made).status is Status.REVIEW
    assert (house.history(made)[-1].action, house.history(made)[-1].actor) == ("expired", "upkeep")
    assert "its time has passed" in house.history(made)[-1].reason
    [review] = house.reviews()
    assert (review.question, review.memory, review.space) == (Question.EXPIRY, made.id, ALICE)


def test_of_small_matters_nobody_is_asked_and_they_go_to_the_archive_later(house):
    [made] = house.say("the car is on level 3", kind="temporary", importance=0.3, expires_at=START + timedelta(days=1))
    house.later(days=2)
    house.run()
    assert (house.get(made).status, house.reviews()) == (Status.REVIEW, [])
    house.later(days=30)
    assert told(house.run()) == [("expire", "archived", made.id)]
    assert house.get(made).status is Status.ARCHIVED


def test_what_is_weak_and_unread_goes_to_the_archive_and_comes_back_as_it_was(house):
    made, kept = *house.say("the old door code is 4411"), *house.say("always answer in Chinese", kind="rule")
    house.later(days=200)
    report = house.run()
    assert told(report) == [("archive", "archived", made.id)]
    assert house.get(kept).status is Status.ACTIVE
    assert house.history(made)[-1].reason.startswith("archive: strength 0.003 is below 0.05")
    back = amend.restore(house.space, made.id, now=house.now, actor="local", reason="")
    assert (back.status, back.text, back.created_at) == (Status.ACTIVE, made.text, made.created_at)
    assert told(house.run()) == []


def test_running_again_changes_nothing(house):
    everything(house)
    assert told(house.run(*STRATEGIES)) != []
    before = house.state()
    assert told(house.run(*STRATEGIES)) == []
    assert house.state() == before


def test_a_dry_run_lists_what_the_run_then_does_and_writes_nothing(house):
    everything(house)
    before = house.state()
    foreseen = house.run(*STRATEGIES, dry_run=True)
    assert foreseen.dry_run
    assert (house.state(), house.jobs()) == (before, [])
    done = house.run(*STRATEGIES)
    assert told(done) == told(foreseen) != []
    assert [step.reason for step in done] == [step.reason for step in foreseen]
    assert [step.text for step in done if step.strategy != "weeks"] == [
        step.text for step in foreseen if step.strategy != "weeks"
    ]
    assert {strategy for strategy, _, _ in told(done)} == {"expire", "archive", "summarize_old", "sessions", "weeks"}


@pytest.mark.parametrize("pieces", [1, 2, 5])
def test_a_run_that_was_stopped_anywhere_is_finished_by_the_next(house, tmp_path, pieces):
    everything(house)
    other = House(SqliteStore(tmp_path / "whole", zone=UTC, busy_timeout=30))
    everything(other)
    calls = iter(range(1_000))
    stopped = house.run(*STRATEGIES, stop=lambda: next(calls) >= pieces)
    assert any("stopped" in note for note in stopped.notes)
    rest = house.run(*STRATEGIES)
    whole = other.run(*STRATEGIES)
    assert sorted(told(stopped) + told(rest)) == sorted(told(whole))
    texts = [
        [(memory.text, memory.status) for memory in each.all() if memory.kind != "summary"] for each in (house, other)
    ]
    assert texts[0] == texts[1]
    other.store.close()


def test_what_interrupts_a_run_lets_go_of_the_space(house):
    everything(house)

    def interrupted(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        house.run(*STRATEGIES, progress=interrupted)
    assert house.jobs() == []
    assert told(house.run(*STRATEGIES)) != []


def test_progress_ends_at_the_number_of_steps_that_were_planned(house):
    everything(house)
    seen = []
    report = house.run(*STRATEGIES, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(report), len(report))
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


def test_there_is_one_runner_a_space(house):
    house.say("a plain fact")
    with lease(house.space, house.staff("b")), pytest.raises(UpkeepRunning):
        house.run()
    assert told(house.run()) == []


def test_a_runner_that_died_is_followed_by_another_once_its_lease_is_over(house):
    house.say("a plain fact")
    with house.space.write() as writer:
        jobs.enqueue(writer, name=LEASE_NAME, key="upkeep", now=house.now, ids=house.ids)
        assert jobs.take(writer, now=house.now, owner="dead").state is JobState.RUNNING
    with pytest.raises(UpkeepRunning):
        house.run()
    house.later(minutes=11)
    assert (told(house.run()), house.jobs()) == ([], [])


def test_a_runner_that_was_overtaken_stops(house):
    made = house.say(*(f"plain fact number {n}" for n in range(3 * BATCH)))
    house.later(days=200)

    def overtaken(done: int, total: int) -> None:
        house.later(hours=2)
        with house.space.write() as writer:
            assert jobs.take(writer, now=house.now, owner="b") is not None

    with pytest.raises(UpkeepRunning):
        house.run("archive", progress=overtaken)
    archived = [memory for memory in made if house.get(memory).status is Status.ARCHIVED]
    assert len(archived) == BATCH
    assert [job.owner for job in house.jobs()] == ["b"]


def test_a_long_run_keeps_its_lease(house):
    house.say(*(f"plain fact number {n}" for n in range(4 * BATCH)))
    house.later(days=200)
    began = house.now

    def slow(done: int, total: int) -> None:
        house.now = began + timedelta(minutes=7 * done / BATCH)
        with house.space.write() as writer:
            assert jobs.take(writer, now=house.now, owner="b") is None

    assert len(house.run("archive", progress=slow)) == 4 * BATCH


def test_what_was_confirmed_between_the_plan_and_the_act_stays(house):
    read, left = house.say("the spare key hangs in the shed", "梯子是邻居家的")
    house.later(days=200)
    with house.space.read() as reader:
        scene = read_scene(reader, policy=Policy(), now=house.now, strategies=STRATEGIES)
    amend.confirm(house.space, read.id, now=house.now, actor="local")
    desk = Desk(store=house.space, intake=house.intake, ids=house.ids, actor="upkeep", hold=lambda writer: None)
    assert [step.target for step in acts.move(desk, scene, plan(scene, ["archive"]))] == [left.id]
    assert house.get(read).status is Status.ACTIVE


def test_an_unknown_strategy_is_an_error_and_weeks_bring_their_sessions():
    with pytest.raises(InvalidValue):
        wanted(["tidy"], ())
    assert wanted("weeks", ()) == ("sessions", "weeks")
    assert wanted(None, ("promote", "expire")) == ("expire", "promote")


def test_a_space_that_is_not_there_is_not_made(house):
    report = house.run()
    assert (len(report), len(report.notes), house.store.names()) == (0, 1, [])


LISBON = ("I moved to Lisbon in May", "My landlord is Rui", "The rent is 950 euros", "We signed for two years")
HANGZHOU = ("我上个月搬到了杭州", "新公司叫云栖科技", "团队一共有十二个人", "办公室在西溪")


def test_a_session_that_is_over_is_told_in_its_own_language_with_its_turns(house):
    house.talk("en", *LISBON)
    house.talk("zh", *HANGZHOU)
    house.later(days=1)
    report = house.run("sessions")
    assert told(report) == [("sessions", "summarised", "en"), ("sessions", "summarised", "zh")]
    english, chinese = house.all(Status.ACTIVE, kind="summary")
    assert english.text.startswith("2026-03-02: ")
    assert "Lisbon" in english.text
    assert "Noted" not in english.text
    assert "杭州" in chinese.text
    assert (english.source.session, english.source.origin, english.source.maker) == ("en", "summary", MAKER)
    assert english.created_at == START + timedelta(minutes=7)
    assert english.recorded_at == house.now
    with house.space.read() as reader:
        cited = reader.entries_by_id(english.source.turns)
    assert cited[0].text == LISBON[0]
    assert {entry.session for entry in cited} == {"en"}


def turns_of(house: House, session: str) -> list[str]:
    """The ids of a session's turns."""
    with house.space.read() as reader:
        return [entry.id for entry in reader.entries(EntryFilter(session=session), limit=100, cursor=None).items]


def cite(house: House, text: str, entry: str, **options) -> Memory:
    """A memory that rests on a turn."""
    [made] = house.say(text, **options)
    with house.space.write() as writer:
        writer.cite(made.id, [entry])
    return house.get(made)


def forget(house: House, *memories: Memory) -> None:
    amend.forget(house.space, [memory.id for memory in memories], now=house.now, actor="local", reason="")


def test_a_summary_leads_to_the_memories_of_its_session_and_leaves_out_what_is_forgotten(house):
    house.talk("en", *LISBON)
    turns = turns_of(house, "en")
    kept, gone = cite(house, "They live in Lisbon", turns[0]), cite(house, "The rent is 950 euros", turns[4])
    forget(house, gone)
    house.later(days=1)
    house.run("sessions")
    [summary] = house.all(Status.ACTIVE, kind="summary")
    assert "950" not in summary.text
    assert [(link.memory, link.relation) for link in house.links(summary.id)] == [(kept.id, Relation.SUMMARISED)]


def test_a_summary_is_written_anew_when_something_under_it_is_superseded(house):
    house.talk("en", *LISBON)
    cite(house, "The rent is 950 euros", turns_of(house, "en")[4], slot="rent")
    house.later(days=1)
    house.run("sessions")
    [summary] = house.all(Status.ACTIVE, kind="summary")
    assert "950" in summary.text
    house.say("The rent is 990 euros", slot="rent")
    assert told(house.run("sessions")) == [("sessions", "summarised", "en")]
    again = house.get(summary)
    assert (again.id, "950" in again.text, again.version) == (summary.id, False, summary.version + 1)
    assert house.links(summary.id) == []
    assert told(house.run("sessions")) == []


def test_a_summary_of_what_was_forgotten_is_out_of_recall_at_once_and_then_written_anew(house):
    house.talk("en", *LISBON)
    gone = cite(house, "The rent is 950 euros", turns_of(house, "en")[4])
    house.later(days=1)
    house.talk("zh", *HANGZHOU)
    house.later(days=7)
    house.run("weeks")
    [week], sessions = house.all(Status.ACTIVE, kind="summary"), house.all(Status.ARCHIVED, kind="summary")
    english, chinese = sessions
    forget(house, gone)
    assert [house.get(memory).status for memory in (week, english, chinese)] == ["review", "review", "archived"]
    assert house.history(english)[-1].action == "withdrawn"
    assert told(house.run("weeks")) == [("sessions", "summarised", "en"), ("weeks", "summarised", "2026-W10")]
    assert [house.get(memory).status for memory in (week, english, chinese)] == ["active", "archived", "archived"]
    assert "Lisbon" in house.get(week).text
    assert not any("950" in house.get(memory).text for memory in (week, english))
    assert told(house.run("weeks")) == []


def test_a_summary_of_old_memories_is_written_anew_without_the_one_that_was_forgotten(house):
    made = house.say(*(f"note {n}: the meter in flat {n} reads {100 + 7 * n}" for n in range(25)))
    house.later(days=100)
    house.run("summarize_old")
    [summary] = house.all(Status.ACTIVE, kind="summary")
    forget(house, *made[:24])
    assert house.get(summary).status is Status.REVIEW
    assert told(house.run("weeks")) == [("weeks", "summarised", summary.id)]
    assert house.get(summary).text == f"2026-03-02: {made[24].text}"
    forget(house, made[24])
    house.run("weeks")
    assert house.get(summary).status is Status.FORGOTTEN
    assert told(house.run("weeks")) == []


def test_a_summary_that_a_person_doubts_waits_for_that_person(house):
    house.talk("en", *LISBON)
    house.later(days=1)
    house.run("sessions")
    [summary] = house.all(Status.ACTIVE, kind="summary")
    feedback.feedback(house.space, summary.id, "wrong", intake=house.intake, ids=house.ids, actor="local")
    assert told(house.run("weeks")) == []
    assert house.get(summary).status is Status.REVIEW


def test_a_session_that_went_on_is_told_anew_in_the_same_place(house):
    house.talk("en", *LISBON)
    house.later(days=1)
    house.run("sessions")
    [first] = house.all(Status.ACTIVE, kind="summary")
    house.talk("en", "The flat has a balcony to the river")
    house.later(days=1)
    house.run("sessions")
    [second] = house.all(Status.ACTIVE, kind="summary")
    assert second.id == first.id
    assert "balcony" in second.text


def test_a_week_has_one_summary_that_leads_to_its_sessions(house):
    house.talk("en", *LISBON)
    house.later(days=1)
    house.talk("zh", *HANGZHOU)
    house.later(days=7)
    report = house.run("weeks")
    assert told(report)[-1] == ("weeks", "summarised", "2026-W10")
    [week] = house.all(Status.ACTIVE, kind="summary")
    sessions = house.all(Status.ARCHIVED, kind="summary")
    assert week.text.startswith("2026-W10 (03-02 – 03-03): ")
    assert "Lisbon" in week.text
    assert "杭州" in week.text
    assert {link.memory for link in house.links(week.id)} == {memory.id for memory in sessions}
    assert [change.reason for change in house.history(sessions[0])][-1] == f"weeks: {week.id} has it"
    assert told(house.run("weeks")) == []


def test_a_summary_that_a_person_forgot_does_not_come_back(house):
    house.talk("en", *LISBON)
    house.later(days=1)
    house.run("sessions")
    [summary] = house.all(Status.ACTIVE, kind="summary")
    amend.forget(house.space, [summary.id], now=house.now, actor="local", reason="")
    house.later(days=30)
    assert told(house.run("sessions", "weeks")) == []


def test_a_model_writes_the_summary_where_it_can_and_the_gist_where_it_cannot(house):
    house.talk("en", *LISBON)
    house.talk("zh", *HANGZHOU)
    house.later(days=1)
    answers = iter(["They moved to Lisbon and signed a lease.", None])
    teller = Teller(summarise=lambda texts, tokens: next(answers), model="model/test/summarise-1")
    report = house.run("sessions", staff=house.staff(teller=teller))
    english, chinese = house.all(Status.ACTIVE, kind="summary")
    assert (english.text, english.source.maker) == (
        "2026-03-02: They moved to Lisbon and signed a lease.", "model/test/summarise-1",
    )  # fmt: skip
    assert "杭州" in chinese.text
    assert chinese.source.maker == MAKER
    assert len(report.notes) == 1


def test_many_old_memories_of_a_kind_become_one_summary(house):
    made = house.say(*(f"note {n}: the meter in flat {n} reads {100 + 7 * n}" for n in range(25)))
    house.later(days=100)
    report = house.run("summarize_old")
    assert len(report) == 25
    [summary] = house.all(Status.ACTIVE, kind="summary")
    assert (summary.importance, summary.created_at) == (0.8, START)
    assert {memory.id for memory in house.all(Status.ARCHIVED)} == {memory.id for memory in made}
    assert {link.memory for link in house.links(summary.id)} == {memory.id for memory in made}
    assert told(house.run("summarize_old")) == []


def test_what_recurs_unchanged_is_proposed_once(house):
    [made] = house.say("I prefer window seats", kind="preference")
    for _ in range(5):
        house.later(days=4)
        house.say("I prefer window seats")
    assert told(house.run("promote")) == [("promote", "proposed", made.id)]
    [review] = house.reviews()
    assert (review.question, review.memory) == (Question.PROMOTION, made.id)
    assert house.get(made).status is Status.ACTIVE
    assert "confirmed 5 times over 20 days" in house.history(made)[-1].reason
    assert told(house.run("promote")) == []


def test_feedback_moves_the_half_life_of_a_kind_and_says_what_it_was(house):
    made = house.say(*(f"I prefer tea of sort {n}" for n in range(12)), kind="preference")
    for memory in made:
        feedback.feedback(house.space, memory.id, "useful", intake=house.intake, ids=house.ids, actor="local")
    house.later(days=1)
    report = house.run("adapt")
    assert told(report) == [("adapt", "adapted", "preference")]
    assert report.steps[0].numbers["half_life_before"] == 15
    policy = house.intake.policy
    assert policy.half_lives == {"preference": report.steps[0].numbers["half_life"]}
    [change] = house.history("policy")
    assert (change.before["half_life_days"], change.after["half_life_days"]) == (15.0, policy.half_lives["preference"])
    assert told(house.run("adapt")) == []


def test_who_sets_an_adapted_half_life_back_is_believed(house):
    made = house.say(*(f"I prefer tea of sort {n}" for n in range(12)), kind="preference")
    for memory in made:
        feedback.feedback(house.space, memory.id, "useful", intake=house.intake, ids=house.ids, actor="local")
    house.later(days=1)
    house.run("adapt")
    with house.space.write() as writer:
        writer.set_policy(Policy())
    assert told(house.run("adapt")) == []
    assert house.intake.policy == Policy()


def test_a_year_in_the_archive_is_followed_by_cold_storage(house):
    [made] = house.say("the old door code is 4411")
    house.later(days=200)
    house.run()
    house.later(days=364)
    assert told(house.run()) == []
    house.later(days=2)
    assert told(house.run()) == [("cold_storage", "frozen", made.id)]
    assert told(house.run()) == []
    assert house.get(made).text == made.text
    with house.space.read() as reader:
        assert [row.frozen for row in reader.standings(after=0, limit=10)] == [True]


def test_what_nobody_closed_is_distilled_first(house):
    house.talk("open", *LISBON)
    distilled = []

    def distil(session: str | None) -> Distilled:
        distilled.append(session)
        with house.space.write() as writer:
            writer.mark_distilled(session, 10_000)
        return Distilled(outcomes=(), notes=("no model",))

    staff = house.staff(distil=distil)
    house.later(hours=11)
    assert told(house.run(staff=staff)) == []
    house.later(hours=2)
    foreseen = house.run(staff=staff, dry_run=True)
    assert (told(foreseen)[0], distilled) == (("distil", "distilled", "open"), [])
    report = house.run(staff=staff)
    assert told(report)[0] == ("distil", "distilled", "open")
    assert (distilled, report.notes) == (["open"], ("no model",))


def everything(house: House) -> None:
    """A space in which most strategies find something."""
    house.talk("en", *LISBON)
    house.talk("zh", *HANGZHOU)
    house.say("guest wifi is heron", expires_at=house.now + timedelta(days=3))
    house.say("the old door code is 4411", importance=0.1)
    house.say(*(f"note {n}: the meter in flat {n} reads {100 + 7 * n}" for n in range(25)), half_life_days=900)
    house.say("always answer in Chinese", kind="rule")
    house.later(days=120)
