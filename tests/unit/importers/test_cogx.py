"""COGX, the exchange format of Cognee: what each sort of record becomes, and what is never opened."""

from __future__ import annotations

import json
import tarfile
from datetime import UTC, datetime

import pytest

from perdure.domain.loss import Fate
from perdure.errors import ImportFailed
from perdure.transfer.found import Statement
from tests.unit.importers.reading import SAMPLES, Reading, read, written

MANIFEST = {"cogx_version": "0.1", "source_system": "cognee"}


def statements(found: Reading) -> dict[str, Statement]:
    return {item.text: item for item in found.items if isinstance(item, Statement)}


@pytest.fixture
def archive():
    return read(SAMPLES / "cogx.tar.gz")


def test_documents_and_episodes_are_turns(archive):
    assert [(each.turn.channel, each.turn.session, each.turn.text) for each in archive.heard] == [
        ("document", "notes.txt", "里斯本是葡萄牙的首都。"),
        ("chat", "s-1", "我想去波尔图"),
        ("chat", "s-1", "By train or by plane?"),
    ]
    assert archive.turns[1].at == datetime(2026, 1, 2, 10, 0, tzinfo=UTC)


def test_facts_have_their_time_and_the_names_of_what_they_are_about(archive):
    found = statements(archive)
    fact = found["Mei 住在里斯本"]
    assert (fact.holds_from, fact.confidence) == (datetime(2026, 3, 1, tzinfo=UTC), 0.9)
    assert fact.metadata == {"subject": "Mei", "relation": "lives_in", "object": "里斯本"}
    assert found["Mei works with Tomás"].holds_until == datetime(2026, 1, 1, tzinfo=UTC)
    assert archive.fate("fact") == {Fate.DROPPED}


def test_memories_blocks_entities_and_summaries_are_statements(archive):
    found = statements(archive)
    assert (found["对花生过敏"].tags, found["对花生过敏"].owner) == (("health",), "mei")
    assert (found["Prefers tea"].owner, found["说中文"].metadata) == ("Loop", {"block": "human"})
    assert found["Mei: A translator who lives in Lisbon."].kind == "summary"
    assert found["Notes about Lisbon and 波尔图."].kind == "summary"
    assert archive.fate("node.DocumentChunk") == {Fate.DROPPED}


def test_accounts_and_hashes_of_passwords_are_never_read(archive):
    assert archive.fate("permissions.json") == {Fate.DROPPED}
    assert "hashed_password" not in str(archive.items)
    assert "root@example.org" not in str(archive.items)


def test_a_folder_and_the_archive_of_it_say_the_same(archive, tmp_path):
    with tarfile.open(SAMPLES / "cogx.tar.gz") as packed:
        packed.extractall(tmp_path / "cogx", filter="data")
    assert read(tmp_path / "cogx").items == archive.items


def test_what_the_manifest_counts_and_is_not_there_is_told(tmp_path):
    folder = tmp_path / "cogx"
    written(folder / "manifest.json", MANIFEST | {"counts": {"memory": 2, "fact": "many"}})
    written(folder / "memories.jsonl", json.dumps({"kind": "memory", "external_id": "1", "content": "likes tea"}))
    found = read(folder)
    assert list(statements(found)) == ["likes tea"]
    assert [skip.where for skip in found.skips] == ["manifest.json"]


def test_a_bad_line_costs_itself(tmp_path):
    folder = tmp_path / "cogx"
    written(folder / "manifest.json", MANIFEST)
    good = json.dumps({"external_id": "2", "content": "喜欢茶", "metadata": "none", "scope": ["mei"]})
    written(folder / "memories.jsonl", f'{{"content": \n"text"\n{{"content": 7}}\n{good}\n')
    found = read(folder)
    assert list(statements(found)) == ["喜欢茶"]
    assert len(found.skips) == 3


@pytest.mark.parametrize("version", ["1.0", "99", "next", None])
def test_a_newer_format_is_refused(tmp_path, version):
    written(tmp_path / "cogx" / "manifest.json", MANIFEST | {"cogx_version": version})
    with pytest.raises(ImportFailed):
        read(tmp_path / "cogx", "cogx")


def test_a_fact_names_the_turns_that_it_was_made_of(archive):
    told = statements(archive)
    assert {text: each.turns for text, each in told.items() if each.turns} == {
        "Mei 住在里斯本": ("ep-1#1", "ep-1#2"),
    }
    assert {item.turn.ref for item in archive.heard} >= {"ep-1#1", "ep-1#2"}
