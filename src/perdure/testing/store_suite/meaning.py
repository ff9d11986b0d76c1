"""Search by meaning: exact, with neighbours, inside the scope, in step with every write."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np

from perdure.domain.memory import Status
from perdure.domain.recall import Layer
from perdure.errors import NotFound
from perdure.ports.store import Reader, Wanted
from perdure.testing.store_suite.base import (
    AT,
    HASH,
    NOW,
    StoreSuite,
    candidates,
    chat,
    entry,
    found_by_meaning,
    found_by_words,
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
            lacking = writer.missing(HASH, limit=1_000)
            writer.add_vectors(HASH, {key: list(stored[number]) for number, (_, key, _) in enumerate(lacking)})
        cosines = stored @ query
        for limit in (1, 10, 299, 1_000):
            with self.reading() as reader:
                asked = Wanted(terms=[[]], vectors=[list(query)], scope=scope_of(), limit=limit)
                found = reader.candidates(asked)
                numbers = [int(name[1:]) for name in owners(reader, found.ids)]
            wanted = sorted(cosines)[-limit:]
            assert len(numbers) == len(set(numbers)) == min(limit, len(stored))
            assert found.full == (limit < len(stored))
            assert np.abs(np.sort(cosines[numbers]) - wanted).max() < self.tolerance
            assert np.abs(found.dense[0] - cosines[numbers]).max() < self.tolerance
            assert np.abs(found.own[0] - cosines[numbers]).max() < self.tolerance

    def test_a_turn_has_something_of_its_neighbours(self) -> None:
        """Less than they have themselves, and its own cosine leaves them out."""
        self.observe(*chat("s", "so it goes", "which bakery was best", "by the river", "fine", "thanks"))
        self.observe(entry("x", "by the sea"))
        self.embed()
        assert self.meaning("bakery best")[0] == "s1"
        with self.reading() as reader:
            found = candidates(reader, "bakery best", meaning=True)
            names = owners(reader, found.ids)
            mixed, own = (dict(zip(names, scores.tolist(), strict=True)) for scores in (found.dense[0], found.own[0]))
        assert mixed["s1"] > mixed["s2"] > 0.1 > abs(mixed["x"])
        assert mixed["s0"] > 0.1
        assert abs(own["s2"]) < self.tolerance < mixed["s1"] < own["s1"]

    def test_what_words_find_is_compared_by_meaning_too(self) -> None:
        """And the other way round; what has no vector has no cosine."""
        self.remember(memory("m1", "tea in the morning"), memory("m2", "a quokka"), memory("m3", "quokka tea"))
        self.embed()
        self.remember(memory("late", "tea too"))
        with self.reading() as reader:
            asked = Wanted(terms=[["tea"]], vectors=[vector("quokka")], scope=scope_of(), limit=2)
            found = reader.candidates(asked)
            names = owners(reader, found.ids)
            assert names == ["m2", "m3", "late"]
            everything = reader.candidates(replace(asked, limit=9))
            assert [name for name in owners(reader, everything.ids) if name != "m1"] == names
            assert np.array_equal(found.lexical[0], everything.lexical[0][1:])
            assert np.array_equal(found.dense[0], everything.dense[0][1:], equal_nan=True)
            assert found.lexical[0].tolist()[0] == 0 < found.lexical[0].min(initial=9, where=[False, True, True])
            assert np.isnan(found.dense[0]).tolist() == np.isnan(found.own[0]).tolist() == [False, False, True]

    def test_each_text_has_cosines_of_its_own(self) -> None:
        """The best of each are candidates, and every candidate is compared with all."""
        self.remember(*(memory(f"m{number}", text) for number, text in enumerate(("tea", "a quokka", "a numbat"))))
        self.embed()
        with self.reading() as reader:
            found = candidates(reader, "quokka", "numbat", meaning=True, limit=1)
            assert owners(reader, found.ids) == ["m1", "m2"]
            assert (found.dense > 0.5).tolist() == [[True, False], [False, True]]
            assert (found.own > 0.5).tolist() == (found.dense > 0.5).tolist()

    def test_turns_can_be_compared_with_another_vector_than_memories(self) -> None:
        """In place of the first text's; the others' stay."""
        self.observe(entry("e1", "a quokka"), entry("e2", "a numbat"))
        self.remember(memory("m1", "a quokka"), memory("m2", "a numbat"))
        self.embed()
        near = vector("quokka")
        asked = Wanted(terms=[[], []], vectors=[near, near], voice=vector("numbat"), scope=scope_of(), limit=2)
        with self.reading() as reader:
            found = reader.candidates(asked)
            assert owners(reader, found.ids) == ["e1", "e2", "m1"]
            assert (found.dense > 0.5).tolist() == [[False, True, True], [True, False, True]]
            alone = reader.candidates(replace(asked, scope=scope_of(layers=(Layer.MEMORY,)), limit=1))
            assert owners(reader, alone.ids) == ["m1"]

    def test_the_vectors_of_passages_can_be_had(self) -> None:
        """In the order asked for; zeros for what has none, or is not there."""
        self.remember(memory("m1", "a quokka"), memory("m2", "a numbat"))
        self.embed()
        self.remember(memory("late", "a bilby"))
        with self.reading() as reader:
            numbers = {body: number for number, _, body in reader.missing("nobody", limit=9)}
            wanted = [numbers["a numbat"], numbers["a bilby"], 10**9, numbers["a quokka"], numbers["a numbat"]]
            zero = [0.0] * len(vector("a"))
            told = [vector("a numbat"), zero, zero, vector("a quokka"), vector("a numbat")]
            assert np.abs(reader.vectors(wanted) - told).max() < self.tolerance
            assert len(reader.vectors([])) == 0

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
                asked = Wanted(terms=[[]], vectors=[[1.0] + [0.0] * 7], scope=scope_of(), limit=9)
                assert owners(reader, reader.candidates(asked).ids) == ["m1"]
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
            assert found_by_meaning(writer, "numbat", limit=1) == ["m2"]
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
            assert early.embedder() == HASH
            self.remember(memory("m2", "a quokka"))
            self.embed()
            assert self.meaning("quokka") == ["m1", "m2"]
            assert found_by_meaning(early, "quokka") == found_by_words(early, "quokka") == ["m1"]
            self.update(memory("m1", "a numbat"))
            assert self.words("quokka") == ["m2"]
            assert found_by_meaning(early, "quokka") == found_by_words(early, "quokka") == ["m1"]
        assert self.meaning("quokka") == ["m2"]

    def waiting(self) -> tuple[int, int]:
        """How many passages lack a vector: any, and one of the embedder in use."""

        def count(reader: Reader) -> tuple[int, int]:
            return reader.missing_count(None), reader.missing_count(HASH)

        return self.ask(count)


def raise_not_found() -> None:
    """What a use case does when it finds out in the middle of its transaction."""
    raise NotFound
