"""Which space a request means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perdure.app.perdure import Perdure
from perdure.app.space import Space
from perdure.app.view import View
from perdure.domain.access import Principal
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue
from perdure.gateway.options import GatewayOptions


def at_home(principal: Principal, options: GatewayOptions) -> Principal:
    """A principal with the space that this gateway means where the grants name none."""
    return principal if options.space is None else replace(principal, usual=SpaceName.parse(options.space))


def home_of(principal: Principal, options: GatewayOptions) -> SpaceName | None:
    """The space that is meant where a request of this one names none; None where it stands for none, or for several."""
    return at_home(principal, options).home


def place(caller: Perdure, name: str | None = None) -> Space:
    """The named space; without a name the home of the token. Raises InvalidValue where it has none, InvalidSpaceName."""
    if name is not None:
        return caller.space(name)
    home = caller.principal.home
    if home is None:
        raise InvalidValue("name a space: this token stands for none, or for several")
    return caller.space(home)


def places(caller: Perdure, space: str | None = None, spaces: Sequence[str] | None = None) -> View:
    """The spaces to read together: those that are named, else all that the grants of the token name, else its home."""
    if space is not None and spaces is not None:
        raise InvalidValue("give either space or spaces")
    if spaces is not None:
        return caller.view(*spaces)
    if space is not None:
        return caller.view(space)
    granted = caller.principal.reads()
    return caller.view(*granted) if granted else caller.view(place(caller).name)
