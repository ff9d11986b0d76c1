"""token: what opens a place to other tools."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from perdure import Perdure
from perdure.cli.inputs import span
from perdure.domain.access import Grant, Right
from perdure.errors import InvalidToken, InvalidValue
from tests.behaviour.requirements import requirement


@pytest.fixture
def made(home: Path):
    """The place, opened as a server would."""
    with Perdure(home, embedder=None, timezone="UTC") as memory:
        yield memory


def files(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


@requirement("C2")
def test_a_new_token_opens_what_it_was_made_for(ask, made: Perdure):
    told = ask("token", "new", "小明的电脑", "--grant", "user/小明:write", "--grant", "project/订单:read")
    principal = made.tokens.verify(told["secret"])
    assert (principal.name, principal.token) == ("小明的电脑", told["token"]["id"])
    assert principal.grants == (
        Grant(spaces="user/小明", right=Right.WRITE),
        Grant(spaces="project/订单", right=Right.READ),
    )
    assert told["token"]["grants"] == ["user/小明:write", "project/订单:read"]


def test_the_secret_stands_alone_on_standard_output(run, made: Perdure):
    answered = run("token", "new", "laptop", "--grant", "user/me:write")
    assert (answered.code, answered.out) == (0, answered.out.strip() + "\n")
    assert made.tokens.verify(answered.out.strip()).name == "laptop"
    assert answered.out.strip() not in answered.err
    assert "laptop" in answered.err


def test_a_secret_is_shown_once_and_kept_nowhere(run, ask, home: Path):
    secret = ask("token", "new", "laptop", "--grant", "user/me:write")["secret"]
    digest = {"secret", "digest"}
    [listed] = ask("token", "list")["tokens"]
    assert not digest & set(listed)
    assert secret not in run("token", "list").out + run("token").out
    assert secret.encode() not in files(home)


def test_a_place_without_tokens_says_so(run, ask):
    assert ask("token") == {"tokens": []}
    answered = run("token")
    assert (answered.code, answered.out) == (0, "")
    assert len(answered.err.splitlines()) == 1


def test_the_list_tells_what_each_may_do_and_whether_it_still_may(run, ask, made: Perdure):
    first = ask("token", "new", "笔记本", "--grant", "user/me:write", "--lasts", "30d")
    second = ask("token", "new", "ci", "--grant", "project/orders:read")
    made.tokens.verify(first["secret"])
    ask("token", "revoke", second["token"]["id"])
    [listed] = ask("token")["tokens"]
    assert (listed["name"], listed["grants"]) == ("笔记本", ["user/me:write"])
    assert listed["last_used_at"] is not None
    assert listed["expires_at"] > listed["created_at"]
    assert [token["name"] for token in ask("token", "--all")["tokens"]] == ["笔记本", "ci"]
    rows = {line.split()[1]: line for line in run("token", "--all").out.splitlines()}
    assert " good " in rows["笔记本"]
    assert " revoked " in rows["ci"]


def test_a_revoked_token_opens_nothing(run, ask, made: Perdure):
    told = ask("token", "new", "laptop", "--grant", "user/me:write")
    assert run("token", "revoke", told["token"]["id"]).out.startswith("revoked")
    with pytest.raises(InvalidToken):
        made.tokens.verify(told["secret"])
    again = run("token", "revoke", told["token"]["id"])
    assert (again.code, again.out) == (0, "")
    assert ask("token", "revoke", told["token"]["id"]) == {"revoked": []}


def test_a_token_that_alone_has_a_name_is_revoked_by_it(run, ask):
    first, second = (ask("token", "new", "笔记本", "--grant", "user/me:write")["token"]["id"] for _ in range(2))
    answered = run("token", "revoke", "笔记本")
    assert (answered.code, answered.error) == (2, "invalid_value")
    assert first in answered.err
    assert second in answered.err
    assert ask("token", "revoke", second) == {"revoked": [second]}
    assert ask("token", "revoke", "笔记本") == {"revoked": [first]}
    answered = run("token", "revoke", "笔记本")
    assert (answered.code, answered.error) == (1, "not_found")
    assert "perdure token list" in answered.err


def test_the_list_tells_which_token_one_was_derived_from(run, ask, made: Perdure):
    told = ask("token", "new", "laptop", "--grant", "user/me:write")
    caller = made.acting(made.tokens.verify(told["secret"]))
    caller.tokens.new("helper", grants=["user/me:read"], lasts=timedelta(days=1))
    rows = {line.split()[1]: line for line in run("token").out.splitlines()}
    assert told["token"]["id"] in rows["laptop/helper"]
    assert [token["parent"] for token in ask("token")["tokens"]] == [None, told["token"]["id"]]


def test_with_a_token_go_those_derived_from_it(ask, made: Perdure):
    told = ask("token", "new", "laptop", "--grant", "user/me:write")
    caller = made.acting(made.tokens.verify(told["secret"]))
    derived = caller.tokens.new("helper", grants=["user/me:read"], lasts=timedelta(days=1))
    assert ask("token", "revoke", told["token"]["id"]) == {"revoked": [told["token"]["id"], derived.token.id]}


@pytest.mark.parametrize(
    ("words", "lasts"),
    [
        ("12h", timedelta(hours=12)),
        ("30d", timedelta(days=30)),
        ("8w", timedelta(weeks=8)),
    ],
)
def test_a_stretch_of_time_is_a_number_and_a_unit(words: str, lasts: timedelta):
    assert span(words, "--lasts") == lasts


@pytest.mark.parametrize(
    "words", ["", "30", "d", "-3d", "3 d", "三天", "٣d", "1.5h", "3y", "999999999w", "30d\n", "1m", "90m", "1M"]
)
def test_anything_else_is_no_stretch_of_time(words: str):
    with pytest.raises(InvalidValue):
        span(words, "--lasts")


FAILING = [
    (("token", "new", "laptop", "--grant", "user/me"), 2, "invalid_value"),
    (("token", "new", "laptop", "--grant", "user/me:own"), 2, "invalid_value"),
    (("token", "new", "laptop", "--grant", "小明:write"), 2, "invalid_space_name"),
    (("token", "new", "laptop", "--grant", "user/me:write:write"), 2, "invalid_value"),
    (("token", "new", "laptop", "--grant", "project/门店:read:admin"), 2, "invalid_value"),
    (("token", "new", "laptop", "--grant", "user/me:write", "--lasts", "1m"), 2, "invalid_value"),
    (("token", "new", " ", "--grant", "user/me:write"), 2, "invalid_value"),
    (("token", "new", "laptop", "--grant", "user/me:write", "--lasts", "soon"), 2, "invalid_value"),
    (("token", "new", "laptop", "--grant", "user/me:write", "--lasts", "0d"), 2, "invalid_value"),
    (("token", "new", "laptop", "--grant", "user/me:write", "--expires-at", "2020-01-01"), 2, "invalid_value"),
    (("token", "new", "x", "--grant", "*:read", "--lasts", "1d", "--expires-at", "2099-01-01"), 2, "invalid_value"),
    (("token", "revoke", "tok_unknown"), 1, "not_found"),
    (("token", "revoke", "笔记本"), 1, "not_found"),
]


@pytest.mark.parametrize(("words", "code", "error"), FAILING, ids=lambda value: str(value)[:60])
def test_a_token_that_cannot_be_made_or_found_is_one_line_and_an_exit_code(run, words, code: int, error: str):
    answered = run(*words)
    assert (answered.code, answered.out, answered.error) == (code, "", error)
    assert len(answered.err.splitlines()) == 1
    listened = run(*words, "--json")
    assert (listened.code, listened.json["error"]["code"]) == (code, error)


def test_a_token_without_a_grant_is_bad_usage(run):
    answered = run("token", "new", "laptop", "--json")
    assert (answered.code, answered.json["error"]["code"]) == (2, "usage")
