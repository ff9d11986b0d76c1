"""A space leaves as one file and comes back as it was, to the byte."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perdure import Perdure, Policy, Turn
from perdure.domain.policy import Fading
from perdure.errors import ArchiveDamaged, Forbidden, ImportFailed, NotFound, WrongPassphrase
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from tests.behaviour.requirements import requirement

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
PARTS = "policy journal memories permanent history slots links review sightings distilled recalls foreign".split()


def rich(space: Any, clock: FrozenClock) -> None:
    """A space with something of everything."""
    space.set_policy(Policy(half_lives={"fact": 20.0}, fading=Fading(strategies=("sessions", "expire")), floor=0.5))
    space.remember("用户偏好靠窗座位", kind="preference", slot="seat", value="window", tags=["travel", "旅行"])
    clock.advance(days=1)
    space.remember("Alice 现在要靠过道的座位", kind="preference", slot="seat", value="aisle", importance=0.8)
    space.remember("The deploy is frozen", kind="temporary", expires_at=clock.now() + timedelta(days=2))
    dated = space.remember("评审会在 2026-04-02", metadata={"room": "二楼", "n": [1, 2.5, None, {"deep": True}]})
    space.correct(dated.memory.id, "评审会在 2026-04-03", reason="moved")
    space.forget(space.remember("Alice likes durian").memory.id, "not true")
    space.permanent.add("回答要简短", kind="boundary", slot="style")
    space.permanent.add("回答要简短，用中文", kind="boundary", slot="style")
    told = [
        Turn("My name is Alice and I live in Lisbon", speaker="alice", session="s1", ref="t1", at=clock.now()),
        Turn("Nice!", role="assistant", session="s1", ref="t2", tool_calls=[{"name": "wave", "arguments": {"x": 1}}]),
        Turn("我下周三去上海出差，记住我对花生过敏", speaker="alice", session="s1", ref="t3"),
        Turn("I think the office has a cat", speaker="alice", session="s1"),
    ]
    space.capture(told)
    space.remember("The database is PostgreSQL 16", kind="fact", slot="database", value="16", source="agent-a")
    space.remember("The database is PostgreSQL 17", kind="fact", slot="database", value="17", source="agent-b")
    space.recall("座位")
    space.feedback(dated.memory.id, "outdated", "it was cancelled")
    clock.advance(days=3)
    space.upkeep()
    space.observe([Turn("没有提炼过的话", session="s2", channel="note", metadata={"用": "途"})])
    space.recall("which database?")


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def again(place: Any, archive: Path, name: str = "user/alice") -> Any:
    """The space anew, out of its archive alone."""
    place.delete_space(name)
    place.space(name).import_(archive)
    return place.space(name)


@requirement("P2")
def test_export_import_export_gives_the_same_bytes(surface, clock, tmp_path):
    space = surface.space("user/alice")
    rich(space, clock)
    report = space.export(tmp_path / "a.perdure")
    assert all(report.counts[part] for part in PARTS if part not in ("sightings", "foreign"))
    clock.advance(days=9)
    again(surface, tmp_path / "a.perdure").export(tmp_path / "b.perdure")
    assert parts(tmp_path / "b.perdure") == parts(tmp_path / "a.perdure")
    assert (tmp_path / "b.perdure").read_bytes() == (tmp_path / "a.perdure").read_bytes()


@requirement("P2")
def test_what_comes_back_answers_as_before(surface, clock, tmp_path):
    space = surface.space("user/alice")
    rich(space, clock)
    asked = ["坐车有什么偏好", "where does Alice live?", "过敏", "which database do we use?", "durian"]
    before = [[(hit.id, hit.text) for hit in space.recall(query)] for query in asked]
    assert any(before)
    space.export(tmp_path / "a.perdure")
    back = again(surface, tmp_path / "a.perdure")
    assert [[(hit.id, hit.text) for hit in back.recall(query)] for query in asked] == before
    assert back.policy() == Policy(
        half_lives={"fact": 20.0}, fading=Fading(strategies=("sessions", "expire")), floor=0.5
    )


@requirement("P2")
def test_history_reviews_and_permanent_memory_come_back(surface, clock, tmp_path):
    space = surface.space("user/alice")
    rich(space, clock)
    memories = {memory.id: memory for memory in space.list(statuses="all", limit=500)}
    history = {name: space.history(name) for name in memories}
    reviews, permanent = space.review.list(states="all"), space.permanent.list()
    assert len(reviews) > 0
    assert len(permanent) == 1
    space.export(tmp_path / "a.perdure")
    back = again(surface, tmp_path / "a.perdure")
    assert {memory.id: memory for memory in back.list(statuses="all", limit=500)} == memories
    found = {name: back.history(name) for name in memories}
    assert {
        name: [(line.at, line.action, line.before, line.after) for line in lines] for name, lines in found.items()
    } == {name: [(line.at, line.action, line.before, line.after) for line in lines] for name, lines in history.items()}
    assert back.review.list(states="all").items == reviews.items
    assert back.permanent.list().items == permanent.items
    back.review.reject(next(iter(reviews)).id)


@requirement("P2", "F6")
def test_what_was_forgotten_stays_so_and_can_be_restored(surface, clock, tmp_path):
    space = surface.space("user/alice")
    gone = space.remember("Alice likes durian").memory
    space.forget(gone.id, "not true")
    space.export(tmp_path / "a.perdure")
    back = again(surface, tmp_path / "a.perdure")
    assert not list(back.recall("durian"))
    assert back.restore(gone.id).text == "Alice likes durian"


@requirement("P2")
def test_the_same_archive_twice_changes_nothing(surface, clock, tmp_path):
    space = surface.space("user/alice")
    rich(space, clock)
    space.export(tmp_path / "a.perdure")
    report = space.import_(tmp_path / "a.perdure")
    assert report.added == 0
    assert set(report.memories) == {"known"}
    assert not report.skips
    space.export(tmp_path / "b.perdure")
    assert parts(tmp_path / "b.perdure") == parts(tmp_path / "a.perdure")


@requirement("P2")
def test_an_archive_may_become_another_space(surface, clock, tmp_path):
    rich(surface.space("user/alice"), clock)
    surface.space("user/alice").export(tmp_path / "a.perdure")
    other = surface.space("user/爱丽丝")
    other.import_(tmp_path / "a.perdure")
    other.export(tmp_path / "b.perdure")
    first, second = parts(tmp_path / "a.perdure"), parts(tmp_path / "b.perdure")
    for found in (first, second):
        del found["manifest.json"]
    assert first == second


@requirement("P2")
def test_what_the_space_has_already_stays_as_it_is(surface, tmp_path):
    space = surface.space("user/alice")
    kept = space.remember("The office is in Lisbon").memory
    space.export(tmp_path / "a.perdure")
    space.correct(kept.id, "The office is in Porto")
    report = space.import_(tmp_path / "a.perdure")
    assert dict(report.memories) == {"differs": 1}
    assert space.get(kept.id).text == "The office is in Porto"
    assert [line.action for line in space.history(kept.id)] == ["added", "corrected"]


@requirement("P2", "P5")
def test_a_memory_whose_slot_is_taken_waits_for_a_person(surface, clock, tmp_path):
    old = surface.space("user/old")
    window = old.remember("Window seats, please", kind="preference", slot="seat", value="window").memory
    old.export(tmp_path / "a.perdure")
    clock.advance(days=1)
    new = surface.space("user/new")
    aisle = new.remember("Aisle seats, please", kind="preference", slot="seat", value="aisle").memory
    for _ in range(2):
        new.import_(tmp_path / "a.perdure")
        waiting = new.review.list()
        assert [(review.question, review.memory, review.other) for review in waiting] == [
            ("import", window.id, aisle.id)
        ]
        assert new.get(slot="seat").id == aisle.id
    assert new.history(window.id)[-1].after["status"] == "review"
    assert new.recall("seats, please").hits[0].id == aisle.id
    new.review.reject(waiting.items[0].id)
    assert new.get(window.id).status == "forgotten"


@requirement("P2", "L9")
def test_permanent_memory_gives_way_to_what_holds_its_slot(surface, tmp_path):
    old, new = surface.space("user/old"), surface.space("user/new")
    mine = old.permanent.add("Answer in English", kind="boundary", slot="language").memory
    old.export(tmp_path / "a.perdure")
    theirs = new.permanent.add("Answer in Chinese", kind="boundary", slot="language").memory
    new.import_(tmp_path / "a.perdure")
    assert [memory.id for memory in new.permanent.list()] == [theirs.id]
    assert new.get(mine.id).superseded_by == theirs.id
    assert new.permanent.restore(mine.id).text == "Answer in English"


@requirement("P2")
def test_turns_that_the_journal_has_under_another_id_are_not_doubled(surface, clock, tmp_path):
    turns = [Turn("I am allergic to peanuts, remember that", speaker="alice", session="s", ref="1", at=clock.now())]
    old, new = surface.space("user/old"), surface.space("user/new")
    old.capture(turns)
    old.export(tmp_path / "a.perdure")
    (entry,) = new.observe(turns)
    new.import_(tmp_path / "a.perdure")
    assert [found.id for found in new.entries()] == [entry.id]
    (memory,) = old.list()
    assert new.get(memory.id).source.turns == (entry.id,)


@requirement("P2", "W13")
def test_secrets_in_an_archive_of_somebody_else_are_not_stored(surface, tmp_path):
    space = surface.space("user/alice")
    space.remember("The code word is pineapple", metadata={"note": "pineapple"})
    space.observe([Turn("They said pineapple", session="s")])
    space.export(tmp_path / "a.perdure")
    secret = "sk-proj-" + "Zx9" * 16
    forged = forge(tmp_path / "a.perdure", lambda _, data: data.replace(b"pineapple", secret.encode()))
    back = again(surface, forged)
    assert back.list().total == 1
    for found in Path(surface.space("user/alice").export(tmp_path / "b.perdure").path).parent.glob("b.perdure"):
        assert not any(secret.encode() in data for data in parts(found).values())


@requirement("P2", "C2")
def test_an_archive_comes_in_only_where_whoever_calls_administers(memory, tmp_path):
    memory.space("user/alice").remember("The office is in Lisbon")
    memory.space("user/alice").export(tmp_path / "a.perdure")
    token = memory.tokens.new("agent", grants=["user/bob:write", "user/alice:read"])
    writer = memory.acting(memory.tokens.verify(token.secret))
    with pytest.raises(Forbidden):
        writer.space("user/bob").import_(tmp_path / "a.perdure")
    assert not memory.space("user/bob").list()
    writer.space("user/alice").export(tmp_path / "b.perdure")
    with pytest.raises(Forbidden):
        writer.space("user/carol").export(tmp_path / "c.perdure")


@requirement("P2", "C6")
def test_a_passphrase_opens_what_it_closed_and_nothing_else_does(memory, clock, tmp_path):
    space = memory.space("user/alice")
    rich(space, clock)
    space.export(tmp_path / "plain.perdure")
    space.export(tmp_path / "a.perdure", passphrase="正确的马 battery staple")
    sealed = (tmp_path / "a.perdure").read_bytes()
    assert sealed.startswith(b"age-encryption.org/v1\n")
    assert b"journal.jsonl" not in sealed
    memory.delete_space("user/alice")
    for wrong in (None, "wrong"):
        with pytest.raises(WrongPassphrase):
            memory.space("user/alice").import_(tmp_path / "a.perdure", passphrase=wrong)
    assert memory.spaces() == []
    memory.space("user/alice").import_(tmp_path / "a.perdure", passphrase="正确的马 battery staple")
    memory.space("user/alice").export(tmp_path / "b.perdure")
    assert (tmp_path / "b.perdure").read_bytes() == (tmp_path / "plain.perdure").read_bytes()


@requirement("P2")
def test_a_damaged_archive_leaves_the_space_as_it_was(surface, clock, tmp_path):
    rich(surface.space("user/alice"), clock)
    surface.space("user/alice").export(tmp_path / "a.perdure")
    whole = (tmp_path / "a.perdure").read_bytes()
    surface.space("user/bob").remember("Bob is here")
    surface.space("user/bob").export(tmp_path / "bob.perdure")
    with zipfile.ZipFile(tmp_path / "a.perdure") as packed:
        within = (
            packed.getinfo("memories.jsonl").header_offset + 200
        )  # beyond the head, which stands at the end once more
    for damaged in (whole[: len(whole) // 2], whole[:-1], whole[:within] + b"\0\0" + whole[within + 2 :]):
        (tmp_path / "damaged.perdure").write_bytes(damaged)
        with pytest.raises(ArchiveDamaged):
            surface.space("user/bob").import_(tmp_path / "damaged.perdure")
    surface.space("user/bob").export(tmp_path / "after.perdure")
    assert parts(tmp_path / "after.perdure") == parts(tmp_path / "bob.perdure")


@requirement("P2")
def test_a_space_that_is_not_there_cannot_be_exported(surface, tmp_path):
    with pytest.raises(NotFound):
        surface.space("user/nobody").export(tmp_path / "a.perdure")
    assert list(tmp_path.glob("*.perdure")) == []


def forge(archive: Path, change: Any) -> Path:
    """An archive with other parts, its manifest made to fit."""
    import hashlib

    found = {name: change(name, data) for name, data in parts(archive).items()}
    manifest = json.loads(found.pop("manifest.json"))
    for part in manifest["parts"]:
        data = found[part["name"]]
        part |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), "records": data.count(b"\n")}
    forged = archive.with_name(f"forged-{archive.name}")
    with zipfile.ZipFile(forged, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in {**found, "manifest.json": json.dumps(manifest, ensure_ascii=False).encode()}.items():
            packed.writestr(name, data)
    return forged


texts = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=20)
verbs = st.one_of(
    st.tuples(st.just("remember"), st.sampled_from([None, "preference", "fact", "task"]), st.sampled_from("abc") | st.none(), texts),
    st.tuples(st.just("observe"), st.sampled_from(["s1", "s2", None]), texts),
    st.tuples(st.just("capture"), st.sampled_from(["s1", "s3"]), texts),
    st.tuples(st.sampled_from(["forget", "restore", "confirm", "wrong"]), st.integers(0, 5)),
    st.tuples(st.just("correct"), st.integers(0, 5), texts),
    st.tuples(st.just("permanent"), st.sampled_from("xy"), texts),
    st.tuples(st.sampled_from(["recall", "upkeep", "later"])),
)  # fmt: skip


def perform(space: Any, clock: FrozenClock, step: tuple[Any, ...]) -> None:
    """One verb; those that are about a memory choose one of those there are."""
    ids = [memory.id for memory in space.list(statuses="all", kinds=["preference", "fact", "task"])]
    match step:
        case "remember", kind, slot, text:
            space.remember(text, kind=kind, slot=slot)
        case "observe", session, text:
            space.observe([Turn(text, session=session)])
        case "capture", session, text:
            space.capture([Turn(f"please remember that {text}", session=session)])
        case "forget", number if ids:
            space.forget(ids[number % len(ids)])
        case "restore", number if ids:
            space.restore(ids[number % len(ids)])
        case "confirm", number if ids and space.get(ids[number % len(ids)]).status == "active":
            space.confirm(ids[number % len(ids)])
        case "wrong", number if ids and space.get(ids[number % len(ids)]).status == "active":
            space.feedback(ids[number % len(ids)], "wrong")
        case "correct", number, text if ids and space.get(ids[number % len(ids)]).status == "active":
            space.correct(ids[number % len(ids)], text)
        case "permanent", slot, text:
            space.permanent.add(text, slot=slot)
        case ("recall",):
            space.recall("what do you remember?")
        case ("upkeep",):
            space.upkeep()
        case ("later",):
            clock.advance(days=1)


@pytest.fixture
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield tmp_path_factory.mktemp("any")


@requirement("P2")
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(verbs, min_size=3, max_size=14))
def test_whatever_was_done_in_a_space_its_archive_gives_the_same_bytes(folders, steps):
    folder = Path(folders) / str(len(list(folders.iterdir())))
    folder.mkdir()
    clock = FrozenClock(MORNING)
    with Perdure(folder, embedder=HashEmbedder(), clock=clock, ids=SequentialIds(), timezone="Asia/Shanghai") as place:
        space = place.space("user/alice")
        space.remember("起点")
        for step in steps:
            perform(space, clock, step)
        space.export(folder / "a.perdure")
        again(place, folder / "a.perdure").export(folder / "b.perdure")
        assert parts(folder / "b.perdure") == parts(folder / "a.perdure")


@requirement("P2")
def test_an_import_that_was_interrupted_ends_the_same_when_it_is_run_again(memory, clock, tmp_path):
    space = memory.space("user/alice")
    rich(space, clock)
    space.export(tmp_path / "a.perdure")
    memory.delete_space("user/alice")
    for batches in range(1, 14):
        with pytest.raises(KeyboardInterrupt):
            interrupted(memory, tmp_path / "a.perdure", batches)
    assert memory.spaces()
    memory.space("user/alice").import_(tmp_path / "a.perdure")
    memory.space("user/alice").export(tmp_path / "b.perdure")
    assert parts(tmp_path / "b.perdure") == parts(tmp_path / "a.perdure")


def interrupted(place: Perdure, archive: Path, batches: int) -> None:
    """Restore so many batches of an archive, of three records each, and stop in the middle of it."""
    from itertools import groupby, islice

    from perdure.transfer.importers.archive import read
    from perdure.transfer.pending import Pending
    from perdure.transfer.restoring import Restoring
    from perdure.transfer.source import opened
    from perdure.transfer.staging.folder import pending_in
    from perdure.transfer.tally import Tally

    core, name = place._core, place.space("user/alice").name
    pending = Pending(pending_in(core.store.staging, name))
    restoring = Restoring(core.space(name), intake=core.intake(name), ids=core.ids, actor=core.actor, pending=pending)
    done = 0
    with opened(archive) as source:
        for part, natives in groupby(read(source, Tally()), key=lambda native: native.part):
            while batch := list(islice(natives, 3)):
                if done == batches:
                    raise KeyboardInterrupt
                restoring.take(part, batch)
                done += 1


def test_a_file_that_only_begins_like_a_zip_is_no_archive(memory, tmp_path):
    (tmp_path / "a.perdure").write_bytes(b"PK\x03\x04" + bytes(90))
    with pytest.raises(ImportFailed):
        memory.space("user/alice").import_(tmp_path / "a.perdure")
