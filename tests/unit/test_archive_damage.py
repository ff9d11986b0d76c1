"""A damaged, cut, forged or newer archive is refused with the part named, or what was changed in it means nothing."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perdure import Perdure, Turn
from perdure.errors import ArchiveDamaged, ArchiveTooNew, ImportFailed
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from perdure.transfer.archive import PARTS
from perdure.transfer.found import Native
from perdure.transfer.importers import archive
from perdure.transfer.source import opened
from perdure.transfer.tally import Tally

Parts = dict[str, bytes]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small archive with most parts."""
    folder = tmp_path_factory.mktemp("whole")
    clock = FrozenClock(datetime(2026, 3, 1, 9, 0, tzinfo=UTC))
    with Perdure(folder / "place", embedder=HashEmbedder(), clock=clock, ids=SequentialIds(), timezone="UTC") as place:
        space = place.space("user/alice")
        space.remember("用户偏好靠窗座位", kind="preference", slot="seat")
        space.remember("用户偏好靠过道座位", kind="preference", slot="seat")
        space.permanent.add("回答要简短", kind="boundary")
        space.capture([Turn("I live in Lisbon, please remember that", session="s", ref="1")])
        space.recall("座位")
        return Path(space.export(folder / "a.perdure").path).read_bytes()


def natives(data: bytes, folder: Path) -> list[Native]:
    """What an archive gives; raises ImportFailed."""
    path = folder / "x.perdure"
    path.write_bytes(data)
    with opened(path) as source:
        if not archive.recognises(source):
            raise ImportFailed
        return list(archive.read(source, Tally()))


def parts(data: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(found: Parts) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in found.items():
            made.writestr(name, data)
    return stream.getvalue()


def forged(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """An archive with another part, its manifest made to fit."""
    found = parts(data)
    found[part] = change(found[part])
    manifest = json.loads(found.pop("manifest.json"))
    for entry in manifest["parts"]:
        held = found[entry["name"]]
        entry |= {"sha256": hashlib.sha256(held).hexdigest(), "bytes": len(held), "records": held.count(b"\n")}
    return packed({**found, "manifest.json": json.dumps(manifest).encode()})


def manifest(data: bytes, **changed: object) -> bytes:
    found = parts(data)
    told = {**json.loads(found["manifest.json"]), **changed}
    return packed({**found, "manifest.json": json.dumps({k: v for k, v in told.items() if v is not None}).encode()})


def test_whole_it_gives_every_record_with_its_place(whole, tmp_path):
    found = natives(whole, tmp_path)
    assert list(dict.fromkeys(native.part for native in found)) == [
        part for part, name in PARTS.items() if parts(whole)[name] and part != "slots"
    ]
    assert {native.owner for native in found} == {"user/alice"}
    assert found[1].where == "journal.jsonl line 1"


def test_any_byte_that_is_another_is_noticed_or_means_nothing(whole, tmp_path):
    expected = natives(whole, tmp_path)
    for at in range(0, len(whole), 17):
        damaged = bytearray(whole)
        damaged[at] ^= 0x01 if at % 2 else 0xFF
        try:
            assert natives(bytes(damaged), tmp_path) == expected, at
        except ImportFailed:
            continue


def test_cut_anywhere_it_is_refused(whole, tmp_path):
    for length in [*range(0, len(whole), 61), len(whole) - 1]:
        with pytest.raises(ImportFailed):
            natives(whole[:length], tmp_path)


def test_cut_in_a_part_the_part_is_named(whole, tmp_path):
    for name in ("journal.jsonl", "history.jsonl"):
        with pytest.raises(ArchiveDamaged) as raised:
            natives(whole[: whole.index(name.encode()) + 60], tmp_path)
        assert name in str(raised.value)


def test_pieces_put_in_or_left_out_are_noticed(whole, tmp_path):
    middle = len(whole) // 2
    for damaged in (whole[:middle] + whole[middle + 20 :], whole[:middle] + bytes(20) + whole[middle:]):
        with pytest.raises(ImportFailed):
            natives(damaged, tmp_path)


@pytest.mark.parametrize("name", [*PARTS.values(), "manifest.json"])
def test_a_part_that_is_missing_is_named(whole, tmp_path, name):
    found = parts(whole)
    del found[name]
    with pytest.raises(ImportFailed) as raised:
        natives(packed(found), tmp_path)
    if name != "manifest.json":  # without it, it is any ZIP
        assert isinstance(raised.value, ArchiveDamaged)
        assert name in str(raised.value)


@pytest.mark.parametrize("name", PARTS.values())
def test_a_part_that_is_not_what_was_written_is_named(whole, tmp_path, name):
    found = parts(whole)
    found[name] += b'{"more":1}\n'
    with pytest.raises(ArchiveDamaged) as raised:
        natives(packed(found), tmp_path)
    assert name in str(raised.value)


def test_words_that_are_others_are_noticed_though_the_line_is_fine(whole, tmp_path):
    found = parts(whole)
    found["memories.jsonl"] = found["memories.jsonl"].replace("靠窗".encode(), "靠墙".encode())
    with pytest.raises(ArchiveDamaged):
        natives(packed(found), tmp_path)


@pytest.mark.parametrize("name", ["../../evil", "/etc/passwd", "C:\\evil", "more.txt", "folder/", "Memories.jsonl"])
def test_a_file_that_is_no_part_is_refused(whole, tmp_path, name):
    with pytest.raises(ImportFailed):
        natives(packed({**parts(whole), name: b"x"}), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.perdure"]


def test_a_part_that_is_there_twice_is_refused(whole, tmp_path):
    stream = io.BytesIO(whole)
    with zipfile.ZipFile(stream, "a") as made, pytest.warns(UserWarning, match="Duplicate"):
        made.writestr("memories.jsonl", b"")
    with pytest.raises(ArchiveDamaged):
        natives(stream.getvalue(), tmp_path)


def test_a_link_is_refused(whole, tmp_path):
    found = parts(whole)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name, data in found.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o120777 if name == "links.jsonl" else 0o100600) << 16
            made.writestr(info, data)
    with pytest.raises(ImportFailed):
        natives(stream.getvalue(), tmp_path)


def test_a_bomb_is_refused_before_it_is_unpacked(whole, tmp_path):
    found = parts(whole)
    found["foreign.jsonl"] = b"\n" * (12 << 20)
    with pytest.raises(ArchiveDamaged):
        natives(forged(packed(found), "foreign.jsonl", bytes), tmp_path)


@pytest.mark.parametrize("version", [2, 3, 99])
def test_a_newer_archive_is_told_from_a_damaged_one(whole, tmp_path, version):
    with pytest.raises(ArchiveTooNew):
        natives(manifest(whole, version=version, parts=[], more="unknown"), tmp_path)


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 0}, {"version": "1"}, {"version": None}, {"space": "alice"}, {"space": None}, {"space": "user/../x\n"},
        {"embedder": 3}, {"parts": []}, {"parts": [{}]}, {"parts": "x"}, {"more": 1}, {"version": True}, {"version": -1},
    ],
)  # fmt: skip
def test_a_manifest_that_cannot_be_is_refused(whole, tmp_path, changed):
    with pytest.raises(ArchiveDamaged):
        natives(manifest(whole, **changed), tmp_path)


FORGERIES = {
    "an entry twice": ("journal.jsonl", lambda data: data + data.splitlines(keepends=True)[0]),
    "a memory twice": ("memories.jsonl", lambda data: data + data.splitlines(keepends=True)[0]),
    "a turn that is not there": ("memories.jsonl", lambda data: data.replace(b"ent_000001", b"ent_999999")),
    "the history of nothing": ("history.jsonl", lambda data: data.replace(b'"memory":"mem_000001"', b'"memory":"x"')),
    "an unknown field": ("journal.jsonl", lambda data: data.replace(b'{"id"', b'{"colour":1,"id"')),
    "a kind that is not": ("memories.jsonl", lambda data: data.replace(b'"preference"', b'"dream"')),
    "a permanent kind among others": ("memories.jsonl", lambda data: data.replace(b'"preference"', b'"boundary"')),
    "another kind among permanent": ("permanent.jsonl", lambda data: data.replace(b'"boundary"', b'"fact"')),
    "a time without a zone": ("journal.jsonl", lambda data: data.replace(b'000000Z"', b'000000"')),
    "no object": ("memories.jsonl", lambda data: b"[]\n" + data),
    "no JSON": ("memories.jsonl", lambda data: b"{\n" + data),
    "no UTF-8": ("memories.jsonl", lambda data: data.replace("靠".encode(), b"\xff\xfe")),
    "no end": ("journal.jsonl", lambda data: data[:-1]),
    "an empty line": ("journal.jsonl", lambda data: data + b"\n"),
    "a policy that cannot be": ("policy.json", lambda _: b'{"policy":{"floor":"high"}}\n'),
    "two policies": ("policy.json", lambda data: data + data),
    "no policy": ("policy.json", lambda _: b""),
    "a recall of nothing": ("recalls.jsonl", lambda data: data.replace(b"mem_000002", b"mem_999999")),
    "a slot of nothing": ("slots.jsonl", lambda data: data.replace(b"mem_000002", b"mem_999999")),
    "a mark of nothing": ("distilled.jsonl", lambda data: data.replace(b"ent_", b"eng_")),
    "nested without end": ("journal.jsonl", lambda data: data.replace(b'"metadata":{}', b'"metadata":{"a":' + b"[" * 900 + b"]" * 900 + b"}")),
}  # fmt: skip


@pytest.mark.parametrize("forgery", FORGERIES)
def test_records_that_do_not_belong_together_are_refused_with_their_part(whole, tmp_path, forgery):
    part, change = FORGERIES[forgery]
    assert change(parts(whole)[part]) != parts(whole)[part]
    with pytest.raises(ArchiveDamaged) as raised:
        natives(forged(whole, part, change), tmp_path)
    assert part in str(raised.value)


def test_no_error_shows_what_somebody_remembers(whole, tmp_path):
    for part, change in FORGERIES.values():
        with pytest.raises(ArchiveDamaged) as raised:
            natives(forged(whole, part, change), tmp_path)
        assert not any(word in str(raised.value) for word in ("座位", "简短", "Lisbon"))


def test_an_archive_that_was_packed_again_is_still_one(whole, tmp_path):
    assert natives(packed(dict(reversed(parts(whole).items()))), tmp_path) == natives(whole, tmp_path)
