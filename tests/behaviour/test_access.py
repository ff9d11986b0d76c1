"""What each verb takes, and that nothing less opens it: the gate below every surface."""

from __future__ import annotations

import inspect
import json
import logging
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from perdure import Perdure, Policy, Turn
from perdure.app import LiveSession, Permanent, Reviews, Space, View
from perdure.app.imports import Imports
from perdure.app.snapshots import Snapshots
from perdure.app.tokens import Tokens
from perdure.app.upkeep import DISTIL
from perdure.capture.question import asked
from perdure.domain.access import Grant, Principal, Right
from perdure.domain.check import Check
from perdure.domain.job import JobState
from perdure.domain.review import Question
from perdure.domain.space import SpaceName
from perdure.errors import Forbidden, NotFound
from perdure.testing import FrozenClock, HashEmbedder
from perdure.upkeep.jobs import enqueue
from tests.behaviour.requirements import requirement
from tests.conftest import MORNING

NAME, OTHER = "user/alice", "user/bob"
READ, WRITE, ADMIN = Right
DAY = timedelta(days=1)
PLACE, FREE = "place", "free"
"""What takes the whole place, and what anybody may: it tells nothing of any space."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """An open place whose space has something of everything that a verb can be about."""

    memory: Perdure
    folder: Path
    kept: str
    gone: str
    profile: str
    removed: str
    review: str
    job: str
    snapshot: str
    staged: str


def furnished(memory: Perdure, folder: Path) -> Scene:
    space, core = memory.space(NAME), memory._core
    texts = ("the kayak is in the shed", "the tent is in the attic", "the boat is in the harbour")
    kept, gone, recurring = (space.remember(text).memory for text in texts)
    space.forget(gone.id)
    profile, removed = (space.permanent.add(text).memory.id for text in ("her name is Alice", "she speaks French"))
    space.permanent.remove(removed)
    space.observe([Turn("hello there", session="s")])
    memory.join()
    review = asked(Question.PROMOTION, recurring, review_id=core.ids.new("rev", core.now()), at=core.now())
    with space._store.write() as writer:
        writer.save_reviews([review])
        enqueue(writer, name=DISTIL, key="nobody", now=core.now(), ids=core.ids)
    (folder / "chat.jsonl").write_text(json.dumps({"text": "an old turn", "speaker": "user"}) + "\n", encoding="utf-8")
    memories = folder / "memories.json"
    memories.write_text(json.dumps({"memories": [{"text": "the canoe is red"}]}), encoding="utf-8")
    job = space.jobs()[-1].id
    return Scene(
        memory=memory,
        folder=folder,
        kept=kept.id,
        gone=gone.id,
        profile=profile,
        removed=removed,
        review=review.id,
        job=job,
        snapshot=space.snapshot("as it was").id,
        staged=memory.imports.stage(memories, to=NAME).id,
    )


def opened(folder: Path) -> Perdure:
    return Perdure(folder / "memory", embedder=HashEmbedder(), clock=FrozenClock(MORNING), timezone="UTC")


Call = Callable[[Any, Scene], object]


def the_space(call: Callable[[Space, Scene], object]) -> Call:
    return lambda memory, scene: call(memory.space(NAME), scene)


def reviews(call: Callable[[Reviews, Scene], object]) -> Call:
    return lambda memory, scene: call(memory.space(NAME).review, scene)


def permanents(call: Callable[[Permanent, Scene], object]) -> Call:
    return lambda memory, scene: call(memory.space(NAME).permanent, scene)


def session(call: Callable[[LiveSession, Scene], object]) -> Call:
    def act(memory: Perdure, scene: Scene) -> object:
        with memory.space(NAME).session() as talk:
            return call(talk, scene)

    return act


VERBS: dict[type, dict[str, tuple[Right | str, Call]]] = {
    Space: {
        "remember": (WRITE, the_space(lambda space, _: space.remember("the oars are new"))),
        "remember_many": (WRITE, the_space(lambda space, _: space.remember_many(["the oars are new"]))),
        "observe": (WRITE, the_space(lambda space, _: space.observe([Turn("hello")]))),
        "capture": (WRITE, the_space(lambda space, _: space.capture([Turn("I live in Lisbon")]))),
        "distil": (WRITE, the_space(lambda space, _: space.distil("nobody"))),
        "session": (WRITE, the_space(lambda space, _: space.session().close())),
        "recall": (READ, the_space(lambda space, _: space.recall("kayak"))),
        "why_not": (READ, the_space(lambda space, scene: space.why_not("kayak", scene.kept))),
        "get": (READ, the_space(lambda space, scene: space.get(scene.kept))),
        "list": (READ, the_space(lambda space, _: space.list())),
        "entries": (READ, the_space(lambda space, _: space.entries())),
        "sessions": (READ, the_space(lambda space, _: space.sessions())),
        "history": (READ, the_space(lambda space, scene: space.history(scene.kept))),
        "explain": (READ, the_space(lambda space, scene: space.explain(scene.kept))),
        "stats": (READ, the_space(lambda space, _: space.stats())),
        "jobs": (READ, the_space(lambda space, _: space.jobs())),
        "policy": (READ, the_space(lambda space, _: space.policy())),
        "correct": (WRITE, the_space(lambda space, scene: space.correct(scene.kept, "the kayak is in the hall"))),
        "confirm": (WRITE, the_space(lambda space, scene: space.confirm(scene.kept))),
        "forget": (WRITE, the_space(lambda space, scene: space.forget(scene.kept))),
        "restore": (WRITE, the_space(lambda space, scene: space.restore(scene.gone))),
        "feedback": (WRITE, the_space(lambda space, scene: space.feedback(scene.kept, "useful"))),
        "upkeep": (WRITE, the_space(lambda space, _: space.upkeep())),
        "retry": (WRITE, the_space(lambda space, scene: space.retry(scene.job))),
        "reembed": (WRITE, the_space(lambda space, _: space.reembed())),
        "import_": (WRITE, the_space(lambda space, scene: space.import_(scene.folder / "chat.jsonl"))),
        "export": (READ, the_space(lambda space, scene: space.export(scene.folder / "alice.perdure"))),
        "export_into": (READ, the_space(lambda space, scene: space.export_into(scene.folder / "exports"))),
        "snapshot": (ADMIN, the_space(lambda space, _: space.snapshot("before"))),
        "rollback": (ADMIN, the_space(lambda space, scene: space.rollback(scene.snapshot))),
        "set_policy": (ADMIN, the_space(lambda space, _: space.set_policy(Policy(keep_contacts=False)))),
    },
    Reviews: {
        "list": (READ, reviews(lambda its, _: its.list())),
        "get": (READ, reviews(lambda its, scene: its.get(scene.review))),
        "accept": (ADMIN, reviews(lambda its, scene: its.accept(scene.review))),
        "reject": (ADMIN, reviews(lambda its, scene: its.reject(scene.review))),
        "edit": (ADMIN, reviews(lambda its, scene: its.edit(scene.review, "the boat is at sea"))),
    },
    Permanent: {
        "list": (READ, permanents(lambda its, _: its.list())),
        "add": (ADMIN, permanents(lambda its, _: its.add("she is a nurse"))),
        "correct": (ADMIN, permanents(lambda its, scene: its.correct(scene.profile, "her name is Alicia"))),
        "remove": (ADMIN, permanents(lambda its, scene: its.remove(scene.profile))),
        "restore": (ADMIN, permanents(lambda its, scene: its.restore(scene.removed))),
    },
    View: {"recall": (READ, lambda memory, _: memory.view(NAME).recall("kayak"))},
    LiveSession: {
        "messages": (WRITE, session(lambda talk, _: talk.messages("where is the kayak?"))),
        "reply": (WRITE, session(lambda talk, _: talk.reply("in the shed"))),
        "tool": (WRITE, session(lambda talk, _: talk.tool("search", "nothing"))),
        "add": (WRITE, session(lambda talk, _: talk.add(Turn("hello")))),
        "close": (WRITE, session(lambda talk, _: talk.close())),
    },
    Perdure: {
        "space": (FREE, lambda memory, _: memory.space(NAME)),
        "view": (FREE, lambda memory, _: memory.view(NAME)),
        "spaces": (FREE, lambda memory, _: memory.spaces()),
        "join": (FREE, lambda memory, _: memory.join()),
        "close": (FREE, lambda memory, _: memory.close()),
        "acting": (FREE, lambda memory, _: memory.acting(memory.principal)),
        "summary": (FREE, lambda memory, _: memory.summary([{"role": "user", "content": "hello"}])),
        "filter": (FREE, lambda memory, _: memory.filter([{"role": "user", "content": "hello"}], "hello")),
        "session": (WRITE, lambda memory, _: memory.session(write=NAME).close()),
        "delete_space": (ADMIN, lambda memory, _: memory.delete_space(NAME)),
        "doctor": (ADMIN, lambda memory, _: memory.doctor(NAME)),
        "backup": (ADMIN, lambda memory, scene: memory.backup(NAME, scene.folder / "copy.db")),
        "calibrate": (PLACE, lambda memory, _: memory.calibrate()),
        "verify": (READ, lambda memory, _: memory.verify([Check(question="kayak?", space=SpaceName.parse(NAME))])),
        "draft": (READ, lambda memory, _: memory.draft(NAME)),
    },
    Snapshots: {
        "create": (ADMIN, lambda memory, _: memory.snapshots.create(NAME)),
        "list": (FREE, lambda memory, _: memory.snapshots.list()),
        "get": (FREE, lambda memory, scene: not_found(memory.snapshots.get, scene.snapshot)),
        "open": (FREE, lambda memory, scene: not_found(memory.snapshots.open, scene.snapshot)),
        "diff": (FREE, lambda memory, scene: not_found(memory.snapshots.diff, scene.snapshot)),
        "rollback": (ADMIN, lambda memory, scene: memory.snapshots.rollback(scene.snapshot)),
        "prune": (ADMIN, lambda memory, _: memory.snapshots.prune(NAME, keep=1)),
        "delete": (ADMIN, lambda memory, scene: memory.snapshots.delete(scene.snapshot)),
    },
    Imports: {
        "stage": (WRITE, lambda memory, scene: memory.imports.stage(scene.folder / "memories.json", to=NAME)),
        "list": (FREE, lambda memory, _: memory.imports.list()),
        "get": (FREE, lambda memory, scene: not_found(memory.imports.get, scene.staged)),
        "items": (FREE, lambda memory, scene: not_found(memory.imports.items, scene.staged)),
        "turns": (FREE, lambda memory, scene: not_found(memory.imports.turns, scene.staged, 1)),
        "keep": (WRITE, lambda memory, scene: memory.imports.keep(scene.staged, 1)),
        "drop": (WRITE, lambda memory, scene: memory.imports.drop(scene.staged, 1)),
        "edit": (WRITE, lambda memory, scene: memory.imports.edit(scene.staged, 1, "the canoe is blue")),
        "apply": (WRITE, lambda memory, scene: memory.imports.apply(scene.staged)),
        "discard": (WRITE, lambda memory, scene: memory.imports.discard(scene.staged)),
    },
    Tokens: {
        "new": (READ, lambda memory, _: memory.tokens.new("x", grants=[f"{NAME}:read"], lasts=DAY)),
        "first": (PLACE, lambda memory, _: memory.tokens.first()),
        "list": (FREE, lambda memory, _: memory.tokens.list()),
        "revoke": (FREE, lambda memory, scene: not_found(memory.tokens.revoke, "tok_of_somebody_else")),
        "verify": (FREE, lambda memory, scene: memory.tokens.verify(scene.memory.tokens.new("y", grants=["*:read"]).secret)),
    },
}  # fmt: skip

ALSO: dict[str, tuple[Right | str, Call]] = {
    "a session that reads another's space": (WRITE, lambda memory, _: memory.session(write=NAME, read=[NAME]).close()),
    "a dry run of upkeep": (READ, the_space(lambda space, _: space.upkeep(dry_run=True))),
    "capture behind the caller's back": (WRITE, the_space(lambda space, _: space.capture([Turn("hi", session="t")], wait=False))),
    "a batch of nothing that can be stored": (WRITE, the_space(lambda space, _: space.remember_many([" ", "fine"]))),
    "doctor of every space": (PLACE, lambda memory, _: memory.doctor()),
    "a recall with a deadline": (READ, the_space(lambda space, _: space.recall("kayak", deadline=5))),
}  # fmt: skip

ROWS = [(f"{kind.__name__}.{verb}", *row) for kind, verbs in VERBS.items() for verb, row in verbs.items()]
ROWS += [(name, *row) for name, row in ALSO.items()]
LESS = {READ: f"{OTHER}:admin", WRITE: f"{NAME}:read", ADMIN: f"{NAME}:write", PLACE: "*:write"}
ENOUGH = {READ: f"{NAME}:read", WRITE: f"{NAME}:write", ADMIN: f"{NAME}:admin", PLACE: "*:admin", FREE: f"{OTHER}:read"}


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Scene:
    """What each test gets a copy of."""
    folder = tmp_path_factory.mktemp("original")
    with opened(folder) as memory:
        return furnished(memory, folder)


@pytest.fixture(scope="module")
def still(original, tmp_path_factory) -> Iterator[Scene]:
    """A copy that nothing changes, for what is refused there and what only reads."""
    yield from copied(original, tmp_path_factory.mktemp("still") / "copy")


@pytest.fixture
def scene(original, tmp_path) -> Iterator[Scene]:
    yield from copied(original, tmp_path / "copy")


def copied(original: Scene, folder: Path) -> Iterator[Scene]:
    shutil.copytree(original.folder, folder)
    with opened(folder) as memory:
        yield replace(original, memory=memory, folder=folder)


def not_found(call: Callable[..., object], *args: object) -> None:
    with pytest.raises(NotFound):
        call(*args)


def as_tool(memory, *grants: str) -> Perdure:
    return memory.acting(Principal(name="tool", grants=tuple(map(Grant.parse, grants))))


@pytest.mark.parametrize("kind", VERBS, ids=lambda kind: kind.__name__)
def test_it_is_said_of_every_verb_what_it_takes(kind):
    verbs = {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
    assert set(VERBS[kind]) == verbs


@requirement("C2", "C3")
@pytest.mark.parametrize(
    ("what", "takes", "call"),
    [row for row in ROWS if row[1] != FREE],
    ids=lambda value: "" if callable(value) else str(value),
)
def test_with_less_a_verb_is_refused_and_changes_nothing(still, what, takes, call):
    before = everything(still.memory)
    with pytest.raises(Forbidden):
        call(as_tool(still.memory, LESS[takes]), still)
    assert everything(still.memory) == before


@requirement("C2", "C3")
@pytest.mark.parametrize(
    ("what", "takes", "call"),
    [row for row in ROWS if row[1] in (READ, FREE)],
    ids=lambda value: "" if callable(value) else str(value),
)
def test_with_enough_a_verb_tells_what_it_tells_and_changes_nothing(still, what, takes, call):
    before = everything(still.memory)
    call(as_tool(still.memory, ENOUGH[takes]), still)
    assert everything(still.memory) == before


@requirement("C2", "C3")
@pytest.mark.parametrize(
    ("what", "takes", "call"),
    [row for row in ROWS if row[1] not in (READ, FREE)],
    ids=lambda value: "" if callable(value) else str(value),
)
def test_with_enough_a_verb_does_what_it_does(scene, what, takes, call):
    call(as_tool(scene.memory, ENOUGH[takes]), scene)


def everything(memory) -> object:
    """What the place holds, but for how often it was read."""
    space = memory.space(NAME)
    kept = [*space.list(statuses="all"), *space.permanent.list(statuses="all")]
    return (
        [(one.id, one.text, one.status, one.version) for one in kept],
        [len(space.history(one.id)) for one in kept],
        [entry.id for entry in space.entries()],
        [(one.id, one.state) for one in space.review.list(states="all")],
        space.jobs(),
        space.policy(),
        [str(found.name) for found in memory.spaces()],
    )


@requirement("P8")
def test_a_new_tool_starts_read_only_and_is_opened_for_writing_later(scene):
    memory = scene.memory
    canary = memory.tokens.new("canary", grants=[f"{NAME}:read"])
    tool = memory.acting(memory.tokens.verify(canary.secret))
    assert [hit.text for hit in tool.space(NAME).recall("where is the kayak", k=1)] == ["the kayak is in the shed"]
    before = everything(memory)
    for _, takes, call in ROWS:
        if takes in (WRITE, ADMIN, PLACE):
            with pytest.raises(Forbidden):
                call(tool, scene)
    assert everything(memory) == before
    memory.tokens.revoke(canary.token.id)
    allowed = memory.acting(memory.tokens.verify(memory.tokens.new("canary", grants=[f"{NAME}:write"]).secret))
    made = allowed.space(NAME).remember("the oars are new").memory
    assert [change.actor for change in memory.space(NAME).history(made.id)] == ["canary"]


@requirement("C2", "R2")
def test_a_tool_sees_its_own_spaces_and_learns_nothing_of_others(scene):
    memory = scene.memory
    memory.space("project/secret").remember("the plan is a heist")
    tool = as_tool(memory, f"{NAME}:write", "project/orders:read")
    assert [str(found.name) for found in tool.spaces()] == [NAME]
    there, absent = [], []
    for name, told in (("project/secret", there), ("project/absent", absent)):
        for call in (
            lambda: tool.space(name).recall("plan"),
            lambda: tool.space(name).get("mem_1"),
            lambda: tool.view(NAME, name).recall("plan"),
            lambda: tool.session(write=NAME, read=[name]),
            lambda: tool.delete_space(name),
        ):
            with pytest.raises(Forbidden) as refused:
                call()
            told.append(str(refused.value).replace(name, "it"))
    assert there == absent


@requirement("C2")
def test_what_a_tool_does_is_done_under_its_name(memory):
    tool = as_tool(memory, f"{NAME}:admin")
    space = tool.space(NAME)
    made = space.remember("the kayak is in the shed").memory
    space.correct(made.id, "the kayak is in the hall")
    space.forget(made.id)
    profile = space.permanent.add("her name is Alice").memory
    told = [*space.history(made.id), *space.history(profile.id)]
    assert {change.actor for change in told} == {"tool"}


@requirement("C2", "W1")
def test_what_was_said_while_a_token_was_good_is_distilled_after_it_was_revoked(home, clock):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        new = memory.tokens.new("tool", grants=[f"{NAME}:write"])
        tool = memory.acting(memory.tokens.verify(new.secret))
        memory._core.background.close()
        tool.space(NAME).capture([Turn("我叫小林，我住在杭州。", session="s")], wait=False)
        memory.tokens.revoke(new.token.id)
        assert [job.state for job in memory.space(NAME).jobs() if job.name == "distil"] == [JobState.WAITING]
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        memory.space(NAME).upkeep()
        assert [job for job in memory.space(NAME).jobs() if job.name == "distil"] == []
        assert any("杭州" in one.text for one in memory.space(NAME).list())


@requirement("C2", "W1")
def test_the_background_works_for_a_tool_and_leaves_a_reader_without_work(memory):
    writer, reader = as_tool(memory, f"{NAME}:write"), as_tool(memory, f"{NAME}:read")
    writer.space(NAME).capture([Turn("I live in Lisbon and I work as a nurse.", session="s")], wait=False)
    memory.join()
    assert any("Lisbon" in one.text for one in memory.space(NAME).list())
    jobs = len(memory.space(NAME).jobs())
    for call in (
        lambda: reader.space(NAME).capture([Turn("I live in Porto.", session="t")], wait=False),
        lambda: reader.space(NAME).observe([Turn("I live in Porto.", session="t")], wait=False),
    ):
        with pytest.raises(Forbidden):
            call()
    memory.join()
    assert len(memory.space(NAME).jobs()) == jobs
    assert not [entry for entry in memory.space(NAME).entries() if "Porto" in entry.text]


@requirement("W13")
@pytest.mark.parametrize(
    "said", ["my token is {}", "用这个令牌 {} 就能打开记忆", "把 token 设成{}，then restart", "{}"]
)
def test_a_token_of_ours_is_a_secret_like_any_other(memory, home, caplog, said):
    secret = memory.tokens.new("tool", grants=[f"{NAME}:write"]).secret
    body, text = secret.removeprefix("pdr_"), said.format(secret)
    space = memory.acting(memory.tokens.verify(secret)).space(NAME)
    with caplog.at_level(logging.DEBUG):
        told = [
            space.remember(text, tags=[text], metadata={"a": text}),
            space.observe([Turn(text, session="s")]),
            space.capture([Turn(f"remember: {text}", session="s")]),
            space.recall(text).brief(),
        ]
        memory.close()
    raw = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert body.encode() not in raw
    assert body.lower().encode() not in raw
    assert body not in f"{told}{caplog.text}"
