"""Agent files (`.af`): `agents`, `blocks` and more, or, before, one agent with its `core_memory`; at times a JSON string of that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from perdure.errors import ImportFailed, InvalidInput
from perdure.transfer import loose
from perdure.transfer.decoding import decoded
from perdure.transfer.found import Item, Statement
from perdure.transfer.importers.letta import messages, passages
from perdure.transfer.importers.letta.blocks import Block, statements
from perdure.transfer.importers.letta.part import SYSTEM, Part
from perdure.transfer.loose import Record
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source

LARGEST = 256 << 20
"""Bytes of an agent file: blocks stand behind the agents that have them, so it is read whole."""

_LEGACY = {"core_memory", "messages"}
_BLOCKS = ("core_memory", "memory_blocks", "blocks")
_PASSAGES = ("archival_memory", "passages", "archival_passages")
_AGENT = {"name": "owner", "id": "owner"}
_OF_THE_AGENT = "how that agent runs, not what it remembers"
_REST = ("groups", "files", "sources", "tools", "mcp_servers")


def is_agent(source: Source, name: str) -> bool:
    """Whether a file is one agent, or several with their blocks."""
    head = source.head(name).lstrip()
    if head[:1] == b'"':
        return rb"\"core_memory\"" in head or rb"\"block_ids\"" in head
    keys = source.keys(name)
    agents = {"agents", "blocks"} <= keys and bool(keys & {"tools", "groups", "sources", "mcp_servers"})
    return agents or (keys >= _LEGACY and bool(keys & {"in_context_message_indices", "llm_config", "agent_type"}))


def only_agent(source: Source, names: Sequence[str]) -> str | None:
    """The name of the agent where there is one file with one agent."""
    if len(names) != 1:
        return None
    try:
        agents = _agents(_loaded(source, names[0]))
    except (ImportFailed, InvalidInput):
        return None  # reading the file tells
    return _named(agents[0], 0) if len(agents) == 1 else None


def read(part: Part) -> Iterator[Item]:
    """Blocks, then messages, agent by agent; then blocks of no agent, and skills. Raises ImportFailed where it is no agent file."""
    found = _loaded(part.source, part.name)
    agents = _agents(found)
    shared = {str(block.get("id")): block for block in loose.records(found.get("blocks"))}
    exported = loose.name_of(found.get("created_at"))
    attached: set[str] = set()
    for index, agent in enumerate(agents):
        own = [str(each) for each in agent.get("block_ids") or () if isinstance(each, str | int)]
        attached |= set(own)
        blocks = [shared[each] for each in own if each in shared]
        yield from _agent(part, agent, index, blocks or _first(agent, _BLOCKS), exported)
    if agents != [found]:
        loose_blocks = [block for each, block in shared.items() if each not in attached]
        yield from _blocks(part, loose_blocks, part.owner, exported)
        for name in _REST:
            part.tally.without([f"file.{name}"] * len(loose.records(found.get(name))), _OF_THE_AGENT)
    yield from _skills(part, found)


def _loaded(source: Source, name: str) -> dict[str, Any]:
    if source.members[name].size > LARGEST:
        raise ImportFailed(f"{name} is larger than {LARGEST:,} bytes; no agent file is")
    with source.text(name) as text:
        raw = text.read()
    try:
        found = decoded(raw)
        found = decoded(found.encode("utf-8", "replace")) if isinstance(found, str) else found
    except InvalidInput as error:
        raise ImportFailed(f"{name} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise ImportFailed(f"{name} is no agent file")
    return found


def _agents(found: Record) -> list[Record]:
    return loose.records(found.get("agents")) or [found]


def _named(agent: Record, index: int) -> str:
    return loose.name_of(agent.get("name"), agent.get("id")) or f"agent-{index}"


def _first(agent: Record, names: Sequence[str]) -> list[Record]:
    return next(filter(None, (loose.records(agent.get(name)) for name in names)), [])


def _agent(part: Part, agent: Record, index: int, blocks: Sequence[Record], exported: str | None) -> Iterator[Item]:
    owner = _named(agent, index)
    inside = {*_BLOCKS, *_PASSAGES, "messages", "agents", "skills", *_REST}
    plain = {name: value for name, value in agent.items() if name not in inside}
    loose.count(part.tally, "agent", plain, _AGENT, dict.fromkeys(plain.keys() - _AGENT.keys(), _OF_THE_AGENT))
    yield from _blocks(part, blocks, owner, exported)
    talk = messages.Talk(session=owner, owner=owner, prompt=loose.text_of(agent.get("system")))
    for number, message in enumerate(loose.records(agent.get("messages")), 1):
        where = f"{part.where}message {number} of {owner}"
        try:
            yield from messages.heard(message, talk, where, part.tally)
        except InvalidInput as error:
            yield skip_of(error, where=where)
    for number, passage in enumerate(_first(agent, _PASSAGES), 1):
        where = f"{part.where}passage {number} of {owner}"
        try:
            yield passages.statement(passage, where, owner, part.tally)
        except InvalidInput as error:
            yield skip_of(error, where=where)


def _blocks(part: Part, blocks: Sequence[Record], owner: str | None, exported: str | None) -> Iterator[Item]:
    for number, record in enumerate(blocks, 1):
        label = loose.name_of(record.get("label")) or str(number)
        where = f"{part.where}block {label}" + (f" of {owner}" if owner else "")
        if not loose.text_of(record.get("value")):
            part.tally.without([f"block.{name}" for name, value in record.items() if value], "the block is empty")
            continue
        named = {**record, "id": f"{owner}/{label}"} if _of_the_file(record) else record
        block = Block(system=SYSTEM, record=named, where=where, owner=owner, at=loose.when(exported))
        try:
            yield from statements(block, part.tally)
        except InvalidInput as error:
            yield skip_of(error, where=where)


def _of_the_file(record: Record) -> bool:
    """Whether an id only numbers the blocks of a file, so that it is another block's in the next."""
    found = loose.name_of(record.get("id"))
    return found is None or found.removeprefix("block-").isdigit()


def _skills(part: Part, found: Record) -> Iterator[Item]:
    """Skills are procedures; their scripts are not said by anybody."""
    for number, skill in enumerate(loose.records(found.get("skills")), 1):
        files = loose.mapping(skill.get("files"))
        text, name = loose.text_of(files.pop("SKILL.md", None)), loose.name_of(skill.get("name")) or str(number)
        part.tally.without([f"skill.{file}" for file in files], "a file of a skill beside its text")
        if not text:
            part.tally.dropped("skill", "it is only named here, not written out")
            continue
        part.tally.mapped("skill.SKILL.md", "memory.text")
        yield Statement(
            system=SYSTEM,
            id=f"skills/{name}",
            text=text,
            where=f"{part.where}skill {name}",
            record=loose.record_of(skill),
            owner=part.owner,
            kind="procedure",
            metadata={"block": f"skills/{name}"},
        )
