"""Mem0: what its API answers, its history, a folder of Qdrant, rows of pgvector, and several of them together."""

from __future__ import annotations

import json
import pickle
import sqlite3
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Origin, Status
from perdure.domain.staging import Skip
from perdure.errors import ImportFailed, PerdureError
from perdure.transfer.found import Heard, Native, Statement
from perdure.transfer.importers.mem0.records import expiry
from tests.unit.importers.reading import SAMPLES, lines, read, written
from tests.unit.test_restricted_pickle import Runs

MEMORY = {
    "id": "m1",
    "memory": "喜欢喝龙井茶",
    "hash": "0" * 32,
    "user_id": "alice",
    "created_at": "2026-01-01T08:00:00Z",
}
OURS = {
    "id": "mem_1",
    "space": "user/alice",
    "text": "喜欢喝龙井茶",
    "kind": "preference",
    "created_at": "2026-01-01T08:00:00Z",
}


def statements(path: Path, format: str | None = None) -> list[Statement]:
    return [item for item in read(path, format).items if isinstance(item, Statement)]


def one(tmp_path: Path, record: Any) -> Any:
    """What one record becomes."""
    (item,) = read(written(tmp_path / "mem0.json", [{**MEMORY, **record}])).items
    return item


def home(tmp_path: Path) -> Path:
    """A folder as Mem0 leaves it."""
    folder = tmp_path / "mem0"
    written(folder / "history.db", (SAMPLES / "mem0.db").read_bytes())
    written(folder / "qdrant/collection/mem0/storage.sqlite", (SAMPLES / "mem0.sqlite").read_bytes())
    written(folder / "qdrant/meta.json", {"collections": {}, "aliases": {}})
    written(
        folder / "migrations_qdrant/collection/mem0migrations/storage.sqlite", (SAMPLES / "mem0.sqlite").read_bytes()
    )
    return folder


def points(path: Path, *pickles: bytes) -> Path:
    """A collection of Qdrant with these points."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE points (id TEXT PRIMARY KEY, point BLOB)")
        connection.executemany("INSERT INTO points VALUES (?, ?)", [(str(n), each) for n, each in enumerate(pickles)])
    connection.close()
    return path


@pytest.mark.parametrize("name", ["mem0.json", "mem0.csv", "mem0.db", "mem0.sqlite"])
def test_every_form_is_known_by_what_is_in_it(tmp_path, name):
    found = read(
        written(
            tmp_path / "holiday.png" if name != "mem0.csv" else tmp_path / "table.csv", (SAMPLES / name).read_bytes()
        )
    )
    assert (found.format, found.skips) == ("mem0", [])
    assert {"我喜欢靠过道的座位", "Deploys happen on Tuesdays, 周二部署"} <= {
        item.text for item in found.items if isinstance(item, Statement)
    }


@pytest.mark.parametrize("name", ["mem0.json", "mem0.csv", "mem0.sqlite"])
def test_a_memory_keeps_its_owner_its_times_and_what_it_was(name):
    seat, deploys = statements(SAMPLES / name)
    assert (seat.system, seat.owner, seat.speaker, seat.metadata) == ("mem0", "alice", "alice", {"topic": "旅行"})
    assert seat.at < seat.updated_at
    assert seat.expires_at == datetime(2027, 1, 2, tzinfo=UTC)
    assert (deploys.owner, deploys.session, deploys.origin) == ("bob", "run-1", Origin.ASSISTANT)
    assert seat.record["hash"]
    assert "vector" not in seat.record


def test_the_history_alone_tells_every_wording_what_was_deleted_and_the_last_turns():
    found = read(SAMPLES / "mem0.db")
    seat, gone, _, asked, answered = found.items
    assert [past.text for past in seat.past] == ["我喜欢靠窗的座位"]
    assert seat.past[0].at == seat.updated_at
    assert (gone.text, gone.status) == ("I live in Lisbon", Status.FORGOTTEN)
    assert isinstance(asked, Heard)
    assert (asked.turn.text, asked.turn.speaker, asked.turn.role, asked.owner) == (
        "我们周二部署吗？",
        "bob",
        "user",
        "bob",
    )
    assert answered.turn.role == "assistant"
    assert asked.turn.session == answered.turn.session


def test_a_folder_is_joined_by_the_ids_of_the_memories(tmp_path):
    found = [item for item in read(home(tmp_path)).items if isinstance(item, Statement)]
    assert len({statement.id for statement in found}) == len(found) == 3
    seat = next(statement for statement in found if statement.text == "我喜欢靠过道的座位")
    assert (seat.owner, [past.text for past in seat.past]) == ("alice", ["我喜欢靠窗的座位"])
    assert [event["event"] for event in seat.record["history"]] == ["ADD", "UPDATE"]


def test_what_is_derived_from_the_memories_is_told_of_and_not_read(tmp_path):
    assert read(home(tmp_path)).fate("collection mem0migrations") == {Fate.DROPPED}


def test_what_the_store_of_a_folder_does_not_have_any_more_is_not_made_live_again(tmp_path):
    folder = home(tmp_path)
    with sqlite3.connect(folder / "history.db") as history:
        row = (
            "h9",
            "gone",
            None,
            "Collects stamps",
            "ADD",
            "2026-01-01T00:00:00Z",
            "2026-01-01T00:00:00Z",
            0,
            None,
            None,
        )
        history.execute(f"INSERT INTO history VALUES ({', '.join('?' * 10)})", row)
    history.close()
    assert {each.text: each.status for each in statements(folder)}["Collects stamps"] is Status.ARCHIVED


def test_histories_of_the_first_versions_are_read(tmp_path):
    with sqlite3.connect(tmp_path / "history.db") as history:
        history.execute(
            "CREATE TABLE history (id TEXT, memory_id TEXT, prev_value TEXT, new_value TEXT, event TEXT, timestamp DATETIME)"
        )
        history.execute("INSERT INTO history VALUES ('1', 'm', NULL, 'drinks tea', 'ADD', '2024-01-01')")
        history.execute("INSERT INTO history VALUES ('2', 'm', 'drinks tea', '喝茶', 'UPDATE', '2024-01-02')")
    history.close()
    (statement,) = statements(tmp_path / "history.db")
    assert (statement.text, statement.past[0].text) == ("喝茶", "drinks tea")


def test_points_that_would_run_something_are_left_out_alone(tmp_path):
    good = {"id": "p1", "payload": {"data": "likes tea", "user_id": "alice"}}
    mark = tmp_path / "ran"
    bad = pickle.dumps(Runs(Path.touch, mark))
    path = points(
        tmp_path / "collection/mem0/storage.sqlite", pickle.dumps(good), bad, b"\x80\x04", b"", pickle.dumps([1])
    )
    found = read(path)
    assert not mark.exists()
    assert [item.text for item in found.items if isinstance(item, Statement)] == ["likes tea"]
    assert {skip.code for skip in found.skips} == {"invalid_input"}
    assert len(found.skips) == 4


def test_a_collection_of_another_program_is_not_taken_for_memories(tmp_path):
    path = points(tmp_path / "collection/docs/storage.sqlite", pickle.dumps({"id": 1, "payload": {"text": "a page"}}))
    with pytest.raises(ImportFailed):
        read(path)


@pytest.mark.parametrize(
    "content",
    [
        [MEMORY],
        {"results": [MEMORY]},
        {"results": [MEMORY], "relations": [{"source": "alice", "relationship": "likes", "target": "tea"}]},
        {"count": 1, "next": None, "previous": None, "results": [MEMORY]},
        {"memories": [MEMORY]},
        lines(MEMORY),
        [
            {
                "id": "m1",
                "vector": "[1,2]",
                "payload": {"data": MEMORY["memory"], "user_id": "alice", "created_at": "2026-01-01T08:00:00Z"},
            }
        ],
        {
            "result": {
                "points": [
                    {
                        "id": "m1",
                        "payload": {"data": MEMORY["memory"], "user_id": "alice", "created_at": MEMORY["created_at"]},
                    }
                ]
            }
        },
        lines(
            {
                "id": "m1",
                "payload": json.dumps(
                    {"data": MEMORY["memory"], "user_id": "alice", "created_at": MEMORY["created_at"]}
                ),
            }
        ),
    ],
)
def test_every_answer_and_dump_there_ever_was_says_the_same(tmp_path, content):
    (statement,) = statements(written(tmp_path / "dump.json", content))
    assert (statement.id, statement.text, statement.owner) == ("m1", "喜欢喝龙井茶", "alice")
    assert statement.at == datetime(2026, 1, 1, 8, tzinfo=UTC)


def test_a_list_whose_end_is_far_away_is_recognised(tmp_path):
    many = {"results": [{**MEMORY, "id": f"m{n}", "memory": f"{n} {'茶' * 900}"} for n in range(900)]}
    assert len(statements(written(tmp_path / "many.json", many))) == 900


@pytest.mark.parametrize(
    ("fields", "owner"),
    [
        ({"user_id": "alice", "agent_id": "bot"}, "alice"),
        ({"user_id": None, "agent_id": "bot"}, "bot"),
        ({"user_id": "", "app_id": "app"}, "app"),
        ({"user_id": 7}, "7"),
        ({"user_id": None}, None),
    ],
)
def test_the_owner_is_the_user_or_else_the_agent_or_the_app(tmp_path, fields, owner):
    assert one(tmp_path, fields).owner == owner


@pytest.mark.parametrize("broken", ["not a time", "9999-99-99", True, {"a": 1}, -1e40, "0001-01-01"])
def test_an_impossible_time_costs_only_itself(tmp_path, broken):
    found = read(written(tmp_path / "mem0.json", [{**MEMORY, "created_at": broken, "updated_at": 1_767_254_400}]))
    (statement,) = found.items
    assert statement.at == statement.updated_at == datetime(2026, 1, 1, 8, tzinfo=UTC)
    assert statement.record["created_at"] == broken
    assert found.fate("created_at") == {Fate.KEPT_RAW}


@pytest.mark.parametrize("broken", [{"memory": "  "}, {"memory": None}, {"memory": 3}])
def test_a_memory_that_says_nothing_costs_only_itself(tmp_path, broken):
    found = read(
        written(tmp_path / "mem0.json", [MEMORY, MEMORY | {"id": "m2"} | broken, MEMORY | {"id": "m3"}]), "mem0"
    )
    assert [item.id for item in found.items if isinstance(item, Statement)] == ["m1", "m3"]
    assert [skip.code for skip in found.skips] == ["invalid_text"]


def test_a_file_that_breaks_off_gives_what_was_whole(tmp_path):
    content = json.dumps([MEMORY, MEMORY | {"id": "m2"}]).encode()
    found = read(written(tmp_path / "mem0.json", content[:-20]))
    assert [item.id for item in found.items if isinstance(item, Statement)] == ["m1"]
    assert len(found.skips) == 1


def test_categories_are_tags_and_a_procedure_is_one(tmp_path):
    found = one(tmp_path, {"categories": ["food", "茶", "food"], "memory_type": "procedural_memory"})
    assert (found.tags, found.kind) == (("food", "茶"), "procedure")


def test_what_came_from_perdure_goes_back_as_it_was(tmp_path):
    found = one(tmp_path, {"metadata": {"perdure": OURS}})
    assert isinstance(found, Native)
    assert (found.part, found.owner, found.record["id"]) == ("memories", "user/alice", "mem_1")


def test_what_was_reworded_over_there_is_a_statement_of_theirs(tmp_path):
    found = one(tmp_path, {"metadata": {"perdure": OURS, "x": 1}, "memory": "喜欢喝红茶"})
    assert isinstance(found, Statement)
    assert (found.text, found.metadata) == ("喜欢喝红茶", {"x": 1})


def test_a_memory_without_an_id_is_told_apart_for_good(tmp_path):
    first, second = (one(tmp_path, {"id": None}) for _ in range(2))
    assert first.id == second.id
    assert first.id != one(tmp_path, {"id": None, "user_id": "bob"}).id


@pytest.mark.parametrize("name", ["mem0.db", "mem0.sqlite"])
def test_a_damaged_database_is_one_clear_error_or_costs_what_is_damaged(tmp_path, name):
    content = (SAMPLES / name).read_bytes()
    for cut in range(0, len(content), len(content) // 40):
        damaged = content[:cut] + bytes(97) + content[cut + 97 :]
        try:
            read(written(tmp_path / "storage.sqlite", damaged), "mem0")
        except PerdureError as error:
            assert error.code == "import_failed"


def test_a_day_of_expiry_is_shown_to_its_end():
    assert expiry("2026-12-31") == datetime(2027, 1, 1, tzinfo=UTC)
    assert expiry(date.max.isoformat()) is None
    assert expiry("soon") is None


def test_asking_for_the_format_where_there_is_nothing_of_it_is_an_error(tmp_path):
    with pytest.raises(ImportFailed):
        read(written(tmp_path / "notes.txt", "hello"), "mem0")


def test_a_broken_row_of_a_dump_costs_only_itself(tmp_path):
    content = 'id,vector,payload\n1,"[1]","{""data"": ""likes tea""}"\n2,"[1]",{\n3,"[1]","{""data"": ""爱喝茶""}"\n'
    found = read(written(tmp_path / "rows.csv", content))
    assert [item.text for item in found.items if isinstance(item, Statement)] == ["likes tea", "爱喝茶"]
    assert all(isinstance(item, Statement | Skip) for item in found.items)
    assert len(found.skips) == 1
