"""What callers hand in, made fit to be stored: cleaned, guarded, checked, with every time aware."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Any, Unpack

from perdure.capture.extract import Worth, taken_for
from perdure.domain.change import Candidate
from perdure.domain.journal import ROLES, UTC_OFFSET, Entry, Turn, origin_of, role_of, speaker_of
from perdure.domain.memory import Origin, RememberOptions, Slot, Source
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue
from perdure.kinds import kind
from perdure.ports.store import Writer
from perdure.text.clean import clean, clean_value, statement_key, strip_controls
from perdure.text.privacy import KEEP_CONTACTS, STRICT, PrivacyPolicy, guard, guard_value
from perdure.text.privacy.looks import UUID

_FIRST_YEAR, _LAST_YEAR = 1000, 9000
_LARGEST = 10**1000
DEEPEST = 50
"""Levels of nesting of what is handed in beside a text."""

MOST_BESIDE = 16 << 20
"""Bytes of text that may stand beside a text, in its metadata or its tool calls."""
_USUAL = 0.5
"""The importance of what nobody gave one."""
_GRAVE = 0.9
"""From this on it is what the statement says: a name, a birthday, an allergy must not fade like any fact."""
_LABEL = 500
"""Longest tag, slot, speaker, session, ref or channel, in characters."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Intake:
    """The rules of one space at one moment. `adopts`: its first write makes the policy its own. `source`: the agent or tool
    that says what is handed in, where no other is named."""

    space: SpaceName
    policy: Policy
    zone: tzinfo
    now: datetime
    adopts: bool = False
    source: str | None = None

    def adopt(self, writer: Writer) -> None:
        """Store the policy in a space that has none yet, inside its first write."""
        if self.adopts and writer.policy() is None:
            writer.set_policy(self.policy)

    def guarded(self, text: object, *, room: int = 0) -> str:
        """A text without control characters, secrets and, where the space masks them, contacts. `room` is what may be kept where
        the space allows less by now."""
        return guard(clean(text, limit=max(room, self.policy.limits.text_bytes)), self._privacy).text

    def guarded_value(self, value: Any) -> Any:
        """The same for metadata and tool calls, at every depth."""
        return guard_value(clean_value(value), self._privacy)

    @property
    def _privacy(self) -> PrivacyPolicy:
        keep = self.policy.keep_contacts
        return KEEP_CONTACTS if (self.space.scope == "user" if keep is None else keep) else STRICT

    def candidate(self, text: object, **options: Unpack[RememberOptions]) -> Candidate:
        """A statement and its options as a candidate; raises InvalidInput with the field that is wrong."""
        check_options(options, RememberOptions.__annotations__)
        said = self.guarded(text)
        at = aware(options.get("at"), self.zone, "at") or self.now
        holds_from = aware(options.get("holds_from"), self.zone, "holds_from") or at
        holds_until = aware(options.get("holds_until"), self.zone, "holds_until")
        if holds_until is not None and holds_until < holds_from:
            raise InvalidValue("holds_until lies before holds_from")
        named = options.get("kind")
        importance = options.get("importance")
        guess = taken_for(said) if named is None else Worth(kind(named).name, _USUAL)
        return Candidate(
            text=said,
            key=statement_key(said),
            kind=guess.kind,
            kind_given=named is not None,
            at=at,
            recorded_at=self.now,
            holds_from=holds_from,
            holds_until=holds_until,
            expires_at=aware(options.get("expires_at"), self.zone, "expires_at"),
            slot=self.slot(options.get("slot")),
            value=self._value(options.get("value")),
            importance=_usual(guess) if importance is None else fraction(importance, "importance"),
            confidence=fraction(options.get("confidence", 1.0), "confidence"),
            half_life_days=positive(options.get("half_life_days"), "half_life_days"),
            source=Source(origin=Origin.USER, tool=self.source_of(options.get("source"))),
            tags=self.tags(options.get("tags", ())),
            metadata=self.metadata(options.get("metadata", {})),
        )

    def entry(self, turn: Turn, *, entry_id: str, source: str | None = None) -> Entry:
        """A turn as an entry of the journal."""
        if not isinstance(turn, Turn):
            raise InvalidValue(f"a turn is a Turn, not {type(turn).__name__}")
        role = role_of(turn)
        if role not in ROLES:
            raise InvalidValue(f"a role is one of {', '.join(ROLES)}, not {role!r}")
        at = aware(turn.at, self.zone, "at") or self.now
        metadata = {**_offset(turn.at, at), **self.metadata(turn.metadata)}
        tool = self.source_of(source)
        if tool is not None and (source is not None or "source" not in metadata):
            metadata["source"] = tool
        return Entry(
            id=entry_id,
            space=self.space,
            session=self.handle(turn.session, "session"),
            role=role,
            speaker=self.label(speaker_of(turn), "speaker") or role,
            text=self.guarded(turn.text or _named_calls(turn.tool_calls)),
            at=at,
            recorded_at=self.now,
            ref=self.handle(turn.ref, "ref"),
            channel=self.label(turn.channel, "channel") or "chat",
            origin=origin_of(role),
            tool_calls=self.tool_calls(turn.tool_calls),
            metadata=metadata,
        )

    def statement(self, candidate: Candidate, *, entry_id: str) -> Entry:
        """The journal's record of something remembered; the memory carries the index."""
        return Entry(
            id=entry_id,
            space=self.space,
            text=candidate.text,
            at=candidate.at,
            recorded_at=self.now,
            origin=candidate.source.origin,
            channel="remember",
            indexed=False,
        )

    def source_of(self, named: object) -> str | None:
        """The agent or tool that is named, else the one whose token it is."""
        return self.label(self.source if named is None else named, "source")

    def slot(self, slot: str | Slot | None) -> Slot | None:
        """A slot with both names set."""
        found = Slot.of(slot) if isinstance(slot, (str, Slot, type(None))) else None
        if found is None and slot is not None:
            raise InvalidValue(f"a slot is a string or a Slot, not {type(slot).__name__}")
        if found is None:
            return None
        subject, attribute = self.label(found.subject, "slot"), self.label(found.attribute, "slot")
        if not (subject and subject.strip() and attribute and attribute.strip()):
            raise InvalidValue("a slot needs a name")
        return Slot(subject, attribute)

    def tags(self, tags: Iterable[str]) -> tuple[str, ...]:
        """Tags, each once."""
        if isinstance(tags, str) or not isinstance(tags, Iterable):
            raise InvalidValue(f"tags are a list of strings, not {tags!r}")
        return tuple(dict.fromkeys(label for tag in tags if (label := self.label(tag, "tag"))))

    def metadata(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """Metadata as JSON-like values with string keys."""
        if not isinstance(metadata, Mapping):
            raise InvalidValue(f"metadata is a mapping, not {type(metadata).__name__}")
        check_json(metadata, "metadata")
        _check_size(metadata, "metadata")
        found: dict[str, Any] = self.guarded_value(dict(metadata))
        return found

    def tool_calls(self, calls: object) -> tuple[Mapping[str, Any], ...]:
        """Tool calls as JSON-like values, one mapping a call."""
        if not isinstance(calls, Sequence) or not all(isinstance(call, Mapping) for call in calls):
            raise InvalidValue("tool_calls are a list of mappings")
        check_json(calls, "tool_calls")
        _check_size(calls, "tool_calls")
        return tuple(self.guarded_value([dict(call) for call in calls]))

    def label(self, text: object, name: str) -> str | None:
        """A short text such as a tag; secrets are removed from it like from any other."""
        if text is None:
            return None
        if not isinstance(text, str):
            raise InvalidValue(f"{name} is a string, not {type(text).__name__}")
        if len(text) > _LABEL:
            raise InvalidValue(f"{name} has {len(text)} characters, at most {_LABEL} are kept")
        return _short(text, self._privacy)[:_LABEL]

    def handle(self, text: str | None, name: str) -> str | None:
        """The caller's own id, None for an empty one: secrets are removed, but what looks like a contact stays, for two ids must
        stay two; a UUID is one, whatever its digits look like."""
        if isinstance(text, str) and UUID.match(text):
            return text
        return replace(self, policy=replace(self.policy, keep_contacts=True)).label(text, name) or None

    def _value(self, value: object) -> str | None:
        return None if value is None else self.guarded(value if isinstance(value, str) else str(value))


@lru_cache(maxsize=10_000)
def _short(text: str, privacy: PrivacyPolicy) -> str:
    """A label made fit to be stored; the same few speakers, sessions and channels come again and again."""
    return guard(strip_controls(text), privacy).text


def _usual(guess: Worth) -> float:
    return guess.importance if guess.certain and guess.importance >= _GRAVE else _USUAL


def _named_calls(calls: object) -> str:
    """What stands for the text of a turn that only calls tools: the names of what it calls."""
    names = [_name_of(call) for call in calls] if isinstance(calls, list | tuple) else []
    return ", ".join(name for name in names if name)


def _name_of(call: object) -> str:
    if not isinstance(call, Mapping):
        return ""
    inner = call.get("function")
    name = call.get("name") or (inner.get("name") if isinstance(inner, Mapping) else "")
    return name if isinstance(name, str) else ""


def aware(at: object, zone: tzinfo, name: str) -> datetime | None:
    """A time in the store's zone; a naive one is taken to be in it."""
    if at is None:
        return None
    if not isinstance(at, datetime):
        raise InvalidValue(f"{name} is a datetime, not {type(at).__name__}")
    if not _FIRST_YEAR <= at.year <= _LAST_YEAR:
        raise InvalidValue(f"{name} lies in the year {at.year}; years {_FIRST_YEAR} to {_LAST_YEAR} can be kept")
    return at.replace(tzinfo=zone) if at.tzinfo is None else at.astimezone(zone)


def _offset(given: datetime | None, at: datetime) -> dict[str, int]:
    """The offset of a time that was given with another one than the store's, in minutes."""
    offset = None if given is None else given.utcoffset()
    return {} if offset is None or offset == at.utcoffset() else {UTC_OFFSET: int(offset.total_seconds() // 60)}


def fraction(value: object, name: str) -> float:
    """A number in 0–1."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not 0 <= float(value) <= 1:
        raise InvalidValue(f"{name} is a number from 0 to 1, not {value!r}")
    return float(value)


def positive(value: object, name: str) -> float | None:
    """A number above 0, or None."""
    if value is None:
        return None
    number = math.nan if isinstance(value, bool) or not isinstance(value, numbers.Real) else float(value)
    if not (math.isfinite(number) and number > 0):
        raise InvalidValue(f"{name} is a positive number, not {value!r}")
    return number


def check_options(given: Iterable[str], known: Iterable[str]) -> None:
    """Raises InvalidValue for an option that does not exist: a misspelt one must not be silently without effect."""
    unknown = set(given) - set(known)
    if unknown:
        raise InvalidValue(f"there is no option {', '.join(sorted(map(repr, unknown)))}")


def check_json(value: object, path: str, *, deepest: int = DEEPEST) -> None:
    """Raises InvalidValue for what JSON cannot hold, and what is nested deeper than so many levels."""
    if deepest < 0:
        raise InvalidValue(f"{path} is nested more than {DEEPEST} deep")
    match value:
        case None | bool() | str():
            return
        case int() | float():
            if not abs(value) < _LARGEST:  # NaN is not below anything
                raise InvalidValue(f"{path} holds a number that is not finite, or has more than 1,000 digits")
        case Mapping():
            for name, item in value.items():
                if not isinstance(name, str):
                    raise InvalidValue(f"{path} has a key that is not a string: {name!r}")
                check_json(item, f"{path}.{name}"[:200], deepest=deepest - 1)
        case list() | tuple():
            for item in value:
                check_json(item, path, deepest=deepest - 1)
        case _:
            raise InvalidValue(f"{path} holds a {type(value).__name__}, which JSON cannot")


def _check_size(value: object, name: str) -> None:
    """Raises InvalidValue for more than can be kept, and carried elsewhere in one line."""
    size, level = 0, [value]
    while level:
        found = level.pop()
        match found:
            case str():
                size += len(found) if found.isascii() else len(found.encode("utf-8", "surrogatepass"))
            case Mapping():
                level += [*found, *found.values()]
            case list() | tuple():
                level += found
            case _:
                size += 1
        if size > MOST_BESIDE:
            raise InvalidValue(f"{name} has more than {MOST_BESIDE:,} bytes, and no more are kept")
