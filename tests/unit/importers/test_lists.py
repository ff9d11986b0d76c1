"""JSON that is read an element at a time: what is broken costs itself as long as it can be told where it ends."""

from __future__ import annotations

import io
import json

import pytest

from perdure.errors import InvalidInput, InvalidText
from perdure.transfer.importers.lists import Element, elements


def found(raw: str | bytes, *, keyed: bool = False) -> list[object]:
    """The values, and the codes of what is none."""
    stream = io.BytesIO(raw if isinstance(raw, bytes) else raw.encode())
    return [each.value if isinstance(each, Element) else each.code for each in elements(stream, keyed=keyed)]


@pytest.mark.parametrize(
    ("raw", "values"),
    [
        ('[{"a": 1}, {"b": "里斯本"}]', [{"a": 1}, {"b": "里斯本"}]),
        ('{"a": 1}\n{"b": [1, 2]}\n', [{"a": 1}, {"b": [1, 2]}]),
        ('{"a": 1}{"b": 2}', [{"a": 1}, {"b": 2}]),
        ("[]", []),
        ("", []),
        ("[NaN, 1]", [None, 1]),
        ('[{"a": 1}, {"b": }, {"c": [}], {"d": 4}]', [{"a": 1}, "invalid_input"]),
        ('[{"a": 1}, {"b": , "x": [1, {}]}, {"d": 4}]', [{"a": 1}, "invalid_input", {"d": 4}]),
        ('{"a": 1}\n{"a":\nhello\n{"a": 4}', [{"a": 1}, "invalid_input", "invalid_input", {"a": 4}]),
    ],
)
def test_elements_come_in_their_order_and_what_is_broken_costs_itself(raw, values):
    assert found(raw)[: len(values)] == values


def test_what_is_no_text_costs_only_the_element_it_is_in():
    assert found(b'[{"a": "\xff"}, {"a": "\xe9\x87\x8c"}]') == [InvalidText.code, {"a": "里"}]


def test_an_object_of_lists_gives_their_elements_with_the_names_of_the_lists():
    raw = b'{"edges": [{"a": 1}, {bad}, {"a": 3}], "version": 2, "nodes": [7]}'
    given = [
        (each.key, each.number, each.value)
        for each in elements(io.BytesIO(raw), keyed=True)
        if isinstance(each, Element)
    ]
    assert given == [("edges", 1, {"a": 1}), ("edges", 3, {"a": 3}), ("version", 1, 2), ("nodes", 1, 7)]


@pytest.mark.parametrize(
    "raw", ['[{"a": 1}, {"b"', '[{"a": 1}, ', '[{"a": 1}', '[{"a": 1} {"b": 2}]', '[{"a": 1}, "no end']
)
def test_where_a_list_breaks_off_what_came_before_is_given_first(raw):
    given = []
    with pytest.raises(InvalidInput):
        for each in elements(io.BytesIO(raw.encode()), keyed=False):
            given.append(each)
    assert given[0] == Element("", {"a": 1}, 1)


@pytest.mark.parametrize("raw", ["[" * 50_000, '{"a":' * 50_000, '[{"a": [' + "[" * 50_000])
def test_what_is_nested_too_deep_is_refused(raw):
    with pytest.raises(InvalidInput):
        found(raw, keyed=True)


def test_elements_longer_than_what_is_read_at_once_come_whole():
    values = [{"text": "很长" * 200_000, "n": number} for number in range(3)]
    assert found(json.dumps(values, ensure_ascii=False)) == values
