"""`verify` and `draft`: whether a memory still answers what it should, and what to ask it."""

from __future__ import annotations

import heapq
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from perdure.app.asking import recalled
from perdure.app.core import Core
from perdure.capture.intake import aware
from perdure.domain.access import Grant, Right
from perdure.domain.check import Check, Checked, Verified
from perdure.domain.memory import Memory
from perdure.domain.policy import Policy
from perdure.domain.recall import RecallOptions
from perdure.domain.space import SpaceName
from perdure.domain.strength import age_days, strength
from perdure.errors import InvalidInput, InvalidValue
from perdure.kinds import half_life
from perdure.ports.store import Reader
from perdure.transfer.draft import FIRST, checks_for, counted, lasting, private
from perdure.transfer.questions import read_questions, written
from perdure.transfer.verify import judged

log = logging.getLogger("perdure")

PAGE = 1_000
"""Memories looked at together."""

SPARE = 4
"""Memories that are tried for each question wanted: some have no question that finds them."""

MOST = 1_000
"""Questions drafted at most."""


def verified(core: Core, checks: str | Path | Sequence[Check], now: datetime | None) -> Verified:
    """What became of each question, in its order, all asked at one moment."""
    asked = read_questions(Path(checks)) if isinstance(checks, str | Path) else tuple(checks)
    at = aware(now, core.zone, "now") or core.now()
    quiet = _only_reading(core, [check.space for check in asked])
    notes: dict[str, None] = {}
    found = [_checked(quiet, check, f"question {number}", at, notes) for number, check in enumerate(asked, 1)]
    for note in notes:
        log.warning("%s", note)
    return Verified(checks=tuple(found))


def drafted(core: Core, name: SpaceName, limit: int, now: datetime | None = None) -> str:
    """A list of questions that the space answers as it is."""
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MOST:
        raise InvalidValue(f"a limit is a whole number from 1 to {MOST:,}, not {limit!r}")
    at = aware(now, core.zone, "now") or core.now()
    quiet = _only_reading(core, [name])
    with quiet.space(name).read() as reader:
        memories = _strongest(reader, core.policy_of(reader), at, limit * SPARE)
        older = {
            memory.id: [old.value for old in reader.superseded_by([memory.id]) if old.value] for memory in memories
        }
    phrases = counted(memories)
    checks: dict[str, Check] = {}
    dropped = 0
    for memory in memories:
        if len(checks) == limit:
            break
        ways = (way for way in checks_for(memory, old=older[memory.id], among=phrases) if way.question not in checks)
        passing = _passing(quiet, memory, ways, at)
        if passing is None:
            dropped += 1
        else:
            checks[passing.question] = passing
    return written(list(checks.values()), remark=_remark(name, len(checks), dropped))


def _only_reading(core: Core, names: Iterable[SpaceName]) -> Core:
    """The place as whoever calls may read it and no more: a question that only verifies makes no memory stronger."""
    wanted = tuple(dict.fromkeys(names))
    for name in wanted:
        core.require(Right.READ, name)
    grants = tuple(Grant(spaces=str(name), right=Right.READ) for name in wanted)
    return core.acting(replace(core.principal, grants=grants))


def _checked(core: Core, check: Check, where: str, now: datetime, notes: dict[str, None]) -> Checked:
    options = RecallOptions(now=now, k=check.k)
    try:
        found = recalled(core, [check.space], check.question, options)
    except InvalidInput as error:
        raise type(error)(f"{where}: {error}") from error
    notes |= dict.fromkeys(found.degraded)
    return judged(check, [hit.text for hit in found])


def _passing(core: Core, memory: Memory, ways: Iterator[Check], now: datetime) -> Check | None:
    """The first way of asking that finds the memory and is answered as it should be."""
    for check in ways:
        found = recalled(core, [check.space], check.question, RecallOptions(now=now))
        if memory.id in [hit.id for hit in found] and judged(check, [hit.text for hit in found]).passed:
            return check
    return None


def _strongest(reader: Reader, policy: Policy, now: datetime, number: int) -> list[Memory]:
    """The memories that may be asked for, the kinds that matter most first, the strongest of them first."""

    def rank(memory: Memory) -> tuple[bool, float, str]:
        held = strength(
            memory.importance,
            memory.access_count,
            age_days(memory.updated_at, now),
            half_life(memory.kind, policy, memory.half_life_days),
        )
        return memory.kind not in FIRST, -held, memory.id

    current = (memory for memory in _all(reader) if memory.current(now) and lasting(memory))
    strongest = heapq.nsmallest(2 * number, current, key=rank)
    return [memory for memory in strongest if not private(memory)][:number]


def _all(reader: Reader) -> Iterator[Memory]:
    after = 0
    while page := reader.all_memories(after=after, limit=PAGE):
        after = page[-1][0]
        yield from (memory for _, memory in page)


def _remark(name: SpaceName, number: int, dropped: int) -> str:
    asked = "1 question" if number == 1 else f"{number} questions"
    told = f"{asked} from the strongest memories of {name}; each is answered there as it stands."
    if not dropped:
        return told
    if dropped == 1:
        return f"{told}\n1 more memory has no question by which it is found, and is left out."
    return f"{told}\n{dropped} more memories have no question by which they are found, and are left out."
