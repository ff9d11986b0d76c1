"""Which sessions and weeks are over and not told yet, and which old memories go together: pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from perdure.domain.journal import Session
from perdure.domain.memory import Origin, Status
from perdure.kinds import summary
from perdure.ports.store import Standing

LEAST_ENTRIES = 4
"""A shorter session needs no summary: it is its own."""

LEAST_SESSIONS = 2
"""A week with fewer sessions needs no summary beside theirs."""

GROUP = 200
"""Old memories under one summary, at most: all of them move in one short transaction."""

_WITHDRAWN = "something that it tells was forgotten"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """A session that is over, its summary if there is one, and whether it has to be written (again)."""

    session: Session
    summary: Standing | None
    due: bool
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Week:
    """An ISO week that is over, its sessions in order, and the summary it has, if any."""

    name: str
    sessions: tuple[Session, ...]
    summary: str | None
    reason: str


def micros(at: datetime) -> int:
    """A time in UTC microseconds."""
    return (at - _EPOCH) // _MICROSECOND


def sessions_to_tell(
    standings: Sequence[Standing],
    sessions: Sequence[Session],
    details: Mapping[str, Collection[str]],
    gone: Collection[str],
    withdrawn: Collection[str],
) -> list[Told]:
    """Those of these sessions that are long enough; whose summary a person took out of recall is not told again."""
    summaries = {row.session: row for row in standings if _is_summary(row) and row.session is not None}
    found = []
    for session in sessions:
        row = summaries.get(session.id)
        if session.entries < LEAST_ENTRIES:
            continue
        if row is None:
            found.append(Told(session=session, summary=None, due=True, reason="it is over and not summarised yet"))
        elif row.id in withdrawn:
            found.append(Told(session=session, summary=row, due=True, reason=_WITHDRAWN))
        elif row.status in (Status.ACTIVE, Status.ARCHIVED):
            why = _stale(row, session, [each for each in details.get(row.id, ()) if each in gone])
            found.append(Told(session=session, summary=row, due=bool(why), reason=why))
    return found


def weeks_to_tell(
    told: Sequence[Told],
    standings: Sequence[Standing],
    details: Mapping[str, Collection[str]],
    withdrawn: Collection[str],
    now: datetime,
) -> list[Week]:
    """The weeks that are over, have several sessions, and lack a summary that says all of them; and what else was summed up and
    withdrawn, under the id of its summary and without sessions."""
    weeks = {row.id: row for row in standings if _is_summary(row) and row.session is None}
    above = {detail: week for week in weeks for detail in details.get(week, ())}
    members: dict[str, list[Told]] = defaultdict(list)
    for one in told:
        if now >= week_end(one.session.last_at):
            members[week_name(one.session.last_at)].append(one)
    found = []
    for name, group in sorted(members.items()):
        known = next((above[one.summary.id] for one in group if one.summary and one.summary.id in above), None)
        why = _WITHDRAWN if known in withdrawn else _week_reason(group, above, weeks.get(known) if known else None)
        if why:
            found.append(Week(name=name, sessions=tuple(one.session for one in group), summary=known, reason=why))
    told_anew = {week.summary for week in found}
    rest = [row.id for row in weeks.values() if row.id in withdrawn and row.id not in told_anew]
    return found + [Week(name=name, sessions=(), summary=name, reason=_WITHDRAWN) for name in rest]


def old_groups(rows: Sequence[Standing], *, over: int) -> Iterator[list[Standing]]:
    """Rows of one kind that go under one summary, the oldest first; a kind with no more than `over` is left alone."""
    size = max(GROUP, over + 1)
    kinds: dict[str, list[Standing]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row.created_at, row.seq)):
        kinds[row.kind].append(row)
    for _, group in sorted(kinds.items()):
        for start in range(0, len(group), size):
            part = group[start : start + size]
            if len(part) > over:
                yield part


def week_name(at: datetime) -> str:
    """The ISO week of a time, such as `2026-W11`."""
    year, week, _ = at.isocalendar()
    return f"{year}-W{week:02}"


def week_end(at: datetime) -> datetime:
    """The midnight after the week of a time, in its zone."""
    monday = at.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=at.weekday())
    return monday + timedelta(days=7)


def _is_summary(row: Standing) -> bool:
    return row.kind == summary.KIND.name and row.origin == Origin.SUMMARY


def _stale(row: Standing, session: Session, gone: Collection[str]) -> str:
    if micros(session.last_at) > row.updated_at:
        return "it went on after it was summarised"
    return f"{len(gone)} of the memories under its summary no longer hold" if gone else ""


def _week_reason(group: Sequence[Told], above: Mapping[str, str], row: Standing | None) -> str:
    """Why a week is told, now or again; empty where it is not."""
    if row is None:
        return "the week is over" if len(group) >= LEAST_SESSIONS else ""
    if row.status not in (Status.ACTIVE, Status.ARCHIVED):
        return ""
    news = sum(one.due or one.summary is None or one.summary.id not in above for one in group)
    return f"{news} of its sessions are new or were told anew" if news else ""
