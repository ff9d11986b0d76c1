"""Temporal knowledge graphs, as Graphiti keeps them and Zep hands them out: episodes, entities, and facts between them.

A fact has two times: when it is true in the world (`valid_at`, `invalid_at`) and when the system believed it (`created_at`,
`expired_at`). The first is when a memory holds; by the second an expired fact is superseded, whatever is true in the world.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from perdure.domain.journal import CHAT, ROLES, Turn
from perdure.domain.memory import Status
from perdure.transfer import loose
from perdure.transfer.found import Heard, Item, Native, Statement
from perdure.transfer.loose import Record
from perdure.transfer.tally import Tally

DOCUMENT = "document"

_SPEAKER = re.compile(
    r"(?P<name>[^:：\n()（）]{1,60})(?:\((?P<role>\w+)\))?(?::[ \t]+|：[ \t]*)(?P<text>\S.*)", re.DOTALL
)
_NO_NAME = re.compile(r"https?|\d+|.*[.。!?！？]", re.IGNORECASE)

_EPISODE = {
    "uuid": "turn.ref",
    "content": "turn.text",
    "episode_body": "turn.text",
    "valid_at": "turn.at",
    "created_at": "turn.at",
    "group_id": "owner",
    "user_id": "owner",
    "source": "turn.channel",
    "role": "turn.speaker",
    "role_type": "turn.role",
    "session_id": "turn.session",
    "thread_id": "turn.session",
}
_EDGE = {
    "uuid": "memory.id",
    "fact": "memory.text",
    "valid_at": "memory.holds_from",
    "invalid_at": "memory.holds_until",
    "expired_at": "memory.status",
    "created_at": "memory.created_at",
    "reference_time": "memory.created_at",
    "group_id": "owner",
    "user_id": "owner",
    "name": "memory.metadata.relation",
    "source_node_uuid": "memory.metadata.subject",
    "target_node_uuid": "memory.metadata.object",
    "source_node_name": "memory.metadata.subject",
    "target_node_name": "memory.metadata.object",
    "rating": "memory.importance",
    "episodes": "memory.source.turns",
    "content": "memory.text",
}
_ENTITY = {
    "uuid": "memory.id",
    "name": "memory.text",
    "summary": "memory.text",
    "created_at": "memory.created_at",
    "group_id": "owner",
    "user_id": "owner",
    "labels": "memory.tags",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Graph:
    """A graph of `system`; `names` has the name of each entity by its id, `talks` of each episode with more than one turn how many
    it has."""

    system: str
    names: Mapping[str, str]
    talks: Mapping[str, int]
    tally: Tally

    def episode(self, record: Record, where: str, *, owner: str | None = None) -> Iterator[Item]:
        """What was taken in at once: a turn, or one for each line where every line names its speaker."""
        text = loose.said(record.get("content"), record.get("episode_body"))
        own = _own_entry(record, text, where)
        loose.count(self.tally, "episode", record, _EPISODE)
        if own is not None:
            yield own
            return
        uuid = loose.name_of(record.get("uuid"), record.get("id")) or loose.digest(text, record.get("valid_at"))
        named = owner or loose.name_of(record.get("group_id"), record.get("user_id"))
        session = loose.name_of(record.get("thread_id"), record.get("session_id"), named) or self.system
        kept, at = loose.record_of(record), loose.when(record.get("valid_at"), record.get("created_at"))
        turns = list(_turns(text, record))
        for number, turn in enumerate(turns, 1):
            said = Turn(
                turn.text,
                speaker=turn.speaker,
                role=turn.role,
                at=at,
                session=session,
                ref=ref_of(uuid, number, len(turns)),
                channel=turn.channel,
            )
            yield Heard(turn=said, where=where, owner=named, tool=self.system, record=kept if number == 1 else None)

    def entity(self, record: Record, where: str, *, owner: str | None = None) -> Iterator[Item]:
        """The summary of an entity, or its attributes where it has none; its name alone says nothing that no fact says."""
        name = loose.said(record.get("name"))
        summary = loose.text_of(record.get("summary")) or _attributes(record)
        if not summary:
            reason = "an entity without a summary says nothing; its name stands with its facts"
            self.tally.without([f"entity.{field}" for field, value in record.items() if value], reason)
            return
        loose.count(self.tally, "entity", record, _ENTITY)
        yield Statement(
            system=self.system,
            id=loose.name_of(record.get("uuid"), record.get("id")) or loose.digest("entity", name, summary),
            text=summary if name.casefold() in summary.casefold() else f"{name}: {summary}",
            where=where,
            record=loose.record_of(record),
            owner=owner or loose.name_of(record.get("group_id"), record.get("user_id")),
            kind="summary",
            at=loose.when(record.get("created_at")),
            tags=tuple(label for label in loose.names_of(record.get("labels")) if not label.startswith("Entity")),
            metadata={"entity": name},
        )

    def edge(self, record: Record, where: str, *, owner: str | None = None) -> Iterator[Item]:
        """A fact, with both of its times."""
        text = loose.said(record.get("fact"), record.get("content"))
        attributes = loose.mapping(record.get("attributes"))
        own = loose.native(attributes.get(loose.CARRIED) or record.get(loose.CARRIED), text, where=where)
        loose.count(self.tally, "edge", record, _EDGE)
        if own is not None:
            yield own
            return
        said = loose.when(record.get("reference_time"), record.get("created_at"))
        yield Statement(
            system=self.system,
            id=loose.name_of(record.get("uuid"), record.get("id"))
            or loose.digest("edge", text, record.get("valid_at")),
            text=text,
            where=where,
            record=loose.record_of(record),
            owner=owner or loose.name_of(record.get("group_id"), record.get("user_id")),
            at=said,
            holds_from=loose.when(record.get("valid_at")),
            holds_until=loose.when(record.get("invalid_at")),
            importance=loose.fraction(record.get("rating")),
            status=Status.ACTIVE if loose.when(record.get("expired_at")) is None else Status.SUPERSEDED,
            metadata=self._relation(record),
            turns=tuple(self._turns(record)),
        )

    def _turns(self, record: Record) -> Iterator[str]:
        """The refs of the turns that a fact was made of."""
        for uuid in loose.names_of(record.get("episodes")):
            number = self.talks.get(uuid, 1)
            yield from (ref_of(uuid, turn, number) for turn in range(1, number + 1))

    def _relation(self, record: Record) -> dict[str, Any]:
        """Between what and what a fact is, by their names."""
        source, target = loose.name_of(record.get("source_node_uuid")), loose.name_of(record.get("target_node_uuid"))
        found = {
            "subject": loose.name_of(record.get("source_node_name")) or self.names.get(source or ""),
            "relation": loose.name_of(record.get("name")),
            "object": loose.name_of(record.get("target_node_name")) or self.names.get(target or ""),
        }
        return {name: value for name, value in found.items() if value}


def turns_in(record: Record) -> int:
    """How many turns an episode has."""
    text = loose.text_of(record.get("content")) or loose.text_of(record.get("episode_body"))
    return sum(1 for _ in _turns(text, record))


def ref_of(episode: str, number: int, turns: int) -> str:
    """What the so manyth of the turns of an episode is called."""
    return episode if turns == 1 else f"{episode}#{number}"


def _own_entry(record: Record, text: str, where: str) -> Native | None:
    """Perdure's own entry, where the episode still says what it said: with its speaker before it, or without."""
    given = loose.mapping(record.get("episode_metadata") or record.get("metadata"))
    carried = loose.mapping(given.get(loose.CARRIED))
    said = loose.text_of(carried.get("text"))
    if text not in (said, f"{carried.get('speaker')}: {said}"):
        return None
    return loose.native(carried, said, where=where, part="journal")


def _attributes(record: Record) -> str:
    found = loose.mapping(record.get("attributes"))
    scalars = {name: value for name, value in found.items() if isinstance(value, str | int | float) and value != ""}
    return "; ".join(f"{name}: {value}" for name, value in scalars.items() if name != loose.CARRIED)


def _turns(text: str, record: Record) -> Iterator[Turn]:
    """Who said what. A message is written as `name: text`, or `name(role): text`."""
    role = loose.name_of(record.get("role_type"))
    if role is not None or record.get("role") is not None:
        yield _turn(text, loose.name_of(record.get("role"), role) or "user", role)
        return
    if record.get("source") in ("json", "text"):
        yield Turn(text, channel=DOCUMENT)
        return
    found = [_spoken(line) for line in text.splitlines() if line.strip()]
    if all(found):
        yield from filter(None, found)
    else:
        first = None if any(found[1:]) or found[0] is None else _spoken(text)
        yield first or Turn(text)


def _spoken(text: str) -> Turn | None:
    match = _SPEAKER.fullmatch(text.strip())
    if match is None or _NO_NAME.fullmatch(match["name"].strip()) or not match["name"].strip():
        return None
    return _turn(match["text"].strip(), match["name"].strip(), match["role"])


def _turn(text: str, speaker: str, role: str | None) -> Turn:
    known = next((each for each in (role, speaker.casefold()) if each in ROLES), None)
    return Turn(text, speaker=speaker, role=known, channel=CHAT)
