"""The lock of a space's one writer: first come, first served."""

from __future__ import annotations

from threading import Lock, Thread

import pytest

from perdure.stores.sqlite.turns import Turns


def waits(turns: Turns, count: int) -> None:
    """Until so many have asked for their turn."""
    while len(turns._waiting) < count:
        pass


def test_whoever_waited_longest_is_next_even_if_the_holder_asks_again_at_once():
    turns, order = Turns(), []

    def work(name: str) -> None:
        with turns:
            order.append(name)

    threads = [Thread(target=work, args=(name,)) for name in "abc"]
    with turns:
        for number, thread in enumerate(threads, start=1):
            thread.start()
            waits(turns, number)
    with turns:
        order.append("again")
    for thread in threads:
        thread.join()
    assert order == ["a", "b", "c", "again"]


def test_one_holds_it_at_a_time():
    turns, inside, most = Turns(), [], []

    def work() -> None:
        for _ in range(200):
            with turns:
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (max(most), len(most)) == (1, 800)


def test_an_error_inside_lets_go():
    turns = Turns()
    with pytest.raises(ValueError, match="odd"), turns:
        raise ValueError("odd")
    with turns:
        pass


@pytest.mark.parametrize("handed", [False, True])
def test_who_is_interrupted_while_waiting_keeps_nobody_out(handed):
    turns, done = Turns(), []
    with turns:
        waiting = Lock()
        waiting.acquire()
        turns._waiting.append(waiting)
        if handed:
            turns._hand_over()
        turns._give_up(waiting)

    def work() -> None:
        with turns:
            done.append(1)

    thread = Thread(target=work)
    thread.start()
    thread.join(10)
    assert done == [1]
