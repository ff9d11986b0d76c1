"""A damaged word index: meaning still answers, a check finds it, and a repair gives the same results as before."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlcipher3.dbapi2 as sqlite

from perdure import Perdure, Turn
from perdure.domain.recall import Layer
from perdure.ports.store import MemoryFilter, Reader
from perdure.stores.sqlite import SqliteStore
from perdure.stores.sqlite.files import path_of
from perdure.testing import HashEmbedder
from perdure.testing.store_suite.base import (
    ALICE,
    HASH,
    candidates,
    chat,
    found_by_meaning,
    found_by_words,
    memory,
    owners,
    vector,
)
from tests.behaviour.requirements import requirement
from tests.stores.processes import store_on

DAMAGE = {
    "no terms": "DROP TABLE terms",
    "terms without numbers": "ALTER TABLE terms RENAME COLUMN no TO number",
    "every passage cut": "UPDATE passages SET terms = substr(terms, 1, length(terms) - 1)",
    "every passage a text": "UPDATE passages SET terms = 'the quokka'",
}
"""Damage that a search notices, after which it says so."""

PARTLY = {
    "a passage cut": "UPDATE passages SET terms = substr(terms, 2) WHERE id = 40",
    "a passage a number": "UPDATE passages SET terms = 7 WHERE id = 40",
}
"""The same of some passages: the others are found by their words."""

BESIDE = {
    "terms emptied": "DELETE FROM terms",
    "terms of another": "UPDATE terms SET term = term || 'x' WHERE no % 2",
    "passages gone": "DELETE FROM passages WHERE id % 2",
    "passages emptied": "UPDATE passages SET terms = x'' WHERE id % 2",
    "a term too few": "UPDATE passages SET terms = substr(terms, 7) WHERE id = 2",
    "a term too many": "UPDATE passages SET terms = terms || substr(terms, 1, 6) WHERE id = 2",
    "a count changed": "UPDATE passages SET terms = substr(terms, 1, 4) || x'07' || substr(terms, 6) WHERE id = 2",
    "labels gone": "DELETE FROM labels",
    "labels too many": "INSERT INTO labels VALUES ('nobody', '#', 'x')",
}
"""Damage that only a check finds."""


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place with a space that has turns, memories, tags and vectors."""
    place = tmp_path_factory.mktemp("healthy")
    with Perdure(place, embedder=HashEmbedder(), timezone="UTC") as memory:
        alice = memory.space(ALICE)
        alice.remember("the quokka is never in a hurry", tags=("animals",), metadata={"n": 1})
        alice.observe(
            [
                Turn("where does the quokka live?", speaker="user", session="s"),
                Turn("on an island in the west", speaker="assistant", session="s", metadata={"n": 1}),
                Turn("袋鼠呢？", speaker="user", session="s"),
                Turn("到处都有", speaker="assistant", session="s"),
            ]
        )
        alice.remember_many([f"note number {number} about something else" for number in range(60)])
    return place


@pytest.fixture
def folder(tmp_path: Path, healthy: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(healthy, tmp_path / "memory")


def damage(folder: Path, statement: str) -> None:
    connection = sqlite.connect(path_of(folder / "spaces", ALICE))
    connection.execute(statement)
    connection.commit()
    connection.close()


def results(store: SqliteStore) -> list[object]:
    """What the words of a space find, by owner, and how common they are."""
    found: list[object] = []
    with store.space(ALICE).read() as reader:
        for text in ("quokka", "袋鼠", "island quokka", "number note"):
            for scope in ({}, {"tags": ("animals",)}, {"where": {"n": 1}}, {"layers": (Layer.JOURNAL,)}):
                found.append(scores(reader, text, **scope))
            asked = candidates(reader, text)
            found.append((asked.found_in, asked.passages, asked.damage))
    return found


@requirement("R1")
@pytest.mark.parametrize("kind", DAMAGE)
def test_recall_answers_by_meaning_where_the_word_index_is_damaged(folder: Path, kind: str):
    damage(folder, DAMAGE[kind])
    with Perdure(folder, embedder=HashEmbedder(), timezone="UTC") as memory:
        found = memory.space(ALICE).recall("where does the quokka live?")
        assert any("quokka" in hit.text for hit in found)
        assert found.degraded


@pytest.mark.parametrize("kind", DAMAGE)
def test_words_of_a_damaged_index_say_so_and_meaning_answers(folder: Path, kind: str):
    damage(folder, DAMAGE[kind])
    store = store_on(folder)
    with store.space(ALICE).read() as reader:
        found = candidates(reader, "quokka")
        assert found.damage
        assert len(found.ids) == 0
        assert found_by_meaning(reader, "quokka")
        assert len(reader.history("nobody")) == 0, "the rest can still be read"
    store.close()


@pytest.mark.parametrize("kind", PARTLY)
def test_words_that_can_be_read_are_found_beside_damaged_ones(folder: Path, kind: str):
    store = store_on(folder)
    with store.space(ALICE).read() as reader:
        before = owners(reader, candidates(reader, "number note").ids)
        (lost,) = owners(reader, [40])
    store.close()
    damage(folder, PARTLY[kind])
    store = store_on(folder)
    with store.space(ALICE).read() as reader:
        found = candidates(reader, "number note")
        assert found.damage
        assert owners(reader, found.ids) == [owner for owner in before if owner != lost]
    with store.space(ALICE).write() as writer:
        (item,) = writer.memories([lost])
        writer.update_memories([(replace(item, text="note number 40 about nothing"), "k")])
    with store.space(ALICE).read() as reader:
        found = candidates(reader, "number note")
        assert (len(found.ids), found.damage) == (len(before), None)
    store.close()


@pytest.mark.parametrize("kind", [*DAMAGE, *PARTLY, *BESIDE])
def test_a_repair_gives_the_results_of_before(folder: Path, kind: str):
    store = store_on(folder)
    before = results(store)
    store.close()
    damage(folder, (DAMAGE | PARTLY | BESIDE)[kind])
    store = store_on(folder)
    wrong = {finding.check for finding in store.check(ALICE, repair=False) if not finding.ok}
    assert wrong
    assert "file" not in wrong
    repaired = store.check(ALICE, repair=True)
    assert {finding.check for finding in repaired if finding.repaired} == wrong
    assert all(finding.ok for finding in repaired)
    assert all(finding.ok and not finding.repaired for finding in store.check(ALICE, repair=True))
    assert results(store) == before
    store.close()
    with Perdure(folder, embedder=HashEmbedder(), timezone="UTC") as memory:
        alice = memory.space(ALICE)
        assert alice.stats().pending == 0, "vectors belong to texts and are kept"
        assert not alice.recall("where does the quokka live?").degraded
        alice.remember("the numbat is in a hurry")
        assert [hit.text for hit in alice.recall("numbat")] == ["the numbat is in a hurry"]


def test_a_repair_is_seen_by_others_that_have_the_space_open(folder: Path):
    other, store = store_on(folder), store_on(folder)
    with store.space(ALICE).write() as writer:
        first = writer.page(MemoryFilter(), limit=1, cursor=None).items[0]
        writer.update_memories([(replace(first, text="a quokka on an island"), "k")])  # its passage is the last one now
        writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(HASH, limit=9)})
    with other.space(ALICE).read() as reader:
        near, said = found_by_meaning(reader, "quokka island 袋鼠"), found_by_words(reader, "quokka")
        assert near
        assert said
    damage(folder, DAMAGE["no terms"])
    assert all(finding.ok for finding in store.check(ALICE, repair=True))
    with other.space(ALICE).read() as reader:
        assert found_by_meaning(reader, "quokka island 袋鼠") == near
        assert found_by_words(reader, "quokka") == said
    other.close()
    store.close()


def test_what_cannot_be_rebuilt_is_told_and_left_alone(folder: Path):
    path = path_of(folder / "spaces", ALICE)
    connection = sqlite.connect(path)
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("DELETE FROM entries")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    store = store_on(folder)
    findings = {finding.check: finding for finding in store.check(ALICE, repair=True)}
    assert not findings["references"].ok
    assert not any(finding.repaired for finding in findings.values())
    store.close()
    assert path.read_bytes() == before


def test_a_space_that_grew_turn_by_turn_is_searched_as_one_that_was_imported(tmp_path: Path):
    turns = chat("s", *(f"{'tea' if number % 3 else '喜欢 quokka'} and number {number}" for number in range(12)))
    memories = [memory(f"m{number}", f"tea or a quokka, {number}") for number in range(6)]
    grown, imported = store_on(tmp_path / "grown"), store_on(tmp_path / "imported")
    for turn in turns:
        with grown.space(ALICE).write() as writer:
            writer.add_entries([turn])
    for item in memories:
        with grown.space(ALICE).write() as writer:
            writer.add_memories([(replace(item, text="tea tea tea"), "k"), (replace(item, id=f"{item.id}x"), "k")])
            writer.update_memories([(item, "k")])
        with grown.space(ALICE).write() as writer:
            writer.update_memories([(replace(item, text=f"{item.text} twice"), "k")])
            writer.update_memories([(item, "k")])
    with imported.space(ALICE).write() as writer:
        writer.add_entries(turns)
        writer.add_memories([(new, "k") for item in memories for new in (item, replace(item, id=f"{item.id}x"))])
    with grown.space(ALICE).read() as one, imported.space(ALICE).read() as other:
        for text in ("tea", "quokka", "喜欢 number", "twice tea"):
            assert scores(one, text) == scores(other, text)
    assert all(finding.ok for finding in grown.check(ALICE, repair=False))
    grown.close()
    imported.close()


def scores(reader: Reader, text: str, **scope: Any) -> list[tuple[str, float]]:
    """What words find, with the scores."""
    found = candidates(reader, text, **scope)
    return sorted(zip(owners(reader, found.ids), found.lexical[0].round(6).tolist(), strict=True))
