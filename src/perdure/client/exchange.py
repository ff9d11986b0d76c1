"""One call to a gateway, and what can come of it: an answer, a refusal, or silence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perdure.errors import PerdureError
from perdure.ports.store import Progress

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Upload:
    """A file that is sent as it is; `passphrase` opens it, `progress` is told of bytes."""

    path: Path
    passphrase: str | None = field(default=None, repr=False)
    progress: Progress | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """One call. `body` is JSON; with a `key` the gateway does it once, however often it comes; `again`: it may be sent twice.

    `upload` is sent in the place of a body; a file that is answered goes `into` a new one here.
    """

    method: str
    path: str
    query: Pairs = ()
    body: bytes | None = None
    key: str | None = None
    again: bool = True
    upload: Upload | None = None
    into: Path | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What the gateway gave: always an object."""

    body: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """The gateway said no; `code` is its own word for why."""

    status: int
    code: str
    error: PerdureError


@dataclass(frozen=True, kw_only=True, slots=True)
class Silence:
    """No gateway answered, for this reason; `reached`: one may have done what was asked all the same."""

    reason: str
    reached: bool


Reply = Answer | Refusal | Silence
