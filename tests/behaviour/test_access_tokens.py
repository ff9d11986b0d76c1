"""Tokens: shown once, kept as a digest, bound to grants, ended by time or by whoever made them."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
import sqlcipher3.dbapi2 as driver

from perdure import Perdure
from perdure.app.tokens import LONGEST_DERIVED, PREFIX, SEEN_EVERY
from perdure.domain.access import Grant, Principal
from perdure.errors import Forbidden, InvalidSpaceName, InvalidToken, InvalidValue, NotFound
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement

DAY = timedelta(days=1)


def acting(memory, secret: str) -> Perdure:
    return memory.acting(memory.tokens.verify(secret))


def made(memory, *grants: str, name: str = "tool", **options) -> str:
    return memory.tokens.new(name, grants=grants, **options).secret


@requirement("C3")
def test_a_secret_speaks_for_its_name_with_its_grants(memory):
    new = memory.tokens.new("小林的助手", grants=["user/alice:write", "project/门店:read", "user/alice:write"])
    principal = memory.tokens.verify(new.secret)
    assert principal == Principal(
        name="小林的助手",
        grants=(Grant.parse("user/alice:write"), Grant.parse("project/门店:read")),
        token=new.token.id,
    )
    assert acting(memory, new.secret).principal == principal


@requirement("C3")
def test_a_secret_is_in_no_byte_of_the_place_and_in_no_log(memory, home, caplog):
    with caplog.at_level(logging.DEBUG):
        secret = made(memory, "user/alice:write")
        acting(memory, secret).space("user/alice").remember("the kayak is in the shed")
        for wrong in (secret[:-1], secret + "x"):
            with pytest.raises(InvalidToken):
                memory.tokens.verify(wrong)
        shown = repr(memory.tokens.list())
        memory.close()
    raw = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert secret.startswith(PREFIX)
    assert len(secret) > 40
    body = secret.removeprefix(PREFIX)
    assert body.encode() not in raw
    assert body not in caplog.text + shown


@pytest.mark.parametrize("wrong", [None, "", "pdr_", "pdr_" + "x" * 43, "Bearer x", "x" * 100_000, "\ud800", "令牌"])
def test_what_is_no_token_is_refused_in_the_same_words(memory, wrong):
    made(memory, "user/alice:read")
    with pytest.raises(InvalidToken) as refused:
        memory.tokens.verify(wrong)
    assert str(refused.value) == str(InvalidToken())


@requirement("C3")
def test_a_token_opens_nothing_from_the_moment_it_ends(memory, clock):
    secret = made(memory, "user/alice:read", lasts=DAY)
    clock.advance(hours=24, microseconds=-1)
    assert memory.tokens.verify(secret).until == clock.now() + timedelta(microseconds=1)
    clock.advance(microseconds=1)
    with pytest.raises(InvalidToken):
        memory.tokens.verify(secret)


@requirement("C3")
def test_a_revoked_token_is_refused_at_once_in_every_process(memory, home, clock):
    secret = made(memory, "user/alice:read")
    with Perdure(home, embedder=None, clock=clock, timezone="UTC") as other:
        (token,) = other.tokens.list()
        assert other.tokens.verify(secret).token == token.id
        assert [one.id for one in memory.tokens.revoke(token.id)] == [token.id]
        with pytest.raises(InvalidToken):
            other.tokens.verify(secret)
    assert memory.tokens.revoke(token.id) == ()


@requirement("C3")
class TestDerived:
    def test_it_is_narrower_ends_sooner_and_goes_with_its_parent(self, memory, clock):
        parent = made(memory, "project/orders:write", lasts=10 * DAY)
        child = made(acting(memory, parent), "project/orders:read", name="reader", lasts=DAY)
        grandchild = made(acting(memory, child), "project/orders:read", name="third", lasts=DAY)
        stranger = made(memory, "project/orders:read")
        ids = [memory.tokens.verify(secret).token for secret in (parent, child, grandchild)]
        assert [one.id for one in acting(memory, parent).tokens.list()] == ids
        assert [one.id for one in acting(memory, child).tokens.list()] == ids[1:]
        assert [one.id for one in memory.tokens.revoke(ids[0])] == ids
        for secret in (parent, child, grandchild):
            with pytest.raises(InvalidToken):
                memory.tokens.verify(secret)
        assert memory.tokens.verify(stranger).name == "tool"

    @pytest.mark.parametrize(
        "more", ["project/orders:admin", "project/other:read", "user/alice:read", "*:read", "project/*:read"]
    )
    def test_it_never_opens_more_than_its_parent(self, memory, more):
        parent = acting(memory, made(memory, "project/orders:write"))
        with pytest.raises(Forbidden):
            parent.tokens.new("more", grants=["project/orders:read", more], lasts=DAY)
        assert len(memory.tokens.list()) == 1

    def test_its_name_says_whose_it_is_and_so_do_histories(self, memory):
        parent = acting(memory, made(memory, "project/orders:write", name="planner"))
        for name in ("admin", "小林"):
            child = acting(memory, parent.tokens.new(name, grants=["project/orders:write"], lasts=DAY).secret)
            kept = child.space("project/orders").remember(f"the release is in May, says {name}").memory
            (change,) = child.space("project/orders").history(kept.id)
            assert change.actor == child.principal.name == f"planner/{name}"
        third = child.tokens.new("third", grants=["project/orders:read"], lasts=DAY)
        assert third.token.name == "planner/小林/third"

    def test_whoever_administers_the_place_gives_names_as_they_are(self, memory):
        admin = acting(memory, made(memory, "*:admin", name="root"))
        assert admin.tokens.new("reader", grants=["user/alice:read"]).token.name == "reader"

    def test_names_do_not_grow_without_end(self, memory):
        one = acting(memory, made(memory, "user/alice:read", name="a" * 80))
        two = acting(memory, one.tokens.new("b" * 80, grants=["user/alice:read"], lasts=DAY).secret)
        with pytest.raises(InvalidValue):
            two.tokens.new("c" * 80, grants=["user/alice:read"], lasts=DAY)

    def test_there_are_only_so_many_in_however_many_steps(self, memory, monkeypatch):
        monkeypatch.setattr("perdure.app.tokens.MOST_DERIVED", 4)
        grants, admin = ["user/alice:read"], acting(memory, made(memory, "*:admin"))
        root = acting(memory, admin.tokens.new("root", grants=grants, lasts=DAY).secret)
        first = root.tokens.new("first", grants=grants, lasts=DAY)
        child = acting(memory, first.secret)
        for number in range(3):
            child.tokens.new(f"n{number}", grants=grants, lasts=DAY)
        for one in (root, child):
            with pytest.raises(InvalidValue):
                one.tokens.new("more", grants=grants, lasts=DAY)
        other = acting(memory, admin.tokens.new("other", grants=grants, lasts=DAY).secret)
        assert other.tokens.new("its own", grants=grants, lasts=DAY)
        root.tokens.revoke(first.token.id)
        assert root.tokens.new("more", grants=grants, lasts=DAY)

    @pytest.mark.parametrize("end", [{}, {"lasts": 2 * DAY}])
    def test_it_never_outlasts_its_parent(self, memory, end):
        parent = acting(memory, made(memory, "user/alice:read", lasts=DAY))
        with pytest.raises(InvalidValue):
            parent.tokens.new("late", grants=["user/alice:read"], **end)
        assert parent.tokens.new("same", grants=["user/alice:read"], expires_at=parent.principal.until)

    @pytest.mark.parametrize("end", [{}, {"lasts": LONGEST_DERIVED + DAY}])
    def test_it_ends_within_a_season_unless_an_admin_of_the_place_makes_it(self, memory, end):
        parent = acting(memory, made(memory, "user/alice:admin"))
        with pytest.raises(InvalidValue):
            parent.tokens.new("late", grants=["user/alice:read"], **end)
        admin = acting(memory, made(memory, "*:admin"))
        assert admin.tokens.new("late", grants=["user/alice:read"], **end)

    def test_nothing_is_derived_from_one_that_was_revoked_meanwhile(self, memory):
        parent = acting(memory, made(memory, "user/alice:read"))
        memory.tokens.revoke(parent.principal.token)
        with pytest.raises(InvalidToken):
            parent.tokens.new("late", grants=["user/alice:read"], lasts=DAY)

    def test_it_revokes_itself_and_its_own_and_nobody_elses(self, memory):
        parent, other = (acting(memory, made(memory, "user/alice:read")) for _ in range(2))
        with pytest.raises(NotFound):
            parent.tokens.revoke(other.principal.token)
        with pytest.raises(NotFound):
            parent.tokens.revoke("tok_unknown")
        assert [one.id for one in parent.tokens.revoke(parent.principal.token)] == [parent.principal.token]


def test_the_first_token_administers_the_place_and_is_made_once(memory, home, clock):
    first = memory.tokens.first()
    assert memory.tokens.first() is None
    admin = acting(memory, first.secret)
    admin.space("user/alice").remember("the kayak is in the shed")
    assert admin.tokens.new("alice", grants=["user/alice:write"]).token.parent == first.token.id
    memory.tokens.revoke(first.token.id)
    with Perdure(home, embedder=None, clock=clock, timezone="UTC") as other:
        assert other.tokens.first() is None


def test_whoever_does_not_administer_the_place_gets_no_first_token(memory):
    reader = memory.acting(Principal(name="reader", grants=(Grant.parse("*:write"),)))
    with pytest.raises(Forbidden):
        reader.tokens.first()
    assert memory.tokens.list() == []


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("", {}, InvalidValue),
        (" ", {}, InvalidValue),
        ("a\nb", {}, InvalidValue),
        ("x" * 81, {}, InvalidValue),
        (7, {}, InvalidValue),
        ("local", {}, InvalidValue),
        ("Upkeep ", {}, InvalidValue),
        ("MCP", {}, InvalidValue),
        ("ＬＯＣＡＬ", {}, InvalidValue),
        ("Iocal", {}, InvalidValue),
        ("\u04cf\u043e\u0441\u0430\u04cf", {}, InvalidValue),
        ("l\u03bfcal", {}, InvalidValue),
        ("planner/reader", {}, InvalidValue),
        ("sk-proj-Zx81kQpLw92mNvB7cYt4RfHs60dJgA3e", {}, InvalidValue),
        ("tool", {"grants": []}, InvalidValue),
        ("tool", {"grants": "user/alice:read"}, InvalidValue),
        ("tool", {"grants": ["user/alice"]}, InvalidValue),
        ("tool", {"grants": ["alice:read"]}, InvalidSpaceName),
        ("tool", {"lasts": timedelta(0)}, InvalidValue),
        ("tool", {"lasts": -DAY}, InvalidValue),
        ("tool", {"lasts": timedelta.max}, InvalidValue),
        ("tool", {"lasts": DAY, "expires_at": "2030-01-01"}, InvalidValue),
        ("tool", {"expires_at": "2030-01-01"}, InvalidValue),
    ],
)
def test_a_token_that_makes_no_sense_is_not_made(memory, name, options, error):
    with pytest.raises(error) as refused:
        memory.tokens.new(name, **{"grants": ["user/alice:read"], **options})
    assert "Zx81kQpLw92mNvB7cYt4RfHs60dJgA3e" not in str(refused.value)
    assert memory.tokens.list() == []


def test_the_last_use_is_noted_by_the_minute_also_after_the_clock_was_put_back(memory, clock):
    secret = made(memory, "user/alice:read")

    def used():
        memory.tokens.verify(secret)
        return memory.tokens.list()[0].last_used_at

    began = clock.now()
    assert memory.tokens.list()[0].last_used_at is None
    assert used() == began
    clock.advance(seconds=59)
    assert used() == began
    clock.advance(seconds=1)
    assert used() == began + SEEN_EVERY
    clock.advance(hours=-5)
    assert used() == clock.now()


def test_a_catalog_that_another_writes_to_refuses_nobody(memory, home, clock):
    secret = made(memory, "user/alice:read")
    raw = driver.connect(home / "catalog.db", isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    assert memory.tokens.verify(secret).name == "tool"
    raw.execute("ROLLBACK")
    raw.close()
    clock.advance(seconds=4)
    memory.tokens.verify(secret)
    assert memory.tokens.list()[0].last_used_at is None
    clock.advance(seconds=1)
    memory.tokens.verify(secret)
    assert memory.tokens.list()[0].last_used_at == clock.now()


def test_a_catalog_that_cannot_be_written_refuses_nobody(home, clock):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        secret = made(memory, "user/alice:read")
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        raw = driver.connect(home / "catalog.db", isolation_level=None)
        raw.execute("CREATE TRIGGER full BEFORE UPDATE ON tokens BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
        raw.close()
        assert memory.tokens.verify(secret).name == "tool"
        assert memory.tokens.list()[0].last_used_at is None


@requirement("C3")
def test_tokens_can_be_made_and_used_by_each_way_of_calling(inside):
    new = inside.tokens.new("reader", grants=["project/orders:read"])
    reader = inside.acting(inside.tokens.verify(new.secret))
    assert reader.principal.name == "reader"
    assert list(reader.space("project/orders").recall("订单").hits) == []
    with pytest.raises(Forbidden):
        reader.space("project/orders").remember("an order came in")
    with pytest.raises(Forbidden):
        reader.space("project/other").recall("订单")
    assert [one.id for one in inside.tokens.list()] == [new.token.id]
    inside.tokens.revoke(new.token.id)
    with pytest.raises(InvalidToken):
        inside.tokens.verify(new.secret)
