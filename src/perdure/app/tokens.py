"""The tokens of a place: made, listed, revoked, and turned into whom they speak for."""

from __future__ import annotations

import hashlib
import logging
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from perdure.app.core import Core
from perdure.capture.intake import aware
from perdure.domain.access import RESERVED, WHOLE_PLACE, Grant, Principal, Right, administers, beyond
from perdure.domain.token import NewToken, Token
from perdure.errors import Forbidden, InvalidToken, InvalidValue, NotFound, StoreError
from perdure.text.privacy import KEEP_CONTACTS, guard

log = logging.getLogger("perdure")

PREFIX = "pdr_"
"""What every secret begins with, so that people and scanners know it for one."""

LONGEST_DERIVED = timedelta(days=90)
"""How long a token may last that was derived by whoever does not administer the place."""

SEEN_EVERY = timedelta(minutes=1)
"""How exactly the last use of a token is noted."""

TRIED_EVERY = timedelta(seconds=5)
"""How soon it is tried again where it could not be noted."""

NAME_CHARS = 80
WHOLE_NAME_CHARS = 200
"""Of a name with those that it was derived from."""

MOST_DERIVED = 100
"""Tokens that open something now, derived in any number of steps from one that an admin made."""

TAKEN = RESERVED | {"mcp"}
"""Names under which the place itself stands in histories."""

_LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u043a\u043c\u04cf\u0456\u03b1\u03b5\u03bf\u03c1\u03c5\u03ba\u03b9i1|0",
    "aeopckmllaeopukllllo",
)
"""Letters that are read as one of those in the names that are taken."""


class Tokens:
    """What opens this place from outside. Each token is bound to grants, and is made out of no more than the caller may do."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._ring = core.store.keyring

    def new(
        self,
        name: str,
        *,
        grants: Iterable[str | Grant],
        expires_at: datetime | None = None,
        lasts: timedelta | None = None,
    ) -> NewToken:
        """A token that speaks for `name` in histories; its secret is in the answer and nowhere else.

        `grants` are like `user/alice:write`; `expires_at`, or how long it `lasts`, is its end. Whoever has a token himself
        derives a narrower one that ends within 90 days and no later than his own, and is revoked with it.
        Raises InvalidValue, InvalidSpaceName; Forbidden for grants beyond the caller's own.
        """
        now = self._core.now()
        token = self._drawn(name, _grants(grants), self._end(expires_at, lasts, now), now)
        self._check(token, now)
        self._check_number(now)
        secret = PREFIX + secrets.token_urlsafe(32)
        token = _sealed(token, secret)
        self._ring.add(token)
        return NewToken(secret=secret, token=token)

    def first(self) -> NewToken | None:
        """The token that administers the place, where there was never any token; None where there was. Raises Forbidden for
        whoever does not administer it himself."""
        self._core.require_place()
        if self._ring.tokens():
            return None
        secret = PREFIX + secrets.token_urlsafe(32)
        token = _sealed(self._drawn("admin", (WHOLE_PLACE,), None, self._core.now()), secret)
        return NewToken(secret=secret, token=token) if self._ring.begin(token) else None

    def list(self) -> list[Token]:
        """Every token, for whoever administers the place; else the caller's own and those derived from it."""
        tokens = self._ring.tokens()
        return tokens if administers(self._core.principal) else _family(tokens, self._core.principal.token)

    def revoke(self, id: str) -> tuple[Token, ...]:  # noqa: A002  the record's own word
        """Revoke a token and all that were derived from it; gives those that changed. Raises NotFound for one that is not
        among `list`."""
        if id not in {token.id for token in self.list()}:
            raise NotFound(f"there is no token {id}")
        return self._ring.revoke(id, self._core.now())

    def verify(self, secret: str | None) -> Principal:
        """Whom a secret speaks for, now. Raises InvalidToken, in the same words for every one that was never good."""
        digest = _digest(secret or "")
        token = self._ring.by_digest(digest) if secret else None
        if token is None:
            raise InvalidToken
        now = self._core.now()
        if not token.valid(now):
            raise InvalidToken("the token was revoked" if token.revoked_at is not None else "the token has expired")
        self._note(token, now)
        return token.principal

    def _note(self, token: Token, now: datetime) -> None:
        """The last use, also after the clock was put back. A catalog that cannot be written now refuses nobody."""
        noted = self._core.uses.get(token.id, token.last_used_at)
        if noted is not None and abs(now - noted) < SEEN_EVERY:
            return
        self._core.uses[token.id] = now
        try:
            self._ring.used(token.id, now)
        except StoreError as error:
            self._core.uses[token.id] = now - SEEN_EVERY + TRIED_EVERY
            log.debug("the last use of %s is not noted: %s", token.id, error)

    def _drawn(self, name: object, grants: tuple[Grant, ...], end: datetime | None, now: datetime) -> Token:
        if end is not None and end <= now:
            raise InvalidValue("a token's end lies in the future")
        return Token(
            id=self._core.ids.new("tok", now),
            name=self._called(name),
            digest="",
            grants=grants,
            created_at=now,
            expires_at=end,
            parent=self._core.principal.token,
        )

    def _check(self, token: Token, now: datetime) -> None:
        caller = self._core.principal
        more = beyond(caller.grants, token.grants)
        if more:
            raise Forbidden(f"{caller.name} cannot pass on {', '.join(map(str, more))}")
        if caller.until is not None and (token.expires_at is None or token.expires_at > caller.until):
            raise InvalidValue(f"the token has to end by {caller.until.isoformat()}, as the one it is derived from")
        if not administers(caller) and (token.expires_at is None or token.expires_at > now + LONGEST_DERIVED):
            raise InvalidValue(f"a derived token has to end within {LONGEST_DERIVED.days} days")

    def _called(self, name: object) -> str:
        """The name that histories show: whoever was not made by an admin carries that of the token it was derived from."""
        caller, own = self._core.principal, _name(name)
        whole = own if caller.token is None or administers(caller) else f"{caller.name}/{own}"
        if len(whole) > WHOLE_NAME_CHARS:
            raise InvalidValue(
                f"with the names that it is derived from, a token's name has at most {WHOLE_NAME_CHARS} characters"
            )
        return whole

    def _check_number(self, now: datetime) -> None:
        caller = self._core.principal
        if caller.token is None or administers(caller):
            return
        tokens = self._ring.tokens()
        root = _root(tokens, caller.token)
        if sum(token.valid(now) for token in _family(tokens, root)) > MOST_DERIVED:
            raise InvalidValue(f"{MOST_DERIVED} tokens were derived already; revoke some, or wait until they end")

    def _end(self, expires_at: datetime | None, lasts: timedelta | None, now: datetime) -> datetime | None:
        if expires_at is not None and lasts is not None:
            raise InvalidValue("give either expires_at or lasts")
        if lasts is None:
            return aware(expires_at, self._core.zone, "expires_at")
        try:
            return now + lasts
        except OverflowError as error:
            raise InvalidValue("the token would last too long") from error


def _name(name: object) -> str:
    """A name that a history can show: printable, no secret, and none of the place's own."""
    if not isinstance(name, str) or not name.strip() or len(name) > NAME_CHARS or not name.isprintable():
        raise InvalidValue(f"a token's name is a printable text of at most {NAME_CHARS} characters")
    if guard(name, KEEP_CONTACTS).text != name:
        raise InvalidValue("a token's name is shown in histories, and this one holds a secret")
    if "/" in name:
        raise InvalidValue("a token's name has no `/`: that stands between it and the one it was derived from")
    if unicodedata.normalize("NFKC", name).strip().casefold().translate(_LOOKALIKES) in _TAKEN_AS_READ:
        raise InvalidValue(f"{name.strip()} is the place's own name; give the token another one")
    return name.strip()


_TAKEN_AS_READ = frozenset(name.translate(_LOOKALIKES) for name in TAKEN)


def _grants(grants: Iterable[str | Grant]) -> tuple[Grant, ...]:
    if isinstance(grants, str | Grant):
        raise InvalidValue("grants are a list, such as ['user/alice:write']")
    found = tuple(dict.fromkeys(Grant.parse(grant) for grant in grants))
    for grant in found:
        if grant.spaces.rpartition(":")[2] in tuple(Right):  # there may be such a space, but somebody meant two rights
            raise InvalidValue(f"a grant has one right, the highest, and {str(grant)[:80]!r} names two")
    if not found:
        raise InvalidValue("a token has at least one grant, such as user/alice:write")
    return found


def _sealed(token: Token, secret: str) -> Token:
    return replace(token, digest=_digest(secret))


def _digest(secret: str) -> str:
    """Secrets are 256 random bits, so that a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _root(tokens: Iterable[Token], id: str) -> str:  # noqa: A002  the record's own word
    """The token that an admin made, of those that one was derived from."""
    known = {token.id: token for token in tokens}
    while (token := known.get(id)) is not None and (parent := known.get(token.parent or "")) is not None:
        if administers(parent.principal):
            break
        id = parent.id  # noqa: A001  as above
    return id


def _family(tokens: Iterable[Token], root: str | None) -> list[Token]:
    """A token and all that were derived from it; parents come before their children."""
    found: list[Token] = []
    known = {root} - {None}
    for token in tokens:
        if token.id in known or token.parent in known:
            known.add(token.id)
            found.append(token)
    return found
