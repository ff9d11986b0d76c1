"""Who calls the proxy, and with which key it speaks to the model behind it: tools can often set one key alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.datastructures import Headers

from perdure.app.tokens import PREFIX


@dataclass(frozen=True, kw_only=True, slots=True)
class Credentials:
    """`secret` is a token of Perdure; `authorization` is what goes to the model server in the caller's name, None where that is
    left to the gateway."""

    secret: str | None = field(repr=False)
    authorization: str | None = field(repr=False)


def credentials(headers: Headers) -> Credentials:
    """What a request shows: `X-Perdure-Token` beside the model server's own authorization, or `Authorization: Bearer` with the
    token, or with `TOKEN:KEY`. Nothing where a header is there twice."""
    own, given = headers.getlist("x-perdure-token"), headers.getlist("authorization")
    if len(own) > 1 or len(given) > 1:
        return Credentials(secret=None, authorization=None)
    secret = own[0].strip() if own else None
    authorization = given[0].strip() if given else ""
    scheme, _, shown = authorization.partition(" ")
    if scheme.lower() == "bearer" and shown.strip().startswith(PREFIX):
        token, _, key = shown.strip().partition(":")
        secret, authorization = secret or token, f"Bearer {key}" if key else ""
    foreign = PREFIX not in authorization  # a token, however it is wrapped, is nothing to a model server
    return Credentials(secret=secret, authorization=authorization if authorization and foreign else None)
