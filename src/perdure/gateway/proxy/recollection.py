"""What memory adds to a chat, inside a budget of tokens: permanent memory first, then what answers the last message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from perdure.app import Perdure
from perdure.capture.working.context import (
    PERMANENT_CLOSE,
    PERMANENT_NOTICE,
    PERMANENT_OPEN,
    permanent_lines,
)
from perdure.domain.recall import Hit, Layer
from perdure.domain.space import SpaceName
from perdure.gateway.proxy.forms import SEAM
from perdure.recall.result import Recall
from perdure.text.tokens import estimate

PERMANENT_SHARE = 0.6
"""Of the budget, the most that permanent memory takes."""

HITS, SPARE = 5, 3
"""How many hits a chat gets, and how many more are asked for, since the chat may have said some itself."""

MOST_PERMANENT = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """What is asked of memory: by which question, where, for how many tokens, in how many seconds. `told` are the refs of
    the turns that the request has anyhow."""

    question: str
    spaces: tuple[SpaceName, ...]
    budget: int
    deadline: float
    told: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class Recollected:
    """`block` goes into the request, empty where there is nothing to say; `memories` are the ids of what is in it. `degraded`
    are the codes of what could not take part."""

    block: str = ""
    memories: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()


def permanent(place: Perdure, spaces: Sequence[SpaceName]) -> Mapping[str, str]:
    """Permanent memory as lines by the ids of its memories. Raises what the store raises."""
    found = [memory for name in spaces for memory in place.space(name).permanent.list(limit=MOST_PERMANENT)]
    return permanent_lines(found)


def recalled(place: Perdure, wanted: Wanted) -> Recall | None:
    """What answers the question and is not in the chat already; None where nothing is asked. Raises what the store raises."""
    if not wanted.question.strip():
        return None
    found = place.view(*wanted.spaces).recall(wanted.question, k=HITS + SPARE, deadline=wanted.deadline)
    return replace(found, hits=tuple(hit for hit in found.hits if not _told(hit, wanted.told))[:HITS])


def recollected(lines: Mapping[str, str], found: Recall | None, budget: int) -> Recollected:
    """Both in one block, inside the budget."""
    block, ids = _framed(lines, int(PERMANENT_SHARE * budget))
    brief = "" if found is None else found.brief(max(0, budget - estimate(block + SEAM)))
    hits = () if found is None else found.hits[: _lines_of(brief)]
    return Recollected(
        block=SEAM.join(part for part in (block, brief) if part),
        memories=(*ids, *(hit.id for hit in hits)),
        degraded=() if found is None else _lacking(found),
    )


def _framed(lines: Mapping[str, str], most: int) -> tuple[str, list[str]]:
    """Permanent memory as a block, as far as there is room, and the ids of what is in it."""
    room = most - estimate(f"{PERMANENT_OPEN}\n{PERMANENT_NOTICE}\n{PERMANENT_CLOSE}")
    kept: dict[str, str] = {}
    for memory_id, line in lines.items():
        room -= estimate(f"{line}\n")
        if room < 0:
            break
        kept[memory_id] = line
    if not kept:
        return "", []
    return "\n".join((PERMANENT_OPEN, PERMANENT_NOTICE, *kept.values(), PERMANENT_CLOSE)), list(kept)


def _told(hit: Hit, refs: frozenset[str]) -> bool:
    return hit.layer is Layer.PERMANENT or (bool(hit.refs) and refs.issuperset(hit.refs))


def _lines_of(brief: str) -> int:
    """How many hits a brief tells of: each is one line, and nothing else begins like it."""
    return sum(line.startswith("- [") for line in brief.splitlines())


def _lacking(found: Recall) -> tuple[str, ...]:
    if found.timed_out:
        return ("deadline",)
    return ("partial",) if found.degraded else ()
