"""An import waits to be looked at; nothing of it is live before somebody says so, and it comes in once, however often it is run."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from perdure import Perdure
from perdure.domain.access import Grant, Principal
from perdure.domain.staging import Decision, Sort, StagedState, Verdict
from perdure.errors import Forbidden, ImportFailed, ImportSettled, InvalidInput, InvalidValue, NotFound, StoreBusy
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from perdure.transfer.staging import applying
from tests.behaviour.requirements import requirement
from tests.stores.processes import running

SAMPLES = Path(__file__).parents[1] / "importers"
FORMATS = tuple(sorted(path.name for path in SAMPLES.iterdir()))
MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def memories(path: Path, *records: tuple[str, str] | dict[str, Any], owner: str | None = "alice") -> Path:
    """What Mem0's `get_all` gives: texts under their ids."""
    told = [record if isinstance(record, dict) else {"id": record[0], "memory": record[1]} for record in records]
    base: dict[str, Any] = {"created_at": "2026-01-05T08:00:00+00:00", "hash": "0", "metadata": None}
    if owner is not None:
        base["user_id"] = owner
    results = [{**base, **record} for record in told]
    path.write_text(json.dumps({"results": results}, ensure_ascii=False), encoding="utf-8")
    return path


def turns(path: Path, *texts: str) -> Path:
    """Lines of a chat."""
    lines = [json.dumps({"speaker": "我", "content": text}, ensure_ascii=False) for text in texts]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def state(place: Any, *names: str) -> list[tuple[Any, ...]]:
    """What spaces hold, without the moment that each was learned."""
    return [
        (memory.id, memory.text, memory.status, memory.access_count, memory.created_at, memory.source.turns)
        for name in names
        for memory in place.space(name).list(statuses="all", limit=1_000)
    ] + [(entry.text, entry.session, entry.ref) for name in names for entry in place.space(name).entries(limit=1_000)]


def verdicts(items: Any) -> list[tuple[str, Verdict]]:
    return [(item.text, item.verdict) for item in items]


@requirement("P5")
def test_nothing_is_live_before_it_is_applied(surface, tmp_path):
    path = memories(tmp_path / "m.json", ("1", "Likes green tea"), ("2", "周二部署"))
    staged = surface.imports.stage(path, to="user/me")
    assert (staged.format, staged.state, staged.memories) == ("mem0", StagedState.OPEN, 2)
    assert surface.spaces() == []
    report = surface.imports.apply(staged.id)
    assert report.memories == {Verdict.NEW: 2}
    assert [memory.text for memory in surface.space("user/me").list()] == ["Likes green tea", "周二部署"]


@requirement("P9")
@pytest.mark.parametrize("sample", FORMATS)
def test_every_sample_comes_in_once_however_often_it_is_imported(memory, sample):
    space = memory.space(f"user/{sample}")
    first = space.import_(SAMPLES / sample)
    held = state(memory, f"user/{sample}")
    again = space.import_(SAMPLES / sample)
    assert first.added + sum(first.memories.values()) > 0
    assert state(memory, f"user/{sample}") == held
    assert (again.added, again.repeated) == (0, first.added)
    assert again.memories == ({Verdict.KNOWN: sum(first.memories.values())} if first.memories else {})
    assert memory.imports.list() == []


@requirement("P9")
def test_the_plan_says_what_applying_then_does(home, clock):
    with Perdure(home, embedder=None, clock=clock, timezone="UTC") as memory:  # with ids that no sample of our own has
        for sample in FORMATS:
            staged = memory.imports.stage(SAMPLES / sample, to="user/me")
            told = {verdict: number for verdict, number in staged.verdicts.items() if verdict is not Verdict.KNOWN}
            talks = [item for item in memory.imports.items(staged.id, limit=1_000) if item.sort is Sort.CONVERSATION]
            came = {**memory.imports.apply(staged.id).memories}
            came[Verdict.NEW] = came.get(Verdict.NEW, 0) + sum(talk.verdict is Verdict.NEW for talk in talks)
            assert {v: n for v, n in came.items() if n and v is not Verdict.KNOWN} == told, sample


@requirement("P5")
def test_owners_go_to_spaces_of_their_names_unless_they_are_mapped(memory, tmp_path):
    path = memories(
        tmp_path / "m.json",
        {"id": "1", "memory": "a", "user_id": "alice"},
        {"id": "2", "memory": "b", "user_id": "小明"},
        {"id": "3", "memory": "c", "user_id": None},
    )
    staged = memory.imports.stage(path, usual="user/me")
    assert {owner.name: str(owner.space) for owner in staged.owners} == {
        "alice": "user/alice",
        "小明": "user/小明",
        None: "user/me",
    }
    staged = memory.imports.stage(path, map={"alice": "project/x", "*": "user/rest"})
    memory.imports.apply(staged.id)
    assert [memory.text for memory in memory.space("project/x").list()] == ["a"]
    assert [memory.text for memory in memory.space("user/rest").list()] == ["b", "c"]


@requirement("P5")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"map": {"bob": "user/me"}},
        {"map": {"alice": "me"}},
        {"map": ["alice"], "to": "user/me"},
        {"to": "nowhere"},
        {"to": "user/me", "map": {"*": "user/you"}},
        {"to": "user/me", "format": "telegram"},
    ],
)
def test_a_wish_that_cannot_be_followed_is_refused_and_nothing_is_staged(surface, tmp_path, options):
    path = memories(tmp_path / "m.json", ("1", "a"))
    with pytest.raises(InvalidInput):
        surface.imports.stage(path, **options)
    assert surface.imports.list() == []
    assert list(surface.imports.stage(path, to="user/me").owners)


@requirement("P5")
def test_what_stands_here_is_shown_beside_what_comes(surface, tmp_path):
    space = surface.space("user/me")
    earlier = datetime(2025, 1, 1, tzinfo=UTC)
    space.import_(
        memories(tmp_path / "old.json", {"id": "0", "memory": "I live in Berlin", "created_at": "2025-01-01"})
    )
    space.remember("用户喜欢绿茶", at=earlier)
    space.remember("My desk is on floor 3", at=earlier)
    path = memories(
        tmp_path / "m.json",
        ("1", "I live in Lisbon"),
        ("2", "用户喜欢绿茶。"),
        ("3", "Plays the cello"),
        ("4", "My desk is on floor 9"),
    )
    staged = surface.imports.stage(path, to="user/me")
    assert [(item.verdict, item.against) for item in surface.imports.items(staged.id)] == [
        (Verdict.SUPERSEDES, "I live in Berlin"),
        (Verdict.REPEATS, "用户喜欢绿茶"),
        (Verdict.NEW, None),
        (Verdict.NEW, "My desk is on floor 3"),  # what a person said is only doubted by what a system has
    ]
    assert [item.number for item in surface.imports.items(staged.id, verdicts=["repeats"])] == [2]


@requirement("P5")
def test_a_person_keeps_drops_and_rewords(surface, tmp_path):
    path = memories(tmp_path / "m.json", ("1", "one"), ("2", "two"), ("3", "three"), ("4", "four"))
    staged = surface.imports.stage(path, to="user/me")
    surface.imports.drop(staged.id, [1, 2])
    surface.imports.keep(staged.id, 2)
    edited = surface.imports.edit(staged.id, 3, "三，改过的 ghp_" + "Z9" * 18)
    assert (edited.decision, "ghp_" in edited.edited) == (Decision.EDIT, False)
    dropped = surface.imports.items(staged.id, decisions="drop")
    assert ([item.number for item in dropped], dropped.total) == ([1], 1)
    report = surface.imports.apply(staged.id)
    assert (report.memories, report.left_out) == ({Verdict.NEW: 3}, 1)
    assert [memory.text for memory in surface.space("user/me").list()] == ["two", edited.edited, "four"]


def test_a_dropped_conversation_stays_out_with_all_its_turns(surface, tmp_path):
    staged = surface.imports.stage(turns(tmp_path / "chat.jsonl", "好", "再见"), to="user/me")
    [item] = surface.imports.items(staged.id)
    assert (item.sort, item.turns, item.known) == (Sort.CONVERSATION, 2, 0)
    with pytest.raises(InvalidValue):
        surface.imports.edit(staged.id, item.number, "other words")
    surface.imports.drop(staged.id, item.number)
    report = surface.imports.apply(staged.id)
    assert (report.added, report.left_out) == (0, 1)
    assert surface.spaces() == []


def test_decisions_about_what_is_not_there_are_refused(surface, tmp_path):
    staged = surface.imports.stage(memories(tmp_path / "m.json", ("1", "one")), to="user/me")
    for wrong in ([2], [0], -1):
        with pytest.raises(NotFound):
            surface.imports.drop(staged.id, wrong)
    for wrong in ("1", [1.0], [True], None):
        with pytest.raises(InvalidValue):
            surface.imports.drop(staged.id, wrong)
    with pytest.raises(InvalidInput):
        surface.imports.edit(staged.id, 1, "  ")
    for act in (surface.imports.get, surface.imports.items, surface.imports.apply):
        with pytest.raises(NotFound):
            act("../imp_000001")
    assert surface.imports.discard("imp_nothing") is False


def test_items_come_in_pages(surface, tmp_path):
    path = memories(tmp_path / "m.json", *((str(number), f"box {number}") for number in range(7)))
    staged = surface.imports.stage(path, to="user/me")
    first = surface.imports.items(staged.id, limit=3)
    second = surface.imports.items(staged.id, limit=3, cursor=first.next)
    last = surface.imports.items(staged.id, limit=3, cursor=second.next)
    assert [item.number for page in (first, second, last) for item in page] == list(range(1, 8))
    assert (first.total, last.next) == (7, None)
    with pytest.raises(InvalidValue):
        surface.imports.items(staged.id, cursor="x")


@requirement("P5")
def test_an_import_that_was_applied_is_settled_and_keeps_nothing_of_what_it_held(surface, home, tmp_path):
    staged = surface.imports.stage(memories(tmp_path / "m.json", ("1", "the quokka sleeps")), to="user/me")
    surface.imports.apply(staged.id)
    assert [found.state for found in surface.imports.list()] == [StagedState.APPLIED]
    for act in (
        lambda: surface.imports.apply(staged.id),
        lambda: surface.imports.drop(staged.id, 1),
        lambda: surface.imports.items(staged.id),
    ):
        with pytest.raises(ImportSettled):
            act()
    left = [path.read_bytes() for path in (home / "imports").rglob("*") if path.is_file()]
    assert not [content for content in left if b"quokka" in content]


def test_what_was_applied_is_forgotten_after_a_month_and_what_waits_is_not(memory, clock, tmp_path):
    path = memories(tmp_path / "m.json", ("1", "one"))
    applied, waiting = memory.imports.stage(path, to="user/me"), memory.imports.stage(path, to="user/me")
    memory.imports.apply(applied.id)
    clock.advance(days=31)
    fresh = memory.imports.stage(path, to="user/me")
    assert [staged.id for staged in memory.imports.list()] == [waiting.id, fresh.id]


def test_a_discarded_import_is_gone(surface, home, tmp_path):
    staged = surface.imports.stage(memories(tmp_path / "m.json", ("1", "one")), to="user/me")
    assert surface.imports.discard(staged.id) is True
    assert surface.imports.list() == []
    assert not [path for path in (home / "imports").iterdir()]


@requirement("P5", "W13")
def test_secrets_are_taken_out_before_anything_is_written_and_the_person_is_told(surface, home, tmp_path):
    key = "ghp_" + "Z9" * 18
    record = {"id": "1", "memory": f"my token is {key}", "metadata": {"note": key}}
    staged = surface.imports.stage(memories(tmp_path / "m.json", record, ("2", "fine")), to="user/me")
    assert (staged.masked, [item.masked for item in surface.imports.items(staged.id)]) == (1, [True, False])
    assert not [path for path in home.rglob("*") if path.is_file() and key.encode() in path.read_bytes()]
    surface.imports.apply(staged.id)
    surface.close()
    assert not [path for path in home.rglob("*") if path.is_file() and key.encode() in path.read_bytes()]


@requirement("P9")
def test_a_record_changed_over_there_is_told_and_not_taken_over(surface, tmp_path):
    space = surface.space("user/me")
    space.import_(memories(tmp_path / "m.json", ("1", "the ladder is at Tom's")))
    path = memories(tmp_path / "m.json", ("1", "the drill is at Tom's"), ("2", "new here"))
    report = space.import_(path)
    assert report.memories == {Verdict.DIFFERS: 1, Verdict.NEW: 1}
    assert [memory.text for memory in space.list()] == ["the ladder is at Tom's", "new here"]


def test_a_memory_corrected_here_is_still_the_same_one(surface, tmp_path):
    space, path = surface.space("user/me"), memories(tmp_path / "m.json", ("1", "the ladder is at Tom's"))
    space.import_(path)
    [held] = space.list()
    space.correct(held.id, "the ladder is at Ann's")
    assert space.import_(path).memories == {Verdict.KNOWN: 1}
    assert [memory.text for memory in space.list()] == ["the ladder is at Ann's"]


def test_a_memory_forgotten_here_does_not_come_back(surface, tmp_path):
    space, path = surface.space("user/me"), memories(tmp_path / "m.json", ("1", "the ladder is at Tom's"))
    space.import_(path)
    [held] = space.list()
    space.forget(held.id)
    assert space.import_(path).memories == {Verdict.KNOWN: 1}
    assert list(space.list()) == []


@requirement("P9")
def test_the_times_of_a_memory_and_its_raw_record_come_along(memory, tmp_path):
    record = {"id": "1", "memory": "Likes green tea", "updated_at": "2026-02-01T00:00:00+00:00", "score_of_theirs": 7}
    space = memory.space("user/me")
    space.import_(memories(tmp_path / "m.json", record))
    [held] = space.list()
    assert held.created_at == datetime(2026, 1, 5, 8, tzinfo=UTC)
    assert held.updated_at == datetime(2026, 2, 1, tzinfo=UTC)
    assert held.recorded_at == MORNING
    with memory._core.space(space.name).read() as reader:
        [foreign] = reader.foreign([held.id]).values()
    assert (foreign.system, foreign.id, foreign.record["score_of_theirs"]) == ("mem0", "1", 7)


@requirement("P5")
@pytest.mark.parametrize("content", ["", "{", '{"results": [{"id"', "prose", "\0\0"])
def test_a_file_that_cannot_be_read_stages_nothing(surface, home, tmp_path, content):
    path = tmp_path / "broken.json"
    path.write_text(content)
    try:
        staged = surface.imports.stage(path, to="user/me", format="mem0")
    except ImportFailed:
        assert surface.imports.list() == []
        assert [] == [each for each in home.rglob("*") if "imports" in each.parts and each.is_file()]
    else:
        assert (staged.memories, bool(staged.skips)) == (0, True)


def agent(memory: Perdure, *grants: str, name: str = "agent") -> Perdure:
    return memory.acting(Principal(name=name, grants=tuple(Grant.parse(grant) for grant in grants)))


@requirement("A2")
def test_only_who_may_write_everywhere_it_goes_may_import(memory, tmp_path):
    path = memories(tmp_path / "m.json", ("1", "one"))
    for grants in (("user/me:read",), ("user/you:admin",), ("global:write",)):
        with pytest.raises(Forbidden):
            agent(memory, *grants).imports.stage(path, to="global" if "global" in grants[0] else "user/me")
    assert memory.imports.list() == []
    staged = agent(memory, "user/me:write").imports.stage(path, to="user/me")
    assert staged.by == "agent"
    reader, stranger = agent(memory, "user/me:read"), agent(memory, "user/you:admin")
    assert reader.imports.get(staged.id) == staged
    assert stranger.imports.list() == []
    for act in (stranger.imports.get, stranger.imports.items, stranger.imports.apply):
        with pytest.raises(NotFound):
            act(staged.id)
    for refused in (
        lambda: reader.imports.apply(staged.id),
        lambda: reader.imports.drop(staged.id, 1),
        lambda: reader.imports.discard(staged.id),
    ):
        with pytest.raises(Forbidden):
            refused()


@requirement("A2")
def test_an_archive_takes_admin_in_its_space(memory, tmp_path):
    memory.space("user/me").remember("likes tea")
    memory.space("user/me").export(tmp_path / "x.perdure")
    with pytest.raises(Forbidden):
        agent(memory, "user/me:write").imports.stage(tmp_path / "x.perdure")
    assert agent(memory, "user/me:admin").imports.stage(tmp_path / "x.perdure").verdicts


@requirement("P2")
def test_an_archive_goes_back_where_it_came_from_unless_it_is_told_otherwise(memory, home, tmp_path):
    memory.space("project/甲").remember("write to ann@example.com", at=MORNING)
    memory.space("project/甲").export(tmp_path / "x.perdure")
    memory.delete_space("project/甲")
    staged = memory.imports.stage(tmp_path / "x.perdure", usual="user/me")
    assert [str(owner.space) for owner in staged.owners] == ["project/甲"]
    memory.imports.apply(staged.id)
    memory.space("project/甲").export(tmp_path / "y.perdure")
    assert (tmp_path / "x.perdure").read_bytes() == (tmp_path / "y.perdure").read_bytes()
    report = memory.space("user/other").import_(tmp_path / "x.perdure")
    assert report.memories == {Verdict.NEW: 1}


def many(folder: Path) -> Path:
    """Memories that repeat, contradict and follow each other."""
    said = (
        "Box {n} holds {n} jars",
        "第 {n} 个箱子在 {n} 号架上",
        "I live in town {n}",
        "Box {half} holds {half} jars",
    )
    records = [
        {
            "id": str(number),
            "memory": said[number % 4].format(n=number, half=number // 2),
            "created_at": (datetime(2025, 1, 1, tzinfo=UTC) + timedelta(hours=number)).isoformat(),
        }
        for number in range(60)
    ]
    return memories(folder / "many.json", *records)


def place(folder: Path) -> Perdure:
    return Perdure(
        folder, embedder=HashEmbedder(), clock=FrozenClock(MORNING), ids=SequentialIds(), timezone="UTC", upkeep=False
    )


def applies(pipe: Connection, folder: Path, staged_id: str) -> None:
    """Apply in small pieces, and wait after each until it is told to go on."""
    applying.CHUNK = 7

    def progress(done: int, total: int) -> None:
        pipe.send(done)
        pipe.recv()

    with place(folder) as memory:
        memory.imports.apply(staged_id, progress=progress)


@requirement("P5", "W12")
def test_an_import_that_is_killed_goes_on_to_the_same_end(tmp_path):
    path = many(tmp_path)
    with place(tmp_path / "whole") as memory:
        memory.imports.apply(memory.imports.stage(path, to="user/me").id)
        expected = state(memory, "user/me")
    with place(tmp_path / "killed") as memory:
        staged = memory.imports.stage(path, to="user/me")
    with running(applies, tmp_path / "killed", staged.id) as other:
        for _ in range(3):
            other.told()
            other.go_on()
        other.told()
        other.process.kill()
        other.process.join()
    with place(tmp_path / "killed") as memory:
        assert memory.imports.get(staged.id).state is StagedState.APPLYING
        memory.imports.apply(staged.id)
        assert without_ids(state(memory, "user/me")) == without_ids(expected)
        assert [finding for finding in memory.doctor() if not finding.ok] == []


def without_ids(held: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(held, key=repr)


@requirement("P5")
@pytest.mark.parametrize("failing", (1, 3, 5))
def test_an_import_that_fails_at_any_step_goes_on_to_the_same_end(tmp_path, monkeypatch, failing):
    path = many(tmp_path)
    with place(tmp_path / "whole") as memory:
        memory.imports.apply(memory.imports.stage(path, to="user/me").id)
        expected = state(memory, "user/me")
    monkeypatch.setattr(applying, "CHUNK", 12)
    with place(tmp_path / "failing") as memory:
        staged = memory.imports.stage(path, to="user/me")
        with pytest.raises(StoreBusy):
            memory.imports.apply(staged.id, progress=failing_at(failing))
        memory.imports.apply(staged.id)
        assert without_ids(state(memory, "user/me")) == without_ids(expected)


def failing_at(number: int) -> Callable[[int, int], None]:
    """What fails the so manyth time that it is told of progress."""
    calls = iter(range(1, 100))

    def told(done: int, total: int) -> None:
        if next(calls) == number:
            raise StoreBusy

    return told


@requirement("P4")
def test_an_import_has_its_vectors_and_is_found_by_the_next_call(surface, tmp_path):
    surface.space("user/me").import_(memories(tmp_path / "m.json", ("1", "The spare key is under the blue pot")))
    assert surface.space("user/me").stats().pending == 0
    assert [hit.text for hit in surface.space("user/me").recall("where is the spare key")] == [
        "The spare key is under the blue pot"
    ]


def archived(space: Any) -> set[str]:
    """What upkeep would put out of recall now."""
    return {step.target for step in space.upkeep(dry_run=True) if step.action == "archived"}


@requirement("P9")
def test_the_time_unread_of_what_is_imported_begins_with_the_import(memory, clock, tmp_path):
    space = memory.space("user/me")
    space.import_(SAMPLES / "mem0.json")
    old = {"id": "1", "memory": "The plumber came on a Tuesday", "created_at": "2024-01-05T08:00:00+00:00"}
    space.import_(memories(tmp_path / "m.json", old))
    assert archived(space) == set()
    clock.advance(days=61)
    assert {held.id for held in space.list() if held.text.startswith("The plumber")} <= archived(space)


def graph(path: Path, *edges: dict[str, Any]) -> Path:
    """A graph of facts and of two episodes, the second with two turns, behind them."""
    at = {"group_id": "alice", "created_at": "2026-01-02T08:00:00Z", "valid_at": "2026-01-02T08:00:00Z"}
    episodes = [
        {"uuid": "ep-1", "content": "alice: 我搬到里斯本了", "source": "message", **at},
        {"uuid": "ep-2", "content": "alice: I swim\nbob: Me too", "source": "message", **at},
    ]
    told = [{"name": "IS", "source_node_uuid": "n1", "target_node_uuid": "n2", **at, **edge} for edge in edges]
    path.write_text(json.dumps({"edges": told, "entities": [], "episodes": episodes}, ensure_ascii=False))
    return path


@requirement("P9")
def test_a_memory_rests_on_the_turns_that_it_was_made_of_there(memory, tmp_path):
    space = memory.space("user/me")
    space.remember("alice and bob swim")
    path = graph(
        tmp_path / "g.json",
        {"uuid": "e1", "fact": "alice lives in 里斯本", "episodes": ["ep-1", "ep-9"]},
        {"uuid": "e2", "fact": "alice and bob swim", "episodes": ["ep-2"]},
        {"uuid": "e3", "fact": "alice owns a bike"},
        {"uuid": "e4", "fact": "alice lived in Porto", "episodes": ["ep-1"], "expired_at": "2026-01-03T00:00:00Z"},
    )
    space.import_(path)
    cited = {
        held.text: [entry.text for entry in space.explain(held.id).entries if entry.channel != "remember"]
        for held in space.list(statuses="all")
    }
    assert cited == {
        "alice lives in 里斯本": ["我搬到里斯本了"],
        "alice and bob swim": ["I swim", "Me too"],
        "alice owns a bike": [],
        "alice lived in Porto": ["我搬到里斯本了"],
    }
    held = state(memory, "user/me")
    assert space.import_(path).memories == {Verdict.KNOWN: 4}
    assert state(memory, "user/me") == held


def test_turns_that_were_left_out_are_not_rested_on(memory, tmp_path):
    path = graph(tmp_path / "g.json", {"uuid": "e1", "fact": "alice lives in 里斯本", "episodes": ["ep-1"]})
    staged = memory.imports.stage(path, to="user/me")
    talks = [item.number for item in memory.imports.items(staged.id) if item.sort is Sort.CONVERSATION]
    memory.imports.drop(staged.id, talks)
    memory.imports.apply(staged.id)
    [held] = memory.space("user/me").list()
    assert [entry.channel for entry in memory.space("user/me").explain(held.id).entries] == ["remember"]


@requirement("P5")
def test_what_waits_for_a_space_alone_goes_with_it(memory, tmp_path):
    alone = memory.imports.stage(memories(tmp_path / "a.json", ("1", "the quokka sleeps")), to="user/me")
    path = memories(tmp_path / "b.json", {"id": "1", "memory": "a"}, {"id": "2", "memory": "b", "user_id": "bob"})
    shared = memory.imports.stage(path, map={"alice": "user/me", "bob": "user/bob"})
    applied = memory.imports.stage(memories(tmp_path / "c.json", ("3", "tea")), to="user/me")
    memory.imports.apply(applied.id)
    assert memory.delete_space("user/me") is True
    assert [staged.id for staged in memory.imports.list()] == [shared.id]
    assert memory.imports.discard(alone.id) is False


@requirement("P5")
@pytest.mark.parametrize("sample", ["claude-mem.db", "agentmemory.json"])
def test_the_memory_of_a_project_goes_to_the_space_of_that_project(memory, sample):
    staged = memory.imports.stage(SAMPLES / sample, usual="user/me")
    spaces = {owner.name: str(owner.space) for owner in staged.owners}
    assert {space for name, space in spaces.items() if name is not None} == {
        f"project/{name}" for name in spaces if name is not None
    }
    assert spaces.get(None, "user/me") == "user/me"
    mapped = memory.imports.stage(SAMPLES / sample, usual="user/me", map={"*": "user/all"})
    assert {str(owner.space) for owner in mapped.owners} == {"user/all"}


def deep(levels: int) -> dict[str, Any]:
    found: dict[str, Any] = {"end": True}
    for _ in range(levels):
        found = {"a": found}
    return found


@requirement("P9")
@pytest.mark.parametrize("levels", [49, 55, 90])
def test_what_is_nested_too_deep_is_left_out_and_the_memory_and_the_turn_come_in(memory, tmp_path, levels):
    space = memory.space("user/me")
    record = {"id": "1", "memory": "likes tea", "metadata": {"fine": 1, "odd": deep(levels)}}
    report = space.import_(memories(tmp_path / "m.json", record))
    assert (report.memories, {skip.code for skip in report.skips}) == ({Verdict.NEW: 1}, {"invalid_value"})
    [held] = space.list()
    assert (held.text, held.metadata["fine"]) == ("likes tea", 1)
    (tmp_path / "chat.jsonl").write_text(json.dumps({"content": "好", "odd": deep(levels), "place": "茶馆"}))
    report = space.import_(tmp_path / "chat.jsonl")
    assert (report.added, [skip.line for skip in report.skips]) == (1, [1])
    [entry] = [entry for entry in space.entries() if entry.text == "好"]
    assert entry.metadata["place"] == "茶馆"


@requirement("P5")
def test_what_would_leave_something_here_doubtful_can_be_asked_for(memory, tmp_path):
    memory.space("user/me").remember("My desk is on floor 3", at=datetime(2025, 1, 1, tzinfo=UTC))
    path = memories(tmp_path / "m.json", ("1", "Plays the cello"), ("2", "My desk is on floor 9"))
    staged = memory.imports.stage(path, to="user/me")
    assert [(item.text, item.against) for item in memory.imports.items(staged.id, telling=True)] == [
        ("My desk is on floor 9", "My desk is on floor 3")
    ]


@requirement("P9")
@pytest.mark.parametrize("begun", [{}, {"valid_at": "2026-01-05T00:00:00Z"}])
def test_a_fact_that_ended_before_anybody_says_it_began_is_over(memory, tmp_path, begun):
    over = {"uuid": "e1", "fact": "alice lives in 里斯本", "valid_at": None, "invalid_at": "2025-12-01T00:00:00Z"}
    report = memory.space("user/me").import_(graph(tmp_path / "g.json", {**over, **begun}))
    assert (report.memories, report.skips) == ({Verdict.NEW: 1}, ())
    [held] = memory.space("user/me").list()
    assert held.holds_from == held.holds_until == datetime(2025, 12, 1, tzinfo=UTC)
