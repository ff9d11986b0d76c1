"""The one thread that works behind the back of a caller."""

from __future__ import annotations

import logging
from threading import Event, Thread

import pytest

from perdure.app.background import Background
from perdure.domain.space import SpaceName
from perdure.errors import EmbedderUnavailable

A, B = SpaceName("user", "a"), SpaceName("user", "b")


def test_all_that_was_added_is_done_in_order_when_join_returns():
    done: list[SpaceName] = []
    work = Background(done.append)
    for name in (A, B, A):
        work.add(name)
    work.join()
    assert done == [A, B, A]
    work.close()


def test_with_nothing_to_do_nothing_waits():
    work = Background(lambda name: None)
    work.join()
    work.close()
    work.close()


@pytest.mark.parametrize("error", [EmbedderUnavailable(), ValueError("odd"), KeyError("odd"), RecursionError()])
def test_work_that_fails_is_recorded_and_the_next_is_done(error, caplog):
    done: list[SpaceName] = []

    def once(name: SpaceName) -> None:
        if name == A:
            raise error
        done.append(name)

    work = Background(once)
    with caplog.at_level(logging.ERROR, "perdure"):
        work.add(A)
        work.join()
    work.add(B)
    work.join()
    assert done == [B]
    assert [type(error).__name__ in record.exc_text for record in caplog.records] == [True]
    work.close()


def test_closing_ends_after_the_task_at_hand_and_leaves_the_rest():
    begun, go, done = Event(), Event(), []

    def slow(name: SpaceName) -> None:
        begun.set()
        go.wait(10)
        done.append((name, work.stopping()))

    work = Background(slow)
    work.add(A)
    work.add(B)
    assert begun.wait(10)
    closing = Thread(target=work.close)
    closing.start()
    while not work.stopping():
        pass
    go.set()
    closing.join(10)
    assert done == [(A, True)]


def test_adding_returns_while_the_work_goes_on():
    go = Event()
    work = Background(lambda name: go.wait(10) and None)
    work.add(A)
    go.set()
    work.join()
    work.close()


def test_what_should_be_looked_at_again_is_when_its_time_has_come():
    done: list[SpaceName] = []
    twice = Event()

    def again(name: SpaceName) -> float | None:
        done.append(name)
        if len(done) == 2:
            twice.set()
            return None
        return 0.01

    work = Background(again)
    work.add(A)
    assert twice.wait(10)
    work.join()
    assert done == [A, A]
    work.close()


def test_what_is_due_later_keeps_nobody_waiting():
    done: list[SpaceName] = []

    def much_later(name: SpaceName) -> float:
        done.append(name)
        return 86_400.0

    work = Background(much_later)
    work.add(A)
    work.join()
    work.close()
    assert done == [A]


def test_after_closing_nothing_is_taken_up():
    done: list[SpaceName] = []
    work = Background(done.append)
    work.close()
    work.add(A)
    work.join()
    assert done == []
