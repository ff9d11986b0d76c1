"""Answers as plain JSON values, for programs."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from perdure.cli.answers import (
    Answer,
    Checked,
    Counted,
    Decided,
    Differs,
    Found,
    Issued,
    Journal,
    Lasting,
    Listed,
    Missed,
    Opened,
    Pointed,
    Remembered,
    Revoked,
    Serving,
    Shown,
    SnapshotsGone,
    Taken,
    Tokens,
    Verification,
    Waiting,
)
from perdure.domain.page import Page
from perdure.domain.token import Token
from perdure.wire.plain import plain


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
def _opened(answer: Opened) -> dict[str, Any]:
    return {"item": plain(answer.item), **_page("turns", answer.turns)}


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


@document.register
def _tokens(answer: Tokens) -> dict[str, Any]:
    return {"tokens": [_token(token) for token in answer.tokens]}


@document.register
def _issued(answer: Issued) -> dict[str, Any]:
    return {"secret": answer.made.secret, "token": _token(answer.made.token)}


@document.register
def _revoked(answer: Revoked) -> dict[str, Any]:
    return {"revoked": [token.id for token in answer.tokens]}


@document.register
def _serving(answer: Serving) -> dict[str, Any]:
    first = answer.first
    return {"url": answer.url} | ({} if first is None else {"secret": first.secret, "token": _token(first.token)})


@document.register
def _verification(answer: Verification) -> dict[str, Any]:
    checks = [{"passed": each.passed, **plain(each)} for each in answer.verified]
    found: dict[str, Any] = {"passed": answer.verified.passed, "checks": checks}
    if answer.against is not None:
        found["well"] = answer.well
        found["against"] = [
            {
                "question": row.check.question,
                "space": str(row.check.space),
                "before": None if row.before is None else row.before.passed,
                "after": None if row.after is None else row.after.passed,
                "verdict": row.fared,
            }
            for row in answer.against
        ]
    return found


@document.register
def _taken(answer: Taken) -> dict[str, Any]:
    return dict(plain(answer.snapshot))


@document.register
def _pointed(answer: Pointed) -> dict[str, Any]:
    return dict(plain(answer.snapshot))


@document.register
def _differs(answer: Differs) -> dict[str, Any]:
    return dict(plain(answer.diff))


@document.register
def _snapshots_gone(answer: SnapshotsGone) -> dict[str, Any]:
    return {"removed": [shot.id for shot in answer.snapshots]}


def _token(token: Token) -> dict[str, Any]:
    """A token without what could be compared with a secret; its grants as they are written."""
    told = {**plain(token), "grants": [str(grant) for grant in token.grants]}
    del told["digest"]
    return told
