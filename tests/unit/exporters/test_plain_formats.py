"""What is written for people and for other programs: it reads well, harms nobody, and comes back as it was."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Slot
from perdure.domain.space import SpaceName
from perdure.transfer.exporters import EXPORTERS, basic_memory, markdown, mcp_memory, table
from perdure.transfer.found import Native, Statement
from perdure.transfer.records import memory_record
from tests.unit.exporters.writing import HOSTILE, SAID, memory, rich, write
from tests.unit.importers.reading import read, written

FORMATS = (mcp_memory.EXPORTER, basic_memory.EXPORTER, table.EXPORTER, markdown.EXPORTER)
CURRENT = ("mem_0001", "mem_0002", "mem_0003", "mem_0008", *(f"mem_{20 + number:04}" for number in range(len(HOSTILE))))
CARRIED = (*CURRENT, "mem_0004", "mem_0005", "mem_0006")
BACK = {"mcp-memory": CURRENT, "basic-memory": CURRENT, "csv": CARRIED, "markdown": CARRIED}


@pytest.fixture(params=FORMATS, ids=lambda exporter: exporter.name)
def exporter(request):
    return request.param


def test_what_was_written_comes_back_as_it_was(exporter, tmp_path):
    out = write(tmp_path, exporter, rich())
    found = read(out.path)
    records = {memory.id: memory_record(memory) for memory in rich()}
    assert (found.format, found.skips) == (exporter.name, [])
    assert all(
        isinstance(item, Native) and item.part == "memories" and item.owner == "user/alice" for item in found.items
    )
    back = {item.record["id"]: item.record for item in found.items}
    assert sorted(back) == sorted(BACK[exporter.name])
    assert out.counts["memories"] == len(back)
    for identity, record in back.items():
        kept = {name: value for name, value in records[identity].items() if value not in (None, "", [], {})}
        source = {name: value for name, value in kept["source"].items() if value not in (None, [])}
        known = {name: value for name, value in record.items() if value not in (None, "", [], {})}
        assert {
            **known,
            "source": {name: value for name, value in known["source"].items() if value not in (None, [])},
        } == {
            **kept,
            "source": source,
        }


def test_the_same_memories_give_the_same_bytes(exporter, tmp_path):
    first, second = write(tmp_path, exporter, rich(), name="a"), write(tmp_path, exporter, rich(), name="b")
    assert list(first.files.values()) == list(second.files.values()) != []


def test_what_is_forgotten_stays_here(exporter, tmp_path):
    out = write(tmp_path, exporter, rich())
    assert not any(b"never tell the code" in content for content in out.files.values())


def test_every_field_has_a_fate_and_every_memory_left_out_a_reason(exporter, tmp_path):
    out = write(tmp_path, exporter, rich())
    fields = {line.field for line in out.loss if line.field.startswith("memory.")}
    assert {"memory.text", "memory.kind", "memory.tags", "memory.metadata", "memory.source"} <= fields
    left_out = sum(line.count for line in out.loss.dropped if line.field == "memory")
    assert left_out == len(rich()) - out.counts["memories"]
    assert all(line.reason for line in out.loss.dropped)


def test_the_journal_stays_and_the_report_says_so(exporter, tmp_path):
    out = write(tmp_path, exporter, rich(), said=("你好", "hello"))
    assert [(line.field, line.count) for line in out.loss.dropped if line.field == "entry"] == [("entry", 2)]
    assert not any("你好".encode() in content for content in out.files.values())


def test_no_memories_make_a_file_without_any(exporter, tmp_path):
    out = write(tmp_path, exporter, [])
    assert out.counts["memories"] == 0
    assert out.path.exists()


def test_chinese_is_written_as_it_is(exporter, tmp_path):
    out = write(tmp_path, exporter, rich())
    assert any("用户偏好靠窗座位".encode() in content for content in out.files.values())
    assert not any(b"\\u7528" in content for content in out.files.values())


def test_a_changed_text_comes_back_as_a_statement(exporter, tmp_path):
    out = write(tmp_path, exporter, [memory(1, "likes tea", kind="preference"), memory(2, "likes 咖啡")])
    for path in [out.path] if out.path.is_file() else list(out.path.rglob("*.md")):
        lines = path.read_text(encoding="utf-8").split("\n")
        shown = [line if '"id"' in line else line.replace("likes tea", "likes green tea") for line in lines]
        path.write_bytes("\n".join(shown).encode())
    found = read(out.path)
    assert [item.record["id"] for item in found.items if isinstance(item, Native)] == ["mem_0002"]
    [changed] = [item for item in found.items if isinstance(item, Statement)]
    assert (changed.text, changed.kind) == ("likes green tea", "preference")


def test_files_that_windows_saved_come_back_all_the_same(exporter, tmp_path):
    texts = ["likes tea", "两行\n的记忆"]
    out = write(tmp_path, exporter, [memory(number, text) for number, text in enumerate(texts)])
    if exporter is table.EXPORTER:
        assert b"\r\n" in out.files[out.path.name]
        return
    for path in [out.path] if out.path.is_file() else list(out.path.rglob("*.md")):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert [type(item) for item in read(out.path).items] == [Native, Native]


# The graph of the MCP memory server


def graph(out):
    return [json.loads(line) for line in out.path.read_text(encoding="utf-8").splitlines()]


def test_the_graph_has_an_entity_for_each_subject_and_kind(tmp_path):
    out = write(tmp_path, mcp_memory.EXPORTER, rich())
    entities = {line["name"]: line for line in graph(out) if line["type"] == "entity"}
    assert set(entities) == {"alice: preference", "alice: fact", "orders: fact", "alice: task"}
    assert entities["orders: fact"] == {
        "type": "entity",
        "name": "orders: fact",
        "entityType": "fact",
        "observations": ["orders uses PostgreSQL"],
    }


def test_a_graph_that_begins_with_many_records_is_known(tmp_path):
    many = [memory(number, f"fact {number} " + "很长 " * 100) for number in range(300)]
    found = read(write(tmp_path, mcp_memory.EXPORTER, many).path)
    assert (found.format, len(found.items)) == ("mcp-memory", 300)


def test_the_graph_as_its_server_saves_it_again_is_read_as_the_same_statements(tmp_path):
    out = write(tmp_path, mcp_memory.EXPORTER, rich())
    saved = [json.dumps(line, ensure_ascii=False) for line in graph(out) if line["type"] != "perdure"]
    found = read(written(tmp_path / "memory.jsonl", "\n".join(saved)))
    assert {item.text for item in found.items} == {each.text for each in rich() if each.id in CURRENT}
    assert {(item.text, item.kind) for item in found.items} >= {
        ("renew the passport", "task"),
        ("Alice lives in Lisbon", "fact"),
    }


# Notes


def test_a_note_reads_well(tmp_path):
    out = write(tmp_path, markdown.EXPORTER, [memory(1, "likes tea"), memory(2, "was in Porto\n两天", expires_at=SAID)])
    [(name, content)] = out.files.items()
    shown = content.decode().split("<!-- perdure\n")[0]
    assert name == "fact.md"
    assert shown == (
        '---\nperdure: markdown/1\nspace: "user/alice"\nkind: fact\n---\n\n# Fact\n\n'
        "- 2026-02-03 likes tea <!-- mem_0001 -->\n\n"
        "## No longer so\n\n- 2026-02-03 was in Porto\n  两天 <!-- mem_0002 -->\n\n"
    )


def test_a_note_has_no_more_memories_than_an_editor_likes(tmp_path, monkeypatch):
    monkeypatch.setattr(markdown, "MOST", 2)
    out = write(tmp_path, markdown.EXPORTER, [memory(number, f"fact {number}") for number in range(5)])
    assert sorted(out.files) == ["fact-2.md", "fact-3.md", "fact.md"]
    assert len(read(out.path).items) == 5


def test_no_text_breaks_out_of_its_item_or_its_comment(tmp_path):
    out = write(tmp_path, markdown.EXPORTER, [memory(number, text) for number, text in enumerate(HOSTILE)])
    content = out.files["fact.md"].decode()
    assert content.count("<!--") == len(HOSTILE) + 1
    assert content.count("-->") == len(HOSTILE) + 1 + sum(text.count("-->") for text in HOSTILE)
    below = content.split("# Fact\n\n")[1].split("<!-- perdure")[0]
    assert all(line.startswith(("- 2026-", "  ")) or not line for line in below.split("\n"))
    records = content.split("<!-- perdure\n")[1].removesuffix("\n-->\n").split("\n")
    assert not any(re.search("[<>]", line) for line in records)


def test_an_item_of_ones_own_is_a_statement_and_a_deleted_one_is_told(tmp_path):
    out = write(
        tmp_path,
        markdown.EXPORTER,
        [memory(1, "likes tea", kind="preference"), memory(2, "likes rain", kind="preference")],
    )
    path = out.path / "preference.md"
    text = path.read_text(encoding="utf-8").replace("- 2026-02-03 likes rain <!-- mem_0002 -->", "- 喜欢散步\n-  \n")
    found = read(written(path, text).parent)
    assert [item.text for item in found.items if isinstance(item, Statement)] == ["喜欢散步"]
    assert [item.kind for item in found.items if isinstance(item, Statement)] == ["preference"]
    assert found.fate("memory") == {Fate.MAPPED, Fate.DROPPED}


def test_a_text_stands_in_a_note_once_where_its_item_gives_it_back_to_the_letter(tmp_path):
    keys = ["构建流程", "发版流程", "a/b", "a.b", "a b", "a-b", "CON", "é", "<b>bold</b>", "两行\nof it"]
    memories = [
        memory(number, f"value for {key}", slot=Slot("self", key), value=key) for number, key in enumerate(keys)
    ]
    out = write(tmp_path, markdown.EXPORTER, memories)
    assert b"".join(out.files.values()).decode().count("value for ") == len(keys)
    assert {item.record["id"]: item.record for item in read(out.path).items} == {
        each.id: memory_record(each) for each in memories
    }


@pytest.mark.parametrize("identity", ["mem_1", "a-b", "--> x", "记忆", "x" * 300])
def test_an_item_is_known_by_any_id(identity, tmp_path):
    memories = [replace(memory(1, "likes tea"), id=identity), memory(2, "likes tea")]
    out = write(tmp_path, markdown.EXPORTER, memories)
    assert [item.record["id"] for item in read(out.path).items] == [identity, "mem_0002"]


def test_the_day_is_that_of_the_clock_of_the_store(tmp_path):
    at = SAID.replace(hour=23)
    out = write(tmp_path, markdown.EXPORTER, [memory(1, "late", created_at=at)])
    path = out.path / "fact.md"
    text = path.read_text(encoding="utf-8").replace("- 2026-02-03 late", "- 2026-02-04 late")
    assert isinstance(read(written(path, text).parent).items[0], Native)
    later = text.replace("- 2026-02-04 late", "- 2026-02-14 late")
    assert isinstance(read(written(path, later).parent).items[0], Statement)


# Notes for basic-memory


def test_a_note_has_the_front_matter_and_the_observations_of_basic_memory(tmp_path):
    out = write(tmp_path, basic_memory.EXPORTER, rich()[:3])
    assert sorted(out.files) == ["alice/fact.md", "alice/preference.md", "orders/fact.md"]
    note = out.files["alice/preference.md"].decode()
    head, _, body = note.partition("\n---\n\n")
    assert head.startswith(
        '---\ntitle: "alice: preference"\ntype: memory\npermalink: "perdure/user2falice/alice/preference"\n'
    )
    assert body == "# alice: preference\n\n- [preference] 用户偏好靠窗座位 on trains #travel #火车-票 (2026-02-03)\n"


@pytest.mark.parametrize(
    "subject", ["../up", "C:\\Windows", "con", "a/b", "Ärger", "ärger", "x" * 300, "小雨", ".", "a b\nc", "😀"]
)
def test_a_subject_becomes_a_folder_of_its_own_inside_the_target(subject, tmp_path):
    memories = [memory(1, "one", slot=Slot(subject, "a")), memory(2, "two", slot=Slot(f"{subject}!", "a"))]
    out = write(tmp_path, basic_memory.EXPORTER, memories)
    folders = {name.split("/")[0].casefold() for name in out.files}
    assert len(folders) == len(out.files) == 2
    assert all(re.fullmatch(r"[\w%~-]{1,80}", folder) for folder in folders)
    assert len(read(out.path).items) == 2


# Tables


def test_a_table_is_what_a_spreadsheet_expects(tmp_path):
    out = write(tmp_path, table.EXPORTER, rich())
    content = out.files["out.csv"]
    assert content.startswith(b"\xef\xbb\xbfspace,id,kind,text,")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert len(rows) == len(CARRIED)
    assert rows[0]["text"] == "用户偏好靠窗座位 on trains"
    assert rows[2]["slot.subject"] == "orders"
    assert all(not cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for cell in row.values())


def test_a_formula_is_harmless_and_comes_back(tmp_path):
    out = write(tmp_path, table.EXPORTER, [memory(1, "=1+1"), memory(2, "'=1+1"), memory(3, "@home")])
    assert [item.record["text"] for item in read(out.path).items] == ["=1+1", "'=1+1", "@home"]


def test_every_format_is_registered():
    assert {exporter.name for exporter in FORMATS} <= {exporter.name for exporter in EXPORTERS}


def test_spaces_of_projects_and_the_global_one_are_named(tmp_path):
    for number, space in enumerate((SpaceName("project", "Orders 中"), SpaceName("global", ""))):
        for exporter in FORMATS:
            out = write(
                tmp_path,
                exporter,
                [memory(1, "uses SQLite", space=space)],
                space=space,
                name=f"{exporter.name}-{number}",
            )
            [item] = read(out.path).items
            assert (type(item), item.owner) == (Native, str(space))


def test_many_memories_of_one_kind_are_told_apart_in_a_graph(tmp_path):
    same = [memory(1, "likes tea"), memory(2, "likes tea", created_at=SAID + timedelta(days=1))]
    out = write(tmp_path, mcp_memory.EXPORTER, same)
    assert graph(out)[-1]["observations"] == ["likes tea"]
    assert len(read(out.path).items) == 2
