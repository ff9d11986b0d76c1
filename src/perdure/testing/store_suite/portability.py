"""Everything of a space in order, for what carries it elsewhere, and what it was before it came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from perdure.domain.foreign import Foreign
from perdure.domain.link import Relation
from perdure.domain.memory import Slot, Source, Status
from perdure.ports.store import Reader
from perdure.testing.store_suite.base import ALICE, BOB, StoreSuite, change, chat, entry, memory, refused, unnumbered
from perdure.testing.store_suite.lifecycle import link, record, sighting
from perdure.testing.store_suite.meaning import raise_not_found

T = TypeVar("T")


def foreign(owner: str, **fields: Any) -> Foreign:
    """What a memory or an entry was in another system."""
    told = {
        "system": "mem0",
        "id": f"x-{owner}",
        "record": {"memory": f"喝茶 tea {owner} 👩‍👩‍👧", "score": 0.5, "none": None},
    }
    return Foreign(**{"owner": owner, **told, **fields})


def drained(page: Callable[[Any], Sequence[T]], key: Callable[[T], Any], start: Any = 0) -> list[T]:
    """Every item of pages that each begin after the last one's key."""
    found: list[T] = []
    while more := page(key(found[-1]) if found else start):
        found += more
    return found


def memories_of(reader: Reader, limit: int) -> list[Any]:
    """Every memory, in pages of so many."""
    pages = drained(lambda after: reader.all_memories(after=after, limit=limit), lambda item: item[0])
    return [one for _, one in pages]


class Portability(StoreSuite):
    """What is said of them."""

    def test_every_memory_comes_once_in_the_order_recorded_whatever_its_status_and_the_page(self) -> None:
        """As it is got by its id."""
        written = [
            memory("z", "住在里斯本", status=Status.FORGOTTEN, slot=Slot("user", "home"), value="里斯本"),
            memory("a", "lives in Oslo", status=Status.SUPERSEDED, superseded_by="m"),
            memory("m", "lives in 苏州", tags=("家",), metadata={"深": [None, 1.5]}),
            memory("r", "waits", status=Status.REVIEW),
        ]
        self.remember(*written)
        for limit in (1, 2, 100):
            assert self.ask(lambda reader, limit=limit: memories_of(reader, limit)) == written  # type: ignore[misc]  # mypy sees no default
        assert self.ask(lambda reader: reader.memories([one.id for one in written])) == written

    def test_what_a_memory_rests_on_comes_in_the_order_of_the_journal(self) -> None:
        """However it was cited."""
        self.observe(*chat("s", "one", "two", "three"))
        self.remember(memory("m", "counted", source=Source(turns=("s2", "s0"))), memory("n", "bare"))
        with self.writing() as writer:
            writer.cite("m", ["s1"])
        found = self.ask(lambda reader: memories_of(reader, 10))
        assert [one.source.turns for one in found] == [("s0", "s1", "s2"), ()]

    def test_the_journal_comes_whole_in_its_order(self) -> None:
        """What is not indexed too."""
        written = self.observe(*chat("s", "甲", "b", "c"), entry("e", "silent", indexed=False, metadata={"k": "值"}))
        found = self.ask(
            lambda reader: drained(lambda after: reader.all_entries(after=after, limit=3), lambda e: e.seq)
        )
        assert found == written

    def test_every_change_of_every_memory_comes_in_the_order_written(self) -> None:
        """With its number."""
        written = [
            change(name, action, reason="因为") for name, action in (("b", "added"), ("a", "added"), ("b", "confirmed"))
        ]
        with self.writing() as writer:
            writer.add_changes(written)
        found = self.ask(
            lambda reader: drained(lambda after: reader.all_changes(after=after, limit=2), lambda c: c.seq)
        )
        assert [replace(one, seq=0) for one in found] == written
        assert [one.seq for one in found] == sorted({one.seq for one in found})

    def test_recalls_come_in_the_order_kept_with_what_they_returned(self) -> None:
        """Best first."""
        self.remember(memory("a", "tea"), memory("b", "茶"))
        written = [record("r2", "b", "a"), record("r1", "a", session="s", answer="e")]
        with self.writing() as writer:
            writer.add_recalls(written)
        pages = self.ask(lambda reader: drained(lambda after: reader.all_recalls(after=after, limit=1), lambda p: p[0]))
        assert [one for _, one in pages] == written

    def test_links_and_sightings_come_in_an_order_that_depends_on_them_alone(self) -> None:
        """Not on when they were written."""
        self.observe(entry("e1", "x"), entry("e2", "y"))
        self.remember(*(memory(name, f"about {name}") for name in "abc"))
        links = [link("a", "b"), link("a", "b", Relation.REPEATED), link("a", "c"), link("b", "a")]
        seen = [sighting("k1", "e1"), sighting("k1", "e2"), sighting("k2", "e1")]
        with self.writing() as writer:
            writer.add_links(links[::-1])
            writer.add_sightings(seen[::-1])
        assert self.ask(lambda reader: list(reader.all_links())) == links
        assert self.ask(lambda reader: list(reader.all_sightings())) == seen

    def test_how_far_sessions_are_distilled_is_told_by_their_entries(self) -> None:
        """So that it can be marked again where the journal has other numbers."""
        written = self.observe(*chat("s", "one", "two"), entry("e", "alone"), *chat("t", "three"))
        with self.writing() as writer:
            writer.mark_distilled("s", written[0].seq)
            writer.mark_distilled(None, written[2].seq)
        assert self.ask(lambda reader: reader.distilled()) == [(None, "e"), ("s", "s0")]

    def test_what_something_was_elsewhere_is_kept_beside_it_and_the_first_stays(self) -> None:
        """Found by the ids here, in their order."""
        kept = [foreign(name) for name in ("m2", "e1", "m1")]
        with self.writing() as writer:
            writer.keep_foreign(kept)
            writer.keep_foreign([foreign("m1", id="later"), foreign("m3"), foreign("m3", id="later")])
            assert set(writer.foreign(["m3"])) == {"m3"}
        told = self.ask(lambda reader: reader.foreign(["m1", "nobody", "m3", "m1"]))
        assert told == {"m1": foreign("m1"), "m3": foreign("m3")}
        every = self.ask(
            lambda reader: drained(lambda after: reader.all_foreign(after=after, limit=2), lambda one: one.owner, "")
        )
        assert [one.owner for one in every] == ["e1", "m1", "m2", "m3"]
        assert self.ask(lambda reader: reader.all_foreign(after="", limit=9), space=BOB) == []

    def test_what_something_was_elsewhere_is_kept_with_what_was_written_beside_it_or_not_at_all(self) -> None:
        """One transaction."""
        with refused("not_found"), self.writing() as writer:
            writer.keep_foreign([foreign("m1")])
            raise_not_found()
        assert self.ask(lambda reader: reader.foreign(["m1"])) == {}

    def test_a_space_that_was_never_written_has_nothing_to_carry(self) -> None:
        """And asking makes none."""
        with self.reading() as reader:
            pages = [reader.all_memories(after=0, limit=9), reader.all_entries(after=0, limit=9)]
            pages += [reader.all_changes(after=0, limit=9), reader.all_recalls(after=0, limit=9)]
            rest = [list(reader.all_links()), list(reader.all_sightings()), reader.distilled()]
            rest += [reader.all_foreign(after="", limit=9), list(reader.foreign(["m"]))]
        assert not any([*pages, *rest])
        assert self.store.names() == []

    def test_a_stream_sees_one_state_while_others_write(self) -> None:
        """The one at its beginning."""
        self.observe(entry("e1", "x"))
        self.remember(memory("m1", "one"))
        other = self.another()
        with self.reading() as reader:
            assert unnumbered(reader.all_entries(after=0, limit=1)) == [entry("e1", "x")]
            with other.space(ALICE).write() as writer:
                writer.add_memories([(memory("m2", "two"), "k")])
            assert [one.id for one in memories_of(reader, 1)] == ["m1"]

    def test_imports_that_wait_have_a_folder_of_the_place(self) -> None:
        """Which nothing makes before one waits, and in which no space can lie."""
        assert not self.store.staging.exists()
        self.remember(memory("m1", "one"))
        assert not self.store.staging.exists()
        self.store.staging.mkdir()
        (self.store.staging / "x.db").write_bytes(b"x" * 99)
        assert self.store.names() == [ALICE]
