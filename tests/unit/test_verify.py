"""Questions in and out, what answers are worth, two runs side by side, and how memories are asked for."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.domain.check import Check, Checked, Verified
from perdure.domain.memory import Memory, Slot
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput, InvalidSpaceName
from perdure.text.clean import fold
from perdure.transfer.draft import affirmed, checks_for, counted, lasting, phrases, private
from perdure.transfer.questions import MOST, parsed, read_questions, written
from perdure.transfer.verify import Compared, Fared, compared, judged, kept, read_kept
from tests.behaviour.requirements import requirement
from tests.conftest import MORNING

ME, ORDERS = SpaceName("user", "me"), SpaceName("project", "订单")

PLAIN = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
CHECKS = st.builds(
    Check,
    question=PLAIN,
    space=st.sampled_from([ME, ORDERS, SpaceName("user", 'a"b\\c')]),
    must_contain=st.lists(PLAIN, min_size=1, max_size=3).map(tuple),
    must_not_contain=st.lists(PLAIN, max_size=3).map(tuple),
    k=st.none() | st.integers(1, 100),
)


def check(question: str = "q", *, space: SpaceName = ME, must=("x",), never=(), k: int | None = None) -> Check:
    return Check(question=question, space=space, must_contain=tuple(must), must_not_contain=tuple(never), k=k)


def run(**results: bool) -> Verified:
    """A run of questions by their names; one that failed misses what it wanted."""
    return Verified(
        checks=tuple(Checked(check=check(name), missing=() if passed else ("x",)) for name, passed in results.items())
    )


def memory(text: str, kind: str = "fact", **fields) -> Memory:
    times = dict.fromkeys(("created_at", "updated_at", "recorded_at", "holds_from"), MORNING)
    return Memory(id="mem_1", space=ME, kind=kind, text=text, **{**times, **fields})


# The list


@requirement("P7")
def test_a_list_is_read_with_what_it_leaves_out_filled_in():
    text = """
space = "project/订单"

[[question]]
question = "坐高铁喜欢坐哪里？"
space = "user/me"
must_contain = "靠窗"
must_not_contain = ["过道", "aisle"]
k = 3

[[question]]
question = "Which database?"
must_contain = ["PostgreSQL", "16"]
"""
    assert parsed(text) == (
        check("坐高铁喜欢坐哪里？", must=["靠窗"], never=["过道", "aisle"], k=3),
        check("Which database?", space=ORDERS, must=["PostgreSQL", "16"]),
    )


def test_the_space_of_the_caller_is_meant_only_where_the_list_names_none():
    question = '[[question]]\nquestion = "q"\nmust_contain = "x"\n'
    assert parsed(question, space=ORDERS)[0].space == ORDERS
    assert parsed(f'space = "user/me"\n{question}', space=ORDERS)[0].space == ME


@requirement("P7")
@given(st.lists(CHECKS, min_size=1, max_size=5), st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_a_list_that_is_written_reads_back_equal_whatever_its_texts(checks, remark):
    assert parsed(written(checks, remark=remark)) == tuple(checks)


def test_a_written_list_is_for_people():
    text = written([check("坐哪里\n“靠窗”？", must=["靠\\窗"])], remark="第一行\nsecond")
    assert text.splitlines()[:3] == ["# 第一行", "# second", ""]
    assert 'question = "坐哪里\\n“靠窗”？"' in text
    assert 'must_contain = "靠\\\\窗"' in text


@pytest.mark.parametrize(
    "table",
    [
        'must_contain = "x"',
        'question = ""\nmust_contain = "x"',
        'question = "  "\nmust_contain = "x"',
        'question = 7\nmust_contain = "x"',
        'question = "q"',
        'question = "q"\nmust_contain = []',
        'question = "q"\nmust_contain = ""',
        'question = "q"\nmust_contain = ["x", " "]',
        'question = "q"\nmust_contain = ["x", 1]',
        'question = "q"\nmust_contain = {a = "x"}',
        'question = "q"\nmust_not_contain = 1979-05-27',
        'question = "q"\nmust_contain = "x"\nk = 0',
        'question = "q"\nmust_contain = "x"\nk = true',
        'question = "q"\nmust_contain = "x"\nk = 2.0',
        'question = "q"\nmust_contain = "x"\nmust_have = "y"',
        'question = "q"\nmust_contain = "x"\nspace = 3',
        'question = "q"\nmust_contain = "x"\nspace = "me"',
    ],
)
def test_a_question_that_cannot_be_asked_is_named_by_its_number(table):
    good = '[[question]]\nquestion = "a"\nmust_contain = "b"\n'
    with pytest.raises(InvalidInput, match="question 2\\b"):
        parsed(f"{good}[[question]]\n{table}\n", space=ME)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "question = []",
        'question = "q"',
        "question = [1]",
        "[[question]",
        'spaces = "user/me"\n[[question]]\nquestion = "q"\nmust_contain = "x"',
        f"a = {'[' * 5_000}",
        f"k = {'9' * 6_000}",
        '[[question]]\nquestion = "q"\nmust_contain = "x"\n' * (MOST + 1),
        '[[question]]\nquestion = "q"\nmust_contain = "x"',
    ],
    ids=range(10),
)
def test_what_is_no_list_is_refused(text):
    with pytest.raises(InvalidInput):
        parsed(text)


def test_a_space_that_is_none_keeps_its_own_error():
    with pytest.raises(InvalidSpaceName):
        parsed('space = "nowhere"\n[[question]]\nquestion = "q"\nmust_contain = "x"')


def test_an_error_repeats_nothing_of_a_question():
    with pytest.raises(InvalidInput) as raised:
        parsed('[[question]]\nquestion = "我的秘密"\nmust_contain = "x"\n我的字段 = 1\n"another secret" = 2', space=ME)
    assert not any(word in str(raised.value) for word in ("秘密", "字段", "secret"))


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"\xb2\xe2\xca\xd4 = 1", b" " * (5 << 20)], ids=["utf-16", "gbk", "long"]
)
def test_a_file_that_is_none_of_text_is_refused(tmp_path: Path, content):
    path = tmp_path / "questions.toml"
    path.write_bytes(content)
    with pytest.raises(InvalidInput):
        read_questions(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(InvalidInput):
        read_questions(tmp_path / "没有.toml")


def test_a_file_of_an_editor_of_windows_is_read(tmp_path: Path):
    path = tmp_path / "questions.toml"
    path.write_bytes(
        "\ufeffspace = 'user/me'\r\n[[question]]\r\nquestion = '住哪？'\r\nmust_contain = '杭州'\r\n".encode()
    )
    assert read_questions(path) == (check("住哪？", must=["杭州"]),)


# The answers


@requirement("P7")
@pytest.mark.parametrize(
    ("wanted", "answer"),
    [
        ("LISBON", "I live in Lisbon"),
        ("靠窗", "用戶偏好靠窗座位"),
        ("ＡＢＣ", "abc"),
        ("体检", "體檢改到週五"),
        ("Straße", "strasse"),
    ],
)
def test_letter_case_width_and_script_do_not_count(wanted, answer):
    assert judged(check(must=[wanted]), [answer]).passed
    assert judged(check(must=(), never=[wanted]), [answer]).unwanted == (wanted,)


def test_what_must_be_there_may_stand_in_any_of_the_answers():
    found = judged(check(must=["a", "b", "c"]), ["xxa", "bxx"])
    assert (found.missing, found.answers, found.passed) == (("c",), ("xxa", "bxx"), False)


def test_no_answer_lacks_everything_and_has_nothing_unwanted():
    found = judged(check(must=["a", "b"], never=["c"]), [])
    assert (found.missing, found.unwanted) == (("a", "b"), ())
    assert judged(check(must=(), never=["c"]), []).passed


@given(CHECKS, st.lists(PLAIN, max_size=4))
def test_every_wanted_text_is_either_there_or_missing(asked, answers):
    found = judged(asked, answers)
    joined = [fold(answer) for answer in answers]
    assert set(found.missing) == {text for text in asked.must_contain if not any(fold(text) in each for each in joined)}
    assert set(found.unwanted) <= set(asked.must_not_contain)


# Two runs


@requirement("P7")
def test_two_runs_side_by_side_say_what_each_question_came_to():
    before = run(a=False, b=True, c=True, d=False, gone=True)
    after = run(a=True, b=True, c=False, d=False, e=True)
    rows = compared(before, after)
    assert [(row.check.question, row.fared) for row in rows] == [
        ("a", Fared.FIXED),
        ("b", Fared.PASSES),
        ("c", Fared.BROKE),
        ("d", Fared.FAILS),
        ("e", Fared.NEW),
        ("gone", Fared.GONE),
    ]
    assert [row.well for row in rows] == [True, True, False, True, True, True]


def test_a_new_question_that_fails_is_not_well():
    assert not compared(run(), run(a=False))[0].well


def test_a_question_is_compared_with_that_of_its_own_space_before_any_other():
    here, there = check("q"), check("q", space=ORDERS)
    before = Verified(checks=(Checked(check=there, missing=("x",)), Checked(check=here)))
    after = Verified(checks=(Checked(check=here), Checked(check=there)))
    assert [row.fared for row in compared(before, after)] == [Fared.PASSES, Fared.FIXED]


def test_a_question_is_known_again_where_its_memory_moved_to_another_space():
    before = Verified(checks=(Checked(check=check("q", space=SpaceName("user", "old"))),))
    assert compared(before, Verified(checks=(Checked(check=check("q")),)))[0].fared is Fared.PASSES


def test_the_same_question_twice_is_two_questions():
    rows = compared(run(a=True), Verified(checks=(Checked(check=check("a")), Checked(check=check("a")))))
    assert [row.fared for row in rows] == [Fared.PASSES, Fared.NEW]


@given(
    st.lists(st.builds(Checked, check=CHECKS, missing=st.lists(PLAIN).map(tuple), answers=st.lists(PLAIN).map(tuple)))
)
def test_results_that_are_kept_read_back_equal(checks):
    found = Verified(checks=tuple(checks))
    assert read_kept(kept(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"verified": 2, "checks": []}',
        '{"verified": 1, "checks": {}}',
        '{"verified": 1, "checks": [7]}',
        '{"verified": 1, "checks": [{"space": "user/me"}]}',
        '{"verified": 1, "checks": [{"question": "q", "space": 1}]}',
        '{"verified": 1, "checks": [{"question": "q", "space": "user/me", "missing": "x"}]}',
        '{"verified": 1, "checks": [{"question": "q", "space": "user/me", "answers": [1]}]}',
        "[" * 100_000,
    ],
    ids=range(11),
)
def test_what_are_no_results_is_refused(text):
    with pytest.raises(InvalidInput):
        read_kept(text)


def test_kept_results_carry_real_characters():
    assert "靠窗" in kept(Verified(checks=(judged(check(must=["靠窗"]), ["靠窗座位"]),)))
    assert json.loads(kept(run(a=False)))["checks"][0]["passed"] is False


# Drafts


@requirement("P7")
@pytest.mark.parametrize(
    ("text", "kind", "question", "telling"),
    [
        ("我对花生过敏", "identity", "我对什么过敏？", "花生"),
        ("用户住在杭州", "identity", "我住在哪里？", "杭州"),
        ("I live in Lisbon", "identity", "Where do I live?", "Lisbon"),
        ("The user prefers window seats", "preference", "Which seat do I prefer?", "window"),
        ("项目的部署日是周四", "fact", "项目的部署日是什么时候？", "周四"),
        ("会议室在三楼，需要提前预约", "fact", "会议室在哪里？", "三楼"),
        ("The staging server is at 10.0.0.5", "fact", "Where is the staging server?", "10.0.0.5"),
        ("My wife's birthday is May 3", "fact", "When is my wife's birthday?", "May 3"),
        ("Alice works at Acme as a data engineer", "fact", "Where does Alice work?", "Acme"),
        ("We decided to use Terraform for the infrastructure", "decision", "What was decided about the infrastructure?", "Terraform"),
        ("API 错误统一返回 problem+json 格式", "decision", "关于API，是怎么决定的？", "problem+json"),
    ],
)  # fmt: skip
def test_a_memory_is_asked_for_as_people_would(text, kind, question, telling):
    asked = memory(text, kind)
    first = next(checks_for(asked, among=counted([asked])))
    assert (first.question, first.must_contain) == (question, (telling,))


@requirement("P7")
@pytest.mark.parametrize(
    ("text", "kind", "question", "telling"),
    [
        ("我坐高铁喜欢靠窗，不要过道", "preference", "我喜欢坐哪种座位？", "靠窗"),
        ("I like window seats, not aisle seats.", "preference", "Which seat do I prefer?", "window"),
        ("I prefer window seats on trains, never the aisle", "preference", "Which seat do I prefer?", "window"),
        ("回答要简短，别用表情符号", "preference", "关于回答，有什么偏好？", "简短"),
        ("用户不住在上海，住在杭州", "identity", "我住在哪里？", "杭州"),
        ("I live in Berlin, not in Munich", "identity", "Where do I live?", "Berlin"),
        ("数据库从 MySQL 换成了 PostgreSQL", "decision", "项目的数据库是什么？", "PostgreSQL"),
        ("The database is PostgreSQL instead of MySQL", "fact", "What is the database of the project?", "PostgreSQL"),
        ("I moved from Leeds to Bristol", "identity", "Where do I live?", "Bristol"),
        ("我妈住在成都", "fact", "我妈住在哪里？", "成都"),
        ("The main branch is protected", "rule", "What is the rule about the main branch?", "protected"),
        ("我们团队每周三下午开评审会", "fact", "关于团队，知道些什么？", "每周三下午开评审会"),
        ("To release, run make dist and push the tag v1", "procedure", "How do I release?", "tag v1"),
        ("发布前先跑 make test，再打标签", "procedure", "发布前要做什么？", "打标签"),
    ],
)  # fmt: skip
def test_what_a_memory_says_not_to_be_so_is_no_answer(text, kind, question, telling):
    asked = memory(text, kind)
    found = [(each.question, each.must_contain) for each in checks_for(asked, among=counted([asked]))]
    assert found[0] == (question, (telling,))
    assert not any(refused in "".join(each) for _, each in found for refused in ("过道", "aisle", "MySQL", "上海"))


@pytest.mark.parametrize(
    "text",
    ["不", "没有", "不要过道", "别用 print", "never the aisle", "don't use print", "except YAML", "除了周末", "instead of coffee"],
)  # fmt: skip
def test_nothing_of_a_denied_clause_is_affirmed(text):
    assert not phrases(affirmed(text))


@pytest.mark.parametrize(
    ("text", "left"),
    [("不仅快，而且稳", "快"), ("特别喜欢茶", "茶"), ("没问题，用 Go", "Go"), ("tea, not coffee", "tea")],
)
def test_what_only_looks_like_a_denial_stays(text, left):
    assert left in affirmed(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Dango", "fact"),
        ("团子", "fact"),
        ("dark mode", "preference"),
        ("小雨吃素", "fact"),
        ("今天小雨吃了鱼", "event"),
        ("小雨 lives here", "fact"),
        ("use python3, not python, print with care", "fact"),
        ("Never deploy on Fridays", "rule"),
        ("周五不要发布", "rule"),
        ("我没有过敏", "identity"),
        ("答应周五前把报告发给小陈", "commitment"),
    ],
)
def test_a_memory_nobody_would_ask_for_so_has_no_question(text, kind):
    asked = memory(text, kind)
    assert list(checks_for(asked, among=counted([asked]))) == []


def test_a_slot_is_asked_for_by_its_name_and_answered_by_its_value():
    asked = memory("Meetings last 25 minutes", slot=Slot("self", "meeting_length"), value="25 minutes")
    assert ("What is my meeting length?", ("25 minutes",)) in [
        (each.question, each.must_contain) for each in checks_for(asked, among=Counter())
    ]
    chinese = memory("例会固定二十五分钟", slot=Slot("订单组", "例会时长"), value="二十五分钟")
    assert ("订单组的例会时长是什么？", ("二十五分钟",)) in [
        (each.question, each.must_contain) for each in checks_for(chinese, among=Counter())
    ]


def test_what_a_memory_took_the_place_of_must_not_come_back():
    asked = memory("我住在杭州", "identity")
    first, second, *_ = checks_for(asked, old=["上海", " ", "杭州"], among=Counter())
    assert (first.question, first.must_not_contain) == (second.question, ("上海",))
    assert second.must_not_contain == ()


def test_the_phrase_that_fewest_memories_have_tells_most():
    several = [memory(f"the dashboard of orders shows {what} first") for what in ("latency", "refunds", "latency")]
    assert phrases(several[1].text) == ["dashboard", "orders shows refunds first"]
    assert {each.must_contain for each in checks_for(several[1], among=counted(several))} == {
        ("orders shows refunds first",)
    }


@pytest.mark.parametrize(
    ("text", "kind", "wanted"),
    [
        ("我住在杭州", "fact", True),
        ("我住在杭州", "temporary", False),
        ("本周总结：住在杭州", "summary", False),
        ("the key is [api key removed]", "fact", False),
        ("我的手机号是13800138000", "identity", False),
        ("长" * 401, "fact", False),
    ],
)
def test_only_what_lasts_and_is_not_private_is_asked_for(text, kind, wanted):
    asked = memory(text, kind)
    assert (lasting(asked) and not private(asked)) is wanted


@given(st.text(max_size=200), st.sampled_from(["fact", "preference", "rule", "decision", "event", "task", "procedure"]))
def test_every_text_can_be_asked_for_or_is_passed_over(text, kind):
    asked = memory(text, kind)
    for each in checks_for(asked, among=counted([asked])):
        assert each.must_contain
        assert not any(fold(answer) in fold(each.question) for answer in each.must_contain)
        assert judged(each, [text]).passed
        assert tomllib.loads(written([each]))
