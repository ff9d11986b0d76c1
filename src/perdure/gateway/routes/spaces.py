"""Spaces: what they hold, what is to be done in them, and by which rules."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, Query
from starlette.responses import Response

from perdure.app.space import Space
from perdure.domain.policy import Policy
from perdure.gateway.auth import Caller
from perdure.gateway.idempotency import Doing
from perdure.gateway.models import answers, queries, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router

routes = router("spaces")

InSpace = Annotated[requests.InSpace, Body(default_factory=requests.InSpace)]
Upkeep = Annotated[requests.Upkeep, Body(default_factory=requests.Upkeep)]
"""Nothing has to be said: no body at all is the same as `{}`."""


@routes.get("/spaces", response_model=answers.Spaces)
def spaces(caller: Caller) -> Response:
    """Every space there is that the token may read, with its counts."""
    return answer({"items": caller.spaces()})


@routes.delete("/spaces", response_model=answers.Deleted)
def delete_space(look: Annotated[queries.OneSpace, Query()], caller: Caller) -> Response:
    """Remove a space with everything in it, for good."""
    return answer({"deleted": caller.delete_space(look.space)})


@routes.get("/stats", response_model=answers.Stats)
def stats(look: Annotated[queries.Look, Query()], caller: Caller) -> Response:
    """How much a space holds, and whether it can be read and written as it should."""
    return answer(place(caller, look.space).stats())


@routes.get("/jobs", response_model=answers.Jobs)
def jobs(look: Annotated[queries.Look, Query()], caller: Caller) -> Response:
    """The work that waits, runs, or failed too often."""
    return answer({"items": place(caller, look.space).jobs()})


@routes.post("/retry", response_model=answers.Job)
def retry(body: requests.OfMemory, caller: Caller, once: Doing) -> Response:
    """Let a job that failed too often be tried again, from now."""
    space = place(caller, body.space)
    return once(space, lambda: space.retry(body.id))


@routes.post("/upkeep", response_model=answers.UpkeepReport)
def upkeep(body: Upkeep, caller: Caller, once: Doing) -> Response:
    """Do the work that waits, then what the policy's strategies find; or only say what would be done, and why."""
    space = place(caller, body.space)
    return once(space, lambda: space.upkeep(dry_run=body.dry_run, strategies=body.strategies, now=body.now))


@routes.post("/reembed", response_model=answers.Embedded)
def reembed(body: InSpace, caller: Caller, once: Doing) -> Response:
    """Vectors of the embedder at hand for everything that lacks one."""
    space = place(caller, body.space)
    return once(space, lambda: {"embedded": space.reembed()})


@routes.get("/policy", response_model=answers.PolicyOf)
def policy(look: Annotated[queries.Look, Query()], caller: Caller) -> Response:
    """The policy of a space, and what of it differs from the default."""
    return answer(_policy(place(caller, look.space)))


@routes.put("/policy", response_model=answers.PolicyOf)
def set_policy(body: requests.SetPolicy, caller: Caller) -> Response:
    """Store another policy: the default with these changes."""
    space = place(caller, body.space)
    space.set_policy(Policy.from_changes(body.changes))
    return answer(_policy(space))


def _policy(space: Space) -> dict[str, object]:
    found = space.policy()
    return {"policy": found, "changes": found.changes()}
