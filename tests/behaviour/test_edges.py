"""What lies between two rules."""

from datetime import timedelta

import pytest

from perdure import Turn
from perdure.errors import InvalidValue
from perdure.text.analyzer import query_terms
from perdure.text.privacy import guard
from tests.behaviour.requirements import requirement


@requirement("L7")
def test_a_slot_whose_value_has_expired_is_empty(memory, clock):
    space = memory.space("user/alice")
    space.remember("停车卡在前台", slot="parking", expires_at=clock.now() + timedelta(hours=1))
    assert space.get(slot="parking").text == "停车卡在前台"
    clock.advance(hours=2)
    assert space.get(slot="parking") is None


@requirement("M1")
def test_a_statement_cannot_stop_being_true_before_it_is(memory, clock):
    space = memory.space("user/alice")
    with pytest.raises(InvalidValue):
        space.remember("租期", holds_from=clock.now(), holds_until=clock.now() - timedelta(days=1))
    assert space.list(statuses="all").total == 0


@requirement("L6")
@pytest.mark.parametrize("call", [{"name": "book_train"}, {"type": "function", "function": {"name": "book_train"}}])
def test_a_turn_that_only_calls_a_tool_is_an_action_under_its_name(memory, call):
    space = memory.space("user/alice")
    space.observe([Turn("", role="assistant", speaker="assistant", session="s1", tool_calls=[call])])
    entry = space.entries().items[0]
    assert (entry.text, entry.kind, list(entry.tool_calls)) == ("book_train", "action", [call])


@requirement("W13")
@pytest.mark.parametrize(
    "text", ["card 4111 1111 1111 1111 12/27", "卡号4111-1111-1111-1111-12，有效期27年", "5555 5555 5555 4444 01/30"]
)
def test_a_card_number_with_its_expiry_date_is_masked(text):
    guarded = guard(text)
    assert [finding.type for finding in guarded.findings] == ["bank_card"]
    assert "1111" not in guarded.text
    assert "5555" not in guarded.text


@requirement("R1")
@pytest.mark.parametrize(("question", "term"), [("请假", "请假"), ("你还记得我的猫叫什么吗", "猫")])
def test_the_words_of_asking_leave_the_words_that_matter(question, term):
    assert term in query_terms(question)
    assert "我的" not in query_terms(question)


@requirement("M2")
@pytest.mark.parametrize("verb", ["get", "history", "correct", "forget", "restore", "explain"])
def test_an_id_that_is_no_text_is_refused_with_a_code(memory, verb):
    space = memory.space("user/alice")
    space.remember("I sail")
    with pytest.raises(InvalidValue):
        getattr(space, verb)("mem_\ud800")
