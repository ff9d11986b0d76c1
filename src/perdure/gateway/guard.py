"""What a request may not look like, whoever sends it: for another host, from a foreign page, with a secret in its address."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from perdure.errors import ForeignOrigin, InvalidRequest
from perdure.gateway.options import GatewayOptions
from perdure.gateway.problems import Refused

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

SECRETS = frozenset({"token", "access_token", "api_key", "api-key", "apikey", "key", "authorization", "x-api-key"})
"""Names under which a query string might carry a secret, which every log on the way would keep."""

PREFIX = "pdr_"

_HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::\d{1,5})?", re.IGNORECASE | re.ASCII)


def host_of(value: str) -> str | None:
    """The name in a Host header, without its port; None where it is none."""
    found = _HOST.fullmatch(value.strip())
    return None if found is None else (found["six"] or found["name"]).lower()


def check_host(headers: Headers, hosts: Collection[str]) -> None:
    """Raises Refused for a request under a name that is not ours: a page elsewhere may have pointed its own name at this
    machine."""
    shown = headers.getlist("host")
    name = host_of(shown[0]) if len(shown) == 1 else None
    if name is None or (name not in LOOPBACK and name not in hosts):
        raise Refused(ForeignOrigin("this gateway does not answer under that name; see --allow-host"), 421)


def check_origin(headers: Headers, origins: Collection[str]) -> None:
    """Raises ForeignOrigin for a request that a page of another origin sends. Call it after `check_host`."""
    shown = headers.getlist("origin")
    host = headers.get("host", "").strip().lower()
    own = {f"http://{host}", f"https://{host}", *origins}
    if any(origin.strip().lower() not in own for origin in shown):
        raise ForeignOrigin("pages of another origin may not call this gateway")


def check_query(query: bytes) -> None:
    """Raises InvalidRequest for a query string that carries a secret."""
    for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name.strip().lower() in SECRETS or PREFIX in name or PREFIX in value:
            raise InvalidRequest("a token goes into the Authorization header, never into the address")


class Guard:
    """Turns away what no caller of ours would send, before anything looks at it."""

    def __init__(self, app: ASGIApp, options: GatewayOptions) -> None:
        self.app = app
        self._hosts = frozenset(host.lower().strip("[]") for host in options.hosts)
        self._origins = frozenset(origin.lower() for origin in options.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            check_host(headers, self._hosts)
            check_origin(headers, self._origins)
            check_query(scope["query_string"])
        await self.app(scope, receive, send)
