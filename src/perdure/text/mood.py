"""Whether a sentence tells something: statements apart from questions, wishes, requests, quotations and small talk."""

from __future__ import annotations

from enum import StrEnum


class Mood(StrEnum):
    """What a sentence does. `reported`: it gives somebody else's words. `request`: it asks the listener to do something.
    `supposed`: it only supposes (if, maybe, 如果, 要是)."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    SUPPOSED = "supposed"
    REPORTED = "reported"
    SMALL_TALK = "small_talk"


def mood_of(sentence: str) -> Mood:
    """The mood of one sentence, or clause."""
    _ = sentence
    return Mood.STATEMENT
