"""LangGraph itself: we read what `SqliteStore` wrote, and it opens, searches and changes what we wrote."""

from __future__ import annotations

from pathlib import Path

from tests.behaviour.test_foreign_round_trips import carried, elsewhere  # noqa: F401  a fixture
from tests.interop.product import run
from tests.unit.exporters.test_mem0_langgraph import CURRENT, rich
from tests.unit.importers.reading import read


def test_its_store_is_read_as_it_shows_it_itself(tmp_path: Path):
    shown = run("langgraph", "fill", tmp_path / "store.db")
    found = read(tmp_path / "store.db")
    assert (found.format, found.skips) == ("langgraph", [])
    assert {each.id for each in found.items} == {".".join([*item["namespace"], item["key"]]) for item in shown}
    assert {each.text: each.owner for each in found.items} == {
        "喜欢喝龙井茶": "alice",
        "Allergic to peanuts": "alice",
        "name: Bob": "bob",
    }


def test_it_opens_what_we_wrote(memory, clock, tmp_path):
    space = rich(memory, clock)
    space.export(tmp_path / "store.db", format="langgraph")
    shown = run("langgraph", "show", tmp_path / "store.db")
    assert {tuple(item["namespace"]) for item in shown} == {("memories", "alice")}
    assert {item["value"]["content"]["content"] for item in shown} == CURRENT
    created = {each.id: f"{each.created_at:%Y-%m-%dT%H:%M:%S}" for each in space.list()}
    assert {item["key"]: item["created_at"][:19] for item in shown} == created


def test_what_it_changed_comes_back_as_its_own_and_the_rest_as_it_was(memory, elsewhere, clock, tmp_path):  # noqa: F811
    space = rich(memory, clock)
    space.export(tmp_path / "store.db", format="langgraph")
    run("langgraph", "change", tmp_path / "store.db")
    back = elsewhere.space("user/alice")
    back.import_(tmp_path / "store.db")
    texts = {each.text for each in back.list()}
    assert {"Changed over there", "New over there, 新的"} <= texts
    kept, returned = carried(space), carried(back)
    assert len(kept.keys() & returned.keys()) == len(CURRENT) - 1
    assert all(returned[name] == kept[name] for name in kept.keys() & returned.keys())
