"""Snapshots: dated, read-only, a place of their own; rollback restores one exactly, and can be undone."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlcipher3.dbapi2 as driver
from hypothesis import given, settings
from hypothesis import strategies as st

from perdure import Perdure, Turn
from perdure.app.snapshots import outdated
from perdure.domain.access import Grant, Principal
from perdure.domain.snapshot import Snapshot
from perdure.domain.space import SpaceName
from perdure.errors import Forbidden, InvalidValue, NotFound, StoreClosed, StoreReadOnly
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from tests.behaviour.requirements import requirement

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
ALICE = "user/alice"


def texts(space: Any, query: str) -> list[str]:
    return [hit.text for hit in space.recall(query).hits]


def said(space: Any) -> list[str]:
    return [memory.text for memory in space.list()]


# taking


@requirement("P6")
def test_a_snapshot_is_dated_and_says_who_made_it_what_for_and_what_is_in_it(surface, clock):
    space = surface.space(ALICE)
    space.remember("喜欢靠窗的座位")
    space.observe([Turn("I moved to Lisbon", at=MORNING)])
    clock.advance(hours=2)
    made = space.snapshot("换模型之前 before the new model")
    assert (made.at, made.note) == (MORNING + timedelta(hours=2), "换模型之前 before the new model")
    assert made.by in ("local", "admin")  # the library's own name, or that of the token
    assert (str(made.space), made.memories, made.entries) == (ALICE, 1, 2)
    assert (Path(made.folder) / "spaces" / "user" / "alice.db").stat().st_size == made.bytes
    assert list(surface.snapshots.list()) == [made] == list(surface.snapshots.list(ALICE))
    assert surface.snapshots.get(made.id) == made


@requirement("P6")
def test_the_note_of_a_snapshot_keeps_no_secret(surface):
    surface.space(ALICE).remember("likes trains")
    secret = "sk-proj-" + "a1B2c3D4" * 6
    made = surface.snapshots.create(ALICE, note=f"the key is {secret}")
    assert secret not in made.note
    assert secret not in (Path(made.folder) / "snapshot.json").read_text()


@requirement("P6")
def test_there_is_no_snapshot_of_a_space_that_was_never_written(surface):
    with pytest.raises(NotFound):
        surface.space(ALICE).snapshot()
    with pytest.raises(NotFound):
        surface.snapshots.get("snap_000001")
    assert list(surface.snapshots.list()) == []
    assert surface.spaces() == []


@requirement("P6")
def test_what_was_recalled_until_now_is_in_the_snapshot(memory):
    space = memory.space(ALICE)
    kept = space.remember("likes trains").memory
    space.recall("trains")
    with memory.snapshots.open(space.snapshot().id) as frozen:
        assert frozen.space(ALICE).get(kept.id).access_count == 1


# opening


@requirement("P6")
def test_a_snapshot_answers_as_the_space_did_and_takes_nothing(inside):
    space = inside.space(ALICE)
    kept = space.remember("住在里斯本 (Lisbon)").memory
    space.observe([Turn("The kayak is in the garage", ref="t1")])
    before = [texts(space, "里斯本"), texts(space, "kayak"), said(space)]
    shot = space.snapshot()
    space.remember("moved to Oslo")
    space.forget(kept.id)
    with inside.snapshots.open(shot.id) as frozen:
        old = frozen.space(ALICE)
        assert [texts(old, "里斯本"), texts(old, "kayak"), said(old)] == before
        assert old.get(kept.id).text == kept.text
        assert old.explain(kept.id).memory.id == kept.id
        assert [entry.ref for entry in old.entries()] == [None, "t1"]
        assert [str(each.name) for each in frozen.spaces()] == [ALICE]
        stats = old.stats()
        assert (stats.memories, stats.writable) == ({"active": 1}, False)
        for refused in (
            lambda: old.remember("more"),
            lambda: old.observe([Turn("more")]),
            lambda: old.forget(kept.id),
            lambda: old.snapshot(),
            lambda: frozen.space("user/bob").remember("first"),
            lambda: frozen.delete_space(ALICE),
        ):
            with pytest.raises(StoreReadOnly):
                refused()
    assert texts(space, "Oslo") == ["moved to Oslo"]


@requirement("P6")
def test_a_snapshot_is_a_place_that_any_program_opens(memory, clock, ids):
    memory.space(ALICE).remember("喜欢火车 and trains")
    shot = memory.space(ALICE).snapshot()
    with Perdure(shot.folder, embedder=HashEmbedder(), clock=clock, ids=ids, timezone="UTC") as place:
        assert texts(place.space(ALICE), "火车") == ["喜欢火车 and trains"]
        with pytest.raises(StoreReadOnly):
            place.space(ALICE).remember("more")
        assert list(place.snapshots.list()) == []


@requirement("P6")
def test_closing_a_snapshot_leaves_its_place_open(memory):
    memory.space(ALICE).remember("likes trains")
    frozen = memory.snapshots.open(memory.space(ALICE).snapshot().id)
    frozen.close()
    with pytest.raises(StoreClosed):
        frozen.space(ALICE).list()
    assert said(memory.space(ALICE)) == ["likes trains"]


# comparing


@requirement("P6")
def test_a_difference_names_what_came_what_changed_in_what_and_what_is_gone(surface, clock):
    space = surface.space(ALICE)
    city, tea = (space.remember(text).memory for text in ("lives in Lisbon", "喜欢喝茶"))
    first = space.snapshot()
    clock.advance(minutes=1)
    space.correct(city.id, "lives in Oslo", tags=["home"])
    train = space.remember("likes trains").memory
    space.recall("茶")
    space.forget(tea.id)
    found = surface.snapshots.diff(first.id)
    assert (found.before, found.after) == (first.id, "now")
    assert [(one.id, one.before, one.after) for one in found.added] == [(train.id, None, "likes trains")]
    changed = {one.id: (one.before, one.after, set(one.fields)) for one in found.changed}
    assert changed[city.id] == ("lives in Lisbon", "lives in Oslo", {"text", "tags", "version", "updated_at"})
    assert changed[tea.id][2] >= {"status"}
    assert (found.removed, found.entries_added, found.entries_removed) == ((), 1, 0)
    second = space.snapshot()
    back = surface.snapshots.diff(second.id, first.id)
    assert [(one.id, one.before, one.after) for one in back.removed] == [(train.id, "likes trains", None)]
    assert (back.added, back.entries_added, back.entries_removed) == ((), 0, 1)
    assert surface.snapshots.diff(second.id) == type(found)(before=second.id, after="now")


@requirement("P6")
def test_that_a_memory_was_read_is_no_difference(surface):
    space = surface.space(ALICE)
    space.remember("likes trains")
    shot = space.snapshot()
    space.recall("trains")
    surface.snapshots.create(ALICE)
    assert surface.snapshots.diff(shot.id).changed == ()


@requirement("P6")
def test_only_snapshots_of_one_space_are_compared(surface):
    for name in (ALICE, "user/bob"):
        surface.space(name).remember("likes trains")
    one, other = (surface.snapshots.create(name) for name in (ALICE, "user/bob"))
    with pytest.raises(InvalidValue):
        surface.snapshots.diff(one.id, other.id)
    with pytest.raises(NotFound):
        surface.snapshots.diff(one.id, "snap_9")


# going back


@requirement("P6")
def test_rollback_makes_a_space_what_it_was_and_is_undone_by_another(surface, clock):
    space = surface.space(ALICE)
    kept = space.remember("住在里斯本 and likes trains").memory
    shot = space.snapshot()
    clock.advance(days=1)
    space.correct(kept.id, "住在奥斯陆 and likes boats")
    space.remember("likes tea")
    undo = space.rollback(shot.id)
    assert said(space) == ["住在里斯本 and likes trains"] == texts(space, "里斯本")
    assert [change.action for change in space.history(kept.id)] == ["added"]
    assert (undo.at, undo.memories, shot.id in undo.note) == (clock.now(), 2, True)
    again = surface.snapshots.rollback(undo.id)
    assert said(space) == ["住在奥斯陆 and likes boats", "likes tea"]
    surface.snapshots.rollback(again.id)
    assert said(space) == ["住在里斯本 and likes trains"]


@requirement("P6")
def test_a_space_goes_back_to_its_own_snapshots_only(surface):
    for name in (ALICE, "user/bob"):
        surface.space(name).remember(f"{name} likes trains")
    shot = surface.space("user/bob").snapshot()
    with pytest.raises(NotFound):
        surface.space(ALICE).rollback(shot.id)
    assert said(surface.space(ALICE)) == ["user/alice likes trains"]
    assert list(surface.snapshots.list()) == [shot]


@requirement("P6")
def test_a_lost_space_comes_back(memory, home):
    space = memory.space(ALICE)
    space.remember("likes trains")
    shot = space.snapshot()
    for file in (home / "spaces" / "user").iterdir():
        file.unlink()
    assert said(space) == []
    assert memory.snapshots.rollback(shot.id) == shot
    assert said(space) == ["likes trains"]
    space.remember("likes boats")
    assert texts(space, "boats") == ["likes boats"]


@requirement("P6")
def test_recalls_noted_before_going_back_strengthen_nothing_afterwards(surface):
    space = surface.space(ALICE)
    kept = space.remember("likes trains").memory
    shot = space.snapshot()
    for _ in range(3):
        space.recall("trains")
    space.rollback(shot.id)
    space.remember("likes tea")
    assert space.get(kept.id).access_count == 0


# letting go


@requirement("P6")
def test_old_snapshots_go_by_number_and_by_age(surface, clock):
    surface.space(ALICE).remember("likes trains")
    surface.space("user/bob").remember("likes trains")
    bob = surface.snapshots.create("user/bob")
    made = []
    for _ in range(4):
        made.append(surface.snapshots.create(ALICE).id)
        clock.advance(days=1)
    assert [one.id for one in surface.snapshots.prune(ALICE, keep=3)] == made[:1]
    made.append(surface.snapshots.create(ALICE, keep=3).id)
    assert [one.id for one in surface.snapshots.list(ALICE)] == made[2:]
    assert [one.id for one in surface.snapshots.prune(ALICE, days=1)] == made[2:3]
    clock.advance(days=300)
    assert [one.id for one in surface.snapshots.prune(ALICE, keep=2, days=5)] == made[3:4]
    assert [one.id for one in surface.snapshots.list()] == [bob.id, made[4]]
    assert list(surface.snapshots.prune(ALICE, days=1)) == []


@requirement("P6")
@pytest.mark.parametrize(
    "limits", [{}, {"keep": 0}, {"keep": -1}, {"days": 0}, {"keep": True}, {"days": 1.5}, {"keep": "3"}]
)
def test_how_many_to_keep_is_a_whole_number(surface, limits):
    surface.space(ALICE).remember("likes trains")
    shot = surface.snapshots.create(ALICE)
    with pytest.raises(InvalidValue):
        surface.snapshots.prune(ALICE, **limits)
    if limits:
        with pytest.raises(InvalidValue):
            surface.snapshots.create(ALICE, **limits)
    assert list(surface.snapshots.list()) == [shot]


@requirement("P6")
@given(
    ages=st.lists(st.integers(0, 50), max_size=12),
    keep=st.none() | st.integers(1, 12),
    days=st.none() | st.integers(1, 50),
)
def test_what_is_let_go_is_old_or_beyond_the_number_and_never_the_newest(ages, keep, days):
    shots = [
        Snapshot(
            id=f"snap_{number}", space=SpaceName("user", "alice"), at=MORNING - timedelta(days=age), by="", note="",
            folder="", memories=0, entries=0, bytes=0,
        )
        for number, age in enumerate(ages)
    ]  # fmt: skip
    gone = outdated(shots, keep=keep, days=days, now=MORNING)
    stays = [shot for shot in shots if shot not in gone]
    assert bool(stays) == bool(shots)
    assert all(old.at <= new.at for old in gone for new in stays if days is None)
    if len(stays) > 1:
        assert keep is None or len(stays) <= keep
        assert days is None or all(MORNING - shot.at <= timedelta(days=days) for shot in stays)
    if keep is not None and days is None:
        assert len(stays) == min(keep, len(shots))


@requirement("P6")
def test_a_removed_snapshot_is_gone_for_good_and_a_removed_space_takes_its_own_along(surface):
    surface.space(ALICE).remember("likes trains")
    one, other = surface.snapshots.create(ALICE), surface.snapshots.create(ALICE)
    assert [surface.snapshots.delete(one.id), surface.snapshots.delete(one.id)] == [True, False]
    assert list(surface.snapshots.list()) == [other]
    surface.delete_space(ALICE)
    assert list(surface.snapshots.list()) == []
    assert not Path(other.folder).exists()


# who may


@requirement("P6")
def test_making_going_back_and_removing_take_admin_and_looking_takes_read(memory):
    memory.space(ALICE).remember("likes trains")
    shot = memory.space(ALICE).snapshot()
    reader, writer, stranger = (
        memory.acting(Principal(name="tool", grants=(Grant.parse(grant),)))
        for grant in ("user/alice:read", "user/alice:write", "user/bob:admin")
    )
    for able in (reader, writer):
        assert list(able.snapshots.list()) == [shot] == [able.snapshots.get(shot.id)]
        assert able.snapshots.diff(shot.id).added == ()
        with able.snapshots.open(shot.id) as frozen:
            assert texts(frozen.space(ALICE), "trains") == ["likes trains"]
            with pytest.raises(Forbidden):
                frozen.space("user/bob").list()
        for refused in (
            lambda able=able: able.snapshots.create(ALICE),
            lambda able=able: able.snapshots.rollback(shot.id),
            lambda able=able: able.snapshots.delete(shot.id),
            lambda able=able: able.snapshots.prune(ALICE, keep=1),
        ):
            with pytest.raises(Forbidden):
                refused()
    assert list(stranger.snapshots.list()) == []
    with pytest.raises(Forbidden):
        stranger.snapshots.list(ALICE)
    for unseen in (
        stranger.snapshots.get,
        stranger.snapshots.open,
        stranger.snapshots.diff,
        stranger.snapshots.rollback,
    ):
        with pytest.raises(NotFound):
            unseen(shot.id)
    assert not stranger.snapshots.delete(shot.id)
    assert list(memory.snapshots.list()) == [shot]


# whatever was written


WRITES = st.lists(
    st.tuples(st.sampled_from(["remember", "observe", "capture", "forget", "correct", "feedback", "upkeep", "permanent"]), st.integers(0, 5)),
    min_size=1,
    max_size=6,
)  # fmt: skip
WORDS = (
    "喜欢火车",
    "I live in Lisbon",
    "住在奥斯陆",
    "likes tea, 也喜欢咖啡",
    "the kayak is blue",
    "I moved to Porto last May",
)


@contextmanager
def place() -> Iterator[Perdure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Perdure(
            folder, embedder=HashEmbedder(), clock=FrozenClock(MORNING), ids=SequentialIds(), timezone="UTC"
        ) as opened,
    ):
        yield opened


def write(memory: Perdure, verb: str, number: int) -> None:
    """Do one thing, as far as there is something to do it to."""
    space = memory.space(ALICE)
    its = [one.id for one in space.list() if one.kind != "boundary"]
    chosen = its[number % len(its)] if its else None
    match verb, chosen:
        case "observe", _:
            space.observe([Turn(WORDS[number], session="s")])
        case "capture", _:
            space.capture([Turn(WORDS[number], session=f"c{number}")])
        case "permanent", _:
            space.permanent.add(f"never {WORDS[number]}", kind="boundary")
        case "upkeep", _:
            space.upkeep()
        case "forget", str():
            space.forget(chosen)
        case "correct", str():
            space.correct(chosen, f"{WORDS[number]}, corrected")
        case "feedback", str():
            space.feedback(chosen, "useful")
        case _:
            space.remember(WORDS[number])


def rows(memory: Perdure) -> dict[str, list[Any]]:
    """Every row of alice's file."""
    path = next(memory.space(ALICE)._core.store.folder.glob("spaces/user/*.db"))  # noqa: SLF001  nothing else names it
    with closing(driver.connect(path)) as raw:
        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: raw.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608  its own tables


@requirement("P6")
@settings(max_examples=12)
@given(first=WRITES, then=WRITES)
def test_whatever_was_written_going_back_gives_every_row_as_it_was_and_forth_again(first, then):
    with place() as memory:
        memory.space(ALICE).remember("begins here")
        for verb, number in first:
            write(memory, verb, number)
        shot = memory.snapshots.create(ALICE)
        before = rows(memory)
        for verb, number in then:
            write(memory, verb, number)
        after = rows(memory)
        undo = memory.snapshots.rollback(shot.id)
        assert rows(memory) == before
        memory.snapshots.rollback(undo.id)
        assert rows(memory) == after
        write(memory, "remember", 0)
        assert all(finding.ok for finding in memory.doctor())
