"""How spaces are named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.space import MAX_NAME, SpaceName
from perdure.errors import InvalidSpaceName

names = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=40).filter(str.strip)


@given(st.sampled_from(["user", "project"]), names)
def test_a_name_reads_back_as_it_was_written(scope, name):
    space = SpaceName.parse(f"{scope}/{name}")
    assert (space.scope, space.name) == (scope, name)
    assert SpaceName.parse(str(space)) == space


@pytest.mark.parametrize(
    "name", ["a/b", "a//b", "/", "*", "..", "../alice", "UPPER", "用户一", "x'y", "p%q", "🙂", "a b", " a"]
)
def test_any_other_string_is_a_name(name):
    assert SpaceName.parse(f"user/{name}").name == name


def test_names_are_compared_exactly():
    written = [
        "user/alice",
        "user/Alice",
        "user/alice ",
        "project/alice",
        "user/é",
        "user/e\u0301",
        "user/１",
        "user/1",
    ]
    assert len({SpaceName.parse(name) for name in written}) == len(written)


def test_there_is_one_global_space():
    assert SpaceName.parse("global") == SpaceName("global", "")
    assert str(SpaceName.parse("global")) == "global"


def test_a_name_that_was_read_is_taken_as_it_is():
    space = SpaceName.parse("user/alice")
    assert SpaceName.parse(space) is space


def test_the_longest_name_fits_and_one_more_does_not():
    assert SpaceName.parse("user/" + "名" * MAX_NAME).name == "名" * MAX_NAME
    with pytest.raises(InvalidSpaceName):
        SpaceName.parse("user/" + "名" * (MAX_NAME + 1))


@pytest.mark.parametrize(
    "written",
    [
        "", " ", "/", "user", "user/", "user/ ", "user/\t", "user/\u3000", "project/", "global/", "global/x", "Global",
        "User/alice", "team/alice", "alice", " user/alice", "user/a\0b", "user/a\nb", "user/a\x7fb", "user/a\x85b",
        "user/\ud800", None, 5, b"user/a", ["user/a"],
    ],
)  # fmt: skip
def test_what_names_no_space_is_refused(written):
    with pytest.raises(InvalidSpaceName) as refused:
        SpaceName.parse(written)
    assert refused.value.code == "invalid_space_name"
