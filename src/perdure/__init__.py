"""Memory for AI agents that outlasts the tool, the session and the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perdure.domain.change import Added, Batch, Queued, Reinforced, Rejected, Superseded
from perdure.domain.journal import Entry, Session, Turn
from perdure.domain.memory import Memory, Slot, Source, Status
from perdure.domain.policy import Policy
from perdure.errors import PerdureError

if TYPE_CHECKING:
    from perdure.app import Perdure, Space, View

__version__ = "0.1.0"

__all__ = [
    "Added",
    "Batch",
    "Entry",
    "Memory",
    "Perdure",
    "PerdureError",
    "Policy",
    "Queued",
    "Reinforced",
    "Rejected",
    "Session",
    "Slot",
    "Source",
    "Space",
    "Status",
    "Superseded",
    "Turn",
    "View",
    "__version__",
]


def __getattr__(name: str) -> Any:
    """Load the application only when it is used, so that importing the package costs nothing."""
    if name in ("Perdure", "Space", "View"):
        from perdure import app  # documented lazy load: SQLAlchemy behind it takes half a second

        return getattr(app, name)
    raise AttributeError(f"module 'perdure' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
