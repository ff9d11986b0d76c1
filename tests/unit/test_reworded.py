"""What value a memory has once somebody has put it into other words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perdure.capture.reworded import reworded, value_in
from perdure.domain.memory import Memory, Slot
from tests.unit.test_changes import MEMORY
from tests.behaviour.requirements import requirement


def memory(text: str, value: str | None, slot: str | None = "queue") -> Memory:
    return replace(MEMORY, text=text, value=value, slot=None if slot is None else Slot("self", slot))


@requirement("W11")
@pytest.mark.parametrize(
    ("before", "value", "after", "found"),
    [
        ("We use RabbitMQ for the queue", "RabbitMQ", "RabbitMQ carries the orders and the mails", "RabbitMQ"),
        ("We use RabbitMQ for the queue", "RabbitMQ", "rabbitmq carries the orders", "RabbitMQ"),
        ("We use RabbitMQ for the queue", "RabbitMQ", "We use Kafka for the queue", "Kafka"),
        ("We use RabbitMQ for the queue", "RabbitMQ", "消息队列用的是 Kafka", "Kafka"),
        ("消息队列用 RabbitMQ", "RabbitMQ", "消息队列改用 Kafka 了", "Kafka"),
        ("消息队列用 RabbitMQ", "RabbitMQ", "消息队列用 RabbitMQ，订单和邮件都走它", "RabbitMQ"),
        ("I live in Lisbon", "Lisbon", "I live in Porto", "Porto"),
        ("我住在杭州", "杭州", "我搬到上海了", "上海"),
        ("我住在杭州", "杭州", "我住在杭州西湖区", "杭州"),
        ("I prefer aisle seats", "aisle", "我喜欢靠走道的座位", "aisle"),
        ("We use RabbitMQ for the queue", "RabbitMQ", "Nobody has decided on that yet", None),
        ("消息队列用 RabbitMQ", "RabbitMQ", "这件事还没有定", None),
        ("The gate is A", "A", "Ask at the desk which gate it is", None),
        ("the code is 7", "7", "the code is 17", None),
        ("We use RabbitMQ for the queue", None, "We use Kafka for the queue", None),
    ],
)
def test_a_value_that_stands_in_the_new_words_stays_one_they_tell_takes_its_place_and_no_other_is_left(
    before, value, after, found
):
    assert value_in(memory(before, value), after) == found


@pytest.mark.parametrize("slot", ["queue", None])
def test_a_value_that_the_new_words_deny_is_gone(slot):
    denied = memory("We use RabbitMQ for the queue", "RabbitMQ", slot)
    assert value_in(denied, "We no longer use RabbitMQ for the queue") is None
    assert value_in(memory("消息队列用 RabbitMQ", "RabbitMQ", slot), "消息队列不用 RabbitMQ 了") is None


def test_a_slot_says_what_the_value_is_of_where_the_old_words_do_not():
    assert value_in(memory("it hops", "RabbitMQ"), "We use Kafka for the queue") == "Kafka"
    assert value_in(memory("it hops", "RabbitMQ", None), "We use Kafka for the queue") is None


def test_the_same_words_leave_a_memory_as_it_is():
    same = memory("it hops", "RabbitMQ")
    assert reworded(same, "it hops") == same
