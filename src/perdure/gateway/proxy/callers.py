"""Whose chat it is, also for a while after the memory that knows the tokens cannot be asked any more."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime

from perdure.domain.access import Principal
from perdure.errors import InvalidToken, StoreError
from perdure.gateway.auth import Lookup

GRACE_SECONDS = 3600.0
"""How long after it was last found good a token holds while the catalog of tokens cannot be read: it can be revoked there, and
nowhere else, so that hardly anything is risked, and a chat need not end with its memory."""

PATIENCE, FIRST_PATIENCE = 0.5, 10.0
"""Seconds in which a token has to be looked up: one that was found good before, and one that was not."""

MOST = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Caller:
    """`degraded` is the code of what kept the token from being looked up, where it is known from before."""

    principal: Principal
    degraded: str | None = None


class Callers:
    """Turns secrets into principals; belongs to one event loop."""

    def __init__(self, lookup: Lookup, *, grace: float = GRACE_SECONDS, patience: float = PATIENCE) -> None:
        self._lookup = lookup
        self._grace = grace
        self._patience = patience
        self._good: OrderedDict[str, tuple[float, Principal]] = OrderedDict()

    async def caller(self, secret: str | None) -> Caller:
        """Whom a secret speaks for. Raises InvalidToken; StoreError where that cannot be known, now or from before."""
        digest = hashlib.sha256((secret or "").encode(errors="replace")).hexdigest()
        known = self._good.get(digest)
        try:
            patience = self._patience if known else max(self._patience, FIRST_PATIENCE)
            principal = await self._lookup.principal(secret, patience=patience)
        except InvalidToken:
            self._good.pop(digest, None)
            raise
        except StoreError as error:
            if known is None or time.monotonic() - known[0] > self._grace or _over(known[1]):
                raise
            return Caller(principal=known[1], degraded=error.code)
        self._good[digest] = (time.monotonic(), principal)
        self._good.move_to_end(digest)
        while len(self._good) > MOST:
            self._good.popitem(last=False)
        return Caller(principal=principal)


def _over(principal: Principal) -> bool:
    return principal.until is not None and principal.until <= datetime.now(UTC)
