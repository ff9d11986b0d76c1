"""The store of LangGraph and the two shapes of LangMem."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from perdure.domain.loss import Fate
from perdure.errors import PerdureError
from perdure.transfer.found import Native, Statement
from perdure.transfer.importers.langgraph import owner_of
from tests.unit.importers.reading import SAMPLES, lines, read, written

TEXTS = {
    "喜欢喝龙井茶",
    "Allergic to peanuts, 对花生过敏",
    "Alice works at Acme",
    "name: Bob; age: 31; languages: English, 中文",
}


def item(value: Any, *namespace: str, **fields: Any) -> dict[str, Any]:
    at = "2026-01-01T08:00:00+00:00"
    return {
        "namespace": [*namespace] or ["memories", "alice"],
        "key": "k",
        "value": value,
        "created_at": at,
        "updated_at": at,
        **fields,
    }


def one(tmp_path: Path, value: Any, *namespace: str, **fields: Any) -> Any:
    """What an item with that value becomes."""
    good = item({"content": "爱喝茶"}, key="good")
    _, found = read(written(tmp_path / "items.jsonl", lines(good, item(value, *namespace, **fields)))).items
    return found


@pytest.mark.parametrize("name", ["langgraph.db", "langgraph.jsonl"])
def test_both_forms_are_known_by_what_is_in_them(tmp_path, name):
    found = read(written(tmp_path / "holiday.png", (SAMPLES / name).read_bytes()))
    assert (found.format, found.skips) == ("langgraph", [])
    assert {each.text for each in found.items} == TEXTS
    assert {each.text: each.owner for each in found.items}["name: Bob; age: 31; languages: English, 中文"] == "bob"


@pytest.mark.parametrize(
    "content", [[item({"content": "茶"})], {"items": [item({"content": "茶"})]}, item({"content": "茶"})]
)
def test_items_are_read_however_they_were_put_together(tmp_path, content):
    (found,) = read(written(tmp_path / "items.json", content)).items
    assert (found.text, found.owner, found.id) == ("茶", "alice", "memories.alice.k")


def test_times_of_the_file_are_utc_and_an_item_that_expires_still_does(tmp_path):
    path = written(tmp_path / "store.db", (SAMPLES / "langgraph.db").read_bytes())
    with sqlite3.connect(path) as store:
        store.execute(
            "UPDATE store SET created_at = '2026-01-01 08:00:00', expires_at = '2027-01-01 08:00:00.5+00:00' WHERE key = 'k1'"
        )
    store.close()
    tea = next(each for each in read(path).items if each.text == "喜欢喝龙井茶")
    assert tea.at == datetime(2026, 1, 1, 8, tzinfo=UTC)
    assert tea.expires_at == datetime(2027, 1, 1, 8, 0, 0, 500_000, tzinfo=UTC)


def test_vectors_are_told_of_even_those_whose_items_are_gone(tmp_path):
    path = written(tmp_path / "store.db", (SAMPLES / "langgraph.db").read_bytes())
    with sqlite3.connect(path) as store:
        store.execute("CREATE TABLE store_vectors (prefix text, key text, field_name text, embedding BLOB)")
        store.execute("INSERT INTO store_vectors VALUES ('memories.alice', 'deleted', '$', x'0000803f')")
    store.close()
    found = read(path)
    assert found.fate("store_vectors") == {Fate.DROPPED}
    assert {each.text for each in found.items} == TEXTS


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"content": "爱喝茶"}, "爱喝茶"),
        ({"kind": "Memory", "content": {"content": "爱喝茶"}}, "爱喝茶"),
        ({"content": {"content": "爱喝茶"}}, "爱喝茶"),
        ({"text": "likes tea", "score": 3}, "likes tea"),
        ({"memory": "likes tea"}, "likes tea"),
        (
            {"kind": "Triple", "content": {"subject": "Ann", "predicate": "lives_in", "object": "成都"}},
            "Ann lives in 成都",
        ),
        (
            {"name": "Ann", "likes": ["tea", "茶"], "pets": {"cat": "Mia"}, "driver": False, "nick": None},
            "name: Ann; likes: tea, 茶; pets: cat Mia; driver: no",
        ),
    ],
)
def test_what_a_value_says_is_found_in_any_shape(tmp_path, value, text):
    found = one(tmp_path, value)
    assert (found.text, found.record["value"]) == (text, value)


@pytest.mark.parametrize("value", [None, 3, "tea", [], {}, {"content": " "}, {"a": None}, {"a": {}}])
def test_a_value_that_says_nothing_costs_only_itself(tmp_path, value):
    good = item({"content": "爱喝茶"}, key="good")
    found = read(written(tmp_path / "items.jsonl", lines(good, item(value), {**good, "key": "last"})))
    assert [each.id for each in found.items if isinstance(each, Statement)] == [
        "memories.alice.good",
        "memories.alice.last",
    ]
    assert len(found.skips) == 1


@pytest.mark.parametrize(
    ("namespace", "owner"),
    [
        (["memories", "alice"], "alice"),
        (["alice", "memories"], "alice"),
        (["users", "小雨", "profile"], "小雨"),
        (["org", "acme", "users", "bob", "facts"], "bob"),
        (["memories"], None),
        ([], None),
    ],
)
def test_the_owner_is_the_last_label_that_does_not_say_what_is_kept(namespace, owner):
    assert owner_of(namespace) == owner


def test_the_same_key_in_two_namespaces_is_two_memories(tmp_path):
    assert (
        one(tmp_path, {"content": "a"}, "memories", "alice").id != one(tmp_path, {"content": "a"}, "memories", "bob").id
    )


def test_what_came_from_perdure_goes_back_as_it_was_unless_it_was_reworded(tmp_path):
    ours = {"id": "mem_1", "space": "project/orders", "text": "周二部署", "kind": "rule"}
    found = one(tmp_path, {"kind": "Memory", "content": {"content": "周二部署"}, "perdure": ours})
    assert isinstance(found, Native)
    assert found.owner == "project/orders"
    changed = one(tmp_path, {"kind": "Memory", "content": {"content": "周三部署"}, "perdure": ours})
    assert (changed.text, changed.system) == ("周三部署", "langgraph")


def test_a_value_nested_ever_deeper_comes_in_as_far_as_anybody_reads(tmp_path):
    value: Any = "tea"
    for _ in range(90):
        value = {"a": value}
    found = read(written(tmp_path / "items.jsonl", lines(item({"content": "爱喝茶"}), item(value))))
    assert (len(found.items), found.skips) == (2, [])


def test_a_damaged_store_is_one_clear_error_or_costs_what_is_damaged(tmp_path):
    content = (SAMPLES / "langgraph.db").read_bytes()
    for cut in range(0, len(content), len(content) // 40):
        try:
            read(written(tmp_path / "store.db", content[:cut] + bytes(97) + content[cut + 97 :]), "langgraph")
        except PerdureError as error:
            assert error.code == "import_failed"


@pytest.mark.parametrize("value", ['{"content":', "[]", "nothing", b"\xff\xfe"])
def test_a_row_whose_value_is_no_object_costs_only_itself(tmp_path, value):
    path = written(tmp_path / "store.db", (SAMPLES / "langgraph.db").read_bytes())
    with sqlite3.connect(path) as store:
        store.execute("UPDATE store SET value = ? WHERE key = 'k1'", (value,))
    store.close()
    found = read(path)
    assert {each.text for each in found.items if isinstance(each, Statement)} == TEXTS - {"喜欢喝龙井茶"}
    assert len(found.skips) == 1


def test_a_value_with_many_texts_keeps_all_of_them_beside(tmp_path):
    value = {"content": "爱喝茶", "importance": 0.9, "tags": ["茶"], "embedding": [0.1, 0.2]}
    found = one(tmp_path, value)
    assert (found.importance, found.tags) == (0.9, ("茶",))
    assert json.dumps(found.record["value"], ensure_ascii=False) == json.dumps(
        {name: each for name, each in value.items() if name != "embedding"}, ensure_ascii=False
    )
