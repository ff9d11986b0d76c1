"""Arrays that grow without changing under whoever looks at them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from perdure.stores.index.columns import Column, union


@given(st.data())
def test_every_state_of_a_column_stays_as_it_was(data: st.DataObject):
    states = [(Column(np.zeros(0, np.int32)), [])]
    for _ in range(data.draw(st.integers(1, 12))):
        column, plain = data.draw(st.sampled_from(states))
        if plain and data.draw(st.booleans()):
            row, value = data.draw(st.integers(0, len(plain) - 1)), data.draw(st.integers(0, 99))
            changed = [*plain[:row], value, *plain[row + 1 :]]
            states.append((column.changed(np.array([row]), np.array([value])), changed))
        else:
            more = data.draw(st.lists(st.integers(0, 99), max_size=9))
            states.append((column.extended(np.array(more, np.int32)), [*plain, *more]))
        for state, told in states:
            assert state.values.tolist() == told
            assert len(state) == len(told)


def test_a_change_to_what_is_there_already_copies_nothing():
    column = Column(np.arange(5))
    assert column.changed(np.array([1, 3]), np.array([1, 3])) is column


@given(st.lists(st.lists(st.integers(-1, 19), max_size=6), max_size=4))
def test_a_union_has_every_row_once(parts: list[list[int]]):
    found = union(20, [np.array(part, np.int64) for part in parts])
    assert found.tolist() == sorted({row for part in parts for row in part if row >= 0})
