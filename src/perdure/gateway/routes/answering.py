"""How the routes answer, and how their answers are described."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.responses import Response

from perdure.gateway.models.description import PROBLEMS
from perdure.wire import plain

V1 = "/v1"


def router(tag: str) -> APIRouter:
    """Routes of one matter, each known by the name of its verb."""
    return APIRouter(prefix=V1, tags=[tag], responses=dict(PROBLEMS), generate_unique_id_function=verb)


def verb(route: APIRoute) -> str:
    """The name under which a route is known to programs that read the description of the API."""
    return route.name


def answer(value: Any, *, status: int = 200) -> Response:
    """A value as JSON, with its characters as they are; a memory's version is its ETag."""
    told = plain(value)
    content = json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(content.encode(), status_code=status, media_type="application/json", headers=tag_of(told))


def tag_of(told: Any) -> dict[str, str]:
    """The ETag of an answer that is one memory, or says what became of one; nothing for any other."""
    match told:
        case {"outcome": str(), "memory": {"version": int(version)}} | {
            "id": str(),
            "kind": str(),
            "version": int(version),
        }:
            return {"ETag": f'"{version}"'}
        case _:
            return {}
