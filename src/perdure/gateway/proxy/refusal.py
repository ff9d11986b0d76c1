"""What the proxy itself refuses, in the form that clients of OpenAI read."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.responses import Response

from perdure.errors import EmbedderError, PerdureError, StoreError
from perdure.gateway.problems import headers_of, status_of


def refusal(error: PerdureError, *, status: int | None = None, headers: Mapping[str, str] | None = None) -> Response:
    """The answer that tells of an error; what a store says of itself is not for callers."""
    status = status or status_of(error)
    inward = isinstance(error, StoreError | EmbedderError)
    message = (type(error).__doc__ or "").strip() if inward else str(error)
    sort = "authentication_error" if status == 401 else "invalid_request_error" if status < 500 else "server_error"
    body = {"error": {"message": message, "type": sort, "param": None, "code": error.code}}
    content = json.dumps(body, ensure_ascii=False).encode(errors="replace")
    return Response(
        content, status_code=status, media_type="application/json", headers={**headers_of(error), **(headers or {})}
    )
