"""Every error Perdure raises on purpose.

PerdureError
├── InvalidInput            something the caller passed cannot be used; nothing was changed
│   ├── InvalidText         empty, blank or oversized text
│   ├── InvalidQuery        a query that is no text
│   ├── InvalidValue        a number, time or field outside its range
│   ├── InvalidSpaceName    not `user/NAME`, `project/NAME` or `global`
│   ├── InvalidPolicy       a policy with unknown or impossible settings
│   ├── UnknownKind         a kind Perdure does not have
│   └── InvalidRequest      a request that is not well formed
├── RequestTooLarge         a request is longer than the gateway takes
├── AccessDenied            the caller may not do this
│   ├── InvalidToken        no token, or one that opens nothing (any more)
│   ├── Forbidden           the token is good, but not for this
│   └── ForeignOrigin       the request comes from a page or under a name that the gateway does not serve
├── IdempotencyConflict     an idempotency key came again with another request, or while the first still runs
├── NotFound                no such memory, entry or space
├── VersionConflict         the memory changed since it was read
├── PermanentMemory         only `permanent` changes what is permanent
├── ReviewDecided           the review was decided before
├── SessionClosed           the session has ended
├── UpkeepRunning           another runner holds the lease of this space
├── StoreError              the store cannot do what was asked
│   ├── StoreBusy           another process holds the write lock for too long
│   ├── StoreFull           no room left on the disk
│   ├── StoreReadOnly       the folder or file cannot be written
│   ├── StoreDamaged        the file is truncated or corrupt
│   ├── ForeignFile         the file is not a Perdure space
│   ├── StoreTooNew         the file was written by a newer Perdure
│   ├── StoreClosed         the store was closed
│   └── UnsupportedStore    no backend for this address
├── EmbedderError           the embedder cannot do what was asked
│   ├── EmbedderUnavailable it did not answer; words still find everything
│   └── EmbedderMismatch    it gave vectors of another shape than it promised
├── ModelError              the language model cannot do what was asked; nothing else is lost
│   ├── ModelUnavailable    it did not answer
│   ├── ModelReplyInvalid   its reply could not be read
│   └── ModelBudgetSpent    no tokens are left for it
├── GatewayError            a gateway, or what lies behind it, cannot do what was asked
│   ├── GatewayUnavailable  it did not answer; what can wait is kept and sent later
│   └── UpstreamUnavailable the model behind the proxy did not answer
├── MissingExtra            an optional dependency is not installed
├── ImportFailed            the file is in no form Perdure can read
│   ├── ArchiveDamaged      the archive is cut off, or a part of it is not what was written
│   ├── ArchiveTooNew       the archive was written by a newer Perdure
│   └── WrongPassphrase     the archive is encrypted, and this does not open it
├── ExportFailed            the file or folder cannot be written
└── ImportSettled           the import was applied before; it takes no more decisions

The docstring of a class is its default message; `code` is stable and is what programs should test.
"""

from __future__ import annotations

from typing import ClassVar


class PerdureError(Exception):
    """Perdure could not do what was asked."""

    code: ClassVar[str] = "perdure_error"

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (self.__doc__ or "").strip())


class InvalidInput(PerdureError, ValueError):
    """The input cannot be used; nothing was changed."""

    code = "invalid_input"


class InvalidText(InvalidInput):
    """The text is empty or too long to remember."""

    code = "invalid_text"


class InvalidQuery(InvalidInput):
    """A query is a text."""

    code = "invalid_query"


class InvalidValue(InvalidInput):
    """A value is outside its range."""

    code = "invalid_value"


class InvalidSpaceName(InvalidInput):
    """A space is named `user/NAME`, `project/NAME` or `global`."""

    code = "invalid_space_name"


class InvalidPolicy(InvalidInput):
    """The policy has settings that are unknown or impossible."""

    code = "invalid_policy"


class UnknownKind(InvalidInput):
    """There is no such kind of memory."""

    code = "unknown_kind"


class InvalidRequest(InvalidInput):
    """The request is not well formed."""

    code = "invalid_request"


class RequestTooLarge(PerdureError):
    """The request is longer than the gateway takes."""

    code = "request_too_large"


class AccessDenied(PerdureError):
    """The caller may not do this."""

    code = "access_denied"


class InvalidToken(AccessDenied):
    """The token is missing or opens nothing; `perdure token new` makes one."""

    code = "invalid_token"


class Forbidden(AccessDenied):
    """The token does not allow this."""

    code = "forbidden"


class ForeignOrigin(AccessDenied):
    """The request comes from a page, or under a name, that this gateway does not serve."""

    code = "foreign_origin"


class IdempotencyConflict(PerdureError):
    """The idempotency key was used for another request, or the first one still runs."""

    code = "idempotency_conflict"


class NotFound(PerdureError, LookupError):
    """There is no such memory in this space."""

    code = "not_found"


class VersionConflict(PerdureError):
    """The memory changed since it was read; read it again and retry."""

    code = "version_conflict"

    def __init__(self, message: str | None = None, *, expected: int = 0, actual: int = 0) -> None:
        super().__init__(message)
        self.expected = expected
        self.actual = actual


class PermanentMemory(PerdureError):
    """Only `permanent` changes what is permanent."""

    code = "permanent_memory"


class ReviewDecided(PerdureError):
    """The review was decided before."""

    code = "review_decided"


class SessionClosed(PerdureError):
    """The session has ended; begin another one."""

    code = "session_closed"


class UpkeepRunning(PerdureError):
    """Another runner looks after this space at the moment."""

    code = "upkeep_running"


class ModelError(PerdureError):
    """The language model cannot do what was asked."""

    code = "model_error"


class ModelUnavailable(ModelError):
    """The language model did not answer."""

    code = "model_unavailable"

    def __init__(self, message: str | None = None, *, again: bool = True, after: float | None = None) -> None:
        super().__init__(message)
        self.again = again
        """Whether asking again may help."""
        self.after = after
        """Seconds to wait before that, where the endpoint says so."""


class ModelReplyInvalid(ModelError):
    """The language model's reply could not be read."""

    code = "model_reply_invalid"


class ModelBudgetSpent(ModelError):
    """The tokens set aside for the language model are spent."""

    code = "model_budget_spent"


class StoreError(PerdureError):
    """The store could not do what was asked."""

    code = "store_error"


class StoreBusy(StoreError):
    """Another process is writing to this space and did not finish in time; try again."""

    code = "store_busy"


class StoreFull(StoreError):
    """The disk is full; nothing was written. Free some room and try again."""

    code = "store_full"


class StoreReadOnly(StoreError):
    """The store cannot be written; check the permissions of its folder."""

    code = "store_read_only"


class StoreDamaged(StoreError):
    """The file is damaged; restore a backup, or run `perdure doctor --repair` to see what can be saved."""

    code = "store_damaged"


class ForeignFile(StoreError):
    """The file is not a Perdure space; it was left untouched."""

    code = "foreign_file"


class StoreTooNew(StoreError):
    """The file was written by a newer Perdure; upgrade Perdure to open it."""

    code = "store_too_new"


class StoreClosed(StoreError):
    """The store is closed; open it again."""

    code = "store_closed"


class UnsupportedStore(StoreError):
    """There is no backend for this address; pass a folder."""

    code = "unsupported_store"


class EmbedderError(PerdureError):
    """The embedder could not do what was asked."""

    code = "embedder_error"


class EmbedderUnavailable(EmbedderError):
    """The embedder did not answer; words still find everything, and vectors follow when it is back."""

    code = "embedder_unavailable"


class EmbedderMismatch(EmbedderError):
    """The embedder returned vectors of another shape than it promised."""

    code = "embedder_mismatch"


class GatewayError(PerdureError):
    """A gateway could not do what was asked."""

    code = "gateway_error"


class GatewayUnavailable(GatewayError):
    """The gateway did not answer."""

    code = "gateway_unavailable"


class UpstreamUnavailable(GatewayError):
    """The language model behind the gateway did not answer."""

    code = "upstream_unavailable"


class MissingExtra(PerdureError, ImportError):
    """An optional part is not installed."""

    code = "missing_extra"


class ImportFailed(PerdureError):
    """The file is in no form that Perdure can read."""

    code = "import_failed"


class ArchiveDamaged(ImportFailed):
    """The archive is cut off, or a part of it is not what was written."""

    code = "archive_damaged"


class ArchiveTooNew(ImportFailed):
    """The archive was written by a newer Perdure; upgrade Perdure to read it."""

    code = "archive_too_new"


class WrongPassphrase(ImportFailed):
    """The archive is encrypted, and this passphrase does not open it."""

    code = "wrong_passphrase"


class ExportFailed(PerdureError):
    """The file or folder cannot be written."""

    code = "export_failed"


class ImportSettled(PerdureError):
    """The import was applied before; it takes no more decisions."""

    code = "import_settled"
