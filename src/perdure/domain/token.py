"""What a caller from outside shows, as the place keeps it: never the secret itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from perdure.domain.access import Grant, Principal


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """One token. `name` is whom it speaks for in histories; `digest` is the SHA-256 of its secret, in hex; `parent` the id of
    the token it was derived from."""

    id: str
    name: str
    digest: str
    grants: tuple[Grant, ...]
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    last_used_at: datetime | None = None
    parent: str | None = None

    def valid(self, now: datetime) -> bool:
        """Whether it opens anything at `now`."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    @property
    def principal(self) -> Principal:
        """Whom it speaks for."""
        return Principal(name=self.name, grants=self.grants, token=self.id, until=self.expires_at)


@dataclass(frozen=True, kw_only=True, slots=True)
class NewToken:
    """A token with its secret, which is shown this once and kept nowhere."""

    secret: str
    token: Token
