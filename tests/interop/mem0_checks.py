"""Mem0 itself: we read what it wrote, it opens what we wrote, and what it gives back is what we gave."""

from __future__ import annotations

import json
from pathlib import Path

from perdure.domain.memory import Status
from perdure.transfer.found import Heard, Statement
from tests.behaviour.test_foreign_round_trips import carried, elsewhere  # noqa: F401  a fixture
from tests.interop.product import run
from tests.unit.exporters.test_mem0_langgraph import CURRENT, rich
from tests.unit.importers.reading import read


def test_its_folder_is_read_as_it_shows_it_itself(tmp_path: Path):
    shown = run("mem0", "fill", tmp_path)["results"]
    found = read(tmp_path)
    assert (found.format, found.skips) == ("mem0", [])
    statements = [item for item in found.items if isinstance(item, Statement)]
    live = [each for each in statements if each.status is Status.ACTIVE]
    assert {(each.id, each.text, each.owner) for each in live} == {
        (each["id"], each["memory"], each["user_id"]) for each in shown
    }
    assert {each.at.isoformat() for each in live} == {each["created_at"] for each in shown}
    assert [each.text for each in statements if each.status is Status.FORGOTTEN] == ["I live in Lisbon"]
    assert [past.text for each in live for past in each.past] == ["我喜欢靠窗的座位"]
    assert [item.turn.text for item in found.items if isinstance(item, Heard)] == ["我们周二部署吗？"]


def test_what_it_shows_is_read_from_a_file_as_well(tmp_path: Path):
    shown = run("mem0", "fill", tmp_path / "home")
    (tmp_path / "all.json").write_text(json.dumps(shown), encoding="utf-8")
    assert [item.text for item in read(tmp_path / "all.json").items] == [each["memory"] for each in shown["results"]]


def test_it_takes_in_what_we_wrote_and_gives_back_the_same(memory, elsewhere, clock, tmp_path):  # noqa: F811
    space = rich(memory, clock)
    space.export(tmp_path / "out.json", format="mem0")
    shown = run("mem0", "take", tmp_path / "home", tmp_path / "out.json")
    assert {each["memory"] for each in shown["results"]} == CURRENT
    (tmp_path / "back.json").write_text(json.dumps(shown), encoding="utf-8")
    for place in ("back.json", "home"):
        back = elsewhere.space("user/alice")
        back.import_(tmp_path / place)
        kept = carried(space)
        assert {name: each for name, each in carried(back).items() if name in kept} == kept
        elsewhere.delete_space("user/alice")


def test_it_opens_the_history_that_we_wrote(memory, clock, tmp_path):
    rich(memory, clock).export(tmp_path / "history.db", format="mem0-history")
    before = (tmp_path / "history.db").read_bytes()
    seat, porto, *_ = run("mem0", "history", tmp_path, tmp_path / "history.db")
    assert [(each["event"], each["new_memory"]) for each in seat] == [
        ("ADD", "用户偏好靠窗座位"),
        ("UPDATE", "用户偏好靠过道座位"),
    ]
    assert [each["event"] for each in porto] == ["ADD", "DELETE"]
    assert (tmp_path / "history.db").read_bytes() == before, "it migrated the file: the shape is not its own"
