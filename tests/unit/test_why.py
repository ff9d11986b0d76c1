"""Why an item did not come back: the stage that dropped it and the number that decided."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Policy, Source, Status
from perdure.domain.recall import Layer, Scope
from perdure.domain.trace import (
    BelowFloor,
    Covered,
    Hidden,
    OutOfScope,
    OverLimit,
    Repeated,
    Settled,
    Unasked,
    Unmatched,
    WhyNot,
)
from perdure.errors import NotFound
from perdure.recall.ask import Ask
from perdure.recall.pipeline import CONSIDERED
from perdure.recall.why import why_not
from perdure.testing.store_suite.base import AT, NOW, entry, memory
from tests.unit.shelf import Shelf

pytestmark = pytest.mark.requirement("R16")
EARLIER, LATER = AT - timedelta(days=1), AT + timedelta(days=1)


@pytest.fixture
def shelf(tmp_path):
    with Shelf(tmp_path) as opened:
        yield opened


def why(shelf: Shelf, id: str, query: str = "kayak", *, k: int = 5, policy: Policy = Policy(), **scope) -> WhyNot:
    (source,) = shelf.asked(query).look.sources
    ask = Ask(query=query, k=k, scope=Scope(**{"now": NOW, **scope}), policy=policy)
    return why_not(ask, source, id)


@pytest.mark.parametrize("query", ["blue kayak", "皮艇在哪"])
def test_what_came_back_has_its_rank_and_its_parts(shelf, query):
    shelf.put(memory("m1", "a blue kayak, 皮艇在车库"), memory("m2", "kayak, 皮艇"))
    found = why(shelf, "m2", query)
    assert (found.rank, found.dropped, found.id, found.query) == (2, None, "m2", query)
    assert found.evidence > 1
    assert "lexical" in found.parts


def test_what_is_not_there_is_not_found(shelf):
    shelf.put(memory("m1", "a kayak"))
    with pytest.raises(NotFound):
        why(shelf, "m2")


@pytest.mark.parametrize("query", ["", "hi", "谢谢"])
def test_a_quiet_query_asks_for_nothing(shelf, query):
    shelf.put(memory("m1", "a kayak"))
    assert why(shelf, "m1", query).dropped == Unasked(id="m1")


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.ACTIVE])
def test_what_is_not_current_is_hidden_by_its_status(shelf, status):
    shelf.put(memory("m1", "a kayak", status=status), memory("m2", "another kayak"))
    assert why(shelf, "m1").dropped == Hidden(id="m1", status=status.value)


def test_what_has_expired_is_hidden_and_a_past_moment_shows_it(shelf):
    shelf.put(memory("m1", "a kayak", expires_at=LATER))
    assert why(shelf, "m1").dropped == Hidden(id="m1", status="expired")
    assert why(shelf, "m1", now=AT).rank == 1
    assert why(shelf, "m1", as_of=AT).rank == 1


@pytest.mark.parametrize(
    ("id", "filter", "asked"),
    [
        ("m1", "layers", {"layers": (Layer.JOURNAL, Layer.SUMMARY)}),
        ("s1", "layers", {"layers": (Layer.MEMORY,)}),
        ("e1", "layers", {"layers": (Layer.MEMORY,)}),
        ("m1", "kinds", {"kinds": ("preference",)}),
        ("e1", "kinds", {"kinds": ("fact",)}),
        ("m1", "tags", {"tags": ("a", "b")}),
        ("e1", "tags", {"tags": ("a",)}),
        ("m1", "where", {"where": {"city": "Porto"}}),
        ("m1", "where", {"where": {"country": None}}),
        ("m1", "since", {"since": LATER}),
        ("e1", "until", {"until": EARLIER}),
        ("m1", "as_of", {"as_of": EARLIER}),
        ("e1", "known_at", {"known_at": EARLIER}),
    ],
)
def test_what_was_not_asked_for_is_left_out_by_the_first_filter_it_fails(shelf, id, filter, asked):
    shelf.put(memory("m1", "a kayak", tags=("a",), metadata={"city": "里斯本"}))
    shelf.put(memory("s1", "a week of kayaks", kind="summary"), entry("e1", "my kayak"))
    assert why(shelf, id, **asked).dropped == OutOfScope(id=id, filter=filter)


def test_what_shares_no_word_was_not_found(shelf):
    shelf.put(memory("m1", "a kayak"), memory("m2", "the tent"))
    found = why(shelf, "m2")
    assert (found.dropped, found.parts) == (Unmatched(id="m2"), {})


def test_what_speaks_too_little_is_below_the_floor(shelf):
    shelf.put(*(memory(f"m{n}", f"meeting number {n}") for n in range(80)))
    found = why(shelf, "m7", "meeting about zxqv flumptious quokkas")
    assert isinstance(found.dropped, BelowFloor)
    assert found.dropped.evidence < found.dropped.needed == 1
    assert found.evidence == found.dropped.evidence


@pytest.mark.parametrize("place", [1, 3, CONSIDERED + 15])
def test_what_stands_too_far_down_is_over_the_limit_at_its_rank(shelf, place):
    size = CONSIDERED + 20
    shelf.put(*(memory(f"m{n:02}", f"kayak number {n}", updated_at=AT - timedelta(days=n)) for n in range(size)))
    found = why(shelf, f"m{place:02}", k=1)
    assert found.dropped == OverLimit(id=f"m{place:02}", rank=place + 1, limit=1)
    assert found.stage == "rank"


def test_a_turn_that_a_memory_stands_for_is_covered(shelf):
    shelf.put(entry("e1", "my kayak, you know"), entry("e2", "a sunny day"))
    shelf.put(memory("m1", "alice has a kayak", source=Source(turns=("e1", "e2"))))
    assert why(shelf, "e1").dropped == Covered(id="e1", by="m1")
    assert why(shelf, "e2").dropped == Covered(id="e2", by="m1")


def test_a_turn_whose_memories_are_past_is_settled(shelf):
    shelf.put(entry("e1", "my kayak is red"))
    shelf.put(memory("m1", "a red boat", source=Source(turns=("e1",)), status=Status.SUPERSEDED))
    assert why(shelf, "e1").dropped == Settled(id="e1", memories=("m1",))


def test_the_same_words_again_are_a_repetition(shelf):
    shelf.put(memory("m1", "a kayak"), entry("e1", "A kayak."))
    assert why(shelf, "e1").dropped == Repeated(id="e1", by="m1")
