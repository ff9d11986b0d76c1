"""Values as plain JSON, for whoever reads them outside of Python."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from perdure.domain.change import Outcome
from perdure.domain.space import SpaceName
from perdure.domain.trace import Dropped


def plain(value: Any) -> Any:
    """A value as JSON has it: records by their fields, times in ISO 8601 with their offset, names as text."""
    match value:
        case None | bool() | int() | float():
            return value
        case datetime():
            return value.isoformat()
        case str() | SpaceName() | Path():
            return str(value)
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case _ if dataclasses.is_dataclass(value):
            fields = {item.name: plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
            return _tag(value) | fields
        case Iterable():
            return [plain(item) for item in value]
        case _:
            raise TypeError(f"{type(value).__name__} has no form in JSON")


def _tag(value: Any) -> dict[str, str]:
    """Which member of a union a value is, where its fields do not tell."""
    if isinstance(value, Outcome):
        return {"outcome": type(value).__name__.lower()}
    return {"why": type(value).__name__.lower()} if isinstance(value, Dropped) else {}
