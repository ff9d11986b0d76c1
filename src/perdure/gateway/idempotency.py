"""A request that comes again under its idempotency key is answered again, and done once."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Header
from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError
from starlette.requests import Request
from starlette.responses import Response

from perdure.app.space import Space
from perdure.domain.reply import Reply
from perdure.errors import IdempotencyConflict, PerdureError
from perdure.gateway.auth import Caller
from perdure.gateway.problems import MEDIA_TYPE, problem
from perdure.gateway.routes.answering import answer, tag_of

REPLAYED = "Idempotent-Replay"
"""The header that says: this was answered before."""

LONGEST = 200


def _checked(key: str) -> str:
    if not 1 <= len(key) <= LONGEST or not all("!" <= char <= "~" for char in key):
        raise PydanticCustomError("idempotency_key", f"is 1 to {LONGEST} visible ASCII characters, without spaces")
    return key


Key = Annotated[
    Annotated[
        str,
        AfterValidator(_checked),
        WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"^[\x21-\x7e]+$"}),
    ]
    | None,
    Header(
        alias="Idempotency-Key",
        description="The same request under the same key is done once, and answered the same for 24 hours.",
    ),
]


class Running:
    """The keys whose first request is not answered yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._keys: set[str] = set()

    @contextmanager
    def only(self, key: str) -> Iterator[None]:
        """Hold a key. Raises IdempotencyConflict where another request holds it."""
        with self._lock:
            if key in self._keys:
                raise IdempotencyConflict("the first request under this idempotency key still runs")
            self._keys.add(key)
        try:
            yield
        finally:
            with self._lock:
                self._keys.discard(key)


@dataclass(frozen=True, kw_only=True, slots=True)
class Once:
    """Does what a request asks, or gives the answer again that the same request got before."""

    key: str | None = None
    request: str = ""
    running: Running = field(default_factory=Running)

    def __call__(self, space: Space, act: Callable[[], object], *, status: int = 200) -> Response:
        """The answer with what `act` gives, which is kept in the space where the request has a key. Raises as `act` does, and
        IdempotencyConflict."""
        if self.key is None:
            return answer(act(), status=status)
        with self.running.only(self.key):
            kept = space.replies.get(self.key)
            if kept is not None:
                return self._again(kept)
            response = _attempted(act, status)
            if response.status_code < 500:
                body = bytes(response.body).decode()
                space.replies.keep(self.key, request=self.request, status=response.status_code, body=body)
            return response

    def _again(self, kept: Reply) -> Response:
        if kept.request != self.request:
            raise IdempotencyConflict("this idempotency key was used for another request")
        media_type = MEDIA_TYPE if kept.status >= 400 else "application/json"
        headers = tag_of(json.loads(kept.body)) | {REPLAYED: "true"}
        return Response(kept.body.encode(), status_code=kept.status, media_type=media_type, headers=headers)


def _attempted(act: Callable[[], object], status: int) -> Response:
    try:
        return answer(act(), status=status)
    except PerdureError as error:
        return problem(error)


async def once(request: Request, caller: Caller, key: Key = None) -> Once:
    """How the request at hand is done once."""
    if key is None:
        return Once()
    state = request.app.state
    if not hasattr(state, "running"):
        state.running = Running()
    condition = ",".join(request.headers.getlist("if-match"))
    asked = hashlib.sha256(f"{request.method} {request.url.path}?{request.url.query}\n{condition}\n".encode())
    asked.update(await request.body())
    mine = hashlib.sha256(f"{caller.principal.token}\n{key}".encode()).hexdigest()
    return Once(key=mine, request=asked.hexdigest(), running=state.running)


Doing = Annotated[Once, Depends(once)]
"""Done once, however often it is asked under one key."""
