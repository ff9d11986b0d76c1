"""Pickles of other programs: their values are read, and nothing that they ask for is run."""

from __future__ import annotations

import datetime
import os
import pickle
import struct
import subprocess
import sys
import types
import uuid
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perdure.errors import InvalidInput
from perdure.transfer.restricted_pickle import LONGEST, plain

SHARED_TWICE = 30
"""A list of a list of a list, each with the next one twice: a billion values in a few bytes."""


class Runs:
    """A pickle of it calls something when it is loaded."""

    def __init__(self, call: Any, *given: Any) -> None:
        self.call, self.given = call, given

    def __reduce__(self) -> tuple[Any, ...]:
        return self.call, self.given


def point(monkeypatch: pytest.MonkeyPatch, **state: Any) -> bytes:
    """What Qdrant stores: an object of its class for points, as pydantic pickles one."""
    module = types.ModuleType("qdrant_client.http.models.models")
    module.PointStruct = type("PointStruct", (), {"__module__": module.__name__})
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for parent in ("qdrant_client", "qdrant_client.http", "qdrant_client.http.models"):
        monkeypatch.setitem(sys.modules, parent, types.ModuleType(parent))
    made = module.PointStruct()
    made.__dict__ = {"__dict__": state, "__pydantic_fields_set__": {"id", "payload"}, "__pydantic_private__": None}
    return pickle.dumps(made)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@given(values, st.sampled_from([2, 3, 4, 5]))
def test_plain_values_come_back_as_they_were(value: Any, protocol: int):
    assert plain(pickle.dumps(value, protocol=protocol)) == value


def test_a_point_is_what_it_held_without_what_is_not_wanted(monkeypatch: pytest.MonkeyPatch):
    pickled = point(monkeypatch, id="p1", vector=[0.5, 1.5], payload={"data": "喜欢喝茶"})
    assert plain(pickled) == {"id": "p1", "vector": [0.5, 1.5], "payload": {"data": "喜欢喝茶"}}
    assert plain(pickled, without=("vector",)) == {"id": "p1", "payload": {"data": "喜欢喝茶"}}


def test_times_ids_and_sets_are_written_as_json_has_them():
    at = datetime.datetime(2026, 3, 1, 9, 30, tzinfo=datetime.UTC)
    named = uuid.UUID("0c90bd82-12cd-4f32-abdf-480012d02734")
    found = plain(pickle.dumps({"at": at, "day": at.date(), "id": named, "tags": {"茶"}, "raw": b"abc"}))
    assert found == {"at": at.isoformat(), "day": "2026-03-01", "id": str(named), "tags": ["茶"], "raw": "abc"}


@pytest.mark.parametrize("protocol", [0, 1, 2, 4, 5])
@pytest.mark.parametrize(
    "call",
    [
        lambda mark: Runs(os.system, f"touch {mark}"),
        lambda mark: Runs(subprocess.call, ["touch", str(mark)]),
        lambda mark: Runs(eval, f"open({str(mark)!r}, 'w')"),
        lambda mark: Runs(Path.touch, mark),
        lambda mark: Runs(getattr, os, "system"),
        lambda mark: [1, {"deep": Runs(os.mkdir, str(mark))}],
    ],
)
def test_nothing_that_a_pickle_asks_for_is_run(tmp_path: Path, call: Any, protocol: int):
    mark = tmp_path / "ran"
    try:
        pickled = pickle.dumps(call(mark), protocol=protocol)
    except TypeError:  # a module, which cannot be pickled, is asked for by its name instead
        pickled = b"cbuiltins\ngetattr\n(cposix\nsystem\nX\x06\x00\x00\x00systemtR."
    with pytest.raises(InvalidInput):
        plain(pickled)
    assert not mark.exists()


@pytest.mark.parametrize(
    "pickled",
    [
        b"",
        b".",
        b"\x80\x04",
        b"\x80\x04]\x94(h\x00e.",  # a list that contains itself
        b"\x80\x04Nr\xff\xff\xff\x7f",  # a memo of two billion places
        b"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7fabc.",
        b"\x80\x04]N\x85s.",
        b"\x80\x04}]Ns.",  # a list as a key
        b"\x80\x04NR.",
        b"\x80\x04NNR.",
        b"\x80\x04cdatetime\ndatetime\nC\x0a0123456789\x85R.",
        b"\x80\x04cdatetime\ntimedelta\nJ\xff\xff\xff\x7fJ\xff\xff\xff\x7f\x86R.",
        b"\x80\x04cuuid\nUUID\n)\x81N}b.",
        b"\x80\x04P0\n.",  # a persistent id
        b"\x80\x04\x82\x01.",  # an extension
        b"(i__main__\nRuns\n.",
        b"\x80\x04" + b"(" * 5000,
        b"\x80\x04]" + b"\x85" * 5000 + b".",
        b"G\x00\x00.",
        b"\x80\x04C\x02\xff\xfe\x93.",
    ],
)
def test_a_pickle_that_is_broken_or_built_to_harm_is_refused(pickled: bytes):
    with pytest.raises(InvalidInput):
        plain(pickled)


def test_a_few_bytes_cannot_unfold_to_a_billion_values():
    value: list[Any] = []
    for _ in range(SHARED_TWICE):
        value = [value, value]
    with pytest.raises(InvalidInput):
        plain(pickle.dumps(value))


def test_one_that_is_too_long_is_not_looked_at():
    with pytest.raises(InvalidInput):
        plain(b"\x80\x04C" + bytes(LONGEST))


@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_value_or_in_one_clear_error(noise: bytes):
    pickled = pickle.dumps({"id": "p1", "vector": [0.5, 1.5], "payload": {"data": "茶", "n": [1, 2.5, None]}})
    for mutated in (noise, pickled[: len(noise)] + noise, pickled[:20] + noise + pickled[20:]):
        try:
            plain(mutated)
        except InvalidInput:
            continue


def test_a_run_of_numbers_ends_where_it_ends():
    numbers = [struct.unpack(">d", b"G" * 8)[0], 1.0, -0.0]
    assert plain(pickle.dumps(numbers)) == numbers
