"""Values of records that anybody may have written: taken where they are what they should be, else as good as none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from hashlib import blake2s
from typing import Any

from perdure.domain.memory import Slot
from perdure.errors import InvalidInput, InvalidText, InvalidValue
from perdure.transfer.decoding import decoded
from perdure.transfer.found import Native
from perdure.transfer.tally import Tally
from perdure.transfer.times import moment

CARRIED = "perdure"
"""Under this name a record of another system has the one of Perdure that it was made of."""

VECTORS = "vectors are made anew here"

CUT = "[nested too deep]"
"""Stands for what lies deeper in a record than is kept."""

_DEEPEST = 60
"""Levels of a record; staging keeps fewer, and tells of what it cuts."""

_MOST = 100_000
"""Values of one record; YAML can make billions of a few lines."""

_LABEL = 300
"""Characters of a tag, an id, a slot or the name of a space; what is longer is no name."""

_LARGEST = 10**300
_VECTOR = re.compile(r"(?:\w+_)?(?:embedding|vector)s?")
_ZONE_NAME = re.compile(r"\[[\w/+-]+\]$")
_DAY = re.compile(r"(\d{4})[/.年-](\d{1,2})[/.月-](\d{1,2})日?(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?")
_YEARS = range(1900, 2200)
_COMMAS = ",，;；、"
_KINDS = {
    word: kind
    for kind, words in {
        "identity": "identity 身份",
        "preference": "preference preferences 偏好 喜好",
        "fact": "fact facts 事实",
        "decision": "decision decisions 决定 决策",
        "task": "task tasks todo todos 任务 待办",
        "commitment": "commitment commitments promise 承诺",
        "event": "event events 事件",
        "rule": "rule rules convention conventions 规则 约定",
        "procedure": "procedure procedures procedural workflow howto how-to 步骤 流程",
        "summary": "summary summaries 摘要 总结",
        "temporary": "temporary 临时",
    }.items()
    for word in words.split()
}

Record = Mapping[str, Any]


def record_of(value: object) -> dict[str, Any]:
    """A JSON object without vectors, as it can be kept. Raises InvalidInput where it is none, or too large to be one."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"it is no record but {type(value).__name__}")
    kept = _kept(value, _DEEPEST, iter(range(_MOST)))
    assert isinstance(kept, dict)
    return kept


def _kept(value: object, depth: int, budget: Iterator[int]) -> Any:
    if next(budget, None) is None:
        raise InvalidValue(f"it has more than {_MOST:,} values")
    match value:
        case Mapping() | list() | tuple() | set() | frozenset() if depth == 0:
            return CUT
        case Mapping():
            fields = {str(name): each for name, each in value.items()}
            return {name: _kept(each, depth - 1, budget) for name, each in fields.items() if not is_vector(name, each)}
        case list() | tuple() | set() | frozenset():
            return [_kept(each, depth - 1, budget) for each in value]
    return _scalar(value)


def _scalar(value: object) -> object:
    match value:
        case None | bool():
            return value
        case int() | float():
            return value if abs(value) < _LARGEST else str(value)[:_LABEL]  # nan is below nothing
        case bytes():
            return value.decode("utf-8", "replace")
        case date():
            return value.isoformat()
    return str(value)


def within(value: object, deepest: int) -> Any:
    """A value without what is nested deeper than so many levels."""
    match value:
        case Mapping() | list() | tuple() if deepest == 0:
            return CUT
        case Mapping():
            return {name: within(each, deepest - 1) for name, each in value.items()}
        case list() | tuple():
            return [within(each, deepest - 1) for each in value]
    return value


def is_vector(name: str, value: object) -> bool:
    """Whether a field holds an embedding, as numbers or as what a database makes of them."""
    return isinstance(value, list | str | bytes) and bool(value) and _VECTOR.fullmatch(name) is not None


def text_of(value: object) -> str:
    """A text without blanks around it; nothing where it is none."""
    return value.strip() if isinstance(value, str) else ""


def said(*values: object) -> str:
    """The first of these that is a text; raises InvalidText where none says anything."""
    found = next(filter(None, map(text_of, values)), None)
    if found is None:
        raise InvalidText("it says nothing")
    return found


def name_of(*values: object) -> str | None:
    """The first of these that is a name or an id; numbers are ids too."""
    named = (str(value).strip() for value in values if isinstance(value, str) or _is_id(value))
    return next((name for name in named if 0 < len(name) <= _LABEL), None)


def _is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _LARGEST


def when(*values: object) -> datetime | None:
    """The first of these that is a time somebody can have meant; UTC where it names no zone, as programs mean it."""
    found = written_at(*values)
    return found if found is None or found.tzinfo is not None else found.replace(tzinfo=UTC)


def written_at(*values: object) -> datetime | None:
    """The same as people write it: naive where it names no zone."""
    return next((found for value in values if (found := _time(value)) is not None and found.year in _YEARS), None)


def _time(value: object) -> datetime | None:
    if isinstance(value, date):
        return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)  # noqa: DTZ001  a day has no zone
    text = _ZONE_NAME.sub("", value) if isinstance(value, str) else value
    try:
        return moment(text)
    except InvalidValue:
        return _day(text) if isinstance(text, str) else None


def _day(text: str) -> datetime | None:
    """2026/2/3 9:05 and 2026年2月3日."""
    found = _DAY.fullmatch(text.strip())
    if found is None:
        return None
    year, month, day, clock = found.groups()
    hour, minute, second = (int(part) for part in f"{clock or '0:00'}:0".split(":")[:3])
    try:
        return datetime(int(year), int(month), int(day), hour, minute, second)  # noqa: DTZ001  the file names no zone
    except ValueError:
        return None


def fraction(value: object) -> float | None:
    """A number from 0 to 1, written as a number or as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if 0 <= number <= 1 else None


def structure(value: object) -> object:
    """A value; what a JSON string stands for where it is one of an object or a list."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return decoded(value.encode("utf-8", "replace"))
    except InvalidInput:
        return value


def mapping(value: object) -> dict[str, Any]:
    """An object, perhaps written as a JSON string; nothing where it is none."""
    found = structure(value)
    return dict(found) if isinstance(found, Mapping) else {}


def records(value: object) -> list[Record]:
    """The objects of a list, perhaps written as a JSON string."""
    found = structure(value)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def names_of(value: object, *, apart: str = "|") -> tuple[str, ...]:
    """Names in a list, in one written as JSON, or in one string with one of the characters `apart` between them; each once."""
    parsed = structure(value)
    if isinstance(parsed, str):
        parsed = re.split(f"[{re.escape(apart)}]", parsed)
    listed = parsed if isinstance(parsed, list | tuple) else ()
    return tuple(dict.fromkeys(filter(None, map(name_of, listed))))


def tags_of(value: object) -> tuple[str, ...]:
    """Tags: names with commas of any sort between them, or a list; a leading # is no part of one."""
    tags = (name.lstrip("#") for name in names_of(value, apart=_COMMAS))
    return tuple(dict.fromkeys(filter(None, tags)))


def kind_of(word: object) -> str | None:
    """The kind that a word names for certain; never a permanent one."""
    return _KINDS.get(word.strip().casefold()) if isinstance(word, str) else None


def slot_of(value: object) -> Slot | None:
    """A slot: an attribute of the owner, or a subject and an attribute."""
    if isinstance(value, Mapping):
        attribute, subject = name_of(value.get("attribute")), name_of(value.get("subject"))
        return None if attribute is None else Slot(subject or Slot.OWNER, attribute)
    attribute = name_of(value)
    return None if attribute is None else Slot(Slot.OWNER, attribute)


def digest(*parts: object) -> str:
    """Tells a record without an id apart for good: the same for the same parts."""
    return blake2s(json.dumps(parts, default=str).encode(), digest_size=12).hexdigest()


def native(carried: object, text: str, *, where: str, part: str = "memories") -> Native | None:
    """Perdure's own record, which travelled with another one; None where there is none, or its text was changed on the way."""
    found = mapping(carried)
    if not isinstance(found.get("id"), str) or text_of(found.get("text")) != text.strip():
        return None
    record = {name: value for name, value in found.items() if name != "space"}
    return Native(part=part, record=record, where=where, owner=name_of(found.get("space")))


def count(
    tally: Tally, sort: str, record: Record, mapped: Mapping[str, str], dropped: Mapping[str, str] | None = None
) -> None:
    """Tell the tally what becomes of every field of a record of that sort."""
    gone = {f"{sort}.{name}": why for name, why in (dropped or {}).items()}
    gone |= {f"{sort}.{name}": VECTORS for name, value in record.items() if is_vector(name, value)}
    fields = {f"{sort}.{name}": value for name, value in record.items()}
    tally.record(fields, mapped={f"{sort}.{name}": to for name, to in mapped.items()}, dropped=gone)
