"""A list of questions tells whether a memory still answers, and asking them changes nothing."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from perdure import Perdure
from perdure.domain.access import Grant, Principal, Right
from perdure.domain.check import Check
from perdure.domain.space import SpaceName
from perdure.errors import Forbidden, InvalidInput, InvalidQuery, InvalidSpaceName, InvalidValue
from perdure.testing import HashEmbedder
from perdure.transfer.questions import parsed
from perdure.transfer.verify import Fared, compared
from tests.behaviour.requirements import requirement

ME = SpaceName("user", "me")

TOLD = (
    ("用户偏好靠窗座位", "preference"),
    ("我对花生过敏", "identity"),
    ("We decided to use PostgreSQL for the orders database", "decision"),
    ("The staging server is at 10.0.0.5", "fact"),
    ("周报每周五发给经理", "commitment"),
    ("Always run the linter before a commit", "rule"),
)

QUESTIONS = """
space = "user/me"

[[question]]
question = "坐车喜欢什么座位"
must_contain = "靠窗"
must_not_contain = "过道"

[[question]]
question = "which database for orders"
must_contain = ["postgresql", "orders"]
"""


def told(memory) -> list[str]:
    """What a memory is told, and the ids under which it is kept."""
    space = memory.space("user/me")
    return [space.remember(text, kind=kind).memory.id for text, kind in TOLD]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "问题.toml"
    path.write_text(QUESTIONS, encoding="utf-8")
    return path


def check(question: str, must: str, *, space: SpaceName = ME, k: int | None = None) -> Check:
    return Check(question=question, space=space, must_contain=(must,), k=k)


@requirement("P7")
def test_a_list_of_questions_passes_where_the_memory_answers_and_fails_where_it_does_not(surface, questions):
    before = surface.verify(questions)
    assert [(each.passed, each.missing) for each in before] == [
        (False, ("靠窗",)),
        (False, ("postgresql", "orders")),
    ]
    told(surface)
    after = surface.verify(str(questions))
    assert after.passed
    assert [each.answers[0] for each in after] == [TOLD[0][0], TOLD[2][0]]
    assert {row.fared for row in compared(before, after)} == {Fared.FIXED}


@requirement("P7")
def test_an_answer_that_must_not_come_fails_the_question(surface, questions):
    told(surface)
    surface.space("user/me").remember("用户偏好靠过道的座位，不喜欢别的", kind="fact")
    first, second = surface.verify(questions)
    assert (first.unwanted, first.passed, second.passed) == (("过道",), False, True)


@requirement("P7", "S8")
def test_a_verification_makes_no_memory_stronger_and_leaves_no_recall_behind(surface, questions):
    ids = told(surface)
    surface.verify(questions)
    surface.draft("user/me")
    surface.space("user/me").remember("the kayak is in the shed")  # what was noted is written with the next write
    for each in ids:
        explained = surface.space("user/me").explain(each)
        assert (explained.memory.access_count, explained.memory.last_accessed_at) == (0, None)
        assert explained.recalls == ()


@requirement("P7")
def test_the_same_questions_have_the_same_answers_each_time(surface, questions):
    told(surface)
    assert surface.verify(questions) == surface.verify(questions)
    assert surface.draft("user/me") == surface.draft("user/me")


def test_every_question_is_asked_at_the_moment_that_is_given(surface, clock):
    surface.space("user/me").remember(
        "the parking permit is P-77", kind="fact", expires_at=clock.now() + timedelta(days=3)
    )
    asked = [check("parking permit", "P-77")]
    assert surface.verify(asked).passed
    assert not surface.verify(asked, now=clock.now() + timedelta(days=4)).passed


def test_only_as_many_answers_are_looked_at_as_the_question_says(surface):
    space = surface.space("user/me")
    for number in range(9):
        space.remember(f"the kayak number {number} is in the shed")
    one, all_of_them = surface.verify(
        [check("kayak in the shed", "kayak", k=1), check("kayak in the shed", "kayak", k=9)]
    )
    assert (len(one.answers), len(all_of_them.answers)) == (1, 9)


def test_each_question_is_asked_of_its_own_space_alone(surface):
    surface.space("user/me").remember("the kayak is in the shed")
    surface.space("project/orders").remember("the database is PostgreSQL")
    orders = SpaceName("project", "orders")
    found = surface.verify([check("kayak", "kayak"), check("kayak", "kayak", space=orders)])
    assert [each.passed for each in found] == [True, False]


def test_a_space_that_is_not_there_answers_nothing_and_is_not_made(surface):
    assert not surface.verify([check("kayak", "kayak", space=SpaceName("user", "nobody"))]).passed
    assert surface.spaces() == []


@requirement("P7", "P8")
def test_who_may_only_read_may_verify_and_draft(memory, questions):
    told(memory)
    reader = memory.acting(Principal(name="canary", grants=(Grant(spaces="user/me", right=Right.READ),)))
    assert reader.verify(questions) == memory.verify(questions)
    assert reader.draft("user/me") == memory.draft("user/me")


@pytest.mark.parametrize("spaces", ["user/other", "project/*"])
def test_a_space_that_may_not_be_read_is_not_asked(memory, questions, spaces):
    told(memory)
    stranger = memory.acting(Principal(name="stranger", grants=(Grant(spaces=spaces, right=Right.ADMIN),)))
    with pytest.raises(Forbidden):
        stranger.verify(questions)
    with pytest.raises(Forbidden):
        stranger.draft("user/me")


def test_nothing_is_asked_where_one_of_the_spaces_may_not_be_read(memory):
    reader = memory.acting(Principal(name="reader", grants=(Grant(spaces="user/me", right=Right.READ),)))
    with pytest.raises(Forbidden):
        reader.verify([check("kayak", "kayak"), check("kayak", "kayak", space=SpaceName("user", "other"))])


@pytest.mark.parametrize(
    ("asked", "error"),
    [(check("kayak", "kayak", k=0), InvalidValue), (check(7, "kayak"), InvalidQuery)],
    ids=["k", "no text"],
)
def test_a_question_that_recall_refuses_is_named_by_its_number(surface, asked, error):
    with pytest.raises(error, match="question 2\\b"):
        surface.verify([check("kayak", "kayak"), asked])


def test_a_list_that_names_no_space_is_for_the_caller_to_complete(memory, tmp_path):
    path = tmp_path / "questions.toml"
    path.write_text('[[question]]\nquestion = "kayak"\nmust_contain = "shed"\n', encoding="utf-8")
    with pytest.raises(InvalidInput):
        memory.verify(path)


def test_words_alone_answer_where_the_vectors_are_of_another_embedder_and_that_is_said(home, clock, caplog):
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        told(memory)
    with Perdure(home, embedder=None, clock=clock, timezone="UTC") as memory:
        assert memory.verify([check("staging server", "10.0.0.5")] * 3).passed
    assert [record.levelname for record in caplog.records if "only words" in record.getMessage()] == ["WARNING"]


# Drafts


@requirement("P7")
def test_every_drafted_question_passes_on_the_space_it_was_drafted_from(surface, tmp_path):
    told(surface)
    path = tmp_path / "draft.toml"
    path.write_text(surface.draft("user/me"), encoding="utf-8")
    found = surface.verify(path)
    assert len(found) == len(TOLD)
    assert found.passed


@requirement("P7")
def test_a_drafted_question_fails_once_its_memory_is_gone(surface):
    ids = told(surface)
    checks = parsed(surface.draft("user/me"))
    surface.space("user/me").forget(ids)
    assert not any(each.passed for each in surface.verify(checks))


@requirement("P7")
def test_the_strongest_memories_of_the_kinds_that_matter_are_asked_for_first(memory):
    space = memory.space("user/me")
    space.remember("The grocery run happens on Sundays", kind="event", importance=1.0)
    space.remember("The boiler is in the cellar", kind="fact", importance=0.4)
    space.remember("Always run the linter before a commit", kind="rule", importance=0.9)
    [linter] = parsed(memory.draft("user/me", limit=1))
    first_two = [each.question for each in parsed(memory.draft("user/me", limit=2))]
    assert "linter" in linter.question + linter.must_contain[0]
    assert first_two == [linter.question, "Where is the boiler?"]


def test_a_draft_asks_for_nothing_that_is_private_passing_or_no_longer_so(memory, clock):
    space = memory.space("user/me")
    old = space.remember("我住在上海", kind="identity", at=clock.now() - timedelta(days=9)).memory
    new = space.remember("我搬到杭州了", kind="identity").memory
    assert space.get(old.id).superseded_by == new.id
    space.remember("验证窗口今天开放", kind="temporary")
    space.remember("the gym is over", kind="fact", expires_at=clock.now() + timedelta(hours=1))
    space.forget(space.remember("the kayak is in the shed", kind="fact").memory.id)
    clock.advance(hours=2)
    text = memory.draft("user/me")
    assert [each.must_contain for each in parsed(text)] == [("杭州",)]
    assert not any(word in text.partition("[[")[2] for word in ("验证", "gym", "kayak"))


def test_questions_that_do_not_find_their_memory_are_counted_and_left_out(memory):
    space = memory.space("user/me")
    told(memory)
    unasked = "的了吗"
    space.remember(unasked, kind="fact")
    text = memory.draft("user/me")
    remark = [line for line in text.splitlines() if line.startswith("#")]
    assert [word for line in remark for word in line.split() if word.isdigit()] == [str(len(TOLD)), "1"]
    assert unasked not in text


def test_an_empty_space_has_nothing_to_ask(surface):
    assert "question" not in tomllib.loads(surface.draft("user/me"))
    assert surface.spaces() == []


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "3", 100_000])
def test_a_draft_has_a_limit_that_makes_sense(surface, limit):
    with pytest.raises(InvalidValue):
        surface.draft("user/me", limit=limit)


def test_a_draft_is_of_a_space(memory):
    with pytest.raises(InvalidSpaceName):
        memory.draft("me")
