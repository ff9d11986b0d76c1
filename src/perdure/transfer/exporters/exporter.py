"""What the exporters have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from perdure.transfer.content import Content
from perdure.transfer.tally import Tally


@dataclass(frozen=True, kw_only=True, slots=True)
class Exporter:
    """One format.

    `write` makes the file, or the folder where `suffix` is empty, at a path where nothing is yet, and tells the tally what becomes
    of every field of a memory (`memory.text`) and of an entry (`entry.text`); it returns how many of each it wrote. What is
    forgotten, or waits for a person, goes only into Perdure's own archive. `title` says for people what it is.
    """

    name: str
    title: str
    suffix: str
    write: Callable[[Content, Path, Tally], dict[str, int]]
