"""What is written for Graphiti, Letta, Letta Code and Cognee: it comes back as it was, and is what they expect."""

from __future__ import annotations

import json
import re
import tarfile
from datetime import UTC, datetime, timedelta

import pytest

from perdure import Perdure, Turn
from perdure.domain.loss import Fate
from perdure.domain.memory import Slot, Status
from perdure.domain.space import SpaceName
from perdure.testing import HashEmbedder, SequentialIds
from perdure.transfer.exporters import cogx, graphiti, letta_af, memfs
from perdure.transfer.exporters.blocks import LIMIT
from perdure.transfer.found import Native, Statement
from perdure.transfer.records import entry_record, memory_record
from tests.unit.exporters.writing import HOSTILE, NOW, SAID, memory, rich, write
from tests.unit.importers.reading import read

CURRENT = ("mem_0001", "mem_0002", "mem_0003", "mem_0008", *(f"mem_{20 + number:04}" for number in range(len(HOSTILE))))
CARRIED = (*CURRENT, "mem_0004", "mem_0005", "mem_0006")
BACK = {"graphiti": CARRIED, "cogx": CARRIED, "memfs": CARRIED, "letta": CURRENT}


@pytest.fixture(params=[graphiti, cogx, memfs, letta_af], ids=lambda module: module.EXPORTER.name)
def exporter(request):
    return request.param.EXPORTER


def test_what_was_written_comes_back_as_it_was(exporter, tmp_path):
    found = read(write(tmp_path, exporter, rich()).path)
    known = {each.id: memory_record(each) for each in rich()}
    assert (found.format, found.skips) == (exporter.name, [])
    assert {item.record["id"]: item.record for item in found.items} == {
        each: known[each] for each in BACK[exporter.name]
    }
    assert {(type(item), item.part, item.owner) for item in found.items} == {(Native, "memories", "user/alice")}


def test_the_same_memories_give_the_same_bytes(exporter, tmp_path):
    first, second = write(tmp_path, exporter, rich(), name="a"), write(tmp_path, exporter, rich(), name="b")
    assert list(first.files.values()) == list(second.files.values())


def test_what_is_forgotten_is_in_no_file(exporter, tmp_path):
    out = write(tmp_path, exporter, rich())
    unpacked = str(read(out.path).items).encode() + b"".join(out.files.values())
    assert b"never tell the code" not in unpacked


def test_every_field_has_a_fate(exporter, tmp_path):
    loss = write(tmp_path, exporter, rich()).loss
    fields = {line.field for line in loss}
    assert {f"memory.{name}" for name in ("text", "kind", "slot", "tags", "importance", "holds_from")} <= fields
    assert all(line.to or line.reason for line in loss)


def test_a_space_without_memories_is_written_and_read(exporter, tmp_path):
    out = write(tmp_path, exporter, [memory(1, "gone", status=Status.FORGOTTEN)])
    assert out.counts == {"entries": 0, "memories": 0}


def test_a_space_of_any_name_is_written(exporter, tmp_path):
    space = SpaceName.parse("project/订单 / 2")
    out = write(tmp_path, exporter, [memory(1, "用 PostgreSQL", kind="decision", space=space)], space=space)
    assert [item.owner for item in read(out.path).items] == ["project/订单 / 2"]


def test_a_whole_space_goes_there_and_back(exporter, tmp_path, memory, clock):
    alice = memory.space("user/alice")
    talk = [
        Turn("我搬到里斯本了", speaker="alice", session="s1", ref="t1"),
        Turn("Noted: done", role="assistant", session="s1"),
    ]
    alice.observe([*talk, Turn("call mum", channel="note")])
    alice.remember("用户偏好靠窗座位", kind="preference", importance=0.8, tags=["travel"])
    alice.remember("orders uses PostgreSQL", kind="decision", slot="database", value="PostgreSQL")
    target = tmp_path / f"out{exporter.suffix}"
    alice.export(target, format=exporter.name)
    ids = SequentialIds()
    for _ in range(20):
        ids.new("ent", clock.now())
    with Perdure(tmp_path / "other", embedder=HashEmbedder(), clock=clock, ids=ids, timezone="UTC") as other:
        back = other.space("user/alice")
        back.import_(target)
        memories = [{each.id: memory_record(each) for each in space.list()} for space in (back, alice)]
        assert memories[0] == memories[1]
        assert [entry_record(each) for each in back.entries()] == [entry_record(each) for each in alice.entries()]
        assert back.import_(target).added == 0


# What was changed over there


def test_a_fact_that_was_changed_over_there_is_a_statement_of_theirs(tmp_path):
    out = write(tmp_path, graphiti.EXPORTER, rich())
    changed = out.path.read_text(encoding="utf-8").replace(
        '"fact":"Alice lives in Lisbon"', '"fact":"Alice lives in Faro"'
    )
    out.path.write_text(changed, encoding="utf-8")
    assert [item.text for item in read(out.path).items if isinstance(item, Statement)] == ["Alice lives in Faro"]


def test_a_line_that_was_changed_in_the_memory_folder_is_a_statement_of_theirs(tmp_path):
    out = write(tmp_path, memfs.EXPORTER, rich())
    file = out.path / "system" / "human.md"
    file.write_text(file.read_text(encoding="utf-8").replace("靠窗", "过道") + "- new one\n", encoding="utf-8")
    found = read(out.path)
    assert [item.text for item in found.items if isinstance(item, Statement)] == [
        "用户偏好过道座位 on trains",
        "new one",
    ]
    assert "mem_0001" not in {item.record["id"] for item in found.items if isinstance(item, Native)}


# What they expect


def test_a_graph_keeps_both_times_apart(tmp_path):
    memories = [
        memory(1, "Mei lives in Lisbon", slot=Slot("self", "lives in"), value="Lisbon", holds_until=NOW),
        memory(2, "the old plan", status=Status.ARCHIVED),
        memory(3, "an offer", expires_at=SAID + timedelta(days=1)),
    ]
    graph = json.loads(write(tmp_path, graphiti.EXPORTER, memories).path.read_text(encoding="utf-8"))
    lives, archived, expired = graph["edges"]
    names = {entity["uuid"]: entity["name"] for entity in graph["entities"]}
    assert (names[lives["source_node_uuid"]], lives["name"], names[lives["target_node_uuid"]]) == (
        "alice",
        "LIVES_IN",
        "Lisbon",
    )
    assert (lives["expired_at"], datetime.fromisoformat(lives["invalid_at"])) == (None, NOW)
    assert (archived["invalid_at"], archived["expired_at"] is None) == (None, False)
    assert datetime.fromisoformat(expired["expired_at"]) == SAID + timedelta(days=1)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]+", edge["group_id"]) for edge in graph["edges"])
    assert all(isinstance(value, str) for edge in graph["edges"] for value in edge["attributes"].values())


def test_an_agent_has_blocks_within_their_limit_and_the_rest_as_passages(tmp_path):
    long = [
        memory(number, f"prefers {number} " + "很长 " * 400, kind="preference", importance=number / 100)
        for number in range(1, 40)
    ]
    out = write(tmp_path, letta_af.EXPORTER, [*long, memory(90, "Alice has a cat"), memory(91, "Be kind", kind="role")])
    agent = json.loads(out.files["agent.af"])
    passages = json.loads(out.files["passages.json"])
    blocks = {block["label"]: block for block in agent["blocks"]}
    assert {label: block["read_only"] for label, block in blocks.items()} == {"persona": True, "human": False}
    assert all(len(block["value"]) <= block["limit"] == LIMIT for block in blocks.values())
    assert "prefers 39 " in blocks["human"]["value"]
    assert "prefers 1 " not in blocks["human"]["value"]
    assert {"prefers 1", "Alice has"} <= {" ".join(passage["text"].split()[:2]) for passage in passages}
    assert len(read(out.path).items) == out.counts["memories"] == 41


def test_what_letta_cannot_tell_from_current_stays_behind_and_is_told(tmp_path):
    loss = write(tmp_path, letta_af.EXPORTER, rich()).loss
    assert sum(line.count for line in loss.dropped if line.field == "memory") == len(rich()) - len(CURRENT)
    assert all(line.reason for line in loss.dropped)


def test_the_front_matter_of_the_memory_folder_has_allowed_keys_only(tmp_path):
    out = write(tmp_path, memfs.EXPORTER, [*rich(), memory(90, "Be kind", kind="role")])
    for name, raw in out.files.items():
        if name.endswith(".md"):
            front = raw.decode().split("---\n")[1]
            assert {line.partition(":")[0] for line in front.splitlines()} <= {"description", "read_only"}
    assert {"system/persona.md", "system/human.md", "reference/facts.md", "ARCHIVE.md"} <= out.files.keys()


def test_a_cognee_archive_has_facts_for_slots_and_raw_nodes_for_what_is_retired(tmp_path):
    out = write(tmp_path, cogx.EXPORTER, rich())
    with tarfile.open(out.path) as packed:
        files = {name: packed.extractfile(name).read().decode() for name in packed.getnames()}
        assert {(info.mtime, info.uid, info.uname) for info in packed.getmembers()} == {(0, 0, "")}
    facts = [json.loads(line) for line in files["facts.jsonl"].splitlines()]
    assert [(fact["subject_ref"], fact["predicate"], fact["object_ref"]) for fact in facts] == [
        ("alice", "city", "Lisbon"),
        ("orders", "database", "PostgreSQL"),
    ]
    assert len(files["nodes.jsonl"].splitlines()) == 3
    assert json.loads(files["manifest.json"])["counts"] == {"fact": 2, "memory": 11, "raw_node": 3}
    assert out.loss.target == "cogx"
    assert {line.fate for line in out.loss if line.field == "memory.metadata"} == {Fate.KEPT_RAW}
    assert datetime.fromisoformat(facts[0]["valid_at"]).tzinfo == UTC
