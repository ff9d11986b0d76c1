"""What went wrong, as HTTP says it: one map from the library's errors to statuses, one form for all of them."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match

from perdure import errors
from perdure.errors import InvalidRequest, NotFound, PerdureError, VersionConflict

log = logging.getLogger("perdure.gateway")

MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[type[PerdureError], int] = {
    errors.PerdureError: 500,
    errors.InvalidInput: 400,
    errors.InvalidText: 400,
    errors.InvalidQuery: 400,
    errors.InvalidValue: 400,
    errors.InvalidSpaceName: 400,
    errors.InvalidPolicy: 400,
    errors.UnknownKind: 400,
    errors.InvalidRequest: 400,
    errors.RequestTooLarge: 413,
    errors.AccessDenied: 403,
    errors.InvalidToken: 401,
    errors.Forbidden: 403,
    errors.ForeignOrigin: 403,
    errors.IdempotencyConflict: 409,
    errors.NotFound: 404,
    errors.VersionConflict: 409,
    errors.PermanentMemory: 409,
    errors.ReviewDecided: 409,
    errors.SessionClosed: 409,
    errors.UpkeepRunning: 409,
    errors.StoreError: 503,
    errors.StoreBusy: 503,
    errors.StoreFull: 507,
    errors.StoreReadOnly: 503,
    errors.StoreDamaged: 503,
    errors.ForeignFile: 503,
    errors.StoreTooNew: 503,
    errors.StoreClosed: 503,
    errors.UnsupportedStore: 503,
    errors.EmbedderError: 503,
    errors.EmbedderUnavailable: 503,
    errors.EmbedderMismatch: 503,
    errors.ModelError: 503,
    errors.ModelUnavailable: 503,
    errors.ModelReplyInvalid: 503,
    errors.ModelBudgetSpent: 503,
    errors.GatewayError: 503,
    errors.GatewayUnavailable: 503,
    errors.UpstreamUnavailable: 502,
    errors.MissingExtra: 501,
    errors.ImportFailed: 400,
    errors.ArchiveDamaged: 400,
    errors.ArchiveTooNew: 400,
    errors.WrongPassphrase: 400,
    errors.ExportFailed: 503,
    errors.ImportSettled: 409,
}
"""The status of every error there is; a class of somebody else's counts as the one it is derived from."""

HEADERS: Mapping[type[PerdureError], Mapping[str, str]] = {
    errors.InvalidToken: {"www-authenticate": 'Bearer realm="perdure"'},
    errors.StoreBusy: {"retry-after": "1"},
    errors.GatewayUnavailable: {"retry-after": "1"},
}

_OURS = (errors.StoreError, errors.EmbedderError, errors.ModelError)
"""Faults of this side: what they say is for whoever runs the gateway, not for whoever calls it."""

_TELLS_VALUE = ("value_error", "assertion_error", "union_tag_invalid", "uuid_parsing")
"""Pydantic's messages that may repeat what was sent; those of parsers may as well."""


_LATIN, _OTHER = r"A-Za-z\u00c0-\u024f", r"[^\W\d_A-Za-z\u00c0-\u024f]"
_NAME = re.compile(rf"[{_LATIN}_][{_LATIN}0-9_-]{{0,39}}|{_OTHER}{{1,8}}")
"""One word in one script."""

_BEGINS = re.compile(rf"[{_LATIN}_]{{1,8}}|{_OTHER}{{1,4}}")


class Refused(Exception):
    """A request that gets another status than its error has by itself."""

    def __init__(self, error: PerdureError, status: int) -> None:
        super().__init__(str(error))
        self.error = error
        self.status = status


def status_of(error: PerdureError) -> int:
    """The HTTP status of an error."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def headers_of(error: PerdureError) -> Mapping[str, str]:
    """What the answer to an error says in its headers."""
    return next((HEADERS[kind] for kind in type(error).__mro__ if kind in HEADERS), {})


def problem(error: PerdureError, *, status: int | None = None, headers: Mapping[str, str] | None = None) -> Response:
    """The answer that tells of an error."""
    if isinstance(error, _OURS):
        log.warning("%s: %s", error.code, error if isinstance(error, errors.StoreError) else type(error).__name__)
    body: dict[str, Any] = {"detail": _title(error) if isinstance(error, _OURS) else str(error)}
    if isinstance(error, VersionConflict):
        body |= {"expected": error.expected, "actual": error.actual}
    return _answer(
        status or status_of(error), error.code, _title(error), body, headers={**headers_of(error), **(headers or {})}
    )


def fields(found: Sequence[Any]) -> list[dict[str, str]]:
    """Pydantic's complaints by field, without a word of what was sent."""
    return [{"field": _place(one["loc"]), "problem": _complaint(one)} for one in found]


def handle(app: FastAPI) -> None:
    """Answer every error of an app's routes as a problem."""
    app.exception_handler(PerdureError)(_ours)
    app.exception_handler(RequestValidationError)(_invalid)
    app.exception_handler(HTTPException)(_http)
    app.exception_handler(Refused)(_refused)
    app.exception_handler(ClientDisconnect)(_gone)
    app.exception_handler(Exception)(_unforeseen)


async def _ours(_request: Request, error: Exception) -> Response:
    assert isinstance(error, PerdureError)
    return problem(error)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem(error.error, status=error.status)


async def _gone(_request: Request, _error: Exception) -> None:
    """Nobody is left to answer."""


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = fields(error.errors())
    detail = "; ".join(f"{one['field']}: {one['problem']}" for one in found[:10])
    return _answer(422, InvalidRequest.code, _title(InvalidRequest()), {"detail": detail, "errors": found[:100]})


async def _http(request: Request, error: Exception) -> Response:
    """What the framework itself refuses: an unknown path, another method, a body it cannot read."""
    assert isinstance(error, HTTPException)
    told: PerdureError
    headers = error.headers
    match error.status_code:
        case 404:
            told = NotFound("there is nothing at this address")
        case 405:
            told = InvalidRequest("this address does not take this method")
            headers = {"allow": ", ".join(_methods(request))}
        case 413:
            told = errors.RequestTooLarge()
        case _:
            told = InvalidRequest()
    return problem(told, status=error.status_code, headers=headers)


def _methods(request: Request) -> list[str]:
    """The methods of an address, of all the routes that it has."""
    scopes = {
        method: {**request.scope, "method": method} for method in ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
    }
    return [
        method
        for method, scope in scopes.items()
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
    ]


async def _unforeseen(_request: Request, error: Exception) -> Response:
    """Its message may hold what somebody remembers; its type and the place it comes from do not."""
    log.error("unforeseen: %s", whereabouts(error))
    title = "Something went wrong inside the gateway."
    return _answer(500, "internal_error", title, {"detail": title}, headers={"connection": "close"})


def whereabouts(error: BaseException) -> str:
    """An error by its type and the calls that led to it, without any value."""
    steps = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        steps.append(f"{code.co_filename}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " < ".join([type(error).__name__, *reversed(steps[-8:])])


def _answer(
    status: int, code: str, title: str, more: Mapping[str, Any], *, headers: Mapping[str, str] | None = None
) -> Response:
    body = {"type": f"urn:perdure:error:{code}", "title": title, "status": status, "code": code, **more}
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
    return Response(content, status_code=status, media_type=MEDIA_TYPE, headers=dict(headers or {}))


def _title(error: PerdureError) -> str:
    return (type(error).__doc__ or "").strip().partition("\n")[0]


def _place(steps: Sequence[int | str]) -> str:
    """Where in the request."""
    return ".".join(str(step) if isinstance(step, int) else _named(step) for step in steps) or "request"


def _named(name: str) -> str:
    """The name of a field, in whatever script. What is longer than names are, or written as no name is, may be what somebody
    remembers, or a secret: only how it begins is repeated."""
    if name.startswith("pdr_"):
        return "…"
    if _NAME.fullmatch(name):
        return name
    begins = _BEGINS.match(name)
    return f"{begins[0]}…" if begins else "…"


def _complaint(one: Mapping[str, Any]) -> str:
    kind = str(one["type"])
    if kind in _TELLS_VALUE or kind.endswith("_parsing"):
        return "is not valid here"
    return str(one["msg"])
