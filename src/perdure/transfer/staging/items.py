"""What a staged import holds, line by line: turns as the journal will have them, statements, and records of our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from perdure.domain.journal import Entry
from perdure.domain.space import SpaceName
from perdure.domain.staging import StagedItem
from perdure.transfer.found import Native, Statement


@dataclass(frozen=True, kw_only=True, slots=True)
class StagedTurn:
    """An entry that has no id yet; `timed` tells whether its time is its own, or that of whoever applies it. `system` and `record`
    are kept beside it where the record says more."""

    unit: int
    space: SpaceName
    entry: Entry
    timed: bool
    where: str
    line: int | None = None
    system: str = ""
    record: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class StagedStatement:
    """A memory of another system, guarded, every time aware."""

    unit: int
    space: SpaceName
    statement: Statement


@dataclass(frozen=True, kw_only=True, slots=True)
class StagedRecord:
    """A record of Perdure's own; `unit` is None where it goes with others, as a history goes with its memory."""

    unit: int | None
    space: SpaceName
    native: Native


Line = StagedTurn | StagedStatement | StagedRecord

_TURN, _STATEMENT, _RECORD = b"T", b"S", b"R"
_TURNS = TypeAdapter(StagedTurn)
_STATEMENTS = TypeAdapter(StagedStatement)
_RECORDS = TypeAdapter(StagedRecord)
_UNITS = TypeAdapter(StagedItem)


def packed(line: Line) -> bytes:
    """A line of the file of items: a letter for its sort, then JSON."""
    match line:
        case StagedTurn():
            return _TURN + _TURNS.dump_json(line) + b"\n"
        case StagedStatement():
            return _STATEMENT + _STATEMENTS.dump_json(line) + b"\n"
        case StagedRecord():
            return _RECORD + _RECORDS.dump_json(line) + b"\n"


def unpacked(raw: bytes) -> Line:
    """The line again. Raises ValueError where it is none."""
    match raw[:1]:
        case b"T":
            return _TURNS.validate_json(raw[1:])
        case b"S":
            return _STATEMENTS.validate_json(raw[1:])
        case b"R":
            return _RECORDS.validate_json(raw[1:])
    raise ValueError("a line of no known sort")


def packed_unit(item: StagedItem) -> bytes:
    """A line of the file of units."""
    return _UNITS.dump_json(item) + b"\n"


def unpacked_unit(raw: bytes) -> StagedItem:
    """The unit again. Raises ValueError where it is none."""
    return _UNITS.validate_json(raw)
