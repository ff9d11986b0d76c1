"""What a file keeps beside memories is brought in line where it was made by another Perdure, and read along indexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.dialects import sqlite

from perdure.domain.memory import Status
from perdure.errors import PermanentMemory
from perdure.stores.aftercare import _UNDISTILLED, RENEWED
from perdure.stores.sqlite import SqliteStore
from perdure.testing.store_suite.base import ALICE, AT, memory
from perdure.testing.store_suite.lifecycle import keys_of
from tests.stores.processes import store_on, written

SAID = "I live in Lisbon"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = store_on(tmp_path)
    yield opened
    opened.close()


def run(store: SqliteStore, *statements: str) -> None:
    """Change the file past the store."""
    with store.space(ALICE).write() as writer:
        for statement in statements:
            writer.connection.execute(text(statement))


def claiming(store: SqliteStore) -> int:
    """How many memories are found by what they claim."""
    with store.space(ALICE).read() as reader:
        return len(reader.by_claims(keys_of(SAID), limit=100_000))


def wrong(store: SqliteStore, *, repair: bool = False) -> list[str]:
    return [finding.check for finding in store.check(ALICE, repair=repair) if not finding.ok]


@pytest.mark.parametrize("event", ["added", "changed", "removed"])
def test_a_guard_that_is_missing_or_of_fewer_kinds_is_renewed_when_the_file_is_opened(tmp_path: Path, event: str):
    store = store_on(tmp_path)
    with store.space(ALICE).write(maintenance=True) as writer:
        writer.add_memories([(memory("p1", "a quokka", kind="role"), "k")])
        made = writer.connection.scalar(
            text("SELECT sql FROM sqlite_master WHERE name = :name"), {"name": f"permanent_{event}"}
        )
    attempts = {
        "added": "INSERT INTO memories SELECT 9, 'p2', kind, text, \"key\", created_at, updated_at, recorded_at, holds_from,"
        " holds_until, expires_at, last_accessed_at, slot_subject, slot_attribute, value, importance, confidence, status,"
        " superseded_by, origin, tool, session, speaker, access_count, half_life_days, version, tags, metadata, maker, frozen"
        " FROM memories",
        "changed": "UPDATE memories SET text = 'a numbat'",
        "removed": "DELETE FROM memories",
    }
    for change in (f"DROP TRIGGER permanent_{event}", made.replace("'role'", "'gone'")):
        run(store, f"DROP TRIGGER IF EXISTS permanent_{event}", *([] if change.startswith("DROP") else [change]))
        store.close()
        store = store_on(tmp_path)
        with pytest.raises(PermanentMemory):
            run(store, attempts[event])
    with store.space(ALICE).read() as reader:
        assert (
            reader.connection.scalar(
                text("SELECT sql FROM sqlite_master WHERE name = :name"), {"name": f"permanent_{event}"}
            )
            == made
        )
    store.close()


def test_what_was_claimed_by_other_rules_is_claimed_anew_by_the_writes_that_follow(store: SqliteStore):
    many = [memory(f"m{number}", SAID, holds_from=AT + timedelta(number)) for number in range(RENEWED + 10)]
    with store.space(ALICE).write() as writer:
        writer.add_memories([(item, "k") for item in many])
        writer.update_memories([(replace(many[3], status=Status.ARCHIVED), "k")])
    whole = claiming(store)
    assert whole == RENEWED + 9
    run(store, "UPDATE meta SET value = 'of old' WHERE name = 'claims_rules'", "DELETE FROM claims")
    assert wrong(store) == []
    written(store, ALICE, "one")
    assert claiming(store) == RENEWED - 1
    assert wrong(store) == []
    written(store, ALICE, "two")
    assert claiming(store) == whole
    with store.space(ALICE).read() as reader:
        assert reader.connection.scalars(text("SELECT name FROM meta WHERE name LIKE 'claims_%'")).all() == [
            "claims_rules"
        ]


@pytest.mark.parametrize(
    "damage", ["DELETE FROM claims", "UPDATE claims SET at = at + 1", "UPDATE claims SET key = 'x' || key"]
)
def test_claims_that_differ_from_their_memories_are_found_and_repaired(store: SqliteStore, damage: str):
    with store.space(ALICE).write() as writer:
        writer.add_memories([(memory("m1", SAID), "k"), (memory("m2", SAID, status=Status.REVIEW), "k")])
    assert wrong(store) == []
    run(store, damage)
    assert wrong(store) == ["claims"]
    assert wrong(store, repair=True) == []
    assert claiming(store) == 1
    assert wrong(store) == []


def test_what_is_not_distilled_is_found_along_indexes(store: SqliteStore):
    written(store, ALICE, "m1")
    statements = [
        str(_UNDISTILLED.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})),
        "SELECT * FROM entries WHERE session IS NULL AND (indexed = 1 OR channel <> 'remember') AND seq > 5 ORDER BY seq LIMIT 9",
    ]
    with store.space(ALICE).read() as reader:
        steps = [
            row.detail for said in statements for row in reader.connection.execute(text(f"EXPLAIN QUERY PLAN {said}"))
        ]
    mine = [step for step in steps if "entries" in step]
    assert len(mine) == 6
    assert all(step.startswith("SEARCH entries USING") for step in mine)
    assert sum("ix_entries_alone" in step for step in mine) == 2
