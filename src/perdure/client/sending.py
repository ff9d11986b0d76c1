"""What callers hand in as JSON: checked and guarded by the library's own rules, so that a mistake raises what it raises there
and no secret leaves this process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

from perdure.capture.intake import Intake, aware, check_json, check_options, fraction, positive
from perdure.capture.permanent import PermanentCorrection, PermanentOptions, permanent_kind
from perdure.capture.working.window import CALL
from perdure.domain.check import Check
from perdure.domain.journal import Turn, role_of
from perdure.domain.memory import CorrectOptions, RememberOptions, Slot
from perdure.domain.policy import Limits, Policy
from perdure.domain.recall import Layer, RecallOptions
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput, InvalidQuery, InvalidValue
from perdure.kinds import kind
from perdure.text.clean import strip_controls

T = TypeVar("T")

Plain = dict[str, Any]

LARGEST = 2**63 - 1
"""The largest whole number that a gateway reads."""

MOST_SECONDS = 86_400
MOST_LISTED = 10_000

RULES = Intake(
    space=SpaceName("user", "-"),
    policy=Policy(keep_contacts=True, limits=Limits(text_bytes=LARGEST)),
    zone=UTC,
    now=datetime(1000, 1, 1, tzinfo=UTC),
)
"""The rules that hold in every space; sizes, contacts and times are the space's own to judge."""

_MOMENTS = ("at", "holds_from", "holds_until", "expires_at")


def statement(text: object, options: Mapping[str, Any]) -> Plain:
    """What `remember` is given; raises InvalidInput."""
    check_options(options, RememberOptions.__annotations__)
    candidate = RULES.candidate(text, **cast("RememberOptions", options))
    body: Plain = {"text": candidate.text} | {name: options[name] for name in options if name in ("kind", "confidence")}
    body |= {name: moment(options[name], name) for name in _MOMENTS if name in options}
    made = {
        "slot": slot(candidate.slot),
        "value": candidate.value,
        "importance": None if options.get("importance") is None else candidate.importance,
        "confidence": candidate.confidence,
        "source": candidate.source.tool,
        "half_life_days": candidate.half_life_days,
        "tags": list(candidate.tags),
        "metadata": _readable(candidate.metadata, "metadata"),
    }
    return body | {name: value for name, value in made.items() if name in options}


def turns(said: Iterable[Turn], *, source: str | None) -> list[Plain]:
    """What `observe` and `capture` are given; raises InvalidInput."""
    if isinstance(said, Turn):
        raise InvalidValue("turns are a list of Turn, not one of them")
    return [turn(one, source=source) for one in said]


def turn(said: Turn, *, source: str | None = None) -> Plain:
    """One turn; raises InvalidInput."""
    entry = RULES.entry(said, entry_id="-", source=source)
    body: Plain = {
        "text": entry.text,
        "speaker": entry.speaker,
        "role": entry.role,
        "at": moment(said.at, "at"),
        "session": entry.session,
        "ref": entry.ref,
        "channel": entry.channel,
        "tool_calls": [_readable(dict(call), "tool_calls") for call in entry.tool_calls],
        "metadata": _readable(RULES.metadata(said.metadata), "metadata"),
    }
    return {name: value for name, value in body.items() if value not in (None, [], {})}


def question(query: object, options: Mapping[str, Any]) -> Plain:
    """What `recall` is given; raises InvalidInput."""
    check_options(options, RecallOptions.__annotations__)
    if not isinstance(query, str):
        raise InvalidQuery(f"a query is a string, not {type(query).__name__}")
    if not isinstance(options.get("expand", False), bool):
        raise InvalidValue(f"expand is true or false, not {options['expand']!r}")
    where, when = options.get("where"), options.get("when")
    if where is not None and not isinstance(where, Mapping):
        raise InvalidValue(f"where is a mapping of metadata, not {where!r}")
    check_json(where, "where")
    _readable(where, "where")
    if when is not None and not isinstance(when, str):
        raise InvalidValue(f"when is a stretch of time in words, not {when!r}")
    layers, kinds = names(options.get("layers"), "layers"), names(options.get("kinds"), "kinds")
    for name in layers:
        _layer(name)
    for name in kinds:
        kind(name)
    return {"query": strip_controls(query)} | given(
        {
            "k": whole(options.get("k"), "k", LARGEST),
            "layers": layers,
            "kinds": kinds,
            "tags": names(options.get("tags"), "tags"),
            "where": where,
            "when": when,
            "deadline": seconds(options.get("deadline")),
            "expand": options.get("expand", False),
            **{name: moment(options.get(name), name) for name in ("since", "until", "as_of", "known_at", "now")},
        }
    )


def correction(text: str | None, options: Mapping[str, Any]) -> Plain:
    """What `correct` is given: null where it takes something away. Raises InvalidInput."""
    check_options(options, CorrectOptions.__annotations__)
    body = _changes(text, options)
    if "importance" in options:
        body["importance"] = fraction(options["importance"], "importance")
    if "expires_at" in options:
        body["expires_at"] = moment(options["expires_at"], "expires_at")
    if "half_life_days" in options:
        body["half_life_days"] = positive(options["half_life_days"], "half_life_days")
    if not isinstance(options.get("merge", False), bool):
        raise InvalidValue(f"merge is true or false, not {options['merge']!r}")
    return body | given({"merge": options.get("merge", False)})


def permanent(text: object, options: Mapping[str, Any]) -> Plain:
    """What `permanent.add` is given; raises InvalidInput."""
    check_options(options, PermanentOptions.__annotations__)
    plain = {name: options[name] for name in options if name not in ("reason", "kind")}
    body = statement(text, plain)
    if "kind" in options:
        body["kind"] = permanent_kind(options["kind"])
    return body | given({"reason": label(options.get("reason"), "reason")})


def permanent_correction(text: str | None, options: Mapping[str, Any]) -> Plain:
    """What `permanent.correct` is given; raises InvalidInput."""
    check_options(options, PermanentCorrection.__annotations__)
    body = _changes(text, options)
    if "value" in options:
        body["value"] = None if options["value"] is None else RULES.guarded(options["value"])
    return body


def _changes(text: str | None, options: Mapping[str, Any]) -> Plain:
    """What both sorts of correcting share."""
    body: Plain = {} if text is None else {"text": RULES.guarded(text)}
    if "tags" in options:
        body["tags"] = list(RULES.tags(options["tags"]))
    if "metadata" in options:
        body["metadata"] = _readable(RULES.metadata(options["metadata"]), "metadata")
    version = options.get("version")
    if isinstance(version, bool) or not isinstance(version, int | None):
        raise InvalidValue(f"version is a whole number, not {version!r}")
    # no memory has a version beyond what a gateway reads, so the largest conflicts as well
    number = None if version is None else max(-LARGEST, min(version, LARGEST))
    return body | given({"version": number, "reason": label(options.get("reason"), "reason")})


def messages(handed: object) -> list[Plain]:
    """What `summary` and `filter` are given; raises InvalidValue."""
    if isinstance(handed, str | bytes) or not isinstance(handed, Sequence):
        raise InvalidValue(f"messages are a list, not {type(handed).__name__}")
    return [_message(message, f"messages[{place}]") for place, message in enumerate(handed)]


def _message(message: object, where: str) -> Plain:
    match message:
        case Turn():
            calls = [dict(call) for call in message.tool_calls]
            plain = {"role": role_of(message), "content": message.text, "tool_calls": calls}
            return given(plain | {CALL: message.metadata.get(CALL)})
        case Mapping():
            check_json(message, where)
            return dict(message)
        case _:
            raise InvalidValue(f"{where} is a mapping with role and content, or a Turn, not {type(message).__name__}")


def slot(slot: str | Slot | None) -> Plain | None:
    """A slot by both its names; raises InvalidValue."""
    found = RULES.slot(slot)
    return None if found is None else {"subject": found.subject, "attribute": found.attribute}


def moment(at: object, name: str) -> str | None:
    """A time as it was given, with its offset if it has one; raises InvalidValue."""
    aware(at, UTC, name)
    return at.isoformat() if isinstance(at, datetime) else None


def names(found: Iterable[str] | str | None, what: str) -> list[str]:
    """One name or several; raises InvalidValue for anything else."""
    if found is None or isinstance(found, str):
        return [] if found is None else [found]
    listed = list(found) if isinstance(found, Iterable) else [None]
    if not all(isinstance(name, str) for name in listed):
        raise InvalidValue(f"{what} are a list of strings, not {found!r}")
    return listed


def whole(value: object, name: str, most: int) -> int | None:
    """A number of things, or None; raises InvalidValue."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise InvalidValue(f"{name} is a whole number from 1 to {most}, not {value!r}")
    return value


def numbers(value: object, what: str) -> list[int]:
    """One whole number or several; raises InvalidValue."""
    listed = list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes) else [value]
    found = [one for one in listed if isinstance(one, int) and not isinstance(one, bool) and abs(one) <= LARGEST]
    if len(found) < len(listed):
        raise InvalidValue(f"{what} are whole numbers, not {value!r:.80}")
    return found


def check(asked: object, where: str) -> Plain:
    """One question of `verify`; raises InvalidInput, which names it."""
    if not isinstance(asked, Check):
        raise InvalidValue(f"{where} is a Check, not {type(asked).__name__}")
    contained = {"must_contain": asked.must_contain, "must_not_contain": asked.must_not_contain}
    try:
        said = question(asked.question, {})["query"]
        wanted = {name: names(texts, name) for name, texts in contained.items()} | {"k": whole(asked.k, "k", LARGEST)}
    except InvalidInput as error:
        raise type(error)(f"{where}: {error}") from error
    return {"question": said, "space": str(SpaceName.parse(asked.space))} | given(wanted)


def seconds(value: object) -> float | None:
    """A deadline, or None; raises InvalidValue."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MOST_SECONDS:
        raise InvalidValue(f"a deadline is a number of seconds above 0, up to {MOST_SECONDS}; it cannot be {value!r}")
    return float(value)


def label(text: object, name: str) -> str | None:
    """A short text; raises InvalidValue."""
    return RULES.label(text, name)


def page(limit: object, cursor: object) -> Plain:
    """Which part of a list; raises InvalidValue."""
    if cursor is not None and not isinstance(cursor, str):
        raise InvalidValue(f"a cursor is what the page before gave as `next`, not {cursor!r}")
    size = whole(limit, "limit", MOST_LISTED)
    if size is None:
        raise InvalidValue(f"limit is a whole number from 1 to {MOST_LISTED}, not None")
    return given({"limit": size, "cursor": cursor})


def given(values: Mapping[str, Any]) -> Plain:
    """Without what is empty, which is the same as left out."""
    return {name: value for name, value in values.items() if value is not None and value != [] and value is not False}


def _readable(value: T, path: str) -> T:
    """The same JSON; raises InvalidValue for a whole number that a gateway does not read."""
    match value:
        case int() if abs(value) > LARGEST:
            raise InvalidValue(f"{path} holds a whole number of more than 64 bits, which a gateway does not read")
        case Mapping():
            for item in value.values():
                _readable(item, path)
        case list() | tuple():
            for item in value:
                _readable(item, path)
    return value


def _layer(name: str) -> None:
    try:
        Layer(name)
    except ValueError as error:
        raise InvalidValue(f"{error}; the layers are {', '.join(Layer)}") from error
