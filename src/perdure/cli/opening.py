"""Opening a place. The one module of the command line that loads the application, and only when it is called."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from perdure.errors import InvalidValue
from perdure.settings import from_env

if TYPE_CHECKING:
    from perdure.app import Perdure, Space


def home_of(home: str | None) -> str:
    """The folder that was named, or the settings' own."""
    return str(from_env().home) if home is None else home


def space_of(space: str | None) -> str:
    """The space that was named, or the settings' own."""
    return from_env().space if space is None else space


def target_of(to: str | None, space: str | None) -> str:
    """The space to write to, under either of its options. Raises InvalidValue where they name two."""
    if to is not None and space is not None and to != space:
        raise InvalidValue(f"--to and --space are one and the same, and cannot be {to!r} and {space!r}")
    return space_of(to if space is None else space)


@contextmanager
def opened(home: str | None, *, embedder: bool | str = True) -> Iterator[Perdure]:
    """The place of a command, with an embedder by name or the settings' own; False, where none is needed, starts faster."""
    from perdure.app import Perdure  # documented lazy load: SQLAlchemy behind it takes half a second

    with Perdure(home_of(home), embedder="auto" if embedder is True else embedder or None) as memory:
        yield memory


@contextmanager
def opened_space(home: str | None, space: str | None, *, embedder: bool | str = True) -> Iterator[Space]:
    """One space of it."""
    with opened(home, embedder=embedder) as memory:
        yield memory.space(space_of(space))
