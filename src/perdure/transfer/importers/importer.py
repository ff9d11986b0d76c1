"""What the importers have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from perdure.transfer.found import Item
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally


@dataclass(frozen=True, kw_only=True, slots=True)
class Importer:
    """One format.

    `recognises` tells by the names and the beginnings of the files whether they are of this format; it never raises. `read` gives
    what is in them in its order, and a Skip for what cannot be read; it holds no more than one conversation, record or line at a
    time where the format lets it, and tells the tally what becomes of every field. `title` says for people what it is.
    """

    name: str
    title: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source, Tally], Iterator[Item]]
    others: tuple[Importer, ...] = ()
    """Formats that go by this name as well; where one of them takes a file for its own, that one reads it."""
