"""Letta (MemGPT): agent files (`.af`), dumps of archival passages, and the SQLite database of a server.

An agent file has blocks and messages and no archival passages; those come from the REST API, as a JSON list beside it or alone, or
from the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from perdure.errors import ImportFailed
from perdure.transfer.found import Item
from perdure.transfer.importers import beside
from perdure.transfer.importers.beside import RECORDS
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.letta import agentfile, database, passages
from perdure.transfer.importers.letta.part import Part
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

_ENDINGS = (".af", "passages.json", ".db", ".sqlite")
_FEW = 4

_Reader = Callable[[Part], Iterator[Item]]


def recognises(source: Source) -> bool:
    """Whether there is an agent file, a list of passages, or a database of Letta's."""
    return any(_reader(source, name) is not None for name in _files(source)[:_FEW])


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """Blocks, messages and passages; passages beside one agent file are that agent's."""
    readers = {name: reader for name in _files(source) if (reader := _reader(source, name)) is not None}
    if not readers:
        raise ImportFailed(f"{source.path} has no agent, passages or database of Letta's that can be read")
    agents = [name for name, reader in readers.items() if reader is agentfile.read]
    owner = agentfile.only_agent(source, agents)
    for name in source.names:
        if PurePosixPath(name).name == RECORDS:
            yield from beside.entries(source, name, tally)
    for name in sorted(readers, key=lambda name: name not in agents):
        where = "" if source.alone else f"{name}: "
        yield from readers[name](Part(source=source, name=name, tally=tally, where=where, owner=owner))


IMPORTER = Importer(name="letta", title="Letta agents", recognises=recognises, read=read)


def _files(source: Source) -> list[str]:
    return [name for name in source.names if source.alone or name.casefold().endswith(_ENDINGS)]


def _reader(source: Source, name: str) -> _Reader | None:
    """What reads a file; None where it is nothing of Letta's."""
    if database.has_tables(source.tables(name)):
        return database.read
    if agentfile.is_agent(source, name):
        return agentfile.read
    return passages.read if passages.are_passages(source, name) else None
