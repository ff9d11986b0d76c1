"""The file of the Model Context Protocol's memory server: lines that are entities with observations, and relations.

Beside them an export of ours has lines of type `perdure` with the whole memory; the server passes over them, and leaves them
out when it next writes the file. One holds as long as its observation is still there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText
from perdure.kinds import KINDS
from perdure.transfer.found import Item, Native, Statement
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.lists import LARGEST, placed_values, values_in
from perdure.transfer.loose import digest, kind_of, name_of, record_of, text_of
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

NAME = "mcp-memory"
OURS = "perdure"
"""The type of the lines that only Perdure reads."""

_GRAPH = frozenset({"entities", "relations"})
_FILES = ("memory.jsonl", "memory.json")
_NAMES = ("name", "entityName", "entity_name", "id")
_FROM, _TO = ("from", "from_id", "source"), ("to", "to_id", "target")
_RELATION = ("relationType", "relation_type", "relation")
_TYPES = ("entityType", "entity_type")
_KINDS = frozenset(kind.name for kind in KINDS)

Record = Mapping[str, Any]


def recognises(source: Source) -> bool:
    """Whether a line is an entity or a relation, or the file is the graph that `read_graph` answers with."""
    name = _file(source)
    if name is None:
        return False
    return source.keys(name) >= _GRAPH or any(
        isinstance(each, Mapping) and _belongs(each) for each in source.sample(name)
    )


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """A statement for every observation and every relation."""
    name = _file(source) or source.main
    there = {_key(*each) for _, found in _records(source, name) for each in _observed(found)}
    ours = {_key(*each) for _, found in _records(source, name) for each in _kept(found)} & there
    for where, found in _records(source, name):
        if isinstance(found, Skip):
            yield found
            continue
        try:
            yield from _items(record_of(found), where, ours, tally)
        except InvalidInput as error:
            yield skip_of(error, where=where)


IMPORTER = Importer(name=NAME, title="the MCP memory server's graph", recognises=recognises, read=read)


def entity_of(subject: str, kind: str) -> str:
    """The entity that has the memories of a kind about a subject, in a graph that Perdure writes."""
    return f"{subject}: {kind}"


def _file(source: Source) -> str | None:
    if source.alone:
        return source.main
    return next((name for name in source.names if name.rsplit("/", 1)[-1] in _FILES), None)


def _belongs(record: Record) -> bool:
    match record.get("type"):
        case "entity":
            return _first(record, _NAMES) is not None
        case "relation":
            return _first(record, _FROM) is not None and _first(record, _TO) is not None
        case "perdure":
            return isinstance(record.get("entity"), str) and isinstance(record.get("memory"), Mapping)
    return False


def _records(source: Source, name: str) -> Iterator[tuple[str, object]]:
    """Everything that stands in the file, a Skip for what is no JSON."""
    if source.keys(name) >= _GRAPH:
        yield from _graph(source, name)
        return
    yield from placed_values(source.text(name))


def _graph(source: Source, name: str) -> Iterator[tuple[str, object]]:
    """The entities and relations of an answer to `read_graph`, as the lines they would be."""
    try:
        for graph in values_in(source.text(name).read(2 * LARGEST)):
            for key, sort in (("entities", "entity"), ("relations", "relation")):
                listed = graph.get(key) if isinstance(graph, Mapping) else None
                for number, each in enumerate(listed if isinstance(listed, list) else (), 1):
                    yield f"{sort} {number}", {**each, "type": sort} if isinstance(each, Mapping) else each
    except InvalidInput as error:
        yield name, skip_of(error, where=name)


def _observed(found: object) -> Iterator[tuple[str, str]]:
    """The observations of an entity, with its name."""
    if isinstance(found, Mapping) and found.get("type") == "entity":
        name, told = name_of(_first(found, _NAMES)), found.get("observations")
        for each in told if name is not None and isinstance(told, list) else ():
            if isinstance(each, str):
                yield str(name), each


def _kept(found: object) -> Iterator[tuple[str, str]]:
    """The observation that a line of ours stands for."""
    if isinstance(found, Mapping) and found.get("type") == OURS and isinstance(memory := found.get("memory"), Mapping):
        entity, text = found.get("entity"), memory.get("text")
        if isinstance(entity, str) and isinstance(text, str):
            yield entity, text


def _key(entity: str, observation: str) -> str:
    return digest(entity, observation)


def _items(record: Record, where: str, ours: set[str], tally: Tally) -> Iterator[Item]:
    match record.get("type"):
        case "entity":
            yield from _entity(record, where, ours, tally)
        case "relation":
            yield _relation(record, where, tally)
        case "perdure":
            if any(_key(*each) in ours for each in _kept(record)):
                tally.mapped(OURS, "memory")
                yield Native(part="memories", record=record["memory"], where=where, owner=name_of(record.get("space")))
            else:
                tally.dropped(OURS, "its observation was changed or deleted there")
        case _:
            raise InvalidInput("it is neither an entity nor a relation")


def _entity(record: Record, where: str, ours: set[str], tally: Tally) -> Iterator[Item]:
    """The observations of an entity; one without any is what its type says."""
    name, sort, told = name_of(_first(record, _NAMES)), _first(record, _TYPES), record.get("observations")
    if name is None:
        raise InvalidInput("the entity has no name")
    if told is not None and not isinstance(told, list):
        raise InvalidInput("the observations of an entity are a list")
    fates = dict.fromkeys((*_NAMES, "observations"), "text") | dict.fromkeys(_TYPES, "tags")
    tally.record(record, mapped=fates, dropped={"type": "it only tells entities from relations"})
    rest = {key: value for key, value in record.items() if key != "observations"}
    for number, each in enumerate(told or (), 1):
        place = f"{where}, observation {number}"
        if not text_of(each):
            yield skip_of(InvalidText("the observation says nothing"), where=place)
        elif _key(name, each) not in ours:
            yield _statement(_about(name, sort, each), {**rest, "observation": each}, place, sort, id=_key(name, each))
    if not told:
        text = f"{name} ({sort})" if text_of(sort) else name
        yield _statement(text, rest, where, sort, id=_key(name, ""))


def _about(name: str, sort: object, observation: str) -> str:
    """An observation that can be understood, and found, without its entity."""
    kind = sort if isinstance(sort, str) and sort in _KINDS else None
    ours = kind is not None and name.endswith(entity_of("", kind))
    return observation if ours or name.casefold() in observation.casefold() else f"{name}: {observation}"


def _relation(record: Record, where: str, tally: Tally) -> Statement:
    source, target = name_of(_first(record, _FROM)), name_of(_first(record, _TO))
    relation = name_of(_first(record, _RELATION))
    if source is None or target is None or relation is None:
        raise InvalidInput("a relation has two ends and a type")
    fates = dict.fromkeys((*_FROM, *_TO, *_RELATION), "text")
    tally.record(record, mapped=fates, dropped={"type": "it only tells entities from relations"})
    text = f"{source} {relation.replace('_', ' ')} {target}"
    return _statement(text, record, where, None, id=digest("relation", source, relation, target))


def _statement(text: str, record: Record, where: str, sort: object, *, id: str) -> Statement:  # noqa: A002  its id there
    label = name_of(sort)
    return Statement(
        system=NAME,
        id=id,
        text=text,
        where=where,
        record=record,
        kind=kind_of(sort),
        tags=() if label is None or label in _KINDS else (label,),
    )


def _first(record: Record, names: tuple[str, ...]) -> Any:
    return next((record[name] for name in names if record.get(name) is not None), None)
