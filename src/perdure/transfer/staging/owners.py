"""Whose memory goes into which space: a pure decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue
from perdure.transfer.found import Scope

OTHERS = "*"
"""Stands in a map for every owner that it does not name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Routes:
    """Where owners go: those that are mapped, the `rest`, and to `usual` what nobody or the only person has. `several` persons each
    get the space of their name, and so does every project."""

    mapped: Mapping[str, SpaceName] = field(default_factory=dict)
    rest: SpaceName | None = None
    usual: SpaceName | None = None
    several: bool = False

    @property
    def counts(self) -> bool:
        """Whether it matters how many owners there are."""
        return self.rest is None

    def lead(self, owner: str | None, scope: Scope = "user", *, ours: bool = False) -> bool:
        """Whether there is a space for an owner at all."""
        known = owner is not None and (owner in self.mapped or ours or self.several or scope == "project")
        return known or self.rest is not None or self.usual is not None

    def space(self, owner: str | None, scope: Scope = "user", *, ours: bool = False) -> SpaceName:
        """The space of an owner. `ours`: it was Perdure that named it, so it is a space already. Raises InvalidInput."""
        if owner is not None and owner in self.mapped:
            return self.mapped[owner]
        if self.rest is not None:
            return self.rest
        if ours and owner is not None:
            return SpaceName.parse(owner)
        if owner is not None and (self.several or scope == "project"):
            return SpaceName.parse(f"{scope}/{owner}")
        if self.usual is None:
            raise InvalidValue("say which space it goes to: it names no owner, or only one")
        return self.usual

    def unknown(self, owners: Iterable[str | None]) -> list[str]:
        """What is mapped and is no owner."""
        return sorted(set(self.mapped).difference(owners))


def routes_of(
    map: object = None,  # noqa: A002  the word of the command line
    *,
    to: str | SpaceName | None = None,
    usual: str | SpaceName | None = None,
) -> Routes:
    """The routes that a caller names: `{"old": "user/me"}`, with * for all others, which `to` is too. Raises InvalidInput."""
    if map is not None and not isinstance(map, Mapping):
        raise InvalidValue(f"map is a mapping of owners to spaces, not {type(map).__name__}")
    mapped: dict[str, SpaceName] = {}
    for owner, space in (map or {}).items():
        if not isinstance(owner, str):
            raise InvalidValue(f"an owner is a string, not {type(owner).__name__}")
        mapped[owner] = SpaceName.parse(space)
    rest = mapped.pop(OTHERS, None)
    whole = None if to is None else SpaceName.parse(to)
    if rest is not None and whole is not None and rest != whole:
        raise InvalidValue(f"all others cannot go to {rest} and to {whole}")
    return Routes(mapped=mapped, rest=rest or whole, usual=None if usual is None else SpaceName.parse(usual))
