"""How the tests of the routes ask: a verb, a space, the fields; and what they expect back."""

from __future__ import annotations

from typing import Any

import httpx2


def ask(client: httpx2.Client, verb: str, space: str | None = None, /, *, status: int = 200, **fields: Any) -> Any:
    """The answer of a POST verb, which has to have this status."""
    body = fields if space is None else {"space": space, **fields}
    return told(client.post(f"/v1/{verb}", json=body), status)


def look(client: httpx2.Client, what: str, space: str | None = None, /, *, status: int = 200, **query: Any) -> Any:
    """The answer of a look."""
    params = query if space is None else {"space": space, **query}
    return told(client.get(f"/v1/{what}", params=params), status)


def told(response: httpx2.Response, status: int = 200) -> Any:
    assert response.status_code == status, (response.status_code, response.text)
    kind = "application/problem+json" if status >= 400 else "application/json"
    assert response.headers["content-type"] == kind
    return response.json()
