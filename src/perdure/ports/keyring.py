"""Where the tokens of a place are kept."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from perdure.domain.token import Token


class Keyring(Protocol):
    """The tokens of a place, which belong to all its spaces together. Reading makes no file."""

    def add(self, token: Token) -> None:
        """Keep a token. Raises InvalidToken where the one it is derived from was revoked meanwhile."""
        ...

    def begin(self, token: Token) -> bool:
        """Keep a token if there was never any; False if there was. Of two processes that begin at once one adds it."""
        ...

    def tokens(self) -> list[Token]:
        """Every token that was ever made, in the order they were made."""
        ...

    def get(self, token_id: str) -> Token | None:
        """The token of that id."""
        ...

    def by_digest(self, digest: str) -> Token | None:
        """The token whose secret has that digest."""
        ...

    def revoke(self, token_id: str, at: datetime) -> tuple[Token, ...]:
        """Revoke a token and all that were derived from it, however far, in one step; gives those that changed."""
        ...

    def used(self, token_id: str, at: datetime) -> None:
        """Note the last use. Never waits: raises a StoreError where it cannot be noted now."""
        ...
