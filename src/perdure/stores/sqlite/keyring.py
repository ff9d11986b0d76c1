"""The tokens of a folder, in its catalog."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.dialects import sqlite

from perdure.domain.access import Grant
from perdure.domain.token import Token
from perdure.errors import InvalidInput, InvalidToken, StoreDamaged
from perdure.stores.reading import chunks
from perdure.stores.rows import from_micros, maybe_micros, maybe_time, to_micros
from perdure.stores.sqlite.catalog import Catalog, tokens


class _Row(NamedTuple):
    """A token as the table has it."""

    no: int
    id: str
    name: str
    digest: str
    grants: str
    created_at: int
    expires_at: int | None
    revoked_at: int | None
    last_used_at: int | None
    parent: str | None


_ROWS = select(*(tokens.c[name] for name in _Row._fields))
_ALL = _ROWS.order_by(tokens.c.no)
_ANY = select(tokens.c.id).limit(1)
_BY = {
    name: str(_ROWS.where(tokens.c[name] == bindparam("value")).compile(dialect=sqlite.dialect()))
    for name in ("id", "digest")
}


class SqliteKeyring:
    """Reads make no catalog; every write is one transaction."""

    def __init__(self, catalog: Catalog, *, zone: tzinfo) -> None:
        self._catalog = catalog
        self._zone = zone

    def add(self, token: Token) -> None:
        """Keep a token. Raises InvalidToken where the one it is derived from is no longer good."""
        with self._catalog.writing() as connection:
            if token.parent is not None:
                mine = select(tokens.c.revoked_at).where(tokens.c.id == token.parent)
                parent = connection.execute(mine).first()
                if parent is None or parent.revoked_at is not None:
                    raise InvalidToken("the token it is derived from was revoked")
            connection.execute(insert(tokens), _row(token))

    def begin(self, token: Token) -> bool:
        """Keep a token if there was never any."""
        with self._catalog.writing() as connection:
            if connection.execute(_ANY).first() is not None:
                return False
            connection.execute(insert(tokens), _row(token))
            return True

    def tokens(self) -> list[Token]:
        """Every token, in the order they were made."""
        with self._catalog.reading(tokens) as connection:
            return [] if connection is None else self._all(connection)

    def get(self, token_id: str) -> Token | None:
        """The token of that id."""
        return self._one("id", token_id)

    def by_digest(self, digest: str) -> Token | None:
        """The token whose secret has that digest."""
        return self._one("digest", digest)

    def revoke(self, token_id: str, at: datetime) -> tuple[Token, ...]:
        """Revoke a token and all that were derived from it."""
        with self._catalog.writing() as connection:
            known = self._all(connection)
            ids = _descent(known, token_id)
            revoked = [replace(token, revoked_at=at) for token in known if token.id in ids and token.revoked_at is None]
            for part in chunks([token.id for token in revoked]):
                connection.execute(update(tokens).where(tokens.c.id.in_(part)).values(revoked_at=to_micros(at)))
            return tuple(revoked)

    def used(self, token_id: str, at: datetime) -> None:
        """Note the last use; whoever has the lock is not waited for."""
        with self._catalog.writing(patient=False) as connection:
            connection.execute(update(tokens).where(tokens.c.id == token_id).values(last_used_at=to_micros(at)))

    def _all(self, connection: Connection) -> list[Token]:
        return [self._token(_Row._make(row)) for row in connection.execute(_ALL)]

    def _one(self, column: str, value: str) -> Token | None:
        """By one of the indexed columns; past SQLAlchemy, which takes longer than SQLite, for every request asks this."""
        with self._catalog.reading(tokens) as connection:
            if connection is None:
                return None
            with closing(connection.connection.cursor()) as cursor:
                found = cursor.execute(_BY[column], (value,)).fetchone()
        return None if found is None else self._token(_Row._make(found))

    def _token(self, row: _Row) -> Token:
        try:
            grants = tuple(Grant.parse(line) for line in row.grants.split("\n"))
        except InvalidInput as error:
            raise StoreDamaged(f"{self._catalog.path}: the token {row.id} cannot be read: {error}") from error
        return Token(
            id=row.id,
            name=row.name,
            digest=row.digest,
            grants=grants,
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
