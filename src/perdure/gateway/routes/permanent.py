"""Permanent memory: what every session reads and only these verbs change."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from perdure.gateway.auth import Caller
from perdure.gateway.idempotency import Doing
from perdure.gateway.models import answers, queries, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router
from perdure.gateway.routes.memories import IfMatch, with_version

routes = router("permanent")


@routes.get("/permanent", response_model=answers.Memories)
def permanent(look: Annotated[queries.PermanentMemories, Query()], caller: Caller) -> Response:
    """Profile, boundaries and role, in the order they were recorded."""
    return answer(place(caller, look.space).permanent.list(**look.options()))


@routes.post("/permanent/add", response_model=answers.Outcome)
def permanent_add(body: requests.PermanentAdd, caller: Caller, once: Doing) -> Response:
    """Make a statement permanent; in a slot it takes the place of what was there."""
    space = place(caller, body.space)
    return once(space, lambda: space.permanent.add(body.text, **body.options()))


@routes.post("/permanent/correct", response_model=answers.Memory)
def permanent_correct(
    body: requests.PermanentCorrect, caller: Caller, once: Doing, if_match: IfMatch = None
) -> Response:
    """Change it in place: same id, version + 1, untouched fields stay."""
    space = place(caller, body.space)
    options = with_version(body.given("id", "text", "space"), if_match)
    return once(space, lambda: space.permanent.correct(body.id, body.text, **options))


@routes.post("/permanent/remove", response_model=answers.Memory)
def permanent_remove(body: requests.Restore, caller: Caller, once: Doing) -> Response:
    """Take it away; restoring undoes it."""
    space = place(caller, body.space)
    return once(space, lambda: space.permanent.remove(body.id, body.reason))


@routes.post("/permanent/restore", response_model=answers.Memory)
def permanent_restore(body: requests.Restore, caller: Caller, once: Doing) -> Response:
    """Make it current again; what fills its slot since gives way."""
    space = place(caller, body.space)
    return once(space, lambda: space.permanent.restore(body.id, body.reason))
