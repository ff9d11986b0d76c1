"""The tokens of a gateway."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from perdure import wire
from perdure.client import sending, told
from perdure.client.connection import Connection
from perdure.client.link import segment
from perdure.domain.access import Grant
from perdure.domain.token import NewToken, Token
from perdure.errors import InvalidValue


class Tokens:
    """What opens the gateway: a token makes others that may do no more than itself. What they are recognised by is not told."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def new(
        self,
        name: str,
        *,
        grants: Iterable[str | Grant],
        expires_at: datetime | None = None,
        lasts: timedelta | None = None,
    ) -> NewToken:
        """A token that speaks for `name`; its secret is in the answer and nowhere else. Raises InvalidValue, Forbidden."""
        if not isinstance(name, str):
            raise InvalidValue(f"a token's name is a text, not {type(name).__name__}")
        if isinstance(grants, str | Grant):
            raise InvalidValue("grants are a list, such as ['user/alice:write']")
        body = sending.given(
            {
                "name": name,
                "expires_at": sending.moment(expires_at, "expires_at"),
                "lasts_seconds": None if lasts is None else lasts.total_seconds(),
            }
        )
        # no idempotency key: the gateway does not keep the secret, so it could not give it again
        made = self._connection.post(
            "tokens", {**body, "grants": [str(Grant.parse(grant)) for grant in grants]}, writes=False, again=False
        )
        return NewToken(secret=told.at(str, made, "secret"), token=_token(told.at(dict[str, Any], made, "token")))

    def list(self) -> list[Token]:
        """Every token, for whoever administers the place; else the client's own and those derived from it."""
        return [_token(one) for one in told.several(dict[str, Any], self._connection.get("tokens"))]

    def revoke(self, id: str) -> tuple[Token, ...]:  # noqa: A002  the record's own word
        """Revoke a token and all that were derived from it; gives those that changed. Raises NotFound."""
        revoked = told.at(list[str], self._connection.send("DELETE", f"tokens/{segment(id, 'token')}"), "revoked")
        return tuple(token for token in self.list() if token.id in revoked)


@told.reading
def _token(plain: Mapping[str, Any]) -> Token:
    grants = tuple(Grant.parse(grant) for grant in plain["grants"])
    return wire.value(Token, {**plain, "digest": "", "grants": grants})
