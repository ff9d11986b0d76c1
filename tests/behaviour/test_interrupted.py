"""Real processes: agents that capture at once, and one that is killed in the middle. The space opens, and the work is completed."""

from __future__ import annotations

import resource
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from perdure import Perdure, Turn
from perdure.testing import FrozenClock
from tests.behaviour.requirements import requirement
from tests.stores.processes import running

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
SESSIONS, EACH = 8, 6
"""Sessions with so many statements each; a session is distilled in one transaction."""


def place(folder: Path, now: datetime = NOW) -> Perdure:
    return Perdure(folder, embedder=None, clock=FrozenClock(now), timezone="UTC", upkeep=False)


def facts(agent: str, count: int) -> list[Turn]:
    said = ("Remember that box {n} of {agent} holds {jars} jars", "记住：{agent} 的第 {n} 个箱子有 {jars} 个罐子")
    return [
        Turn(said[n % 2].format(agent=agent, n=n, jars=n * 7), session=agent, ref=f"{agent}-{n}") for n in range(count)
    ]


def agent_captures(pipe: Connection, folder: Path, agent: str, count: int) -> None:
    """Capture in pieces, what is the agent's own and what every agent says."""
    with place(folder) as memory:
        space = memory.space("project/x")
        log = facts(agent, count)
        for start in range(0, count, 5):
            shared = Turn("Remember that the release is on Friday", session=agent, ref=f"{agent}-all-{start}")
            space.capture([*log[start : start + 5], shared], source=agent)
            pipe.send(start)


def distils(pipe: Connection, folder: Path) -> None:
    """Distil much, and tell when it begins."""
    with place(folder) as memory:
        pipe.send("begun")
        memory.space("user/alice").distil()
        pipe.send("done")


def upkeeps(pipe: Connection, folder: Path, now: datetime) -> None:
    """Look after the space, and wait after each transaction until it is told to go on."""

    def progress(done: int, total: int) -> None:
        pipe.send(done)
        pipe.recv()

    with place(folder, now) as memory:
        memory.space("user/alice").upkeep(progress=progress)


def whole(memory: Perdure) -> None:
    assert [finding for finding in memory.doctor() if not finding.ok] == []


@requirement("W12", "A5")
def test_agents_in_several_processes_that_capture_at_once_lose_and_double_nothing(tmp_path: Path):
    names = ("ana", "bo")
    with ExitStack() as stack:
        for other in [stack.enter_context(running(agent_captures, tmp_path, name, 10)) for name in names]:
            other.finished()
    with place(tmp_path) as memory:
        space = memory.space("project/x")
        kept = space.list(limit=1_000).items
        assert len(kept) == 2 * 10 + 1
        (shared,) = [one for one in kept if "release" in one.text]
        assert len(shared.source.turns) == 4
        assert shared.access_count == 3
        assert space.entries().total == 2 * 12
        assert {one.source.tool for one in kept} == set(names)
        assert list(space.jobs()) == []
        whole(memory)
        for name in names:
            assert space.capture(facts(name, 10), source=name).added == 0
        assert space.list(limit=1_000).total == 2 * 10 + 1


@requirement("W1", "F5")
@pytest.mark.parametrize("after", ["begun", "first session"])
def test_a_process_that_is_killed_while_it_distils_leaves_work_that_the_next_one_completes(tmp_path: Path, after: str):
    with place(tmp_path) as memory:
        space = memory.space("user/alice")
        space.observe(turn for n in range(SESSIONS) for turn in facts(f"s{n}", EACH))
        with running(distils, tmp_path) as other:
            assert other.told() == "begun"
            while after == "first session" and space.list().total == 0:
                other.pipe.poll(0.005)
            other.process.kill()
            other.process.join()
    with place(tmp_path) as memory:
        space = memory.space("user/alice")
        whole(memory)
        before = space.list().total
        assert before % EACH == 0, "a session is distilled or not begun"
        found = space.distil()
        assert found.entries == SESSIONS * EACH - before
        assert space.list().total == SESSIONS * EACH
        assert {one.access_count for one in space.list(limit=1_000)} == {0}
        assert space.distil().entries == 0


@requirement("F5")
def test_a_process_that_is_killed_in_its_upkeep_leaves_work_that_the_next_one_completes(tmp_path: Path):
    with place(tmp_path) as memory:
        memory.space("user/alice").remember_many(f"shelf {n} holds box {n * 3} 号箱" for n in range(250))
    later = NOW + timedelta(days=200)
    with running(upkeeps, tmp_path, later) as other:
        done = other.told()
        other.process.kill()
        other.process.join()
    with place(tmp_path, later + timedelta(minutes=11)) as memory:
        space = memory.space("user/alice")
        whole(memory)
        assert space.list(statuses=["archived"]).total == done < 250
        assert len(space.upkeep()) == 250 - done
        assert space.list(statuses=["archived"]).total == 250
        assert list(space.jobs()) == []
        assert len(space.upkeep()) == 0


# A transcript of any length


def captures_at_length(pipe: Connection, folder: Path, turns: int) -> None:
    """Capture a long conversation, and tell by how many bytes this process grew beyond the conversation itself."""
    log = [
        Turn(f"ok {n}, thanks 谢谢你 {'hm ' * 20}", session="s", speaker=("user", "assistant")[n % 2])
        for n in range(turns)
    ]
    with place(folder) as memory:
        space = memory.space("user/alice")
        space.capture([Turn("Remember that the spare key is under the pot", session="first")])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        found = space.capture(log, wait=False)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        memory.join()
        pipe.send((found.added, [one.text for one in space.list()], grown * 1024))


@requirement("W1", "X3")
def test_a_long_transcript_is_captured_in_memory_that_hardly_grows_with_it(tmp_path: Path):
    """Turns are read and distilled 500 at a time; scaled down, so that it takes seconds: what a further turn costs is what counts."""
    grown = {}
    for turns in (520, 1_300):
        with running(captures_at_length, tmp_path / str(turns), turns) as other:
            ((added, kept, grown[turns]),) = other.finished()
        assert (added, kept) == (turns, ["The spare key is under the pot"])
    assert (grown[1_300] - grown[520]) / 780 < 8_000, "bytes a turn"
