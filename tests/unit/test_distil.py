"""The journal into memories: gates, models, crashes, many sessions, repeated captures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from perdure.capture.capture import capture
from perdure.capture.distil import BATCH, distil
from perdure.capture.intake import Intake
from perdure.capture.model import Caller
from perdure.capture.observe import observe
from perdure.domain.change import Added, Captured, Distilled, Rejected
from perdure.domain.journal import EntryFilter, Turn
from perdure.domain.memory import Memory, Status
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput
from perdure.ports.store import MemoryFilter, SpaceStore, Writer
from perdure.stores.sqlite import SqliteStore
from perdure.testing import ScriptedModel, SequentialIds

ALICE = SpaceName("user", "alice")
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)


class Desk:
    """A space, and the verbs with everything they are done with."""

    def __init__(self, folder: Path) -> None:
        self.store = SqliteStore(folder, zone=UTC, busy_timeout=30)
        self.space: SpaceStore = self.store.space(ALICE)
        self.intake = Intake(space=ALICE, policy=Policy(), zone=UTC, now=NOW)
        self._with: dict[str, Any] = {"ids": SequentialIds(), "actor": "local"}

    def later(self, **span: float) -> None:
        self.intake = replace(self.intake, now=self.intake.now + timedelta(**span))

    def capture(self, *turns: Turn, **options: Any) -> Captured:
        return capture(self.space, turns, intake=self.intake, **self._with, **options)

    def observe(self, *turns: Turn) -> None:
        observe(self.space, turns, intake=self.intake, ids=self._with["ids"])

    def distil(self, session: str | None = None, **options: Any) -> Distilled:
        return distil(self.space, session, intake=self.intake, **self._with, **options)

    def memories(self) -> list[Memory]:
        with self.space.read() as reader:
            return list(reader.page(MemoryFilter(statuses=()), limit=1_000, cursor=None))

    def texts(self) -> list[str]:
        return [memory.text for memory in self.memories() if memory.status is Status.ACTIVE]

    def waiting(self) -> list[str | None]:
        with self.space.read() as reader:
            return [waiting.session for waiting in reader.undistilled_sessions()]

    def journal(self) -> list[str]:
        with self.space.read() as reader:
            return [entry.text for entry in reader.entries(EntryFilter(), limit=5_000, cursor=None)]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(tmp_path)
    yield opened
    opened.store.close()


def answer(text: str) -> Turn:
    return Turn(text, speaker="assistant")


def test_a_memory_rests_on_its_turns_and_says_which_rules_made_it(desk):
    captured = desk.capture(Turn("I live in Berlin"), answer("Nice"), session="s1", source="my-agent")
    (memory,) = desk.memories()
    assert captured.distilled.outcomes == (Added(memory=memory),)
    assert memory.source.turns == (captured.entries[0].id,)
    assert (memory.source.session, memory.source.tool, memory.source.speaker) == ("s1", "my-agent", "user")
    assert memory.source.maker is not None
    assert memory.source.maker.startswith("rules/")


def test_observing_distils_nothing_and_distilling_does_once(desk):
    desk.observe(Turn("I live in Berlin", session="s1"), Turn("I prefer tea", session="s2"), Turn("I keep bees"))
    assert desk.texts() == []
    assert desk.waiting() == ["s1", "s2", None]
    done = desk.distil("s1")
    assert (len(done.outcomes), done.entries, desk.texts()) == (1, 1, ["I live in Berlin"])
    done = desk.distil()
    assert (done.entries, desk.waiting()) == (2, [])
    assert desk.texts() == ["I live in Berlin", "I prefer tea", "I keep bees"]
    assert desk.distil() == Distilled(outcomes=())


def test_what_matters_little_waits_until_it_was_seen_three_times(desk):
    for number in range(3):
        desk.later(days=1)
        done = desk.capture(Turn("I saw a heron at the pond", session=f"s{number}", at=desk.intake.now)).distilled
        assert (len(done.outcomes), done.waiting) == ((0, 1) if number < 2 else (1, 0))
    (memory,) = desk.memories()
    assert len(memory.source.turns) == 3
    with desk.space.read() as reader:
        assert list(reader.sightings(["i saw a heron at the pond"])) == []


def test_during_a_session_only_what_is_certain_is_written(desk):
    turns = [Turn("My name is Al"), answer("Hi Al"), Turn("I finished the report")]
    assert desk.capture(*turns, session="s1", whole=False).distilled.entries == 0
    assert desk.texts() == ["My name is Al"]
    assert desk.waiting() == ["s1"]
    desk.capture(*turns, session="s1", whole=False)
    assert [memory.access_count for memory in desk.memories()] == [0]
    done = desk.distil("s1")
    assert [type(outcome) for outcome in done.outcomes] == [Added]
    assert desk.texts() == ["My name is Al", "I finished the report"]


def test_a_change_of_mind_within_a_session_leaves_one_memory(desk):
    desk.capture(Turn("I prefer tea"), answer("ok"), Turn("Actually, I prefer coffee"), session="s1")
    assert len(desk.memories()) == 1
    assert "coffee" in desk.texts()[0]


def test_the_same_turns_again_change_nothing(desk):
    turns = [Turn("I live in Berlin"), answer("Nice"), Turn("ok"), Turn("I saw a heron")]
    first = desk.capture(*turns, session="s1")
    before, seen = desk.memories(), desk.journal()
    desk.later(days=1)
    again = desk.capture(*turns, session="s1")
    assert again.entries == first.entries
    assert (again.added, again.distilled) == (0, Distilled(outcomes=()))
    assert (desk.memories(), desk.journal()) == (before, seen)


def test_of_a_growing_list_only_what_is_new_is_stored(desk):
    history: list[Turn] = []
    for number in range(6):
        history += [Turn(f"I bought a tent number {number}"), answer("ok")]
        captured = desk.capture(Turn(f"Be brief. It is {number} o'clock.", role="system"), *history, session="s1")
        assert captured.added == 3
        assert len(captured.entries) == len(history) + 1
    spoken = [text for text in desk.journal() if "o'clock" not in text]
    assert spoken == [turn.text for turn in history]


def test_a_sliding_window_continues_the_journal(desk):
    turns = [Turn(f"message {number}") for number in range(10)]
    desk.capture(*turns[:8], session="s1")
    assert desk.capture(*turns[5:], session="s1").added == 2
    assert desk.journal() == [turn.text for turn in turns]


def test_the_same_words_in_another_session_or_by_another_speaker_are_new(desk):
    desk.capture(Turn("ok"), session="s1")
    assert desk.capture(Turn("ok"), session="s2").added == 1
    assert desk.capture(Turn("ok", speaker="Ana"), session="s1").added == 1
    assert desk.capture(Turn("ok", session="s2"), Turn("ok", session="s1"), session="s3").added == 1


def test_turns_with_times_are_known_wherever_they_stand(desk):
    turns = [Turn(f"message {number}", at=NOW - timedelta(minutes=9 - number)) for number in range(5)]
    desk.capture(*turns, session="s1")
    assert desk.capture(*turns[:2], session="s1").added == 0
    assert desk.capture(replace(turns[0], at=NOW), session="s1").added == 1


def test_turns_with_a_ref_are_known_by_it(desk):
    desk.capture(Turn("I live in Berlin", ref="1"), session="s1")
    assert desk.capture(Turn("x", ref="0"), Turn("I live in Berlin", ref="1"), session="s1").added == 1


def test_a_bad_turn_is_refused_before_anything_is_written(desk):
    with pytest.raises(InvalidInput):
        desk.capture(Turn("I live in Berlin"), Turn(" "))
    with pytest.raises(InvalidInput):
        desk.capture(Turn("I live in Berlin"), "a text")  # type: ignore[arg-type]  what a caller may get wrong
    with pytest.raises(InvalidInput):
        capture(desk.space, Turn("x"), intake=desk.intake, ids=SequentialIds(), actor="local")  # type: ignore[arg-type]
    assert desk.journal() == []


def test_what_was_forgotten_is_not_derived_again_and_comes_back_when_it_is_said_again(desk):
    desk.capture(Turn("I live in Berlin"), session="s1")
    (memory,) = desk.memories()
    with desk.space.write() as writer:
        gone = replace(memory, status=Status.FORGOTTEN, updated_at=NOW, version=2)
        writer.update_memories([(gone, "i live in berlin")])
    desk.later(hours=1)
    desk.capture(Turn("I live in Berlin"), answer("ok"), session="s1")
    assert desk.texts() == []
    desk.later(days=1)
    desk.capture(Turn("I live in Berlin"), session="s2")
    assert desk.texts() == ["I live in Berlin"]


def test_the_masked_and_the_given_text_are_the_same_turn(desk):
    turn = Turn("my api key is sk-abcdefghijklmnopqrstuvwxyz123456 and I live in Berlin")
    desk.capture(turn, session="s1")
    assert desk.capture(turn, session="s1").added == 0
    assert not any("sk-abcdef" in text for text in [*desk.journal(), *desk.texts()])


def test_a_long_session_is_distilled_in_batches(desk):
    desk.observe(*(Turn(f"I bought a tent number {number}", session="s1") for number in range(BATCH + 5)))
    assert desk.distil("s1").entries == BATCH + 5
    assert len(desk.memories()) == BATCH + 5


class Crash(Exception):
    pass


class Breaking:
    """A store whose write fails at its end, once."""

    def __init__(self, store: SpaceStore) -> None:
        self._store = store
        self.broken = False

    def read(self):
        return self._store.read()

    @contextmanager
    def write(self, **options: Any) -> Iterator[Writer]:
        with self._store.write(**options) as writer:
            yield writer
            if not self.broken:
                self.broken = True
                raise Crash


def test_a_crash_leaves_a_batch_as_if_it_had_not_begun(desk):
    desk.observe(Turn("I live in Berlin", session="s1"), Turn("I saw a heron", session="s1"))
    whole, desk.space = desk.space, Breaking(desk.space)
    with pytest.raises(Crash):
        desk.distil("s1")
    desk.space = whole
    assert (desk.texts(), desk.waiting()) == ([], ["s1"])
    assert desk.distil("s1").entries == 2
    assert desk.texts() == ["I live in Berlin"]


def caller(*replies: str) -> Caller:
    return Caller(ScriptedModel(list(replies)), budget_tokens=100_000)


def facts(*rows: dict[str, Any]) -> str:
    return json.dumps({"facts": list(rows)})


def test_a_models_statement_stands_in_place_of_the_rules(desk):
    reply = facts({"text": "The user lives in Berlin", "turns": [1], "kind": "identity", "importance": 0.9})
    desk.observe(Turn("I live in Berlin", session="s1"))
    desk.distil("s1", model=caller(reply))
    (memory,) = desk.memories()
    assert memory.text == "The user lives in Berlin"
    assert memory.source.maker is not None
    assert memory.source.maker.startswith("model/")


def test_what_the_model_leaves_out_and_was_asked_for_is_kept_by_the_rules(desk):
    desk.observe(Turn("Remember that the spare key is under the pot", session="s1"))
    desk.distil("s1", model=caller(facts()))
    assert desk.texts() == ["The spare key is under the pot"]


@pytest.mark.parametrize("reply", ["", "Sorry, I cannot do that.", "{", '{"facts": 7}'])
def test_where_a_reply_cannot_be_used_the_rules_stand_in(desk, reply):
    desk.observe(Turn("I finished the report", session="s1"))
    done = desk.distil("s1", model=caller(*[reply] * 9))
    assert desk.texts() == ["I finished the report"]
    assert done.entries == 1
    assert done.notes


def test_a_model_that_is_down_costs_nothing_and_is_noted(desk):
    desk.observe(Turn("I finished the report", session="s1"))
    done = desk.distil("s1", model=caller())
    assert desk.texts() == ["I finished the report"]
    assert done.notes


def test_only_a_person_makes_permanent_memory(desk):
    reply = facts({"text": "The user lives in Berlin", "turns": [1], "kind": "profile", "importance": 0.9})
    desk.observe(Turn("I live in Berlin", session="s1"))
    done = desk.distil("s1", model=caller(reply))
    assert all(memory.kind != "profile" for memory in desk.memories())
    assert all(not isinstance(outcome, Rejected) or outcome.code == "permanent_memory" for outcome in done.outcomes)
