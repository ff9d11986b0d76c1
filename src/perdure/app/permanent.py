"""The permanent memory of a space, and the only verbs that change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, Unpack

from perdure.app.asking import names_of
from perdure.app.core import Core
from perdure.app.paging import PAGE, members, page_size
from perdure.capture import permanent
from perdure.capture.permanent import PERMANENT, PermanentCorrection, PermanentOptions, permanent_kind
from perdure.domain.change import Outcome
from perdure.domain.memory import Memory, Status
from perdure.domain.page import Page
from perdure.domain.space import SpaceName
from perdure.ports.store import MemoryFilter

T = TypeVar("T")


class Permanent:
    """Profile, boundaries and role: every session reads them, and none writes them."""

    def __init__(self, core: Core, name: SpaceName) -> None:
        self._core = core
        self.name = name

    def __repr__(self) -> str:
        return f"Permanent({str(self.name)!r})"

    def list(
        self,
        *,
        kinds: Sequence[str] | str = (),
        statuses: Sequence[str] | str = ("active",),
        limit: int = PAGE,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """What is permanent, in the order it was recorded. `statuses="all"` also lists what was removed or replaced."""
        wanted = MemoryFilter(
            statuses=members(statuses, Status, "statuses"),
            kinds=tuple(permanent_kind(name) for name in names_of(kinds, "kinds")) or PERMANENT,
        )
        with self._core.space(self.name).read() as reader:
            return reader.page(wanted, limit=page_size(limit), cursor=cursor)

    def add(self, text: str, **options: Unpack[PermanentOptions]) -> Outcome:
        """Make a statement permanent: a `profile` unless `kind` is `boundary` or `role`. In a `slot` it takes the place of
        what was there. Raises InvalidInput with what is wrong."""
        core = self._core
        store, intake = core.space(self.name), core.intake(self.name)
        return self._done(permanent.add(store, text, intake=intake, ids=core.ids, actor=core.actor, **options))

    def correct(self, id: str, text: str | None = None, **options: Unpack[PermanentCorrection]) -> Memory:  # noqa: A002
        """Change it in place: same id, version + 1, untouched fields stay; the value goes with other words unless it is given
        too. Raises NotFound; VersionConflict where `version` is given and is not the current one."""
        core = self._core
        store, intake = core.space(self.name), core.intake(self.name)
        return self._done(permanent.correct(store, id, text, intake=intake, actor=core.actor, **options))

    def remove(self, id: str, reason: str = "") -> Memory:  # noqa: A002
        """Take it away; `restore` undoes it. Raises NotFound."""
        why = self._core.intake(self.name).label(reason, "reason") or ""
        store = self._core.space(self.name)
        return self._done(permanent.remove(store, id, now=self._core.now(), actor=self._core.actor, reason=why))

    def restore(self, id: str, reason: str = "") -> Memory:  # noqa: A002
        """Make it current again; what fills its slot since gives way. Raises NotFound."""
        why = self._core.intake(self.name).label(reason, "reason") or ""
        store = self._core.space(self.name)
        return self._done(permanent.restore(store, id, now=self._core.now(), actor=self._core.actor, reason=why))

    def _done(self, found: T) -> T:
        self._core.write_accesses(self.name)
        self._core.follow(self.name)
        return found
