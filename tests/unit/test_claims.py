"""What a statement says, and what a newer statement is to an older one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perdure.kinds import KINDS
from perdure.text.claims import Meeting, Tense, meeting, read_claims
from perdure.text.claims.lexicon import ATTRIBUTES
from perdure.text.claims.numerals import chinese_number, written_digits
from perdure.text.claims.values import read_value
from tests.unit import claims_pairs, claims_pairs_ahead, claims_pairs_life

_STAYS = {Meeting.APART, Meeting.ADDS, Meeting.SAME, Meeting.REFINES, Meeting.COVERS, Meeting.MAYBE}
_EXPECTED = {
    "replace": {Meeting.REPLACES, Meeting.CORRECTS},
    "correct": {Meeting.CORRECTS},
    "negate": {Meeting.DENIES, Meeting.CORRECTS},
    "temporary": _STAYS - {Meeting.SAME, Meeting.REFINES},
    "add": _STAYS - {Meeting.REFINES, Meeting.COVERS},
    "refine": {Meeting.REFINES, Meeting.ADDS, Meeting.APART, Meeting.SAME},
    "other": {Meeting.APART, Meeting.ADDS},
    "past": {Meeting.APART},
    "same": {Meeting.SAME},
    "ahead": {Meeting.APART},
    "true": {Meeting.REFINES},
}
_PAIRS = [pair for each in (claims_pairs, claims_pairs_life, claims_pairs_ahead) for pair in (*each.EN, *each.ZH)]
_NEEDS_KEY = {Meeting.REPLACES, Meeting.CORRECTS, Meeting.DENIES, Meeting.COVERS, Meeting.REFINES, Meeting.MAYBE}


def _met(old: str, new: str) -> Meeting:
    return meeting(read_claims(new), read_claims(old))


def _keys(text: str) -> set[str]:
    return {key for claim in read_claims(text) for key in claim.keys}


@pytest.mark.parametrize(("kind", "old", "new"), _PAIRS)
def test_a_newer_statement_does_to_the_older_what_people_mean_and_finds_it(kind, old, new):
    met = _met(old, new)
    assert met in _EXPECTED[kind]
    assert met not in _NEEDS_KEY or _keys(old) & _keys(new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My budget is 2,000 euros.", "The budget is 2k euros."),
        ("My son's birthday is on October 3.", "My son's birthday is the 3rd of October."),
        ("我的预算是三万五。", "预算是35000。"),
        ("我的生日是十月三日。", "我生日是10月3号。"),
        ("我老婆對蝦過敏。", "我老婆对虾过敏。"),
    ],
)
def test_the_same_value_in_another_form_is_the_same(old, new):
    assert _met(old, new) is Meeting.SAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5月4日", "5月14日"),
        ("May 4", "May 14"),
        ("12000", "21000"),
        ("5 kg", "5 lb"),
        ("1.5", "15"),
        ("下午三点", "下午四点"),
        ("$50", "€50"),
        ("一万二", "一万二千二"),
    ],
)
def test_two_numbers_dates_or_units_never_are_one_value(one, other):
    assert read_value(one).terms != read_value(other).terms
    assert not read_value(one).terms < read_value(other).terms


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("一万二", 12_000),
        ("两万一", 21_000),
        ("三千五", 3_500),
        ("一百二", 120),
        ("二十三", 23),
        ("一百零五", 105),
        ("一亿两千万", 120_000_000),
        ("一九九二", 1992),
    ],
)
def test_chinese_numerals_are_read_as_they_are_spoken(text, number):
    assert chinese_number(text) == number


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("12,000", "12000"),
        ("12k", "12000"),
        ("twelve thousand", "12000"),
        ("1.2万", "12000"),
        ("half past ten", "10:30"),
        ("2024-05-14", "2024-05-14"),
        ("020 7946 0018", "02079460018"),
    ],
)
def test_numbers_are_written_in_digits(text, written):
    assert written_digits(text) == written


def test_a_name_with_a_numeral_in_it_stays_a_name():
    assert read_value("三联书店").text == "三联书店"


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("I live in Oslo.", "self"),
        ("My sister lives in Oslo.", "sister"),
        ("Priya lives in Oslo.", "priya"),
        ("My wife had a test, she is type O.", "wife"),
        ("The backend runs on PostgreSQL.", "project"),
        ("我住在苏州。", "self"),
        ("我妈住在苏州。", "mother"),
        ("李医生住在苏州。", "李医生"),
        ("我儿子去体检了，他对花粉过敏。", "son"),
        ("搬到苏州了。", "self"),
    ],
)
def test_a_claim_is_about_the_one_who_is_spoken_of(text, subject):
    assert {claim.subject for claim in read_claims(text)} == {subject}


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("I used to live in Oslo.", Tense.PAST),
        ("In 2011 I lived in Oslo.", Tense.PAST),
        ("I take the bus to work this week.", Tense.TEMPORARY),
        ("I plan to move to Oslo.", Tense.AHEAD),
        ("I live in Oslo.", Tense.NOW),
        ("我小时候住在苏州。", Tense.PAST),
        ("我这周坐公交上班。", Tense.TEMPORARY),
        ("我打算搬到苏州。", Tense.AHEAD),
        ("我住在苏州。", Tense.NOW),
    ],
)
def test_the_words_of_time_tell_when_a_claim_holds(text, tense):
    lasting = {claim.tense for claim in read_claims(text) if claim.attribute in ("home", "commute")}
    assert lasting == {tense}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "Where do I live?",
        "Should I move to Oslo?",
        "If I lived in Oslo I would ski.",
        "我住在哪里？",
        "要是搬到苏州就好了。",
        "Thanks!",
        "好的",
        "`I live in Oslo.`",
    ],
)
def test_what_tells_nothing_has_no_claim_of_a_home(text):
    assert not [claim for claim in read_claims(text) if claim.attribute == "home"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I take the metro to work.", "My car broke down so I am taking a taxi to work this week."),
        ("Our standup is at 9:30.", "Standup is at 11 today."),
        ("我平时坐地铁上班。", "今天下雨，打车上班。"),
        ("我的领导是郭总。", "郭总休假，这周我向小卫汇报。"),
    ],
)
def test_what_holds_for_a_while_covers_what_lasts(old, new):
    assert _met(old, new) is Meeting.COVERS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Ghana.", "I live in Accra, Ghana."),
        ("I have a laptop.", "My laptop is a ThinkPad X1 with 32 GB."),
        ("My exam is in June.", "My exam is on June 9."),
        ("我住在福州。", "我住在福州鼓楼区。"),
        ("我有一部手机。", "我的手机是小米14 Ultra。"),
        ("截止日期在6月。", "截止日期是6月9日。"),
    ],
)
def test_a_value_that_contains_the_older_one_refines_it(old, new):
    assert _met(old, new) is Meeting.REFINES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I love karaoke.", "I hate karaoke."),
        ("I hate karaoke.", "I love karaoke."),
        ("我喜欢苦瓜。", "我讨厌苦瓜。"),
        ("我讨厌苦瓜。", "我喜欢苦瓜。"),
    ],
)
def test_a_taste_that_turned_denies_the_older_one(old, new):
    assert _met(old, new) is Meeting.DENIES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My phone number is 555-700-8000.", "I changed my phone number."),
        ("我的手机号是13700001111。", "我换手机号了。"),
    ],
)
def test_a_change_to_nobody_knows_what_is_left_open(old, new):
    assert _met(old, new) is Meeting.MAYBE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Turku and I am allergic to penicillin.", "I moved to Vaasa."),
        ("我住在徐州，对青霉素过敏。", "我搬到扬州了。"),
    ],
)
def test_an_older_statement_with_another_claim_of_weight_is_not_retired(old, new):
    assert _met(old, new) is Meeting.MAYBE


@pytest.mark.parametrize(
    ("old", "new"),
    [("My uncle lives in Split.", "My uncle lives in Zadar."), ("我叔叔住在保定。", "我叔叔住在廊坊。")],
)
def test_two_statements_about_one_of_several_uncles_may_be_about_two(old, new):
    assert _met(old, new) is Meeting.MAYBE


def test_a_pronoun_without_a_person_corrects_whoever_had_the_value():
    old, new = "My nephew is allergic to walnuts.", "It is not walnuts, he is allergic to almonds."
    assert _met(old, new) is Meeting.CORRECTS
    assert _keys(old) & _keys(new)


def test_a_pronoun_without_a_person_never_means_the_speaker():
    assert _met("I am allergic to walnuts.", "It is not walnuts, he is allergic to almonds.") is Meeting.APART


def test_a_long_story_retires_nothing():
    story = "We had a lovely day. " * 14 + "I live in Bath now."
    assert _met("I live in Hull.", story) in (Meeting.MAYBE, Meeting.APART)


def test_every_way_of_saying_is_a_pattern():
    ways = [(attribute.name, way) for attribute in ATTRIBUTES for way in attribute.ways]
    assert len(ways) > 250
    for _, way in ways:
        assert "h" in way.compiled().groupindex


def test_every_attribute_makes_a_known_kind_of_memory():
    known = {kind.name for kind in KINDS}
    assert {attribute.kind for attribute in ATTRIBUTES} <= known
    assert all(0 <= attribute.importance <= 1 for attribute in ATTRIBUTES)


def test_entries_of_one_attribute_agree_whether_it_holds_one_value():
    singles: dict[str, set[bool]] = {}
    for attribute in ATTRIBUTES:
        singles.setdefault(attribute.name, set()).add(attribute.single)
    assert [name for name, found in singles.items() if len(found) > 1] == []


def test_a_claim_has_few_keys():
    claims = [claim for pair in _PAIRS for claim in read_claims(pair[2])]
    assert all(0 < len(claim.keys) <= 8 for claim in claims)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=300))
def test_any_text_is_read_without_failing_and_alike_each_time(text):
    assert read_claims(text) == read_claims(text + "")
    assert meeting(read_claims(text), read_claims(text)) in set(Meeting)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.sampled_from([pair[1] for pair in _PAIRS]), min_size=1, max_size=4))
def test_a_statement_never_retires_itself(parts):
    text = " ".join(parts[:1])
    assert meeting(read_claims(text), read_claims(text)) not in (Meeting.REPLACES, Meeting.CORRECTS, Meeting.DENIES)


@pytest.mark.parametrize(
    "text",
    [
        "a " * 4_000,
        "是" * 4_000,
        "我的" * 2_000,
        "not " * 2_000,
        "I live in " * 500,
        "，" * 3_000,
        "1" * 4_000,
        "(" * 3_000,
        "my my my " * 900,
    ],
)
def test_a_hostile_text_is_read_to_its_end(text):
    assert isinstance(read_claims(text), tuple)


@pytest.mark.parametrize(
    "text",
    [
        "我的猫叫团子，三岁了，每天晚上七点吃饭。",
        "我家的狗叫豆豆，五岁了，是只柯基，对鸡肉过敏。",
        "我养了一只猫，叫团子，三岁了。",
        "我的兔子叫雪球，两岁了，喜欢吃苹果。",
        "我家团子三岁了。",
        "My cat is called Dango, is three years old, and eats at seven every evening.",
        "I have a cat, is three years old.",
        "My car is a Volvo, is ten years old.",
    ],
)
def test_what_is_told_of_a_pet_or_a_thing_is_never_told_of_the_speaker(text):
    told = {(claim.subject, claim.attribute) for claim in read_claims(text)}
    assert told.isdisjoint({("self", "age"), ("self", "name"), ("self", "allergy"), ("self", "likes")})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("我叫小明，今年三十岁，住在杭州。", {"name", "age", "home"}),
        ("我养了一只猫，我三十岁，住在杭州。", {"pet", "age", "home"}),
        ("我养了一只猫叫团子，住在杭州。", {"pet", "pet name", "home"}),
        ("我家住在杭州，今年三十岁。", {"home", "age"}),
        ("I have a cat called Dango, and I live in Porto.", {"pet", "home"}),
        ("Lives in Porto, works at Nokia, is 30 years old.", {"home", "employer", "age"}),
    ],
)
def test_what_the_speaker_tells_of_themselves_beside_a_pet_stays_theirs(text, told):
    assert told <= {claim.attribute for claim in read_claims(text) if claim.subject == "self"}
