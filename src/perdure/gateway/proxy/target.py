"""Where a request goes on to: below the address of a model server, whatever the caller wrote, and with whose key."""

from __future__ import annotations

import re

import httpx2

from perdure.app.tokens import PREFIX
from perdure.errors import InvalidRequest, UpstreamUnavailable

BELOW = b"/openai/v1/"

MODELS = "/models/"
"""Where the names of models stand, which may hold slashes."""

KEYED = {
    "POST": frozenset(
        {
            "/chat/completions",
            "/completions",
            "/responses",
            "/embeddings",
            "/moderations",
            "/audio/speech",
            "/audio/transcriptions",
            "/audio/translations",
        }
    )
}
"""What the gateway's own key is for: what is answered at once. What is kept on the server, as files, stored answers and
fine-tuning, belongs to all who have that key, and is nobody's to read with a token of Perdure."""

_LISTED = ("GET", "HEAD")

_CONTROL = re.compile(r"%(?:[01][0-9a-f]|7f)", re.IGNORECASE)
_SLASH = re.compile(r"%(?:2f|5c)|\\", re.IGNORECASE)


def address(raw_path: bytes) -> str:
    """What stands below the proxy's own address, as it was sent and with its first slash. Raises InvalidRequest for what might
    lead elsewhere, or holds a token."""
    path = raw_path[len(BELOW) - 1 :].decode("latin-1")
    if not raw_path.startswith(BELOW) or not path.isascii() or not path.isprintable() or PREFIX in path:
        raise InvalidRequest("the path leads nowhere")
    steps = re.sub(_SLASH, "/", re.sub("%2e", ".", path, flags=re.IGNORECASE)).split("/")
    named = path.startswith(MODELS) and "\\" not in path
    if (
        any(step.partition(";")[0] in (".", "..") for step in steps)
        or _CONTROL.search(path)
        or (_SLASH.search(path) and not named)
    ):
        raise InvalidRequest("the path leads nowhere")
    return path


def target(server: str, below: str, query: bytes) -> httpx2.URL:
    """The whole address of a request to a model server. Raises InvalidRequest where it would be any other server's or lie beside
    the server's own path, UpstreamUnavailable where the server has none."""
    try:
        base = httpx2.URL(server.rstrip("/"))
    except httpx2.InvalidURL as error:
        raise UpstreamUnavailable("the address of the model server is none") from error
    if base.scheme not in ("http", "https") or not base.host:
        raise UpstreamUnavailable("the address of the model server is none")
    own = base.raw_path.partition(b"?")[0].rstrip(b"/")
    try:
        found = base.copy_with(raw_path=own + below.encode("ascii") + (b"?" + query if query else b""))
    except (httpx2.InvalidURL, UnicodeError) as error:
        raise InvalidRequest("the path leads nowhere") from error
    same = all(
        getattr(found, part) == getattr(base, part) for part in ("scheme", "raw_host", "host", "port", "userinfo")
    )
    if not same or not below.startswith("/") or not found.raw_path.startswith(own + b"/"):
        raise InvalidRequest("the path leads nowhere")
    return found


def keyed(method: str, below: str) -> bool:
    """Whether the gateway's own key is for this."""
    if method in _LISTED:
        return below == "/models" or below.startswith(MODELS)
    return below.rstrip("/") in KEYED.get(method, ())
