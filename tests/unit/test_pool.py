"""The candidates of all spaces side by side."""

from __future__ import annotations

from datetime import timedelta

import numpy as np

from perdure.domain.recall import Layer
from perdure.ports.store import CHATTED, EXCHANGED, QUESTION, TELLS_TIME
from perdure.recall.pool import pooled
from tests.behaviour.requirements import requirement
from tests.unit.columns import NOW, found, pool


def test_of_no_space_there_is_an_empty_pool():
    empty = pooled([], texts=2, vectors=3)
    assert len(empty) == 0
    assert (empty.lexical.shape, empty.dense.shape, empty.own.shape) == ((2, 0), (3, 0), (3, 0))
    assert empty.speakers == ()


def test_the_passages_of_several_spaces_come_one_space_after_the_other():
    whole = pooled([found(2), found(0), found(3)], texts=1, vectors=0)
    assert whole.source.tolist() == [0, 0, 2, 2, 2]
    assert whole.passage.tolist() == [1, 2, 1, 2, 3]
    assert len(whole) == 5


@requirement("R2")
def test_items_and_sessions_of_different_spaces_never_meet():
    one, other = found(3, items=(1, 1, 3), sessions=(1, 0, 1)), found(2, items=(1, 3), sessions=(1, 0))
    whole = pooled([one, other], texts=1, vectors=0)
    assert whole.item[0] == whole.item[1]
    assert len(set(whole.item.tolist())) == 4
    assert whole.session[0] == whole.session[2]
    assert whole.session[0] != whole.session[3]
    assert [at for at, number in enumerate(whole.session.tolist()) if number == 0] == [1, 4]


def test_the_speakers_of_each_space_keep_their_names():
    one = found(2, who=("Ana", "小林"), speakers=("Ana", "小林"))
    other = found(3, who=("Bob", "Ana", "小林"), speakers=("小林", "Bob", "Ana"))
    whole = pooled([one, found(0, speakers=("Zed",)), other], texts=1, vectors=0)
    assert [whole.speakers[number] for number in whole.speaker] == ["Ana", "小林", "Bob", "Ana", "小林"]


def test_what_a_space_has_no_vectors_or_texts_for_is_filled_up():
    both = found(2, lexical=[[1, 2], [3, 4]], dense=[[0.1, 0.2], [0.3, 0.4]], own=[[0.5, 0.6], [0.7, 0.8]])
    words = found(1, lexical=[[5]])
    whole = pooled([both, words, found(1)], texts=2, vectors=2)
    assert whole.lexical.tolist() == [[1, 2, 5, 0], [3, 4, 0, 0]]
    assert np.isnan(whole.dense).tolist() == np.isnan(whole.own).tolist() == [[False, False, True, True]] * 2
    assert np.allclose(whole.dense[:, :2], [[0.1, 0.2], [0.3, 0.4]])
    assert np.allclose(whole.own[:, :2], [[0.5, 0.6], [0.7, 0.8]])


def test_what_a_passage_is_becomes_a_column():
    one = pool(
        4,
        layers=(Layer.JOURNAL, Layer.MEMORY, Layer.SUMMARY, Layer.JOURNAL),
        roles=("assistant", "user", "system", "tool"),
        traits=(CHATTED | EXCHANGED, CHATTED | QUESTION, EXCHANGED | TELLS_TIME, QUESTION | CHATTED | EXCHANGED),
        lengths=(1, 2, 3, 4),
        at=[NOW + timedelta(seconds=n) for n in range(4)],
    )
    assert one.journal.tolist() == [True, False, False, True]
    assert one.assistant.tolist() == [True, False, False, False]
    assert one.exchanged.tolist() == [True, False, False, True]
    assert one.asks.tolist() == [False, True, False, True]
    assert one.tells_time.tolist() == [False, False, True, False]
    assert one.length.tolist() == [1, 2, 3, 4]
    assert np.diff(one.at).tolist() == [1_000_000] * 3


def test_the_positions_of_one_space_are_picked_in_the_order_given():
    whole = pooled([found(2), found(3)], texts=1, vectors=0)
    positions = np.array([4, 0, 2, 1])
    assert whole.of_source(0, positions).tolist() == [0, 1]
    assert whole.of_source(1, positions).tolist() == [4, 2]
    assert whole.of_source(7, positions).tolist() == []
