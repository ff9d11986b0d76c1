"""Whose request it is: every address but the open ones is closed to who shows no good token."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

from fastapi import Depends, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from perdure.app import Perdure
from perdure.domain.access import Principal
from perdure.errors import InvalidToken, StoreBusy
from perdure.gateway.options import GatewayOptions
from perdure.gateway.places import at_home

OPEN = frozenset({"/healthz", "/openapi.json"})
"""The addresses that anybody may ask."""

OWN = "/openai/"
"""The model proxy, whose callers show their token in its own ways."""

PATIENCE = 5.0
"""Seconds in which a token has to be looked up."""

LOOKUPS = 8
"""Tokens that are looked up at once; the next waits its turn within its patience."""

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


class Lookup:
    """Looks tokens up beside the event loop: where the catalog is locked by another process, those who ask for a token wait, and
    nobody else. A thread more costs a sixth of a millisecond."""

    def __init__(self, memory: Perdure, options: GatewayOptions | None = None) -> None:
        self._memory = memory
        self._options = options or GatewayOptions()
        self._threads = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="perdure-tokens")

    async def principal(self, secret: str | None, *, patience: float = PATIENCE) -> Principal:
        """Whom a secret speaks for, at home here. Raises InvalidToken; StoreBusy, or what else the store raises, where that cannot be known."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(patience):
                return await loop.run_in_executor(self._threads, self._verified, secret)
        except TimeoutError as error:
            raise StoreBusy("the token could not be looked up in time") from error

    def _verified(self, secret: str | None) -> Principal:
        return at_home(self._memory.tokens.verify(secret), self._options)

    async def check(self) -> None:
        """Raises StoreError where no token can be looked up; one is looked up that there cannot be."""
        try:
            await self.principal("none")
        except InvalidToken:
            return

    def close(self) -> None:
        """Look nothing up any more; what still waits for the catalog is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class Verified:
    """Lets a request through as whoever its token speaks for."""

    def __init__(self, app: ASGIApp, memory: Perdure, lookup: Lookup) -> None:
        self.app = app
        self.memory = memory
        self.lookup = lookup

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] == "http" and scope["path"] not in OPEN and not scope["path"].startswith(OWN):
            secret = secret_of(Headers(scope=scope))
            if secret is None:
                raise InvalidToken
            principal = await self.lookup.principal(secret)
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
