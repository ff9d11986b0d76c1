"""The index in memory beside the file it stands for: readers of many states, many threads, little memory."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from perdure.domain.space import SpaceName
from perdure.stores.sqlite.cache import LEAST_LOST, RECENT
from perdure.testing.store_suite.base import (
    ALICE,
    HASH,
    candidates,
    chat,
    found_by_meaning,
    found_by_words,
    memory,
    vector,
)
from tests.stores.processes import store_on, written

NAMES = [SpaceName("user", f"u{number}") for number in range(4)]


def embed(store, name=ALICE):
    with store.space(name).write() as writer:
        if writer.embedder() is None:
            writer.set_embedder(HASH)
        writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(None, limit=9_999)})


def test_each_of_many_readers_sees_the_state_it_began_with(tmp_path: Path):
    store = store_on(tmp_path)
    with store.space(ALICE).write() as writer:
        writer.add_entries(chat("s", "a quokka?", "a quokka"))
    embed(store)
    with ExitStack() as stack:
        readers = []
        for number in range(2 * RECENT):
            reader = stack.enter_context(store.space(ALICE).read())
            assert reader.embedder() == HASH  # from here on its state is fixed
            readers.append((reader, ["s0", "s1", *(f"m{n}" for n in range(number))]))
            written(store, ALICE, f"m{number}")
            if number % 2:
                embed(store)
            if number % 3 == 0:
                with store.space(ALICE).read() as newest:
                    assert len(candidates(newest, "quokka").ids) == number + 3
        for reader, told in [*readers[::-2], *readers[::2]]:
            assert sorted(found_by_words(reader, "quokka")) == sorted(told)
            near = found_by_meaning(reader, "quokka")
            assert set(near) == {*told[: 2 + (len(told) - 2) // 2 * 2]}, "those whose vectors were there"
    store.close()


def test_readers_in_many_threads_see_whole_states_while_one_writes(tmp_path: Path):
    store = store_on(tmp_path)
    written(store, ALICE, "first")
    embed(store)

    def write(_: int) -> int:
        for number in range(25):
            written(store, ALICE, f"m{number}")
            embed(store)
            with store.space(ALICE).write() as writer:
                writer.update_memories([(memory("first", f"a quokka again, {number}"), "k")])
        return 0

    def read(_: int) -> int:
        wrong = 0
        for _ in range(60):
            with store.space(ALICE).read() as reader:
                counts = reader.counts()
                found = candidates(reader, "quokka")
                near = candidates(reader, "quokka", meaning=True)
                wrong += len(found.ids) != counts.passages or found.passages != counts.passages
                wrong += len(near.ids) != counts.passages - counts.pending
        return wrong

    with ThreadPoolExecutor(4) as pool:
        results = [pool.submit(write, 0), *(pool.submit(read, number) for number in range(3))]
        assert [result.result() for result in results] == [0, 0, 0, 0]
    store.close()


def test_indexes_of_all_spaces_share_a_bound_on_memory(tmp_path: Path):
    store = store_on(tmp_path, max_index_bytes=1)
    spaces = [store.space(name) for name in NAMES]
    for name in NAMES:
        written(store, name, "m1")
        embed(store, name)
    with spaces[0].read() as first:
        assert found_by_words(first, "quokka") == ["m1"]
        for space in spaces[1:]:
            with space.read() as reader:
                assert found_by_words(reader, "quokka") == found_by_meaning(reader, "quokka") == ["m1"]
        assert [space.cache.nbytes > 0 for space in spaces] == [True, False, False, True], "those in use are kept"
    for space in spaces:
        with space.read() as reader:
            assert found_by_words(reader, "quokka") == found_by_meaning(reader, "quokka") == ["m1"]
        assert [other.cache.nbytes > 0 for other in spaces] == [other is space for other in spaces]
    store.close()


def test_where_there_is_room_every_index_stays(tmp_path: Path):
    store = store_on(tmp_path)
    spaces = [store.space(name) for name in NAMES]
    for name, space in zip(NAMES, spaces, strict=True):
        written(store, name, "m1")
        with space.read() as reader:
            assert found_by_words(reader, "quokka") == ["m1"]
    assert all(space.cache.nbytes > 0 for space in spaces)
    store.close()


def test_rows_of_removed_passages_go_once_they_are_many(tmp_path: Path):
    store = store_on(tmp_path)
    space = store.space(ALICE)
    memories = [memory(f"m{number}", f"a quokka, {number}") for number in range(LEAST_LOST + 1)]
    with space.write() as writer:
        writer.add_memories([(item, "k") for item in memories])
    with space.read() as reader:
        assert len(candidates(reader, "quokka", limit=9_999).ids) == len(memories)
    size = space.cache.nbytes
    with space.write() as writer:
        writer.update_memories([(replace(item, text=f"{item.text} again"), "k") for item in memories])
    with space.read() as reader:
        found = candidates(reader, "quokka again", limit=9_999)
        assert found.passages == len(found.ids) == found.found_in["quokka"] == len(memories)
    assert space.cache.nbytes < 1.6 * size, "not the rows of both wordings"
    store.close()


@pytest.mark.parametrize("together", [True, False])
def test_words_of_a_transaction_that_failed_leave_no_number(tmp_path: Path, together: bool):
    store = store_on(tmp_path)
    written(store, ALICE, "m1")
    with pytest.raises(ZeroDivisionError), store.space(ALICE).write() as writer:
        writer.add_memories([(memory("m2", "numbat bilby"), "k")])
        assert found_by_words(writer, "bilby") == ["m2"]
        raise ZeroDivisionError
    texts = ["bilby and a wombat", "numbat"]
    for part in [texts] if together else [[text] for text in texts]:
        with store.space(ALICE).write() as writer:
            writer.add_memories([(memory(text, text), "k") for text in part])
    with store.space(ALICE).read() as reader:
        for word in ("bilby", "wombat", "numbat"):
            assert found_by_words(reader, word) == [text for text in texts if word in text]
    assert all(finding.ok for finding in store.check(ALICE, repair=False))
    store.close()
