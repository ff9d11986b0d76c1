"""Graphiti, by a JSON of its `episodes`, `entities` and `edges`, or by what Neo4j, FalkorDB, Kuzu or Neptune give out of it.

Graphiti has no export of its own. Rows of a query come as JSON, lines of JSON or CSV; the properties of a node stand in the row
itself, under the name of the query's variable (`e`), or under `properties` beside `labels`. Kuzu keeps attributes as a JSON string,
Neptune lists as joined strings; Neo4j has attributes among the properties.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

from perdure.errors import ImportFailed, InvalidInput
from perdure.transfer import loose
from perdure.transfer.found import Item
from perdure.transfer.importers import lists
from perdure.transfer.importers.graph import Graph, turns_in
from perdure.transfer.importers.importer import Importer
from perdure.transfer.loose import Record
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

SYSTEM = "graphiti"

SORTS = {
    "episodes": "episode",
    "episodic_nodes": "episode",
    "entities": "entity",
    "nodes": "entity",
    "entity_nodes": "entity",
    "communities": "entity",
    "edges": "edge",
    "facts": "edge",
    "entity_edges": "edge",
}
"""What is in the lists of a file."""

_ENDINGS = (".json", ".jsonl", ".ndjson", ".csv")
_FEW = 8
_MARKS = re.compile(rb'"(?:source_node_uuid|source_description|fact_embedding|name_embedding|expired_at|group_id)"\s*:')
_LONGEST_HEADER = 1 << 16
_LONGEST_CELL = 16 << 20
_STRUCTURE = "how nodes hang together, without a text"


def recognises(source: Source) -> bool:
    """Whether it has lists, or rows, of a graph whose records belong to a `group_id`."""
    return any(_is_graph(source, name) for name in _files(source)[:_FEW])


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """Episodes, entities and facts in the order of the files; the names of entities are looked up first."""
    names, talks = _known(source)
    graph = Graph(system=SYSTEM, names=names, talks=talks, tally=tally)
    found = False
    for sort, record, where in _records(source):
        if isinstance(record, InvalidInput):
            yield skip_of(record, where=where)
            continue
        found = True
        try:
            yield from _items(graph, sort, record, where)
        except InvalidInput as error:
            yield skip_of(error, where=where)
    if not found:
        raise ImportFailed(f"{source.path} has no episode, entity or fact that can be read")


IMPORTER = Importer(name=SYSTEM, title="a Graphiti graph", recognises=recognises, read=read)


def _items(graph: Graph, sort: str, record: Record, where: str) -> Iterator[Item]:
    match sort:
        case "episode":
            yield from graph.episode(record, where)
        case "entity":
            yield from graph.entity(record, where)
        case "edge":
            yield from graph.edge(record, where)
        case _:
            graph.tally.dropped("graph structure", _STRUCTURE)


def _files(source: Source) -> list[str]:
    return [name for name in source.names if source.alone or name.casefold().endswith(_ENDINGS)]


def _is_graph(source: Source, name: str) -> bool:
    if is_keyed(source, name):
        return _MARKS.search(source.head(name)) is not None and b'"group_id"' in source.head(name)
    if _is_csv(source, name):
        header = source.head(name)[:_LONGEST_HEADER].split(b"\n", 1)[0].decode("utf-8", "replace")
        return {"uuid", "group_id"} <= {cell.strip(' "\r').rpartition(".")[2] for cell in header.split(",")}
    rows = [plain(row) for row in source.sample(name) if isinstance(row, Mapping)]
    return any({"uuid", "group_id"} <= set(row) and sort_of(row) for row in rows)


def _is_csv(source: Source, name: str) -> bool:
    return source.head(name).lstrip()[:1] not in (b"{", b"[")


def is_keyed(source: Source, name: str) -> bool:
    """Whether the file is one object with lists of a graph, and of nothing else that a format is known by."""
    return len(source.keys(name) & set(SORTS)) >= 2


def _known(source: Source) -> tuple[dict[str, str], dict[str, int]]:
    """The name of each entity by its id, and how many turns each episode has that has more than one."""
    names: dict[str, str] = {}
    talks: dict[str, int] = {}
    for sort, record, _where in _records(source):
        if isinstance(record, InvalidInput) or (uuid := loose.name_of(record.get("uuid"))) is None:
            continue
        if sort == "entity" and (name := loose.name_of(record.get("name"))) is not None:
            names[uuid] = name
        if sort == "episode" and (number := turns_in(record)) > 1:
            talks[uuid] = number
    return names, talks


def _records(source: Source) -> Iterator[tuple[str, Record | InvalidInput, str]]:
    """Each record with its sort and where it stands; one that cannot be read as the error that it is."""
    for name in _files(source):
        prefix = "" if source.alone else f"{name}: "
        number = 0
        try:
            for element in _elements(source, name):
                number += 1
                if isinstance(element, InvalidInput):
                    yield "", element, f"{prefix}record {number}"
                    continue
                where = f"{prefix}{element.key or 'row'} {element.number}"
                if not isinstance(element.value, Mapping):
                    yield from _odd(element, where)
                    continue
                row = plain(element.value)
                yield SORTS.get(element.key) or sort_of(row), row, where
        except InvalidInput as error:
            yield "", error, f"{prefix}after record {number}"


def _odd(element: lists.Element, where: str) -> Iterator[tuple[str, InvalidInput, str]]:
    """What is no record costs a line where records are expected; what else a file says of itself does not."""
    if element.key in SORTS or not element.key:
        yield "", InvalidInput(f"it is no record but {type(element.value).__name__}"), where


def _elements(source: Source, name: str) -> Iterator[lists.Element | InvalidInput]:
    if _is_csv(source, name):
        return _rows(source, name)
    return lists.elements(source.text(name), keyed=is_keyed(source, name))


def _rows(source: Source, name: str) -> Iterator[lists.Element | InvalidInput]:
    """The rows of a CSV, lists and objects in their cells unpacked."""
    csv.field_size_limit(_LONGEST_CELL)
    text = io.TextIOWrapper(source.text(name), encoding="utf-8", errors="replace", newline="")
    try:
        for number, row in enumerate(csv.DictReader(text), 1):
            cells = {key: loose.structure(value) for key, value in row.items() if isinstance(key, str) and value}
            yield lists.Element("", cells, number)
    except csv.Error as error:
        raise InvalidInput(f"it is no CSV: {error}") from error


def plain(row: Record) -> dict[str, Any]:
    """The properties of the node or relation of a row, whatever stands around them."""
    inner = next((value for value in row.values() if _is_node(value)), None)
    if isinstance(row.get("properties"), Mapping):
        return _properties(row)
    if inner is None:
        return {str(name).rpartition(".")[2] if _dotted(row) else str(name): value for name, value in row.items()}
    found = _properties(inner) if isinstance(inner.get("properties"), Mapping) else dict(inner)
    ends = [value for name, value in row.items() if str(name).endswith(".uuid")]
    if len(ends) >= 2 and "fact" in found:
        found = {"source_node_uuid": ends[0], "target_node_uuid": ends[1]} | found
    labels = next((value for name, value in row.items() if str(name).startswith("labels")), None)
    return ({} if labels is None else {"labels": labels}) | found


def _dotted(row: Record) -> bool:
    """Whether the columns are `e.uuid`, `e.name`, …: all of one variable."""
    return len({str(name).rpartition(".")[0] for name in row}) == 1


def _is_node(value: object) -> bool:
    return isinstance(value, Mapping) and ("uuid" in value or isinstance(value.get("properties"), Mapping))


def _properties(node: Record) -> dict[str, Any]:
    """A node or relation as the drivers and exports of Neo4j write it."""
    found = dict(node["properties"])
    labels = node.get("labels") or node.get("_label") or node.get("label")
    ends = {"source_node_uuid": _end(node.get("start")), "target_node_uuid": _end(node.get("end"))}
    known = {name: value for name, value in ends.items() if value} if "fact" in found else {}
    return known | ({"labels": labels} if labels and "fact" not in found else {}) | found


def _end(node: object) -> str | None:
    """The uuid of the node that a relation begins or ends with, where its export tells it."""
    return loose.name_of(loose.mapping(loose.mapping(node).get("properties")).get("uuid"))


def sort_of(row: Record) -> str:
    """What a record is by its fields; nothing where it only says how others hang together."""
    if "fact" in row:
        return "edge"
    if "content" in row or "episode_body" in row:
        return "episode"
    return "entity" if "name" in row and ("summary" in row or "labels" in row or "_label" in row) else ""
