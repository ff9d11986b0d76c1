"""The dialogue state: goal, constraints and what is done follow every message, in Chinese and English."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.capture.working.state import MOST_CONSTRAINTS, MOST_DONE, Dialogue, follow
from tests.behaviour.requirements import requirement

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def after(*messages: str) -> Dialogue:
    """The state after these messages; those of the assistant begin with `> `."""
    state = Dialogue()
    for message in messages:
        role = "assistant" if message.startswith("> ") else "user"
        state = follow(state, role, message.removeprefix("> "), now=NOW)
    return state


def constraints(state: Dialogue) -> list[str]:
    return [constraint.text for constraint in state.constraints]


@requirement("L3")
@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("帮我订明天下午的车票", "帮我订明天下午的车票"),
        ("你好，我想写一份周报。", "我想写一份周报"),
        ("幫我訂一間酒店", "幫我訂一間酒店"),
        ("能不能帮我翻译这段话？", "能不能帮我翻译这段话"),
        ("Can you help me plan a trip to Kyoto?", "Can you help me plan a trip to Kyoto"),
        ("I need to fix the login bug.", "I need to fix the login bug"),
        ("Hi, book a table for two", "book a table for two"),
        ("帮我 review 这个 PR，谢谢", "帮我 review 这个 PR"),
    ],
)
def test_a_request_sets_the_goal(said, goal):
    assert after(said).goal == goal


@requirement("L3")
@pytest.mark.parametrize(
    "said",
    [
        "今天天气不错",
        "I moved to Lisbon in May.",
        "谢谢！",
        "hello",
        "What is a kiln?",
        "你觉得哪个好？",
        "如果下雨我就不去了",
    ],
)
def test_small_talk_statements_and_questions_set_nothing(said):
    assert after(said) == Dialogue()


@requirement("L3")
def test_only_the_user_sets_goals_and_constraints():
    assert after("> Please tell me your budget. You must be at least 18. 帮我确认一下，不要超过五人。") == Dialogue()
    assert follow(Dialogue(), "tool", "帮我订票 done", now=NOW) == Dialogue()


@requirement("L3")
@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("帮我订明天的车票，预算500元以内", ["预算500元以内"]),
        ("帮我订酒店，必须有早餐，不要靠马路", ["必须有早餐", "不要靠马路"]),
        ("Plan a trip to Kyoto. It must be under $2000.", ["It must be under $2000"]),
        ("Write a summary, no more than 200 words", ["no more than 200 words"]),
        ("请用英文回答", ["请用英文回答"]),
        ("Refactor the parser but don't touch the schema", ["don't touch the schema"]),
    ],
)
def test_what_has_to_hold_is_a_constraint(said, held):
    assert constraints(after(said)) == held


@requirement("L3")
@pytest.mark.parametrize(
    ("messages", "goal"),
    [
        (["帮我订明天下午的车票", "改成后天上午"], "帮我订后天上午的车票"),
        (["帮我订明天下午的车票", "改到后天"], "帮我订后天下午的车票"),
        (["帮我订明天下午的车票", "改成上午吧"], "帮我订明天上午的车票"),
        (["Book a table for tomorrow evening", "make it Friday"], "Book a table for Friday evening"),
        (["幫我訂一間酒店", "把酒店換成民宿"], "幫我訂一間民宿"),
        (
            ["Book a table for 4 people on Friday evening", "make it 6 people"],
            "Book a table for 6 people on Friday evening",
        ),
        (["Book a table on Friday evening", "change Friday to Saturday"], "Book a table on Saturday evening"),
        (["Help me plan a trip to Kyoto", "Actually, make it Osaka."], "Help me plan a trip to Osaka"),
        (["Book the plane to Porto", "use the train instead of the plane"], "Book the train to Porto"),
    ],
)
def test_a_changed_requirement_takes_the_place_of_the_old_one_in_the_goal(messages, goal):
    state = after(*messages)
    assert state.goal == goal
    assert state.constraints == ()


@requirement("L3")
@pytest.mark.parametrize(
    ("messages", "held"),
    [
        (["预算500元以内", "预算改成800"], ["预算800元以内"]),
        (["It must be under $2000", "no more than $1500"], ["no more than $1500"]),
        (["请用英文回答", "换成中文吧"], ["换成中文吧"]),
        (["不超过200字", "控制在300字以内"], ["控制在300字以内"]),
        (["Don't use pandas", "you can use pandas after all"], ["you can use pandas after all"]),
        (["必须有早餐", "不要靠马路"], ["必须有早餐", "不要靠马路"]),
        (["must leave after 9am", "must arrive before 12pm"], ["must leave after 9am", "must arrive before 12pm"]),
    ],
)
def test_a_constraint_on_the_same_matter_replaces_the_old_one_and_another_does_not(messages, held):
    assert constraints(after(*messages)) == held


@requirement("L3")
@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("帮我订明天下午的车票", "> 已经为您预订了明天下午的车票，靠窗。"),
        ("帮我订明天下午的车票", "订好了"),
        ("I need to fix the login bug", "> The login bug is fixed."),
        ("I need to fix the login bug", "Great, done!"),
    ],
)
def test_what_is_done_is_no_goal_any_more(goal, said):
    state = after(goal, "不要太贵", "请用中文回答", said)
    assert state.goal == ""
    assert len(state.done) == 1
    assert constraints(state) == ["请用中文回答"]


@requirement("L3")
def test_a_step_that_is_done_leaves_the_goal():
    state = after("I want to ship the release", "> The changelog is updated.")
    assert (state.goal, state.done) == ("I want to ship the release", ("The changelog is updated",))


@requirement("L3")
@pytest.mark.parametrize(
    "said",
    [
        "The tests are not done yet",
        "还没订好",
        "Is it booked?",
        "订好了吗？",
        "等订好了再告诉我",
        "when it is done, tell me",
    ],
)
def test_what_is_not_done_is_not_listed(said):
    assert after("帮我订票", said).done == ()


@requirement("L3")
@pytest.mark.parametrize("said", ["算了", "never mind", "还是算了吧。"])
def test_giving_up_clears_the_goal_and_its_constraints(said):
    state = after("帮我订酒店，不要靠马路", said)
    assert (state.goal, state.constraints, state.done) == ("", (), ())


@pytest.mark.parametrize("said", ["继续", "continue", "再说一遍", "go on please"])
def test_asking_to_go_on_is_no_new_goal(said):
    assert after("帮我写一首诗", said).goal == "帮我写一首诗"


def test_a_new_goal_replaces_the_old_one_at_once():
    assert after("帮我写一首诗", "帮我订明天的车票").goal == "帮我订明天的车票"


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant", "tool"]), st.text(max_size=80)), max_size=20))
def test_any_text_leaves_a_state_of_bounded_size(messages):
    state = Dialogue()
    for role, text in messages:
        state = follow(state, role, text, now=NOW)
    assert len(state.constraints) <= MOST_CONSTRAINTS
    assert len(state.done) <= MOST_DONE
    assert all(len(line) < 260 and "\n" not in line for line in state.lines())


def test_many_constraints_and_finished_items_push_out_the_oldest():
    state = after(
        *(f"it must have feature number{n}x" for n in range(30)), *(f"> module m{n}q is finished" for n in range(20))
    )
    assert len(state.constraints) == MOST_CONSTRAINTS
    assert state.done[-1] == "module m19q is finished"
    assert len(state.done) == MOST_DONE


def test_a_pasted_page_is_read_quickly_and_says_nothing():
    assert after("帮我订票", "must not " * 100_000).constraints == ()
