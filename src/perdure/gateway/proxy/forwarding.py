"""Which headers go on to the model server, and which come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from perdure.app.tokens import PREFIX

Raw = tuple[bytes, bytes]

_HOP = frozenset(
    (
        b"connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade"
    ).split()
)
"""What concerns one connection alone."""

_NOT_UP = _HOP | frozenset(b"host authorization cookie accept-encoding expect content-length".split())
"""Of the caller and this gateway; the length is that of the body which is sent on."""

_NOT_DOWN = _HOP | frozenset(
    b"date server set-cookie alt-svc strict-transport-security public-key-pins clear-site-data".split()
)
"""What a server says of its own address, which is not this one."""

_OWN = b"x-perdure-"
_SECRET = PREFIX.encode()


def upward(headers: Iterable[Raw], authorization: str | None, *, length: bool = False) -> list[Raw]:
    """The headers of a request as they go on: without anything of Perdure's, a token in whatever header above all.

    `length`: the body goes on as it comes, and so does its length.
    """
    given = [(name.lower(), value) for name, value in headers]
    left_out = (_NOT_UP - {b"content-length"} if length else _NOT_UP) | _named(given)
    kept = [
        (name, value)
        for name, value in given
        if name not in left_out and not name.startswith(_OWN) and _SECRET not in value
    ]
    kept.append((b"accept-encoding", b"identity"))  # what comes back is read along, and passed on as it comes
    if authorization is not None:
        kept.append((b"authorization", authorization.encode("latin-1")))
    return kept


def downward(headers: Iterable[Raw]) -> list[Raw]:
    """The headers of an answer as they come back."""
    given = [(name.lower(), value) for name, value in headers]
    left_out = _NOT_DOWN | _named(given)
    kept = [
        (name, value)
        for name, value in given
        if name not in left_out and not name.startswith((_OWN, b"access-control-"))
    ]
    if any(name == b"content-type" and value.startswith(b"text/event-stream") for name, value in kept):
        kept.append((b"x-accel-buffering", b"no"))  # proxies in front of this one must not gather the stream
    return kept


def _named(headers: Sequence[Raw]) -> frozenset[bytes]:
    """Headers that a `Connection` header declares to concern this connection alone."""
    said = b",".join(value for name, value in headers if name == b"connection")
    return frozenset(name.strip().lower() for name in said.split(b","))
