"""The two acts: telling, and asking in another process. They return values; `view` shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from perdure.cli.demo.story import CHANGED, ME, ORDERS, QUESTIONS, STORY, TASK, Line, Scene
from perdure.cli.opening import opened
from perdure.domain.journal import Turn
from perdure.domain.memory import Slot

if TYPE_CHECKING:
    from perdure.app import Explanation, Space
    from perdure.domain.change import Change, Outcome
    from perdure.domain.memory import Memory
    from perdure.recall.result import Recall


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """A line and what became of it; no outcome where it only went to the journal."""

    scene: Scene
    line: Line
    outcome: Outcome | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question and what came back."""

    query: str
    recall: Recall


@dataclass(frozen=True, kw_only=True, slots=True)
class Remains:
    """Everything the second process looks at; `changed` are the old and new values of a slot with their history."""

    asked: tuple[Asked, ...]
    briefed: Asked
    held: tuple[Explanation, ...]
    changed: tuple[tuple[Memory, Sequence[Change]], ...]


def tell(home: Path) -> Iterator[Heard]:
    """Tell the story, line by line."""
    now = datetime.now(UTC)
    with opened(str(home)) as memory:
        for scene in STORY:
            space = memory.space(scene.space)
            for number, line in enumerate(scene.lines):
                at = now - timedelta(days=scene.days_ago, minutes=len(scene.lines) - number)
                yield Heard(scene=scene, line=line, outcome=_hear(space, scene, line, at))


def _hear(space: Space, scene: Scene, line: Line, at: datetime) -> Outcome | None:
    if line.kind is None:
        space.observe([Turn(line.text, at=at, session=scene.session)])
        return None
    return space.remember(
        line.text,
        kind=line.kind,
        slot=line.slot,
        value=line.value,
        importance=line.importance,
        at=at,
        source="demo",
    )


def ask(home: Path) -> Remains:
    """Ask, and look at how it is held."""
    with opened(str(home)) as memory:
        asked = tuple(Asked(query=query, recall=memory.view(*names).recall(query, k=1)) for query, names in QUESTIONS)
        task, names = TASK
        briefed = Asked(query=task, recall=memory.view(*names).recall(task, k=2))
        spaces = [memory.space(name) for name in (ME, ORDERS)]
        held = [space.explain(item.id) for space in spaces for item in space.list()]
        changed = [item for item in spaces[0].list(statuses="all") if item.slot == Slot.of(CHANGED)]
        histories = [spaces[0].history(item.id) for item in changed]
    return Remains(
        asked=asked,
        briefed=briefed,
        held=tuple(sorted(held, key=lambda item: -item.strength)),
        changed=tuple(zip(changed, histories, strict=True)),
    )
