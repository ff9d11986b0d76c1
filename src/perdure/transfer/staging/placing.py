"""Where an item of a file goes, and the form in which it waits there: guarded, checked, with a number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from hashlib import blake2s
from typing import Any

from perdure.capture.intake import Intake, check_json
from perdure.domain.access import Right
from perdure.domain.journal import Entry, Turn
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName
from perdure.domain.staging import Skip, Sort, StagedItem
from perdure.errors import InvalidInput, InvalidValue
from perdure.text.clean import clean, clean_value, strip_controls
from perdure.transfer import fields
from perdure.transfer.found import Heard, Item, Native, Scope, Statement
from perdure.transfer.guarding import guarded_record, sound, sound_id, sound_skip
from perdure.transfer.loose import within
from perdure.transfer.records import policy_of, settings_text
from perdure.transfer.report import skip_of
from perdure.transfer.staging.items import StagedRecord, StagedStatement, StagedTurn
from perdure.transfer.staging.owners import Routes
from perdure.transfer.staging.statements import guarded
from perdure.transfer.staging.targets import Targets
from perdure.transfer.staging.units import Placed, Units
from perdure.transfer.times import moment

UNNAMED = "import"
"""What an entry names as its source where the tool is not known."""

DEEPEST = 50
"""Levels of nesting that are kept of what a record has beside its text."""

_MEMORIES = ("memories", "permanent")


class Placing:
    """Finds the space of an item and what enters it. `fallback` is the session of turns that name none."""

    def __init__(self, targets: Targets, routes: Routes, *, fallback: str) -> None:
        self._targets, self._routes, self._fallback = targets, routes, strip_controls(fallback)
        self.rights: dict[SpaceName, Right] = {}
        """What it takes in each of the spaces that something goes to."""

    def place(self, item: Item, units: Units) -> Placed | Skip:
        """The item in its form, or why it is left out. Raises InvalidValue where no space was named for it, Forbidden where whoever
        imports may not write there."""
        if isinstance(item, Skip):
            return sound_skip(item)
        self._check(item)
        try:
            match item:
                case Heard():
                    return self._turn(item, units)
                case Statement():
                    return self._statement(item, units)
                case Native():
                    return self._record(item, units)
        except InvalidInput as error:
            line = None if isinstance(item, Statement) else item.line
            return skip_of(error, where=item.where, line=line)

    def _check(self, item: Heard | Statement | Native) -> None:
        """Raises InvalidValue where no space was named for it, and its owner's name makes none."""
        scope: Scope = "user" if isinstance(item, Native) else item.scope
        if not self._routes.lead(item.owner, scope, ours=isinstance(item, Native)):
            raise InvalidValue("say which space it goes to: it names no owner, or only one")
        if not isinstance(item, Native):  # a line of our own that names an impossible space costs itself
            self._routes.space(item.owner, scope)

    def _turn(self, heard: Heard, units: Units) -> Placed:
        owner = _named(heard.owner)
        intake = self._intake(heard.owner, Right.WRITE, heard.scope)
        cut = _Cut(heard.where, heard.line)
        given, raw = heard.turn, heard.record
        turn = replace(
            given,
            session=self._fallback if given.session is None else given.session,
            metadata=cut.kept(given.metadata),
            tool_calls=cut.kept(given.tool_calls),
        )
        entry = intake.entry(turn, entry_id="", source=heard.tool or UNNAMED)
        record = None if raw is None else intake.metadata(cut.kept(raw))
        at = entry.at if turn.at is not None else None
        talk = units.talk(intake.space, entry.session, owner=owner, title=_title(heard.title, intake), at=at)
        if entry.ref is None:
            entry = replace(entry, ref=_ref(entry, talk.turns))
        line = StagedTurn(
            unit=talk.item.number,
            space=intake.space,
            entry=entry,
            timed=at is not None,
            where=sound(heard.where),
            line=heard.line,
            system=sound(heard.tool or UNNAMED),
            record=record,
        )
        masked = _masked(turn, entry, intake)
        return Placed(line=line, item=talk.item, session=entry.session, masked=masked, cut=cut.told)

    def _statement(self, statement: Statement, units: Units) -> Placed:
        owner = _named(statement.owner)
        intake = self._intake(statement.owner, Right.WRITE, statement.scope)
        cut = _Cut(statement.where)
        record, metadata = cut.kept(statement.record), cut.kept(statement.metadata)
        fit = guarded(replace(statement, owner=owner, record=record, metadata=metadata), intake)
        masked = (fit.text, fit.record) != (clean(statement.text, limit=_ANY), clean_value(record))
        item = units.memory(
            StagedItem(
                number=0,
                sort=Sort.MEMORY,
                space=intake.space,
                owner=owner,
                text=fit.text,
                kind=fit.kind,
                at=fit.at,
                masked=masked,
            )
        )
        line = StagedStatement(unit=item.number, space=intake.space, statement=fit)
        return Placed(line=line, item=item, cut=cut.told)

    def _record(self, native: Native, units: Units) -> Placed:
        owner = _named(native.owner)
        intake = self._intake(native.owner, Right.ADMIN, ours=True)
        check_json(native.record, native.part, deepest=fields.DEEPEST)
        given = clean_value(dict(native.record))
        policy = policy_of(given) if native.part == "policy" else None
        if policy is not None:  # what follows comes from a space that had these rules
            self._targets.adopt(intake.space, policy)
        record = guarded_record(given, intake)
        fit = replace(native, record=record, owner=owner, where=sound(native.where))
        item, session = self._unit(fit, units, intake, masked=record != given)
        if policy is not None:
            item = units.policy(_settings(policy, intake.space, owner))
        units.belongs(owner, intake.space)
        number = None if item is None else item.number
        line = StagedRecord(unit=number, space=intake.space, native=fit)
        return Placed(line=line, item=item, session=session, masked=record != given)

    def _unit(
        self, native: Native, units: Units, intake: Intake, *, masked: bool
    ) -> tuple[StagedItem | None, str | None]:
        """What a record of ours is, or belongs to."""
        record = native.record
        if native.part in _MEMORIES:
            item = StagedItem(
                number=0,
                sort=Sort.MEMORY,
                space=intake.space,
                owner=native.owner,
                text=_words(record, "text"),
                kind=_words(record, "kind") or None,
                at=_time(record.get("created_at")),
                masked=masked,
            )
            return units.memory(item), None
        if native.part == "journal":
            session = _words(record, "session") or None
            talk = units.talk(intake.space, session, owner=native.owner, title=session, at=_time(record.get("at")))
            return talk.item, session
        return None, None

    def _intake(self, owner: str | None, right: Right, scope: Scope = "user", *, ours: bool = False) -> Intake:
        space = self._routes.space(owner, scope, ours=ours)
        held = self.rights.get(space)
        if held is None or not held.covers(right):
            self._targets.require(right, space)
            self.rights[space] = right
        return self._targets.intake(space)


class _Cut:
    """Leaves out of what stands beside a text what cannot be kept, so that it does not cost the text; `told` says that it did."""

    def __init__(self, where: str, line: int | None = None) -> None:
        self.told: Skip | None = None
        self._where, self._line = sound(where), line

    def kept(self, value: Any) -> Any:
        """The value as it can be kept."""
        if self._fits(value):
            return value
        cut = within(value, DEEPEST)
        return cut if self._fits(cut) else {} if isinstance(value, Mapping) else ()

    def _fits(self, value: object) -> bool:
        try:
            check_json(value, "what stands beside it")
        except InvalidValue as error:
            reason = sound(f"it came in without what cannot be kept: {error}")
            self.told = Skip(line=self._line, where=self._where, reason=reason, code=error.code)
            return False
        return True


_ANY = 1 << 62


def _named(owner: str | None) -> str | None:
    return None if owner is None else sound_id(owner)


def _settings(policy: Policy, space: SpaceName, owner: str | None) -> StagedItem:
    """The settings that a file brings along, as an item."""
    return StagedItem(number=0, sort=Sort.POLICY, space=space, owner=owner, text=settings_text(policy))


def _title(title: str | None, intake: Intake) -> str | None:
    return None if title is None else str(intake.guarded_value(title))


def _masked(turn: Turn, entry: Entry, intake: Intake) -> bool:
    """Whether something was taken out of what was said or done."""
    said = bool(turn.text) and clean(turn.text, limit=intake.policy.limits.text_bytes) != entry.text
    return said or clean_value(list(turn.tool_calls)) != clean_value(list(entry.tool_calls))


def _ref(entry: Entry, number: int) -> str:
    """The same each time the file is read, and another for each turn."""
    told = f"{entry.speaker}\0{entry.text}"
    return f"{number}-{blake2s(told.encode(), digest_size=4).hexdigest()}"


def _words(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def _time(value: object) -> datetime | None:
    try:
        found = moment(value)
    except InvalidInput:
        return None
    return found if found is not None and found.tzinfo is not None else None
