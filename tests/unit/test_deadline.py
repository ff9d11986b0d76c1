"""An answer within a time, or none."""

from __future__ import annotations

import logging
import threading
from threading import Event

import pytest

from perdure.ports.deadline import within
from perdure.errors import EmbedderUnavailable
from tests.behaviour.requirements import requirement

LONG = 60.0
"""More than anything here takes."""

SHORT = 0.01


class Work:
    """Work that waits until it is let go, and then answers or raises."""

    def __init__(self, error: Exception | None = None) -> None:
        self.begun, self.go, self.error = Event(), Event(), error
        self.thread: threading.Thread | None = None
        self.heard: list[bool] = []

    def __call__(self, late) -> str:
        self.thread = threading.current_thread()
        self.heard.append(late())
        self.begun.set()
        self.go.wait(LONG)
        self.heard.append(late())
        if self.error is not None:
            raise self.error
        return "answered"

    def end(self) -> None:
        """Let it go on and wait until its thread has ended."""
        assert self.begun.wait(LONG)
        assert self.thread is not None
        self.go.set()
        self.thread.join(LONG)
        assert not self.thread.is_alive()


def never() -> str:
    raise AssertionError("it was in time")


@requirement("R11")
def test_an_answer_in_time_is_given():
    assert within(LONG, lambda late: "answered", never) == "answered"
    assert within(LONG, lambda late: None, never) is None


@requirement("R11")
@pytest.mark.parametrize("error", [EmbedderUnavailable(), ValueError("odd"), TimeoutError("its own"), RecursionError()])
def test_an_error_in_time_is_raised_where_the_answer_is_waited_for(error):
    def fail(late):
        raise error

    with pytest.raises(type(error)) as raised:
        within(LONG, fail, never)
    assert raised.value is error


@requirement("R11")
def test_past_the_deadline_the_other_answer_is_given_and_nobody_waits():
    work = Work()
    assert within(SHORT, work, lambda: "otherwise") == "otherwise"
    assert work.begun.wait(LONG)
    assert work.thread.is_alive()
    work.end()


@requirement("R11")
def test_work_can_ask_whether_it_has_become_late():
    work = Work()
    within(SHORT, work, lambda: "otherwise")
    work.end()
    assert work.heard[-1]


def test_work_that_is_in_time_never_hears_that_it_is_late():
    work = Work()
    work.go.set()
    assert within(LONG, work, never) == "answered"
    assert work.heard == [False, False]


@requirement("R11")
def test_what_fails_past_the_deadline_is_recorded_and_not_raised(caplog):
    work = Work(ValueError("odd"))
    with caplog.at_level(logging.ERROR, "perdure"):
        assert within(SHORT, work, lambda: "otherwise") == "otherwise"
        work.end()
    (record,) = caplog.records
    assert record.exc_info[1] is work.error


def test_what_ends_well_past_the_deadline_is_no_error(caplog):
    work = Work()
    within(SHORT, work, lambda: "otherwise")
    work.end()
    assert caplog.records == []


def test_work_that_hangs_does_not_keep_the_process_from_ending():
    work = Work()
    within(SHORT, work, lambda: "otherwise")
    work.end()
    assert work.thread.daemon


def test_an_error_of_the_other_answer_is_raised():
    work = Work()

    def fail():
        raise KeyError("other")

    with pytest.raises(KeyError):
        within(SHORT, work, fail)
    work.end()
