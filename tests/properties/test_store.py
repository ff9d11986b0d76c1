"""Whatever is done to a space, in whatever order: what is current is found, nothing else is, and its indexes agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from perdure.domain.journal import Entry, EntryFilter
from perdure.domain.memory import Memory, Slot, Source, Status
from perdure.errors import NotFound
from perdure.ports.store import MemoryFilter, Reader, Writer
from perdure.testing.store_suite.base import (
    ALICE,
    AT,
    HASH,
    NOW,
    candidates,
    entry,
    found_by_words,
    memory,
    owners,
    vector,
)
from tests.behaviour.requirements import requirement
from tests.stores.processes import store_on

COMMON = ("喜欢", "tea", "明天 deadline", "的", "order_service", "where?", "LONG", "长文")
LONG = {"LONG": "word " * 700, "长文": "长" * 700}
"""What texts share; some are long enough to be cut, which is not shown."""

TEXTS = st.lists(st.sampled_from(COMMON), max_size=3)
TAGS = st.sets(st.sampled_from(["x", "y", "旅行"])).map(lambda tags: tuple(sorted(tags)))
EXPIRIES = st.sampled_from([None, NOW - timedelta(days=1), NOW, NOW + timedelta(days=1)])
STATUSES = st.sampled_from([Status.ACTIVE, Status.ACTIVE, *Status])
SLOTS = st.sampled_from([None, None, Slot("self", "city"), Slot("self", "城市")])


class Space(RuleBasedStateMachine):
    """A space beside what it should hold."""

    @initialize()
    def begin(self) -> None:
        self.place = TemporaryDirectory()
        self.store = store_on(Path(self.place.name))
        self.memories: dict[str, Memory] = {}
        self.entries: list[Entry] = []
        self.given = 0

    # what is done

    @rule(
        text=TEXTS, status=STATUSES, expires=EXPIRIES, tags=TAGS, slot=SLOTS, cites=st.booleans(), fails=st.booleans()
    )
    def remember(self, text: list[str], slot: Slot | None, cites: bool, fails: bool, **fields: Any) -> None:
        new = self.memory(text, slot=slot, turns=tuple(item.id for item in self.entries[:2]) if cites else (), **fields)
        held = next((item for item in self.memories.values() if slot and item.slot == slot and active(item)), None)
        changed = [replace(held, status=Status.SUPERSEDED, superseded_by=new.id)] if held and active(new) else []

        def write(writer: Writer) -> None:
            writer.update_memories([(item, item.text) for item in changed])
            writer.add_memories([(new, new.text)])

        self.write(write, fails=fails, memories=[*changed, new])

    @precondition(lambda self: self.memories)
    @rule(data=st.data(), text=st.none() | TEXTS, status=STATUSES, expires=EXPIRIES, tags=TAGS, fails=st.booleans())
    def change(
        self, data: st.DataObject, text: list[str] | None, status: Status, expires: Any, tags: Any, fails: bool
    ) -> None:
        old = data.draw(st.sampled_from(list(self.memories.values())))
        new = replace(old, status=status, expires_at=expires, tags=tags, slot=None, version=old.version + 1)
        if text is not None:
            new = replace(new, text=spelt(self.word(), text))
        self.write(lambda writer: writer.update_memories([(new, new.text)]), fails=fails, memories=[new])

    @rule(
        texts=st.lists(TEXTS, min_size=1, max_size=4),
        session=st.sampled_from([None, "s", "t"]),
        two=st.booleans(),
        indexed=st.booleans(),
        fails=st.booleans(),
    )
    def observe(self, texts: list[list[str]], session: str | None, two: bool, indexed: bool, fails: bool) -> None:
        sides = ("user", "assistant") if two else ("user", "user")
        new = []
        for number, text in enumerate(texts):
            word = self.word()
            side = sides[(len(self.entries) + number) % 2]
            new.append(entry(word, spelt(word, text), session=session, speaker=side, role=side, indexed=indexed))
        self.write(lambda writer: writer.add_entries(new), fails=fails, entries=new)

    @rule(limit=st.integers(1, 5), fails=st.booleans())
    def embed(self, limit: int, fails: bool) -> None:
        def write(writer: Writer) -> None:
            if writer.embedder() is None:
                writer.set_embedder(HASH)
            writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(HASH, limit=limit)})

        self.write(write, fails=fails)

    @rule()
    def drop_vectors(self) -> None:
        self.write(lambda writer: writer.set_embedder(None))

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = store_on(Path(self.place.name))

    @rule()
    def another_process_writes_next(self) -> None:
        self.look()
        self.held = self.store  # stays open, and closes with the process
        self.store = store_on(Path(self.place.name))

    @rule()
    def repair(self) -> None:
        before = self.everything()
        assert all(finding.ok for finding in self.store.check(ALICE, repair=True))
        assert self.everything() == before

    # what holds

    @rule()
    def look(self) -> None:
        with self.store.space(ALICE).read() as reader:
            assert {
                item.id: item for item in reader.page(MemoryFilter(statuses=()), limit=999, cursor=None)
            } == self.memories
            said = reader.entries(EntryFilter(), limit=999, cursor=None)
            assert [replace(item, seq=0) for item in said] == self.entries
            self.agree_on_words(reader)
            self.agree_on_numbers(reader)
            self.agree_on_meaning(reader)

    def teardown(self) -> None:
        if not hasattr(self, "place"):
            return
        try:
            self.look()
            self.repair_from_nothing()
        finally:
            self.store.close()
            self.place.cleanup()

    def agree_on_words(self, reader: Reader) -> None:
        for item in self.memories.values():
            word = item.text.split()[0]
            assert set(found_by_words(reader, word)) == ({item.id} if current(item) else set())
            for tag in ("x", "旅行"):
                assert bool(found_by_words(reader, word, tags=(tag,))) == (current(item) and tag in item.tags)
        for said in self.entries:
            found = set(found_by_words(reader, said.id))
            assert (said.id in found) == said.indexed
            near = {other.id for other in self.entries if other.session == said.session is not None}
            assert found - {said.id} <= (near if said.indexed else set())

    def agree_on_numbers(self, reader: Reader) -> None:
        counts = reader.counts()
        assert dict(counts.memories) == Counter(item.status.value for item in self.memories.values())
        assert dict(counts.kinds) == Counter(item.kind for item in self.memories.values() if active(item))
        assert counts.entries == len(self.entries)
        assert counts.sessions == len({item.session for item in self.entries} - {None})
        assert counts.pending == reader.missing_count(None) == len(reader.missing(None, limit=9_999))
        assert counts.passages >= counts.pending
        for slot in (Slot("self", "city"), Slot("self", "城市")):
            holder = [item for item in self.memories.values() if item.slot == slot and active(item)]
            assert ([held] if (held := reader.by_slot(slot)) else []) == holder

    def agree_on_meaning(self, reader: Reader) -> None:
        if reader.embedder() is None:
            assert len(candidates(reader, "tea", meaning=True).ids) == 0
            return
        found = set(owners(reader, candidates(reader, "tea", meaning=True, limit=9_999).ids))
        lacking = {text for _, _, text in reader.missing(HASH, limit=9_999)}
        live = {item.id for item in self.memories.values() if current(item)} | {
            item.id for item in self.entries if item.indexed
        }
        assert found <= live
        whole = {
            item.id
            for item in [*self.memories.values(), *self.entries]
            if not any(text in item.text for text in lacking)
        }
        assert live & whole <= found

    def everything(self) -> list[Any]:
        """What every word finds, what lies near by meaning, with the scores, and what waits."""
        found: list[Any] = []
        with self.store.space(ALICE).read() as reader:
            for word in ("tea", "喜", "order", *(item.text.split()[0] for item in self.memories.values())):
                said = candidates(reader, word, limit=9_999)
                found.append((scores(reader, said.ids, said.lexical), said.found_in, said.damage))
            near = candidates(reader, "tea 喜欢", meaning=True, limit=9_999)
            found.append(scores(reader, near.ids, near.dense))
            found.append(reader.counts().pending)
        return found

    def repair_from_nothing(self) -> None:
        """Take away everything that can be derived; a repair brings all of it back."""
        before = self.everything()
        with self.store.space(ALICE).write() as writer:
            for table in ("passages", "labels", "terms", "claims"):
                writer.connection.exec_driver_sql(f"DELETE FROM {table}")
        assert all(finding.ok for finding in self.store.check(ALICE, repair=True))
        self.look()
        assert self.everything() == before

    # how

    def word(self) -> str:
        """A word that nothing else says."""
        self.given += 1
        return f"zq{self.given}x"

    def memory(self, text: list[str], *, turns: tuple[str, ...], expires: Any, **fields: Any) -> Memory:
        word = self.word()
        return memory(word, spelt(word, text), source=Source(turns=turns), expires_at=expires, holds_from=AT, **fields)

    def write(self, change: Any, *, fails: bool = False, memories: Any = (), entries: Any = ()) -> None:
        """Do it, or have it fail at the end, after which it must not have been."""
        try:
            with self.store.space(ALICE).write() as writer:
                change(writer)
                if fails:
                    raise NotFound
        except NotFound:
            return
        self.memories |= {item.id: item for item in memories}
        self.entries += entries


def spelt(word: str, text: list[str]) -> str:
    return " ".join([word, *(LONG.get(part, part) for part in text)])


def scores(reader: Reader, passages: Any, found: Any) -> list[tuple[str, float]]:
    return sorted(zip(owners(reader, passages), found[0].round(4).tolist(), strict=True))


def active(item: Memory) -> bool:
    return item.status is Status.ACTIVE


def current(item: Memory) -> bool:
    return item.current(NOW)


TestSpace = requirement("L6", "L7", "M1", "R17")(Space.TestCase)
TestSpace.settings = settings(
    max_examples=12,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
