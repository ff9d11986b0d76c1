"""What a query asks."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from perdure import Policy
from perdure.domain.policy import Limits
from perdure.errors import InvalidQuery
from perdure.recall import plan as planning
from perdure.recall.plan import Plan, is_small_talk, language_of
from perdure.text.clean import strip_controls
from tests.behaviour.requirements import requirement

POLICY = Policy()
NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
SPEAKERS = ("Ana", "小林", "user", "assistant")


def plan(query: object, policy: Policy = POLICY, *, now: datetime = NOW, speakers: tuple[str, ...] = SPEAKERS) -> Plan:
    return planning.plan(query, policy, now=now, speakers=speakers)


@pytest.mark.parametrize("query", [None, 5, b"x", ["x"], 0.5, object()])
def test_what_is_no_string_is_refused(query):
    with pytest.raises(InvalidQuery) as refused:
        plan(query)
    assert refused.value.code == "invalid_query"


@requirement("R10")
class TestQuiet:
    @pytest.mark.parametrize("query", ["", " ", "\n\t", "\0\x07", "\u200b", "\u3000"])
    def test_a_blank_query_asks_for_nothing(self, query):
        planned = plan(query)
        assert planned.quiet == planning.BLANK
        assert planned.query == ""

    @pytest.mark.parametrize("query", ["hi", " Hello! ", "谢谢你！", "謝謝", "再見", "ok 👍"])
    def test_small_talk_asks_for_nothing(self, query):
        planned = plan(query)
        assert planned.quiet == planning.SMALL
        assert planned.query == query.strip()

    @pytest.mark.parametrize("query", ["", "hi", "谢谢"])
    def test_a_quiet_plan_looks_for_nothing(self, query):
        planned = plan(query)
        assert planned.terms == ((),)
        assert planned.present("hi 谢谢") == set()
        assert (planned.voice, planned.speakers, planned.spans) == ("", (), ())
        assert not planned.addressed
        assert not planned.personal
        assert not planned.asks_when


@given(st.text())
def test_any_other_text_is_a_question(text):
    asked = strip_controls(text).strip()
    assume(asked and not is_small_talk(asked))
    planned = plan(text)
    assert planned.texts[0] == planned.query == asked
    assert len(planned.terms) == len(planned.texts)
    assert planned.quiet == ""
    assert planned.meanings[: len(planned.texts)] == planned.texts


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("where is the key", "en"),
        ("钥匙在哪", "zh"),
        ("PostgreSQL 迁移到哪了", "zh"),
        ("which 数据库 did the team choose for order-service in the end", "en"),
        ("東京タワー", "zh"),
        ("🙂", "en"),
    ],
)
def test_the_language_is_that_of_most_of_the_question(text, language):
    assert language_of(text) == language
    assert plan(text).language == language


@requirement("R10")
@pytest.mark.parametrize(
    "text",
    [
        "hi",
        "Hello!",
        "thanks a lot",
        "thank you so much!",
        "Good morning",
        "ok 👍",
        "你好",
        "你好啊",
        "谢谢你！",
        "謝謝您",
        "早上好",
        "哈哈哈哈",
        "好的，谢谢",
    ],
)
def test_a_greeting_or_thanks_is_small_talk(text):
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "hi, where is my key",
        "hill",
        "history",
        "okapi",
        "早餐",
        "早上吃什么",
        "你好吗我的钥匙在哪",
        "good bread",
        "weather",
        "天气",
        "night shift",
        "谢谢先生",
        "謝謝先生",
    ],
)
def test_a_question_that_only_begins_like_one_is_not(text):
    assert not is_small_talk(text)


@pytest.mark.parametrize("unit", ["哈", "你好", "hi ", "嗯嗯 ", "ok, "])
def test_laughter_without_end_does_not_take_time_without_end(unit):
    assert is_small_talk(unit * 500)
    assert not is_small_talk(unit * 500 + "x")


@requirement("R5")
class TestClauses:
    @pytest.mark.parametrize(
        ("query", "clauses"),
        [
            (
                "Where is the spare key? And what does my doctor say?",
                ("Where is the spare key?", "And what does my doctor say?"),
            ),
            ("我的数据库用什么？另外备用钥匙在哪里放着", ("我的数据库用什么？", "备用钥匙在哪里放着")),
            ("我下周的航班是几点，还有酒店的名字叫什么", ("我下周的航班是几点", "酒店的名字叫什么")),
            ("我下週的航班是幾點，還有酒店的名字叫什麼", ("我下週的航班是幾點", "酒店的名字叫什麼")),
            (
                "Which city is my sister in and also when does her lease end",
                ("Which city is my sister in", "when does her lease end"),
            ),
            ("我妹妹住在哪个城市；她的 lease 哪天到期", ("我妹妹住在哪个城市；", "她的 lease 哪天到期")),
            ("where is the spare key", ()),
            ("备用钥匙在哪", ()),
            ("why?", ()),
            ("Hello. Where is the key", ()),
            ("e.g. the Spare Key", ()),
        ],
    )
    def test_a_question_of_several_parts_is_looked_for_by_its_parts_too(self, query, clauses):
        planned = plan(query)
        assert planned.texts == (query, *clauses)
        assert all(planned.terms)

    def test_a_page_of_questions_does_not_become_a_page_of_searches(self):
        query = " ".join(f"Where does person{n} keep the boat{n}?" for n in range(40))
        assert len(plan(query).texts) == 1 + planning.MOST_CLAUSES


class TestVoice:
    @pytest.mark.parametrize(
        ("query", "voice"),
        [
            ("what did Ana paint?", "what did I paint?"),
            ("What is Ana's dog called?", "What is my dog called?"),
            ("小林的狗叫什么", "我的狗叫什么"),
            ("Ana在Lisbon吃了什么", "我在Lisbon吃了什么"),
            ("what does the user like", "what does I like"),
            ("用户喜欢什么", "我喜欢什么"),
        ],
    )
    def test_a_question_about_someone_is_also_asked_in_their_voice(self, query, voice):
        planned = plan(query)
        assert planned.voice == voice
        assert planned.meanings == (query, voice)
        assert planned.texts == (query,)

    @pytest.mark.parametrize("query", ["what did I paint", "what did Bob paint", "我的狗叫什么", "用户名是什么"])
    def test_a_question_about_nobody_here_has_no_voice(self, query):
        planned = plan(query)
        assert planned.voice == ""
        assert planned.meanings == planned.texts

    def test_a_question_of_parts_is_voiced_as_a_whole_and_last(self):
        planned = plan("What did Ana paint? And where does 小林 live?")
        assert planned.meanings == (*planned.texts, "What did I paint? And where does I live?")
        assert planned.speakers == ("Ana", "小林")


@pytest.mark.parametrize(
    ("query", "speakers", "personal", "addressed"),
    [
        ("where do I live", (), True, False),
        ("我住在哪", (), True, False),
        ("where does Ana live", ("Ana",), True, False),
        ("小林住在哪", ("小林",), True, False),
        ("用户住在哪", (), True, False),
        ("what happened last Friday", (), True, False),
        ("上周三发生了什么", (), True, False),
        ("where does Bob live", (), False, False),
        ("数据库用什么", (), False, False),
        ("what did you recommend", (), False, True),
        ("你推荐了哪本书", (), False, True),
        ("would you recommend a book", (), False, False),
        ("我跟你说过什么", (), True, False),
        ("the user interface", (), False, False),
        ("用户名", (), False, False),
    ],
)
def test_whom_a_question_speaks_of_is_noticed(query, speakers, personal, addressed):
    planned = plan(query)
    assert (planned.speakers, planned.personal, planned.addressed) == (speakers, personal, addressed)


class TestLength:
    @pytest.mark.parametrize("padding", ["padding ", "填充"])
    def test_a_long_question_keeps_its_head_and_its_tail(self, padding):
        planned = plan("HEAD " + padding * 4_000 + "where is the kayak 皮艇 TAIL")
        assert len(planned.query) <= POLICY.limits.query_chars + 1
        assert planned.query.startswith("HEAD")
        assert planned.query.endswith("where is the kayak 皮艇 TAIL")
        assert {"kayak", "皮艇"} <= set(planned.terms[0])

    def test_how_long_a_question_may_be_is_a_setting(self):
        assert plan("x" * 10, Policy(limits=Limits(query_chars=10))).query == "x" * 10
        assert plan("abcdefghijklmnop", Policy(limits=Limits(query_chars=10))).query == "abcde\nlmnop"

    @pytest.mark.parametrize("most", [1, 2, 3, 9])
    def test_it_never_grows_by_being_shortened(self, most):
        assert len(plan("abcdefghijklmnop", Policy(limits=Limits(query_chars=most))).query) <= most + 1


@requirement("R8")
class TestTime:
    @pytest.mark.parametrize(
        ("query", "start", "when"),
        [
            ("When did we meet after May 5th, 2023?", "2023-05-06", True),
            ("what happened last Friday", "2026-02-27", False),
            ("上周三发生了什么", "2026-02-18", False),
            ("2023年5月8日是几点见面的", "2023-05-08", True),
        ],
    )
    def test_stretches_of_time_and_questions_for_one_are_noticed(self, query, start, when):
        planned = plan(query)
        assert [str(span.start.date()) for span in planned.spans] == [start]
        assert planned.asks_when == when

    def test_days_are_those_of_the_asker(self):
        now = datetime(2026, 3, 1, 23, 0, tzinfo=UTC)
        assert str(plan("today", now=now).spans[0].start.date()) == "2026-03-01"
        there = now.astimezone(ZoneInfo("Asia/Shanghai"))
        assert str(plan("今天", now=there).spans[0].start.date()) == "2026-03-02"

    def test_a_question_without_time_has_none(self):
        assert plan("where is the spare key").spans == ()
        assert not plan("备用钥匙在哪").asks_when


def test_the_terms_present_in_a_text_are_those_of_the_whole_question():
    planned = plan("spare key 备用钥匙")
    assert planned.present("The KEYS are here; 钥匙在这") == {"key", "钥", "匙", "钥匙"}
