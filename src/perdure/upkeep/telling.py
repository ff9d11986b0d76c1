"""Writing summaries: of sessions, of weeks, and of many old memories of a kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from perdure.capture.moves import Move
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Memory, Status
from perdure.domain.upkeep import UpkeepStep
from perdure.ports.store import Writer
from perdure.upkeep.desk import Aside, Desk, described, shown, targets
from perdure.upkeep.digest import (
    OLD_IMPORTANCE,
    OLD_TOKENS,
    SESSION_IMPORTANCE,
    WEEK_IMPORTANCE,
    WEEK_TOKENS,
    Blank,
    Digest,
    Teller,
    as_summary,
    digest_of,
    session_digest,
    week_head,
)
from perdure.upkeep.periods import LEAST_SESSIONS, Told, Week
from perdure.upkeep.plan import Scene, told, weeks, withdrawn

_READABLE = (Status.ACTIVE, Status.ARCHIVED)


@dataclass
class Telling:
    """The summaries of one run. `written` has that of each session, also those that this run has just made; `blank` are the
    sessions of which there is nothing to tell."""

    desk: Desk
    scene: Scene
    teller: Teller
    written: dict[str, str] = field(default_factory=dict)
    blank: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._told = {one.session.id: one for one in told(self.scene)}
        self._weeks = {week.name: week for week in weeks(self.scene)}
        self.written |= {name: one.summary.id for name, one in self._told.items() if one.summary is not None}

    def old(self, steps: Sequence[UpkeepStep]) -> list[UpkeepStep]:
        """Write one summary of old memories of a kind; they go to the archive, where it leads to them."""
        with self.desk.store.read() as reader:
            known = targets(reader, steps)
        digest = digest_of(list(known.values()), _span(known.values()), OLD_TOKENS, self.teller) if known else None
        if digest is None:
            return []
        with self.desk.transaction() as writer:
            if targets(writer, steps) != known:  # somebody used them meanwhile: the next run decides anew
                return []
            newest = max(memory.created_at for memory in known.values())
            made = as_summary(digest, like=self._fresh(None), at=newest, importance=OLD_IMPORTANCE)
            why = f"summarize_old: {made.id} has it"
            self.desk.set_aside(
                writer, "archived", [Aside(memory.id, memory.status.value, why) for memory in known.values()]
            )
            self._tell(writer, digest, made, reason=f"summarize_old: has {len(known)} memories")
        return described(steps, known)

    def session(self, steps: Sequence[UpkeepStep]) -> list[UpkeepStep]:
        """Write the summary of one session, anew where there is one; nothing where nothing of it holds."""
        (step,) = steps
        one = self._told[step.target]
        digest = self._session_digest(one)
        held = None if one.summary is None else one.summary.id
        if digest is None:
            self.blank.add(step.target)
        if digest is None and held is None:
            return []
        with self.desk.transaction() as writer:
            if digest is None:
                self._withdraw(writer, self.written.pop(step.target))
                return [step]
            made = as_summary(
                digest,
                like=self._fresh(held),
                at=one.session.last_at,
                importance=SESSION_IMPORTANCE,
                session=step.target,
            )
            self._tell(writer, digest, made, reason=f"sessions: {step.reason}")
        self.written[step.target] = made.id
        return [replace(step, text=shown(made.text))]

    def week(self, steps: Sequence[UpkeepStep]) -> list[UpkeepStep]:
        """Write the summary of one week; those of its sessions go to the archive, where it leads to them."""
        (step,) = steps
        week = self._weeks[step.target]
        members = self._members(week) if self._news(week) else []
        digest = digest_of(members, self._head(week), WEEK_TOKENS, self.teller)
        if digest is None and week.summary is not None and self._news(week):
            with self.desk.transaction() as writer:
                self._withdraw(writer, week.summary)
            return [step]
        if digest is None:
            return []
        at = max(member.created_at for member in members)
        with self.desk.transaction() as writer:
            made = as_summary(digest, like=self._fresh(week.summary), at=at, importance=WEEK_IMPORTANCE)
            self._tell(writer, digest, made, reason=f"weeks: {step.reason}")
            again = writer.memories(member.id for member in members)
            active = [member for member in again if member.status is Status.ACTIVE]
            why = f"weeks: {made.id} has it"
            self.desk.set_aside(writer, "archived", [Aside(one.id, one.status.value, why) for one in active])
        return [replace(step, text=shown(made.text))]

    def preview(self, step: UpkeepStep) -> list[UpkeepStep]:
        """What a step would write, and nothing where it would write nothing."""
        if step.strategy == "weeks":
            return [step] if self._news(self._weeks[step.target]) else []
        one = self._told[step.target]
        digest = self._session_digest(one)
        if digest is None:
            self.blank.add(step.target)
            return [] if one.summary is None else [step]
        return [replace(step, text=shown(digest.text))]

    def _news(self, week: Week) -> bool:
        """Whether a week is to be written after all, once it is known of which of its sessions there is nothing to tell."""
        telling = [self._told[session.id] for session in week.sessions if session.id not in self.blank]
        if week.summary is None:
            return len(telling) >= LEAST_SESSIONS
        if not week.sessions or week.summary in withdrawn(self.scene):
            return True
        known = self.scene.details.get(week.summary, ())
        return any(one.due or one.summary is None or one.summary.id not in known for one in telling)

    def _session_digest(self, one: Told) -> Digest | None:
        with self.desk.store.read() as reader:
            return session_digest(reader, one.session, self.teller)

    def _members(self, week: Week) -> list[Memory]:
        ids: Iterable[str] = [self.written[session.id] for session in week.sessions if session.id in self.written]
        if not week.sessions:
            ids = sorted(self.scene.details.get(week.summary or "", ()))
        with self.desk.store.read() as reader:
            return [memory for memory in reader.memories(ids) if memory.status in _READABLE]

    def _head(self, week: Week) -> str:
        """How a week names itself in its summary; what was summed up otherwise keeps the days that it names."""
        if week.sessions:
            return week_head(week)
        with self.desk.store.read() as reader:
            return "".join(memory.text.partition(": ")[0] for memory in reader.memories([week.summary or ""]))

    def _fresh(self, held: str | None) -> Blank:
        intake = self.desk.intake
        return Blank(id=held or self.desk.ids.new("mem", intake.now), space=intake.space, recorded_at=intake.now)

    def _tell(self, writer: Writer, digest: Digest, made: Memory, *, reason: str) -> None:
        """Write a summary, in its old place where there is one, with links from what is under it."""
        before = next(iter(writer.memories([made.id])), None)
        if before is None:
            self.desk.write(writer, [Move(before=None, after=made, action="added", reason=reason)])
        else:
            turns = tuple(dict.fromkeys((*before.source.turns, *made.source.turns)))
            after = replace(
                before,
                text=made.text,
                status=Status.ACTIVE if before.status is Status.REVIEW else before.status,
                updated_at=max(before.updated_at, made.updated_at),
                source=replace(before.source, maker=made.source.maker, turns=turns),
                version=before.version + 1,
            )
            self.desk.write(writer, [Move(before=before, after=after, action="summarised", reason=reason)])
            writer.cite(made.id, turns)
            for detail in sorted(set(self.scene.details.get(made.id, ())) - set(digest.details)):
                writer.drop_links(detail, relations=(Relation.SUMMARISED,))
        now = self.desk.intake.now
        writer.add_links(
            [Link(memory=detail, other=made.id, relation=Relation.SUMMARISED, at=now) for detail in digest.details]
        )

    def _withdraw(self, writer: Writer, summary: str) -> None:
        """Take back a summary of which nothing holds any more."""
        for before in writer.memories([summary]):
            after = replace(before, status=Status.FORGOTTEN, version=before.version + 1)
            reason = "sessions: nothing that it tells holds any more"
            self.desk.write(writer, [Move(before=before, after=after, action="forgotten", reason=reason)])


def _span(memories: Iterable[Memory]) -> str:
    """The days that memories are of."""
    days = sorted(memory.created_at.date().isoformat() for memory in memories)
    return days[0] if days[0] == days[-1] else f"{days[0]} – {days[-1]}"
