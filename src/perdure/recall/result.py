"""What a recall gives back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from perdure.domain.recall import Hit
from perdure.domain.trace import Trace
from perdure.recall.brief import brief


@dataclass(frozen=True, kw_only=True, slots=True)
class Recall:
    """Hits, best first, and why. `degraded` says what could not take part: the embedder, a damaged index. `timed_out`: the
    deadline came first, and there is no hit."""

    hits: tuple[Hit, ...]
    trace: Trace
    now: datetime
    degraded: tuple[str, ...] = ()
    brief_tokens: int = 500
    timed_out: bool = False

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    def __getitem__(self, index: int) -> Hit:
        return self.hits[index]

    def brief(self, max_tokens: int | None = None) -> str:
        """The hits as a block for a prompt, inside a budget of tokens; empty where there is nothing to say."""
        return brief(self.hits, now=self.now, max_tokens=self.brief_tokens if max_tokens is None else max_tokens)
