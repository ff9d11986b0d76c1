"""Files that the owner of a space keeps: whole or not there, dated, and never in place of anything else."""

from __future__ import annotations

import json
import stat
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import Turn
from perdure.errors import ExportFailed, InvalidValue
from perdure.transfer.exporters import EXPORTERS
from tests.behaviour.requirements import requirement

FOLDERS = [exporter.name for exporter in EXPORTERS if not exporter.suffix]
MARKED = [exporter for exporter in EXPORTERS if exporter.name != "mem0-history"]
"""In all others something tells what was exported from what the other system wrote itself."""


@pytest.fixture
def alice(memory):
    space = memory.space("user/alice")
    space.remember("用户偏好靠窗座位", kind="preference")
    space.observe([Turn("I moved to Lisbon", session="s")])
    return space


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@requirement("P2", "P10")
def test_an_export_says_where_it_went_and_what_of_it(alice, tmp_path):
    report = alice.export(tmp_path / "a.perdure")
    assert (str(report.space), report.format, Path(report.path)) == ("user/alice", "archive", tmp_path / "a.perdure")
    assert report.bytes == (tmp_path / "a.perdure").stat().st_size
    assert (report.counts["memories"], report.counts["journal"]) == (1, 2)
    assert {line.fate for line in report.loss} == {"mapped"}


@requirement("P2")
def test_an_export_is_for_its_owner_alone_and_leaves_nothing_beside_it(alice, tmp_path):
    for name, format in [("a.perdure", "archive"), ("a.jsonl", "jsonl")]:
        alice.export(tmp_path / name, format=format)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "a.perdure", "memory"]


@requirement("P2")
@pytest.mark.parametrize("exporter", MARKED, ids=lambda exporter: exporter.name)
def test_an_earlier_export_of_the_same_kind_is_replaced(alice, tmp_path, exporter):
    target = tmp_path / f"out{exporter.suffix}"
    alice.export(target, format=exporter.name)
    first = held(target)
    alice.remember("The office has a cat", kind="fact")
    alice.export(target, format=exporter.name)
    assert held(target) != first
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["memory", target.name])


@requirement("P2", "P10")
@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)
def test_the_same_space_gives_the_same_bytes_in_every_form(alice, clock, tmp_path, exporter):
    alice.export(tmp_path / f"a{exporter.suffix}", format=exporter.name)
    clock.advance(minutes=1)
    alice.export(tmp_path / f"b{exporter.suffix}", format=exporter.name)
    assert held(tmp_path / f"a{exporter.suffix}") == held(tmp_path / f"b{exporter.suffix}")


def held(target: Path) -> dict[str, bytes]:
    """What a file, or each file of a folder, has in it."""
    if target.is_file():
        return {"": target.read_bytes()}
    return {str(path.relative_to(target)): path.read_bytes() for path in sorted(target.rglob("*")) if path.is_file()}


@requirement("P2")
@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)
def test_what_is_no_export_is_never_replaced(alice, tmp_path, exporter):
    target = tmp_path / f"mine{exporter.suffix}"
    if exporter.suffix:
        target.write_text("# my own notes\n\n- milk\n", encoding="utf-8")
    else:
        target.mkdir()
        (target / "note.md").write_text("my own", encoding="utf-8")
    before = held(target)
    with pytest.raises(ExportFailed):
        alice.export(target, format=exporter.name)
    assert held(target) == before


@requirement("P2")
def test_places_that_cannot_be_written_are_said_so(alice, tmp_path):
    (tmp_path / "file").write_text("x")
    for target in (tmp_path, tmp_path / "none" / "a.perdure", tmp_path / "file" / "a.perdure", tmp_path / ("x" * 300)):
        with pytest.raises(ExportFailed):
            alice.export(target)
    for target in ("", "  ", "a\0b"):
        with pytest.raises(InvalidValue):
            alice.export(target)
    with pytest.raises(ExportFailed):
        alice.export_into(tmp_path / "file")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "memory"]


@pytest.mark.parametrize("format", ["", "zip", "ARCHIVE"])
def test_a_format_there_is_none_of_is_refused(alice, tmp_path, format):
    with pytest.raises(InvalidValue):
        alice.export(tmp_path / "a", format=format)


def test_only_an_archive_is_encrypted(alice, tmp_path):
    with pytest.raises(InvalidValue):
        alice.export(tmp_path / "a.jsonl", format="jsonl", passphrase="secret")
    with pytest.raises(InvalidValue):
        alice.export(tmp_path / "a.perdure", passphrase="")
    assert [path.name for path in tmp_path.iterdir()] == ["memory"]


@requirement("P2")
def test_an_export_that_is_stopped_leaves_what_was_there(alice, tmp_path):
    alice.export(tmp_path / "a.perdure")
    before = (tmp_path / "a.perdure").read_bytes()
    alice.remember("More")

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        alice.export(tmp_path / "a.perdure", progress=stop)
    assert (tmp_path / "a.perdure").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.perdure", "memory"]


@requirement("P2")
def test_progress_ends_where_everything_is_written(alice, tmp_path):
    told = []
    alice.export(tmp_path / "a.perdure", progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (3, 3)


@requirement("P11")
def test_dated_exports_keep_the_newest(alice, clock, tmp_path):
    made = []
    for _ in range(5):
        made.append(Path(alice.export_into(tmp_path / "out", keep=3).path))
        clock.advance(days=1)
    assert sorted((tmp_path / "out").iterdir()) == made[2:]
    assert made[0].name == "user-alice-20260301T090000Z.perdure"
    assert zipfile.is_zipfile(made[-1])


@requirement("P11")
def test_a_report_names_what_was_let_go(alice, clock, tmp_path):
    first = alice.export_into(tmp_path / "out", keep=1)
    clock.advance(seconds=1)
    assert alice.export_into(tmp_path / "out", keep=1).removed == (first.path,)


@requirement("P11")
def test_only_exports_of_the_same_space_and_format_are_let_go(memory, alice, clock, tmp_path):
    out = tmp_path / "out"
    memory.space("user/alice2").remember("x")
    memory.space("project/alice").remember("x")
    others = [
        alice.export_into(out, format="jsonl").path,
        memory.space("user/alice2").export_into(out).path,
        memory.space("project/alice").export_into(out).path,
    ]
    mine = ["user-alice-.perdure", "user-alice-20250101T000000Z.perdure.bak", "user-alice-2025.perdure", "notes.md"]
    for name in mine:
        (out / name).write_text("mine")
    (out / "user-alice-20240101T000000Z.perdure").symlink_to(out / "notes.md")
    for _ in range(3):
        alice.export_into(out, keep=1)
        clock.advance(days=1)
    left = {path.name for path in out.iterdir()}
    assert {Path(path).name for path in others} | set(mine) | {"user-alice-20240101T000000Z.perdure"} <= left
    assert len(left) == len(others) + len(mine) + 2


@requirement("P11")
@pytest.mark.parametrize("format", FOLDERS)
def test_folders_are_let_go_like_files(alice, clock, tmp_path, format):
    (tmp_path / "out" / f"user-alice-20240101T000000Z.{format}").mkdir(parents=True)
    for _ in range(3):
        alice.export_into(tmp_path / "out", format=format, keep=2)
        clock.advance(days=1)
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == [
        f"user-alice-2024{'0101T000000Z'}.{format}",
        f"user-alice-20260302T090000Z.{format}",
        f"user-alice-20260303T090000Z.{format}",
    ]


@requirement("P11")
@pytest.mark.parametrize("name", ["../../etc", "Alice", "爱丽丝", "a b", "CON", "." * 3, "x" * 255, "漢" * 255])
def test_no_name_of_a_space_leads_out_of_the_folder(inside, tmp_path, name):
    space = inside.space(f"user/{name}")
    space.remember("x")
    path = Path(space.export_into(tmp_path / "out", keep=1).path)
    assert path.parent == tmp_path / "out"
    assert path.name.isascii()
    assert len(path.name) < 200


@pytest.mark.parametrize("keep", [0, -1, True, 1.5, "3"])
def test_at_least_one_export_is_kept(alice, tmp_path, keep):
    with pytest.raises(InvalidValue):
        alice.export_into(tmp_path / "out", keep=keep)
    assert not (tmp_path / "out").exists()


@requirement("P10")
def test_lines_of_json_leave_out_what_is_forgotten_and_what_waits(inside, clock, tmp_path):
    space = inside.space("user/alice")
    space.remember("Kept: 靠窗", kind="preference")
    gone = space.remember("Forgotten and gone").memory
    space.forget(gone.id)
    clock.advance(hours=1)
    doubted = space.remember("Doubted by now", kind="fact").memory
    space.feedback(doubted.id, "wrong")
    space.observe([Turn("said and not remembered", session="s")])
    report = space.export(tmp_path / "a.jsonl", format="jsonl")
    found = lines(tmp_path / "a.jsonl")
    assert [line["text"] for line in found if line["perdure"] == "memory"] == ["Kept: 靠窗"]
    assert [line["text"] for line in found if line["perdure"] == "entry"] == ["Kept: 靠窗", "said and not remembered"]
    assert {line["space"] for line in found} == {"user/alice"}
    assert {line.reason for line in report.loss.dropped} >= {"it is forgotten", "it is review"}


@requirement("P10")
def test_lines_of_json_restore_what_they_have(inside, clock, tmp_path):
    space = inside.space("user/alice")
    space.remember("Window seats", kind="preference", slot="seat", tags=["旅行"], metadata={"a": [1]})
    clock.advance(days=1)
    space.remember("Aisle seats", kind="preference", slot="seat", expires_at=clock.now() + timedelta(days=9))
    space.permanent.add("回答要简短", kind="boundary")
    space.export(tmp_path / "a.jsonl", format="jsonl")
    memories = space.list(statuses="all").items
    inside.delete_space("user/alice")
    report = inside.space("user/alice").import_(tmp_path / "a.jsonl")
    assert report.format == "perdure"
    assert inside.space("user/alice").list(statuses="all").items == memories
    assert [line.action for line in inside.space("user/alice").history(memories[0].id)] == ["imported"]
    inside.space("user/alice").export(tmp_path / "b.jsonl", format="jsonl")
    assert lines(tmp_path / "b.jsonl") == lines(tmp_path / "a.jsonl")


@requirement("P10")
def test_a_broken_line_of_json_costs_itself(inside, tmp_path):
    space = inside.space("user/alice")
    for text in ("one", "two", "three"):
        space.remember(f"Statement number {text}")
    space.export(tmp_path / "a.jsonl", format="jsonl")
    found = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    memory = json.loads(found[4])
    broken = [
        *found[:4],
        found[4][:80],
        json.dumps({**memory, "importance": 7}),
        json.dumps({**memory, "space": "x"}),
        *found[5:],
    ]
    (tmp_path / "b.jsonl").write_text("\n".join(broken), encoding="utf-8")
    inside.delete_space("user/alice")
    report = inside.space("user/alice").import_(tmp_path / "b.jsonl")
    assert [skip.line for skip in report.skips] == [5, 6, 7]
    assert inside.space("user/alice").list().total == 2
