"""Reviews: the decisions that wait for a person."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, Query
from starlette.responses import Response

from perdure.gateway.auth import Caller
from perdure.gateway.idempotency import Doing
from perdure.gateway.models import answers, queries, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router

routes = router("review")

Because = Annotated[requests.Because, Body(default_factory=requests.Because)]
"""No reason has to be given: no body at all is the same as `{}`."""


@routes.get("/reviews", response_model=answers.ReviewPage)
def reviews(look: Annotated[queries.Reviews, Query()], caller: Caller) -> Response:
    """Reviews in the order they were asked: those that are open, unless other states are named."""
    return answer(place(caller, look.space).review.list(**look.options()))


@routes.get("/reviews/{id}", response_model=answers.Review)
def review(id: str, look: Annotated[queries.Look, Query()], caller: Caller) -> Response:  # noqa: A002  its own word
    """One question, with both sides and what accepting does."""
    return answer(place(caller, look.space).review.get(id))


@routes.post("/reviews/{id}/accept", response_model=answers.Outcome)
def accept(id: str, body: Because, caller: Caller, once: Doing) -> Response:  # noqa: A002
    """Say yes."""
    space = place(caller, body.space)
    return once(space, lambda: space.review.accept(id, reason=body.reason))


@routes.post("/reviews/{id}/reject", response_model=answers.Outcome)
def reject(id: str, body: Because, caller: Caller, once: Doing) -> Response:  # noqa: A002
    """Say no."""
    space = place(caller, body.space)
    return once(space, lambda: space.review.reject(id, reason=body.reason))


@routes.post("/reviews/{id}/edit", response_model=answers.Outcome)
def edit(id: str, body: requests.Edit, caller: Caller, once: Doing) -> Response:  # noqa: A002
    """Say yes in other words, which hold instead."""
    space = place(caller, body.space)
    return once(space, lambda: space.review.edit(id, body.text, reason=body.reason))
