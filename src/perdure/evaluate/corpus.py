"""Conversations of four scenes in two languages, each with the facts that are worth keeping and a question."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from typing import Any

from perdure.domain.journal import Turn

LANGUAGES = ("en", "zh")
SCENES = ("identity", "preference", "task", "small_talk")

_PAUSE = timedelta(hours=12)
"""After such a silence a conversation is another session."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """Something told in `turns` (counted from 1). A memory of it has every word of `must`. `optional`: not keeping it is fine."""

    text: str
    turns: tuple[int, ...]
    must: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """One conversation, in sessions. The turn of number n has the ref `n`.

    The answer to `question` has every word of `answer_must` and none of `answer_must_not`; what mentions `forget` is to be
    forgotten on request. Where there is no question nothing is worth asking.
    """

    id: str
    language: str
    scene: str
    sessions: tuple[tuple[Turn, ...], ...]
    facts: tuple[Fact, ...]
    question: str = ""
    answer_must: tuple[str, ...] = ()
    answer_must_not: tuple[str, ...] = ()
    forget: tuple[str, ...] = ()

    @property
    def half(self) -> str:
        """Rules are written by the look of the `seen` half; the other says whether they hold."""
        return "unseen" if int(self.id[-2:]) % 2 else "seen"


def load(language: str) -> tuple[Scene, ...]:
    """The conversations of a language."""
    text = files(__package__).joinpath("scenes", f"{language}.jsonl").read_text(encoding="utf-8")
    return tuple(_scene(json.loads(line), language) for line in text.splitlines())


def _scene(row: Mapping[str, Any], language: str) -> Scene:
    return Scene(
        id=row["id"],
        language=language,
        scene=row["scene"],
        sessions=_sessions(row["turns"], row["id"]),
        facts=tuple(_fact(fact) for fact in row["facts"]),
        question=row.get("question", ""),
        answer_must=tuple(row.get("answer_must", ())),
        answer_must_not=tuple(row.get("answer_must_not", ())),
        forget=tuple(row.get("forget", ())),
    )


def _fact(row: Mapping[str, Any]) -> Fact:
    return Fact(
        text=row["text"], turns=tuple(row["turns"]), must=tuple(row["must"]), optional=row.get("optional", False)
    )


def _sessions(rows: Sequence[Mapping[str, Any]], name: str) -> tuple[tuple[Turn, ...], ...]:
    sessions: list[list[Turn]] = []
    last = datetime.min.replace(tzinfo=UTC)
    for number, row in enumerate(rows, start=1):
        at = datetime.fromisoformat(row["at"]).replace(tzinfo=UTC)
        if at - last > _PAUSE:
            sessions.append([])
        last = at
        turn = Turn(row["text"], speaker=row["speaker"], at=at, session=f"{name}/{len(sessions)}", ref=str(number))
        sessions[-1].append(turn)
    return tuple(tuple(turns) for turns in sessions)
