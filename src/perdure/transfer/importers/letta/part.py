"""One file of an import from Letta."""

from __future__ import annotations

from dataclasses import dataclass

from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

SYSTEM = "letta"


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A file by its name; `where` begins every place in it, `owner` is whose it is unless it says so itself."""

    source: Source
    name: str
    tally: Tally
    where: str = ""
    owner: str | None = None
