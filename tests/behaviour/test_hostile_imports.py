"""A file from anybody: it changes nothing that was here, brings no secret to the disk, and only who may decide on it does."""

from __future__ import annotations

import hashlib
import json
import resource
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from perdure import Perdure, Turn
from perdure.domain.access import Grant, Principal
from perdure.domain.policy import MOST_DAYS, Fading, Policy
from perdure.domain.space import SpaceName
from perdure.domain.staging import Decision, Sort, StagedImport, StagedState, Verdict
from perdure.errors import (
    ArchiveDamaged,
    Forbidden,
    ImportSettled,
    InvalidValue,
    NotFound,
    PerdureError,
    StoreBusy,
    StoreError,
    StoreFull,
)
from perdure.testing import FrozenClock, SequentialIds
from perdure.transfer.guarding import sound_id
from tests.behaviour.requirements import requirement
from tests.behaviour.test_staging import applies
from tests.stores.processes import running

ME = SpaceName("user", "me")
AT = "2026-02-01T09:30:00Z"
KEY = "sk-ant-api03-" + "Zx9Qw7Er5Ty3Ui1Op2As4Df6Gh8Jk0Lz" * 2
PARTS = tuple(
    f"{name}.{'json' if name == 'policy' else 'jsonl'}"
    for name in (
        *("policy", "journal", "memories", "permanent", "history", "slots"),
        *("links", "review", "sightings", "distilled", "recalls", "foreign"),
    )
)


def archive(path: Path, *, space: str = "user/me", **parts: list[dict[str, Any]]) -> Path:
    """An archive as anybody can write one, its manifest made to fit."""
    told = {"policy": [{"policy": None}], **parts}
    lines = {name: [json.dumps(record) for record in told.get(name.partition(".")[0], [])] for name in PARTS}
    data = {name: "".join(f"{line}\n" for line in found).encode() for name, found in lines.items()}
    listed = [
        {"name": name, "records": len(lines[name]), "bytes": len(held), "sha256": hashlib.sha256(held).hexdigest()}
        for name, held in data.items()
    ]
    manifest = {"format": "perdure-archive", "version": 1, "space": space, "embedder": None, "parts": listed}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, held in {**data, "manifest.json": json.dumps(manifest).encode()}.items():
            packed.writestr(name, held)
    return path


def memory_line(name: str, text: str = "The kiln is hot", **fields: Any) -> dict[str, Any]:
    return {"id": name, "kind": "fact", "text": text, "created_at": AT, **fields}


def entry_line(name: str, text: str = "The kiln is hot", **fields: Any) -> dict[str, Any]:
    return {"id": name, "text": text, "at": AT, **fields}


def mem0(path: Path, *records: dict[str, Any]) -> Path:
    base = {"user_id": "alice", "created_at": AT, "metadata": None}
    path.write_text(json.dumps({"results": [{**base, **record} for record in records]}), encoding="utf-8")
    return path


def agent(memory: Perdure, *grants: str, name: str = "agent") -> Perdure:
    return memory.acting(Principal(name=name, grants=tuple(map(Grant.parse, grants))))


def holding(folder: Path, secret: str = KEY) -> list[str]:
    """The files below a folder that have a secret in them, or in their names."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in found if secret.encode() in path.read_bytes() or secret in str(path)]


# Who may decide


@requirement("A2", "P5")
@pytest.mark.parametrize("part", ["memories", "permanent", "history", "policy"])
def test_whoever_may_only_write_changes_nothing_of_what_an_admin_staged(memory, tmp_path, part):
    memory.space("user/me").remember("likes tea")
    lines = {
        "memories": memory_line("mem_9"),
        "permanent": memory_line("mem_9", kind="boundary"),
        "policy": {"policy": {"floor": 0.5}},
    }
    history = {"perdure": "history", "space": "user/me", "memory": "mem_000001", "at": AT, "actor": "x", "action": "y"}
    (tmp_path / "x.jsonl").write_text(json.dumps(history))
    path = tmp_path / "x.jsonl" if part == "history" else archive(tmp_path / "x.perdure", **{part: [lines[part]]})
    staged = memory.imports.stage(path)
    writer = agent(memory, "user/me:write")
    for act in (
        lambda: writer.imports.edit(staged.id, 1, "obey"),
        lambda: writer.imports.keep(staged.id, 1),
        lambda: writer.imports.drop(staged.id, 1),
        lambda: writer.imports.apply(staged.id),
        lambda: writer.imports.discard(staged.id),
    ):
        with pytest.raises(Forbidden):
            act()
    assert memory.imports.get(staged.id) == staged
    assert [item.decision for item in memory.imports.items(staged.id)] == [Decision.KEEP] * (part != "history")


@requirement("A2")
def test_an_import_of_nothing_is_for_who_may_write_where_it_was_sent_else_for_who_administers_the_place(
    memory, tmp_path
):
    nothing = mem0(tmp_path / "m.json", {"id": "1", "memory": " "})
    sent, lost = memory.imports.stage(nothing, to="user/me"), memory.imports.stage(nothing)
    assert (sent.memories, [owner.space for owner in sent.owners]) == (0, [ME])
    same_name = agent(memory, "user/other:admin", name="local")
    assert same_name.imports.list() == []
    assert same_name.imports.discard(lost.id) is False
    assert agent(memory, "user/me:write").imports.apply(sent.id).memories == {}
    assert memory.spaces() == []
    assert agent(memory, "user/me:write").space("user/me").import_(nothing).skips


# What was here


def forged(name: str) -> dict[str, list[dict[str, Any]]]:
    """Everything that a file can say about a memory."""
    return {
        "history": [
            {"memory": name, "at": AT, "actor": "local", "action": "corrected", "before": {"text": "x"}, "after": {}}
        ],
        "links": [{"memory": name, "other": "mem_8", "relation": "repeated", "at": AT}],
        "review": [{"id": "rev_9", "question": "import", "memory": name, "summary": "trust me", "at": AT}],
        "recalls": [{"id": "rec_9", "at": AT, "query": "kiln", "memories": [name]}],
        "foreign": [{"owner": name, "system": "evil", "id": "1", "record": {"x": 1}}],
    }


def told(memory: Perdure, name: str) -> tuple[Any, ...]:
    """Everything that is known of a memory or an entry."""
    with memory._core.space(ME).read() as reader:
        return (
            reader.history(name),
            reader.links([name]),
            reader.all_recalls(after=0, limit=10),
            reader.foreign([name]),
            memory.space("user/me").review.list(states="all").items,
            reader.undistilled_sessions(),
        )


@requirement("P5", "W14")
@pytest.mark.parametrize(
    ("text", "drop"), [("The kiln is cold", False), ("The kiln is cold", True), (None, False), (None, True)]
)
def test_what_a_file_says_about_a_memory_that_was_here_reaches_it_in_no_way(memory, tmp_path, text, drop):
    space = memory.space("user/me")
    space.remember("The kiln is hot")
    space.export(tmp_path / "own.perdure")
    (mine,) = space.list()
    with zipfile.ZipFile(tmp_path / "own.perdure") as own:
        line, entry = (json.loads(own.read(name)) for name in ("memories.jsonl", "journal.jsonl"))
    line |= {} if text is None else {"text": text}
    before = told(memory, mine.id)
    lines = {"journal": [entry], "memories": [line, memory_line("mem_8", "Clay is wet")], **forged(mine.id)}
    staged = memory.imports.stage(archive(tmp_path / "x.perdure", **lines))
    _, held, new = memory.imports.items(staged.id)
    assert (held.verdict, new.verdict) == (Verdict.KNOWN if text is None else Verdict.DIFFERS, Verdict.NEW)
    if drop:
        memory.imports.drop(staged.id, held.number)
    memory.imports.apply(staged.id)
    assert told(memory, mine.id) == before
    assert space.get("mem_8").text == "Clay is wet"


@requirement("P5")
def test_what_a_file_says_about_a_memory_that_comes_in_comes_with_it(memory, tmp_path):
    lines = [memory_line("mem_9"), memory_line("mem_8", "Clay is wet")]
    memory.space("user/me").import_(archive(tmp_path / "x.perdure", memories=lines, **forged("mem_9")))
    assert all(told(memory, "mem_9")[:5])


@requirement("P5")
@pytest.mark.parametrize("drop", [True, False])
def test_what_a_file_says_about_a_turn_that_was_here_reaches_it_in_no_way(memory, tmp_path, drop):
    space = memory.space("user/me")
    (mine,) = space.observe([Turn("The kiln is hot", session="s", ref="1", at=datetime.fromisoformat(AT))])
    before = told(memory, mine.id)
    evil = archive(
        tmp_path / "x.perdure",
        journal=[entry_line(mine.id, session="s", ref="1")],
        sightings=[{"key": "the kiln is hot", "entry": mine.id, "at": AT, "text": "The kiln is hot", "kind": "fact"}],
        distilled=[{"session": "s", "entry": mine.id}],
        foreign=[{"owner": mine.id, "system": "evil", "id": "1", "record": {"x": 1}}],
    )
    staged = memory.imports.stage(evil)
    if drop:
        memory.imports.drop(staged.id, 1)
    memory.imports.apply(staged.id)
    assert told(memory, mine.id) == before
    with memory._core.space(ME).read() as reader:
        assert reader.sightings(["the kiln is hot"]) == []


# Ids


class Unlucky(SequentialIds):
    """Gives ids that look as if there were a password in them."""

    def new(self, prefix: str, at: datetime) -> str:
        return f"{prefix}_01M8PW27KGVPWD3J617VPD{super().new(prefix, at)[-4:]}"


@requirement("P2", "W13")
def test_an_id_of_our_own_is_never_taken_for_a_secret(tmp_path, clock):
    with Perdure(tmp_path / "a", embedder=None, clock=clock, ids=Unlucky(), timezone="UTC") as place:
        space = place.space("user/me")
        space.capture([Turn("Please remember that I like tea", session="5f3b9c1e-1234-4123-8123-453957876362")])
        space.correct(space.list().items[0].id, "I like green tea")
        space.export(tmp_path / "a.perdure")
    with Perdure(tmp_path / "b", embedder=None, clock=clock, timezone="UTC") as other:
        report = other.space("user/me").import_(tmp_path / "a.perdure")
        other.space("user/me").export(tmp_path / "b.perdure")
    assert (report.skips, report.memories) == ((), {Verdict.NEW: 1})
    assert (tmp_path / "a.perdure").read_bytes() == (tmp_path / "b.perdure").read_bytes()


@requirement("P5", "W13")
def test_an_id_that_holds_a_secret_becomes_another_and_whatever_cites_it_follows(memory, tmp_path):
    memory.space("user/me").import_(
        archive(
            tmp_path / "x.perdure",
            journal=[entry_line(KEY)],
            memories=[
                memory_line("mem_8", "The kiln was warm", status="superseded", superseded_by=f"{KEY}/1"),
                memory_line(f"{KEY}/1", source={"turns": [KEY]}),
            ],
            **forged(f"{KEY}/1"),
        )
    )
    (active,) = memory.space("user/me").list()
    (entry,) = memory.space("user/me").entries()
    assert (active.id, entry.id) == (sound_id(f"{KEY}/1"), sound_id(KEY))
    assert active.source.turns == (entry.id,)
    assert memory.space("user/me").get("mem_8").superseded_by == active.id
    assert all(told(memory, active.id)[:5])


# Secrets

SAID = f"it is {KEY}"
ONE = [memory_line("mem_9")]
HIDING: dict[str, dict[str, list[dict[str, Any]]]] = {
    "id": {"memories": [memory_line(KEY)]},
    "memory": {
        "journal": [entry_line(KEY)],
        "memories": [
            memory_line(
                *("mem_9", SAID),
                superseded_by=KEY,
                status="superseded",
                slot={"subject": KEY, "attribute": KEY},
                value=KEY,
                tags=[KEY],
                metadata={KEY: [{KEY: KEY}]},
                source={"tool": KEY, "maker": KEY, "session": KEY, "speaker": KEY, "turns": [KEY]},
            )
        ],
    },
    "entry": {
        "journal": [
            entry_line(
                *(KEY, SAID),
                session=KEY,
                speaker=KEY,
                ref=KEY,
                channel=KEY,
                tool_calls=[{KEY: KEY}],
                metadata={KEY: KEY},
            )
        ],
        "distilled": [{"session": KEY, "entry": KEY}],
        "sightings": [{"key": KEY, "entry": KEY, "at": AT, "text": SAID, "kind": "fact"}],
    },
    "history": {
        "memories": ONE,
        "history": [
            {
                **{"memory": "mem_9", "at": AT, "actor": KEY, "action": KEY, "reason": SAID},
                "before": {KEY: KEY},
                "after": {"superseded_by": KEY},
            }
        ],
    },
    "review": {
        "memories": ONE,
        "review": [
            {
                **{"id": KEY, "question": "import", "memory": "mem_9", "summary": SAID, "at": AT},
                "decided_by": KEY,
                "reason": KEY,
            }
        ],
    },
    "recall": {
        "journal": [entry_line(KEY)],
        "memories": [memory_line(f"{KEY}/1")],
        "recalls": [{"id": KEY, "at": AT, "query": SAID, "memories": [f"{KEY}/1"], "session": KEY, "answer": KEY}],
    },
    "foreign": {"memories": ONE, "foreign": [{"owner": "mem_9", "system": KEY, "id": KEY, "record": {KEY: KEY}}]},
}


def goes_nowhere(memory: Perdure, home: Path, staged: StagedImport, out: Path) -> None:
    """Applied or waiting, exported or not, the secret is on no disk, and in no answer."""
    assert holding(home) == []
    assert KEY not in f"{staged!r}{list(memory.imports.items(staged.id))!r}"
    assert KEY not in repr(memory.imports.apply(staged.id))
    for space in memory.spaces():
        memory.space(space.name).export(out / "o.perdure")
        with zipfile.ZipFile(out / "o.perdure") as packed:
            assert not any(KEY.encode() in packed.read(name) for name in packed.namelist())
    assert holding(home) == []


@requirement("W13", "P5")
@pytest.mark.parametrize("place", HIDING)
def test_a_secret_anywhere_in_an_archive_reaches_no_disk(memory, home, tmp_path, place):
    staged = memory.imports.stage(archive(tmp_path / "x.perdure", **HIDING[place]))
    assert staged.verdicts.get(Verdict.REFUSED) is None
    goes_nowhere(memory, home, staged, tmp_path)


@requirement("W13", "P5")
@pytest.mark.parametrize(
    "record",
    [
        {"perdure": "memory", "foo": KEY, KEY: 1, **memory_line("mem_9")},
        {"perdure": "memory", **memory_line("mem_9", kind=KEY)},
        {"perdure": "memory", **memory_line("mem_9"), "space": f"user/{KEY}"},
        {"perdure": KEY},
        {"perdure": "memory", **memory_line("mem_9"), "history": [{"at": AT, "actor": KEY, "action": KEY, KEY: KEY}]},
    ],
)
def test_a_secret_anywhere_in_a_line_of_our_own_reaches_no_disk(memory, home, tmp_path, record):
    path = tmp_path / f"{KEY}.jsonl"
    good = {"perdure": "memory", "space": "user/me", **memory_line("mem_7", "Clay is wet")}
    path.write_text("".join(f"{json.dumps({'space': 'user/me', **line})}\n" for line in (good, record)))
    goes_nowhere(memory, home, memory.imports.stage(path), tmp_path)


@requirement("W13", "P5")
def test_a_secret_anywhere_in_a_memory_of_another_system_reaches_no_disk(memory, home, tmp_path):
    fields = {"agent_id": KEY, "run_id": KEY, KEY: KEY, "metadata": {KEY: KEY, "category": KEY}, "created_at": KEY}
    path = mem0(tmp_path / "m.json", {"id": KEY, "memory": SAID, "user_id": KEY, **fields})
    goes_nowhere(memory, home, memory.imports.stage(path, to="user/me"), tmp_path)
    again = memory.imports.stage(path, to="user/me")
    assert again.verdicts == {Verdict.KNOWN: 1}


@requirement("W13")
def test_no_space_is_named_after_a_secret(memory, home, tmp_path):
    path = mem0(tmp_path / "m.json", {"id": "1", "memory": "a", "user_id": KEY}, {"id": "2", "memory": "b"})
    with pytest.raises(InvalidValue) as refused:
        memory.imports.stage(path, usual="user/me")
    assert KEY not in str(refused.value)
    staged = memory.imports.stage(path, map={sound_id(KEY): "user/me", "alice": "user/alice"})
    assert [owner.name for owner in staged.owners] == [sound_id(KEY), "alice"]
    goes_nowhere(memory, home, staged, tmp_path)


@requirement("P5")
@pytest.mark.parametrize("owner", ["*", "user/alice", "../alice", "a" * 256, "al\u200bice"])
def test_an_owner_that_could_be_somebody_else_is_named_before_anything_is_staged(memory, tmp_path, owner):
    path = mem0(tmp_path / "m.json", {"id": "1", "memory": "a", "user_id": owner}, {"id": "2", "memory": "b"})
    with pytest.raises(InvalidValue):
        memory.imports.stage(path, usual="user/me")
    assert memory.imports.list() == []
    assert memory.imports.stage(path, map={"*": "user/me"}).memories == 2


# The policy


@requirement("P5")
def test_a_policy_is_an_item_that_a_person_keeps_or_drops(memory, tmp_path):
    space, given = memory.space("user/me"), Policy(floor=0.5, fading=Fading(idle_hours=3.0))
    settings = [{"policy": given.changes()}]
    line = {"memory": "mem_9", "at": AT, "actor": "local", "action": "corrected", "before": {}, "after": {}}
    staged = memory.imports.stage(archive(tmp_path / "x.perdure", policy=settings, memories=ONE, history=[line]))
    policy, _ = memory.imports.items(staged.id)
    assert (policy.sort, policy.verdict, policy.text) == (
        Sort.POLICY,
        Verdict.NEW,
        "fading.idle_hours: 3.0, floor: 0.5",
    )
    with pytest.raises(InvalidValue):
        memory.imports.edit(staged.id, policy.number, "floor: 0")
    memory.imports.drop(staged.id, policy.number)
    memory.imports.apply(staged.id)
    assert space.policy() == Policy()
    assert [change.action for change in space.history("mem_9")] == ["corrected"]
    memory.delete_space("user/me")
    report = space.import_(archive(tmp_path / "y.perdure", policy=settings))
    assert (space.policy(), report.spaces) == (given, (ME,))
    other = archive(tmp_path / "z.perdure", policy=[{"policy": {"floor": 0.1}}])
    (item,) = memory.imports.items(memory.imports.stage(other).id)
    assert (item.verdict, item.against) == (Verdict.DIFFERS, policy.text)


@requirement("P2")
@pytest.mark.parametrize(
    "changes",
    [
        {"model_tokens": 10**30},
        {"limits": {"text_bytes": 1}},
        {"weights": {"dense": 1e308}},
        {"fading": {"cold_days": 1e9}},
        {"half_lives": {KEY: 1}},
        {"gates": {"thresholds": {KEY: 0.5}}},
        {KEY: 1},
    ],
)
def test_a_policy_that_would_break_a_space_is_refused(memory, home, tmp_path, changes):
    with pytest.raises(ArchiveDamaged) as refused:
        memory.imports.stage(archive(tmp_path / "x.perdure", policy=[{"policy": changes}]))
    assert KEY not in str(refused.value)
    assert memory.imports.list() == []


@requirement("L1")
def test_the_longest_times_that_a_policy_may_have_break_no_upkeep(memory):
    space = memory.space("user/me")
    space.remember("The kiln is hot")
    space.observe([Turn("hello", session="s")])
    days = dict.fromkeys(("archive_unread_days", "decay_unread_days", "summarize_days", "cold_days"), MOST_DAYS)
    strategies = (
        "expire",
        "archive",
        "importance_decay",
        "summarize_old",
        "sessions",
        "weeks",
        "promote",
        "adapt",
        "cold_storage",
    )
    space.set_policy(
        Policy(half_lives={"fact": MOST_DAYS}, fading=Fading(idle_hours=MOST_DAYS * 24, strategies=strategies, **days))
    )
    memory.space("user/me").upkeep()
    assert [held.text for held in space.list()] == ["The kiln is hot"]


# One at a time


def many(path: Path, count: int = 40) -> Path:
    return mem0(path, *({"id": str(n), "memory": f"Box {n} holds {n * 7} jars"} for n in range(count)))


@requirement("P5", "W12")
def test_what_is_being_applied_takes_no_other_change(memory, home, tmp_path):
    staged = memory.imports.stage(many(tmp_path / "m.json"), to="user/me")
    refused: list[str] = []

    def meanwhile(done: int, total: int) -> None:
        with Perdure(home, embedder=None) as other:
            for act in (
                lambda: other.imports.apply(staged.id),
                lambda: other.imports.drop(staged.id, 1),
                lambda: other.imports.discard(staged.id),
            ):
                with pytest.raises(StoreBusy) as error:
                    act()
                refused.append(error.value.code)

    assert memory.imports.apply(staged.id, progress=meanwhile).memories == {Verdict.NEW: 40}
    assert refused == ["store_busy"] * 3
    assert memory.imports.get(staged.id).state is StagedState.APPLIED


@requirement("P5", "W12")
def test_many_at_once_leave_one_import_applied_once(home, tmp_path, clock):
    with place(home, clock) as memory:
        staged = memory.imports.stage(many(tmp_path / "m.json"), to="user/me")
    outcomes: list[object] = []

    def at_once(act: Callable[[Perdure], object]) -> None:
        with place(home, clock) as other:
            try:
                outcomes.append(act(other))
            except (StoreBusy, ImportSettled, NotFound) as error:
                outcomes.append(error.code)

    acts: list[Callable[[Perdure], object]] = [
        *[lambda other: other.imports.apply(staged.id).memories] * 3,
        *[lambda other: len(other.imports.drop(staged.id, [1, 2, 3]))] * 3,
    ]
    threads = [Thread(target=at_once, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == len(acts)
    (applied,) = [found for found in outcomes if isinstance(found, dict)]
    with place(home, clock) as memory:
        assert memory.space("user/me").list().total == applied[Verdict.NEW] in (37, 40)
        assert memory.imports.get(staged.id).state is StagedState.APPLIED


@requirement("P5", "W12")
def test_an_import_is_free_again_when_the_process_that_applied_it_is_killed(tmp_path, clock):
    home = tmp_path / "home"
    with place(home, clock) as memory:
        staged = memory.imports.stage(many(tmp_path / "m.json"), to="user/me")
        with running(applies, home, staged.id) as other:
            other.told()
            with pytest.raises(StoreBusy):
                memory.imports.discard(staged.id)
            other.process.kill()
            other.process.join()
        report = memory.imports.apply(staged.id)
        assert sum(report.memories.values()) == memory.space("user/me").list().total == 40


def place(home: Path, clock: FrozenClock) -> Perdure:
    return Perdure(home, embedder=None, clock=clock, timezone="UTC", upkeep=False)


# The disk


@contextmanager
def room(size: int) -> Iterator[None]:
    """No file may grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@requirement("P5")
@pytest.mark.parametrize("size", [0, 1_000, 20_000])
def test_a_disk_without_room_is_said_to_be_full_and_nothing_is_staged(memory, home, tmp_path, size):
    path = many(tmp_path / "m.json", 200)
    with pytest.raises(StoreFull), room(size):
        memory.imports.stage(path, to="user/me")
    assert memory.imports.list() == []
    assert list((home / "imports").iterdir()) == []
    staged = memory.imports.stage(path, to="user/me")
    with pytest.raises(StoreFull), room(0):
        memory.imports.drop(staged.id, 1)
    with room(0):
        assert memory.imports.discard(staged.id)


@requirement("P5")
def test_a_folder_that_cannot_be_used_is_named(memory, home, tmp_path):
    path = many(tmp_path / "m.json", 2)
    (home / "imports").write_text("not a folder")
    for act in (lambda: memory.imports.stage(path, to="user/me"), memory.imports.list):
        with pytest.raises(StoreError) as refused:
            act()
        assert str(home / "imports") in str(refused.value)


@requirement("P2")
def test_an_error_names_its_file_once(memory, tmp_path):
    path = archive(tmp_path / "x.perdure", memories=[memory_line("mem_9", created_at="yesterday")])
    with pytest.raises(PerdureError) as refused:
        memory.imports.stage(path)
    assert str(refused.value).count(str(path)) == 1
