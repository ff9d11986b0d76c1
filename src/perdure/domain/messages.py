"""Messages of a chat API that an agent hands in: what is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from perdure.domain.journal import Turn

Handed: TypeAlias = Mapping[str, Any] | Turn
"""A message as chat APIs have it (`{"role": …, "content": …}`, the content a text or a list of parts), or a Turn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Summarised:
    """What messages say, shortened.

    `tokens` is what the text costs, `left_out` the number of messages that it does not speak of. `by` says who made it: `rules/1`
    (it has only sentences of the messages) or `model/NAME/PROMPT-1`.
    """

    text: str
    tokens: int
    left_out: int
    by: str


class Left(StrEnum):
    """Why a message was not kept: greetings and thanks, nothing about the query, no room among the tokens, or more than `k`."""

    SMALL_TALK = "small_talk"
    IRRELEVANT = "irrelevant"
    NO_ROOM = "no_room"
    OVER_LIMIT = "over_limit"


@dataclass(frozen=True, kw_only=True, slots=True)
class Unkept:
    """A message that was left out: its place among those handed in, and why."""

    index: int
    reason: Left


@dataclass(frozen=True, kw_only=True, slots=True)
class Filtered:
    """The messages that matter, as they were handed in and in their order.

    `kept` are their places among those handed in, `dropped` the others, `tokens` what the kept ones cost. `notes` say what
    could not take part.
    """

    messages: tuple[Handed, ...]
    kept: tuple[int, ...]
    dropped: tuple[Unkept, ...]
    tokens: int
    notes: tuple[str, ...] = ()
