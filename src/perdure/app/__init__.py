"""The facade: `Perdure` opens a place, a `Space` has the verbs, a `View` reads several spaces together."""

from perdure.app.perdure import Perdure
from perdure.app.space import Space
from perdure.app.values import Explanation, SpaceSummary, Stats
from perdure.app.view import View

__all__ = ["Explanation", "Perdure", "Space", "SpaceSummary", "Stats", "View"]
