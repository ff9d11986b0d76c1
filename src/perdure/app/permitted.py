"""A space as one principal may use it: the gate below every surface."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from perdure.domain.access import Allowed, Principal, Proposes, Refused, Right, administers, permission
from perdure.domain.space import SpaceName
from perdure.errors import Forbidden
from perdure.ports.store import Reader, SpaceStore, Writer


def require(principal: Principal, right: Right, name: SpaceName) -> None:
    """Raises Forbidden where a principal may not do in a space what takes this right, whether the space exists or not."""
    match permission(principal, right, name):
        case Allowed():
            return
        case Proposes():
            raise Forbidden(
                f"{principal.name} may only propose to {name}: what `remember` is given there waits for an admin's approval; "
                f"anything else needs `admin`"
            )
        case Refused(reason=reason):
            raise Forbidden(reason)


def require_place(principal: Principal) -> None:
    """Raises Forbidden where a principal may not do what concerns the whole place."""
    if not administers(principal):
        held = ", ".join(map(str, principal.grants))
        raise Forbidden(
            f"this needs `*:admin`, and {principal.name} has {held}; on the machine of the place, "
            "`perdure token new NAME --grant '*:admin'` makes a token that may"
        )


class Permitted:
    """Reading takes `read`, writing takes `write`, and what only maintenance may do takes `admin`."""

    def __init__(self, space: SpaceStore, principal: Principal) -> None:
        self.name = space.name
        self._space = space
        self._principal = principal

    def read(self) -> AbstractContextManager[Reader]:
        """As the space has it. Raises Forbidden."""
        require(self._principal, Right.READ, self.name)
        return self._space.read()

    @contextmanager
    def write(self, *, create: bool = True, maintenance: bool = False) -> Iterator[Writer]:
        """As the space has it. Raises Forbidden."""
        require(self._principal, Right.ADMIN if maintenance else Right.WRITE, self.name)
        with self._space.write(create=create, maintenance=maintenance) as writer:
            yield writer
