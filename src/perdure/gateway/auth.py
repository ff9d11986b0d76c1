"""Whose request it is: every address but the open ones is closed to who shows no good token."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from perdure.app import Perdure
from perdure.errors import InvalidToken

OPEN = frozenset({"/healthz", "/openapi.json"})
"""The addresses that anybody may ask."""

OWN = "/openai/"
"""The model proxy, whose callers show their token in its own ways."""

_PLACE = "place"

bearer = HTTPBearer(auto_error=False, scheme_name="token", description="A token of `perdure token new`: `pdr_…`.")


def secret_of(headers: Headers) -> str | None:
    """The secret that a request shows: a bearer token, else an `X-API-Key`; None where it shows none, or several."""
    shown = headers.getlist("authorization")
    if len(shown) > 1 or len(headers.getlist("x-api-key")) > 1:
        return None
    scheme, _, secret = (shown[0] if shown else "").strip().partition(" ")
    if scheme.lower() == "bearer" and secret.strip():
        return secret.strip()
    return headers.get("x-api-key", "").strip() or None


class Verified:
    """Lets a request through as whoever its token speaks for."""

    def __init__(self, app: ASGIApp, memory: Perdure) -> None:
        self.app = app
        self.memory = memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] == "http" and scope["path"] not in OPEN and not scope["path"].startswith(OWN):
            secret = secret_of(Headers(scope=scope))
            if secret is None:
                raise InvalidToken
            principal = self.memory.tokens.verify(secret)  # a tenth of a millisecond, and it waits for no other writer
            scope.setdefault("state", {})[_PLACE] = self.memory.acting(principal)
        await self.app(scope, receive, send)


def place_of(scope: Scope) -> Perdure:
    """The place as the caller of a request may use it. Raises InvalidToken where the request came past the gate."""
    place = scope.get("state", {}).get(_PLACE)
    if not isinstance(place, Perdure):
        raise InvalidToken
    return place


async def caller(
    request: Request, _shown: Annotated[HTTPAuthorizationCredentials | None, Security(bearer)] = None
) -> Perdure:
    """The place as the request's token may use it."""
    return place_of(request.scope)


Caller = Annotated[Perdure, Depends(caller)]
"""The place as the request's token may use it: every verb asks whether that token may."""
