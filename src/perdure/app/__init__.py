"""The facade: `Perdure` opens a place, a `Space` has the verbs, a `View` reads several spaces together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perdure.app.perdure import Perdure
from perdure.app.permanent import Permanent
from perdure.app.review import Reviews
from perdure.app.space import Space
from perdure.app.values import Explanation, SpaceSummary, Stats
from perdure.app.view import View

if TYPE_CHECKING:
    from perdure.app.live import LiveSession, SessionOptions

__all__ = [
    "Explanation",
    "LiveSession",
    "Perdure",
    "Permanent",
    "Reviews",
    "SessionOptions",
    "Space",
    "SpaceSummary",
    "Stats",
    "View",
]


def __getattr__(name: str) -> Any:
    """Load live sessions only where they are used."""
    if name in ("LiveSession", "SessionOptions"):
        from perdure.app import live  # documented lazy load: working memory, which few programs need

        return getattr(live, name)
    raise AttributeError(f"module 'perdure.app' has no attribute {name!r}")
