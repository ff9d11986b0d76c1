"""Search by meaning: exact, with neighbours, inside the scope, in step with every write."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np

from perdure.domain.memory import Status
from perdure.domain.recall import Layer
from perdure.errors import NotFound
from perdure.ports.store import Reader
from perdure.testing.store_suite.base import (
    AT,
    HASH,
    NOW,
    StoreSuite,
    chat,
    entry,
    memory,
    owners,
    refused,
    scope_of,
    vector,
)

NEW = "another/1/8"


class Meaning(StoreSuite):
    """What is said of search by vectors."""

    tolerance = 0.01
    """How far a backend's cosine may be from that of the vectors it was given."""

    def test_the_nearest_come_first_as_if_all_were_compared(self) -> None:
        """With their cosines, as far as the caller asks."""
        random = np.random.default_rng(7)
        unit = random.normal(size=(300, 32))
        unit /= np.linalg.norm(unit, axis=1, keepdims=True)
        query, stored = unit[0], unit[1:]
        self.remember(*(memory(f"m{number}", f"fact {number}") for number in range(len(stored))))
        with self.writing() as writer:
            writer.set_embedder(HASH)
            found = writer.missing(HASH, limit=1_000)
            writer.add_vectors(HASH, {key: list(stored[number]) for number, (_, key, _) in enumerate(found)})
        cosines = stored @ query
        for limit in (1, 10, 299, 1_000):
            with self.reading() as reader:
                scored = reader.dense(list(query), scope_of(), limit=limit)
                numbers = [int(name[1:]) for name in owners(reader, scored)]
            wanted = sorted(cosines, reverse=True)[:limit]
            assert len(numbers) == len(set(numbers)) == min(limit, len(stored))
            assert [item.score for item in scored] == sorted((item.score for item in scored), reverse=True)
            assert np.abs(cosines[numbers] - wanted).max() < self.tolerance
            assert np.abs([item.score for item in scored] - cosines[numbers]).max() < self.tolerance
            assert np.abs([item.own for item in scored] - cosines[numbers]).max() < self.tolerance

    def test_a_turn_has_something_of_its_neighbours(self) -> None:
        """Less than they have themselves, and its own cosine leaves them out."""
        self.observe(*chat("s", "so it goes", "which bakery was best", "by the river", "fine", "thanks"))
        self.observe(entry("x", "by the sea"))
        self.embed()
        assert self.meaning("bakery best")[0] == "s1"
        with self.reading() as reader:
            scored = reader.dense(vector("bakery best"), scope_of(), limit=9)
            score = dict(zip(owners(reader, scored), scored, strict=True))
        assert score["s1"].score > score["s2"].score > 0.1 > abs(score["x"].score)
        assert score["s0"].score > 0.1
        assert abs(score["s2"].own) < self.tolerance < score["s1"].score < score["s1"].own

    def test_the_score_of_any_passage_can_be_asked_for(self) -> None:
        """Beside those that are best; one without a vector has none."""
        self.remember(memory("m1", "tea in the morning"), memory("m2", "a quokka"), memory("m3", "tea and milk"))
        self.embed()
        self.remember(memory("late", "tea too"))
        with self.reading() as reader:
            everything = reader.dense(vector("tea milk"), scope_of(), limit=9)
            numbers = dict(zip(owners(reader, everything), (item.passage for item in everything), strict=True))
            late = max(numbers.values()) + 1
            found = reader.dense(
                vector("tea milk"), scope_of(), limit=1, also=[numbers["m2"], numbers["m3"], late, 10**9]
            )
            assert [item.passage for item in found] == [numbers["m3"], numbers["m2"]]
            assert found == [item for item in everything if item.passage in (numbers["m2"], numbers["m3"])]

    def test_only_what_the_scope_asks_for_is_found_by_meaning(self) -> None:
        """Layers, kinds, tags, metadata, time; before anything is cut off."""
        self.observe(entry("e1", "a quokka", at=AT, metadata={"n": 1}))
        self.remember(
            memory("m1", "a quokka", kind="task", tags=("x", "y"), metadata={"n": 1}),
            memory("m2", "a quokka and tea", kind="summary", tags=("x",), holds_from=NOW, metadata={"#": "x"}),
            *(memory(f"n{number}", "a quokka", holds_from=AT - timedelta(days=9)) for number in range(50)),
        )
        self.embed()
        assert len(self.meaning("quokka")) == 53
        assert self.meaning("quokka", limit=1, layers=(Layer.JOURNAL,)) == ["e1"]
        assert self.meaning("quokka", limit=1, layers=(Layer.SUMMARY,)) == ["m2"]
        assert self.meaning("quokka", limit=9, kinds=("task", "summary")) == ["m1", "m2"]
        assert self.meaning("quokka", limit=9, tags=("x",)) == ["m1", "m2"]
        assert self.meaning("quokka", limit=9, tags=("x", "y")) == ["m1"]
        assert set(self.meaning("quokka", limit=9, where={"n": 1})) == {"e1", "m1"}
        assert self.meaning("quokka", limit=9, where={"#": "x"}) == ["m2"]
        assert self.meaning("quokka", limit=9, since=AT + timedelta(microseconds=1)) == ["m2"]
        assert set(self.meaning("quokka", limit=9, since=AT, until=AT)) == {"e1", "m1"}
        assert self.meaning("quokka", limit=9, kinds=("rule",)) == []

    def test_what_has_passed_or_is_not_active_is_not_found_by_meaning(self) -> None:
        """From that instant, and back again."""
        one = memory("m1", "a quokka")
        self.remember(one, memory("m2", "a quokka", expires_at=NOW), memory("m3", "a quokka", status=Status.REVIEW))
        self.embed()
        assert self.meaning("quokka") == ["m1"]
        assert self.meaning("quokka", now=NOW - timedelta(microseconds=1)) == ["m1", "m2"]
        for status in Status:
            self.update(replace(one, status=status))
            assert self.meaning("quokka") == (["m1"] if status is Status.ACTIVE else []), status
        self.update(replace(one, expires_at=NOW))
        assert self.meaning("quokka") == []
        self.update(one)
        assert self.meaning("quokka") == ["m1"]

    def test_a_vector_is_found_from_when_it_is_there(self) -> None:
        """Words find the text before that, and a new text waits for a new vector."""
        self.remember(memory("m1", "a quokka"))
        self.embed()
        assert self.meaning("quokka numbat") == ["m1"]
        self.remember(memory("m2", "a numbat"))
        assert self.meaning("numbat") == []
        assert self.words("numbat") == ["m2"]
        self.embed()
        assert self.meaning("numbat") == ["m2"]
        self.update(memory("m1", "a bilby"))
        assert self.meaning("quokka bilby") == []
        self.embed()
        assert self.meaning("quokka bilby") == ["m1"]

    def test_what_another_process_writes_is_found_by_meaning(self) -> None:
        """New ones, changed ones, those that are gone, and vectors that came later."""
        self.remember(memory("m1", "a quokka"), memory("m2", "a numbat"))
        self.embed()
        other = self.another()
        assert self.meaning("quokka numbat", store=other) == ["m1", "m2"]
        self.remember(memory("m3", "a quokka numbat"))
        assert self.meaning("quokka numbat", store=other) == ["m1", "m2"]
        self.embed()
        assert self.meaning("quokka numbat", store=other) == ["m3", "m1", "m2"]
        self.update(memory("m1", "a quokka", status=Status.FORGOTTEN), memory("m2", "a bilby"))
        assert self.meaning("quokka numbat", store=other) == self.meaning("quokka numbat") == ["m3"]

    def test_a_change_of_embedder_drops_the_vectors_of_the_one_before(self) -> None:
        """They are never mixed, and what waits is known."""
        self.remember(memory("m1", "a quokka"), memory("m2", "a numbat"))
        self.embed()
        other = self.another()
        assert self.meaning("quokka", store=other) == ["m1"]
        with self.writing() as writer:
            writer.set_embedder(NEW)
            assert writer.embedder() == NEW
            writer.add_vectors(NEW, {key: [1.0] + [0.0] * 7 for _, key, text in writer.missing(NEW, limit=1)})
        for store in (self.store, other):
            with store.space(memory("", "").space).read() as reader:
                assert owners(reader, reader.dense([1.0] + [0.0] * 7, scope_of(), limit=9)) == ["m1"]
                assert dict(reader.counts().vectors) == {NEW: 1}
                assert (reader.missing_count(None), reader.missing_count(NEW), reader.missing_count(HASH)) == (1, 1, 2)
        with self.writing() as writer:
            writer.set_embedder(None)
        for store in (self.store, other):
            assert self.ask(lambda reader: reader.embedder(), store=store) is None
            assert self.meaning("quokka", store=store) == []
            assert self.ask(lambda reader: reader.missing_count(None), store=store) == 2

    def test_another_embedders_vectors_are_made_beside_those_in_use(self) -> None:
        """Recall goes on with the old ones until all are there."""
        self.remember(memory("m1", "a quokka"), memory("m2", "a numbat"))
        self.embed()
        with self.reading() as reader:
            waiting = reader.missing(NEW, limit=9)
        for _, key, _ in waiting:
            assert self.meaning("numbat") == ["m2"]
            with self.writing() as writer:
                writer.add_vectors(NEW, {key: [1.0] + [0.0] * 7})
        assert self.ask(lambda reader: reader.missing_count(NEW)) == 0
        assert self.meaning("numbat") == ["m2"]
        assert dict(self.ask(lambda reader: reader.counts()).vectors) == {HASH: 2, NEW: 2}
        with self.writing() as writer:
            writer.set_embedder(NEW)
        counts = self.ask(lambda reader: reader.counts())
        assert (dict(counts.vectors), counts.pending) == ({NEW: 2}, 0)

    def test_what_lacks_a_vector_is_told_in_parts(self) -> None:
        """In order of the passages, each once, and only as far as it lacks one."""
        self.remember(*(memory(f"m{number}", f"fact {number}") for number in range(5)))
        seen: list[str] = []
        after = 0
        while True:
            with self.reading() as reader:
                rows = reader.missing(None, limit=2, after=after)
            if not rows:
                break
            assert len(rows) <= 2
            seen += [text for _, _, text in rows]
            after = rows[-1][0]
        assert seen == [f"fact {number}" for number in range(5)]
        assert self.waiting() == (5, 5)
        with self.writing() as writer:
            writer.set_embedder(HASH)
            writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(None, limit=2)})
            writer.add_vectors(HASH, {})
        assert self.waiting() == (3, 3)
        self.embed()
        assert self.waiting() == (0, 0)
        self.remember(memory("m9", "a new fact"))
        assert self.waiting() == (1, 1)

    def test_equal_texts_share_a_vector(self) -> None:
        """Whoever says it, and also one that comes later."""
        self.remember(memory("m1", "a quokka"), memory("m2", "a quokka"))
        with self.reading() as reader:
            keys = {key for _, key, _ in reader.missing(None, limit=9)}
        assert len(keys) == 1
        self.embed()
        self.observe(entry("e1", "a quokka"))
        assert set(self.meaning("quokka")) == {"m1", "m2", "e1"}
        assert self.waiting() == (0, 0)

    def test_vectors_of_a_transaction_that_failed_are_nowhere(self) -> None:
        """Neither in the store nor in what it keeps in memory, also when the transaction searched itself."""
        self.remember(memory("m1", "a quokka"))
        self.embed()
        assert self.meaning("quokka numbat") == ["m1"]
        with refused("not_found"), self.writing() as writer:
            writer.add_memories([(memory("m2", "a numbat"), "k")])
            writer.update_memories([(memory("m1", "a quokka", status=Status.FORGOTTEN), "k")])
            writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(HASH, limit=9)})
            assert owners(writer, writer.dense(vector("numbat"), scope_of(), limit=1)) == ["m2"]
            raise_not_found()
        assert self.meaning("quokka numbat") == ["m1"]
        self.remember(memory("m3", "a numbat"))
        self.embed()
        assert self.meaning("numbat") == ["m3"]
        assert set(self.meaning("quokka numbat")) == {"m1", "m3"}

    def test_a_reader_finds_nothing_by_meaning_that_it_cannot_read(self) -> None:
        """Though others, who began later, do."""
        self.remember(memory("m1", "a quokka"))
        self.embed()
        with self.reading() as early:
            assert len(early.dense(vector("quokka"), scope_of(), limit=9)) == 1
            self.remember(memory("m2", "a quokka"))
            self.embed()
            assert self.meaning("quokka") == ["m1", "m2"]
            assert owners(early, early.dense(vector("quokka"), scope_of(), limit=9)) == ["m1"]
            assert owners(early, early.dense(vector("quokka"), scope_of(kinds=("fact",)), limit=9)) == ["m1"]
        assert self.meaning("quokka") == ["m1", "m2"]

    def waiting(self) -> tuple[int, int]:
        """How many passages lack a vector: any, and one of the embedder in use."""

        def count(reader: Reader) -> tuple[int, int]:
            return reader.missing_count(None), reader.missing_count(HASH)

        return self.ask(count)


def raise_not_found() -> None:
    """What a use case does when it finds out in the middle of its transaction."""
    raise NotFound
