"""The SQLite database of a Letta server (`~/.letta/sqlite.db`): blocks with their history, messages and archival passages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from perdure.domain.memory import Status
from perdure.errors import InvalidInput
from perdure.transfer import foreign_sqlite, loose
from perdure.transfer.found import Item
from perdure.transfer.importers.letta import messages, passages
from perdure.transfer.importers.letta.blocks import Block, Wording, statements
from perdure.transfer.importers.letta.part import SYSTEM, Part
from perdure.transfer.report import skip_of

Row = dict[str, Any]

_PASSAGES = ("archival_passages", "agent_passages")
_VECTORS = ("embedding",)
_JSON = ("metadata_", "tags", "tool_calls", "tool_returns", "content", "message_ids", "embedding_config")


def has_tables(tables: Mapping[str, frozenset[str]]) -> bool:
    """Whether these are the tables of a Letta server."""
    blocks = {"id", "label", "value"} <= tables.get("block", frozenset())
    return blocks and any("text" in tables.get(name, ()) for name in (*_PASSAGES, "messages"))


def read(part: Part) -> Iterator[Item]:
    """Blocks, messages and passages of every agent; what was deleted is forgotten. Raises ImportFailed where the file is damaged."""
    database = _Database(part)
    yield from database.blocks()
    yield from database.messages()
    yield from database.passages()


class _Database:
    """The tables, and who the agents are."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._tables = part.source.tables(part.name)
        self._agents = {str(row["id"]): row for row in self._rows("agents", {"id", "name"})}

    def blocks(self) -> Iterator[Item]:
        """Blocks for each agent that has them, templates left out."""
        holders = self._pairs("blocks_agents", "block_id", "agent_id")
        history = self._history()
        for row in self._rows("block", {"id", "label", "value"}):
            where = f"{self._part.where}block {row.get('label')}"
            if row.get("is_template") or not loose.text_of(row.get("value")):
                reason = "a template for new agents" if row.get("is_template") else "the block is empty"
                self._part.tally.without([f"block.{name}" for name, value in row.items() if value], reason)
                continue
            agents: list[str | None] = [*holders.get(str(row["id"]), ())] or [None]
            for agent in agents:
                block = Block(
                    system=SYSTEM,
                    record=row,
                    where=where,
                    owner=self._name(agent),
                    status=Status.FORGOTTEN if row.get("is_deleted") else Status.ACTIVE,
                    history=history.get(str(row["id"]), ()),
                )
                yield from self._safely(statements(block, self._part.tally), where)

    def messages(self) -> Iterator[Item]:
        """Messages in their order; deleted ones are left out."""
        for row in self._rows("messages", {"id", "role", "agent_id"}):
            where = f"{self._part.where}message {row['id']}"
            if row.get("is_deleted"):
                self._part.tally.dropped("message", "it was deleted")
                continue
            agent = str(row.get("agent_id"))
            owner = self._name(agent)
            prompt = loose.text_of(self._agents.get(agent, {}).get("system"))
            talk = messages.Talk(session=owner or agent, owner=owner, prompt=prompt)
            yield from self._safely(messages.heard(row, talk, where, self._part.tally), where)

    def passages(self) -> Iterator[Item]:
        """Passages of every archive, for the agents that it is attached to; those of none have no owner."""
        holders = self._pairs("archives_agents", "archive_id", "agent_id")
        tags = self._pairs("passage_tags", "passage_id", "tag")
        for table in _PASSAGES:
            for row in self._rows(table, {"id", "text"}):
                where = f"{self._part.where}passage {row['id']}"
                tagged = {**row, "tags": list(loose.names_of(row.get("tags"))) or tags.get(str(row["id"]), [])}
                agents = [*holders.get(str(row.get("archive_id")), ())] or [row.get("agent_id")]
                for agent in agents:
                    yield from self._safely(self._passage(tagged, where, self._name(agent)), where)

    def _passage(self, row: Row, where: str, owner: str | None) -> Iterator[Item]:
        yield passages.statement(row, where, owner, self._part.tally)

    def _history(self) -> dict[str, list[Wording]]:
        """The wordings of each block before the one it has, each until the next was written."""
        rows: dict[str, list[Row]] = defaultdict(list)
        for row in self._rows("block_history", {"block_id", "sequence_number", "value"}):
            rows[str(row["block_id"])].append(row)
        found = {}
        for block, states in rows.items():
            ordered = sorted(states, key=_sequence)
            found[block] = [
                Wording(value=loose.text_of(old.get("value")), until=loose.when(new.get("created_at")))
                for old, new in pairwise(ordered)
            ]
        return found

    def _name(self, agent: object) -> str | None:
        """The name of an agent; its id where it has none."""
        found = loose.name_of(agent)
        return None if found is None else loose.name_of(self._agents.get(found, {}).get("name"), found)

    def _pairs(self, table: str, key: str, value: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for row in self._rows(table, {key, value}):
            found[str(row[key])].append(str(row[value]))
        return found

    def _rows(self, table: str, needed: set[str]) -> Iterator[Row]:
        """The rows of a table without its vectors, JSON unpacked; nothing where there is no such table."""
        columns = self._tables.get(table, frozenset())
        if not needed <= columns:
            return
        wanted = ", ".join(_quoted(column) for column in sorted(columns - set(_VECTORS)))
        order = next((name for name in ("sequence_id", "created_at", "id") if name in columns), "rowid")
        path = self._part.source.local(self._part.name)
        for row in foreign_sqlite.rows(path, f"SELECT {wanted} FROM {_quoted(table)} ORDER BY {_quoted(order)}"):  # noqa: S608  names are quoted
            yield {name: loose.structure(value) if name in _JSON else value for name, value in row.items()}

    def _safely(self, items: Iterator[Item], where: str) -> Iterator[Item]:
        try:
            yield from items
        except InvalidInput as error:
            yield skip_of(error, where=where)


def _sequence(row: Row) -> int:
    number = row["sequence_number"]
    return number if isinstance(number, int) else 0


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
