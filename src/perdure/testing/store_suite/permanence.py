"""Permanent memory, which only maintenance writes; and that all of an act is written, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from perdure.domain.job import JobState
from perdure.domain.link import Relation
from perdure.domain.memory import Slot, Source, Status
from perdure.domain.recall import Layer
from perdure.ports.store import Reader, ReviewFilter, Writer
from perdure.testing.store_suite.base import (
    ALICE,
    NOW,
    StoreSuite,
    chat,
    entry,
    memory,
    refused,
)
from perdure.testing.store_suite.lifecycle import job, link, record, review, sighting
from perdure.testing.store_suite.meaning import raise_not_found


class Permanence(StoreSuite):
    """What is said of permanent memory, and of transactions that fail or wait."""

    def test_permanent_memory_is_written_in_maintenance_alone(self) -> None:
        """Added, changed, made of another kind, or made one: the rest of a refused transaction is not kept either."""
        role, fact = memory("p1", "a quokka helper", kind="role"), memory("m1", "a quokka fact")
        self.maintain(lambda writer: writer.add_memories([(role, "k")]))
        self.remember(fact)
        attempts: list[Callable[[Writer], None]] = [
            lambda writer: writer.add_memories([(memory("p2", "quokka", kind="profile"), "k")]),
            lambda writer: writer.update_memories([(replace(role, text="quokka"), "k")]),
            lambda writer: writer.update_memories([(replace(role, kind="fact"), "k")]),
            lambda writer: writer.update_memories([(replace(role, status=Status.FORGOTTEN), "k")]),
            lambda writer: writer.update_memories([(replace(fact, kind="boundary"), "k")]),
        ]
        for attempt in attempts:
            with refused("permanent_memory"), self.writing() as writer:
                writer.add_memories([(memory("m2", "a quokka beside it"), "k")])
                attempt(writer)
        with self.reading() as reader:
            assert reader.memories(["p1", "m1", "m2", "p2"]) == [role, fact]
        self.maintain(lambda writer: writer.update_memories([(replace(role, text="a numbat"), "k")]))
        assert self.words("numbat") == ["p1"]
        with refused("permanent_memory"), self.writing() as writer:
            attempts[0](writer)

    def test_permanent_memory_is_still_read_counted_and_cited(self) -> None:
        """What does not change it needs no maintenance."""
        self.observe(entry("e1", "said"))
        self.maintain(lambda writer: writer.add_memories([(memory("p1", "a quokka", kind="profile"), "k")]))
        with self.writing() as writer:
            writer.count_accesses({"p1": (2, NOW)})
            writer.cite("p1", ["e1"])
            writer.freeze(["p1"])
            writer.update_memories([])
        (found,) = self.ask(lambda reader: reader.memories(["p1"]))
        assert (found.access_count, found.source.turns) == (2, ("e1",))
        assert self.words("quokka", layers=(Layer.PERMANENT,)) == ["p1"]
        assert self.words("quokka", layers=(Layer.MEMORY,)) == []

    def test_maintenance_that_fails_leaves_the_guard_in_place(self) -> None:
        """And nothing else."""
        self.remember(memory("m1", "a quokka"))
        with refused("not_found"), self.store.space(ALICE).write(maintenance=True) as writer:
            writer.add_memories([(memory("p1", "a numbat", kind="role"), "k")])
            raise_not_found()
        with refused("permanent_memory"):
            self.remember(memory("p2", "a bilby", kind="role"))
        assert self.words("quokka numbat bilby") == ["m1"]

    def test_a_space_with_permanent_memory_is_repaired_and_removed_like_any_other(self) -> None:
        """The guard is for memories, not for files."""
        self.maintain(lambda writer: writer.add_memories([(memory("p1", "a quokka", kind="role"), "k")]))
        assert all(finding.ok for finding in self.store.check(ALICE, repair=True))
        assert self.store.delete(ALICE)
        assert self.words("quokka") == []

    def test_who_made_a_statement_is_kept(self) -> None:
        """Beside the other parts of its source."""
        made = memory("m1", "a quokka", source=Source(tool="agent", maker="rules/1"))
        self.remember(made)
        assert self.ask(lambda reader: reader.memories(["m1"])) == [made]
        self.update(replace(made, source=Source(maker=None)))
        assert self.ask(lambda reader: reader.memories(["m1"]))[0].source == Source()

    def test_what_becomes_of_memories_is_written_whole_or_not_at_all(self) -> None:
        """And a writer reads what it wrote."""
        said = self.observe(*chat("s", "one", "two"))
        self.remember(memory("m1", "a quokka"), memory("m2", "in cold", status=Status.ARCHIVED))
        with self.writing() as writer:
            writer.save_jobs([job("j1")])
            writer.add_sightings([sighting("k", "s0")])
            writer.add_links([link("m1", "m2")])
        before = self.ask(aftercare)
        with refused("not_found"), self.writing() as writer:
            writer.add_memories([(memory("m3", "I live in Lisbon", slot=Slot("self", "home")), "k")])
            writer.add_links([link("m3", "m1")])
            writer.drop_links("m1", relations=[Relation.OUTDATED])
            writer.save_reviews([review("r1", "m3")])
            writer.save_jobs([job("j1", state=JobState.RUNNING), job("j2", key="t")])
            writer.mark_distilled("s", said[-1].seq)
            writer.add_sightings([sighting("k", "s1")])
            writer.add_recalls([record("c1", "m1")])
            writer.freeze(["m2"])
            changed = aftercare(writer)
            assert all(one != other for one, other in zip(changed, before, strict=True))
            raise_not_found()
        assert self.ask(aftercare) == self.ask(aftercare, store=self.another()) == before

    def maintain(self, change: Callable[[Writer], None]) -> None:
        """Change alice's space in maintenance."""
        with self.store.space(ALICE).write(maintenance=True) as writer:
            change(writer)


def aftercare(reader: Reader) -> list[object]:
    """All of this that a space has, for comparing."""
    return [
        reader.links(["m1", "m3"]),
        list(reader.reviews(ReviewFilter(states=()), limit=9, cursor=None)),
        reader.jobs(),
        reader.undistilled_sessions(),
        reader.sightings(["k"]),
        reader.recalls_of("m1", limit=9),
        reader.standings(after=0, limit=9),
    ]
