"""Verification: whether a memory still answers what it should, and what to ask it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from perdure.app.perdure import Perdure
from perdure.domain.check import Check
from perdure.gateway.auth import Caller
from perdure.gateway.models import answers, queries, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router
from perdure.wire import plain

routes = router("verify")


@routes.post("/verify", response_model=answers.Verified)
def verify(body: requests.Verify, caller: Caller) -> Response:
    """Ask questions, and see whether the answers contain what they must. No memory becomes stronger by it."""
    found = caller.verify([_check(one, caller) for one in body.checks], now=body.now)
    checks: list[dict[str, Any]] = [plain(checked) | {"passed": checked.passed} for checked in found]
    return answer({"passed": found.passed, "checks": checks})


@routes.get("/draft", response_model=answers.Draft)
def draft(look: Annotated[queries.Draft, Query()], caller: Caller) -> Response:
    """A list of questions as TOML: made from the strongest memories of a space, each answered there now."""
    return answer({"questions": caller.draft(place(caller, look.space).name, limit=look.limit)})


def _check(asked: requests.CheckOf, caller: Perdure) -> Check:
    return Check(
        question=asked.question,
        space=place(caller, asked.space).name,
        must_contain=_texts(asked.must_contain),
        must_not_contain=_texts(asked.must_not_contain),
        k=asked.k,
    )


def _texts(found: str | list[str]) -> tuple[str, ...]:
    return (found,) if isinstance(found, str) else tuple(found)
