"""Several spaces read together."""

from __future__ import annotations

from typing import Unpack

from perdure.app.asking import recalled
from perdure.app.core import Core
from perdure.domain.recall import RecallOptions
from perdure.domain.space import SpaceName
from perdure.recall.result import Recall


class View:
    """Spaces recalled as one; their order never matters, and nothing can be written through it."""

    def __init__(self, core: Core, names: tuple[SpaceName, ...]) -> None:
        self._core = core
        self.names = tuple(sorted(set(names)))

    def __repr__(self) -> str:
        return f"View({', '.join(map(str, self.names))})"

    def recall(self, query: str, **options: Unpack[RecallOptions]) -> Recall:
        """What these spaces know that answers the query, in one ranked list."""
        return recalled(self._core, self.names, query, options)
