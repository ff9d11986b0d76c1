"""Tokens: made out of no more than the caller may do, listed, revoked."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

from fastapi import Header
from starlette.responses import Response

from perdure.domain.token import Token
from perdure.errors import InvalidValue
from perdure.gateway.auth import Caller
from perdure.gateway.models import answers, requests
from perdure.gateway.routes.answering import answer, router

routes = router("tokens")


@routes.get("/tokens", response_model=answers.Tokens)
def tokens(caller: Caller) -> Response:
    """Every token, for whoever administers the place; else the caller's own and those derived from it."""
    return answer({"items": [_shown(token) for token in caller.tokens.list()]})


@routes.post("/tokens", status_code=201, response_model=answers.NewToken)
def token_new(
    body: requests.MakeToken,
    caller: Caller,
    key: Annotated[str | None, Header(alias="Idempotency-Key", include_in_schema=False)] = None,
) -> Response:
    """Make a token that may do no more than the caller, and lasts no longer; its secret is shown this once."""
    if key is not None:
        raise InvalidValue(
            "a token is made without an idempotency key: its secret is kept nowhere, and cannot be told again"
        )
    made = caller.tokens.new(body.name, grants=body.grants, expires_at=body.expires_at, lasts=body.lasts())
    return answer({"secret": made.secret, "token": _shown(made.token)}, status=201)


@routes.delete("/tokens/{id}", response_model=answers.Revoked)
def token_revoke(id: str, caller: Caller) -> Response:  # noqa: A002  the record's own word
    """Revoke a token, and all that were derived from it."""
    return answer({"revoked": [token.id for token in caller.tokens.revoke(id)]})


def _shown(token: Token) -> dict[str, Any]:
    """A token without what it is recognised by."""
    names = [item.name for item in dataclasses.fields(token) if item.name not in ("digest", "grants")]
    return {name: getattr(token, name) for name in names} | {"grants": [str(grant) for grant in token.grants]}
