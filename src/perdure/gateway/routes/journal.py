"""The journal: what was said and done, and what is made of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, Query
from starlette.responses import Response

from perdure.gateway.auth import Caller
from perdure.gateway.idempotency import Doing
from perdure.gateway.models import answers, queries, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router

routes = router("journal")

Distil = Annotated[requests.Distil, Body(default_factory=requests.Distil)]
"""Nothing has to be said: no body at all is the same as `{}`."""


@routes.post("/observe", response_model=answers.Entries)
def observe(body: requests.Observe, caller: Caller, once: Doing) -> Response:
    """Append turns to the journal; nothing is distilled."""
    space = place(caller, body.space)
    turns = [turn.turn() for turn in body.turns]
    return once(space, lambda: {"entries": space.observe(turns, wait=body.wait, source=body.source)})


@routes.post("/capture", response_model=answers.Captured)
def capture(body: requests.Capture, caller: Caller, once: Doing) -> Response:
    """Append turns to the journal and make memories of what they tell; the same turns again change nothing."""
    space = place(caller, body.space)
    turns = [turn.turn() for turn in body.turns]
    return once(space, lambda: space.capture(turns, session=body.session, source=body.source, wait=body.wait))


@routes.post("/distil", response_model=answers.Distilled)
def distil(body: Distil, caller: Caller, once: Doing) -> Response:
    """Make memories of what was observed and not distilled yet, in one session or in all."""
    space = place(caller, body.space)
    return once(space, lambda: space.distil(body.session))


@routes.get("/entries", response_model=answers.EntryPage)
def entries(look: Annotated[queries.Entries, Query()], caller: Caller) -> Response:
    """The journal in its order: of a session, a speaker, a stretch of time."""
    return answer(place(caller, look.space).entries(**look.given()))


@routes.get("/sessions", response_model=answers.Sessions)
def sessions(look: Annotated[queries.Look, Query()], caller: Caller) -> Response:
    """The sessions of the journal, in the order they began."""
    return answer({"items": place(caller, look.space).sessions()})
