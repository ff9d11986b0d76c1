"""What a staged import is made of: whose it is, what an item is called here, what becomes of it, and the lines of its folder."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.capture.intake import Intake
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Origin, Slot, Status
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName
from perdure.domain.staging import Sort, StagedImport, StagedItem, StagedState, Verdict
from perdure.errors import InvalidInput, InvalidSpaceName, InvalidValue, NotFound, StoreDamaged
from perdure.ports.clock import UlidIds
from perdure.text.privacy import guard
from perdure.transfer.found import Native, Past, Statement
from perdure.transfer.guarding import sound_id
from perdure.transfer.pending import Pending
from perdure.transfer.staging.folder import (
    Decisions,
    Folder,
    filling,
    finish,
    folder_of,
    folders,
    listed,
    pending_in,
    remove,
    tidy,
)
from perdure.transfer.staging.items import (
    StagedRecord,
    StagedStatement,
    StagedTurn,
    packed,
    packed_unit,
    unpacked,
    unpacked_unit,
)
from perdure.transfer.staging.owners import Routes, routes_of
from perdure.transfer.staging.statements import as_it_was, candidate_of, digest, entry_id, guarded, memory_id, past_of

ME, ALICE = SpaceName("user", "me"), SpaceName("user", "alice")
NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
EARLIER = datetime(2025, 1, 1, tzinfo=UTC)
INTAKE = Intake(space=ME, policy=Policy(), zone=UTC, now=NOW)


def statement(text: str = "likes tea", **fields: Any) -> Statement:
    return Statement(
        **{"system": "mem0", "id": "1", "text": text, "where": "item 1", "record": {"memory": text}, **fields}
    )


# Whose it is


@pytest.mark.parametrize(
    ("options", "several", "owner", "space"),
    [
        ({"to": "user/me"}, False, "alice", "user/me"),
        ({"to": "user/me"}, True, "alice", "user/me"),
        ({"usual": "user/me"}, False, None, "user/me"),
        ({"usual": "user/me"}, False, "alice", "user/me"),
        ({"usual": "user/me"}, True, "alice", "user/alice"),
        ({"usual": "user/me"}, True, "小明", "user/小明"),
        ({"usual": "user/me"}, True, None, "user/me"),
        ({}, True, "alice", "user/alice"),
        ({"map": {"alice": "project/x"}, "usual": "user/me"}, False, "alice", "project/x"),
        ({"map": {"bob": "project/x"}, "to": "user/me"}, True, "alice", "user/me"),
        ({"map": {"bob": "project/x", "*": "global"}}, True, "alice", "global"),
        ({"map": {"bob": "project/x", "*": "global"}}, True, None, "global"),
        ({"map": {"*": ME}, "to": "user/me"}, True, "alice", "user/me"),
    ],
)
def test_an_owner_goes_where_he_is_sent_else_where_he_belongs(options, several, owner, space):
    routes = replace(routes_of(**options), several=several)
    assert routes.lead(owner)
    assert str(routes.space(owner)) == space


def test_what_perdure_wrote_goes_back_to_its_space_unless_it_is_sent_elsewhere():
    assert str(routes_of(usual="user/me").space("project/x", ours=True)) == "project/x"
    assert str(routes_of(to="user/me").space("project/x", ours=True)) == "user/me"
    assert str(routes_of({"project/x": "project/y"}).space("project/x", ours=True)) == "project/y"


@pytest.mark.parametrize(("owner", "several"), [(None, False), ("alice", False), (None, True)])
def test_nobody_is_sent_where_no_space_was_named(owner, several):
    routes = Routes(several=several)
    assert not routes.lead(owner)
    with pytest.raises(InvalidValue):
        routes.space(owner)


@pytest.mark.parametrize(
    "owner", ["a" * 256, "*", "user/alice", "a/b", " ", "a\nb\x00", "al\u200bice", "ghp_" + "Z9" * 18]
)
def test_an_owner_whose_name_makes_no_space_has_to_be_sent_somewhere(owner):
    with pytest.raises(InvalidValue) as refused:
        Routes(several=True).space(owner)
    assert "Z9" not in str(refused.value)
    for mapping in ({owner: "user/me"}, {"*": "user/me"}, {sound_id(owner): "user/me"}):
        assert replace(routes_of(mapping), several=True).space(owner) == ME


def test_owners_that_differ_in_case_alone_are_two():
    routes = Routes(several=True)
    assert routes.space("Alice") != routes.space("alice")


def test_a_line_of_our_own_cannot_name_a_space_after_a_secret():
    with pytest.raises(InvalidSpaceName):
        Routes().space("user/ghp_" + "Z9" * 18, ours=True)


@pytest.mark.parametrize(
    "options", [{"map": "alice"}, {"map": {1: "user/me"}}, {"map": {"a": "x"}}, {"to": ""}, {"usual": "x"}]
)
def test_routes_that_lead_nowhere_are_refused(options):
    with pytest.raises(InvalidInput):
        routes_of(**options)


def test_who_is_mapped_and_not_there_is_named():
    assert routes_of({"alice": "user/me", "bob": "user/me", "*": "user/me"}).unknown(["alice", None]) == ["bob"]


# What it is called, and what is kept of it


def test_no_fresh_id_is_taken_for_a_secret():
    ids = UlidIds()
    fresh = [ids.new(prefix, NOW) for prefix in ("ent", "mem", "rec", "rev") for _ in range(25_000)]
    derived = [f"mem_{digest(name)}" for name in fresh[:1_000]]
    assert [name for name in (*fresh, *derived) if sound_id(name) != name] == []
    said = "\n".join(f"{name} fills its slot" for name in (*derived, "mem_01M8PW27KGVPWD3J617VPDXXP6"))
    assert guard(said).text == said


@given(st.uuids())
def test_a_uuid_is_an_id_whatever_its_digits_look_like(name):
    assert sound_id(str(name)) == INTAKE.handle(str(name), "session") == str(name)


@pytest.mark.parametrize("name", ["ghp_" + "Z9" * 18, "a\x00b", "password: hunter2x9"])
def test_an_id_that_holds_what_cannot_be_kept_becomes_one_that_stays_as_it_is(name):
    assert sound_id(name) != name
    assert name not in sound_id(name)
    assert sound_id(sound_id(name)) == sound_id(name)


def test_the_same_statement_has_the_same_id_everywhere_and_another_one_another():
    told = [statement(), statement(id="2"), statement(owner="alice"), statement(system="zep"), statement(owner="")]
    names = [memory_id(each) for each in told]
    assert len(set(names)) == len(names)
    assert memory_id(statement("other words")) == names[0]
    assert entry_id(names[0]) == names[0].replace("mem_", "ent_")


@given(st.lists(st.none() | st.text(), max_size=4), st.lists(st.none() | st.text(), max_size=4))
def test_digests_differ_where_their_parts_do(one, other):
    assert (digest(*one) == digest(*other)) == (one == other)
    assert len(digest(*one)) == 26


def test_a_statement_is_guarded_in_every_field_that_says_something():
    key = "ghp_" + "Z9" * 18
    given_ = statement(
        f"token {key}",
        record={"deep": [{"x": key}]},
        metadata={"note": key},
        tags=(key,),
        past=(Past(text=key, at=EARLIER, reason=key),),
    )
    sound = guarded(given_, INTAKE)
    assert key not in repr(replace(sound, where=""))


def test_naive_times_are_in_the_zone_of_the_store():
    shanghai = timezone(timedelta(hours=8))
    sound = guarded(
        statement(at=datetime(2025, 1, 1, 8), updated_at=datetime(2025, 1, 2, 8)), replace(INTAKE, zone=shanghai)
    )
    assert (sound.at, sound.updated_at) == (EARLIER, EARLIER + timedelta(days=1))


def test_what_was_confirmed_before_it_was_said_was_confirmed_when_it_was_said():
    assert candidate_of(statement(at=NOW, updated_at=EARLIER), INTAKE).updated_at == NOW


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "  "},
        {"kind": "boundary"},
        {"kind": "gossip"},
        {"importance": 7.0},
        {"confidence": -1.0},
        {"at": datetime(1, 1, 1, tzinfo=UTC)},
        {"record": {"a": {1}}},
        {"tags": ("x" * 600,)},
    ],
)
def test_a_statement_that_cannot_be_kept_is_refused_with_what_is_wrong(fields):
    with pytest.raises(InvalidInput):
        guarded(statement(**fields), INTAKE)


def test_earlier_wordings_become_lines_of_the_history_the_oldest_first():
    told = statement("three", past=(Past(text="one", at=EARLIER), Past(text="two", at=None, reason="better")))
    lines = past_of(told, "mem_1", text="three", at=NOW, actor="local")
    assert [(line.before["text"], line.after["text"], line.at) for line in lines] == [
        ("one", "two", EARLIER),
        ("two", "three", NOW),
    ]
    assert past_of(statement(), "mem_1", text="x", at=NOW, actor="local") == []


def memory(name: str, **fields: Any) -> Memory:
    base = {
        "kind": "fact",
        "text": "x",
        "created_at": EARLIER,
        "updated_at": EARLIER,
        "recorded_at": NOW,
        "holds_from": EARLIER,
    }
    return Memory(**{"id": name, "space": ME, **base, **fields})


def test_a_superseded_memory_points_to_what_holds_in_its_place_and_ends_where_that_begins():
    made, told = memory("mem_1"), statement(status=Status.SUPERSEDED, superseded_by="2")
    ended = as_it_was(told, made, memory("mem_2", holds_from=NOW))
    assert (ended.status, ended.superseded_by, ended.holds_until) == (Status.SUPERSEDED, "mem_2", NOW)
    assert as_it_was(told, replace(made, holds_until=EARLIER), memory("mem_2", holds_from=NOW)).holds_until == EARLIER
    waiting = as_it_was(told, made, "mem_3")
    assert (waiting.superseded_by, waiting.holds_until) == ("mem_3", None)
    assert as_it_was(statement(status=Status.ARCHIVED), made, None) == replace(made, status=Status.ARCHIVED)


# The lines of its folder


def test_every_sort_of_line_comes_back_as_it_was():
    entry = Entry(
        id="",
        space=ALICE,
        session="s",
        text="好 \U0001f600",
        at=NOW,
        recorded_at=NOW,
        ref="r",
        tool_calls=({"name": "book", "arguments": {"n": [1, 2.5, None]}},),
        metadata={"utc_offset": 480},
    )
    whole = statement(
        owner="alice",
        slot=Slot("self", "tea"),
        origin=Origin.ASSISTANT,
        at=NOW,
        tags=("茶",),
        past=(Past(text="before", at=None),),
    )
    for line in (
        StagedTurn(
            unit=1, space=ALICE, entry=entry, timed=True, where="line 1", line=1, system="chatgpt", record={"a": "b"}
        ),
        StagedStatement(unit=2, space=ME, statement=whole),
        StagedRecord(unit=None, space=ME, native=Native(part="history", record={"x": [1]}, where="history line 1")),
    ):
        raw = packed(line)
        assert unpacked(raw) == line
        assert raw.count(b"\n") == 1
    unit = StagedItem(
        number=1, sort=Sort.MEMORY, space=ME, owner=None, text="茶", verdict=Verdict.CONFLICT, against="x", at=NOW
    )
    assert unpacked_unit(packed_unit(unit)) == unit


@pytest.mark.parametrize("raw", [b"", b"X{}", b"T{}", b"S[]", b"R", b'T{"unit": "x"}'])
def test_a_line_of_no_known_sort_is_refused(raw):
    with pytest.raises(ValueError):
        unpacked(raw)


def about(name: str, *, state: StagedState = StagedState.OPEN, at: datetime = NOW) -> StagedImport:
    return StagedImport(
        id=name,
        at=at,
        by="local",
        path="x",
        format="mem0",
        title="t",
        state=state,
        owners=(),
        conversations=0,
        turns=0,
        memories=1,
    )


def item(number: int, sort: Sort = Sort.MEMORY) -> StagedItem:
    return StagedItem(number=number, sort=sort, space=ME, owner=None, text=f"{number}")


def made(root: Path, name: str, **fields: Any) -> Folder:
    """An import of a conversation between two memories."""
    with filling(root, name) as folder:
        folder.add([StagedStatement(unit=1, space=ME, statement=statement())])
        folder.add_units([item(1), item(3)])
        return finish(folder, about(name, **fields), [item(2, Sort.CONVERSATION)])


def test_a_folder_counts_once_it_is_complete(tmp_path):
    root = tmp_path / "imports"
    folder = made(root, "imp_1")
    assert [unit.number for unit in folder.units()] == [1, 2, 3]
    assert [line.unit for line, _ in folder.lines()] == [1]
    assert [found.path for found in folders(root)] == [folder.path]
    with pytest.raises(RuntimeError), filling(root, "imp_2") as broken:
        broken.add([])
        raise RuntimeError
    assert [path.name for path in root.iterdir()] == ["imp_1"]


def test_the_folder_is_for_its_owner_alone_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        folder = made(tmp_path / "imports", "imp_1")
        folder.decide(Decisions(dropped=frozenset({1})))
        with folder.alone():
            pending = Pending(pending_in(tmp_path / "imports", ME))
            pending.add(["mem_1"])
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (folder.path, folder.path.parent)} == {0o700}
    files = [path for path in folder.path.parent.rglob("*") if path.is_file()]
    assert len(files) == 6
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_decisions_are_kept_and_told(tmp_path):
    folder = made(tmp_path, "imp_1")
    assert folder.decisions() == Decisions()
    decisions = Decisions(dropped=frozenset({1}), edited={3: "三"})
    folder.decide(decisions)
    assert folder.decisions() == decisions
    assert [decisions.of(unit).edited for unit in folder.units()] == [None, None, "三"]


@pytest.mark.parametrize("name", ["../imp_1", "imp_2", "", ".", ".new-imp_1", "imp_1/"])
def test_a_name_that_is_no_import_leads_nowhere(tmp_path, name):
    made(tmp_path / "imports", "imp_1")
    with pytest.raises(NotFound):
        folder_of(tmp_path / "imports", name)


def test_what_is_damaged_is_said_to_be_and_hides_no_other(tmp_path):
    damaged, whole = made(tmp_path, "imp_1"), made(tmp_path, "imp_2")
    (damaged.path / "staged.json").write_text("{")
    (damaged.path / "items").write_bytes(b"T{\n")
    (damaged.path / "units.jsonl").write_bytes(b"{\n")
    (damaged.path / "decisions.json").write_bytes(b"[")
    for read in (damaged.staged, damaged.decisions, lambda: list(damaged.units()), lambda: list(damaged.lines())):
        with pytest.raises(StoreDamaged):
            read()
    assert [staged.id for _, staged in listed(tmp_path)] == ["imp_2"]
    tidy(tmp_path, NOW)
    assert whole.staged() == about("imp_2")


def test_what_a_killed_process_left_is_removed_after_a_day_and_not_before(tmp_path):
    made(tmp_path, "imp_1")
    old, fresh = tmp_path / ".new-imp_2", tmp_path / ".new-imp_3"
    for path in (old, fresh):
        path.mkdir()
    os.utime(old, (0, 0))
    tidy(tmp_path, NOW)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".new-imp_3", "imp_1"]


def test_what_was_applied_long_ago_is_removed(tmp_path):
    long_ago = NOW - timedelta(days=31)
    made(tmp_path, "imp_1", state=StagedState.APPLIED, at=long_ago)
    made(tmp_path, "imp_2", state=StagedState.OPEN, at=long_ago)
    made(tmp_path, "imp_3", state=StagedState.APPLIED)
    tidy(tmp_path, NOW)
    assert [folder.path.name for folder in folders(tmp_path)] == ["imp_2", "imp_3"]
    remove(folder_of(tmp_path, "imp_2"))
    assert [path.name for path in tmp_path.iterdir()] == ["imp_3"]
