"""What an export wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from perdure.domain.loss import LossReport
from perdure.domain.space import SpaceName


@dataclass(frozen=True, kw_only=True, slots=True)
class ExportReport:
    """Where a space went and in what form; `counts` says how many of each part, `removed` which older exports were let go."""

    space: SpaceName
    format: str
    path: str
    bytes: int
    counts: Mapping[str, int] = field(default_factory=dict)
    removed: tuple[str, ...] = ()
    loss: LossReport | None = None
