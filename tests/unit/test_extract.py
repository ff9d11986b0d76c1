"""What rules find in what was said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from perdure.capture.extract import Proposal, propose
from perdure.capture.gates import Keep, gate
from perdure.domain.journal import Entry
from perdure.domain.memory import Origin
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName

WEDNESDAY = datetime(2024, 5, 15, 13, tzinfo=UTC)


def said(*turns: str | tuple[str, str], at: datetime = WEDNESDAY, **fields: object) -> list[Entry]:
    """Turns of one session, a minute apart; a pair is (role or name, text)."""
    found = []
    for number, turn in enumerate(turns):
        speaker, text = ("user", turn) if isinstance(turn, str) else turn
        role = speaker if speaker in ("assistant", "system", "tool") else "user"
        moment = at + timedelta(minutes=number)
        entry = Entry(
            id=f"e{number}",
            space=SpaceName("user", "alice"),
            seq=number + 1,
            session="s1",
            role=role,
            speaker=speaker,
            text=text,
            at=moment,
            recorded_at=moment,
            origin=Origin(role),
            **fields,  # type: ignore[arg-type]  the test names fields of Entry
        )
        found.append(entry)
    return found


def kept(entries: Sequence[Entry]) -> list[Proposal]:
    """What passes the default gates at once."""
    return [proposal for proposal in propose(entries) if isinstance(gate(proposal, 0, Policy()), Keep)]


def texts(*turns: str | tuple[str, str]) -> list[str]:
    return [proposal.text for proposal in kept(said(*turns))]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("My name is Daniel Okafor.", "identity"),
        ("I'm a nurse on night shifts", "identity"),
        ("I live in Berlin", "identity"),
        ("I'm allergic to sesame", None),
        ("I prefer a window seat", "preference"),
        ("I never use dark mode", "preference"),
        ("My favourite band is Radiohead.", "preference"),
        ("My sister Mia lives in Oslo", None),
        ("We decided to use PostgreSQL", "decision"),
        ("I promised the client a demo", "commitment"),
        ("I'll send the draft by Friday", "commitment"),
        ("The deadline is June 30", "task"),
        ("I finished chapter two", "task"),
        ("The migration script is done", "task"),
        ("I'm stuck on the webhook", "task"),
        ("I'm training for a half marathon", "task"),
        ("From now on answer in full sentences", None),
        ("I switched from running to swimming", None),
        ("I have an appointment at the consulate on May 22", None),
        ("我叫周晓彤", "identity"),
        ("我在成都教书", "identity"),
        ("我对花生过敏", None),
        ("我坐高铁喜欢靠窗的座位", "preference"),
        ("我从来不用深色主题", "preference"),
        ("我最喜欢的歌手是陈奕迅", "preference"),
        ("我妹妹在上海工作", None),
        ("订单服务我们决定用 PostgreSQL", "decision"),
        ("我答应客户做演示", "commitment"),
        ("我周五前把初稿发给导师", "commitment"),
        ("论文6月30号截止", "task"),
        ("第二章写完了", "task"),
        ("卡在签名校验上", "task"),
        ("我在备战半程马拉松", "task"),
        ("以后回答详细一些", None),
        ("我不跑步了，改成游泳了", None),
        ("我在新加坡的一家 fintech 公司做 data engineer", "identity"),
    ],
)
def test_what_is_worth_keeping_is_found_with_its_kind(text, kind):
    (found,) = kept(said(text))
    assert text[1:].rstrip(".") in found.text.replace("（2024-05-17）", "").replace(" (2024-05-17)", "").replace(
        " (2024-06-30)", ""
    ).replace("（2024-06-30）", "").replace(" (2024-05-22)", "")
    assert kind in (None, found.kind)
    assert found.entries == ("e0",)
    assert found.maker.startswith("rules/")


@pytest.mark.parametrize(
    "text",
    """hi | thanks a lot! | It's so hot today | I'm so tired | good night | I'll have a look | I see, makes sense | lol my cat is staring at me
    What is my name? | Can you suggest a book? | Explain how to sort a list | Run echo hello | list the files in src
    If I move to Berlin I'll need a car | I might buy an e-bike | maybe I'll learn Rust | I'm thinking about a new job
    She said she likes tea | My friend thinks Python is better | He said "I love sushi" | I didn't know that | I have a question | I need help
    Berlin is the capital of Germany | Dogs need exercise | That's a good idea | I'd like a coffee | Had noodles for lunch | The subway was packed
    What are the KPIs for user Noor? | Do you remember anything about Heidi? | 1+1=2 | continue | 👍
    你好 | 谢谢你 | 今天好热啊 | 困死了 | 晚安 | 我看看 | 哈哈哈哈 | 明天见
    我叫什么名字？ | 推荐几本书 | 讲个笑话 | 帮我查一下张伟的考勤 | 用 Python 写一下 | 1+1等于几？
    如果我去北京就好了 | 我可能会买一辆车 | 要是中了彩票我就买城堡 | 我在考虑换工作
    他说他喜欢茶 | 我同事觉得太长了 | 听说明天下雪 | 买了一杯奶茶 | 外面下雨了 | 法国队夺冠了 | 这个主意不错 | 继续 | 先不聊了，回头见""".replace(
        "\n", " | "
    ).split(" | "),
)
def test_small_talk_questions_suppositions_and_others_opinions_are_not_kept(text):
    assert texts(text.strip()) == []


def test_the_words_of_assistant_system_and_tools_are_nobodys_facts():
    turns = [
        ("assistant", "I prefer recursion and I live by clean code."),
        ("system", "My name is Nova."),
        ("tool", "I love discounts"),
    ]
    assert propose(said(*turns)) == []


def test_a_tool_result_is_distilled_where_the_caller_says_so():
    (found,) = kept(said(("tool", "The invoice of May has the number 4711."), metadata={"distil": True}))
    assert found.text == "The invoice of May has the number 4711."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Remember my favourite drink is oolong tea.", "My favourite drink is oolong tea."),
        ("Please remember that the spare key is under the pot", "The spare key is under the pot"),
        ("记一下我对虾过敏", "我对虾过敏"),
        ("记住：以后都用 pnpm，不用 npm", "以后都用 pnpm，不用 npm"),
    ],
)
def test_what_someone_asks_to_remember_is_certain_whatever_it_is(text, statement):
    (found,) = propose(said(text))
    assert (found.text, found.asked, found.certain) == (statement, True, True)


def test_a_fact_of_a_third_person_keeps_its_subject():
    (found,) = texts("Remember: my friend Jonas hates football but his father signed him up for a course.")
    assert "Jonas" in found
    assert texts("我老公不吃香菜") == ["我老公不吃香菜"]


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("I'm vegetarian, can you suggest a restaurant?", ["I'm vegetarian"]),
        ("我对花生过敏，有什么外卖推荐吗？", ["我对花生过敏"]),
        ("I live in Berlin, and you?", ["I live in Berlin"]),
        ("我叫李明，你呢？", ["我叫李明"]),
        ("I have two kids, maybe we will get a dog too.", ["I have two kids"]),
        ("我是天蝎座，听说天蝎座的人很固执", ["我是天蝎座"]),
    ],
)
def test_of_a_question_or_a_supposition_the_clauses_that_tell_are_kept(text, statements):
    assert texts(text) == statements


@pytest.mark.parametrize(
    "text",
    [
        'Translate "I live in Madrid and I love flamenco" into Spanish.',
        "Please summarise this: I moved to Rome in 2010. I love opera.",
        "把“我住在马德里，我喜欢弗拉明戈”翻译成英文",
        "帮我润色下面这段话：\n我在上海工作。我喜欢跑步。",
        "> I live in Madrid\n> I love flamenco",
        "```\nname = 'I live in Madrid'\nI love flamenco\n```",
    ],
)
def test_material_that_is_handed_over_is_not_the_speakers_word(text):
    assert texts(text) == []


def test_a_pronoun_brings_the_sentence_before_it():
    assert texts("I have a dog. His name is Rex.") == ["I have a dog. His name is Rex."]
    assert texts("我养了一只猫。它叫豆包。") == ["我养了一只猫。它叫豆包。"]


def test_words_around_a_statement_fall_off():
    assert texts("By the way, I live in Berlin haha") == ["I live in Berlin"]
    assert texts("对了，我住在杭州哈哈") == ["我住在杭州"]


def test_a_speaker_with_a_name_is_named():
    (found,) = kept(said(("Ana", "I moved to Lisbon")))
    assert (found.text, found.speaker) == ("Ana: I moved to Lisbon", "Ana")
    (own,) = kept(said(("alice", "I moved to Lisbon")))
    assert own.text == "I moved to Lisbon"


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Nice! What's your name?", "Daniel", "My name is Daniel."),
        ("Where do you live?", "Berlin.", "I live in Berlin."),
        ("你叫什么名字？", "李明", "我叫李明。"),
        ("你现在住在哪里呢？", "杭州", "我住在杭州。"),
    ],
)
def test_a_bare_answer_is_told_in_full(question, answer, statement):
    assert texts(("assistant", question), answer) == [statement]


@pytest.mark.parametrize("answer", ["guess", "why?", "I won't tell", "不告诉你", "随便"])
def test_what_is_no_answer_tells_nothing(answer):
    assert texts(("assistant", "What's your name? 你叫什么名字？"), answer) == []


def test_the_same_entries_always_give_the_same():
    turns = said("I live in Berlin.", "我喜欢跑步", "I finished the report", "Actually, I live in Hamburg")
    assert propose(turns) == propose(turns)
