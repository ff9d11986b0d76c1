"""Whatever a space accepts leaves it as an archive and comes back from it to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from perdure import Perdure, Turn
from perdure.domain.policy import Limits, Policy
from perdure.errors import InvalidInput
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from tests.behaviour.requirements import requirement

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
EAST, WEST = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
QUICK = [Phase.explicit, Phase.reuse, Phase.generate]
"""Without making a failure smaller, which takes minutes where each attempt moves a space."""

_number = count(1)

words = st.text(st.characters(), max_size=60) | st.sampled_from(["你好 world", "a@b.co", "mem_1", "x" * 500, "é\u202e"])
numbers = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | st.booleans() | st.none()
values = st.recursive(
    numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
nested = st.integers(1, 51).map(lambda depth: deep(depth))
times = st.datetimes(
    datetime(1000, 1, 1), datetime(9000, 12, 31), timezones=st.sampled_from([UTC, EAST, WEST])
) | st.sampled_from([datetime(1000, 1, 1, tzinfo=EAST), datetime(9000, 12, 31, 23, tzinfo=WEST)])
options = st.fixed_dictionaries(
    {},
    optional={
        "at": times,
        "holds_from": times,
        "expires_at": times,
        "slot": words,
        "value": words,
        "tags": st.lists(words, max_size=3),
        "metadata": st.dictionaries(words, values | nested, max_size=3),
        "importance": st.floats(0, 1),
        "confidence": st.floats(0, 1),
        "source": words,
        "half_life_days": st.floats(0, exclude_min=True, allow_infinity=False),
    },
)
turns = st.builds(
    Turn,
    words,
    role=st.sampled_from(["user", "assistant", "tool", "system"]),
    speaker=st.none() | words,
    session=st.none() | words,
    at=st.none() | times,
    ref=st.none() | words,
    channel=words,
    metadata=st.dictionaries(words, values | nested, max_size=2),
    tool_calls=st.lists(st.dictionaries(words, values, max_size=2), max_size=2),
)


def deep(depth: int) -> list[Any]:
    """A list in a list, so many times."""
    found: list[Any] = []
    for _ in range(depth - 1):
        found = [found]
    return found


@pytest.fixture(scope="module")
def place() -> Iterator[Perdure]:
    options = {"clock": FrozenClock(MORNING), "ids": SequentialIds(), "timezone": "UTC"}
    with TemporaryDirectory() as folder, Perdure(folder, embedder=HashEmbedder(), **options) as memory:
        yield memory


def carried(place: Perdure, name: str) -> tuple[bytes, bytes]:
    """A space as an archive, and once more when it has come back from it."""
    with TemporaryDirectory() as folder:
        first, second = Path(folder) / "a.perdure", Path(folder) / "b.perdure"
        place.space(name).export(first)
        place.delete_space(name)
        report = place.space(name).import_(first)
        assert not report.skips
        place.space(name).export(second)
        return first.read_bytes(), second.read_bytes()


@requirement("P2")
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None, phases=QUICK)
@given(said=st.lists(st.tuples(words, options), min_size=1, max_size=3), heard=st.lists(turns, max_size=3))
@example(said=[("deep", {"metadata": {"a": deep(49)}})], heard=[Turn("deep", metadata={"a": deep(50)})])
@example(said=[("early", {"at": datetime(1000, 1, 1, tzinfo=EAST)})], heard=[])
@example(said=[("late", {"at": datetime(9000, 12, 31, 23, tzinfo=WEST)})], heard=[])
@example(said=[("labels", {"tags": ["a@b.co " * 71], "source": "a@b.co " * 71})], heard=[])
def test_whatever_is_accepted_comes_back_from_an_archive_to_the_byte(place, said, heard):
    name = f"project/{next(_number)}"
    space = place.space(name)
    space.remember("there is something")
    for text, given_options in said:
        try:
            space.remember(text, **given_options)
        except InvalidInput:
            continue
    for turn in heard:
        try:
            space.observe([turn])
        except InvalidInput:
            continue
    first, second = carried(place, name)
    assert second == first


@requirement("P2")
def test_what_repeats_itself_for_megabytes_comes_back(place):
    space = place.space("user/repeats")
    space.remember("filler", metadata={"log": "the same line again\n" * 600_000})
    first, second = carried(place, "user/repeats")
    assert len(first) < 1_000_000
    assert second == first


@requirement("P2")
def test_what_was_kept_before_a_limit_was_lowered_comes_back(place):
    space = place.space("user/lowered")
    space.remember("long ago " * 2_000)
    space.set_policy(Policy(limits=Limits(text_bytes=1_000)))
    first, second = carried(place, "user/lowered")
    assert second == first


@requirement("P2", "M4")
@pytest.mark.parametrize("size", [(16 << 20) + 3, 70 << 20])
def test_what_no_archive_could_carry_is_refused_when_it_is_handed_in(place, size):
    space = place.space("user/huge")
    with pytest.raises(InvalidInput):
        space.remember("huge", metadata={"a": "x" * size})
    with pytest.raises(InvalidInput):
        space.observe([Turn("huge", tool_calls=[{"a": "字" * (size // 3)}])])
