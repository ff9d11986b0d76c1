"""What was answered to requests that may come again: kept in the space they were about, for a day."""

from __future__ import annotations

from datetime import timedelta

from perdure.app.core import Core
from perdure.domain.access import Refused, Right, permission
from perdure.domain.reply import Reply
from perdure.domain.space import SpaceName
from perdure.errors import NotFound

KEPT = timedelta(hours=24)
"""How long an answer is given again."""


class Replies:
    """The answers of one space, for surfaces whose callers repeat a request when they hear nothing."""

    def __init__(self, core: Core, name: SpaceName) -> None:
        self._core = core
        self.name = name

    def __repr__(self) -> str:
        return f"Replies({str(self.name)!r})"

    def get(self, key: str) -> Reply | None:
        """What was answered under that key within the last day; nothing to whoever may not write here."""
        if not self._writes():
            return None
        with self._core.own(self.name).read() as reader:
            found = reader.reply(key)
        return found if found is not None and found.at > self._core.now() - KEPT else None

    def keep(self, key: str, *, request: str, status: int, body: str) -> None:
        """Keep an answer; in a space that does not exist, or for whoever may not write here, nothing is kept."""
        if not self._writes():
            return
        now = self._core.now()
        reply = Reply(key=key, request=request, status=status, body=body, at=now)
        try:
            with self._core.own(self.name).write(create=False) as writer:
                writer.keep_reply(reply, since=now - KEPT)
        except NotFound:  # there is no space, so nothing was done that could be done twice
            return

    def _writes(self) -> bool:
        return not isinstance(permission(self._core.principal, Right.WRITE, self.name), Refused)
