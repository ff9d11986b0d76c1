"""The facade: `Perdure` opens a place, a `Space` has the verbs, a `View` reads several spaces together."""

from perdure.app.live import LiveSession, SessionOptions
from perdure.app.perdure import Perdure
from perdure.app.permanent import Permanent
from perdure.app.review import Reviews
from perdure.app.space import Space
from perdure.app.values import Explanation, SpaceSummary, Stats
from perdure.app.view import View

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
