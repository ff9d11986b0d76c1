"""What an import may read: files, and what is in folders and archives of them; nothing else, and it is told."""

from __future__ import annotations

import io
import json
import os
import shutil
import socket
import sqlite3
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from perdure.errors import ImportFailed
from perdure.transfer.address import address_of, masked, shown
from perdure.transfer.foreign_sqlite import rows, tables
from perdure.transfer.source import opened
from tests.unit.importers.reading import SAMPLES, read, written

MARKDOWN = "# Facts\n\n- 用户偏好靠窗座位\n"


def database(path: Path, *statements: str) -> Path:
    """A file of SQLite."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return path


@pytest.mark.parametrize("sort", ["pipe", "socket"])
def test_what_is_no_file_is_refused_at_once_and_passed_over_in_a_folder(tmp_path, monkeypatch, sort):
    folder = tmp_path / "notes"
    written(folder / "a.md", MARKDOWN)
    monkeypatch.chdir(folder)
    if sort == "pipe":
        os.mkfifo("odd.md")
    else:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("odd.md")
    with pytest.raises(ImportFailed), opened(folder / "odd.md"):
        pass
    found = read(folder)
    assert [(skip.where, skip.code) for skip in found.skips] == [("odd.md", "unsafe_path")]
    assert len(found.items) == 2


def test_a_device_is_refused():
    with pytest.raises(ImportFailed), opened("/dev/zero"):
        pass


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_an_archive_is_known_whatever_it_is_called(tmp_path, mode):
    path = tmp_path / "me.cogx"
    with tarfile.open(path, mode) as made:
        about = tarfile.TarInfo("a.md")
        about.size = len(MARKDOWN.encode())
        made.addfile(about, io.BytesIO(MARKDOWN.encode()))
    with opened(path) as source:
        assert source.names == ("a.md",)


def test_files_that_nobody_read_are_told_in_one_line(tmp_path):
    written(tmp_path / "in" / "a.md", MARKDOWN)
    for number in range(7):
        written(tmp_path / "in" / f"b{number}.csv", "text,kind\nx,fact\n")
    (skip,) = read(tmp_path / "in").skips
    assert skip.code == "not_read"
    assert "7 other files" in skip.reason
    assert "b0.csv" in skip.reason
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as packed:
        packed.writestr("a.md", MARKDOWN)
        packed.writestr("more/c.json", "[1, 2, 3]")
        packed.writestr("more/empty.json", "[]")
    (skip,) = read(tmp_path / "in.zip").skips
    assert "more/c.json" in skip.reason
    assert "empty" not in skip.reason


@pytest.mark.parametrize("path", [SAMPLES / "archive.perdure", SAMPLES / "mem0.json", SAMPLES / "mem0.sqlite"], ids=str)
def test_of_what_was_read_whole_nothing_is_told(path):
    assert not [skip for skip in read(path).skips if skip.code == "not_read"]


def test_a_database_is_read_where_it_lies_and_nothing_is_made_beside_it(tmp_path):
    path = database(tmp_path / "a.db", "PRAGMA journal_mode=WAL", "CREATE TABLE t (a)", "INSERT INTO t VALUES ('你好')")
    before = path.read_bytes()
    with opened(path) as source:
        assert source.local("a.db") == path
        assert list(rows(source.local("a.db"), "SELECT * FROM t")) == [{"a": "你好"}]
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.db"]
    assert path.read_bytes() == before


def test_a_database_with_a_log_is_copied_for_its_owner_alone(tmp_path):
    path = tmp_path / "a.db"
    writing = sqlite3.connect(path)
    writing.execute("PRAGMA journal_mode=WAL")
    writing.execute("CREATE TABLE t (a)")
    writing.execute("INSERT INTO t VALUES (1)")
    writing.commit()
    with opened(path) as source:
        copy = source.local("a.db")
        assert copy != path
        assert {stat.S_IMODE(entry.stat().st_mode) for entry in copy.parent.iterdir()} == {0o600}
        assert list(rows(copy, "SELECT * FROM t")) == [{"a": 1}]
    assert not copy.exists()
    writing.close()


def test_copies_of_imports_that_were_killed_are_swept_after_a_day(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    old, fresh, mine = (
        tmp_path / name for name in ("perdure-import-abcdefg1", "perdure-import-abcdefg2", "perdure-import")
    )
    for folder in (old, fresh, mine):
        folder.mkdir()
    for folder in (old, mine):
        os.utime(folder, (1, 1))
    with opened(written(tmp_path / "a.md", MARKDOWN)):
        assert [folder.exists() for folder in (old, fresh, mine)] == [False, True, True]


STORED = "CREATE TABLE t (a TEXT, b TEXT GENERATED ALWAYS AS (printf('%.*c', 900000000, 'x')))"


def test_what_is_computed_in_a_database_is_not_there(tmp_path):
    path = database(tmp_path / "a.db", STORED, "INSERT INTO t (a) VALUES ('kept')")
    assert tables(path) == {"t": {"a"}}
    assert list(rows(path, "SELECT * FROM t")) == [{"a": "kept", "b": None}]


@pytest.mark.parametrize(
    "made",
    [
        "CREATE VIEW memories AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
        "CREATE VIEW memories AS SELECT a.name AS x FROM sqlite_master a, sqlite_master b",
        "CREATE VIRTUAL TABLE memories USING fts5(x)",
    ],
)
def test_only_tables_of_a_database_are_read(tmp_path, made):
    path = database(tmp_path / "a.db", made)
    assert "memories" not in tables(path)
    with pytest.raises(ImportFailed):
        list(rows(path, "SELECT * FROM memories"))


def test_a_query_that_takes_too_long_ends(tmp_path):
    path = database(tmp_path / "a.db", "CREATE TABLE t (a)", *["INSERT INTO t VALUES (1)"] * 200)
    with pytest.raises(ImportFailed):
        list(rows(path, "SELECT count(*) FROM t a, t b, t c, t d", steps=1_000_000))
    assert list(rows(path, "SELECT count(*) AS n FROM t", steps=1_000_000)) == [{"n": 200}]


def test_a_database_that_is_written_to_while_it_is_read_is_told(tmp_path):
    path = database(tmp_path / "a.db", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)")
    reading = rows(path, "SELECT * FROM t")
    next(reading)
    shutil.copyfile(database(tmp_path / "b.db", "CREATE TABLE t (a)", "CREATE TABLE u (a)"), path)
    with pytest.raises(ImportFailed):
        list(reading)


@pytest.mark.parametrize("path", ["postgresql+psycopg://u:pw@h/db", "POSTGRES://u:pw@h/db", "postgresql:/u:pw@h/db"])
def test_an_address_of_postgresql_is_known_however_it_is_spelt(path):
    address = address_of(path)
    assert address == "postgresql://u:pw@h/db"
    assert shown(address) == "postgresql://u@h/db"


@pytest.mark.parametrize("path", ["mysql://u:p@w/x@h/db", "mysql+pymysql://u:p@w@h", "redis://:p@w@h:6379"])
def test_no_error_shows_what_opens_a_place(path):
    assert "p@w" not in masked(path)
    with pytest.raises(ImportFailed) as raised, opened(path):
        pass
    assert "p@w" not in str(raised.value)


def test_a_table_without_memories_is_told_its_columns_and_what_would_do(tmp_path):
    with pytest.raises(ImportFailed) as raised:
        read(written(tmp_path / "a.csv", "name,age\nBob,3\n"))
    assert all(word in str(raised.value) for word in ("name", "age", "memory", "内容"))
    assert "Bob" not in str(raised.value)


@pytest.mark.parametrize("cut", [0.4, 0.7, 0.99])
def test_of_a_list_that_breaks_off_what_is_whole_comes(tmp_path, cut):
    memories = [{"id": str(n), "memory": f"Alice likes tea number {n}", "user_id": "alice"} for n in range(9)]
    whole = json.dumps({"results": memories}).encode()
    found = read(written(tmp_path / "m.json", whole[: int(len(whole) * cut)]), "mem0")
    assert len(found.items) - len(found.skips) == whole[: int(len(whole) * cut)].count(b"}")
    assert len(found.skips) == 1
