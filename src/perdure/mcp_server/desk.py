"""What a tool works at: the place as its caller may use it, and the spaces that are meant where none is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, NotFound

if TYPE_CHECKING:
    from perdure.app import Perdure, Space
    from perdure.app.values import SpaceSummary


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """`home` is written to and `also` is read where a call names no space; without them the grants of the caller decide.

    `client` is what the tool at the other end calls itself, where that is known.
    """

    place: Perdure
    home: SpaceName | None = None
    also: tuple[SpaceName, ...] = ()
    client: str | None = None

    @property
    def source(self) -> str | None:
        """Which tool a memory comes from: the name of its token, else what the client calls itself."""
        principal = self.place.principal
        return self.client if principal.token is None else principal.name

    def space(self, name: str | None = None) -> Space:
        """The named space, else the home. Raises InvalidValue where there is none, InvalidSpaceName."""
        if name is not None:
            return self.place.space(name)
        home = self.home or self.place.principal.home
        if home is None:
            raise InvalidValue("name a space: this token stands for none, or for several")
        return self.place.space(home)

    def reading(self, names: Sequence[str] | None = None) -> tuple[SpaceName, ...]:
        """The spaces to read: those that are named, else the home and all that the caller's grants name."""
        if names:
            return tuple(dict.fromkeys(SpaceName.parse(name) for name in names))
        home = self.home or self.place.principal.home
        found = [*([home] if home else []), *self.also, *self.place.principal.reads()]
        return tuple(dict.fromkeys(found)) or (self.space().name,)

    def holder(self, memory: str, name: str | None = None) -> Space:
        """The space that has a memory: the named one, else the first of those to read. Raises NotFound."""
        if name is not None:
            return self.place.space(name)
        for space in map(self.place.space, self.reading()):
            if space.get(memory) is not None:
                return space
        raise NotFound(f"there is no such memory in {listed(self.reading())}")

    def known(self) -> list[SpaceSummary]:
        """The spaces that the caller may read and that exist."""
        return self.place.spaces()


def listed(names: Iterable[SpaceName]) -> str:
    """Names in a sentence."""
    return ", ".join(map(str, names))
