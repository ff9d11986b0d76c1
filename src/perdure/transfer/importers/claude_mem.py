"""claude-mem's SQLite file: what was observed in each session, summaries of sessions, and the prompts of the user.

Columns were added over the years, and a newer server has one table of `memory_items` instead: what is not there is not asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from perdure.domain.journal import Turn
from perdure.domain.memory import Origin
from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText
from perdure.transfer.foreign_sqlite import rows
from perdure.transfer.found import Heard, Statement
from perdure.transfer.importers.importer import Importer
from perdure.transfer.loose import Record, digest, name_of, record_of, structure, tags_of, text_of, when
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

NAME = "claude-mem"

_OBSERVATIONS = frozenset({"memory_session_id", "project", "type", "created_at_epoch"})
_OLDER = frozenset({"sdk_session_id", "project", "type", "created_at_epoch"})
_ITEMS = frozenset({"project_id", "kind", "type", "facts", "concepts", "created_at_epoch"})
_TEXTS = ("title", "subtitle", "narrative", "text", "facts")
_SUMMARY = {
    "request": "Asked",
    "investigated": "Investigated",
    "learned": "Learned",
    "completed": "Completed",
    "next_steps": "Next",
    "notes": "Notes",
}
_FATES = {
    "id": "id",
    **dict.fromkeys((*_TEXTS, *_SUMMARY, "prompt_text", "content"), "text"),
    "concepts": "tags",
    "type": "kind, tags",
    "kind": "kind",
    "project": "owner",
    "project_id": "owner",
    "memory_session_id": "source.session",
    "sdk_session_id": "source.session",
    "content_session_id": "source.session",
    "server_session_id": "source.session",
    "created_at": "created_at",
    "created_at_epoch": "created_at",
    "updated_at_epoch": "updated_at",
}
_TABLES = ("observations", "session_summaries", "user_prompts", "directives", "memory_items")
_KINDS = {"decision": "decision", "summary": "summary"}


def recognises(source: Source) -> bool:
    """Whether it is a database with tables of observations or of memory items."""
    if not source.alone:
        return False
    tables = source.tables()
    observed, items = tables.get("observations", frozenset()), tables.get("memory_items", frozenset())
    return observed >= _OBSERVATIONS or observed >= _OLDER or items >= _ITEMS


def read(source: Source, tally: Tally) -> Iterator[Heard | Statement | Skip]:
    """A turn for every prompt of the user, a statement for everything else."""
    tables = source.tables()
    path = source.local(source.main)
    projects = _projects(source)
    copied = "memory_items" in tables and "legacy_observation_id" in tables["memory_items"]
    for table in _TABLES:
        if table not in tables:
            continue
        for record in rows(path, f'SELECT * FROM "{table}" ORDER BY rowid'):  # noqa: S608  one of five names
            if table == "memory_items" and copied and record.get("legacy_observation_id") and "observations" in tables:
                continue  # it stands among the observations
            where = f"{table} {record.get('id')}"
            try:
                found = record_of(record)
                tally.record(record, mapped=_FATES)
                yield _item(table, found, where, projects)
            except InvalidInput as error:
                yield skip_of(error, where=where)


IMPORTER = Importer(name=NAME, title="claude-mem's database", recognises=recognises, read=read)


def _projects(source: Source) -> dict[str, str]:
    """The project of each session, and the name of each project."""
    tables, path = source.tables(), source.local(source.main)
    found: dict[str, str] = {}
    if tables.get("sdk_sessions", frozenset()) >= {"content_session_id", "project"}:
        sessions = rows(path, "SELECT content_session_id AS id, project AS name FROM sdk_sessions")
        found |= {str(row["id"]): str(row["name"]) for row in sessions if row["name"]}
    if tables.get("projects", frozenset()) >= {"id", "name"}:
        found |= {
            str(row["id"]): str(row["name"]) for row in rows(path, "SELECT id, name FROM projects") if row["name"]
        }
    return found


def _item(table: str, record: Record, where: str, projects: Mapping[str, str]) -> Heard | Statement:
    match table:
        case "user_prompts":
            return _prompt(record, where, projects)
        case "session_summaries":
            return _statement(table, record, where, _owner(record, projects), text=_summed(record), kind="summary")
        case "directives":
            text = text_of(record.get("content"))
            return _statement(table, record, where, _owner(record, projects), text=text, kind="rule")
    named = record.get("kind") if table == "memory_items" else None
    kind = _KINDS.get(str(named)) or _KINDS.get(str(record.get("type")))
    return _statement(table, record, where, _owner(record, projects), text=_observed(record), kind=kind)


def _prompt(record: Record, where: str, projects: Mapping[str, str]) -> Heard:
    text, session = text_of(record.get("prompt_text")), name_of(record.get("content_session_id"))
    if not text:
        raise InvalidText("the prompt says nothing")
    turn = Turn(text, speaker="user", role="user", at=_at(record), session=session, ref=f"prompt-{record.get('id')}")
    return Heard(turn=turn, where=where, owner=projects.get(session or ""), scope="project", tool="claude-code")


def _statement(table: str, record: Record, where: str, owner: str | None, *, text: str, kind: str | None) -> Statement:
    if not text:
        raise InvalidText("it says nothing")
    sort = name_of(record.get("type"))
    return Statement(
        system=NAME,
        id=f"{table}-{record.get('id')}" if record.get("id") is not None else digest(table, owner, text),
        text=text,
        where=where,
        record=record,
        owner=owner,
        scope="project",
        kind=kind,
        at=_at(record),
        updated_at=when(record.get("updated_at_epoch")),
        origin=Origin.SUMMARY if kind == "summary" else Origin.IMPORT,
        tool="claude-code",
        session=_session(record),
        tags=tuple(
            dict.fromkeys((*tags_of(record.get("concepts")), *(() if sort is None or sort == kind else (sort,))))
        ),
    )


def _at(record: Record) -> datetime | None:
    return when(record.get("created_at_epoch"), record.get("created_at"))


def _owner(record: Record, projects: Mapping[str, str]) -> str | None:
    named = name_of(record.get("project"), record.get("project_id"))
    return None if named is None else projects.get(named, named)


def _session(record: Record) -> str | None:
    names = ("memory_session_id", "sdk_session_id", "content_session_id", "server_session_id")
    return name_of(*(record.get(name) for name in names))


def _observed(record: Record) -> str:
    """Title, subtitle, narrative and the facts, each once."""
    told: list[str] = []
    for name in _TEXTS:
        value = record.get(name)
        nested = structure(value)
        for part in nested if isinstance(nested, list) else (value,):
            text = text_of(part)
            if text and not any(text in other for other in told):
                told.append(text)
    return "\n".join(told)


def _summed(record: Record) -> str:
    """A summary, part by part."""
    parts = [f"{word}: {text}" for name, word in _SUMMARY.items() if (text := text_of(record.get(name)))]
    return "\n".join(parts)
