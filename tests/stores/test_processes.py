"""What several processes, killed processes and full or closed disks do to a space: nothing that was kept is lost."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from perdure.domain.job import JobState
from perdure.errors import PermanentMemory, StoreBusy, StoreFull
from perdure.ports.store import MemoryFilter
from perdure.stores.sqlite import SqliteStore
from perdure.testing.store_suite.base import ALICE, found_by_words, memory
from perdure.testing.store_suite.lifecycle import job
from tests.behaviour.requirements import requirement
from tests.stores.processes import (
    count_up,
    hold,
    maintain,
    overflow,
    powerless,
    running,
    store_on,
    take_jobs,
    write,
    written,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = store_on(tmp_path)
    yield opened
    opened.close()


def kept(store: SqliteStore) -> list[str]:
    """The ids of what alice's space keeps: its words must find the same, and its file be healthy."""
    with store.space(ALICE).read() as reader:
        ids = [item.id for item in reader.page(MemoryFilter(), limit=10_000, cursor=None)]
        assert set(found_by_words(reader, "quokka numbat", limit=10_000)) == set(ids)
    assert [finding for finding in store.check(ALICE, repair=False) if not finding.ok] == []
    return ids


# killed


@requirement("X3")
@pytest.mark.parametrize("acknowledged", [1, 2, 30])
def test_what_was_acknowledged_survives_a_killed_process(tmp_path: Path, store: SqliteStore, acknowledged: int):
    with running(write, tmp_path, "m", 10_000) as other:
        said = [other.told() for _ in range(acknowledged)]
        other.process.kill()
        said += other.rest()
    found = kept(store)
    assert found[: len(said)] == said
    assert len(found) <= len(said) + 1, "only the last one may be there without having been acknowledged"
    written(store, ALICE, "after")


def test_a_transaction_whose_process_was_killed_leaves_nothing(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    with running(hold, tmp_path) as other:
        assert other.told() == "held"
        other.process.kill()
        other.process.join()
        assert kept(store) == ["m1"]
        store.writable(ALICE)


def test_a_process_that_was_killed_while_it_began_a_space_leaves_an_empty_one(tmp_path: Path, store: SqliteStore):
    with running(hold, tmp_path) as other:
        assert other.told() == "held"
    assert kept(store) == []
    written(store, ALICE, "m1")
    assert kept(store) == ["m1"]


# at once


@requirement("X3", "W12")
def test_processes_that_write_at_once_lose_nothing(tmp_path: Path, store: SqliteStore):
    with ExitStack() as stack:
        others = [stack.enter_context(running(write, tmp_path, name, 25)) for name in "abcd"]
        said = [line for other in others for line in other.finished()]
    assert sorted(kept(store)) == sorted(said) == sorted(f"{name}{number}" for name in "abcd" for number in range(25))


@requirement("W12")
def test_processes_that_change_the_same_memory_lose_no_change(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    with ExitStack() as stack:
        for other in [stack.enter_context(running(count_up, tmp_path, 20)) for _ in range(3)]:
            other.finished()
    with store.space(ALICE).read() as reader:
        assert reader.memories(["m1"])[0].version == 61
    assert kept(store) == ["m1"]


def test_processes_that_take_jobs_at_once_never_take_the_same(tmp_path: Path, store: SqliteStore):
    with store.space(ALICE).write() as writer:
        writer.save_jobs([job(f"j{number:02}", key=str(number)) for number in range(40)])
    with ExitStack() as stack:
        others = [stack.enter_context(running(take_jobs, tmp_path, name)) for name in "abc"]
        taken = [name for other in others for name in other.finished()]
    assert sorted(taken) == [f"j{number:02}" for number in range(40)]
    with store.space(ALICE).read() as reader:
        assert {item.attempts for item in reader.jobs([JobState.RUNNING])} == {1}
        assert reader.jobs([JobState.WAITING]) == []


def test_maintenance_whose_process_was_killed_leaves_permanent_memory_guarded(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    with running(maintain, tmp_path) as other:
        assert other.told() == "held"
        other.process.kill()
        other.process.join()
    with pytest.raises(PermanentMemory), store.space(ALICE).write() as writer:
        writer.add_memories([(memory("p1", "a quokka", kind="role"), "k")])
    assert kept(store) == ["m1"]


def test_a_lock_held_by_another_process_is_told_and_costs_nothing(tmp_path: Path):
    hasty = store_on(tmp_path, busy_timeout=0.01)
    written(hasty, ALICE, "m1")
    with running(hold, tmp_path) as other:
        assert other.told() == "held"
        with pytest.raises(StoreBusy):
            written(hasty, ALICE, "m2")
        with pytest.raises(StoreBusy):
            hasty.writable(ALICE)
        assert kept(hasty) == ["m1"], "readers do not wait"
        other.go_on()
        other.finished()
    written(hasty, ALICE, "m2")
    assert len(kept(hasty)) == 52
    hasty.close()


def test_a_space_that_is_open_twice_here_and_once_elsewhere_keeps_every_write(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    second = store_on(tmp_path)
    assert kept(second) == ["m1"]
    with running(write, tmp_path, "other", 3) as other:
        other.finished()
    second.close()
    written(store, ALICE, "m2")
    third = store_on(tmp_path)
    assert kept(third) == kept(store) == ["m1", "other0", "other1", "other2", "m2"]
    third.close()


# full


def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    with pytest.raises(StoreFull), store.space(ALICE).write() as writer:
        pages = writer.connection.scalar(text("PRAGMA page_count"))
        writer.connection.execute(text(f"PRAGMA max_page_count={pages + 2}"))
        writer.add_memories([(memory("large", "a numbat " * 5_000), "k")])
    assert kept(store) == ["m1"]
    with pytest.raises(StoreFull), store.space(ALICE).write() as writer:
        writer.add_memories([(memory("large", "a numbat " * 5_000), "k")])
    assert kept(store) == ["m1"]
    roomy = store_on(tmp_path)
    with roomy.space(ALICE).write() as writer:
        writer.add_memories([(memory("large", "a numbat " * 5_000), "k")])
    assert kept(roomy) == ["m1", "large"]
    roomy.close()


def test_a_file_that_may_not_grow_is_told_and_what_was_acknowledged_stays(tmp_path: Path, store: SqliteStore):
    with running(overflow, tmp_path, 800_000) as other:
        *said, code = other.finished()
    assert code in ("store_full", "store_error")
    assert len(said) > 3
    assert kept(store) == said
    written(store, ALICE, "after")


# closed


@pytest.fixture
def closed() -> Iterator[Path]:
    """A folder with a space that nobody may write to, nor to what is in it; others must be able to reach it."""
    folder = Path(tempfile.mkdtemp())
    with_space = store_on(folder)
    written(with_space, ALICE, "m1")
    with_space.close()
    paths = [folder, *folder.rglob("*")]
    for path in reversed(paths):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield folder
    for path in filter(Path.is_dir, paths):
        path.chmod(0o755)
    shutil.rmtree(folder)


def test_a_folder_without_the_right_to_write_is_told(closed: Path):
    before = {path: path.read_bytes() for path in closed.rglob("*") if path.is_file()}
    with running(powerless, closed) as other:
        (said,) = other.finished()
    assert said["list"] == "ok"
    assert {name for name, code in said.items() if code == "store_read_only"} >= set(said) - {"list", "read"}
    assert {path: path.read_bytes() for path in closed.rglob("*") if path.is_file()} == before


def test_a_file_without_the_right_to_write_is_told_and_can_be_read(closed: Path):
    for path in (closed, *closed.rglob("*")):
        if path.is_dir():
            path.chmod(0o777)
    with running(powerless, closed) as other:
        (said,) = other.finished()
    refused = {name for name, code in said.items() if code == "store_read_only"}
    assert refused == {"write", "lock"}
    assert {said[name] for name in ("list", "read", "begin", "measure", "copy")} == {"ok"}


def test_a_folder_that_may_not_even_be_looked_into_is_told(closed: Path):
    closed.chmod(0)
    with running(powerless, closed) as other:
        (said,) = other.finished()
    assert {name: code for name, code in said.items() if code != "store_read_only"} in ({"list": "ok"}, {})


# kept open


def test_files_are_closed_again(tmp_path: Path):
    def opened() -> int:
        return len(os.listdir("/dev/fd"))

    store = store_on(tmp_path)
    written(store, ALICE, "m1")
    before = opened()
    for number in range(200):
        written(store, ALICE, f"more{number}")
        with store.space(ALICE).read() as reader:
            found_by_words(reader, "quokka")
    assert opened() <= before + 2
    for number in range(6):
        again = store_on(tmp_path / f"place{number}")
        written(again, ALICE, "m1")
        again.close()
    assert opened() <= before + 2
    store.close()
    assert opened() < before


def test_a_closed_space_is_one_file(tmp_path: Path):
    store = store_on(tmp_path)
    written(store, ALICE, "m1")
    assert len(list((tmp_path / "spaces" / "user").iterdir())) > 1
    store.set_calibration("any", {})
    store.close()
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["alice.db", "catalog.db"]
