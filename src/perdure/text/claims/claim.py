"""One claim, and what it can be to an older one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Tense(StrEnum):
    """When it holds: from now on, no longer (it is told of the past), for a limited time, not yet (a plan or a wish)."""

    NOW = "now"
    PAST = "past"
    TEMPORARY = "temporary"
    AHEAD = "ahead"


class Meeting(StrEnum):
    """What a newer claim is to an older one.

    `same`: says the same. `replaces`: another value of an attribute that holds one. `corrects`: the old never was true.
    `denies`: says that it is no longer so. `covers`: holds for a while over it. `refines`: says it more exactly. `adds`: another
    value of an attribute that holds many. `maybe`: on the same matter, and nobody can tell by rules. `apart`: nothing to do with it.
    """

    SAME = "same"
    REPLACES = "replaces"
    CORRECTS = "corrects"
    DENIES = "denies"
    COVERS = "covers"
    REFINES = "refines"
    ADDS = "adds"
    MAYBE = "maybe"
    APART = "apart"


class Frame(StrEnum):
    """How a clause sets a topic to a value: "X is V"; "X was moved to V"; somebody does or has it; no value is told."""

    LINK = "link"
    MOVE = "move"
    DOES = "does"
    BARE = "bare"


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """What a clause is about in its own words, and what it says there.

    `about` are the units (stems of words, Chinese characters) of what it is about, as `said`; `wide` those of the whole
    statement. `values` are its dates, times, numbers and codes, each with its kind; `name` is the value where it is none of
    them. `written` is the clause.
    """

    frame: Frame
    said: str
    about: frozenset[str]
    wide: frozenset[str]
    values: frozenset[tuple[str, str]] = frozenset()
    name: str = ""
    written: str = ""
    plain: bool = False
    """Nothing but the topic and its value is said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """What one clause says.

    `subject` is `self` for the speaker, else a canonical name: `wife`, `son`, `project`, a person's name as given, folded.
    `attribute` is a name from the lexicon (`home`, `employer`, `likes`), or empty where only the words tell. `single`: the
    attribute holds one value at a time. `value` is what it is set to, folded; empty where the clause says that it changed, not to
    what. `terms` are the content terms of the value. `denied`: the clause says that it is not, or no longer, so. `corrects` and
    `adds`: the wording says that it corrects, or adds to, something said before. `sure`: the wording is one that leaves no doubt
    about attribute and value, certain enough to be kept at once.
    """

    subject: str
    attribute: str
    value: str
    terms: frozenset[str]
    single: bool = False
    denied: bool = False
    tense: Tense = Tense.NOW
    corrects: bool = False
    adds: bool = False
    sure: bool = False
    kind: str = "fact"
    """The kind of memory that such a claim makes."""
    importance: float = 0.5
    """What it is worth to remember, before anything else is known."""
    keys: tuple[str, ...] = ()
    """Under these claims are found again: two claims that may meet share one."""
    of: frozenset[str] = frozenset()
    """Which one it is, where there may be several: the terms of "the thesis" in "the thesis deadline"."""
    head: str = ""
    """The term that the value is a case of: `tea` of "green tea"."""
    instead: frozenset[str] = frozenset()
    """The terms of what it is said not to be: "not X but Y", "from X to Y", "rather than X"."""
    change: bool = False
    """The wording tells of a change: "moved to", 改成."""
    loose: bool = False
    """Two values may be true at once: only a change or a correction takes the place of the older."""
    stops: bool = False
    """It is something that one may quit, cancel or give up."""
    planned: bool = False
    """It lies ahead by nature, as a trip or an exam."""
    topic: Topic | None = None
    """What the clause is about, where no entry of the lexicon says it; such a claim tells nothing else."""
