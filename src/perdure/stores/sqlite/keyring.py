"""The tokens of a folder, in its catalog."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select, update

from perdure.domain.access import Grant
from perdure.domain.token import Token
from perdure.stores.rows import from_micros, maybe_micros, maybe_time, to_micros
from perdure.stores.sqlite.catalog import Catalog, tokens


class SqliteKeyring:
    """Reads make no catalog; every write is one transaction."""

    def __init__(self, catalog: Catalog, *, zone: tzinfo) -> None:
        self._catalog = catalog
        self._zone = zone

    def add(self, token: Token) -> None:
        """Keep a token."""
        with self._catalog.writing() as connection:
            connection.execute(insert(tokens), _row(token))

    def begin(self, token: Token) -> bool:
        """Keep a token if there was never any."""
        with self._catalog.writing() as connection:
            if connection.execute(select(tokens.c.id).limit(1)).first() is not None:
                return False
            connection.execute(insert(tokens), _row(token))
            return True

    def tokens(self) -> list[Token]:
        """Every token, in the order they were made."""
        with self._catalog.reading(tokens) as connection:
            return [] if connection is None else self._all(connection)

    def get(self, token_id: str) -> Token | None:
        """The token of that id."""
        return self._one(tokens.c.id == token_id)

    def by_digest(self, digest: str) -> Token | None:
        """The token whose secret has that digest."""
        return self._one(tokens.c.digest == digest)

    def revoke(self, token_id: str, at: datetime) -> tuple[Token, ...]:
        """Revoke a token and all that were derived from it."""
        with self._catalog.writing() as connection:
            known = self._all(connection)
            ids = _descent(known, token_id)
            revoked = [replace(token, revoked_at=at) for token in known if token.id in ids and token.revoked_at is None]
            wanted = tokens.c.id.in_([token.id for token in revoked])
            connection.execute(update(tokens).where(wanted).values(revoked_at=to_micros(at)))
            return tuple(revoked)

    def used(self, token_id: str, at: datetime) -> None:
        """Note the last use."""
        with self._catalog.writing() as connection:
            connection.execute(update(tokens).where(tokens.c.id == token_id).values(last_used_at=to_micros(at)))

    def _all(self, connection: Connection) -> list[Token]:
        return [self._token(row) for row in connection.execute(select(tokens).order_by(tokens.c.no))]

    def _one(self, wanted: ColumnElement[bool]) -> Token | None:
        with self._catalog.reading(tokens) as connection:
            row = None if connection is None else connection.execute(select(tokens).where(wanted)).first()
            return None if row is None else self._token(row)

    def _token(self, row: Any) -> Token:
        return Token(
            id=row.id,
            name=row.name,
            digest=row.digest,
            grants=tuple(Grant.parse(line) for line in row.grants.split("\n")),
            created_at=from_micros(row.created_at, self._zone),
            expires_at=maybe_time(row.expires_at, self._zone),
            revoked_at=maybe_time(row.revoked_at, self._zone),
            last_used_at=maybe_time(row.last_used_at, self._zone),
            parent=row.parent,
        )


def _row(token: Token) -> dict[str, Any]:
    return {
        "id": token.id,
        "name": token.name,
        "digest": token.digest,
        "grants": "\n".join(map(str, token.grants)),
        "created_at": to_micros(token.created_at),
        "expires_at": maybe_micros(token.expires_at),
        "revoked_at": maybe_micros(token.revoked_at),
        "last_used_at": maybe_micros(token.last_used_at),
        "parent": token.parent,
    }


def _descent(known: Iterable[Token], root: str) -> set[str]:
    """The ids of a token and of all that were derived from it; parents come first."""
    ids = {root}
    for token in known:
        if token.parent in ids:
            ids.add(token.id)
    return ids
