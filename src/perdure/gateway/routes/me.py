"""Whom a token speaks for."""

from __future__ import annotations

from starlette.responses import Response

import perdure
from perdure.gateway.auth import Caller
from perdure.gateway.models import answers
from perdure.gateway.routes.answering import answer, router

routes = router("me")


@routes.get("/me", response_model=answers.Me)
def me(caller: Caller) -> Response:
    """Whom the token speaks for, what it may do, and what answers."""
    principal = caller.principal
    return answer(
        {
            "name": principal.name,
            "grants": [str(grant) for grant in principal.grants],
            "home": principal.home,
            "token": principal.token,
            "until": principal.until,
            "version": perdure.__version__,
            "embedder": caller.embedder,
        }
    )
