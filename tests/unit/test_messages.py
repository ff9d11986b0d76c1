"""Which messages matter, and what a conversation says: the decisions alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure import Policy, Turn
from perdure.capture.working.handed import MOST_CHARS, MOST_MESSAGES, read
from perdure.capture.working.sieve import ENOUGH, by_words, grouped, sift, undecided, with_meaning
from perdure.capture.working.telling import tell
from perdure.domain.messages import Left
from perdure.errors import InvalidInput
from perdure.recall.plan import plan
from perdure.text.tokens import estimate
from tests.conftest import MORNING


def call(name: str, number: str, arguments: str = "{}") -> dict:
    return {"id": number, "type": "function", "function": {"name": name, "arguments": arguments}}


def system(text: str) -> dict:
    return {"role": "system", "content": text}


def user(text: str) -> dict:
    return {"role": "user", "content": text}


def assistant(text: str | None, *calls: dict) -> dict:
    return {"role": "assistant", "content": text, **({"tool_calls": list(calls)} if calls else {})}


def result(number: str, text: str) -> dict:
    return {"role": "tool", "tool_call_id": number, "content": text}


def asked(query: str):
    return plan(query, Policy(), now=MORNING)


def sifted(messages: list, query: str, **limits):
    groups = grouped(read(messages, estimate))
    return sift(groups, by_words(groups, asked(query)), **limits)


def reasons(found) -> dict[int, Left]:
    return {one.index: one.reason for one in found.dropped}


class TestReading:
    def test_text_parts_are_read_together_and_parts_without_text_cost_nothing(self):
        picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 10_000}}
        parts = [{"type": "text", "text": "这是 the new"}, picture, "logo"]
        (message,) = read([{"role": "user", "content": parts}], estimate)
        assert message.text == "这是 the new\nlogo"
        assert message.tokens < 20

    def test_turns_and_messages_may_stand_together(self):
        found = read([Turn("I like tea", speaker="alice"), user("and cake"), Turn("ok", role="assistant")], estimate)
        assert [message.role for message in found] == ["user", "user", "assistant"]

    def test_the_newer_and_the_older_names_of_roles_are_known(self):
        old = [
            {"role": "developer", "content": "be brief"},
            {"role": "assistant", "content": None, "function_call": {"name": "look", "arguments": "{}"}},
            {"role": "function", "name": "look", "content": "nothing"},
        ]
        found = read(old, estimate)
        assert [message.role for message in found] == ["system", "assistant", "tool"]
        assert [group.places for group in grouped(found)] == [(0,), (1, 2)]

    @pytest.mark.parametrize(
        "messages",
        [
            None,
            "hello",
            b"hello",
            {"role": "user", "content": "hello"},
            7,
            ["hello"],
            [None],
            [{}],
            [{"role": "user"}],
            [{"content": "no role"}],
            [{"role": "robot", "content": "hello"}],
            [{"role": ["user"], "content": "hello"}],
            [{"role": "user", "content": 7}],
            [{"role": "user", "content": {"text": "hello"}}],
            [{"role": "user", "content": [7]}],
            [{"role": "user", "content": [None]}],
            [{"role": "user", "content": [{"type": "text", "text": ["nested"]}]}],
            [{"role": "assistant", "content": "", "tool_calls": "look"}],
            [{"role": "assistant", "content": "", "tool_calls": [7]}],
            [{"role": "assistant", "content": "", "tool_calls": [{"id": float("nan")}]}],
            [{"role": "assistant", "content": "", "function_call": "look"}],
            [Turn(7)],
            [Turn("hello", role="robot")],
            [{"role": "user", "content": "hello"}] * (MOST_MESSAGES + 1),
            [{"role": "user", "content": "x" * (MOST_CHARS + 1)}],
        ],
    )
    def test_what_is_no_message_is_refused(self, messages):
        with pytest.raises(InvalidInput):
            read(messages, estimate)

    def test_half_a_surrogate_pair_and_control_characters_are_no_hindrance(self):
        (message,) = read([user("tea \ud83d and\0 cake")], estimate)
        assert message.text == "tea \ufffd and cake"


class TestGroups:
    def test_tool_calls_and_their_results_stand_together_wherever_the_results_are(self):
        messages = [
            user("how are the trains and the weather?"),
            assistant(None, call("trains", "a"), call("weather", "b")),
            result("b", "rain"),
            system("answer in one line"),
            result("a", "08:25"),
            assistant("08:25, and rain"),
        ]
        assert [group.places for group in grouped(read(messages, estimate))] == [(0,), (1, 2, 4), (3,), (5,)]

    def test_a_result_whose_call_is_not_there_stands_alone(self):
        assert [group.places for group in grouped(read([result("x", "08:25"), user("so?")], estimate))] == [(0,), (1,)]


TRAVEL = [
    system("You are a travel agent."),
    user("Hi there!"),
    assistant("Hello!"),
    user("I need to get from Oslo to Bergen on Friday, by train."),
    assistant(None, call("search_trains", "c1", '{"from": "Oslo", "to": "Bergen"}')),
    result("c1", "train 61 departs 08:25, 599 kroner"),
    assistant("The train departs at 08:25 for 599 kroner. Shall I book it?"),
    user("Yes."),
    assistant("Booked: seat 12A in coach 4."),
    user("Thanks a lot!"),
    user("My daughter started playing the cello last week."),
    assistant("A beautiful instrument."),
    user("OK, what else is there?"),
]
旅行 = [
    system("你是旅行助手。"),
    user("你好！"),
    user("我周五要坐火车从上海到杭州。"),
    assistant(None, call("查火车", "c1", '{"从": "上海", "到": "杭州"}')),
    result("c1", "G7301 次火车 08:25 开，73 元"),
    assistant("火车 08:25 开，73 元。要订吗？"),
    user("好的"),
    assistant("订好了，4 车 12A。"),
    user("谢谢！"),
    user("我女儿上周开始学大提琴。"),
    assistant("真是美妙的乐器。"),
    user("还有别的吗？"),
]


class TestSifting:
    @pytest.mark.parametrize(
        ("messages", "query", "kept"),
        [
            (TRAVEL, "when does the train to Bergen leave?", (0, 3, 4, 5, 6, 7, 8, 12)),
            (TRAVEL, "what does my daughter play?", (0, 10, 12)),
            (TRAVEL, "the price of zinc", (0, 12)),
            (旅行, "去杭州的火车几点开？", (0, 2, 3, 4, 5, 6, 7, 11)),
            (旅行, "我女儿在学什么？", (0, 9, 11)),
            (旅行, "锌的价格", (0, 11)),
            ([*旅行, user("我的 train 是 G7301 吗")], "G7301 train", (0, 3, 4, 5, 6, 7, 12)),
        ],
    )
    def test_what_shares_the_words_of_the_query_and_what_answers_it_stays(self, messages, query, kept):
        assert sifted(messages, query).kept == kept

    def test_small_talk_goes_as_small_talk_and_the_rest_as_irrelevant(self):
        found = reasons(sifted(TRAVEL, "when does the train to Bergen leave?"))
        assert found == {
            1: Left.SMALL_TALK,
            2: Left.SMALL_TALK,
            9: Left.SMALL_TALK,
            10: Left.IRRELEVANT,
            11: Left.IRRELEVANT,
        }

    def test_a_yes_to_a_question_about_something_else_goes(self):
        messages = [user("the lighthouse opens in May"), assistant("Do you play chess?"), user("yes"), user("so?")]
        assert sifted(messages, "lighthouse").kept == (0, 3)

    def test_a_rare_word_of_the_query_outweighs_one_that_all_messages_have(self):
        messages = [*(user(f"project note number {n}") for n in range(60)), user("the project needs a kiln"), user("?")]
        found = sifted(messages, "project kiln", k=1)
        assert found.kept == (60, 61)

    def test_no_more_than_asked_for_and_a_call_with_its_results_is_one(self):
        found = sifted(TRAVEL, "when does the train to Bergen leave?", k=1)
        assert found.kept in ((0, 3, 12), (0, 4, 5, 12))
        assert Left.OVER_LIMIT in reasons(found).values()

    def test_of_two_alike_the_later_one_stays(self):
        found = sifted([user("the lighthouse is old"), user("the lighthouse is old"), user("so?")], "lighthouse", k=1)
        assert found.kept == (1, 2)

    def test_instructions_and_the_last_thing_the_user_said_stay_whatever_they_cost(self):
        messages = [system("rule " * 500), user("the lighthouse"), user("long " * 500)]
        found = sifted(messages, "lighthouse", room=10)
        assert found.kept == (0, 2)
        assert reasons(found) == {1: Left.NO_ROOM}

    def test_a_call_whose_results_have_no_room_goes_with_them(self):
        messages = [
            assistant(None, call("lighthouse", "a")),
            result("a", "lighthouse " * 500),
            user("the lighthouse is old"),
            user("so?"),
        ]
        assert sifted(messages, "lighthouse", room=60).kept == (2, 3)

    @given(
        st.lists(
            st.sampled_from([*TRAVEL, *旅行, assistant(None, call("a", "x"), call("b", "y")), result("y", "开 train")]),
            max_size=14,
        ),
        st.sampled_from(["train to Bergen", "火车", "谢谢", "大提琴 cello"]),
        st.none() | st.integers(1, 200),
        st.none() | st.integers(1, 5),
    )
    def test_every_message_is_kept_or_dropped_and_the_room_is_kept_to(self, messages, query, room, k):
        told = read(messages, estimate)
        groups = grouped(told)
        found = sift(groups, by_words(groups, asked(query)), room=room, k=k)
        assert sorted([*found.kept, *reasons(found)]) == list(range(len(messages)))
        assert list(found.kept) == sorted(found.kept)
        free = [group for group in groups if set(group.places) & set(found.kept) and not group.stays]
        assert all(set(group.places) <= set(found.kept) for group in free)
        assert k is None or len(free) <= k
        bound = sum(group.tokens for group in groups if group.stays)
        assert room is None or sum(told[place].tokens for place in found.kept) <= max(room, bound)
        assert all(place in found.kept for place, message in enumerate(told) if message.role == "system")
        assert (
            not [m for m in told if m.role == "user"]
            or max(place for place, message in enumerate(told) if message.role == "user") in found.kept
        )


class TestMeaning:
    def test_only_what_words_leave_open_is_compared_and_the_latest_first(self):
        groups = grouped(read(TRAVEL, estimate))
        words = by_words(groups, asked("train to Bergen"))
        open_ = undecided(groups, words)
        assert open_ == sorted(open_, reverse=True)
        assert {groups[number].text for number in open_} >= {"A beautiful instrument.", "Booked: seat 12A in coach 4."}
        assert not any(groups[number].chatter or groups[number].stays for number in open_)

    def test_what_is_near_in_meaning_stays_without_a_word_in_common_and_what_is_far_goes(self):
        near, far = with_meaning([0.0, 0.0], {0: 1.0, 1: 0.2})
        assert near >= ENOUGH > far

    def test_words_and_meaning_add_up_and_meaning_takes_nothing_away(self):
        assert with_meaning([0.7], {0: 0.7})[0] >= ENOUGH
        assert with_meaning([0.7], {0: -3.0}) == [0.7]
        assert with_meaning([0.7], {}) == [0.7]


class TestTelling:
    @pytest.mark.parametrize("messages", [TRAVEL, 旅行])
    @pytest.mark.parametrize("most", [20, 60, 200])
    def test_a_summary_stays_inside_its_tokens_and_says_what_it_leaves_out(self, messages, most):
        told = read(messages, estimate)
        found = tell(told, most, estimate)
        assert estimate(found.text) <= most
        assert 0 < found.left_out <= len(messages)
        assert not found.modelled

    def test_with_more_room_less_is_left_out(self):
        told = read(TRAVEL, estimate)
        assert tell(told, 200, estimate).left_out < tell(told, 30, estimate).left_out

    def test_instructions_are_not_told(self):
        found = tell(read([system("never mention zinc"), user("I moved to Lisbon")], estimate), 200, estimate)
        assert (found.text, found.left_out) == ("user: I moved to Lisbon", 1)

    def test_nothing_said_is_nothing_told(self):
        assert tell((), 200, estimate) == tell((), 1, estimate)
        assert tell((), 200, estimate).text == ""

    def test_a_summary_can_open_no_block_of_a_prompt(self):
        assert "</" not in tell(read([user("x </earlier-in-this-conversation> y")], estimate), 200, estimate).text

    def test_the_words_of_a_model_are_made_to_fit_and_what_it_passes_over_is_counted(self):
        told = read([user("I moved to Lisbon in May"), user("the kiln fires at 1,240 degrees")], estimate)
        found = tell(told, 40, estimate, summarise=lambda _texts, _most: "The user moved to Lisbon in May.")
        assert (found.text, found.left_out, found.modelled) == ("The user moved to Lisbon in May.", 1, True)
        long = tell(told, 40, estimate, summarise=lambda _texts, _most: "The user moved to Lisbon. " * 50)
        assert estimate(long.text) <= 40

    def test_where_the_model_gives_none_the_rules_stand_in(self):
        told = read(TRAVEL, estimate)
        assert tell(told, 60, estimate, summarise=lambda _texts, _most: None) == tell(told, 60, estimate)
