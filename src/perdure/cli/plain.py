"""Answers as plain JSON values, for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from perdure.cli.answers import Answer, Checked, Counted, Found, Listed, Missed, Remembered, Shown
from perdure.domain.change import Outcome
from perdure.domain.space import SpaceName
from perdure.domain.trace import Dropped


def document(answer: Answer) -> dict[str, Any]:
    """The JSON document of an answer."""
    match answer:
        case Found():
            return _found(answer)
        case Missed(why=why):
            return {**plain(why), "stage": why.stage, "reason": str(why)}
        case Listed(page=page, strengths=strengths):
            items = [{**plain(memory), "strength": strengths[memory.id]} for memory in page]
            return {"memories": items, "total": page.total, "next": page.next}
        case Checked(findings=findings):
            return {"ok": answer.ok, "findings": plain(findings)}
        case Remembered(outcome=inner) | Shown(explanation=inner) | Counted(stats=inner):
            return dict(plain(inner))
        case _:
            return dict(plain(answer))


def _found(answer: Found) -> dict[str, Any]:
    recall = answer.recall
    found = {"hits": plain(recall.hits), "degraded": plain(recall.degraded), "timed_out": recall.timed_out}
    if answer.brief:
        found["brief"] = recall.brief()
    if answer.explain:
        found["trace"] = plain(recall.trace)
    return found


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
