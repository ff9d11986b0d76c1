"""Snapshots: copies that nothing can be written to, and the way back to them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from perdure.domain.snapshot import Snapshot
from perdure.ports.store import Reader, Store
from perdure.testing.store_suite.base import (
    ALICE,
    AT,
    BOB,
    StoreSuite,
    candidates,
    change,
    chat,
    entry,
    found_by_meaning,
    found_by_words,
    memory,
    owners,
    refused,
)


def shot(id: str, **fields: Any) -> Snapshot:  # noqa: A002 - the record's own word
    """A snapshot that is to be made of alice's space."""
    told = {"space": ALICE, "at": AT, "by": "local", "note": "换模型之前", "folder": ""}
    return Snapshot(**{"id": id, **told, "memories": 0, "entries": 0, "bytes": 0, **fields})


def told_by(reader: Reader) -> list[Any]:
    """What a space has, and what it answers."""
    every = reader.all_memories(after=0, limit=1_000)
    words = found_by_words(reader, "quokka numbat 袋鼠", limit=1_000)
    meant = found_by_meaning(reader, "quokka numbat", limit=1_000)
    journal = reader.all_entries(after=0, limit=1_000)
    return [every, journal, reader.all_changes(after=0, limit=1_000), sorted(words), sorted(meant), reader.embedder()]


class Shelf(StoreSuite):
    """What is said of them."""

    def fill(self) -> None:
        """Something in alice's space, with vectors."""
        self.observe(*chat("s", "a quokka by the river", "袋鼠在河边"))
        self.remember(memory("m1", "likes the quokka"), memory("m2", "不喜欢袋鼠"))
        with self.writing() as writer:
            writer.add_changes([change("m1", "added"), change("m2", "added")])
        self.embed()

    def told(self, store: Store | None = None) -> list[Any]:
        """What alice's space has and answers now."""
        return self.ask(told_by, store=store)

    def test_a_snapshot_stays_what_it_was_while_its_space_goes_on(self) -> None:
        """It is a place of its own, with the space under its name."""
        self.fill()
        before = self.told()
        made = self.store.shelf.add(shot("snap_1"))
        self.remember(memory("m3", "a numbat"))
        self.update(memory("m1", "likes no quokka"))
        opened = self.make_store(Path(made.folder))
        self._opened.callback(opened.close)
        assert opened.names() == [ALICE]
        assert self.told(opened) == before != self.told()

    def test_a_snapshot_says_what_is_in_it(self) -> None:
        """And is found again by whoever asks."""
        self.fill()
        made = self.store.shelf.add(shot("snap_1"))
        assert made == replace(shot("snap_1"), folder=made.folder, memories=2, entries=2, bytes=made.bytes)
        assert made.bytes > 0
        assert [*self.another().shelf.all()] == [made]
        assert self.store.shelf.folder("snap_1") == Path(made.folder)

    def test_nothing_can_be_written_to_a_snapshot(self) -> None:
        """Neither to the space in it nor to another, nor beside them."""
        self.fill()
        made = self.store.shelf.add(shot("snap_1"))
        opened = self.make_store(Path(made.folder))
        self._opened.callback(opened.close)
        for name in (ALICE, BOB):
            with refused("store_read_only"), opened.space(name).write():
                pass
            with refused("store_read_only"):
                opened.writable(name)
            with refused("store_read_only"):
                opened.delete(name)
        with refused("store_read_only"):
            opened.set_setting("any", "thing")
        with refused("store_read_only"):
            opened.set_calibration("any", {})
        with refused("store_read_only"):
            opened.shelf.add(shot("snap_2"))
        assert opened.names() == [ALICE]
        assert [*opened.shelf.all()] == []

    def test_a_snapshot_knows_what_its_place_knew(self) -> None:
        """The embedder that the place began with, and what was measured of the one that made its vectors."""
        self.fill()
        fingerprint = self.ask(lambda reader: reader.embedder()) or ""
        self.store.set_setting("embedder", "一")
        self.store.set_calibration(fingerprint, {"a": [0.5, "里"]})
        made = self.store.shelf.add(shot("snap_1"))
        self.store.set_setting("embedder", "other")
        opened = self.make_store(Path(made.folder))
        self._opened.callback(opened.close)
        assert (opened.setting("embedder"), opened.setting("nothing")) == ("一", None)
        assert opened.calibration(fingerprint) == {"a": [0.5, "里"]}

    def test_a_space_becomes_what_it_was(self) -> None:
        """For everyone who has it open, and again after it went on."""
        self.fill()
        other = self.another()
        before = self.told()
        assert self.told(other) == before
        self.store.shelf.add(shot("snap_1"))
        for number in range(3):
            self.remember(memory(f"new{number}", "a numbat"), memory(f"late{number}", "袋鼠 again"))
            self.update(memory("m1", "likes no quokka"))
            self.embed()
            assert self.told(other) == self.told() != before
            self.store.shelf.restore("snap_1")
            assert self.told() == self.told(other) == before

    def test_going_back_is_undone_by_a_snapshot_of_before(self) -> None:
        """Both ways, as often as one likes."""
        self.fill()
        first = self.told()
        self.store.shelf.add(shot("snap_1"))
        self.remember(memory("m3", "a numbat"))
        second = self.told()
        self.store.shelf.add(shot("snap_2"))
        for name, expected in (("snap_1", first), ("snap_2", second), ("snap_1", first), ("snap_2", second)):
            self.store.shelf.restore(name)
            assert self.told() == self.told(self.another()) == expected

    def test_a_reader_keeps_its_view_while_the_space_goes_back(self) -> None:
        """To its end."""
        self.fill()
        self.store.shelf.add(shot("snap_1"))
        self.remember(memory("m3", "a numbat"))
        now = self.told()
        with self.reading() as reader:
            ids = owners(reader, candidates(reader, "numbat").ids)
            self.another().shelf.restore("snap_1")
            assert (ids, told_by(reader)) == (["m3"], now)
        assert self.told() != now

    def test_what_is_written_after_going_back_is_found(self) -> None:
        """Where the same numbers were given to something else before."""
        self.fill()
        self.store.shelf.add(shot("snap_1"))
        other = self.another()
        for count, word in enumerate(("numbat", "wombat", "koala"), start=1):
            names = [f"{word}{number}" for number in range(count)]
            self.remember(*(memory(name, f"a {word}") for name in names))
            assert self.words(word, store=other) == self.words(word) == names
            self.store.shelf.restore("snap_1")
            assert self.words(word, store=other) == self.words(word) == []

    def test_a_space_that_is_gone_comes_back(self) -> None:
        """From what was kept of it elsewhere than in its snapshots, which go with it."""
        self.fill()
        before = self.told()
        made = self.store.shelf.add(shot("snap_1"))
        kept, aside = Path(made.folder), self.folder / "aside"
        shutil.copytree(kept, aside)
        self.store.delete(ALICE)
        shutil.copytree(aside, kept)
        assert self.told() != before
        self.store.shelf.restore("snap_1")
        assert self.told() == self.told(self.another()) == before
        self.remember(memory("m3", "a numbat"))
        assert self.words("numbat") == ["m3"]

    def test_snapshots_are_listed_the_oldest_first_and_removed_one_by_one(self) -> None:
        """Those of every space."""
        self.fill()
        self.remember(memory("b1", "bob's"), space=BOB)
        shelf = self.store.shelf
        assert [*shelf.all()] == []
        shelf.add(shot("snap_b", at=AT + timedelta(days=1)))
        shelf.add(shot("snap_c"))
        shelf.add(shot("snap_a", space=BOB, at=AT + timedelta(days=1)))
        assert [one.id for one in shelf.all()] == ["snap_c", "snap_a", "snap_b"]
        assert [shelf.remove("snap_c"), shelf.remove("snap_c"), shelf.remove("nothing")] == [True, False, False]
        assert [one.id for one in self.another().shelf.all()] == ["snap_a", "snap_b"]

    def test_a_space_takes_its_snapshots_along(self) -> None:
        """And no other's."""
        self.fill()
        self.remember(memory("b1", "bob's"), space=BOB)
        for name, space in (("snap_1", ALICE), ("snap_2", BOB), ("snap_3", ALICE)):
            self.store.shelf.add(shot(name, space=space))
        assert self.store.delete(ALICE)
        assert [one.id for one in self.store.shelf.all()] == ["snap_2"]
        assert self.store.shelf.remove_all(BOB) == 1
        assert self.ask(lambda reader: [one.id for one in reader.memories(["b1"])], space=BOB) == ["b1"]

    def test_there_is_no_snapshot_of_nothing_and_none_twice(self) -> None:
        """The first one stays."""
        with refused("not_found"):
            self.store.shelf.add(shot("snap_1"))
        assert self.store.names() == []
        self.fill()
        made = self.store.shelf.add(shot("snap_1"))
        self.observe(entry("e9", "more"))
        with refused("store_error"):
            self.store.shelf.add(shot("snap_1"))
        assert [*self.store.shelf.all()] == [made]

    def test_an_id_that_is_none_is_not_found(self) -> None:
        """Nor what an id must not be: a way out of the folder."""
        self.fill()
        self.store.shelf.add(shot("snap_1"))
        for name in ("snap_2", "", ".", "..", "../spaces", "snap_1/spaces", "/etc", "snap_1\x00", "猫", "x" * 300):
            with refused("not_found"):
                self.store.shelf.folder(name)
            with refused("not_found"):
                self.store.shelf.restore(name)
            assert not self.store.shelf.remove(name)
