"""OpenMemory: its database, the ZIP of its backup, and the packed half of that alone."""

from __future__ import annotations

import gzip
import json
import sqlite3
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Status
from perdure.errors import PerdureError
from perdure.transfer.found import Native, Statement
from tests.unit.importers.reading import SAMPLES, read, written

TEXTS = ["Prefers dark mode, 喜欢深色主题", "以前住在波尔图", "Uses tabs", "每周五写周报"]
STATES = [Status.ACTIVE, Status.ARCHIVED, Status.FORGOTTEN, Status.ARCHIVED]


def part(name: str) -> bytes:
    with zipfile.ZipFile(SAMPLES / "openmemory.zip") as backup:
        return backup.read(name)


@pytest.fixture(params=["database", "backup", "tables", "folder", "packed"])
def place(request, tmp_path) -> Path:
    """The same memories in each form that there is of them."""
    match request.param:
        case "database":
            return written(tmp_path / "openmemory.db", (SAMPLES / "openmemory.db").read_bytes())
        case "backup":
            return written(tmp_path / "holiday.zip", (SAMPLES / "openmemory.zip").read_bytes())
        case "tables":
            return written(tmp_path / "anything.json", part("memories.json"))
        case "folder":
            written(tmp_path / "backup/memories.json", part("memories.json"))
            return written(tmp_path / "backup/memories.jsonl.gz", part("memories.jsonl.gz")).parent
    return written(tmp_path / "memories.jsonl.gz", part("memories.jsonl.gz"))


def test_every_form_says_the_same(place):
    found = read(place)
    assert (found.format, found.skips) == ("openmemory", [])
    assert [(item.text, item.status) for item in found.items] == list(zip(TEXTS, STATES, strict=True))
    first = found.items[0]
    assert (first.tool, first.tags, first.metadata) == ("cursor", ("偏好",), {"source": "chat"})
    assert first.at == datetime(2025, 6, 1, 8, 0, 0, 123456, tzinfo=UTC)
    assert first.id == f"{1:032x}"
    assert first.owner == (None if place.suffix == ".gz" else "alice")


def test_vectors_stay_behind_and_are_told_of():
    found = read(SAMPLES / "openmemory.db")
    assert found.fate("vector") == {Fate.DROPPED}
    assert all("vector" not in item.record for item in found.items)


def test_a_backup_that_is_cut_off_is_one_clear_error(tmp_path):
    content = part("memories.json")
    for cut in (10, len(content) // 2, len(content) - 2):
        with pytest.raises(PerdureError):
            read(written(tmp_path / "memories.json", content[:cut]), "openmemory")


def test_a_packed_file_that_is_cut_off_gives_what_was_whole(tmp_path):
    many = "".join(json.dumps(line) + "\n" for line in [packed_line(n) for n in range(3_000)])
    content = gzip.compress(many.encode())
    found = read(written(tmp_path / "memories.jsonl.gz", content[: len(content) // 2]), "openmemory")
    assert 0 < sum(isinstance(item, Statement) for item in found.items) < 3_000
    assert len(found.skips) in (1, 2)


def packed_line(number: int) -> dict[str, object]:
    return {
        "id": f"{number:08x}",
        "content": f"{number}: 茶 {number**7}",
        "state": "active",
        "app": None,
        "categories": [],
    }


def test_a_damaged_database_is_one_clear_error_or_costs_what_is_damaged(tmp_path):
    content = (SAMPLES / "openmemory.db").read_bytes()
    for cut in range(0, len(content), len(content) // 30):
        try:
            read(written(tmp_path / "openmemory.db", content[:cut] + bytes(97) + content[cut + 97 :]), "openmemory")
        except PerdureError as error:
            assert error.code == "import_failed"


def test_rows_of_odd_types_cost_only_themselves(tmp_path):
    path = written(tmp_path / "openmemory.db", (SAMPLES / "openmemory.db").read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE memories SET content = x'e88cb6', metadata = '[1', created_at = 'never' WHERE content = 'Uses tabs'"
        )
        connection.execute("UPDATE memories SET content = '', state = 'asleep' WHERE content = '以前住在波尔图'")
    connection.close()
    found = read(path)
    assert [skip.code for skip in found.skips] == ["invalid_text"]
    assert {item.text for item in found.items if isinstance(item, Statement)} == {TEXTS[0], "茶", TEXTS[3]}


def test_what_came_from_perdure_goes_back_as_it_was(tmp_path):
    ours = {"id": "mem_1", "space": "user/alice", "text": "爱喝茶", "kind": "preference"}
    line = {**packed_line(1), "content": "爱喝茶", "metadata": {"perdure": ours}}
    (found,) = read(written(tmp_path / "memories.jsonl.gz", gzip.compress(json.dumps(line).encode()))).items
    assert isinstance(found, Native)


@pytest.mark.parametrize("broken", [[1], {"a": 1}, None, 7])
def test_tables_with_ids_of_odd_types_cost_only_the_names(tmp_path, broken):
    tables = json.loads(part("memories.json"))
    tables["apps"][0]["id"] = tables["categories"][0]["id"] = broken
    tables["memories"][0]["category_ids"] = [broken]
    found = read(written(tmp_path / "memories.json", tables))
    assert [item.text for item in found.items] == TEXTS
    assert {(item.tool, item.tags) for item in found.items} == {(None, ())}


def test_a_damaged_backup_is_one_clear_error_or_costs_what_is_damaged(tmp_path):
    content = (SAMPLES / "openmemory.zip").read_bytes()
    for cut in range(4, len(content), 40):
        try:
            read(written(tmp_path / "backup.zip", content[:cut] + bytes(23) + content[cut + 23 :]), "openmemory")
        except PerdureError as error:
            assert error.code == "import_failed"
