"""Many spaces, few open files: the pool closes what was used longest ago, and nobody who uses a space notices."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier

import pytest

from perdure.domain.space import SpaceName
from perdure.errors import StoreClosed
from perdure.stores.sqlite import SqliteStore
from perdure.testing.store_suite.base import ALICE, BOB, HASH, found_by_meaning, found_by_words, vector
from tests.stores.processes import store_on, written

NAMES = [SpaceName("user", f"u{number}") for number in range(8)]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A store that keeps three spaces open."""
    opened = store_on(tmp_path, max_open=3)
    yield opened
    opened.close()


def open_files(store: SqliteStore) -> list[str]:
    """The spaces that have a write-ahead log, which an open one has and a closed one has not."""
    return sorted(path.name for path in store.spaces_folder.rglob("*.db-wal"))


def words(store: SqliteStore, name: SpaceName) -> list[str]:
    with store.space(name).read() as reader:
        return found_by_words(reader, "quokka")


def embed(store: SqliteStore, name: SpaceName) -> None:
    with store.space(name).write() as writer:
        writer.set_embedder(HASH)
        writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(HASH, limit=100)})


def test_more_spaces_than_may_be_open_keep_working(store: SqliteStore):
    for number in range(2):
        for name in NAMES:
            written(store, name, f"m{number}")
            assert len(open_files(store)) <= 3
    for name in NAMES:
        embed(store, name)
    for name in reversed(NAMES):
        assert words(store, name) == ["m0", "m1"]
        with store.space(name).read() as reader:
            assert sorted(found_by_meaning(reader, "quokka")) == ["m0", "m1"]
    assert open_files(store) == ["u0.db-wal", "u1.db-wal", "u2.db-wal"]


def test_the_space_used_longest_ago_is_closed_first(store: SqliteStore):
    for name in NAMES[:3]:
        written(store, name, "m1")
    words(store, NAMES[0])
    written(store, NAMES[3], "m1")
    assert open_files(store) == ["u0.db-wal", "u2.db-wal", "u3.db-wal"]


def test_a_space_in_use_is_not_closed(store: SqliteStore):
    for name in NAMES:
        written(store, name, "m1")
    with ExitStack() as stack:
        readers = [stack.enter_context(store.space(name).read()) for name in NAMES]
        assert [found_by_words(reader, "quokka") for reader in readers] == [["m1"]] * len(NAMES)
        written(store, NAMES[0], "m2")
        assert [found_by_words(reader, "quokka") for reader in readers] == [["m1"]] * len(NAMES)
    written(store, NAMES[0], "m3")
    assert len(open_files(store)) == 3


def test_a_space_that_someone_holds_stays_the_same_one(store: SqliteStore):
    held = store.space(NAMES[0])
    written(store, NAMES[0], "m1")
    for name in NAMES[1:]:
        written(store, name, "m1")
    assert open_files(store) == ["u5.db-wal", "u6.db-wal", "u7.db-wal"]
    assert store.space(NAMES[0]) is held
    with held.write() as writer:
        writer.set_embedder(None)
    assert len(open_files(store)) == 3, "what is used through a handle is counted too"
    store.close()
    with pytest.raises(StoreClosed), held.read():
        pass
    assert open_files(store) == []


def test_threads_share_the_pool(store: SqliteStore):
    def work(thread: int) -> None:
        for step in range(8):
            name = NAMES[(thread * 3 + step) % len(NAMES)]
            written(store, name, f"m{thread}-{step}")
            assert f"m{thread}-{step}" in words(store, name)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    assert sum(len(words(store, name)) for name in NAMES) == 48
    assert len(open_files(store)) <= 3


def test_threads_read_one_space_at_the_same_time(store: SqliteStore):
    written(store, ALICE, "m1")
    together = Barrier(8)

    def work(_: int) -> list[str]:
        with store.space(ALICE).read() as reader:
            together.wait()
            return found_by_words(reader, "quokka")

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [["m1"]] * 8


def test_a_store_closed_while_a_space_is_in_use_closes_it_at_the_end_of_the_use(store: SqliteStore):
    written(store, ALICE, "m1")
    with store.space(ALICE).write() as writer:
        writer.set_embedder("any")
        store.close()
        assert open_files(store) == ["alice.db-wal"]
    assert open_files(store) == []
    again = store_on(store.folder)
    with again.space(ALICE).read() as reader:
        assert reader.embedder() == "any"
    again.close()


def test_a_space_removed_while_it_is_in_use_is_gone(store: SqliteStore):
    written(store, ALICE, "m1")
    with store.space(ALICE).read() as reader:
        assert store.delete(ALICE)
        assert found_by_words(reader, "quokka") == ["m1"], "what was begun is finished"
    assert words(store, ALICE) == []
    written(store, ALICE, "m2")
    assert words(store, ALICE) == ["m2"]
    assert open_files(store) == ["alice.db-wal"]


def test_vectors_in_memory_are_given_back_with_the_space(store: SqliteStore):
    written(store, ALICE, "m1")
    embed(store, ALICE)
    held = store.space(ALICE)
    with held.read() as reader:
        assert found_by_meaning(reader, "quokka") == ["m1"]
    assert held.cache.nbytes > 0
    for name in NAMES[:3]:
        written(store, name, "m1")
    assert held.cache.nbytes == 0
    with held.read() as reader:
        assert found_by_meaning(reader, "quokka") == ["m1"]


def test_spaces_that_nobody_holds_leave_no_open_file(store: SqliteStore):
    written(store, BOB, "m1")
    before = len(os.listdir("/dev/fd"))
    for name in NAMES:
        written(store, name, "m1")
    gc.collect()
    assert len(os.listdir("/dev/fd")) <= before + 2 * 4, "three open spaces in place of one"
