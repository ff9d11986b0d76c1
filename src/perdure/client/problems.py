"""What a gateway refuses, as the library's own errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perdure import errors
from perdure.errors import GatewayError, PerdureError, VersionConflict

BY_CODE: Mapping[str, type[PerdureError]] = {
    kind.code: kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, PerdureError)
}
"""The class behind each code."""


MOST_TOLD = 10_000
"""Characters of a problem that are passed on."""


def error_of(problem: Mapping[str, Any]) -> PerdureError:
    """The error that a problem tells of; a GatewayError where its code is not known here."""
    detail = str(problem.get("detail") or "")[:MOST_TOLD] or None
    code = problem.get("code")
    if code == VersionConflict.code:
        return VersionConflict(detail, expected=_whole(problem.get("expected")), actual=_whole(problem.get("actual")))
    kind = BY_CODE.get(code) if isinstance(code, str) else None
    return kind(detail) if kind is not None else GatewayError(f"the gateway answered {code}: {detail}")


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
