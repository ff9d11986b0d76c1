"""What the importers have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from perdure.domain.journal import Turn
from perdure.transfer.report import Skip
from perdure.transfer.source import Source


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A turn, and where it stood, should it turn out to be unfit."""

    turn: Turn
    where: str
    line: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Importer:
    """One format.

    `recognises` tells by the first bytes of a file whether it is of this format. `read` gives its turns in their order,
    and a Skip for what cannot be read; it holds no more than one conversation or line at a time.
    """

    name: str
    recognises: Callable[[bytes], bool]
    read: Callable[[Source], Iterator[Found | Skip]]
