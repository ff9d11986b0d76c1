"""Files that the owner of a space keeps: whole or not there, dated, and never in place of anything else."""

from __future__ import annotations

import json
import os
import stat
import unicodedata
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import Turn
from perdure.domain.space import SpaceName
from perdure.errors import ExportFailed, InvalidValue
from perdure.transfer.exporters import EXPORTERS
from perdure.transfer.exporting import slug
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


@requirement("P11", "C6")
def test_dated_archives_can_be_encrypted(inside, alice, clock, tmp_path):
    for _ in range(3):
        path = alice.export_into(tmp_path / "out", keep=2, passphrase="正确的马").path
        clock.advance(days=1)
    assert len(list((tmp_path / "out").iterdir())) == 2
    assert Path(path).read_bytes().startswith(b"age-encryption.org/v1")
    inside.space("user/back").import_(path, passphrase="正确的马")
    assert [memory.text for memory in inside.space("user/back").list()] == ["用户偏好靠窗座位"]
    for format, passphrase in (("markdown", "正确的马"), ("archive", "")):
        with pytest.raises(InvalidValue):
            alice.export_into(tmp_path / "none", format=format, passphrase=passphrase)
    assert not (tmp_path / "none").exists()


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
    assert len(path.name.encode()) < 200
    assert not set('\\/:*?"<>|. ') & set(path.name.removesuffix(".perdure"))


@requirement("P11", "L1")
def test_a_dated_export_is_called_what_its_space_is(inside, tmp_path):
    space = inside.space("user/小雨_7")
    space.remember("x")
    assert Path(space.export_into(tmp_path / "out").path).name == "user-小雨_7-20260301T090000Z.perdure"


@requirement("P11")
@pytest.mark.parametrize(
    "names",
    [("Alice", "alice", "ALICE"), ("ﬁx", "fix"), ("straße", "strasse"), ("é", "e\u0301"), ("한", "\u1112\u1161\u11ab"),
     ("ａ", "a"), ("ǆ", "ǅ", "Ǆ"), ("漢" * 255, "漢" * 254 + "字"), ("İ", "i̇", "ı", "i"), ("a%62", "ab")],
)  # fmt: skip
def test_no_two_spaces_share_a_file_whatever_the_disk_takes_for_one(names):
    files = {slug(SpaceName("user", name)) for name in names}
    for form in ("NFC", "NFD"):
        assert len({unicodedata.normalize(form, file).casefold() for file in files}) == len(names)


@requirement("P2", "C6")
def test_what_is_encrypted_is_replaced_only_where_that_is_wanted(alice, tmp_path):
    for path, passphrase in ((tmp_path / "a.perdure", "one"), (tmp_path / "notes.md.age", "mine")):
        alice.export(path, passphrase=passphrase)
        before = path.read_bytes()
        for other in ({}, {"passphrase": passphrase}):
            with pytest.raises(ExportFailed):
                alice.export(path, **other)
        assert path.read_bytes() == before
    before = (tmp_path / "a.perdure").read_bytes()
    alice.export(tmp_path / "a.perdure", passphrase="two", replace=True)
    assert (tmp_path / "a.perdure").read_bytes() != before


@requirement("P2", "P10")
@pytest.mark.parametrize(
    ("format", "mine"),
    [
        ("csv", "text,kind\nI use perdure at work,fact\n"),
        ("jsonl", '{"text": "perdure is a word", "superseded_by": null}\n'),
        ("mem0", '{"results": [{"id": "1", "memory": "about perdure", "metadata": {"superseded_by": 1}}]}'),
        ("mcp-memory", '{"type": "entity", "name": "perdure", "entityType": "tool", "observations": ["perdure"]}\n'),
    ],
)
def test_what_only_speaks_of_perdure_is_no_export(alice, tmp_path, format, mine):
    target = tmp_path / "mine"
    target.write_text(mine, encoding="utf-8")
    with pytest.raises(ExportFailed):
        alice.export(target, format=format)
    assert target.read_text(encoding="utf-8") == mine


@requirement("P2", "P10")
@pytest.mark.parametrize("format", FOLDERS)
def test_files_of_ones_own_in_an_exported_folder_stay(alice, tmp_path, format):
    target = tmp_path / "vault"
    alice.export(target, format=format)
    stale = target / "stale" / "old.md"
    for path, text in (
        (target / "mine.md", "my own"),
        (target / ".obsidian" / "x.json", "{}"),
        (stale, "an older export's"),
    ):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (target / "link").symlink_to("mine.md")
    (target / "empty").mkdir()
    marker = target / ".perdure-export"
    about = json.loads(marker.read_text(encoding="utf-8"))
    marker.write_text(json.dumps({**about, "files": [*about["files"], "stale/old.md"]}), encoding="utf-8")
    alice.remember("The office has a cat", kind="fact")
    alice.export(target, format=format)
    assert (target / "mine.md").read_text(encoding="utf-8") == "my own"
    assert (target / ".obsidian" / "x.json").is_file()
    assert (target / "link").is_symlink()
    assert (target / "empty").is_dir()
    assert not stale.parent.exists()
    assert any("cat" in text.decode("utf-8", "replace") for text in held(target).values())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["memory", "vault"]


@requirement("P2")
def test_a_file_of_ones_own_is_not_written_over_where_the_next_export_has_one(alice, tmp_path):
    target = tmp_path / "vault"
    alice.export(target, format="markdown")
    (target / "decision.md").write_text("my own", encoding="utf-8")
    alice.remember("We decided for PostgreSQL", kind="decision")
    before = held(target)
    with pytest.raises(ExportFailed):
        alice.export(target, format="markdown")
    assert held(target) == before


@requirement("P2")
def test_what_a_killed_export_left_is_swept_after_a_day(alice, tmp_path):
    old, fresh, mine = (
        tmp_path / name for name in (".perdure-making-abcdefg1", ".perdure-making-abcdefg2", ".perdure-making")
    )
    for folder in (old, fresh, mine):
        folder.mkdir()
        (folder / "a.perdure").write_text("x")
    for folder in (old, mine):
        os.utime(folder, (1, 1))
    alice.export(tmp_path / "a.perdure")
    assert [folder.exists() for folder in (old, fresh, mine)] == [False, True, True]


@pytest.mark.parametrize("keep", [0, -1, True, 1.5, "3"])
def test_at_least_one_export_is_kept(alice, tmp_path, keep):
    with pytest.raises(InvalidValue):
        alice.export_into(tmp_path / "out", keep=keep)
    assert not (tmp_path / "out").exists()


@requirement("P10")
def test_lines_of_json_leave_out_what_is_forgotten_and_what_waits(surface, clock, tmp_path):
    space = surface.space("user/alice")
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
    stayed = [(line.field, line.count) for line in report.loss.dropped]
    assert [line for line in stayed if line[0] in ("memory", "entry")] == [("entry", 2), ("memory", 1), ("memory", 1)]


def told(space, memory_id):
    """What happened to a memory, wherever the lines of it stand."""
    return [replace(line, seq=0) for line in space.history(memory_id)]


@requirement("P10")
def test_lines_of_json_restore_what_they_have(surface, clock, tmp_path):
    space = surface.space("user/alice")
    space.remember("Window seats", kind="preference", slot="seat", tags=["旅行"], metadata={"a": [1]})
    clock.advance(days=1)
    space.remember("Aisle seats", kind="preference", slot="seat", expires_at=clock.now() + timedelta(days=9))
    space.permanent.add("回答要简短", kind="boundary")
    space.export(tmp_path / "a.jsonl", format="jsonl")
    memories = space.list(statuses="all").items
    happened = [told(space, memory.id) for memory in memories]
    surface.delete_space("user/alice")
    report = surface.space("user/alice").import_(tmp_path / "a.jsonl")
    assert report.format == "perdure"
    assert surface.space("user/alice").list(statuses="all").items == memories
    assert [told(surface.space("user/alice"), memory.id) for memory in memories] == happened
    surface.space("user/alice").export(tmp_path / "b.jsonl", format="jsonl")
    assert lines(tmp_path / "b.jsonl") == lines(tmp_path / "a.jsonl")


@requirement("P10")
def test_lines_of_json_taken_in_again_change_nothing_and_one_without_history_is_imported(inside, clock, tmp_path):
    space = inside.space("user/alice")
    seat = space.remember("用户偏好靠窗座位", kind="preference").memory
    space.correct(seat.id, "用户偏好靠过道座位")
    space.export(tmp_path / "a.jsonl", format="jsonl")
    before = space.history(seat.id)
    space.import_(tmp_path / "a.jsonl")
    assert space.history(seat.id) == before
    bare = [line for line in lines(tmp_path / "a.jsonl") if line["perdure"] != "history"]
    (tmp_path / "b.jsonl").write_text("\n".join(map(json.dumps, bare)), encoding="utf-8")
    inside.delete_space("user/alice")
    inside.space("user/alice").import_(tmp_path / "b.jsonl")
    assert [line.action for line in inside.space("user/alice").history(seat.id)] == ["imported"]


@requirement("P10")
def test_a_broken_line_of_json_costs_itself(surface, tmp_path):
    space = surface.space("user/alice")
    for text in ("one", "two", "three"):
        space.remember(f"Statement number {text}")
    space.export(tmp_path / "a.jsonl", format="jsonl")
    found = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["perdure"] for line in found] == ["entry"] * 3 + ["memory"] * 3 + ["history"] * 3
    memory = json.loads(found[4])
    broken = [
        *found[:4],
        found[4][:80],
        json.dumps({**memory, "importance": 7}),
        json.dumps({**memory, "space": "x"}),
        *found[5:],
    ]
    (tmp_path / "b.jsonl").write_text("\n".join(broken), encoding="utf-8")
    surface.delete_space("user/alice")
    report = surface.space("user/alice").import_(tmp_path / "b.jsonl")
    assert [skip.line for skip in report.skips] == [5, 6, 7]
    assert surface.space("user/alice").list().total == 2
