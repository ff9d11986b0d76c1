"""The id of a message: who sends one waits for an answer, so that one that is no id is told so."""

from __future__ import annotations

from collections.abc import Mapping

NO_ID = "the id of a request is a text or a whole number; without an id nothing is answered"


def wrong_id(message: object) -> bool:
    """Whether a message asks something under what can be no id, such as 1.5, null or an object."""
    match message:
        case Mapping() if "method" in message and "id" in message:
            asked = message["id"]
            return isinstance(asked, bool) or not isinstance(asked, str | int)
        case _:
            return False
