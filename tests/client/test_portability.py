"""Memory moves through the client: files of this machine in and out, whatever becomes of the wire."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perdure import errors
from perdure.client import AsyncClient, Client
from perdure.client.files import ready
from perdure.domain.check import Check
from perdure.domain.space import SpaceName
from perdure.domain.staging import StagedState
from perdure.transfer import EXPORTERS
from tests.behaviour.requirements import requirement

SAMPLES = Path(__file__).parents[1] / "importers"
FOLDERS = [exporter.name for exporter in EXPORTERS if not exporter.suffix]


@pytest.fixture
def owner(connect: Any, gateway: Any, name: str) -> Client:
    """A client that may do everything in its space."""
    return connect(token=gateway.token(f"{name}:admin"))


@pytest.fixture
def space(owner: Client, name: str) -> Any:
    """Its space, with two memories."""
    held = owner.space(name)
    held.remember("用户偏好靠窗座位", kind="preference", slot="座位", value="靠窗")
    held.remember("The user moved to Lisbon in May", kind="fact")
    return held


def notes(folder: Path, *texts: str) -> Path:
    """A folder of notes, one a text."""
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number}.md").write_text(f"# 笔记 {number}\n\n- {text}\n", encoding="utf-8")
    return folder


@requirement("P2", "A2")
def test_what_is_exported_through_the_gateway_is_what_the_place_exports(space, gateway, name, tmp_path):
    report = space.export(tmp_path / "a.perdure")
    own = gateway.memory.space(name).export(tmp_path / "b.perdure")
    assert (tmp_path / "a.perdure").read_bytes() == (tmp_path / "b.perdure").read_bytes()
    assert (report.counts, report.loss, report.bytes, report.space) == (own.counts, own.loss, own.bytes, own.space)
    assert report.path == str(tmp_path / "a.perdure")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.perdure", "b.perdure"]


@requirement("P10")
@pytest.mark.parametrize("format", FOLDERS)
def test_a_folder_is_a_folder_again(space, gateway, name, tmp_path, format):
    for _ in range(2):  # the second replaces the first
        space.export(tmp_path / "here", format=format)
    gateway.memory.space(name).export(tmp_path / "there", format=format)
    found = [
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "here", tmp_path / "there")
    ]
    assert found[0] == found[1]
    assert len(found[0]) > 1


@requirement("P2")
def test_what_stands_here_and_is_no_export_is_not_replaced(space, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    for format in ("archive", "csv"):
        with pytest.raises(errors.ExportFailed):
            space.export(mine, format=format)
    assert mine.read_text() == "mine"
    with pytest.raises(errors.InvalidValue):
        space.export(tmp_path / "x", format="zip")
    with pytest.raises(errors.InvalidValue):
        space.export(tmp_path / "x.md", format="csv", passphrase="x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.txt"]


@requirement("P2", "C6")
def test_a_space_moves_from_place_to_place_under_a_passphrase(space, gateway, connect, tmp_path):
    space.export(tmp_path / "a.perdure", passphrase="芝麻开门")
    other = gateway.fresh()
    with_admin = connect(token=gateway.token(f"{other}:admin"))
    told: list[tuple[int, int]] = []
    report = with_admin.home.import_(
        tmp_path / "a.perdure", passphrase="芝麻开门", progress=lambda done, total: told.append((done, total))
    )
    assert (report.memories, [str(one) for one in report.spaces]) == ({"new": 2}, [other])
    assert [memory.text for memory in with_admin.home.list()] == [memory.text for memory in space.list()]
    assert told[-1] == (1_000, 1_000)
    assert told == sorted(told)
    assert with_admin.imports.list() == []


@requirement("P5")
def test_a_file_is_decided_on_from_afar(owner, space, name, tmp_path):
    records = [{"id": str(n), "memory": f"第 {n} 条", "user_id": "alice", "hash": "h"} for n in range(1, 4)]
    file = tmp_path / "mem0.json"
    file.write_text(json.dumps({"results": records}), encoding="utf-8")
    staged = owner.imports.stage(file, map={"alice": name})
    assert (staged.format, staged.memories, staged.state) == ("mem0", 3, StagedState.OPEN)
    assert owner.imports.get(staged.id) == staged == owner.imports.list()[0]
    assert [item.number for item in owner.imports.drop(staged.id, [1, 2])] == [1, 2]
    assert [item.number for item in owner.imports.keep(staged.id, 2)] == [2]
    assert owner.imports.edit(staged.id, 3, "换句话说").edited == "换句话说"
    assert [item.text for item in owner.imports.items(staged.id, decisions=["drop"])] == ["第 1 条"]
    told: list[tuple[int, int]] = []
    assert owner.imports.apply(staged.id, progress=lambda done, total: told.append((done, total))).left_out == 1
    assert told == [(1, 1)]
    assert [memory.text for memory in space.list()][2:] == ["第 2 条", "换句话说"]
    with pytest.raises(errors.ImportSettled):
        owner.imports.apply(staged.id)
    assert (owner.imports.discard(staged.id), owner.imports.discard(staged.id)) == (True, False)
    with pytest.raises(errors.NotFound):
        owner.imports.get(staged.id)


@requirement("P9")
def test_a_folder_of_files_is_sent_packed(space, tmp_path):
    folder = notes(tmp_path / "笔记", "喜欢靠窗的座位", "lives in Oslo")
    (folder / "link.md").symlink_to(folder / "0.md")
    report = space.import_(folder)
    assert sum(report.memories.values()) == 2
    assert ["link.md" in skip.where for skip in report.skips].count(True) == 1
    assert [memory.text for memory in space.list()][2:] == ["笔记 0: 喜欢靠窗的座位", "笔记 1: lives in Oslo"]
    assert space.import_(folder).memories == {"known": 2}


@requirement("P9")
def test_a_database_is_sent_with_what_its_log_holds(space, tmp_path):
    file = tmp_path / "claude-mem.db"
    with closing(sqlite3.connect(SAMPLES / "claude-mem.db")) as sample, closing(sqlite3.connect(file)) as copy:
        sample.backup(copy)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("UPDATE observations SET title = 'written a moment ago 刚写的'")
        connection.commit()
        before = file.read_bytes()
        space.import_(file)
        assert file.read_bytes() == before
    assert any("刚写的" in memory.text for memory in space.list())


@pytest.mark.parametrize("path", ["nowhere.json", "postgresql://me@here/db", "\0"])
def test_what_cannot_be_read_here_is_not_sent(owner, space, name, tmp_path, path):
    with pytest.raises((errors.ImportFailed, errors.InvalidValue)):
        owner.imports.stage(path if "://" in path else tmp_path / path, to=name)
    assert owner.imports.list() == []


@pytest.mark.parametrize("numbers", [True, 1.5, "1", [None], 2**70])
def test_items_are_whole_numbers(owner, numbers):
    with pytest.raises(errors.InvalidValue):
        owner.imports.drop("imp_x", numbers)


@pytest.mark.parametrize("way", ["refuse", "drop", "deaf"])
def test_without_an_answer_a_transfer_is_an_error_and_leaves_nothing_here(space, wire, tmp_path, way):
    file = tmp_path / "talk.jsonl"
    file.write_text('{"speaker": "我", "content": "好"}\n', encoding="utf-8")
    getattr(wire, way)()
    for act in (lambda: space.import_(file), lambda: space.export(tmp_path / "a.perdure"), lambda: space.snapshot()):
        with pytest.raises(errors.GatewayUnavailable):
            act()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["talk.jsonl"]


@requirement("P6")
def test_a_space_goes_back_from_afar(owner, space, name):
    shot = space.snapshot("升级之前")
    assert (shot.note, shot.memories, shot.folder) == ("升级之前", 2, "")
    space.remember("新的一条")
    assert [one.after for one in owner.snapshots.diff(shot.id).added] == ["新的一条"]
    undo = space.rollback(shot.id)
    assert len(space.list()) == 2
    assert owner.snapshots.rollback(undo.id).space == SpaceName.parse(name)
    assert len(space.list()) == 3
    assert [one.id for one in owner.snapshots.list(name)][:2] == [shot.id, undo.id]
    assert owner.snapshots.get(shot.id) == owner.snapshots.list()[0] == shot
    assert [one.id for one in owner.snapshots.prune(name, keep=2)] == [shot.id]
    assert (owner.snapshots.delete(undo.id), owner.snapshots.delete(undo.id)) == (True, False)
    assert owner.snapshots.create(name, keep=1).id == owner.snapshots.list(name)[0].id
    with pytest.raises(errors.InvalidValue):
        owner.snapshots.open(shot.id)
    with pytest.raises(errors.InvalidValue):
        owner.snapshots.prune(name)


@requirement("P6")
def test_a_space_goes_back_to_its_own_snapshots_only(connect, gateway, space):
    everything = connect(token=gateway.secret)
    other = everything.space(gateway.fresh())
    other.remember("elsewhere")
    with pytest.raises(errors.NotFound):
        other.rollback(space.snapshot().id)


@requirement("P7")
def test_questions_are_asked_from_afar(owner, space, name, tmp_path):
    (tmp_path / "q.toml").write_text(owner.draft(name), encoding="utf-8")
    assert owner.verify(tmp_path / "q.toml").passed
    check = Check(question="Where does the user live?", space=SpaceName.parse(name), must_contain=("Oslo",))
    failed = owner.verify([check])
    assert (failed.passed, failed.checks[0].missing, failed.checks[0].check) == (False, ("Oslo",), check)
    assert len(owner.verify([check] * 101)) == 101
    for wrong in ("a question", replace(check, k=0), replace(check, k=2**60), replace(check, question=7)):
        with pytest.raises(errors.InvalidInput):
            owner.verify([check] * 100 + [wrong])
    with pytest.raises(errors.InvalidInput):
        owner.verify(tmp_path / "nowhere.toml")


@requirement("A6")
def test_every_way_of_moving_memory_can_be_awaited(gateway, space, name, tmp_path):
    async def moved() -> None:
        async with AsyncClient(gateway.url, gateway.token(f"{name}:admin"), queue=None, clock=gateway.clock) as memory:
            alice = memory.space(name)
            assert (await alice.export(tmp_path / "a.csv", format="csv")).counts["memories"] == 2
            shot = await alice.snapshot()
            assert (await memory.snapshots.get(shot.id)).space == SpaceName.parse(name)
            assert await alice.rollback(shot.id)
            staged = await memory.imports.stage(tmp_path / "a.csv", to=name)
            assert await memory.imports.discard(staged.id)
            assert "question" in await memory.draft(name)

    asyncio.run(moved())


def test_a_packed_folder_has_every_file_once(tmp_path):
    with ready(notes(tmp_path / "chats", "一", "二")) as file, zipfile.ZipFile(file.path) as archive:
        assert archive.namelist() == ["0.md", "1.md"]
        assert file.name == "chats.zip"
    assert not file.path.exists()
