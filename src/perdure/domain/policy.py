"""The settings of a space: stored inside it and travelling with it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perdure.errors import InvalidPolicy

MOST_DAYS = 1_000_000.0
"""Some 2,700 years: whatever is counted in days or hours never takes longer."""

MOST_HOURS = MOST_DAYS * 24
MOST_WEIGHT = 1_000.0
MOST = 1_000_000_000
"""Of anything that is counted."""

MOST_TOKENS = 1_000_000_000_000
"""A day, of a language model."""


def _number(name: str, value: object, *, least: float = 0.0, most: float = MOST_DAYS) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise InvalidPolicy(f"{name} is a number from {_said(least)} to {_said(most)}; it cannot be {_shown(value)}")


def _whole(name: str, value: object, *, least: int = 0, most: int = MOST) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidPolicy(f"{name} is a whole number, not {_shown(value)}")
    _number(name, value, least=least, most=most)


def _said(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:,.15g}"


def _shown(value: object) -> str:
    """What was given, in short: a number may have any number of digits."""
    return "so large a number" if isinstance(value, int) and abs(value) > MOST**2 else repr(value)[:50]


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """Shares of the recall signals, in standard deviations of a query's candidates (`bench/` holds the measurements)."""

    dense: float = 0.6
    lexical: float = 0.4
    clause: float = 0.7
    speaker: float = 1.5
    date: float = 1.5
    when: float = 1.0
    question: float = 0.6
    assistant: float = 1.0
    session: float = 0.15
    length: float = 0.3
    repeat: float = 0.5
    claim: float = 4.0

    def __post_init__(self) -> None:
        for item in dataclasses.fields(self):
            _number(item.name, getattr(self, item.name), most=MOST_WEIGHT)


@dataclass(frozen=True, kw_only=True, slots=True)
class Blend:
    """How relevance, strength and decay make one score.

    `bounded`: relevance × (1 − share × (1 − freshness)), so that age can take at most `share`.
    `additive`: relevance, strength and decay in fixed shares.
    """

    form: str = "bounded"
    share: float = 0.03
    relevance: float = 0.5
    strength: float = 0.3
    decay: float = 0.2

    def __post_init__(self) -> None:
        if self.form not in ("bounded", "additive"):
            raise InvalidPolicy(f"a blend is bounded or additive, not {_shown(self.form)}")
        for name in ("share", "relevance", "strength", "decay"):
            _number(name, getattr(self, name), most=1)


MEASURED = Blend()
"""The default: the form that cost nothing in recall."""

SEED = Blend(form="additive")
"""0.5 relevance + 0.3 strength + 0.2 decay; it buries old facts, see `docs/explanation/recall.md`."""


_LEAST = {"text_bytes": 1_000, "passage_overlap": 0}
"""With less, nothing that anybody says could be kept."""

_MOST = {
    **dict.fromkeys(("max_hits", "hits", "candidates", "query_chars"), 1_000_000),
    **dict.fromkeys(("text_bytes", "result_bytes"), 2**63 - 1),  # which is no limit
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Sizes that the engine enforces for every caller."""

    text_bytes: int = 1_048_576
    query_chars: int = 2_000
    hits: int = 5
    max_hits: int = 10_000
    candidates: int = 100
    result_bytes: int = 4_194_304
    brief_tokens: int = 500
    passage_tokens: int = 400
    passage_overlap: int = 60

    def __post_init__(self) -> None:
        for item in dataclasses.fields(self):
            least = _LEAST.get(item.name, 1)
            _whole(item.name, getattr(self, item.name), least=least, most=_MOST.get(item.name, MOST))
        if self.passage_overlap * 2 > self.passage_tokens:
            raise InvalidPolicy("passage_overlap is at most half of passage_tokens")


STRATEGIES = (
    "expire", "archive", "importance_decay", "summarize_old", "sessions", "weeks", "promote", "adapt", "cold_storage",
)  # fmt: skip
"""What upkeep can do, in the order it does it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gates:
    """What an unconfirmed statement has to be to be kept, and a memory to be proposed as permanent.

    `sightings`: so many times seen is enough. `thresholds`: the importance that is enough, by kind, over the kinds' own.
    `recurrences`: a memory confirmed so many times, over at least `recurrence_days`, is proposed as permanent.
    `conflict_hours`: statements of equal rank from different sources within that time wait for a person.
    """

    sightings: int = 3
    thresholds: Mapping[str, float] = field(default_factory=dict)
    recurrences: int = 5
    recurrence_days: float = 14.0
    conflict_hours: float = 24.0

    def __post_init__(self) -> None:
        if not isinstance(self.thresholds, Mapping):
            raise InvalidPolicy(f"thresholds are importances by kind, not {_shown(self.thresholds)}")
        for kind, threshold in self.thresholds.items():
            _number(f"the threshold of {kind}", threshold, most=1)
        for name in ("sightings", "recurrences"):
            _whole(name, getattr(self, name), least=1)
        _number("recurrence_days", self.recurrence_days)
        _number("conflict_hours", self.conflict_hours, most=MOST_HOURS)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fading:
    """When upkeep lets go. Days are counted from the last confirmation, or, where it says unread, from the last recall.

    `strategies` are the ones that run. A memory goes to the archive below `archive_strength` when it was unread for
    `archive_unread_days`; by `importance_decay` below `decay_importance` and unread for `decay_unread_days`; by `summarize_old`
    where there are more than `summarize_over` of a kind older than `summarize_days`. Archived for `cold_days`, it leaves the
    index. A session that is quiet for `idle_hours` counts as ended. Feedback moves a half-life by a factor of at most `adapt_most`.
    """

    strategies: tuple[str, ...] = ("expire", "archive", "sessions", "weeks", "promote", "adapt", "cold_storage")
    archive_strength: float = 0.05
    archive_unread_days: float = 60.0
    decay_importance: float = 0.3
    decay_unread_days: float = 30.0
    summarize_over: int = 20
    summarize_days: float = 90.0
    cold_days: float = 365.0
    idle_hours: float = 12.0
    adapt_most: float = 4.0

    def __post_init__(self) -> None:
        if not isinstance(self.strategies, list | tuple) or not all(name in STRATEGIES for name in self.strategies):
            raise InvalidPolicy(f"the strategies are {', '.join(STRATEGIES)}, not {_shown(self.strategies)}")
        object.__setattr__(self, "strategies", tuple(self.strategies))  # JSON has lists
        for item in dataclasses.fields(self):
            if item.name == "summarize_over":
                _whole(item.name, self.summarize_over, least=1)
            elif item.name != "strategies":
                most = MOST_HOURS if item.name == "idle_hours" else MOST_DAYS
                _number(item.name, getattr(self, item.name), least=int(item.name == "adapt_most"), most=most)


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """The working memory of a session, in tokens: `share` of the model's window, compressed from `compress_at` of that on;
    the last `keep_turns` turns stay verbatim, `summary_share` and `brief_share` of the budget are the most that the rolling
    summary and the brief take."""

    model_tokens: int = 32_000
    share: float = 0.4
    compress_at: float = 0.9
    keep_turns: int = 6
    summary_share: float = 0.2
    brief_share: float = 0.25

    def __post_init__(self) -> None:
        for name in ("model_tokens", "keep_turns"):
            _whole(name, getattr(self, name), least=1)
        for name in ("share", "compress_at", "summary_share", "brief_share"):
            _number(name, getattr(self, name), least=0.01, most=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """Half-lives, weights, thresholds and budgets of a space.

    `half_lives` overrides the kinds' own, in days (None: never decays). `floor` 0 returns everything, 1 is as measured.
    `model_tokens` is what a language model may cost a day, counted in a space's own work.
    `keep_contacts` None keeps phone numbers and e-mail addresses in `user/…` spaces and masks them elsewhere.
    """

    half_lives: Mapping[str, float | None] = field(default_factory=dict)
    weights: Weights = field(default_factory=Weights)
    blend: Blend = field(default_factory=Blend)
    limits: Limits = field(default_factory=Limits)
    gates: Gates = field(default_factory=Gates)
    fading: Fading = field(default_factory=Fading)
    window: Window = field(default_factory=Window)
    model_tokens: int = 200_000
    floor: float = 1.0
    keep_contacts: bool | None = None
    merge_repeats: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.half_lives, Mapping):
            raise InvalidPolicy(f"half_lives are days by kind, not {_shown(self.half_lives)}")
        for kind, days in self.half_lives.items():
            if days is not None:
                _number(f"the half-life of {kind}", days, least=1e-6)
        _number("floor", self.floor, most=10)
        _whole("model_tokens", self.model_tokens, most=MOST_TOKENS)
        if not isinstance(self.keep_contacts, bool | None) or not isinstance(self.merge_repeats, bool):
            raise InvalidPolicy("keep_contacts and merge_repeats are true or false")

    def changes(self) -> dict[str, Any]:
        """What differs from the defaults, as plain JSON values; `from_changes` reads it back."""
        return _differences(self, Policy())

    @classmethod
    def from_changes(cls, changes: Mapping[str, Any]) -> Policy:
        """Defaults with these changes; raises InvalidPolicy on a setting that does not exist or cannot be."""
        if not isinstance(changes, Mapping):
            raise InvalidPolicy(f"a policy is a group of settings, not {_shown(changes)}")
        found: Policy = _apply(cls(), changes, "")
        return found


def _differences(value: Any, default: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in dataclasses.fields(value):
        mine, theirs = getattr(value, item.name), getattr(default, item.name)
        if mine == theirs:
            continue
        found[item.name] = _differences(mine, theirs) if dataclasses.is_dataclass(mine) else mine
    return found


def _apply(value: Any, changes: Mapping[str, Any], path: str) -> Any:
    known = {item.name for item in dataclasses.fields(value)}
    replaced: dict[str, Any] = {}
    for name, change in changes.items():
        if name not in known:
            raise InvalidPolicy(f"there is no setting {path}{name}")
        current = getattr(value, name)
        if dataclasses.is_dataclass(current):
            if not isinstance(change, Mapping):
                raise InvalidPolicy(f"{path}{name} is a group of settings, not {_shown(change)}")
            replaced[name] = _apply(current, change, f"{path}{name}.")
        else:
            replaced[name] = change
    return dataclasses.replace(value, **replaced)
