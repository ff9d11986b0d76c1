"""A model server with a memory: what speaks OpenAI's API is pointed here and passed on, chats with what is known put in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI, Request, Response

from perdure.gateway.options import GatewayOptions
from perdure.gateway.proxy.passing import Proxy, opened

METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]


def router(options: GatewayOptions) -> APIRouter:
    """The proxy below `/openai/v1`, for an app whose state has the `memory`. It opens and closes with the app."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with opened(app.state.memory, app.state.lookup, options) as proxy:
            app.state.proxy = proxy
            yield

    routes = APIRouter(lifespan=lifespan)

    @routes.api_route("/{path:path}", methods=METHODS, include_in_schema=False)
    async def passed(path: str, request: Request) -> Response:
        proxy: Proxy = request.app.state.proxy
        return await proxy.passed(request, path)

    return routes
