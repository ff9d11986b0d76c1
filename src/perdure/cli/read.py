"""What asks for memories: recall, why-not, list, show, history; and for the journal: entries, sessions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from shlex import quote
from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Found, Journal, Listed, Missed, Sessions, Shown, Told
from perdure.cli.failures import LATE, WRONG
from perdure.cli.inputs import moment, text_of
from perdure.cli.opening import opened, opened_space, space_of
from perdure.cli.output import say, show
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.domain.policy import Policy
from perdure.domain.recall import RecallOptions, RecallRecord
from perdure.domain.strength import age_days, strength
from perdure.kinds import half_life

if TYPE_CHECKING:
    from perdure.app import Space

RECALLS = 10
"""Recalls of a memory whose answers are looked up."""

SOON = 50
"""Entries after a recall among which its answer is looked for."""


def recall(  # noqa: PLR0913  each option of a command is a parameter
    query: options.Query,
    *,
    k: options.Count = None,
    kind: options.Kinds = None,
    tag: options.Tags = None,
    when: options.When = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
    known_at: options.KnownAt = None,
    deadline: options.Deadline = None,
    expand: options.Expand = False,
    explain: options.Explain = False,
    brief: options.Brief = False,
    home: options.Home = None,
    space: options.Spaces = None,
    as_json: options.Json = False,
) -> None:
    """Ask a question. Exits with 1 when nothing relevant is known, as grep does, and with 4 when it took too long."""
    question = text_of(query)
    asked = asked_by(k=k, kind=kind, tag=tag, when=when, since=since, until=until, as_of=as_of, known_at=known_at)
    asked |= {"deadline": deadline, "expand": expand}
    with opened(home) as memory:
        found = memory.view(*(space or [space_of(None)])).recall(question, **asked)
    if not as_json:
        for note in found.degraded:
            say(f"note: {note}")
        if not found.hits:
            say("timed out" if found.timed_out else "nothing relevant")
    show(Found(recall=found, explain=explain, brief=brief), as_json=as_json)
    if not found.hits:
        raise typer.Exit(LATE if found.timed_out else WRONG)


def why_not(  # noqa: PLR0913  each option of a command is a parameter
    query: options.Query,
    item: options.Item,
    *,
    k: options.Count = None,
    kind: options.Kinds = None,
    tag: options.Tags = None,
    when: options.When = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
    known_at: options.KnownAt = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Why a memory or a turn does not come back for a question: the stage and the number that drop it, or its rank."""
    question = text_of(query)
    asked = asked_by(k=k, kind=kind, tag=tag, when=when, since=since, until=until, as_of=as_of, known_at=known_at)
    with opened_space(home, space) as mine:
        why = mine.why_not(question, item, **asked)
    show(Missed(why=why), as_json=as_json)


def asked_by(
    *,
    k: int | None,
    kind: list[str] | None,
    tag: list[str] | None,
    when: str | None,
    since: str | None,
    until: str | None,
    as_of: str | None,
    known_at: str | None,
) -> RecallOptions:
    """The options of a recall as they were typed. Raises InvalidValue."""
    return {
        "k": k,
        "kinds": tuple(kind or ()),
        "tags": tuple(tag or ()),
        "when": when,
        "since": moment(since, "--since"),
        "until": moment(until, "--until", end=True),
        "as_of": moment(as_of, "--as-of", end=True),
        "known_at": moment(known_at, "--known-at", end=True),
    }


def list_(  # noqa: PLR0913  each option of a command is a parameter
    *,
    status: options.Statuses = None,
    every: options.Every = False,
    kind: options.Kinds = None,
    tag: options.Tags = None,
    limit: options.Limit = 100,
    cursor: options.Cursor = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """The memories of a space, in the order they were recorded."""
    with opened_space(home, space, embedder=False) as mine:
        page = mine.list(
            statuses="all" if every else tuple(status or ("active",)),
            kinds=tuple(kind or ()),
            tags=tuple(tag or ()),
            limit=limit,
            cursor=cursor,
        )
        policy = mine.policy()
        only_heard = not page.total and not as_json and _only_heard(mine)
    if not page.items and not as_json:
        way = f"; `perdure distil --space {quote(str(mine.name))}` makes them of its journal" if only_heard else ""
        say(f"no memories in {mine.name}{way}")
        return
    now = datetime.now(UTC)
    strengths = {memory.id: held(memory, policy, now) for memory in page}
    show(Listed(page=page, strengths=strengths), as_json=as_json)


def _only_heard(mine: Space) -> bool:
    """Whether a space has a journal and no memory of any status."""
    stats = mine.stats()
    return stats.entries > 0 and not any(stats.memories.values())


def held(memory: Memory, policy: Policy, now: datetime) -> float:
    """How strongly a memory is held at a moment."""
    days = half_life(memory.kind, policy, memory.half_life_days)
    return strength(memory.importance, memory.access_count, age_days(memory.updated_at, now), days)


def show_(
    memory: options.Id, *, home: options.Home = None, space: options.Space = None, as_json: options.Json = False
) -> None:
    """One memory in full: its fields and who made it, its strength and how it fades, what it rests on, how it relates to
    others, which recalls returned it, what changed it."""
    with opened_space(home, space, embedder=False) as mine:
        explanation = mine.explain(memory)
        answers = answers_to(mine, explanation.recalls[:RECALLS])
    show(Shown(explanation=explanation, answers=answers), as_json=as_json)


def answers_to(mine: Space, recalls: Iterable[RecallRecord]) -> dict[str, Entry]:
    """The entries that recalls led to, as far as they follow soon in their session."""
    found: dict[str, Entry] = {}
    for record in recalls:
        if record.answer is not None and record.answer not in found:
            after = mine.entries(session=record.session, since=record.at, limit=SOON)
            found |= {entry.id: entry for entry in after if entry.id == record.answer}
    return found


def history(
    memory: options.Id, *, home: options.Home = None, space: options.Space = None, as_json: options.Json = False
) -> None:
    """Everything that ever changed one memory, oldest first."""
    with opened_space(home, space, embedder=False) as mine:
        changes = mine.history(memory)
    show(Told(changes=changes), as_json=as_json)


def entries(  # noqa: PLR0913  each option of a command is a parameter
    *,
    session: options.Session = None,
    speaker: options.Speaker = None,
    since: options.Since = None,
    until: options.Until = None,
    limit: options.Limit = 100,
    cursor: options.Cursor = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """The journal: what was said and done, in its order."""
    first, last = moment(since, "--since"), moment(until, "--until", end=True)
    with opened_space(home, space, embedder=False) as mine:
        page = mine.entries(session=session, speaker=speaker, since=first, until=last, limit=limit, cursor=cursor)
    if not page.items and not as_json:
        say(f"no entries in {space_of(space)}")
        return
    show(Journal(page=page), as_json=as_json)


def sessions(*, home: options.Home = None, space: options.Space = None, as_json: options.Json = False) -> None:
    """The conversations of the journal, in the order they began."""
    with opened_space(home, space, embedder=False) as mine:
        found = mine.sessions()
    if not found and not as_json:
        say(f"no sessions in {space_of(space)}")
        return
    show(Sessions(sessions=found), as_json=as_json)
