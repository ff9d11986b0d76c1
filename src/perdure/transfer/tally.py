"""Counts what a conversion does with every field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from perdure.domain.loss import Fate, LossLine, LossReport

_Key = tuple[str, Fate, str, str]


class Tally:
    """The fates of fields, line by line; every field of every record has one."""

    def __init__(self) -> None:
        self._counts: Counter[_Key] = Counter()

    def mapped(self, field: str, to: str, count: int = 1) -> None:
        """The field has a counterpart, in so many records."""
        self._counts[field, Fate.MAPPED, to, ""] += count

    def kept_raw(self, field: str, to: str = "", count: int = 1) -> None:
        """The field has none, and is kept as it is beside the rest."""
        self._counts[field, Fate.KEPT_RAW, to, ""] += count

    def dropped(self, field: str, reason: str, count: int = 1) -> None:
        """The field stays behind."""
        self._counts[field, Fate.DROPPED, "", reason] += count

    def record(
        self, record: Mapping[str, Any], *, mapped: Mapping[str, str], dropped: Mapping[str, str] | None = None
    ) -> None:
        """Every field of a record: those that are mapped, by what they are called there; those dropped, by why; the others are kept
        raw. Fields without a value have nothing to lose."""
        gone = dropped or {}
        for field, value in record.items():
            if value is None or value in ("", [], {}, ()):
                continue
            if field in mapped:
                self.mapped(field, mapped[field])
            elif field in gone:
                self.dropped(field, gone[field])
            else:
                self.kept_raw(field)

    def without(self, fields: Iterable[str], reason: str) -> None:
        """Fields that all stay behind for one reason."""
        for field in fields:
            self.dropped(field, reason)

    def report(self, *, origin: str, target: str) -> LossReport:
        """Everything counted, by field."""
        lines = [
            LossLine(field=field, fate=fate, count=count, to=to, reason=reason)
            for (field, fate, to, reason), count in sorted(self._counts.items())
            if count
        ]
        return LossReport(origin=origin, target=target, lines=tuple(lines))
