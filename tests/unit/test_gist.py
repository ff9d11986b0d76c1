"""The gist of texts without a language model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.text.gist import CUT, gist
from perdure.text.tokens import estimate
from tests.behaviour.requirements import requirement

CHAT = [
    "Hi there! How are you?",
    "哈哈，好的。",
    "I moved to Lisbon in May 2024 and I work at a pottery studio called Barro.",
    "What should I cook tonight?",
    "我对花生过敏，这个一定要记住。",
    "Hmm, let me think about it.",
    "The kiln fires at 1,240 degrees and the next firing is on 14 March.",
    "嗯嗯，谢谢！",
    "我女儿小雨下周三生日，想要一辆自行车。",
    "Nice weather today, is it not?",
]

sentences = st.lists(st.text(max_size=120), max_size=12)


def characters(text: str) -> int:
    return len(text)


@given(sentences, st.integers(-5, 400), st.sampled_from([estimate, characters]))
def test_a_gist_never_costs_more_than_it_may(texts, most, count):
    assert count(gist(texts, max_tokens=most, count=count)) <= max(0, most)


@given(sentences, st.integers(0, 200))
def test_the_same_texts_give_the_same_gist(texts, most):
    assert gist(texts, max_tokens=most) == gist(list(texts), max_tokens=most)


def test_what_fits_is_given_whole_and_each_sentence_once():
    assert (
        gist(["One thing. 第二件事。", "One thing!", "A third one?"], max_tokens=100)
        == "One thing. 第二件事。\nA third one?"
    )


@pytest.mark.parametrize("most", [85, 120])
def test_what_is_told_comes_before_questions_and_small_talk(most):
    told = gist(CHAT, max_tokens=most)
    assert "花生过敏" in told
    assert "1,240" in told
    assert not any(noise in told for noise in ("How are you", "哈哈", "谢谢", "weather", "Hmm"))


def test_the_order_is_that_of_the_texts():
    lines = gist(CHAT, max_tokens=100).splitlines()
    assert [CHAT.index(line) for line in lines] == sorted(CHAT.index(line) for line in lines)
    assert len(lines) > 2


def test_a_repetition_takes_no_room_from_something_new():
    repeats = [f"The kiln in the studio is {word} broken again" for word in ("really", "quite", "still", "simply")]
    told = gist([*repeats, "Ines pays the rent of 900 euros on the first."], max_tokens=40)
    assert "900 euros" in told
    assert told.count("kiln") == 1


def test_sentences_that_differ_in_a_number_do_not_repeat_each_other():
    told = gist([f"Room {n} has {n + 2} beds and a view of the river" for n in range(100, 140)], max_tokens=120)
    assert told.count("Room") >= 5


def test_code_gives_way_to_what_is_said_about_it():
    code = "```python\nfor x in y:\n    print(x)\nvalue = call(a, b)\nother.append(value)\n```"
    told = gist([f"We chose PostgreSQL for the orders service. {code}", code, "部署定在三月十四日。"], max_tokens=30)
    assert told == "We chose PostgreSQL for the orders service.\n部署定在三月十四日。"


def test_one_sentence_too_long_for_the_room_is_cut_and_says_so():
    told = gist(["The studio in Lisbon " + "is very very large and " * 40], max_tokens=20)
    assert told.startswith("The studio in Lisbon")
    assert told.endswith(CUT)


@pytest.mark.parametrize("texts", [[], [""], ["   \n"]])
def test_of_nothing_there_is_no_gist(texts):
    assert gist(texts, max_tokens=50) == ""


@requirement("L2")
def test_a_long_session_is_summed_up_in_both_languages():
    noise = [f"ok, and what about the next thing then, number {n}?" for n in range(400)] + ["好的，继续吧。"] * 100
    told = gist(
        [*noise[:250], "我们决定用 SQLite，不用 MySQL。", *noise[250:], "Budget: 4,000 euros until June."],
        max_tokens=60,
    )
    assert "SQLite" in told
    assert "4,000 euros" in told
