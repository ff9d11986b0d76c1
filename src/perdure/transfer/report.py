"""What an import had to leave out."""

from __future__ import annotations

from perdure.domain.staging import ImportReport, Skip
from perdure.errors import InvalidInput
from perdure.transfer.guarding import sound

__all__ = ["ImportReport", "Skip", "skip_of"]


def skip_of(error: InvalidInput, *, where: str, line: int | None = None) -> Skip:
    """What an error cost."""
    return Skip(line=line, where=sound(where), reason=sound(str(error)), code=error.code)
