"""Spaces: listed by any name, apart from each other, backed up, checked, removed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

from perdure.domain.journal import EntryFilter
from perdure.domain.memory import Slot
from perdure.domain.policy import Limits, Policy, Weights
from perdure.domain.space import SpaceName
from perdure.ports.store import MemoryFilter
from perdure.testing.store_suite.base import (
    ALICE,
    BOB,
    HASH,
    NOW,
    StoreSuite,
    candidates,
    chat,
    entry,
    found_by_meaning,
    found_by_words,
    memory,
    refused,
)

HOSTILE = (
    *(
        "a",
        "a/b",
        "a%2Fb",
        "a%2fb",
        "a.db",
        "..",
        "../alice",
        "C:\\",
        "~",
        "*",
        "%",
        "'; --",
        "global",
        "UPPER",
        "upper",
    ),
    *("CON", "con", "trailing.", "trailing", " blank ", "ß", "ss", "İ", "é", "e\u0301", "用户一", "👩‍👩‍👧‍👦🇨🇳"),
    *("x" * 255, "记忆" * 120, "记忆" * 120 + "库"),
)
"""Names that a disk, a shell, a URL or a careless query would take for each other or for something else."""


class Spaces(StoreSuite):
    """What is said of spaces as a whole."""

    def test_a_space_is_there_once_it_is_written(self) -> None:
        """And not before."""
        assert self.store.names() == []
        self.remember(memory("m1", "anything"))
        assert self.store.names() == [ALICE]

    def test_no_two_names_are_taken_for_each_other(self) -> None:
        """In any script, in another scope, also after reopening."""
        names = [SpaceName("user", name) for name in HOSTILE]
        names += [SpaceName("project", "UPPER"), SpaceName("project", "global"), SpaceName("global", "")]
        for number, name in enumerate(names):
            self.remember(memory(f"m{number}", str(name)), space=name)
        for store in (self.store, self.another()):
            assert store.names() == sorted(names)
            for number, name in enumerate(names):
                found = self.ask(
                    lambda reader: reader.page(MemoryFilter(), limit=9, cursor=None), store=store, space=name
                )
                assert [(item.id, item.text, item.space) for item in found] == [(f"m{number}", str(name), name)]

    def test_reading_what_was_never_written_reads_nothing_and_creates_nothing(self) -> None:
        """Whatever is asked."""
        with self.reading() as reader:
            counts = reader.counts()
            assert (counts.entries, counts.sessions, counts.passages, counts.pending, counts.bytes) == (0, 0, 0, 0, 0)
            assert (dict(counts.memories), dict(counts.kinds), dict(counts.vectors)) == ({}, {}, {})
            assert (reader.policy(), reader.embedder(), reader.by_slot(Slot("self", "city"))) == (None, None, None)
            assert reader.page(MemoryFilter(statuses=()), limit=9, cursor=None).total == 0
            assert reader.entries(EntryFilter(), limit=9, cursor=None).total == 0
            assert reader.memories(["m"]) + reader.by_key(["k"]) + reader.entries_by_id(["e"]) == []
            assert reader.entries_by_ref(["r"]) + reader.sessions() + reader.history("m") == []
            for found in (candidates(reader, "a"), candidates(reader, "a", meaning=True, limit=9)):
                assert (len(found.ids), found.lexical.shape, found.passages, found.full) == (0, (1, 0), 0, False)
                assert (found.speakers, found.damage, reader.speakers()) == ((), None, ())
            assert reader.missing(None, limit=9) + reader.missing(HASH, limit=9) == []
            assert (reader.missing_count(None), reader.passage_count()) == (0, 0)
            assert reader.reply("k") is None
            assert (dict(reader.cited(["m"])), dict(reader.resting_on(["e"])), reader.passages([1])) == ({}, {}, [])
        assert self.store.names() == []
        assert self.store.check(ALICE, repair=True) == []
        assert self.store.delete(ALICE) is False
        assert self.store.names() == []

    def test_nothing_of_one_space_is_seen_from_another(self) -> None:
        """By any way of asking."""
        for name, mine in ((ALICE, "a"), (BOB, "b")):
            self.observe(entry(f"{mine}e", "我养了一只猫 called Miso", ref="r", session="s"), space=name)
            self.remember(
                memory(f"{mine}m", "the cat is called Miso", space=name, slot=Slot("self", "cat"), tags=("pet",)),
                space=name,
            )
            self.embed(space=name)
        for name, mine in ((ALICE, "a"), (BOB, "b")):
            with self.reading(name) as reader:
                ids = {f"{mine}e", f"{mine}m"}
                assert set(found_by_words(reader, "猫 Miso")) == set(found_by_meaning(reader, "cat 猫 Miso")) == ids
                assert [item.id for item in reader.by_key(["the cat is called Miso"])] == [f"{mine}m"]
                assert [item.id for item in reader.entries_by_ref(["r"])] == [f"{mine}e"]
                assert [item.id for item in reader.entries_by_id(["ae", "be"])] == [f"{mine}e"]
                assert [item.id for item in reader.memories(["am", "bm"])] == [f"{mine}m"]
                assert [item.id for item in reader.page(MemoryFilter(tags=("pet",)), limit=9, cursor=None)] == [
                    f"{mine}m"
                ]
                held = reader.by_slot(Slot("self", "cat"))
                assert held is not None
                assert held.id == f"{mine}m"

    def test_a_removed_space_is_gone_and_can_begin_anew(self) -> None:
        """With nothing of before, and nothing taken from others."""
        self.remember(memory("m1", "a quokka"))
        self.embed()
        self.remember(memory("m2", "a quokka"), space=BOB)
        assert self.store.delete(ALICE) is True
        assert self.store.names() == [BOB]
        assert self.words("quokka") == self.meaning("quokka") == []
        self.remember(memory("m3", "a numbat"))
        self.embed()
        assert (self.words("quokka numbat"), self.meaning("quokka numbat")) == (["m3"], ["m3"])
        assert self.ask(lambda reader: [item.id for item in reader.memories(["m2"])], space=BOB) == ["m2"]

    def test_a_space_removed_by_another_process_is_not_read_or_written_any_more(self) -> None:
        """What is written next is a new space that both see."""
        self.remember(memory("m1", "a quokka"))
        self.embed()
        other = self.another()
        assert self.words("quokka", store=other) == self.words("quokka") == ["m1"]
        assert other.delete(ALICE) is True
        assert self.words("quokka") == self.meaning("quokka") == []
        self.remember(memory("m2", "a quokka"))
        self.embed()
        assert self.words("quokka") == self.words("quokka", store=other) == ["m2"]
        assert self.meaning("quokka") == self.meaning("quokka", store=other) == ["m2"]

    def test_a_backup_opens_as_a_space_with_all_that_was_in_it(self) -> None:
        """And does not change with the original."""
        self.observe(*chat("s", "do you like figs?", "我喜欢无花果"))
        self.remember(memory("m1", "likes figs", metadata={"n": 1}))
        self.embed()
        self.store.backup(ALICE, self.folder / "copies" / "alice.backup")
        self.remember(memory("m2", "likes figs a lot"))
        self.unpack(self.folder / "copies" / "alice.backup", self.folder / "elsewhere", BOB)
        copy = self.open("elsewhere")
        with copy.space(BOB).read() as reader:
            assert set(found_by_words(reader, "figs 无花果")) == {"s0", "s1", "m1"}
            assert set(found_by_meaning(reader, "figs 无花果")) == {"s0", "s1", "m1"}
            assert [item.metadata for item in reader.memories(["m1", "m2"])] == [{"n": 1}]
        assert [finding for finding in copy.check(BOB, repair=False) if not finding.ok] == []
        with copy.space(BOB).write() as writer:
            writer.add_memories([(memory("m3", "figs again"), "k")])

    def test_a_backup_taken_while_others_write_is_one_state(self) -> None:
        """Every transaction is in it whole or not at all."""
        begun, done = Event(), Event()

        def write() -> None:
            number = 0
            while not done.is_set() or number < 5:
                number += 1
                with self.writing() as writer:
                    writer.add_entries([entry(f"e{number}", f"turn {number}")])
                    writer.add_memories([(memory(f"m{number}", f"fact {number}"), f"k{number}")])
                begun.set()

        with ThreadPoolExecutor(1) as pool:
            writes = pool.submit(write)
            begun.wait()
            try:
                self.store.backup(ALICE, self.folder / "alice.backup")
            finally:
                done.set()
            writes.result()
        self.unpack(self.folder / "alice.backup", self.folder / "elsewhere", ALICE)
        copy = self.open("elsewhere")
        counts = self.ask(lambda reader: reader.counts(), store=copy)
        assert counts.entries == counts.memories["active"] > 0
        assert [finding for finding in copy.check(ALICE, repair=False) if not finding.ok] == []

    def test_there_is_no_backup_of_nothing(self) -> None:
        """A space that was never written has no copy."""
        with refused("not_found"):
            self.store.backup(ALICE, self.folder / "alice.backup")
        assert not (self.folder / "alice.backup").exists()

    def test_a_healthy_space_has_no_finding_and_repair_changes_nothing(self) -> None:
        """Neither what is found nor in which order."""
        self.observe(*chat("s", "has the parcel come?", "not yet", "and now?", "it is here"))
        self.remember(
            memory("m1", "waits for a parcel", tags=("post",)), memory("m2", "the parcel came", expires_at=NOW)
        )
        self.embed()
        before = self.words("parcel here"), self.meaning("parcel here"), self.words("parcel", tags=("post",))
        for repair in (False, True, False):
            findings = self.store.check(ALICE, repair=repair)
            assert findings
            assert [finding for finding in findings if not finding.ok or finding.space != str(ALICE)] == []
            assert before == (
                self.words("parcel here"),
                self.meaning("parcel here"),
                self.words("parcel", tags=("post",)),
            )

    def test_the_write_lock_can_be_asked_for(self) -> None:
        """And asking keeps nothing, nor does it make a space."""
        self.store.writable(ALICE)
        assert self.store.names() == []
        self.remember(memory("m1", "anything"))
        self.store.writable(ALICE)
        self.another().writable(ALICE)
        self.remember(memory("m2", "anything else"))

    def test_a_policy_is_kept_in_its_space(self) -> None:
        """What differs from the defaults, and nowhere else."""
        policy = Policy(
            half_lives={"fact": None, "task": 3.5}, weights=Weights(dense=0.1), limits=Limits(hits=7), floor=0
        )
        with self.writing() as writer:
            writer.set_policy(policy)
        assert self.ask(lambda reader: reader.policy()) == policy
        assert self.ask(lambda reader: reader.policy(), store=self.another()) == policy
        assert self.ask(lambda reader: reader.policy(), space=BOB) is None

    def test_what_was_measured_of_an_embedder_is_kept_for_all_spaces(self) -> None:
        """Before there is any, and the last measurement counts."""
        assert self.store.calibration(HASH) is None
        self.store.set_calibration(HASH, {"mean": 0.25, "名": ["二", 2]})
        self.store.set_calibration("another", {"mean": 1})
        self.store.set_calibration(HASH, {"mean": 0.5, "名": ["二", 2]})
        assert self.another().calibration(HASH) == self.store.calibration(HASH) == {"mean": 0.5, "名": ["二", 2]}
        assert self.store.names() == []

    def test_a_setting_is_kept_for_all_spaces(self) -> None:
        """Before there is any; the last one counts, unless it was not to replace another."""
        other = self.another()
        assert self.store.setting("embedder") is None
        assert self.store.set_setting("embedder", "一", replace=False) == "一"
        assert other.set_setting("embedder", "two", replace=False) == "一"
        assert other.setting("embedder") == self.store.setting("embedder") == "一"
        assert other.set_setting("embedder", "two") == "two"
        assert (self.store.setting("embedder"), self.store.setting("other")) == ("two", None)
        assert self.store.names() == []

    def test_of_those_who_set_the_same_at_once_the_first_decides_for_all(self) -> None:
        """Also where none of them found anything there before."""
        stores = [self.store, *(self.another() for _ in range(3))]
        starting = Barrier(len(stores))

        def begin(number: int) -> str:
            starting.wait()
            return stores[number].set_setting("embedder", f"of {number}", replace=False)

        with ThreadPoolExecutor(len(stores)) as pool:
            said = set(pool.map(begin, range(len(stores))))
        assert said == {self.another().setting("embedder")}

    def test_a_closed_store_says_so(self) -> None:
        """Whatever is called, also on a space that was handed out before; closing twice is closing."""
        self.remember(memory("m1", "anything"))
        held = self.store.space(ALICE)
        self.store.close()
        self.store.close()
        with refused("store_closed"):
            self.store.names()
        with refused("store_closed"):
            self.words("anything")
        with refused("store_closed"), held.read():
            pass
        with refused("store_closed"), held.write():
            pass
        with refused("store_closed"):
            self.store.delete(ALICE)
        with refused("store_closed"):
            self.store.backup(ALICE, self.folder / "copy")
        with refused("store_closed"):
            self.store.check(ALICE, repair=False)
        with refused("store_closed"):
            self.store.writable(ALICE)
        with refused("store_closed"):
            self.store.calibration(HASH)
        with refused("store_closed"):
            self.store.set_calibration(HASH, {})
        with refused("store_closed"):
            self.store.setting("any")
        with refused("store_closed"):
            self.store.set_setting("any", "thing")
        assert self.words("anything", store=self.another()) == ["m1"]
