"""The same rules whichever way a memory is used: the library, its awaitables, a gateway's client, an agent's tools."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Added, Reinforced, Status, Superseded
from perdure.errors import InvalidSpaceName, NotFound, VersionConflict
from tests.behaviour.requirements import requirement


def texts(found) -> list[str]:
    return [item.text for item in found]


@requirement("P1", "A2")
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("The spare fuse is in the kitchen drawer", "where is the spare fuse?"),
        ("备用钥匙在哈利姆太太那里", "备用钥匙在哪"),
        ("周三和 Alice 讨论 PostgreSQL 迁移 🐘", "Alice 什么时候讨论迁移"),
    ],
)
def test_what_is_told_is_found_and_listed_as_it_was_said(anywhere, said, asked):
    space = anywhere.space("user/小明")
    outcome = space.remember(said, tags=["家", "home"], importance=0.7)
    assert isinstance(outcome, Added)
    [hit] = space.recall(asked)
    assert (hit.id, hit.text, str(hit.space)) == (outcome.memory.id, said, "user/小明")
    [memory] = space.list(tags=["home"])
    assert (memory.text, sorted(memory.tags), memory.importance) == (said, ["home", "家"], 0.7)
    assert said in space.recall(asked).brief()


@requirement("W9", "R7", "A2")
@pytest.mark.parametrize(
    ("old", "new", "asked"),
    [("I live in Berlin", "I moved to Lisbon", "where do I live?"), ("我住在北京", "我搬到杭州了", "我住在哪里")],
)
def test_what_was_superseded_comes_back_nowhere(anywhere, old, new, asked):
    space = anywhere.space("user/alice")
    first = space.remember(old).memory
    outcome = space.remember(new)
    assert isinstance(outcome, Superseded)
    assert outcome.old.id == first.id
    assert texts(space.recall(asked)) == texts(space.list()) == [new]
    assert old not in space.recall(asked).brief()
    assert space.get(first.id).status is Status.SUPERSEDED


@requirement("W8", "A2")
def test_the_same_statement_again_reinforces(anywhere):
    space = anywhere.space("user/alice")
    first = space.remember("用户对花生过敏 peanuts").memory
    again = space.remember("用户对花生过敏 peanuts")
    assert isinstance(again, Reinforced)
    assert again.memory.id == first.id
    assert space.list().total == 1


@requirement("F6", "A2")
def test_what_was_forgotten_comes_back_nowhere_and_is_still_there(anywhere):
    space = anywhere.space("user/alice")
    made = space.remember("门禁密码在冰箱上 gate note").memory
    space.forget(made.id, "不再需要")
    assert texts(space.recall("gate note")) == texts(space.list()) == []
    assert space.recall("gate note").brief() == ""
    assert space.get(made.id).status is Status.FORGOTTEN


@requirement("F1", "A2")
def test_what_has_expired_is_hidden_from_that_instant(anywhere, clock):
    space = anywhere.space("user/alice")
    space.remember("guest wifi is heron", expires_at=clock.now() + timedelta(days=1))
    assert texts(space.recall("guest wifi")) == ["guest wifi is heron"]
    clock.advance(days=1)
    assert texts(space.recall("guest wifi")) == texts(space.list()) == []


@requirement("M5", "A2")
def test_a_stale_version_is_refused_with_both_and_changes_nothing(anywhere):
    space = anywhere.space("user/alice")
    made = space.remember("版本一 draft one").memory
    space.correct(made.id, "版本二 draft two", version=made.version)
    with pytest.raises(VersionConflict):
        space.correct(made.id, "版本三 draft three", version=made.version)
    assert space.get(made.id).text == "版本二 draft two"
    assert space.get(made.id).version == made.version + 1


@requirement("R2", "A2")
def test_spaces_know_nothing_of_each_other(anywhere):
    made = anywhere.space("user/ana").remember("I live in Quito").memory
    other = anywhere.space("user/bo")
    other.remember("I live in Riga")
    assert texts(other.recall("where do I live")) == texts(other.list()) == ["I live in Riga"]
    assert other.get(made.id) is None
    for change in (lambda: other.correct(made.id, "hacked"), lambda: other.forget(made.id)):
        with pytest.raises(NotFound):
            change()
    assert texts(anywhere.space("user/ana").list()) == ["I live in Quito"]
    both = anywhere.view("user/ana", "user/bo").recall("where do I live")
    assert sorted(texts(both)) == ["I live in Quito", "I live in Riga"]


@requirement("A2")
def test_what_cannot_be_done_has_the_same_code(anywhere):
    space = anywhere.space("user/alice")
    with pytest.raises(NotFound):
        space.forget("mem_nowhere")
    with pytest.raises(InvalidSpaceName):
        anywhere.space("小明")
    assert space.list().total == 0
