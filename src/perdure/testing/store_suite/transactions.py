"""Transactions: whole or absent, one writer at a time, and readers that see one state."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

from perdure.domain.journal import EntryFilter
from perdure.domain.memory import Slot
from perdure.domain.policy import Policy
from perdure.ports.store import MemoryFilter, Reader, Store
from perdure.testing.store_suite.base import (
    ALICE,
    HASH,
    StoreSuite,
    change,
    chat,
    entry,
    found_by_words,
    memory,
    refused,
    vector,
)
from perdure.testing.store_suite.meaning import raise_not_found


def everything(reader: Reader) -> object:
    """All that a space has, for comparing."""
    return (
        reader.counts(),
        reader.policy(),
        reader.embedder(),
        reader.page(MemoryFilter(statuses=()), limit=100, cursor=None),
        reader.entries(EntryFilter(), limit=100, cursor=None),
        reader.history("m1"),
        dict(reader.cited(["m1"])),
        found_by_words(reader, "quokka numbat"),
    )


class Transactions(StoreSuite):
    """What is said of writing."""

    def test_a_transaction_that_fails_leaves_nothing(self) -> None:
        """In any table or index, and the next one can begin."""
        self.observe(*chat("s", "a quokka?", "a quokka"))
        self.remember(memory("m1", "a quokka", tags=("x",)))
        self.embed()
        before = self.ask(everything)
        with refused("not_found"), self.writing() as writer:
            writer.add_entries([*chat("t", "numbat?", "numbat"), entry("s9", "more", session="s", speaker="user")])
            writer.add_memories([(memory("m2", "numbat", slot=Slot("self", "pet")), "k")])
            writer.update_memories([(memory("m1", "numbat", tags=("y",)), "k")])
            writer.cite("m1", ["s0"])
            writer.add_changes([change("m1", "added")])
            writer.count_accesses({"m1": (3, memory("", "").created_at)})
            writer.set_policy(Policy(floor=0.5))
            writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(HASH, limit=99)})
            writer.set_embedder("another")
            raise_not_found()
        assert self.ask(everything) == before
        assert self.ask(everything, store=self.another()) == before
        self.remember(memory("m2", "numbat", slot=Slot("self", "pet")))
        assert self.words("numbat") == ["m2"]

    def test_a_space_whose_first_transaction_failed_is_empty(self) -> None:
        """As if it had never been tried."""
        with refused("not_found"), self.writing() as writer:
            writer.add_memories([(memory("m1", "a quokka"), "k")])
            raise_not_found()
        assert self.words("quokka") == []
        assert self.ask(lambda reader: dict(reader.counts().memories)) == {}
        self.remember(memory("m1", "a quokka"))
        assert self.words("quokka") == ["m1"]

    def test_a_writer_reads_what_it_wrote(self) -> None:
        """Before anyone else does."""
        self.remember(memory("m1", "a quokka"))
        with self.writing() as writer:
            writer.add_memories([(memory("m2", "a numbat", slot=Slot("self", "pet")), "键")])
            writer.update_memories([(memory("m1", "a bilby"), "k")])
            writer.set_policy(Policy(floor=0.5))
            assert sorted(found_by_words(writer, "numbat bilby quokka")) == ["m1", "m2"]
            assert [item.text for item in writer.memories(["m1", "m2"])] == ["a bilby", "a numbat"]
            held = writer.by_slot(Slot("self", "pet"))
            assert held is not None
            assert held.id == writer.by_key(["键"])[0].id == "m2"
            assert writer.policy() == Policy(floor=0.5)
            assert self.words("numbat bilby quokka") == ["m1"]
        assert sorted(self.words("numbat bilby quokka")) == ["m1", "m2"]

    def test_a_write_is_seen_by_the_very_next_read(self) -> None:
        """Of this process and of another."""
        other = self.another()
        for number in range(5):
            self.remember(memory(f"m{number}", f"word{number}"))
            assert self.words(f"word{number}") == self.words(f"word{number}", store=other) == [f"m{number}"]

    def test_a_reader_sees_one_state(self) -> None:
        """However much is written meanwhile, here and elsewhere."""
        self.remember(memory("m1", "a quokka"))
        other = self.another()
        with self.reading() as reader:
            before = everything(reader)
            self.remember(memory("m2", "a quokka"))
            self.update(memory("m1", "a numbat"))
            with other.space(ALICE).write() as writer:
                writer.add_entries([entry("e1", "a quokka")])
                writer.set_policy(Policy(floor=0.5))
            assert everything(reader) == before
        assert self.words("quokka") == ["m2", "e1"]

    def test_threads_that_write_the_same_memory_lose_no_update(self) -> None:
        """Each reads what the one before it wrote."""
        self.remember(memory("m1", "counted"))
        self.count_up([self.store] * 4)

    def test_processes_that_write_the_same_memory_lose_no_update(self) -> None:
        """Each reads what the one before it wrote."""
        self.remember(memory("m1", "counted"))
        self.count_up([self.store, self.another(), self.another()])

    def test_several_begin_the_same_space_at_once(self) -> None:
        """One makes it, and all write into it."""
        stores = [self.store, self.another(), self.another()]
        ready = Barrier(len(stores))

        def begin(number: int) -> None:
            ready.wait()
            with stores[number].space(ALICE).write() as writer:
                writer.add_memories([(memory(f"m{number}", "a quokka"), "k")])

        with ThreadPoolExecutor(len(stores)) as pool:
            list(pool.map(begin, range(len(stores))))
        assert sorted(self.words("quokka")) == ["m0", "m1", "m2"]

    def test_readers_do_not_wait_for_a_writer(self) -> None:
        """They read what was there before it."""
        self.remember(memory("m1", "a quokka"))
        with self.writing() as writer, ThreadPoolExecutor(1) as pool:
            writer.add_memories([(memory("m2", "a quokka"), "k")])
            assert pool.submit(self.words, "quokka").result() == ["m1"]

    def count_up(self, stores: list[Store], times: int = 20) -> None:
        """Let each store, in a thread, raise the version of a memory so many times; none may be missing."""

        def work(store: Store) -> None:
            for _ in range(times):
                with store.space(ALICE).write() as writer:
                    (found,) = writer.memories(["m1"])
                    writer.update_memories([(replace(found, version=found.version + 1), "k")])

        with ThreadPoolExecutor(len(stores)) as pool:
            list(pool.map(work, stores))
        (found,) = self.ask(lambda reader: reader.memories(["m1"]))
        assert found.version == 1 + times * len(stores)
        assert self.words("counted") == ["m1"]
