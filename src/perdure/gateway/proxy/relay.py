"""One request passed on to a model server, and its answer passed back byte for byte as it arrives."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httpx2
from anyio import CancelScope, create_task_group
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from perdure.errors import UpstreamUnavailable
from perdure.gateway.proxy.forwarding import Raw, downward
from perdure.gateway.proxy.hearing import Hearing
from perdure.gateway.proxy.refusal import refusal

log = logging.getLogger("perdure.gateway")

Listener = Callable[[Hearing], None]
"""Is told of a good answer once it is through, or broke off."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Onward:
    """The request as it goes on."""

    method: str
    url: httpx2.URL
    headers: Sequence[Raw]
    body: bytes


class Relay(Response):
    """An answer that another server gives. It ends with whichever side leaves first, and is asked for once."""

    def __init__(
        self,
        client: httpx2.AsyncClient,
        onward: Onward,
        *,
        more: Sequence[Raw] = (),
        listener: Listener | None = None,
    ) -> None:
        super().__init__()
        self._client = client
        self._onward = onward
        self._more = more
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and its answer back."""
        async with create_task_group() as both:

            async def watch() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                both.cancel_scope.cancel()

            both.start_soon(watch)
            await self._passed(scope, receive, send)
            both.cancel_scope.cancel()

    async def _passed(self, scope: Scope, receive: Receive, send: Send) -> None:
        onward = self._onward
        try:
            request = self._client.build_request(
                onward.method, onward.url, headers=list(onward.headers), content=onward.body or None
            )
            response = await self._client.send(request, stream=True)
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            log.warning("the model server did not answer: %s", type(error).__name__)
            answer = refusal(UpstreamUnavailable())
            answer.raw_headers.extend(self._more)
            return await answer(scope, receive, send)
        try:
            await self._streamed(response, send)
        finally:
            with CancelScope(shield=True):
                await response.aclose()

    async def _streamed(self, response: httpx2.Response, send: Send) -> None:
        """The answer; one that breaks off breaks off here as well, so that nobody takes it for whole."""
        headers = response.headers
        hearing = Hearing(headers.get("content-type", ""), headers.get("content-encoding", ""))
        start = {"type": "http.response.start", "status": response.status_code}
        try:
            await send({**start, "headers": [*downward(headers.raw), *self._more]})
            async for chunk in response.aiter_raw():
                hearing.feed(chunk)
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except httpx2.TransportError as error:
            # left without its end, the answer makes the server close the connection
            log.warning("the model server broke off: %s", type(error).__name__)
        else:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            if self._listener is not None and response.is_success:
                self._listener(hearing)
