"""The one tokeniser: what a text and a question have in common, in every script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.text.analyzer import content_terms, index_terms, query_terms, stem

texts = st.text(max_size=80)


def meets(text: str, query: str) -> bool:
    """Whether some term of a question stands in a text."""
    return bool(set(index_terms(text)) & set(query_terms(query)))


@pytest.mark.parametrize(
    ("written", "whole", "parts"),
    [
        ("getUserById", "getuserbyid", ["get", "user", "by", "id"]),
        ("HTTPServer", "httpserver", ["http", "server"]),
        ("parseJSON2", "parsejson2", ["pars", "json", "2"]),
        ("user_account_id", "useraccountid", ["user", "account", "id"]),
        ("dark-mode", "darkmode", ["dark", "mode"]),
        ("FEATURE_FLAG", "featureflag", ["featur", "flag"]),
        ("iPhone15Pro", "iphone15pro", ["phone", "15", "pro"]),
        ("order-service", "orderservice", ["order", "servic"]),
        ("node.js", "node·js", ["node", "js"]),
        ("v1.2.3", "v1·2·3", ["v1", "2", "3"]),
        ("2026-05-01", "20260501", ["2026", "05", "01"]),
        ("a.lovelace@example.org", "a·lovelace·example·org", ["lovelac", "exampl", "org"]),
    ],
)
def test_an_identifier_is_kept_whole_and_split(written, whole, parts):
    found = index_terms(written)
    assert found[0] == stem(whole)
    assert [part for part in parts if part not in found] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("user_account_id", "user-account-id"),
        ("FEATURE_FLAG_DARK_MODE", "feature-flag-dark-mode"),
        ("getUserById", "GETUSERBYID"),
        ("OvertimeService", "overtimeservice"),
        ("parseJson", "parse_json"),
    ],
)
def test_spellings_of_one_identifier_share_its_whole(one, other):
    assert index_terms(one)[0] == index_terms(other)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice's book", "alice book"),
        ("Alice’s book", "alice book"),
        ("the users' guide", "user guide"),
        ("don't", "dont"),
        ("O'Brien", "obrien"),
        ("café", "cafe"),
        ("cafe\u0301", "café"),
        ("naïve", "naive"),
        ("Ångström", "angstrom"),
        ("ñandú", "nandu"),
        ("ﬁne", "fine"),
        ("ｆｕｌｌ", "full"),
        ("running", "runs"),
        ("deployments", "deployment"),
        ("Привет", "привет"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("ﾃﾞｰﾀ", "データ"),
        ("數據庫", "数据库"),
        ("後臺開發", "后台开发"),
    ],
)
def test_spellings_that_people_take_for_the_same_meet(one, other):
    assert set(query_terms(one)) & set(index_terms(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("C++", "C"), ("C#", "C"), ("C++", "C#"), ("F#", "F"), ("v1.2", "v12"), ("猫", "狗"), ("3.14", "314")],
)
def test_what_differs_in_content_shares_no_term(one, other):
    assert not meets(one, other)


@pytest.mark.parametrize("language", ["C++", "c++", "C++17", "c++/CLI"])
def test_a_language_of_signs_is_found(language):
    assert meets(f"the parser is written in {language}", "C++")


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("家里养了一只猫，叫团子", "猫"),
        ("家里养了一只猫，叫团子", "团子"),
        ("重启auth-gw后37个会话恢复正常", "auth-gw"),
        ("重启auth-gw后37个会话恢复正常", "会话"),
        ("重启auth-gw后37个会话恢复正常", "37"),
        ("周三和 Alice 讨论PostgreSQL迁移", "postgresql 迁移"),
        ("𠮷野家在二楼", "𠮷野家"),
        ("東京タワーに行った", "タワー"),
        ("서울에서 만나요", "서울"),
        ("ข้าวผัดกุ้ง", "ข้าวผัดกุ้ง"),
        ("שלום עולם", "שלום"),
        ("مرحبا بالعالم", "مرحبا"),
        ("नमस्ते दुनिया", "दुनिया"),
        ("battery at 50% on Monday", "50%"),
        ("R&D moved to floor 2", "R&D"),
        ("tag #launch is for the party", "#launch"),
        ("logs are in C:\\logs\\app", "C:\\logs\\app"),
        ("see https://wiki.example.org/ops?page=3#dns", "wiki.example.org"),
        ("call foo::bar(baz)", "foo::bar"),
    ],
)
def test_a_text_meets_a_question_for_a_piece_of_it(text, query):
    assert meets(text, query)


def test_a_run_of_chinese_is_single_characters_and_pairs():
    assert index_terms("数据库") == ["数", "据", "库", "数据", "据库"]


@given(st.text("天地玄黄宇宙洪荒日月盈昃辰宿列张", min_size=2, max_size=30), st.data())
def test_any_contiguous_piece_of_chinese_is_among_its_terms(text, data):
    start = data.draw(st.integers(0, len(text) - 2))
    length = data.draw(st.integers(1, len(text) - start))
    assert set(index_terms(text[start : start + length])) <= set(index_terms(text))


def test_terms_repeat_as_often_as_they_occur():
    assert index_terms("run, run and 猫猫").count("run") == 2
    assert index_terms("run, run and 猫猫").count("猫") == 2


@pytest.mark.parametrize("text", ["", " \n", "…！？", "🙂👍🏽", "___", "-- -"])
def test_what_has_no_word_has_no_term(text):
    assert index_terms(text) == content_terms(text) == query_terms(text) == []


@pytest.mark.parametrize(
    ("query", "carrying"),
    [
        ("What did I tell you about the database?", ["databas"]),
        ("where does Alice live", ["alic", "live"]),
        ("do you remember my dentist", ["dentist"]),
        ("你还记得我的猫叫什么吗", ["猫"]),
        ("我之前提到过哪个数据库", ["数据", "据库"]),
    ],
)
def test_the_words_of_asking_are_left_out_of_a_question(query, carrying):
    terms = query_terms(query)
    assert [term for term in carrying if term not in terms] == []
    assert not set(terms) & {"what", "tell", "rememb", "记得", "什么", "提到", "吗"}


@pytest.mark.parametrize(("query", "terms"), [("the", ["the"]), ("who is it", ["who", "is", "it"]), ("的", ["的"])])
def test_a_question_of_nothing_but_stop_words_keeps_them(query, terms):
    assert query_terms(query) == terms


@given(texts)
def test_terms_can_be_written_into_an_index_of_words(text):
    for term in index_terms(text):
        assert term
        assert not set(term) & set(' "\0\t\n')
        assert term == term.lower() or not term.isascii()


@given(texts)
def test_a_question_is_made_of_terms_of_its_own_each_once(text):
    terms = query_terms(text)
    assert len(terms) == len(set(terms))
    assert bool(terms) == bool(index_terms(text)) or not terms
    assert set(content_terms(text)) <= set(index_terms(text))


@given(texts)
def test_a_text_meets_itself(text):
    assert not index_terms(text) or meets(text, text)


@given(texts)
def test_letter_case_never_decides_for_plain_words(text):
    plain = " ".join(word for word in text.split() if word.isascii() and word.isalpha())
    assert set(index_terms(plain.lower())) == set(index_terms(plain.lower().capitalize()))


@pytest.mark.parametrize("word", ["v2", "数据", "café", "id", "abc123"])
def test_only_plain_english_words_are_stemmed(word):
    assert stem(word) == word
    assert stem("services") == stem("service")
