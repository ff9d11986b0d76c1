"""Snapshots as files: exact, alone, read-only for whoever, whole or not there."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
import sqlcipher3.dbapi2 as driver
from sqlalchemy import text

from perdure.domain.space import SpaceName
from perdure.errors import NotFound, StoreBusy, StoreDamaged, StoreFull, StoreTooNew
from perdure.stores.sqlite import FrozenStore, SqliteStore, open_store
from perdure.stores.sqlite.files import path_of
from perdure.stores.sqlite.shelf import disk
from perdure.testing.store_suite.base import (
    ALICE,
    HASH,
    candidates,
    change,
    chat,
    entry,
    found_by_words,
    memory,
    owners,
    vector,
)
from perdure.testing.store_suite.shelf import shot
from tests.behaviour.requirements import requirement
from tests.stores.processes import (
    attempts_on,
    back_and_forth,
    hold,
    running,
    store_on,
    take_snapshots,
    write,
    written,
)
from tests.stores.test_migrations import OLD, OLDER, copied


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(store_on(tmp_path)) as opened:
        yield opened


def filled(folder: Path) -> None:
    """Alice's space with something of everything."""
    with closing(store_on(folder)) as store, store.space(ALICE).write(maintenance=True) as writer:
        writer.add_entries([*chat("s", "where is the quokka?", "在河边"), entry("e", "a note on tea")])
        writer.add_memories([(memory(f"m{n}", f"喝茶 tea number {n}", tags=("x",)), "k") for n in range(20)])
        writer.add_memories([(memory("p", "never talk of the quokka's tea", kind="boundary"), "k")])
        writer.add_changes([change("m1", "added")])
        writer.set_embedder(HASH)
        writer.add_vectors(HASH, {key: vector(said) for _, key, said in writer.missing(HASH, limit=9_999)})


def file_of(folder: Path, name: SpaceName = ALICE) -> Path:
    return path_of(folder / "spaces", name)


def rows(path: Path) -> dict[str, list[Any]]:
    """Every row of every table, with the numbers that SQLite gave it, and every table, index and trigger."""
    with closing(driver.connect(path)) as raw:
        master = raw.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()
        tables = [name for kind, name, _, _ in master if kind == "table"]
        found = {name: raw.execute(f"SELECT * FROM {name}").fetchall() for name in tables}  # noqa: S608  its own tables
    return {"sqlite_master": master, **found}


def opened(folder: Path) -> closing[SqliteStore]:
    return closing(open_store(folder, zone=UTC, busy_timeout=1))


def kept(store: SqliteStore) -> set[str]:
    """The ids of what alice's space keeps, found by a word, in a healthy file."""
    with store.space(ALICE).read() as reader:
        ids = {one.id for _, one in reader.all_memories(after=0, limit=10_000)}
        assert set(found_by_words(reader, "quokka", limit=10_000)) == ids
    assert all(finding.ok for finding in store.check(ALICE, repair=False))
    return ids


# exact


@requirement("P6")
def test_going_back_gives_every_row_of_every_table_as_it_was(tmp_path: Path, store: SqliteStore):
    filled(tmp_path)
    before = rows(file_of(tmp_path))
    made = store.shelf.add(shot("snap_1"))
    assert rows(file_of(Path(made.folder))) == before
    with store.space(ALICE).write(maintenance=True) as writer:
        writer.add_memories([(memory("new", "a numbat"), "k"), (memory("rule", "never", kind="boundary"), "k")])
        writer.update_memories([(memory("m7", "喝咖啡"), "k")])
        writer.set_meta("policy", "{}")
        writer.connection.execute(text("DELETE FROM memories WHERE id = 'm9'"))
    assert rows(file_of(tmp_path)) != before
    store.shelf.restore("snap_1")
    assert rows(file_of(tmp_path)) == before


def test_a_space_that_went_back_is_read_into_memory_once(store: SqliteStore):
    written(store, ALICE, "m1")
    store.shelf.add(shot("snap_1"))
    written(store, ALICE, "m2")
    space = store.space(ALICE)
    with space.read() as reader:
        later = space.cache.index(reader)
    store.shelf.restore("snap_1")
    found = []
    for _ in range(2):
        with space.read() as reader:
            found.append(space.cache.index(reader))
    assert found[0] is found[1] is not later


@requirement("P6")
def test_a_snapshot_is_one_file_and_a_label_that_nobody_may_write_and_reading_adds_none(
    tmp_path: Path, store: SqliteStore
):
    written(store, ALICE, "m1")
    folder = Path(store.shelf.add(shot("snap_1")).folder)
    there = {"snapshot.json", "spaces", "spaces/user", "spaces/user/alice.db"}
    state = {name: (folder / name).stat().st_mode & 0o777 for name in sorted(there)}
    assert state == {name: 0o400 if "." in name else 0o500 for name in there}
    with opened(folder) as frozen:
        assert kept(frozen) == {"m1"}
        assert {str(path.relative_to(folder)) for path in folder.rglob("*")} == there
    assert {str(path.relative_to(folder)) for path in folder.rglob("*")} == there


@requirement("P6")
def test_even_whoever_may_write_any_file_writes_nothing_to_a_snapshot(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    folder = Path(store.shelf.add(shot("snap_1")).folder)
    before = rows(file_of(folder))
    for each in (folder, *folder.rglob("*")):
        each.chmod(0o700)
    with opened(folder) as frozen:
        said = attempts_on(frozen, tmp_path / "copies")
        assert {name for name, code in said.items() if code != "store_read_only"} == {"list", "read", "copy"}
        assert {said[name] for name in ("list", "read", "copy")} == {"ok"}
        with frozen.space(ALICE).read() as reader, pytest.raises(Exception, match="readonly"):
            reader.connection.execute(text("DELETE FROM memories"))
    assert rows(file_of(folder)) == before == rows(tmp_path / "copies" / "alice.db")


# busy


@requirement("P6")
def test_who_writes_goes_on_before_and_after_a_space_goes_back(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    store.shelf.add(shot("snap_1"))
    with running(write, tmp_path, "x", 60) as other:
        before = [other.told() for _ in range(20)]
        store.shelf.restore("snap_1")
        said = {*before, *other.finished()}
    left = kept(store)
    assert "m1" in left <= said | {"m1"}
    assert {"x59"} <= left
    assert not left & set(before[:19])


def test_going_back_waits_for_who_writes_and_gives_up_in_time(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    store.shelf.add(shot("snap_1"))
    written(store, ALICE, "m2")
    with running(hold, tmp_path) as other, closing(store_on(tmp_path, busy_timeout=0.1)) as hurried:
        assert other.told() == "held"
        with pytest.raises(StoreBusy):
            hurried.shelf.restore("snap_1")
        hurried.shelf.add(shot("snap_2"))
        other.go_on()
        other.finished()
    assert kept_ids(store) >= {"m1", "m2", "held0"}
    store.shelf.restore("snap_2")
    assert kept(store) == {"m1", "m2"}


def kept_ids(store: SqliteStore) -> set[str]:
    with store.space(ALICE).read() as reader:
        return {one.id for _, one in reader.all_memories(after=0, limit=10_000)}


# killed


@requirement("P6")
@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_space_whose_way_back_was_cut_off_is_one_or_the_other(tmp_path: Path, store: SqliteStore, times: int):
    for name in ("snap_1", "snap_2"):
        with store.space(ALICE).write() as writer:
            writer.add_memories([(memory(f"{name}-{number}", f"a quokka {name}" * 50), "k") for number in range(200)])
        store.shelf.add(shot(name))
    states = {"snap_1": rows_of_snapshot(store, "snap_1"), "snap_2": rows_of_snapshot(store, "snap_2")}
    with running(back_and_forth, tmp_path, "snap_1", "snap_2") as other:
        for _ in range(times):
            other.told()
        other.process.kill()
        other.process.join()
    assert kept(store)
    assert rows(file_of(tmp_path)) in states.values()
    store.shelf.restore("snap_1")
    assert rows(file_of(tmp_path)) == states["snap_1"]


def rows_of_snapshot(store: SqliteStore, snapshot_id: str) -> dict[str, list[Any]]:
    return rows(file_of(store.shelf.folder(snapshot_id)))


@requirement("P6")
@pytest.mark.parametrize("times", [1, 3])
def test_a_snapshot_is_whole_or_not_there(tmp_path: Path, store: SqliteStore, times: int):
    with store.space(ALICE).write() as writer:
        writer.add_memories([(memory(f"m{number}", "a quokka" * 50), "k") for number in range(200)])
    before = rows(file_of(tmp_path))
    with running(take_snapshots, tmp_path) as other:
        said = [other.told() for _ in range(times)]
        other.process.kill()
        said += [each for each in other.rest() if each not in said]
    found = [one.id for one in store.shelf.all()]
    assert found[: len(said)] == said
    assert len(found) <= len(said) + 1
    assert all(rows_of_snapshot(store, name) == before for name in found)


def test_what_a_killed_process_left_is_no_snapshot_and_goes_with_its_space(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    left = half_made(store, "young")
    assert [*store.shelf.all()] == []
    store.delete(ALICE)
    assert not left.exists()


def test_what_a_killed_process_left_is_swept_away_a_day_later(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    young, old = half_made(store, "young"), half_made(store, "old")
    os.utime(old, (0, 0))
    store.shelf.add(shot("snap_1"))
    assert (young.exists(), old.exists()) == (True, False)


def half_made(store: SqliteStore, name: str) -> Path:
    """A snapshot that was never finished."""
    made = store.shelf.add(shot("snap_9"))
    left = Path(made.folder).with_name(f".part-{name}")
    Path(made.folder).rename(left)
    return left


# strange


@requirement("P6")
@pytest.mark.parametrize("revision", OLDER)
def test_a_snapshot_of_an_older_schema_is_read_and_gone_back_to(tmp_path: Path, revision: str):
    filled(tmp_path)
    copied(tmp_path, revision)
    folder = tmp_path / "snapshots" / "snap_1"
    with closing(store_on(tmp_path)) as store:
        made = Path(store.shelf.add(shot("snap_2", space=ALICE)).folder)
        shutil.copytree(made, folder)
        its = file_of(folder, OLD)
        folder.chmod(0o700)
        its.parent.chmod(0o700)
        file_of(folder).unlink()
        shutil.copy(file_of(tmp_path, OLD), its)
        label = folder / "snapshot.json"
        label.chmod(0o600)
        label.write_text(label.read_text().replace(str(ALICE), str(OLD)).replace("snap_2", "snap_1"))
        before = its.read_bytes()
        with opened(folder) as frozen, frozen.space(OLD).read() as reader:
            assert owners(reader, candidates(reader, "quokka tea").ids)
        told = said_of(store, ALICE)
        with store.space(OLD).write() as writer:
            writer.add_memories([(memory("new", "tea of today"), "k")])
        store.shelf.restore("snap_1")
        assert said_of(store, OLD) == told
        assert all(finding.ok for finding in store.check(OLD, repair=False))
        assert its.read_bytes() == before
        written(store, OLD, "later")


def said_of(store: SqliteStore, name: SpaceName) -> list[Any]:
    with store.space(name).read() as reader:
        found = [owners(reader, candidates(reader, query, limit=9_999).ids) for query in ("quokka", "喝茶", "number 7")]
        return [*found, [one.id for _, one in reader.all_memories(after=0, limit=9_999)]]


def test_a_snapshot_of_a_newer_perdure_is_refused(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    folder = Path(store.shelf.add(shot("snap_1")).folder)
    file = file_of(folder)
    file.chmod(0o600)
    with closing(driver.connect(file)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()
    with opened(folder) as frozen, pytest.raises(StoreTooNew), frozen.space(ALICE).read():
        pass
    with pytest.raises(StoreTooNew):
        store.shelf.restore("snap_1")
    assert kept(store) == {"m1"}


def test_a_damaged_snapshot_changes_nothing(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    file = file_of(Path(store.shelf.add(shot("snap_1")).folder))
    file.chmod(0o600)
    file.write_bytes(file.read_bytes()[:-4096])
    with pytest.raises(StoreDamaged):
        store.shelf.restore("snap_1")
    assert kept(store) == {"m1"}


@pytest.mark.parametrize("label", ["", "{", "[]", "null", "{}", '{"format": 1}', '{"format": 1, "space": "nobody"}'])
def test_a_label_that_cannot_be_read_is_told_and_the_others_are_listed(
    store: SqliteStore, caplog: pytest.LogCaptureFixture, label: str
):
    written(store, ALICE, "m1")
    broken = Path(store.shelf.add(shot("snap_1")).folder)
    store.shelf.add(shot("snap_2"))
    (broken / "snapshot.json").chmod(0o600)
    (broken / "snapshot.json").write_text(label)
    assert [one.id for one in store.shelf.all()] == ["snap_2"]
    assert "snap_1" in caplog.text
    with pytest.raises(StoreDamaged):
        open_store(broken, zone=UTC, busy_timeout=1)
    assert store.shelf.remove_all(ALICE) == 2


def test_files_and_links_among_the_snapshots_are_left_alone(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    store.shelf.add(shot("snap_1"))
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(store.shelf.folder("snap_1"), elsewhere)
    (tmp_path / "snapshots" / "snap_link").symlink_to(elsewhere)
    (tmp_path / "snapshots" / "notes.txt").write_text("mine")
    assert [one.id for one in store.shelf.all()] == ["snap_1"]
    store.delete(ALICE)
    assert (elsewhere / "snapshot.json").exists()
    with pytest.raises(NotFound):
        store.shelf.folder("snap_1")


def test_a_snapshot_that_was_carried_elsewhere_opens_there(tmp_path: Path, store: SqliteStore):
    written(store, ALICE, "m1")
    store.shelf.add(shot("snap_1"))
    elsewhere = tmp_path / "那里 #1?"
    shutil.copytree(store.shelf.folder("snap_1"), elsewhere)
    with opened(elsewhere) as frozen:
        assert isinstance(frozen, FrozenStore)
        assert kept(frozen) == {"m1"}
        assert frozen.keyring.tokens() == []


def test_a_space_with_a_long_name_is_found_in_its_snapshot(store: SqliteStore):
    name = SpaceName("user", "喵" * 100)
    written(store, name, "m1")
    folder = Path(store.shelf.add(shot("snap_1", space=name)).folder)
    with opened(folder) as frozen:
        assert frozen.names() == [name]
    assert [one.space for one in store.shelf.all()] == [name]


@requirement("P6")
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_told_as_one(tmp_path, number):
    with pytest.raises(StoreFull), disk(tmp_path):
        raise OSError(number, "no room")
