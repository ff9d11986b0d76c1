"""JSON out of files that anybody may have written."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.errors import InvalidInput
from perdure.transfer.decoding import DEEPEST, decoded, elements, every_line, lines


class Dribble(io.BytesIO):
    """Gives a few bytes at a time, however many are asked for."""

    def __init__(self, content: bytes, count: int) -> None:
        super().__init__(content)
        self._count = count

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self._count if size is None or size < 0 else min(size, self._count))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.text('[]{},:"\\ 你'),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('a"[\\{,', max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(values, max_size=6), st.integers(1, 40), st.booleans(), st.sampled_from([None, 1]))
def test_an_array_falls_into_its_elements_wherever_the_reading_stops(found, count, ascii_only, indent):
    content = json.dumps(found, ensure_ascii=ascii_only, indent=indent).encode()
    assert [json.loads(element) for element in elements(Dribble(content, count), limit=10_000)] == found


@given(st.dictionaries(st.text(max_size=3), values, max_size=4), st.integers(1, 40))
def test_an_object_alone_is_its_own_element(found, count):
    content = json.dumps(found).encode()
    assert [json.loads(element) for element in elements(Dribble(content, count), limit=10_000)] == [found]


@given(st.binary(), st.integers(1, 9))
def test_any_bytes_at_all_are_taken_apart_without_an_error(content, count):
    assert sum(len(element or b"") for element in elements(Dribble(content, count), limit=20)) <= len(content)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (rb'"cut \ud83d"', "cut \ufffd"),
        (rb'["\ud83d\ude00", {"\udc00": 1}]', ["😀", {"\ufffd": 1}]),
        ('"你好 \U0001f600"'.encode(), "你好 😀"),
    ],
)
def test_half_a_character_is_replaced_and_a_whole_one_stays(raw, value):
    assert decoded(raw) == value


def test_what_is_nested_too_deep_is_refused_however_it_is_nested():
    def nested(depth: int, opening: bytes, closing: bytes) -> bytes:
        return opening * depth + b"1" + closing * depth

    for opening, closing in ((b"[", b"]"), (b'{"a": ', b"}"), (b"[[], ", b"]")):
        assert decoded(nested(DEEPEST - 1, opening, closing)) is not None
        with pytest.raises(InvalidInput):
            decoded(nested(DEEPEST + 1, opening, closing))


def test_many_values_side_by_side_are_not_deep():
    assert len(decoded(b"[" + b"[{}]," * 5_000 + b"[]]")) == 5_001


def test_lines_keep_their_numbers_beside_blank_and_overlong_ones():
    content = b"one\n\n" + b"x" * 50 + b"\ntwo"
    assert list(lines(io.BytesIO(content), limit=16)) == [(1, b"one\n"), (3, None), (4, b"two")]
    assert [number for number, _ in every_line(io.BytesIO(content), limit=16)] == [1, 2, 3, 4]
