"""Numbers as blocks of text."""

from __future__ import annotations

from collections.abc import Iterable

_LEVELS = "▁▂▃▄▅▆▇█"
_EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(share: float, width: int) -> str:
    """A horizontal bar, `share` of `width` columns long, to an eighth of a column."""
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[rest] if rest else "")


def spark(values: Iterable[float], top: float) -> str:
    """One column a value, from 0 to `top`."""
    return "".join(_LEVELS[round(min(1.0, max(0.0, value / top)) * 7) if top > 0 else 0] for value in values)
