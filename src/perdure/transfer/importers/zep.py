"""Zep, by what its API gives: users, threads (sessions, before) with their messages, facts, and the graph of a user.

Zep has no export: files are what a script has collected, lists side by side or inside the user or thread they belong to. Facts are
written in three ways: as edges of the graph, as the `facts` of a session (texts, or objects with a rating), and in v4 with
`graph_uuid` and `episode_uuids`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from perdure.domain.journal import ROLES, Turn
from perdure.errors import ImportFailed, InvalidInput
from perdure.transfer import loose
from perdure.transfer.found import Heard, Item, Statement
from perdure.transfer.importers import lists
from perdure.transfer.importers.graph import Graph, turns_in
from perdure.transfer.importers.graphiti import SORTS, sort_of
from perdure.transfer.importers.importer import Importer
from perdure.transfer.loose import Record
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

SYSTEM = "zep"

_MARKS = re.compile(
    rb'"(?:role_type|thread_id|graph_uuid|episode_uuids|source_node_name|relevant_facts|source_node_uuid'
    rb"|source_node_labels|score|project_uuid|fact_rating_instruction)\"\s*:"
)
_LISTS = {
    **SORTS,
    "users": "user",
    "user": "user",
    "threads": "thread",
    "sessions": "thread",
    "messages": "message",
    "relevant_facts": "edge",
    "summary": "summary",
    "summaries": "summary",
    "graph": "graph",
    "user_graph": "graph",
}
_SURE = {"threads", "sessions", "messages", "relevant_facts", "graph", "user_graph"}
_MESSAGE = {
    "uuid": "turn.ref",
    "content": "turn.text",
    "role": "turn.speaker",
    "role_type": "turn.role",
    "name": "turn.speaker",
    "created_at": "turn.at",
    "thread_id": "turn.session",
    "session_id": "turn.session",
    "metadata": "turn.metadata",
}
_ACCOUNT = "an account of that service, not a memory"
_DERIVED = "made of facts that come on their own"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Place:
    """Whose record it is, and in which conversation it stands."""

    where: str
    owner: str | None = None
    session: str | None = None


def recognises(source: Source) -> bool:
    """Whether it has lists that only Zep has, or edges without a `group_id`, which Graphiti gives every record."""
    head = source.head()
    if not source.alone or b'"group_id"' in head or _MARKS.search(head) is None:
        return False
    keys = source.keys()
    if keys:
        return len(keys & set(_LISTS)) >= (1 if keys & _SURE or "facts" in keys else 2)
    rows = [row for row in source.sample() if isinstance(row, Mapping)]
    return bool(rows) and all(_sort(row) for row in rows)


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """Turns and facts in the order of the file; the names of entities are looked up first."""
    known = list(_known(source))
    names = {uuid: name for sort, uuid, name in known if sort == "entity"}
    users = {uuid: name for sort, uuid, name in known if sort == "user"}
    talks = {uuid: int(number) for sort, uuid, number in known if sort == "episode"}
    zep = _Zep(Graph(system=SYSTEM, names=names, talks=talks, tally=tally), users)
    only = next(iter(set(users.values()))) if len(set(users.values())) == 1 else None
    found, number = False, 0
    try:
        for element in _elements(source):
            number += 1
            if isinstance(element, InvalidInput):
                yield skip_of(element, where=f"record {number}")
                continue
            found = True
            sort = _LISTS.get(element.key) or ("" if element.key else _sort(element.value))
            place = _Place(where=f"{element.key or 'record'} {element.number}", owner=only)
            yield from zep.items(sort or element.key, element.value, place)
    except InvalidInput as error:
        yield skip_of(error, where=f"after record {number}")
    if not found:
        raise ImportFailed(f"{source.path} has nothing of Zep that can be read")


IMPORTER = Importer(name=SYSTEM, title="Zep's users, threads and facts", recognises=recognises, read=read)


def _elements(source: Source) -> Iterator[lists.Element | InvalidInput]:
    return lists.elements(source.text(source.main), keyed=bool(source.keys() & set(_LISTS)))


def _known(source: Source) -> Iterator[tuple[str, str, str]]:
    """`entity` or `user`, the id and the name of each, `episode`, the id and how many turns it has; as deep as they may stand."""
    try:
        for element in _elements(source):
            if not isinstance(element, InvalidInput):
                yield from _named(element.key, element.value)
    except InvalidInput:
        return  # reading the file again tells where it breaks off


def _named(key: str, value: object) -> Iterator[tuple[str, str, str]]:
    listed = value if isinstance(value, list) else [value]
    for record in loose.records(listed):
        uuid, name, user = (loose.name_of(record.get(field)) for field in ("uuid", "name", "user_id"))
        if uuid and name and (_LISTS.get(key) == "entity" or _sort(record) == "entity"):
            yield "entity", uuid, name
        if uuid and (_LISTS.get(key) == "episode" or _sort(record) == "episode") and (number := turns_in(record)) > 1:
            yield "episode", uuid, str(number)
        if user:
            yield "user", user, user
        if user and uuid and (_LISTS.get(key) == "user" or _sort(record) == "user"):
            yield "user", uuid, user
        for inner, each in record.items():
            if _LISTS.get(inner) in ("entity", "episode", "graph", "user"):
                yield from _named(inner, each)


def _sort(row: object) -> str:
    """What a record is by its fields alone."""
    if not isinstance(row, Mapping):
        return ""
    if "user_id" in row and ("first_name" in row or "email" in row):
        return "user"
    if ("thread_id" in row or "session_id" in row) and "content" not in row:
        return "thread"
    if "content" in row and ("role_type" in row or ("role" in row and "uuid" in row)):
        return "message"
    if "user" in row and len(row.keys() & set(_LISTS)) >= 2:
        return "graph"
    return sort_of(row)


class _Zep:
    """Reads records, and those inside of them."""

    def __init__(self, graph: Graph, users: Mapping[str, str]) -> None:
        self._graph = graph
        self._users = users
        self._tally = graph.tally

    def items(self, sort: str, value: object, place: _Place) -> Iterator[Item]:
        """What is in a record; what is wrong with it costs only itself."""
        try:
            yield from self._items(sort, value, place)
        except InvalidInput as error:
            yield skip_of(error, where=place.where)

    def _items(self, sort: str, value: object, place: _Place) -> Iterator[Item]:
        if isinstance(value, str):
            yield from self._bare(sort, value, place)
            return
        record = loose.mapping(value)
        if not record:
            self._left(sort, value)
            return
        match sort:
            case "user":
                yield from self._user(record, place)
            case "thread" | "graph":
                yield from self._within(sort, record, place)
            case "message":
                yield self._message(record, place)
            case "summary":
                yield from self._summary(record, place)
            case "edge":
                yield from self._graph.edge(_v4(record), place.where, owner=self._owner(record, place))
            case "entity":
                yield from self._graph.entity(record, place.where, owner=self._owner(record, place))
            case "episode":
                within = {"thread_id": place.session} if place.session else {}
                yield from self._graph.episode(within | record, place.where, owner=self._owner(record, place))
            case _:
                self._left(sort, record)

    def _owner(self, record: Record, place: _Place) -> str | None:
        """Whose graph it is: that of a user has the user's id."""
        graph = loose.name_of(record.get("graph_uuid"), record.get("graph_id"))
        return self._users.get(graph or "") or place.owner or graph

    def _left(self, sort: str, value: object) -> None:
        if value not in (None, "", [], {}):
            self._tally.dropped(sort or "record", "nothing that Zep is known to write")

    def _bare(self, sort: str, text: str, place: _Place) -> Iterator[Item]:
        """A text without a record: a fact or a summary as sessions had them. The context block is made of them."""
        if sort not in ("edge", "summary") or not text.strip():
            self._tally.dropped(sort, _DERIVED if sort == "context" else _ACCOUNT)
            return
        self._tally.mapped(f"{sort}.text", "memory.text")
        yield Statement(
            system=SYSTEM,
            id=loose.digest(sort, place.owner, text.strip()),
            text=text.strip(),
            where=place.where,
            record={"fact": text} if sort == "edge" else {"summary": text},
            owner=place.owner,
            kind="summary" if sort == "summary" else None,
            session=place.session,
        )

    def _user(self, record: Record, place: _Place) -> Iterator[Item]:
        """The name of a user is a memory of theirs; what else an account has is none."""
        owner = loose.name_of(record.get("user_id"), record.get("uuid"))
        name = " ".join(filter(None, (loose.text_of(record.get(part)) for part in ("first_name", "last_name"))))
        plain = {field: value for field, value in record.items() if field not in _LISTS}
        mapped = {"user_id": "owner", "first_name": "memory.text", "last_name": "memory.text"}
        loose.count(self._tally, "user", plain, mapped, dict.fromkeys(plain.keys() - mapped.keys(), _ACCOUNT))
        if name:
            yield Statement(
                system=SYSTEM,
                id=f"user:{owner or name}",
                text=f"Name: {name}",
                where=place.where,
                record={"user_id": owner, "name": name},
                owner=owner,
                kind="identity",
                at=loose.when(record.get("created_at")),
            )
        yield from self._inside(record, replace(place, owner=owner or place.owner))

    def _within(self, sort: str, record: Record, place: _Place) -> Iterator[Item]:
        """A thread or a graph: what belongs to it."""
        session = loose.name_of(record.get("thread_id"), record.get("session_id")) or place.session
        owner = loose.name_of(record.get("user_id"), loose.mapping(record.get("user")).get("user_id")) or place.owner
        plain = {field: value for field, value in record.items() if field not in _LISTS}
        mapped = {"thread_id": "turn.session", "session_id": "turn.session", "user_id": "owner"}
        loose.count(self._tally, sort, plain, mapped, dict.fromkeys(plain.keys() - mapped.keys(), _ACCOUNT))
        yield from self._inside(record, replace(place, session=session, owner=owner))

    def _inside(self, record: Record, place: _Place) -> Iterator[Item]:
        for key, value in record.items():
            listed = value if isinstance(value, list) else [value]
            for number, each in enumerate(listed if key in _LISTS else [], 1):
                where = f"{place.where}, {key} {number}"
                yield from self.items(_LISTS[key], each, replace(place, where=where))

    def _message(self, record: Record, place: _Place) -> Heard:
        text, role = loose.said(record.get("content")), loose.name_of(record.get("role_type"), record.get("role"))
        named = loose.name_of(record.get("name")) or loose.name_of(record.get("role"), role)
        loose.count(self._tally, "message", record, _MESSAGE)
        at = loose.when(record.get("created_at"))
        session = loose.name_of(record.get("thread_id"), record.get("session_id")) or place.session
        turn = Turn(
            text,
            speaker=named or "user",
            role="tool" if role == "function" else role if role in ROLES else None,
            at=at,
            session=session or place.owner or SYSTEM,
            ref=loose.name_of(record.get("uuid")) or loose.digest(text, record.get("created_at")),
            metadata=loose.record_of(loose.mapping(record.get("metadata"))),
        )
        owner = loose.name_of(record.get("user_id")) or place.owner
        return Heard(turn=turn, where=place.where, owner=owner, tool=SYSTEM, record=loose.record_of(record))

    def _summary(self, record: Record, place: _Place) -> Iterator[Item]:
        text = loose.said(record.get("content"), record.get("summary"))
        mapped = {"uuid": "memory.id", "content": "memory.text", "created_at": "memory.created_at"}
        loose.count(self._tally, "summary", record, mapped)
        yield Statement(
            system=SYSTEM,
            id=loose.name_of(record.get("uuid")) or loose.digest("summary", text),
            text=text,
            where=place.where,
            record=loose.record_of(record),
            owner=place.owner,
            kind="summary",
            at=loose.when(record.get("created_at")),
            session=place.session,
        )


def _v4(record: Record) -> dict[str, Any]:
    """An edge with the names that its fields had before the API's fourth version."""
    renamed = {"episode_uuids": "episodes", "graph_uuid": "graph_id"}
    return {renamed.get(name, name): value for name, value in record.items()}
