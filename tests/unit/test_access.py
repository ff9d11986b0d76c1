"""Who may do what where: pure decisions over grants."""

from __future__ import annotations

import pytest

from perdure.domain.access import (
    LOCAL,
    RESERVED,
    UPKEEP,
    Allowed,
    Grant,
    Principal,
    Proposes,
    Refused,
    Right,
    administers,
    beyond,
    permission,
)
from perdure.domain.space import SpaceName
from perdure.errors import InvalidSpaceName, InvalidValue
from tests.behaviour.requirements import requirement

SPACES = [
    SpaceName.parse(name) for name in ("user/alice", "user/bob", "user/*", "project/orders", "project/门店", "global")
]
READ, WRITE, ADMIN = Right
YES, ASK, NO = Allowed, Proposes, Refused


def who(*grants: str) -> Principal:
    return Principal(name="tool", grants=tuple(map(Grant.parse, grants)))


def told(space: str, held: Right, wanted: Right) -> type:
    """What a right in the one space that is asked about comes to."""
    if space == "global" and wanted is WRITE and held is WRITE:
        return ASK
    return YES if held.covers(wanted) else NO


def covered(spaces: str, name: SpaceName) -> bool:
    match spaces:
        case "*":
            return True
        case "user/*" | "project/*":
            return name.scope == spaces.partition("/")[0]
        case _:
            return str(name) == spaces


@requirement("C2", "C3")
@pytest.mark.parametrize("wanted", list(Right))
@pytest.mark.parametrize("held", list(Right))
@pytest.mark.parametrize(
    "spaces", ["*", "user/*", "project/*", *(str(name) for name in SPACES if str(name) != "user/*")]
)
def test_a_grant_gives_its_right_and_those_before_it_in_its_spaces_and_nothing_elsewhere(spaces, held, wanted):
    tool = who(f"{spaces}:{held}")
    found = {str(name): type(permission(tool, wanted, name)) for name in SPACES}
    assert found == {str(name): told(str(name), held, wanted) if covered(spaces, name) else NO for name in SPACES}


@requirement("C2")
@pytest.mark.parametrize(
    ("grants", "wanted", "answer"),
    [
        (["global:write"], WRITE, ASK),
        (["*:write"], WRITE, ASK),
        (["*:write"], ADMIN, NO),
        (["*:write", "global:admin"], WRITE, YES),
        (["*:admin"], WRITE, YES),
        (["global:read"], WRITE, NO),
        (["user/*:admin", "project/*:admin"], READ, NO),
        ([], READ, NO),
    ],
)
def test_writing_to_global_is_proposing_for_whoever_does_not_administer_it(grants, wanted, answer):
    assert isinstance(permission(who(*grants), wanted, SpaceName("global", "")), answer)


def test_of_several_grants_the_strongest_counts():
    tool = who("user/*:read", "user/alice:write", "*:read")
    assert [isinstance(permission(tool, WRITE, name), Allowed) for name in SPACES] == [True] + [False] * 5
    assert all(isinstance(permission(tool, READ, name), Allowed) for name in SPACES)


@pytest.mark.parametrize("principal", [LOCAL, UPKEEP])
def test_the_place_itself_may_do_everything_under_a_name_that_no_token_has(principal):
    assert all(isinstance(permission(principal, right, name), Allowed) for right in Right for name in SPACES)
    assert administers(principal)
    assert principal.name in RESERVED


def test_only_an_admin_of_every_space_administers_the_place():
    assert administers(who("*:admin"))
    assert not administers(who("user/*:admin", "project/*:admin", "global:admin", "*:write"))


@requirement("C3")
@pytest.mark.parametrize(
    ("own", "wanted", "more"),
    [
        (["user/alice:write"], ["user/alice:read"], []),
        (["user/alice:write"], ["user/alice:write"], []),
        (["user/alice:write"], ["user/alice:admin"], ["user/alice:admin"]),
        (["user/alice:write"], ["user/bob:read", "user/alice:read"], ["user/bob:read"]),
        (["user/alice:write"], ["user/*:read"], ["user/*:read"]),
        (["user/*:write"], ["user/alice:write", "user/用户:read"], []),
        (["user/*:write"], ["*:read", "project/x:read", "global:read"], ["*:read", "project/x:read", "global:read"]),
        (["*:read"], ["user/*:read", "project/*:read", "global:read", "*:read"], []),
        (["user/*:admin", "project/*:admin", "global:admin"], ["*:read"], ["*:read"]),
        (["user/alice:read", "user/alice:write"], ["user/alice:write"], []),
        ([], ["user/alice:read"], ["user/alice:read"]),
        (["user/alice:read"], [], []),
    ],
)
def test_what_is_wanted_beyond_what_one_has(own, wanted, more):
    found = beyond(map(Grant.parse, own), map(Grant.parse, wanted))
    assert list(map(str, found)) == more


@pytest.mark.parametrize(
    ("text", "spaces", "right"),
    [
        ("user/alice:write", "user/alice", WRITE),
        ("user/a:b:write", "user/a:b", WRITE),
        ("user/:admin:read", "user/:admin", READ),
        ("user/a/b:read", "user/a/b", READ),
        ("project/门店 一:read", "project/门店 一", READ),
        ("user/ blank :read", "user/ blank ", READ),
        ("user/x*:read", "user/x*", READ),
        ("user/*:read", "user/*", READ),
        ("*:admin", "*", ADMIN),
        ("global:write", "global", WRITE),
    ],
)
def test_a_grant_is_read_and_written_alike(text, spaces, right):
    grant = Grant.parse(text)
    assert (grant.spaces, grant.right, str(grant)) == (spaces, right, text)
    assert Grant.parse(grant) is grant
    assert (grant.space is None) == (spaces in ("*", "user/*"))


def test_only_the_star_alone_stands_for_all_of_a_sort():
    assert not Grant.parse("user/x*:read").holds_for("user/xy")
    assert not Grant.parse("user/alice:read").holds_for("user/alice/deeper")
    assert not Grant.parse("user/*:read").holds_for("users/alice")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("user/alice", InvalidValue),
        ("user/alice:", InvalidValue),
        ("user/alice:WRITE", InvalidValue),
        ("user/alice:write ", InvalidValue),
        ("user/alice:own", InvalidValue),
        ("", InvalidValue),
        (7, InvalidValue),
        (None, InvalidValue),
        (":read", InvalidSpaceName),
        ("alice:read", InvalidSpaceName),
        ("user/:read", InvalidSpaceName),
        ("global/x:read", InvalidSpaceName),
        ("**:read", InvalidSpaceName),
        ("user/a\nuser/b:read", InvalidSpaceName),
    ],
)
def test_what_is_no_grant_is_refused(text, error):
    with pytest.raises(error):
        Grant.parse(text)


@pytest.mark.parametrize(
    ("grants", "home"),
    [
        (["user/alice:write"], "user/alice"),
        (["user/alice:write", "project/orders:read"], "user/alice"),
        (["project/orders:read"], "project/orders"),
        (["user/alice:write", "user/bob:admin"], None),
        (["user/alice:read", "user/bob:read"], None),
        (["user/*:write"], None),
        (["*:admin"], None),
        (["*:admin", "user/alice:write"], "user/alice"),
        ([], None),
    ],
)
def test_home_is_the_only_space_that_it_may_write_or_else_read(grants, home):
    found = who(*grants).home
    assert (None if found is None else str(found)) == home


def test_what_it_reads_is_what_its_grants_name_in_their_order():
    assert list(map(str, who("user/b:read", "*:read", "user/a:write", "user/b:write").reads())) == ["user/b", "user/a"]
