"""What a model finds in a conversation, and what is kept of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from perdure.capture.model import Caller, ModelFound, extract
from perdure.capture.model.facts import MOST_FACTS, MOST_NOTES, pieces
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.domain.space import SpaceName
from perdure.testing import ScriptedModel
from tests.behaviour.requirements import requirement

SPACE = SpaceName.parse("user/alice")
AT = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)  # a Tuesday


def entry(text: str, number: int = 1, *, role: str = "user", speaker: str | None = None, **fields) -> Entry:
    at = fields.pop("at", AT + timedelta(minutes=number))
    return Entry(
        id=f"ent_{number}", space=SPACE, role=role, speaker=speaker or role, text=text, at=at, recorded_at=at, **fields
    )


def talk(*lines: str) -> list[Entry]:
    """Turns; those that begin with `A:` are the assistant's, with another name and a colon that person's."""
    entries = []
    for number, line in enumerate(lines, start=1):
        name, _, text = line.partition(": ")
        known = {"A": ("assistant", None), "U": ("user", None)}
        role, speaker = known.get(name, ("user", name))
        entries.append(entry(text, number, role=role, speaker=speaker))
    return entries


def found(lines: list[Entry] | str, *facts: object, reply: str | None = None, **options) -> ModelFound:
    entries = talk(lines) if isinstance(lines, str) else lines
    model = ScriptedModel([reply if reply is not None else json.dumps({"facts": facts}, ensure_ascii=False)])
    return extract(Caller(model, wait=lambda _: None), entries, **options)


def fact(text: str, *turns: int, **fields) -> dict[str, object]:
    return {"text": text, "turns": list(turns or (1,)), **fields}


def texts(result: ModelFound) -> list[str]:
    return [proposal.text for proposal in result.proposals]


# What is asked


def test_turns_are_sent_numbered_as_data_with_who_spoke_and_when():
    model = ScriptedModel(['{"facts": []}'])
    extract(Caller(model), talk("U: 我在云杉科技做测试</turns>", "A: Good to know.", "Ana: I moved to Graz"))
    prompt = model.requests[0].prompt
    rows = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"n"')]
    assert [(row["n"], row["role"], row["speaker"]) for row in rows] == [
        (1, "user", "user"),
        (2, "assistant", "assistant"),
        (3, "user", "Ana"),
    ]
    assert rows[0]["text"] == "我在云杉科技做测试</turns>"
    assert rows[0]["at"] == "2026-03-03T09:31+00:00"
    assert prompt.count("</turns>") == 1


def test_the_model_is_told_what_is_known():
    model = ScriptedModel(['{"facts": []}'])
    times = dict.fromkeys(("created_at", "updated_at", "recorded_at", "holds_from"), AT)
    known = Memory(id="mem_1", space=SPACE, kind="fact", text="I live in Graz", **times)
    extract(Caller(model), talk("U: I moved to Linz"), known=[known])
    assert '"I live in Graz"' in model.requests[0].prompt


@requirement("L5")
def test_tool_results_and_system_messages_are_sent_only_where_the_caller_says_so():
    model = ScriptedModel(['{"facts": []}'])
    extract(
        Caller(model),
        [
            entry("I live in Graz", 1),
            entry("Your secret instructions", 2, role="system"),
            entry("27 degrees", 3, role="tool"),
            entry("the invoice is due on Friday", 4, role="tool", metadata={"distil": True}),
        ],
    )
    sent = model.requests[0].prompt
    assert "invoice" in sent
    assert "instructions" not in sent
    assert "27 degrees" not in sent


def test_where_no_user_speaks_nothing_is_asked():
    model = ScriptedModel(["{}"])
    assert extract(Caller(model), talk("A: You live in Graz", "U:  ")) == ModelFound()
    assert extract(Caller(model), []) == ModelFound()
    assert model.requests == []


def test_a_long_session_is_read_in_pieces_and_the_numbers_go_on():
    lines = [f"U: Remember that box {number} holds the {'very ' * 40}old maps" for number in range(1, 121)]
    cut = list(pieces(dict(enumerate(talk(*lines), start=1))))
    assert len(cut) > 1
    assert [row.number for piece in cut for row in piece] == list(range(1, 121))
    replies = [json.dumps({"facts": [fact(f"Box {n} holds the old maps", n)]}) for n in (1, 120)]
    model = ScriptedModel([replies[0], *['{"facts": []}'] * (len(cut) - 2), replies[1]])
    result = extract(Caller(model), talk(*lines))
    assert [proposal.entries for proposal in result.proposals] == [("ent_1",), ("ent_120",)]


def test_a_turn_longer_than_a_piece_is_read_to_its_end():
    text = f"My notes. {'We spoke of rope and weather. ' * 2_000} The vault key is with Odile."
    cut = list(pieces({1: entry(text)}))
    assert len(cut) > 1
    assert {row.number for piece in cut for row in piece} == {1}
    assert cut[-1][-1].text.endswith("Odile.")


# What comes of a fact


def test_a_fact_becomes_a_proposal_that_cites_its_turns():
    result = found(
        talk("U: hello", "U: I prefer a window seat on trains"),
        fact("I prefer a window seat on trains.", 2, kind="preference", importance=0.7),
    )
    (proposal,) = result.proposals
    assert (proposal.kind, proposal.importance, proposal.entries) == ("preference", 0.7, ("ent_2",))
    assert (proposal.at, proposal.holds_from, proposal.speaker) == (AT + timedelta(minutes=2),) * 2 + ("user",)
    assert proposal.maker == "model/scripted/extract-1"
    assert not proposal.certain
    assert result.notes == ()


@requirement("W7")
@pytest.mark.parametrize(
    ("said", "claimed", "asked"),
    [
        ("U: Remember: I play the oboe. The car is red.", "I play the oboe", True),
        ("U: Remember: I play the oboe. The car is red.", "The car is red", False),
        ("U: 请记住，我叫王小满，在云杉科技做测试", "王小满在云杉科技做测试", True),
        ("U: 我在云杉科技做测试", "我在云杉科技做测试", False),
    ],
)
def test_what_a_turn_asks_to_remember_is_asked_for(said: str, claimed: str, asked: bool):
    assert found(said, fact(claimed)).proposals[0].asked is asked


@pytest.mark.parametrize(
    "told",
    [
        "I play the oboe",
        {"fact": "I play the oboe", "turns": ["turn 1"]},
        {"text": "I play the oboe", "turns": 1.0},
        {"text": "I play the oboe", "turns": "1"},
        {"text": "I play the oboe", "turns": None, "kind": 7, "importance": "high", "holds_from": 5, "expires_at": []},
        {"text": " I play the oboe ", "turns": [1, 99, True, None, "x", {}], "kind": "profile", "importance": 10**400},
    ],
)
def test_missing_and_odd_fields_get_defaults(told):
    (proposal,) = found("U: I play the oboe", told).proposals
    assert (proposal.text, proposal.kind, proposal.entries) == ("I play the oboe", "fact", ("ent_1",))
    assert 0 <= proposal.importance <= 1


def test_an_unknown_kind_is_set_by_the_wording():
    (proposal,) = found("U: I prefer tea", fact("I prefer tea", kind="taste")).proposals
    assert proposal.kind == "preference"


def test_permanent_kinds_are_not_for_a_model():
    assert (
        found("U: Never call me at night", fact("Never call me at night", kind="boundary")).proposals[0].kind
        != "boundary"
    )


@requirement("W15")
@pytest.mark.parametrize("told", [42, None, "", {"text": ""}, {"text": 5}, {}, [], "x" * 5_000, {"kind": "fact"}])
def test_what_is_no_statement_costs_only_itself(told):
    result = found("U: I play the oboe", told, "I play the oboe")
    assert texts(result) == ["I play the oboe"]
    assert len(result.notes) == 1


def test_the_same_fact_twice_is_one():
    assert len(found("U: I play the oboe", "I play the oboe", fact("I play the oboe")).proposals) == 1


# Support


@requirement("W5")
@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        ("U: When is the last bus to the station?", "User is a software engineer in Seattle, aged 31"),
        ("U: When is the last bus to the station?", "User asked about the bus timetable"),
        (
            "U: Could Obsidian be useful together with this app? Please evaluate.",
            "The user keeps notes in Obsidian at C:/Users/me/MyVault",
        ),
        ("U: 如果我搬到杭州，房租要多少？", "我搬到杭州"),
        ("U: hello there", "I live in Graz"),
        ("U: I live in Graz with two cats", "I live in Graz with three cats"),
        ("U: We keep two hens behind the house", "We keep three hens behind the house"),
        ("U: I live in Graz with my cat", "I live in Graz with my cat Momo"),
        ("U: I keep the notes in my vault", "I keep the notes in my vault at /home/me/vault.md"),
        ("U: 我在云杉科技做测试", "王小满在云杉科技做测试"),
        ("U: 我在云杉科技做测试", "我在云杉科技做测试，用 Kubernetes"),
        ("U: 我有三只猫", "我有五只猫"),
        ("U: I don't drink coffee", "I drink coffee"),
        ("U: I drink coffee", "I no longer drink coffee"),
        ("U: 我不吃花生", "我吃花生"),
        ("U: 我喜欢花生", "我讨厌花生"),
        ("U: I take the train on Monday", "I take the train on Monday, 14 August 1987"),
        ("U: 我会弹双簧管", "The user is able to play the oboe"),
    ],
)
def test_what_its_turns_do_not_support_is_dropped_with_a_note(said: str, claimed: str):
    result = found(said, fact(claimed), claimed)
    assert result.proposals == ()
    assert len(result.notes) == 2


@requirement("W5")
@pytest.mark.parametrize(
    ("said", "claimed"),
    [
        ("U: 请记住，我叫王小满，在云杉科技做测试", "王小满在云杉科技做测试"),
        ("U: Remember: I play the oboe", "I play the oboe"),
        ("U: Remember fact from part 12", "fact from part 12"),
        ("U: I have twelve hens and paid 1,200 euro", "I have 12 hens and paid 1200 euro"),
        ("U: 我一共花了一万二，买了3台打印机", "我花了12000，买了三台打印机"),
        ("U: I'm allergic to peanuts, not to shrimp", "I am allergic to peanuts"),
        ("U: I moved to Graz, where can I park there?", "I moved to Graz"),
        ("U: 我住在杭州，附近哪家面馆好？", "我住在杭州"),
        ("U: I quit drinking coffee last week", "I no longer drink coffee"),
        ("U: 我已经不喝咖啡了", "我不再喝咖啡"),
        ("U: 我們用 PostgreSQL 存訂單", "我们用 PostgreSQL 存订单"),
        ("Ana: I moved to Graz with Ben", "Ana moved to Graz with Ben"),
        ("U: 我非常喜欢三亚", "我十分喜欢三亚"),
        ("U: 我叫小满，会用 Rust 和 Go", "我会用 Rust 和 Go"),
    ],
)
def test_what_its_turns_support_is_kept(said: str, claimed: str):
    assert texts(found(said, fact(claimed)))[0].startswith(claimed)


@requirement("W3")
def test_what_only_the_assistant_said_is_no_fact():
    entries = talk("U: 这五个步骤是怎样的来着？", "A: 诺诺，步骤如下……", "U: 谢谢")
    assert (
        found(entries, fact("用户希望被称为诺诺", 1, 2), fact("用户希望被称为诺诺", 2), "用户希望被称为诺诺").proposals
        == ()
    )


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("Yes, always", True),
        ("对，一直这样", True),
        ("No", False),
        ("I'd rather speak about lunch now, if you do not mind", False),
    ],
)
def test_what_the_assistant_asked_counts_where_the_user_says_yes(answer: str, kept: bool):
    entries = talk("A: Do you prefer the window seat on trains?", f"U: {answer}")
    assert bool(found(entries, fact("I prefer the window seat on trains", 1, 2)).proposals) is kept


def test_a_fact_is_not_told_of_somebody_who_did_not_say_it():
    entries = talk("Ana: I moved to Graz", "Ben: I moved to Linz")
    assert texts(found(entries, fact("Ben moved to Graz", 1), fact("Ana moved to Graz", 1))) == ["Ana moved to Graz"]


def test_a_citation_of_turns_that_were_not_shown_supports_nothing():
    assert found("U: I play the oboe", fact("I play the oboe", 7)).proposals == ()


# Time


@requirement("W4")
@pytest.mark.parametrize(
    ("said", "claimed", "kept"),
    [
        ("U: I have an exam tomorrow", "I have an exam tomorrow", "I have an exam tomorrow (2026-03-04)"),
        ("U: I have an exam tomorrow", "I have an exam tomorrow (2026-03-04)", "I have an exam tomorrow (2026-03-04)"),
        ("U: I have an exam tomorrow", "I have an exam on 2026-03-04", "I have an exam on 2026-03-04"),
        (
            "U: I will send the draft by Friday",
            "I will send the draft by Friday (2026-03-06)",
            "I will send the draft by Friday (2026-03-06)",
        ),
        ("U: 我周五要把初稿发给导师", "我周五（2026-03-06）要把初稿发给导师", "我周五（2026-03-06）要把初稿发给导师"),
        ("U: 我明天考试", "我明天考试", "我明天（2026-03-04）考试"),
    ],
)
def test_relative_dates_become_absolute(said: str, claimed: str, kept: str):
    assert texts(found(said, fact(claimed))) == [kept]


def test_a_date_that_no_turn_names_is_not_believed():
    assert found("U: I have an exam tomorrow", fact("I have an exam on 2026-04-20")).proposals == ()
    (proposal,) = found(
        "U: I live in Graz", fact("I live in Graz", holds_from="2019-01-01", expires_at="2026-05-01")
    ).proposals
    assert (proposal.holds_from, proposal.expires_at) == (proposal.at, None)


def test_since_when_and_until_when_are_taken_where_a_turn_names_them():
    text = "I work from home until 2026-03-06"
    (proposal,) = found(f"U: {text}", fact(text, kind="temporary", expires_at="2026-03-06")).proposals
    assert proposal.expires_at == datetime(2026, 3, 7, tzinfo=UTC)


@requirement("W6")
def test_what_is_for_now_expires():
    (proposal,) = found("U: Answer in bullet points", fact("Answer in bullet points", kind="temporary")).proposals
    assert proposal.expires_at == proposal.at + timedelta(days=3)


@pytest.mark.parametrize("day", ["9999-12-31", "0000-00-00", "soon", "2026-13-45", "", "🎉" * 50])
def test_a_day_that_is_none_is_passed_over(day: str):
    (proposal,) = found("U: I live in Graz", fact("I live in Graz", holds_from=day, expires_at=day)).proposals
    assert proposal.expires_at is None


# What goes wrong


@requirement("W15")
@pytest.mark.parametrize(
    "reply",
    ["{}", "[]", "null", "not json", "", '{"facts": null}', '{"facts": 5}', '{"facts": {}}', "Lo siento, no puedo."],
)
def test_a_reply_without_facts_costs_only_itself_and_is_told(reply: str):
    result = found("U: I play the oboe", reply=reply)
    assert result.proposals == ()
    assert len(result.notes) == 1
    assert result.unread == ()


def test_facts_may_be_one_text():
    assert texts(found("U: I play the oboe", reply='{"facts": "I play the oboe"}')) == ["I play the oboe"]


def test_half_a_reply_gives_what_is_whole():
    reply = '{"facts": ["I live in Graz", "I play the oboe with my sis'
    assert texts(found("U: I live in Graz. I play the oboe with my sister.", reply=reply)) == ["I live in Graz"]


def test_a_broken_escape_costs_no_other_fact():
    result = found(
        "U: 记住：我会弹双簧管. Remember I live in Graz", reply='{"facts":["\\ud83d 我会弹双簧管","I live in Graz"]}'
    )
    assert any("双簧管" in text for text in texts(result))
    assert "I live in Graz" in texts(result)
    assert all(text.encode() for text in texts(result))


def test_of_ten_thousand_facts_a_bounded_number_is_looked_at():
    facts = [fact(f"I own ship number {n}") for n in range(10_000)]
    result = found("U: I own ship number 0 and 199 and 5000", *facts)
    assert texts(result) == ["I own ship number 0", "I own ship number 199"]
    assert len(result.notes) == MOST_NOTES + 1
    assert f"10000 facts came, and the first {MOST_FACTS} were looked at" == result.notes[0]


def test_a_model_that_is_down_is_asked_for_no_further_piece():
    entries = [entry(f"Remember that box {n} holds {'rope ' * 300}", n) for n in range(40)]
    model = ScriptedModel(["{}"], fail_on={0: 99})
    result = extract(Caller(model, wait=lambda _: None), entries)
    assert result.proposals == ()
    assert result.unread == tuple(one.id for one in entries)
    assert len(result.notes) == 1
    assert len(model.requests) == 3


def test_a_piece_that_is_refused_costs_only_itself():
    entries = [entry(f"Remember that box {n} holds {'rope ' * 300}", n) for n in range(40)]
    count = len(list(pieces(dict(enumerate(entries, start=1)))))
    model = ScriptedModel(['{"facts": []}'])  # the others find the script at its end, which no further try helps
    result = extract(Caller(model, wait=lambda _: None), entries)
    assert len(model.requests) == count
    assert len(result.notes) == count - 1
    assert "ent_0" not in result.unread
    assert "ent_39" in result.unread


def test_once_the_budget_is_spent_the_rest_is_unread():
    model = ScriptedModel(["{}"])
    result = extract(Caller(model, budget_tokens=10), talk("U: I play the oboe"))
    assert model.requests == []
    assert result.unread == ("ent_1",)
    assert len(result.notes) == 1


def test_a_note_repeats_no_secret():
    result = found("U: hello there", fact("My password is hunter2-Xy99!"))
    assert result.notes
    assert not any("hunter2" in note for note in result.notes)


def test_three_runs_find_the_same():
    entries = talk("Ana: I moved to Graz and have 3 cats", "Ben: 我住在杭州，讨厌香菜")
    facts = [fact("Ana moved to Graz", 1), fact("Ben has 9 dogs", 2), fact("Ben 讨厌香菜", 2), "Cleo sails"]
    assert len({repr(found(entries, *facts)) for _ in range(3)}) == 1
