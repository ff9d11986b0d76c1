"""Files that are no spaces, damaged ones and newer ones are refused and left as they are; names stay inside the folder."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlcipher3.dbapi2 as sqlite
from hypothesis import example, given
from hypothesis import strategies as st

from perdure.domain.space import MAX_NAME, SpaceName
from perdure.errors import InvalidValue, PerdureError
from perdure.stores.sqlite import SqliteStore
from perdure.stores.sqlite.files import encode, name_in, path_of, shortened
from perdure.testing.store_suite.base import ALICE, BOB, entry, found_by_words, memory
from perdure.testing.store_suite.spaces import HOSTILE
from tests.behaviour.requirements import requirement
from tests.stores.processes import store_on, written


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A space's file with some hundred memories."""
    folder = tmp_path_factory.mktemp("healthy")
    store = store_on(folder)
    with store.space(ALICE).write() as writer:
        writer.add_entries([entry("e1", "a quokka")])
        writer.add_memories([(memory(f"m{number}", f"a quokka, the {number}th"), "k") for number in range(200)])
    store.close()
    return path_of(folder / "spaces", ALICE).read_bytes()


def placed(folder: Path, content: bytes) -> Path:
    """A file where alice's space would be."""
    path = path_of(folder / "spaces", ALICE)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def read(store: SqliteStore) -> None:
    with store.space(ALICE).read() as reader:
        reader.counts()


def refusals(folder: Path) -> set[str]:
    """The codes with which a store refuses to do anything with alice's space."""
    store = store_on(folder)
    codes = set()
    for attempt in (
        lambda: read(store),
        lambda: written(store, ALICE, "m1"),
        lambda: store.writable(ALICE),
        lambda: store.backup(ALICE, folder / "copy.db"),
    ):
        try:
            attempt()
        except PerdureError as error:
            codes.add(error.code)
        else:
            codes.add("ok")
    checked = store.check(ALICE, repair=True)
    assert [(finding.check, finding.ok, finding.repaired) for finding in checked] == [("file", False, False)]
    assert store.names() == [ALICE], "what is damaged is listed, so that it can be looked at"
    store.close()
    assert not (folder / "copy.db").exists()
    return codes


TRUNCATED: dict[str, Callable[[bytes], bytes]] = {
    "one byte": lambda whole: whole[:-1],
    "one page": lambda whole: whole[:-4096],
    "half": lambda whole: whole[: len(whole) // 2],
    "first page": lambda whole: whole[:4096],
    "header": lambda whole: whole[:100],
    "less than a header": lambda whole: whole[:50],
}


@pytest.mark.parametrize("cut", TRUNCATED)
def test_a_truncated_file_is_damaged_and_left_as_it_is(tmp_path: Path, healthy: bytes, cut: str):
    path = placed(tmp_path, TRUNCATED[cut](healthy))
    before = path.read_bytes()
    assert refusals(tmp_path) == {"store_damaged"}
    assert path.read_bytes() == before


def test_a_file_overwritten_inside_is_damaged_and_left_as_it_is(tmp_path: Path, healthy: bytes):
    noise = random.Random(1).randbytes(len(healthy) - 100)
    path = placed(tmp_path, healthy[:100] + noise)
    assert refusals(tmp_path) == {"store_damaged"}
    assert path.read_bytes() == healthy[:100] + noise


def test_damage_that_only_some_reads_meet_is_found_by_a_check(tmp_path: Path, healthy: bytes):
    noise = random.Random(2).randbytes(20 * 4096)
    path = placed(tmp_path, healthy[: -len(noise)] + noise)
    store = store_on(tmp_path)
    assert not all(finding.ok for finding in store.check(ALICE, repair=False))
    store.close()
    assert path.read_bytes() == healthy[: -len(noise)] + noise


FOREIGN = {
    "text": "今天天气很好。\n".encode() * 500,
    "short text": b"hi",
    "one byte": b"x",
    "the name of the format": b"SQLite format 3\x00",
    "zeros": bytes(8192),
    "noise": random.Random(3).randbytes(20_000),
}


@pytest.mark.parametrize("content", FOREIGN)
def test_a_file_that_is_no_database_is_foreign_and_left_as_it_is(tmp_path: Path, content: str):
    path = placed(tmp_path, FOREIGN[content])
    assert refusals(tmp_path) == {"foreign_file"}
    assert path.read_bytes() == FOREIGN[content]


@pytest.mark.parametrize("statement", ["PRAGMA journal_mode=DELETE", "PRAGMA journal_mode=WAL"])
def test_a_database_of_something_else_is_foreign_and_left_as_it_is(tmp_path: Path, statement: str):
    path = placed(tmp_path, b"")
    with_tables = sqlite.connect(path)
    with_tables.execute(statement)
    with_tables.execute("CREATE TABLE alembic_version (version_num TEXT)")
    with_tables.execute("CREATE TABLE notes (text TEXT)")
    with_tables.commit()
    with_tables.close()
    before = path.read_bytes()
    assert refusals(tmp_path) == {"foreign_file"}
    assert path.read_bytes() == before


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_space_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path, healthy: bytes, mode: str):
    path = placed(tmp_path, healthy)
    connection = sqlite.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.execute(f"PRAGMA journal_mode={mode}")
    connection.close()
    before = path.read_bytes()
    assert refusals(tmp_path) == {"store_too_new"}
    assert path.read_bytes() == before


def test_an_empty_file_is_a_space_that_was_never_written(tmp_path: Path):
    path = placed(tmp_path, b"")
    store = store_on(tmp_path)
    with store.space(ALICE).read() as reader:
        assert found_by_words(reader, "quokka") == []
    assert store.check(ALICE, repair=True) == []
    assert path.read_bytes() == b""
    written(store, ALICE, "m1")
    with store.space(ALICE).read() as reader:
        assert found_by_words(reader, "quokka") == ["m1"]
    store.close()


@pytest.mark.parametrize("content", ["text", "one byte", "noise"])
def test_a_catalog_that_is_none_is_refused_and_left_as_it_is(tmp_path: Path, content: str):
    (tmp_path / "catalog.db").write_bytes(FOREIGN[content])
    store = store_on(tmp_path)
    for attempt in (
        lambda: store.calibration("any"),
        lambda: store.set_calibration("any", {}),
        lambda: store.setting("any"),
        lambda: store.set_setting("any", "thing"),
    ):
        with pytest.raises(PerdureError) as refused:
            attempt()
        assert refused.value.code == "foreign_file"
    written(store, ALICE, "m1")
    store.close()
    assert (tmp_path / "catalog.db").read_bytes() == FOREIGN[content]


def test_a_catalog_from_before_the_settings_gets_them_at_the_first_write(tmp_path: Path):
    store = store_on(tmp_path)
    store.set_calibration("any", {"mean": 1})
    store.close()
    connection = sqlite.connect(tmp_path / "catalog.db")
    connection.execute("DROP TABLE settings")
    connection.commit()
    connection.close()
    before = (tmp_path / "catalog.db").read_bytes()
    store = store_on(tmp_path)
    assert store.setting("embedder") is None
    assert (tmp_path / "catalog.db").read_bytes() == before
    assert store.set_setting("embedder", "e5", replace=False) == "e5"
    assert (store.setting("embedder"), store.calibration("any")) == ("e5", {"mean": 1})
    store.close()


def test_asking_makes_no_catalog(tmp_path: Path):
    store = store_on(tmp_path / "memory")
    assert (store.setting("embedder"), store.calibration("any"), store.names()) == (None, None, [])
    store.close()
    (tmp_path / "catalog.db").touch()  # what a process leaves that was killed before its first commit
    store = store_on(tmp_path)
    assert store.setting("embedder") is None
    store.close()
    assert [(path.name, path.read_bytes()) for path in tmp_path.rglob("*")] == [("catalog.db", b"")]


def test_a_catalog_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path):
    store = store_on(tmp_path)
    store.set_calibration("any", {"mean": 1})
    store.close()
    connection = sqlite.connect(tmp_path / "catalog.db")
    connection.execute("PRAGMA user_version=99")
    connection.close()
    before = (tmp_path / "catalog.db").read_bytes()
    with pytest.raises(PerdureError) as refused:
        store_on(tmp_path).calibration("any")
    assert refused.value.code == "store_too_new"
    assert (tmp_path / "catalog.db").read_bytes() == before


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InvalidValue):
        store_on(tmp_path / "notes.txt")
    below = store_on(tmp_path / "notes.txt" / "below")
    with below.space(ALICE).read() as reader:
        assert found_by_words(reader, "quokka") == []
    with pytest.raises(PerdureError) as refused:
        written(below, ALICE, "m1")
    assert refused.value.code == "store_read_only"
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_files_that_people_and_systems_leave_beside_spaces_are_no_spaces(tmp_path: Path):
    long = SpaceName("user", "记忆" * 100)
    store = store_on(tmp_path)
    for name in (ALICE, long):
        written(store, name, "m1")
    store.close()
    folder = tmp_path / "spaces" / "user"
    for copy in ("._alice.db", "alice copy.db", "Alice.db", "alice (1).db", "%ff.db", "alice.db.bak", ".db", "a~b.db"):
        shutil.copy(folder / "alice.db", folder / copy)
    shutil.copy(path_of(tmp_path / "spaces", long), folder / f"copied~{'0' * 32}.db")
    (folder / f"foreign~{'0' * 32}.db").write_bytes(FOREIGN["noise"])
    assert store_on(tmp_path).names() == sorted([ALICE, long])


def test_a_backup_replaces_what_was_at_its_target_and_nothing_else(tmp_path: Path):
    store = store_on(tmp_path / "memory")
    written(store, ALICE, "m1")
    store.backup(ALICE, tmp_path / "alice.db")
    written(store, ALICE, "m2")
    store.backup(ALICE, tmp_path / "alice.db")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alice.db", "memory"]
    copy = placed(tmp_path / "elsewhere", (tmp_path / "alice.db").read_bytes())
    with store_on(tmp_path / "elsewhere").space(ALICE).read() as reader:
        assert len(found_by_words(reader, "quokka")) == 2
    assert copy.exists()
    store.close()


def test_a_backup_replaces_nothing_that_is_no_backup(tmp_path: Path):
    store = store_on(tmp_path / "memory")
    written(store, ALICE, "m1")
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_bytes(FOREIGN["text"])
    connection = sqlite.connect(tmp_path / "notes.db")
    connection.execute("CREATE TABLE notes (text TEXT)")
    connection.close()
    before = (tmp_path / "notes.db").read_bytes()
    for name, code in {"notes.txt": "foreign_file", "notes.db": "foreign_file", "folder": "store_read_only"}.items():
        with pytest.raises(PerdureError) as refused:
            store.backup(ALICE, tmp_path / name)
        assert refused.value.code == code
    assert (tmp_path / "notes.txt").read_bytes() == FOREIGN["text"]
    assert (tmp_path / "notes.db").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "memory", "notes.db", "notes.txt"]
    store.close()


def test_a_backup_does_not_replace_a_space_that_is_open(tmp_path: Path):
    store = store_on(tmp_path)
    for name in (ALICE, BOB):
        written(store, name, str(name))
    for name in (ALICE, BOB):
        with pytest.raises(PerdureError) as refused:
            store.backup(ALICE, path_of(store.spaces_folder, name))
        assert refused.value.code == "store_busy"
    with store.space(BOB).read() as reader:
        assert found_by_words(reader, "quokka") == [str(BOB)]
    store.close()


# names

NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=MAX_NAME) | st.sampled_from(
    HOSTILE
)


@requirement("X3")
@given(NAMES)
@example("x" * 200)
@example("%" * 66)
def test_a_name_becomes_a_file_name_that_any_disk_keeps(name: str):
    stem = encode(name)
    assert stem.isascii()
    assert stem == stem.casefold() == unicodedata.normalize("NFD", stem)
    assert 0 < len(stem) <= 200
    assert not set(stem) & set('/\\:*?"<>|. ')
    assert stem not in {"con", "prn", "aux", "nul"}
    folder = Path("/memory/spaces")
    path = path_of(folder, SpaceName("user", name))
    assert path.parent == folder / "user"
    assert name_in(path) == (None if shortened(path) else name)


@requirement("R2", "X3")
@given(NAMES, NAMES)
@example("é", "e\u0301")
@example("STRASSE", "straße")
@example("ſ", "s")
@example("İ", "i\u0307")
@example("con", "%63on")
@example("x" * 254, "x" * 255)
@example("记忆" * 100, "记忆" * 100 + "~")
def test_two_names_never_share_a_file(one: str, other: str):
    folder = Path("spaces")
    first, second = (path_of(folder, SpaceName("user", name)) for name in (one, other))
    assert (str(first).casefold() == str(second).casefold()) == (one == other)


def test_the_file_of_a_name_never_changes():
    """The names of spaces that are on disks already."""
    assert [encode(name) for name in ("alice", "Alice", "用户", "a/b", "con", "com1", "..")] == [
        "alice",
        "%41lice",
        "%e7%94%a8%e6%88%b7",
        "a%2fb",
        "%63on",
        "%63om1",
        "%2e%2e",
    ]
    assert encode("x" * 255) == "x" * 167 + "~" + "b1cf13ad412cba45f10eb7077f0eae21"


def test_no_name_leaves_the_folder(tmp_path: Path):
    store = store_on(tmp_path / "memory")
    for name in ("..", "../..", "/etc/passwd", "..\\..", "a/../../../b", "~/x", ".", "$HOME", "%2e%2e/"):
        written(store, SpaceName("user", name), "m1")
        written(store, SpaceName("project", name), "m1")
    store.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.parent for path in files} == {tmp_path / "memory" / "spaces" / scope for scope in ("user", "project")}
    assert len(files) == 18
    assert store_on(tmp_path / "memory").space(BOB).name == BOB


# Who may read them

MAKES = """
import os, stat, sys
from pathlib import Path
from perdure import Perdure, Turn
os.umask(0o022)
home = Path(sys.argv[1])
with Perdure(home / "a" / "memory", embedder=None) as memory:
    memory.tokens.new("laptop", grants=["*:admin"])
    for name in ("user/小明", "project/orders"):
        memory.space(name).remember("the code of the door is in here")
        memory.space(name).observe([Turn("门的密码")])
    memory.backup("user/小明", home / "b" / "copies" / "copy.db")
    for path in sorted(home.rglob("*")):
        print(oct(stat.S_IMODE(path.stat().st_mode))[2:], "folder" if path.is_dir() else "file", path.name)
"""


def test_folders_and_files_are_their_owners_alone_from_the_first_byte_whatever_the_umask(tmp_path: Path):
    made = subprocess.run([sys.executable, "-c", MAKES, str(tmp_path)], check=True, capture_output=True, text=True)
    found = [line.split(" ", 2) for line in made.stdout.splitlines()]
    assert {mode for mode, what, _ in found if what == "folder"} == {"700"}
    assert {mode for mode, what, _ in found if what == "file"} == {"600"}
    names = {name for _, _, name in found}
    assert names >= {
        "a",
        "memory",
        "spaces",
        "user",
        "catalog.db",
        "orders.db-wal",
        "orders.db",
        "orders.db-shm",
        "copy.db",
    }


def test_what_is_there_keeps_the_rights_it_has(tmp_path: Path):
    folder, path = tmp_path / "spaces", path_of(tmp_path / "spaces", ALICE)
    path.parent.mkdir(parents=True, mode=0o755)
    path.touch(mode=0o644)
    modes = [each.stat().st_mode for each in (folder, path.parent, path)]
    store = store_on(tmp_path)
    written(store, ALICE, "m1")
    store.close()
    assert [each.stat().st_mode for each in (folder, path.parent, path)] == modes
