"""Where a failure of memory ends: a chat never fails for its memory."""

from __future__ import annotations

import logging
from types import TracebackType
from typing import Self

from perdure.errors import AccessDenied, PerdureError
from perdure.gateway.problems import whereabouts

log = logging.getLogger("perdure.gateway")


class Contained:
    """What goes wrong inside is recorded and goes no further; `error` is it. An error that is none of ours is told by the place
    it comes from, for its words may be what somebody said."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.error: Exception | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        match error:
            case None:
                return False
            case AccessDenied():
                log.info("%s: %s", self._what, error.code)
            case PerdureError():
                log.warning("%s: %s", self._what, error.code)
            case Exception():
                log.error("%s: %s", self._what, whereabouts(error))
            case _:
                return False
        self.error = error
        return True

    @property
    def code(self) -> str | None:
        """The code of what went wrong; None where nothing did."""
        if self.error is None:
            return None
        return self.error.code if isinstance(self.error, PerdureError) else "internal_error"
