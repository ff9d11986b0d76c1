"""What came of a memory moves how long it holds: bounded, told in its history, and to be undone."""

from __future__ import annotations

import pytest

from perdure import Policy, Status
from perdure.domain.policy import Fading
from perdure.errors import InvalidValue, NotFound
from perdure.kinds import half_life
from tests.behaviour.requirements import requirement

STATEMENTS = [
    ("likes window seats", "window seat", "preference"),
    ("用户偏好靠窗座位", "靠窗座位", "preference"),
    ("周会 stand-up 在 9:30 开始", "stand-up 几点开始", "fact"),
]


@pytest.fixture
def space(surface):
    return surface.space("user/alice")


@requirement("S9")
@pytest.mark.parametrize(("text", "query", "kind"), STATEMENTS)
class TestVerdicts:
    def test_what_was_useful_fades_slower_and_its_history_says_why(self, space, clock, text, query, kind):
        made = space.remember(text, kind=kind).memory
        clock.advance(days=20)
        before = space.explain(made.id)
        found = space.feedback(made.id, "useful", "it answered the question")
        after = space.explain(made.id)
        assert found.half_life_days == 1.5 * half_life(kind, Policy())
        assert after.decay > before.decay
        assert after.memory.access_count == 1
        last = space.history(made.id)[-1]
        assert (last.action, last.at) == ("feedback", clock.now())
        assert last.reason.startswith("useful: ")
        assert last.reason.endswith("it answered the question")
        assert (last.before, last.after) == ({"half_life_days": None}, {"half_life_days": found.half_life_days})
        assert [hit.id for hit in space.recall(query)] == [made.id]

    @pytest.mark.parametrize("verdict", ["outdated", "wrong"])
    def test_what_is_doubted_leaves_recall_and_a_person_is_asked_once(self, space, text, query, kind, verdict):
        made = space.remember(text, kind=kind).memory
        for _ in range(2):
            assert space.feedback(made.id, verdict, "用户说的").status is Status.REVIEW
        assert space.recall(query).hits == ()
        (review,) = space.review.list()
        assert (review.question, review.memory) == ("expiry", made.id)
        assert text in review.summary
        assert review.reason.startswith(f"{verdict}: ")
        assert review.reason.endswith("用户说的")

    @pytest.mark.parametrize("verdict", ["outdated", "wrong"])
    def test_restoring_takes_the_verdict_back(self, space, clock, text, query, kind, verdict):
        made = space.remember(text, kind=kind).memory
        space.feedback(made.id, verdict)
        clock.advance(days=1)
        back = space.restore(made.id, "it is right after all")
        assert (back.half_life_days, back.confidence, back.status) == (None, 1.0, Status.ACTIVE)
        assert [hit.id for hit in space.recall(query)] == [made.id]
        assert space.review.list().total == 0


@requirement("S9")
def test_praise_and_blame_stay_within_the_bounds_of_the_policy(space):
    space.set_policy(Policy(fading=Fading(adapt_most=2)))
    made = space.remember("likes window seats", kind="preference").memory
    usual = half_life("preference", Policy())
    for _ in range(6):
        highest = space.feedback(made.id, "useful").half_life_days
    for _ in range(9):
        lowest = space.feedback(made.id, "outdated").half_life_days
    assert (highest, lowest) == (2 * usual, usual / 2)


@requirement("S9", "S5")
@pytest.mark.parametrize("kind", ["rule", "procedure"])
def test_what_never_fades_still_does_not(space, kind):
    made = space.remember("always answer in Chinese", kind=kind).memory
    space.feedback(made.id, "useful")
    assert space.explain(made.id).half_life_days is None
    space.feedback(made.id, "outdated")
    assert space.restore(made.id).half_life_days is None


def test_other_verdicts_and_other_ids_are_refused(space):
    made = space.remember("x").memory
    with pytest.raises(InvalidValue):
        space.feedback(made.id, "great")
    with pytest.raises(NotFound):
        space.feedback("mem_none", "useful")
    assert space.get(made.id) == made


def test_a_verdict_on_what_is_gone_asks_nobody(space):
    made = space.remember("x").memory
    space.forget(made.id)
    assert space.feedback(made.id, "wrong").status is Status.FORGOTTEN
    assert space.review.list().total == 0
