"""What an import did, and what it had to leave out."""

from __future__ import annotations

from dataclasses import dataclass

from perdure.errors import InvalidInput


@dataclass(frozen=True, kw_only=True, slots=True)
class Skip:
    """One thing that was left out.

    `line` is its number in a file of lines, `where` the line or the conversation in words, `code` that of the error.
    """

    line: int | None = None
    where: str
    reason: str
    code: str

    @classmethod
    def of(cls, error: InvalidInput, *, where: str, line: int | None = None) -> Skip:
        """What an error cost."""
        return cls(line=line, where=where, reason=str(error), code=error.code)


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportReport:
    """How many conversations were read, and how many of their turns were new or in the journal already; `sessions` are the
    ids of the conversations."""

    format: str
    conversations: int
    added: int
    repeated: int
    skips: tuple[Skip, ...] = ()
    sessions: tuple[str, ...] = ()
