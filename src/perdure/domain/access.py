"""Who calls, and what that one may do where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue


class Right(StrEnum):
    """What may be done in a space; each right contains those before it.

    `read` recalls and looks, `write` keeps, changes and forgets, `admin` decides: reviews, permanent memory, the policy,
    the space itself.
    """

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def covers(self, other: Right) -> bool:
        """Whether whoever has this right may do what takes the other."""
        return _ORDER.index(self) >= _ORDER.index(other)


_ORDER = tuple(Right)
EVERYWHERE = "*"
_WHOLE = ("user/*", "project/*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Grant:
    """A right in some spaces: one by its name, all of a sort (`user/*`, `project/*`), or every one (`*`)."""

    spaces: str
    right: Right

    def __post_init__(self) -> None:
        if self.spaces != EVERYWHERE and self.spaces not in _WHOLE:
            SpaceName.parse(self.spaces)

    def __str__(self) -> str:
        return f"{self.spaces}:{self.right}"

    @classmethod
    def parse(cls, text: str | Grant) -> Grant:
        """Read `SPACES:RIGHT`, as in `user/alice:write`; raises InvalidValue, InvalidSpaceName."""
        if isinstance(text, Grant):
            return text
        if not isinstance(text, str):
            raise InvalidValue(f"a grant is SPACES:RIGHT, as in user/alice:write, not {text!r}")
        spaces, colon, right = text.rpartition(":")
        if not colon or right not in tuple(Right):
            raise InvalidValue(f"a grant is SPACES:RIGHT, with the right {', '.join(Right)}, not {text[:80]!r}")
        return cls(spaces=spaces, right=Right(right))

    @property
    def space(self) -> SpaceName | None:
        """The one space it names; None where it is for several."""
        several = self.spaces == EVERYWHERE or self.spaces in _WHOLE
        return None if several else SpaceName.parse(self.spaces)

    def holds_for(self, spaces: str) -> bool:
        """Whether every space that `spaces` stands for is among its own."""
        if self.spaces in (EVERYWHERE, spaces):
            return True
        return self.spaces in _WHOLE and spaces.startswith(self.spaces[:-1])


@dataclass(frozen=True, kw_only=True, slots=True)
class Principal:
    """Who calls: a name for the history, what it may do, the id of its token, and until when; None: no end.

    `usual` is the space that the place means where the grants name none.
    """

    name: str
    grants: tuple[Grant, ...]
    token: str | None = None
    until: datetime | None = None
    usual: SpaceName | None = None

    @property
    def home(self) -> SpaceName | None:
        """The space that is meant where a request names none: the only one it may write, else the only one it may read. Where
        its grants name no space at all, as `*:admin` or `user/*:write`, the usual one if it may read there."""
        named = [grant for grant in self.grants if grant.space is not None]
        for right in (Right.WRITE, Right.READ):
            found = {grant.space for grant in named if grant.right.covers(right)}
            if len(found) == 1:
                return found.pop()
        if named or self.usual is None:
            return None
        return self.usual if isinstance(permission(self, Right.READ, self.usual), Allowed) else None

    def reads(self) -> tuple[SpaceName, ...]:
        """The spaces it may read and that its grants name, in their order."""
        return tuple(dict.fromkeys(grant.space for grant in self.grants if grant.space is not None))


WHOLE_PLACE = Grant(spaces=EVERYWHERE, right=Right.ADMIN)
"""What administering a place takes."""

LOCAL = Principal(name="local", grants=(WHOLE_PLACE,))
"""Whoever calls the library, or the command line, without a token."""

UPKEEP = Principal(name="upkeep", grants=(WHOLE_PLACE,))
"""Who changes what nobody asked to be changed."""

RESERVED = frozenset(principal.name for principal in (LOCAL, UPKEEP))
"""Names that no token may have: a history would take its changes for those of the place itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowed:
    """It may."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposes:
    """What it wants to write waits until an admin approves it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """It may not, for this reason; the same whether the space exists or not."""

    reason: str


Permission = Allowed | Proposes | Refused

GLOBAL = SpaceName("global", "")


def permission(principal: Principal, right: Right, space: SpaceName) -> Permission:
    """Whether a principal may do in a space what takes a right. Everything that is called from outside asks here."""
    held = max(
        (grant.right for grant in principal.grants if grant.holds_for(str(space))), key=_ORDER.index, default=None
    )
    if held is None:
        return Refused(
            reason=f"this needs `{right}` in {space}, and {principal.name} has no grant there; {_remedy(right, space)}"
        )
    if space == GLOBAL and right is held is Right.WRITE:
        return Proposes()
    if held.covers(right):
        return Allowed()
    return Refused(
        reason=f"this needs `{right}` in {space}, and {principal.name} has `{held}` there; {_remedy(right, space)}"
    )


def _remedy(right: Right, space: SpaceName) -> str:
    """What an admin does for whoever was refused."""
    grant = f"{space}:{right}".replace("'", "'\\''")
    return f"`perdure token new NAME --grant '{grant}'` makes a token that may"


def administers(principal: Principal) -> bool:
    """Whether a principal may do whatever can be done in a place, tokens of others included."""
    return not beyond(principal.grants, [WHOLE_PLACE])


def beyond(grants: Iterable[Grant], wanted: Iterable[Grant]) -> tuple[Grant, ...]:
    """The wanted grants that are not contained in `grants`."""
    own = tuple(grants)
    return tuple(
        grant
        for grant in wanted
        if not any(mine.holds_for(grant.spaces) and mine.right.covers(grant.right) for mine in own)
    )
