"""Which sentences tell something, in Chinese, English and both."""

from __future__ import annotations

import time

import pytest

from perdure.text.mood import Mood, asked_to_keep, mood_of, sentences

MOODS = {
    Mood.STATEMENT: """
        I moved to Lisbon in May. | My name is Tom | I love rainy weather | When I was a child I lived in Rome | What I like is tea
        I think I prefer tea | I want to learn Japanese this year | let's go with Postgres | I always forget names | I keep bees
        My sister lives in Berlin | The deadline is March 3. | I use Vim for everything | I can't eat gluten
        我叫李明 | 我们决定用 Postgres | 下周五前我把报告发给你 | 我什么都吃 | 没什么忌口，就是不吃香菜 | 我最近在学怎么做面包 | 过几天去上海出差
        我有几个朋友在深圳 | 我老婆对海鲜过敏 | 我说话比较直接 | 我会说英语和日语 | 论文写完了 | 我打算明年去日本 | 我女儿上小学二年级 | 我用 Python 写代码
        我的预算涨到两万一 | 这车一共花了十万一
    """,
    Mood.QUESTION: """
        What is your name? | where can I find it | you are from Rome, right? | What are the KPIs for user Noor? | which database should we use
        how do I sort a list | I wonder if it works | which one is better | do you remember Heidi
        你是谁 | 几点开会 | 是不是该走了 | 去不去 | 明天天气怎么样 | 有没有好吃的 | 你还记得我上次说的吗 | 怎么做红烧肉 | 北京哪里好玩 | 1+1等于几？ | 你觉得呢
        今天星期几 | 这个多少钱 | 为什么天是蓝的
    """,
    Mood.REQUEST: """
        Remind me to call the bank | Run echo hello | give me an idea | Please summarise this | list the files in src | Let's talk about history
        Explain how to reverse a linked list | remember to buy milk | I need some advice | check my inbox
        帮我查一下考勤 | 给我推荐几本书 | 记得提醒我开会 | 推荐一部电影 | 翻译成英文 | 写一首诗 | 提醒我明天早上八点吃药 | 麻烦把这段改短一点 | 用 Python 写一下
    """,
    Mood.SUPPOSED: """
        If I move to Berlin, I will need a car | I might move | maybe I'll go | thinking about switching jobs | I wish I lived in Paris
        I'm considering a new laptop | I'm not sure about it
        如果我去北京 | 要是有空就去 | 我可能会换工作 | 我在考虑换房子 | 说不定明年去 | 还没决定 | 万一下雨就不去 | 带把伞，万一下雨
    """,
    Mood.REPORTED: """
        She said that she likes tea | my friend thinks Python is better | "I love sushi," she said | Apparently the shop is closed | You told me I like tea
        他说明天下雨 | 听说他要结婚了 | 我同事说这家店不错 | 我朋友觉得北京太干 | 张伟说他想辞职
    """,
    Mood.SMALL_TALK: """
        hi | thanks a lot | ok | It's so hot today | lol that's funny | I'm so tired | good night! | sounds good, thanks! | I see | That makes sense | See you tomorrow!
        哈哈哈 | 今天天气不错 | 谢谢 | 好的，谢谢你 | 困死了 | 外面下雨了 | 好累啊 | 嗯嗯 | 辛苦了 | 今天好热
    """,
}


@pytest.mark.parametrize(
    ("mood", "sentence"),
    [
        (mood, part.strip())
        for mood, block in MOODS.items()
        for row in block.strip().splitlines()
        for part in row.split(" | ")
    ],
)
def test_a_sentence_has_its_mood(mood, sentence):
    assert mood_of(sentence) is mood


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("remember that I am allergic to nuts", "I am allergic to nuts"),
        ("Can you remember that I'm vegan?", "I'm vegan?"),
        ("Don't forget that I'm vegetarian", "I'm vegetarian"),
        ("Remember: my friend hates football", "my friend hates football"),
        ("记住：以后都用 pnpm", "以后都用 pnpm"),
        ("记一下我对虾过敏", "我对虾过敏"),
        ("请记住，我叫王小满", "我叫王小满"),
        ("记得我不吃辣", "我不吃辣"),
    ],
)
def test_what_is_to_be_remembered_stands_behind_the_request_and_is_a_statement(sentence, kept):
    assert sentence[asked_to_keep(sentence) :] == kept
    assert mood_of(sentence) is Mood.STATEMENT


@pytest.mark.parametrize(
    "sentence",
    [
        "remember to buy milk",
        "Do you remember Heidi?",
        "remember when we met",
        "remember me",
        "记得提醒我开会",
        "你还记得我吗",
        "I remember that day",
    ],
)
def test_reminders_and_questions_of_memory_ask_to_keep_nothing(sentence):
    assert asked_to_keep(sentence) == 0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My name is Tom. I like tea! OK?", ["My name is Tom.", "I like tea!", "OK?"]),
        ("我叫李明。我住上海！好", ["我叫李明。", "我住上海！", "好"]),
        (
            "It is v1.2.3, see Dr. Smith at 5 p.m. today. Yes",
            ["It is v1.2.3, see Dr. Smith at 5 p.m. today.", "Yes"],
        ),
        ("他说“走吧！”然后走了。我没走", ["他说“走吧！”", "然后走了。", "我没走"]),
        ("- one\n- two\n\n  three", ["- one", "- two", "three"]),
        ("I use Vim. 我用了十年", ["I use Vim.", "我用了十年"]),
        ("  ", []),
    ],
)
def test_sentences_end_where_they_end(text, found):
    assert [text[start:end] for start, end in sentences(text)] == found


@pytest.mark.parametrize(
    "text", ["a" * 50_000, "哈" * 50_000, "ha " * 30_000, "the " * 20_000, "我" * 30_000, "." * 30_000]
)
def test_a_very_long_text_costs_little(text):
    started = time.process_time()
    mood_of(text)
    sentences(text)
    assert time.process_time() - started < 2
