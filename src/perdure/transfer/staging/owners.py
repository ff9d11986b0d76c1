"""Whose memory goes into which space: a pure decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from perdure.domain.space import MAX_NAME, SpaceName
from perdure.errors import InvalidSpaceName, InvalidValue
from perdure.transfer.found import Scope
from perdure.transfer.guarding import sound, sound_id

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
        known = owner is not None and (ours or self.several or scope == "project")
        return known or self._mapped(owner) is not None or self.rest is not None or self.usual is not None

    def space(self, owner: str | None, scope: Scope = "user", *, ours: bool = False) -> SpaceName:
        """The space of an owner. `ours`: it was Perdure that named it, so it is a space already. Raises InvalidInput."""
        found = self._mapped(owner) or self.rest
        if found is not None:
            return found
        if ours and owner is not None:
            return _ours(owner)
        if owner is not None and (self.several or scope == "project"):
            return _of(owner, scope)
        if self.usual is None:
            raise InvalidValue("say which space it goes to: it names no owner, or only one")
        return self.usual

    def unknown(self, owners: Iterable[str | None]) -> list[str]:
        """What is mapped and is no owner."""
        there = set(owners)
        return sorted(name for name in self.mapped if sound_id(name) not in there)

    def _mapped(self, owner: str | None) -> SpaceName | None:
        """Where somebody sends an owner, by name or by what is shown of a name that holds a secret."""
        return None if owner is None else self.mapped.get(owner) or self.mapped.get(sound_id(owner))


def _of(owner: str, scope: Scope) -> SpaceName:
    """The space of an owner's own name. Raises InvalidValue where a person has to say which one is meant."""
    plain = owner.strip() and owner != OTHERS and "/" not in owner and len(owner) <= MAX_NAME
    if not plain or sound_id(owner) != owner:
        raise InvalidValue(
            f"{sound_id(owner)[:80]!r} is no name for a space; map this owner to one, or * for all others"
        )
    return SpaceName.parse(f"{scope}/{owner}")


def _ours(name: str) -> SpaceName:
    """A space that Perdure named, which is never after a secret. Raises InvalidSpaceName."""
    if sound(name) != name:
        raise InvalidSpaceName(
            "the name of its space holds a secret or a control character; say which space it goes to"
        )
    return SpaceName.parse(name)


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
