"""Memories: kept as given, replaced by id, found by slot and key, listed, cited, with their history."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from perdure.domain.memory import Memory, Origin, Slot, Source, Status
from perdure.ports.store import CLAIMS, MemoryFilter, Reader, Wanted
from perdure.testing.store_suite.base import (
    ALICE,
    AT,
    NOW,
    StoreSuite,
    change,
    chat,
    entry,
    found_by_words,
    memory,
    owners,
    refused,
    scope_of,
)
from perdure.testing.store_suite.journal import NESTED
from perdure.text.claims import read_claims


def full(id: str) -> Memory:  # noqa: A002 - the record's own word
    """A memory with every field set to something that is not its default."""
    return Memory(
        id=id,
        space=memory("", "").space,
        kind="preference",
        text=" 用户偏好靠窗座位, prefers 'window'\nseats 👩‍👩‍👧‍👦 ",
        created_at=AT,
        updated_at=AT + timedelta(days=1, microseconds=1),
        recorded_at=AT + timedelta(days=2),
        holds_from=AT - timedelta(days=9_000),
        holds_until=NOW,
        expires_at=NOW + timedelta(days=365),
        last_accessed_at=AT + timedelta(hours=1),
        slot=Slot("我的 boss", "seat / 座位"),
        value="window 靠窗",
        importance=0.1,
        confidence=1 / 3,
        status=Status.REVIEW,
        superseded_by="m0",
        source=Source(origin=Origin.IMPORT, tool="agent-7", session="s/1", speaker="爱丽丝", turns=("e1", "e2")),
        access_count=2**40,
        half_life_days=0.1,
        version=12,
        tags=("旅行", "a b", "#", "train", ""),
        metadata=NESTED,
    )


def listed(reader: Reader, **wanted: Any) -> list[str]:
    """The ids of the memories that are wanted."""
    return [item.id for item in reader.page(MemoryFilter(**wanted), limit=100, cursor=None)]


class Memories(StoreSuite):
    """What is said of memories."""

    def test_a_memory_comes_back_as_it_was_given(self) -> None:
        """With every field, or with none but those it must have."""
        self.observe(entry("e1", "one"), entry("e2", "two"))
        given = [full("m1"), memory("m2", "plain")]
        self.remember(*given)
        for store in (self.store, self.another()):
            with store.space(given[0].space).read() as reader:
                assert reader.memories(["m1", "m2"]) == given
                assert list(reader.page(MemoryFilter(statuses=()), limit=9, cursor=None)) == given
                assert reader.by_key([given[0].text, "plain"]) == given

    def test_an_update_replaces_every_field(self) -> None:
        """There and back again; nothing of the old value stays behind a filter or a key."""
        self.observe(entry("e1", "one"), entry("e2", "two"))
        turns = full("m1").source.turns
        bare = replace(memory("m1", "plain"), source=Source(turns=turns))
        self.remember(full("m1"))
        self.update(bare)
        with self.reading() as reader:
            assert reader.memories(["m1"]) == [bare]
            assert listed(reader, statuses=(), tags=("旅行",)) == []
            assert reader.by_key([full("m1").text]) == []
        self.update(full("m1"))
        with self.reading() as reader:
            assert reader.memories(["m1"]) == [full("m1")]
            assert listed(reader, statuses=(), tags=("旅行", "#", "")) == ["m1"]
            assert reader.by_key(["plain"]) == []

    def test_memories_come_in_the_order_asked_for(self) -> None:
        """Each once, however many; what does not exist is left out."""
        self.remember(*(memory(f"m{number}", f"fact {number}") for number in range(1_200)))
        wanted = [f"m{number}" for number in reversed(range(1_200))]
        with self.reading() as reader:
            assert [item.id for item in reader.memories(["nobody", *wanted, "m1"])] == wanted
            assert len(reader.by_key([f"fact {number}" for number in range(1_200)])) == 1_200
            assert reader.memories([]) == reader.by_key([]) == []

    def test_a_slot_has_one_current_value(self) -> None:
        """Read exactly; the one before stays readable; a second one at once is refused and changes nothing."""
        city = Slot("self", "city")
        old = memory("m1", "lives in Lisbon", slot=city, value="Lisbon")
        self.remember(
            old, memory("m2", "works in Porto", slot=Slot("boss", "city")), memory("m3", "x", slot=Slot("self", "City"))
        )
        with refused("store_error"):
            self.remember(memory("m4", "lives in Oslo", slot=city))
        new = memory("m5", "lives in 里斯本", slot=city, value="里斯本")
        with self.writing() as writer:
            writer.update_memories([(replace(old, status=Status.SUPERSEDED, superseded_by="m5"), "k")])
            assert writer.by_slot(city) is None
            writer.add_memories([(new, "k")])
        with self.reading() as reader:
            assert reader.by_slot(city) == new
            assert reader.by_slot(Slot("self", "cit_")) is None
            assert [item.status for item in reader.memories(["m1", "m4", "m5"])] == [Status.SUPERSEDED, Status.ACTIVE]
        with refused("store_error"):
            self.update(old)
        assert self.ask(lambda reader: reader.by_slot(city)) == new
        self.remember(
            memory("m6", "waits", slot=city, status=Status.REVIEW),
            memory("m7", "gone", slot=city, status=Status.FORGOTTEN),
        )
        assert self.ask(lambda reader: reader.by_slot(city)) == new

    def test_memories_are_found_by_their_statement_key(self) -> None:
        """Any status, oldest first, exactly."""
        with self.writing() as writer:
            writer.add_memories(
                [(memory("m1", "a"), "键 k"), (memory("m2", "b"), "other"), (memory("m3", "c"), "键 K")]
            )
            writer.add_memories([(memory("m0", "d", status=Status.FORGOTTEN), "键 k")])
        with self.reading() as reader:
            assert [item.id for item in reader.by_key(["other", "键 k", "none", "键 k"])] == ["m1", "m2", "m0"]
            assert reader.by_key(["键", "键 _", "%"]) == []

    def test_pages_show_each_memory_once_while_others_are_added_and_changed(self) -> None:
        """In the order they were recorded."""
        self.remember(*(memory(f"m{number}", f"fact {number}") for number in range(5)))
        seen: list[str] = []
        cursor = None
        for step in range(100):
            with self.reading() as reader:
                page = reader.page(MemoryFilter(), limit=2, cursor=cursor)
            seen += [item.id for item in page]
            assert len(page) <= 2
            if step < 3:
                assert page.total == 5 + step
                self.remember(memory(f"late{step}", "late"), memory(f"gone{step}", "x", status=Status.ARCHIVED))
                self.update(memory("m0", f"changed {step}"))
            cursor = page.next
            if cursor is None:
                break
        assert seen == [f"m{number}" for number in range(5)] + ["late0", "late1", "late2"]
        with refused("invalid_value"):
            self.ask(lambda reader: reader.page(MemoryFilter(), limit=2, cursor="m1"))

    def test_memories_are_filtered_by_status_kind_tag_and_time(self) -> None:
        """All at once where several are asked; every tag must be there."""
        self.remember(
            memory("m1", "a", tags=("x", "y")),
            memory("m2", "b", kind="task", tags=("x",), expires_at=NOW),
            memory("m3", "c", kind="task", tags=("y", "X"), status=Status.ARCHIVED),
            memory("m4", "d", kind="rule", status=Status.FORGOTTEN, metadata={"#": "x", "x": "y"}),
        )
        with self.reading() as reader:
            assert listed(reader) == ["m1", "m2"]
            assert listed(reader, statuses=()) == ["m1", "m2", "m3", "m4"]
            assert listed(reader, statuses=(Status.ARCHIVED, Status.FORGOTTEN)) == ["m3", "m4"]
            assert listed(reader, statuses=(), kinds=("task", "rule")) == ["m2", "m3", "m4"]
            assert listed(reader, statuses=(), tags=("x",)) == ["m1", "m2"]
            assert listed(reader, statuses=(), tags=("x", "y")) == ["m1"]
            assert listed(reader, kinds=("task",), tags=("x",), current_at=NOW - timedelta(microseconds=1)) == ["m2"]
            assert listed(reader, kinds=("task",), tags=("x",), current_at=NOW) == []
            page = reader.page(MemoryFilter(statuses=(), tags=("y",)), limit=1, cursor=None)
            assert (page.total, len(page)) == (2, 1)

    def test_a_memory_rests_on_the_entries_it_cites(self) -> None:
        """In the order of the journal, each once, and from an entry back to the memories."""
        self.observe(*chat("s", "one", "two", "three"))
        self.remember(
            memory("m1", "a", source=Source(turns=("s0", "s2"))),
            memory("m2", "b", source=Source(turns=("s2",)), status=Status.FORGOTTEN),
        )
        with self.writing() as writer:
            writer.cite("m1", ["s1", "s2", "s1"])
            writer.cite("m1", ["s1"])
            writer.cite("m2", [])
        with self.reading() as reader:
            assert dict(reader.cited(["m1", "m2", "none"])) == {"m1": ["s0", "s1", "s2"], "m2": ["s2"]}
            assert dict(reader.resting_on(["s1", "s2", "none"])) == {
                "s1": [("m1", Status.ACTIVE)],
                "s2": [("m1", Status.ACTIVE), ("m2", Status.FORGOTTEN)],
            }
            assert reader.memories(["m1"])[0].source.turns == ("s0", "s1", "s2")
        with refused("store_error"):
            self.remember(memory("m3", "c", source=Source(turns=("nobody",))))
        assert self.ask(lambda reader: reader.memories(["m3"])) == []

    def test_history_is_kept_line_by_line(self) -> None:
        """Oldest first, as given, each memory's own."""
        lines = [
            change("m1", "added", reason="said so", after=NESTED),
            change("m2", "added"),
            change(
                "m1",
                "superseded",
                at=AT - timedelta(days=1),
                actor="爱丽丝",
                before={"text": "旧"},
                after={"text": "新"},
            ),
        ]
        with self.writing() as writer:
            writer.add_changes(lines[:2])
            writer.add_changes(lines[2:])
            writer.add_changes([])
        read = self.ask(lambda reader: reader.history("m1"))
        assert [replace(line, seq=0) for line in read] == [lines[0], lines[2]]
        assert read[0].seq < read[1].seq
        assert self.ask(lambda reader: reader.history("m3")) == []

    def test_changes_of_a_sort_are_found_in_the_whole_space(self) -> None:
        """Of any memory, oldest first, up to a moment where one is given."""
        with self.writing() as writer:
            writer.add_changes([change("m1", "archived"), change("m2", "added"), change("m2", "archived", at=NOW)])
        with self.reading() as reader:
            found = reader.changes(("archived", "frozen"))
            assert [(line.memory_id, line.at) for line in found] == [("m1", AT), ("m2", NOW)]
            assert [line.memory_id for line in reader.changes(("archived",), until=AT)] == ["m1"]
            assert reader.changes(("restored",)) == reader.changes(()) == []

    def test_summaries_rest_on_turns_without_settling_them(self) -> None:
        """They cite, but a turn that only a summary tells of is not known as a memory."""
        self.observe(*chat("s", "one"))
        self.remember(memory("m1", "a", kind="summary", source=Source(origin=Origin.SUMMARY, turns=("s0",))))
        with self.reading() as reader:
            assert dict(reader.cited(["m1"])) == {"m1": ["s0"]}
            assert dict(reader.resting_on(["s0"])) == {}

    def test_what_has_passed_its_time_is_counted_apart(self) -> None:
        """For those who ask about a moment."""
        self.remember(memory("m1", "a", expires_at=NOW), memory("m2", "b", expires_at=NOW, status=Status.REVIEW))
        self.remember(memory("m3", "c", kind="task", expires_at=NOW + timedelta(days=1)), memory("m4", "d"))
        with self.reading() as reader:
            assert dict(reader.counts().memories) == {"active": 3, "review": 1}
            assert dict(reader.counts(NOW).memories) == {"active": 2, "expired": 1, "review": 1}
            assert dict(reader.counts(NOW).kinds) == {"task": 1, "fact": 1}

    def test_what_is_set_aside_leaves_recall_and_keeps_everything_else(self) -> None:
        """Its words lead to it in the archive alone, its claims to nothing, and it comes back as it was."""
        told = memory("m1", "I live in Lisbon", tags=("t",))
        self.remember(told, memory("m2", "I live in Lisbon too"), memory("m3", "a quokka"))
        with self.writing() as writer:
            writer.set_aside(["m1", "none"], Status.ARCHIVED)
            writer.set_aside(["m3"], Status.REVIEW)
            writer.set_aside([], Status.ARCHIVED)
            assert found_by_words(writer, "Lisbon quokka") == ["m2"]
        aside = replace(told, status=Status.ARCHIVED, version=told.version + 1)
        assert self.ask(lambda reader: reader.memories(["m1"])) == [aside]
        assert self.words("Lisbon quokka") == ["m2"]
        assert self.words("Lisbon quokka", archived=True) == ["m1"]
        keys = [key for claim in read_claims(told.text) for key in claim.keys]
        assert [item.id for item in self.ask(lambda reader: reader.by_claims(keys, limit=9))] == ["m2"]
        assert all(finding.ok for finding in self.store.check(ALICE, repair=False))
        self.update(told)
        assert sorted(self.words("Lisbon")) == ["m1", "m2"]

    def test_a_key_that_ends_in_a_slash_finds_what_is_claimed_below_it(self) -> None:
        """Each memory once, the newest first; a key that only begins alike is another one."""
        told = ("I am allergic to walnuts", "我对芝麻过敏", "I am allergic to shrimp and soy", "I live in Lisbon")
        self.remember(*(memory(f"m{n}", text, holds_from=AT + timedelta(days=n)) for n, text in enumerate(told)))
        with self.reading() as reader:
            assert [item.id for item in reader.by_claims(["self/allergy/"], limit=9)] == ["m2", "m1", "m0"]
            assert [item.id for item in reader.by_claims(["self/allergy/", "self/home"], limit=2)] == ["m3", "m2"]
            assert reader.by_claims(["self/allerg/", "self/home/"], limit=9) == []

    def test_memories_that_are_named_are_candidates_as_far_as_the_scope_lets_them_through(self) -> None:
        """All their passages, marked; whatever else is found is not."""
        self.remember(
            memory("m1", "a bilby"),
            memory("m2", "a quokka", kind="task"),
            memory("m3", "a numbat", expires_at=NOW),
            memory("m4", "an emu", status=Status.FORGOTTEN),
        )

        def marked(*named: str, **scope: Any) -> dict[str, bool]:
            asked = Wanted(terms=[["quokka"]], vectors=[], scope=scope_of(**scope), limit=9, memories=named)
            with self.reading() as reader:
                found = reader.candidates(asked)
                return dict(zip(owners(reader, found.ids), (found.traits & CLAIMS > 0).tolist(), strict=True))

        every = ("m1", "m2", "m3", "m4", "nobody")
        assert marked(*every) == {"m1": True, "m2": True}
        assert marked(*every, kinds=("task",)) == {"m2": True}
        assert marked("m1") == {"m1": True, "m2": False}
        assert marked() == {"m2": False}

    def test_accesses_add_up_and_keep_the_latest_time(self) -> None:
        """Whatever the order they are written in; what does not exist is passed over."""
        self.remember(memory("m1", "a", access_count=1), memory("m2", "b"))
        with self.writing() as writer:
            writer.count_accesses({"m1": (2, NOW), "nobody": (1, NOW)})
            writer.count_accesses({"m1": (3, AT)})
            writer.count_accesses({})
        one, two = self.ask(lambda reader: reader.memories(["m1", "m2"]))
        assert (one.access_count, one.last_accessed_at) == (6, NOW)
        assert (two.access_count, two.last_accessed_at) == (0, None)
        assert self.words("a") == ["m1"]

    def test_counts_tell_how_much_there_is(self) -> None:
        """Kinds of what is active, every status, sessions with a name."""
        self.observe(
            *chat("a", "one", "two"), *chat("b", "three"), entry("n", "four"), entry("i", "five", indexed=False)
        )
        self.remember(
            memory("m1", "six"),
            memory("m2", "seven", kind="task"),
            memory("m3", "eight", kind="task", status=Status.FORGOTTEN),
        )
        counts = self.ask(lambda reader: reader.counts())
        assert dict(counts.memories) == {"active": 2, "forgotten": 1}
        assert dict(counts.kinds) == {"fact": 1, "task": 1}
        assert (counts.entries, counts.sessions, counts.passages, counts.pending) == (5, 2, 7, 7)
        assert dict(counts.vectors) == {}
        assert counts.bytes > 0
        self.embed()
        counts = self.ask(lambda reader: reader.counts())
        assert counts.pending == 0
        assert list(counts.vectors.values()) == [7]
