"""Which space a request means."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.app.perdure import Perdure
from perdure.app.space import Space
from perdure.app.view import View
from perdure.errors import InvalidValue


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
