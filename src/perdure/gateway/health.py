"""Whether the gateway is well, and its numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from perdure import __version__
from perdure.errors import StoreError
from perdure.gateway.auth import Caller, Lookup
from perdure.gateway.metrics import Metrics
from perdure.gateway.models.description import PROBLEMS

router = APIRouter(tags=["gateway"])

_UNWELL: Mapping[int | str, dict[str, Any]] = {503: {"description": "The place cannot be read at the moment."}}


@router.head("/healthz", include_in_schema=False)
@router.get(
    "/healthz", summary="Whether the gateway can serve its place", operation_id="healthz", responses=dict(_UNWELL)
)
async def healthz(request: Request) -> Response:
    """Open to everybody; says nothing about what the place holds, and costs no more than a request that is refused."""
    lookup: Lookup = request.app.state.lookup
    try:
        await lookup.check()
    except StoreError:
        return _said("unavailable", status=503)
    return _said("ok", status=200)


@router.get(
    "/metrics",
    summary="Numbers for Prometheus",
    operation_id="metrics",
    response_class=PlainTextResponse,
    responses={status: PROBLEMS[status] for status in (401, 503)},
)
def metrics(request: Request, _caller: Caller) -> Response:
    """Requests by route, calls by verb, live sessions and the process; for any token."""
    numbers: Metrics = request.app.state.metrics
    return numbers.page()


def _said(status_word: str, *, status: int) -> Response:
    content = json.dumps({"status": status_word, "version": __version__}).encode()
    return Response(content, status_code=status, media_type="application/json")
