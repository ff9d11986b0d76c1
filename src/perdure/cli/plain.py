"""Answers as plain JSON values, for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import singledispatch
from pathlib import Path
from typing import Any

from perdure.cli.answers import (
    Answer,
    Checked,
    Counted,
    Decided,
    Found,
    Journal,
    Lasting,
    Listed,
    Missed,
    Remembered,
    Shown,
    Waiting,
)
from perdure.domain.change import Outcome
from perdure.domain.page import Page
from perdure.domain.space import SpaceName
from perdure.domain.trace import Dropped


@singledispatch
def document(answer: Answer) -> dict[str, Any]:
    """The JSON document of an answer: its fields, unless it has a form of its own below."""
    return dict(plain(answer))


@document.register
def _remembered(answer: Remembered) -> dict[str, Any]:
    return dict(plain(answer.outcome))


@document.register
def _counted(answer: Counted) -> dict[str, Any]:
    return dict(plain(answer.stats))


@document.register
def _shown(answer: Shown) -> dict[str, Any]:
    return {**plain(answer.explanation), "answers": plain(answer.answers)}


@document.register
def _missed(answer: Missed) -> dict[str, Any]:
    return {**plain(answer.why), "stage": answer.why.stage, "reason": str(answer.why)}


@document.register
def _checked(answer: Checked) -> dict[str, Any]:
    return {"ok": answer.ok, "findings": plain(answer.findings)}


@document.register
def _decided(answer: Decided) -> dict[str, Any]:
    return {"review": plain(answer.review), **plain(answer.outcome)}


@document.register
def _listed(answer: Listed) -> dict[str, Any]:
    items = [{**plain(memory), "strength": answer.strengths[memory.id]} for memory in answer.page]
    return {"memories": items, "total": answer.page.total, "next": answer.page.next}


@document.register
def _lasting(answer: Lasting) -> dict[str, Any]:
    return _page("memories", answer.page)


@document.register
def _journal(answer: Journal) -> dict[str, Any]:
    return _page("entries", answer.page)


@document.register
def _waiting(answer: Waiting) -> dict[str, Any]:
    return _page("reviews", answer.page)


def _page(name: str, page: Page[Any]) -> dict[str, Any]:
    return {name: plain(page.items), "total": page.total, "next": page.next}


@document.register
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
