"""The permanent memory of a space of a gateway."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from perdure.capture.permanent import PermanentCorrection, PermanentOptions, permanent_kind
from perdure.client import sending, told
from perdure.client.connection import Connection, pairs
from perdure.domain.change import Outcome
from perdure.domain.memory import Memory
from perdure.domain.page import Page
from perdure.domain.space import SpaceName
from perdure.errors import NotFound


class Permanent:
    """Profile, boundaries and role: every session reads them, and only these verbs write them."""

    def __init__(self, connection: Connection, name: SpaceName | None) -> None:
        self._connection = connection
        self.name = name

    def __repr__(self) -> str:
        return "Permanent(home)" if self.name is None else f"Permanent({str(self.name)!r})"

    def list(
        self,
        *,
        kinds: Sequence[str] | str = (),
        statuses: Sequence[str] | str = ("active",),
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[Memory]:
        """What is permanent, in the order it was recorded. `statuses="all"` also lists what was removed or replaced."""
        query = {
            "kinds": [permanent_kind(name) for name in sending.names(kinds, "kinds")],
            "statuses": sending.names(statuses, "statuses") or ["all"],
            **sending.page(limit, cursor),
        }
        return told.page(Memory, self._connection.get("permanent", pairs(query), space=self.name))

    def add(self, text: str, **options: Unpack[PermanentOptions]) -> Outcome:
        """Make a statement permanent; in a `slot` it takes the place of what was there. Raises InvalidInput."""
        outcome = told.outcome(
            self._connection.post("permanent/add", sending.permanent(text, options), space=self.name)
        )
        self._connection.learn(outcome, space=self.name)
        return outcome

    def correct(self, id: str, text: str | None = None, **options: Unpack[PermanentCorrection]) -> Memory:  # noqa: A002
        """Change it in place: same id, version + 1, untouched fields stay. Raises NotFound, VersionConflict."""
        return self._changed("correct", id, sending.permanent_correction(text, options))

    def remove(self, id: str, reason: str = "") -> Memory:  # noqa: A002
        """Take it away; `restore` undoes it. Raises NotFound."""
        return self._changed("remove", id, {"reason": sending.label(reason, "reason") or ""})

    def restore(self, id: str, reason: str = "") -> Memory:  # noqa: A002
        """Make it current again; what fills its slot since gives way. Raises NotFound."""
        return self._changed("restore", id, {"reason": sending.label(reason, "reason") or ""})

    def _changed(self, verb: str, id: str, body: Mapping[str, Any]) -> Memory:  # noqa: A002
        if not isinstance(id, str):
            raise NotFound(f"there is no permanent memory {id!r:.80}")
        memory = told.value(Memory, self._connection.post(f"permanent/{verb}", {**body, "id": id}, space=self.name))
        self._connection.recent.learn(memory)
        return memory
