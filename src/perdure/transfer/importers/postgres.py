"""A live PostgreSQL database in which another system keeps its memory; read in one transaction that can write nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perdure.domain.memory import Status
from perdure.errors import ImportFailed, InvalidInput, MissingExtra
from perdure.transfer import loose
from perdure.transfer.address import shown
from perdure.transfer.found import Item
from perdure.transfer.importers import langgraph, openmemory
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.letta import blocks, passages
from perdure.transfer.importers.letta.part import SYSTEM as LETTA
from perdure.transfer.importers.mem0 import records as mem0
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

if TYPE_CHECKING:
    from psycopg import Connection

_AT_ONCE = 500
"""Rows fetched together."""

_PATIENCE = 10
"""Seconds to wait for a connection, where the address does not say."""

_COLUMNS = """
    SELECT table_schema, table_name, array_agg(column_name::text) FROM information_schema.columns
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') GROUP BY 1, 2 ORDER BY 1, 2
"""
_STORE = "SELECT to_jsonb(s) FROM store s ORDER BY created_at, prefix, key"
_POINTS = "SELECT jsonb_build_object('id', id, 'payload', payload) FROM {} ORDER BY payload->>'created_at', id"
_MEMORIES = """
    SELECT to_jsonb(m) - 'vector' || jsonb_build_object('owner', u.user_id, 'app', a.name, 'categories', (
        SELECT jsonb_agg(c.name ORDER BY c.name) FROM memory_categories mc JOIN categories c ON c.id = mc.category_id
        WHERE mc.memory_id = m.id
    ))
    FROM memories m LEFT JOIN users u ON u.id = m.user_id LEFT JOIN apps a ON a.id = m.app_id ORDER BY m.created_at, m.id
"""
_PASSAGES = """
    SELECT to_jsonb(p) - 'embedding' || jsonb_build_object('agent', a.name) FROM archival_passages p
    LEFT JOIN archives_agents aa ON aa.archive_id = p.archive_id LEFT JOIN agents a ON a.id = aa.agent_id
    ORDER BY p.created_at, p.id, a.name
"""
_BLOCKS = """
    SELECT to_jsonb(b) || jsonb_build_object('agent', a.name) FROM block b
    LEFT JOIN blocks_agents ba ON ba.block_id = b.id LEFT JOIN agents a ON a.id = ba.agent_id
    WHERE btrim(b.value) <> '' AND to_jsonb(b)->>'is_template' IS DISTINCT FROM 'true' ORDER BY b.created_at, b.id, a.name
"""

_Made = Callable[[Mapping[str, Any], str, Tally], Iterator[Item]]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Store:
    """Tables of one system: the query that gives a JSON object a memory, and what becomes of each."""

    schema: str
    table: str
    query: str
    made: _Made


def recognises(source: Source) -> bool:
    """Whether it is an address."""
    return source.url is not None


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """Every memory in the tables of the systems that are known."""
    if source.url is None:
        raise ImportFailed(f"{source.shown} is no address of a database")
    with _connected(source.url) as connection:
        stores = [store for schema, tables in _schemas(connection).items() for store in _stores(schema, tables, tally)]
        if not stores:
            raise ImportFailed(
                f"{shown(source.url)} has no table of LangGraph, Mem0, OpenMemory or Letta that may be read"
            )
        for store in stores:
            yield from _items(connection, store, tally)


def _schemas(connection: Connection[Any]) -> dict[str, dict[str, frozenset[str]]]:
    """The columns of the tables of every schema."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for schema, table, columns in connection.execute(_COLUMNS):
        found.setdefault(schema, {})[table] = frozenset(columns)
    return found


def _stores(schema: str, tables: Mapping[str, frozenset[str]], tally: Tally) -> Iterator[_Store]:
    """What of these tables is a memory."""
    if langgraph.is_store(tables):
        yield _Store(schema=schema, table="store", query=_STORE, made=_langgraph)
        if "store_vectors" in tables:
            tally.dropped("store_vectors", loose.VECTORS)
    if openmemory.is_database(tables):
        yield _Store(schema=schema, table="memories", query=_MEMORIES, made=_openmemory)
    if tables.keys() >= {"archival_passages", "archives_agents", "agents"}:
        yield _Store(schema=schema, table="archival_passages", query=_PASSAGES, made=_passage)
    if tables.keys() >= {"block", "blocks_agents", "agents"}:
        yield _Store(schema=schema, table="block", query=_BLOCKS, made=_block)
    for table, columns in tables.items():
        if columns == {"id", "vector", "payload"}:
            if table.endswith(("_entities", "migrations")):
                tally.dropped(table, "derived from the memories, and made anew here")
            else:
                yield _Store(schema=schema, table=table, query=_POINTS, made=_mem0)


def _items(connection: Connection[Any], store: _Store, tally: Tally) -> Iterator[Item]:
    from psycopg import sql

    connection.execute("SELECT set_config('search_path', quote_ident(%s), true)", (store.schema,))
    query = sql.SQL(store.query).format(sql.Identifier(store.table))
    with connection.cursor(name="perdure") as cursor:
        cursor.itersize = _AT_ONCE
        for number, (record,) in enumerate(cursor.execute(query), start=1):
            where = f"table {store.schema}.{store.table}, row {number}"
            try:
                yield from store.made(record, where, tally)
            except InvalidInput as error:
                yield skip_of(error, where=where)


def _langgraph(record: Mapping[str, Any], where: str, tally: Tally) -> Iterator[Item]:
    yield langgraph.item(langgraph.stored(record), where, tally)


def _openmemory(record: Mapping[str, Any], where: str, tally: Tally) -> Iterator[Item]:
    yield openmemory.item(record, where, tally)


def _mem0(record: Mapping[str, Any], where: str, tally: Tally) -> Iterator[Item]:
    yield mem0.item(record, where, tally)


def _passage(record: Mapping[str, Any], where: str, tally: Tally) -> Iterator[Item]:
    """What Letta put into an archive, for each agent that has it."""
    rest = {name: value for name, value in record.items() if name != "agent"}
    yield passages.statement(rest, where, loose.name_of(record.get("agent")), tally)


def _block(record: Mapping[str, Any], where: str, tally: Tally) -> Iterator[Item]:
    """What Letta has always before an agent."""
    rest = {name: value for name, value in record.items() if name != "agent"}
    status = Status.FORGOTTEN if record.get("is_deleted") is True else Status.ACTIVE
    owner = loose.name_of(record.get("agent"))
    yield from blocks.statements(
        blocks.Block(system=LETTA, record=rest, where=where, owner=owner, status=status), tally
    )


@contextmanager
def _connected(url: str) -> Iterator[Connection[Any]]:
    """One consistent view that can write nothing. Raises ImportFailed, never with the password in it."""
    try:
        import psycopg
        from psycopg import conninfo
    except ImportError as missing:
        raise MissingExtra("psycopg is not installed: pip install 'perdure[postgres]'") from missing
    try:
        given = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        raise ImportFailed(
            "the address is none that PostgreSQL knows: postgresql://USER@HOST/DATABASE"
        ) from None  # it repeats the password
    try:
        waiting = conninfo.make_conninfo(url, connect_timeout=given.get("connect_timeout", _PATIENCE))
        with psycopg.connect(waiting) as connection:
            connection.read_only = True
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            yield connection
    except psycopg.Error as error:
        reason = str(error.diag.message_primary or error).replace(str(given.get("password") or "\0"), "…")
        raise ImportFailed(
            f"{shown(url)} cannot be read: {reason}"
        ) from None  # the driver's own error may repeat the password


IMPORTER = Importer(name="postgres", title="a PostgreSQL database of another system", recognises=recognises, read=read)
