"""COGX, Cognee's exchange format 0.1: a folder, or a `.cogx.tar.gz` of it, with a manifest and a file of lines for each sort of record.

Documents and episodes become turns; memories, facts, blocks and what is known of entities become statements. `permissions.json`, which
may have accounts and the hashes of their passwords, is never opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from perdure.domain.journal import ROLES, Turn
from perdure.domain.memory import Status
from perdure.domain.staging import Skip
from perdure.errors import ImportFailed, InvalidInput, InvalidText
from perdure.transfer import loose
from perdure.transfer.decoding import decoded
from perdure.transfer.found import Heard, Item, Statement
from perdure.transfer.importers import lists
from perdure.transfer.importers.graph import DOCUMENT, ref_of
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.letta.blocks import Block, statements
from perdure.transfer.loose import Record
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

SYSTEM = "cogx"
MANIFEST = "manifest.json"
NODES = "nodes.jsonl"
PERMISSIONS = "permissions.json"
FILES = {
    "document": "documents.jsonl",
    "episode": "episodes.jsonl",
    "entity": "entities.jsonl",
    "fact": "facts.jsonl",
    "memory": "memories.jsonl",
    "memory_block": "memory_blocks.jsonl",
}
"""The sorts of records and their files, in the order in which they are read."""

_NEWEST = 0
_LARGEST_MANIFEST = 1 << 20
_BASE = {
    "external_id": "memory.id",
    "scope": "owner",
    "created_at": "memory.created_at",
    "updated_at": "memory.updated_at",
}
_FORMAT = {"kind": "the sort of the record, which its file tells"}
_BETWEEN = "how texts and what they mention hang together, which is found anew here"
_NODE = "a node of the graph without a text of its own"
_COPY = "it is there as a document as well"
_ACCOUNTS = "accounts and the hashes of passwords are never read"
_NOTHING = "an entity without a description says nothing; its name stands with its facts"


def recognises(source: Source) -> bool:
    """Whether its manifest names a version of COGX."""
    root = _root(source)
    return root is not None and "cogx_version" in source.keys(f"{root}{MANIFEST}")


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """Records file by file. Raises ImportFailed where the manifest is of a newer format or cannot be read."""
    root = _root(source)
    if root is None:
        raise ImportFailed(f"{source.path} has no {MANIFEST} of COGX")
    manifest = _manifest(source, f"{root}{MANIFEST}")
    archive = _Archive(source, root, tally)
    yield from archive.records()
    yield from archive.nodes()
    yield from archive.missing(loose.mapping(manifest.get("counts")))
    if f"{root}{PERMISSIONS}" in source.names:
        source.taken(f"{root}{PERMISSIONS}")
        tally.dropped(PERMISSIONS, _ACCOUNTS)


IMPORTER = Importer(name=SYSTEM, title="a Cognee archive (COGX)", recognises=recognises, read=read)


def _root(source: Source) -> str | None:
    """What stands before the manifest: nothing, or one folder."""
    found = [name for name in source.names if PurePosixPath(name).name == MANIFEST and name.count("/") <= 1]
    return None if not found or source.alone else min(found, key=len).removesuffix(MANIFEST)


def _manifest(source: Source, name: str) -> dict[str, Any]:
    with source.text(name) as text:
        raw = text.read(_LARGEST_MANIFEST)
    try:
        found = loose.mapping(decoded(raw))
    except InvalidInput as error:
        raise ImportFailed(f"{name} cannot be read: {error}") from error
    version = str(found.get("cogx_version"))
    major = version.partition(".")[0]
    if not major.isdecimal() or int(major[:9]) > _NEWEST:
        raise ImportFailed(f"it is COGX {version[:20]}; up to version {_NEWEST} can be read")
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class _Base:
    """What every record has."""

    record: Record
    kept: Record
    id: str
    owner: str | None
    session: str | None
    where: str
    system: str
    metadata: Record


class _Archive:
    """The files of an archive."""

    def __init__(self, source: Source, root: str, tally: Tally) -> None:
        self._source, self._root, self._tally = source, root, tally
        self._there: Counter[str] = Counter()
        self._names = dict(self._entities())
        self._talks = dict(self._episodes())
        self._reading: dict[str, Callable[[_Base], Iterator[Item]]] = {
            "document": self._document,
            "episode": self._episode,
            "entity": self._entity,
            "fact": self._fact,
            "memory": self._memory,
            "memory_block": self._block,
        }

    def records(self) -> Iterator[Item]:
        """What is in the files of records."""
        for sort, file in FILES.items():
            for value, where in self._lines(file):
                if isinstance(value, InvalidInput):
                    yield skip_of(value, where=where)
                    continue
                self._there[sort] += 1
                try:
                    yield from self._reading[sort](_base(value, where))
                except InvalidInput as error:
                    yield skip_of(error, where=where)

    def nodes(self) -> Iterator[Item]:
        """Summaries among the nodes of the graph; other nodes have nothing to tell, or are documents."""
        for value, where in self._lines(NODES):
            if isinstance(value, InvalidInput):
                yield skip_of(value, where=where)
                continue
            self._there["raw_node"] += 1
            sort, text = str(value.get("type")), loose.text_of(value.get("text"))
            own = loose.native(value.get(loose.CARRIED), text, where=where)
            if own is not None:
                self._tally.mapped("node.perdure", "memory")
                yield own
            elif sort != "TextSummary" or not text:
                self._tally.dropped(f"node.{sort}"[:60], _COPY if sort == "DocumentChunk" else _NODE)
            else:
                yield self._summary(value, text, where)

    def missing(self, counts: Record) -> Iterator[Skip]:
        """What the manifest counts and is not there."""
        for sort, number in counts.items():
            if isinstance(number, int) and number > self._there[sort]:
                error = InvalidText(f"the manifest counts {number} of {sort}, {self._there[sort]} are there")
                yield skip_of(error, where=MANIFEST)

    def _lines(self, file: str) -> Iterator[tuple[Record | InvalidInput, str]]:
        name, number = f"{self._root}{file}", 0
        if name not in self._source.names:
            return
        try:
            for element in lists.elements(self._source.text(name), keyed=False):
                number += 1
                value = element if isinstance(element, InvalidInput) else loose.mapping(element.value)
                yield value, f"{file}, record {number}"
        except InvalidInput as error:
            yield error, f"{file}, after record {number}"

    def _entities(self) -> Iterator[tuple[str, str]]:
        """The name of each entity and node by its id."""
        for file in (NODES, FILES["entity"]):
            for value, _where in self._lines(file):
                record = {} if isinstance(value, InvalidInput) else value
                identity, name = (
                    loose.name_of(record.get("external_id"), record.get("id")),
                    loose.name_of(record.get("name")),
                )
                if identity and name:
                    yield identity, name

    def _episodes(self) -> Iterator[tuple[str, int]]:
        """How many turns each episode has that has more than one."""
        for value, _where in self._lines(FILES["episode"]):
            record = {} if isinstance(value, InvalidInput) else value
            identity, number = loose.name_of(record.get("external_id")), len(loose.records(record.get("turns")))
            if identity and number > 1:
                yield identity, number

    def _count(self, sort: str, base: _Base, mapped: dict[str, str]) -> None:
        loose.count(self._tally, sort, base.record, _BASE | mapped, _FORMAT)

    def _document(self, base: _Base) -> Iterator[Item]:
        text = loose.said(base.record.get("content"))
        self._count("document", base, {"content": "turn.text", "title": "turn.session"})
        title = loose.name_of(base.record.get("title"))
        at = loose.when(base.record.get("created_at"))
        turn = Turn(text, at=at, session=base.session or title or base.id, ref=base.id, channel=DOCUMENT)
        yield Heard(turn=turn, where=base.where, owner=base.owner, tool=base.system, title=title, record=base.kept)

    def _episode(self, base: _Base) -> Iterator[Item]:
        self._count("episode", base, {"turns": "turn", "title": "turn.session"})
        title = loose.name_of(base.record.get("title"))
        own = loose.records(base.metadata.get(loose.CARRIED))
        turns = loose.records(base.record.get("turns"))
        for number, said in enumerate(turns, 1):
            where, text = f"{base.where}, turn {number}", loose.text_of(said.get("content"))
            carried = own[number - 1] if len(own) == len(turns) else None
            native = loose.native(carried, text, where=where, part="journal")
            if native is not None:
                yield native
                continue
            if not text:
                yield skip_of(InvalidText("the turn says nothing"), where=where)
                continue
            speaker = loose.name_of(said.get("role")) or "user"
            turn = Turn(
                text,
                speaker="user" if speaker in ("episode", "unknown") else speaker,
                role=speaker if speaker in ROLES else None,
                at=loose.when(said.get("occurred_at"), base.record.get("created_at")),
                session=base.session or base.id,
                ref=ref_of(base.id, number, len(turns)),
            )
            kept = base.kept if number == 1 and not own else None
            yield Heard(turn=turn, where=where, owner=base.owner, tool=base.system, title=title, record=kept)

    def _entity(self, base: _Base) -> Iterator[Item]:
        name = loose.said(base.record.get("name"))
        text = loose.text_of(base.record.get("description"))
        if not text:
            self._tally.without([f"entity.{field}" for field, value in base.record.items() if value], _NOTHING)
            return
        self._count("entity", base, {"name": "memory.text", "description": "memory.text", "entity_type": "memory.tags"})
        yield self._statement(
            base,
            text if name.casefold() in text.casefold() else f"{name}: {text}",
            kind="summary",
            tags=loose.names_of([base.record.get("entity_type")]),
            metadata={"entity": name},
        )

    def _fact(self, base: _Base) -> Iterator[Item]:
        record = base.record
        subject, predicate = self._name(record.get("subject_ref")), loose.name_of(record.get("predicate"))
        target, text = self._name(record.get("object_ref")), loose.text_of(record.get("fact_text"))
        if not text and not (subject and predicate and target):
            self._tally.dropped("fact", _BETWEEN)
            return
        text = text or f"{subject} {str(predicate).replace('_', ' ')} {target}"
        own = loose.native(base.metadata.get(loose.CARRIED), text, where=base.where)
        names = {"subject_ref": "subject", "predicate": "relation", "object_ref": "object"}
        mapped = {"fact_text": "memory.text", "valid_at": "memory.holds_from", "invalid_at": "memory.holds_until"}
        mapped |= {"confidence": "memory.confidence", "provenance": "memory.source.turns"} | {
            field: f"memory.metadata.{to}" for field, to in names.items()
        }
        self._count("fact", base, mapped)
        related = {"subject": subject, "relation": predicate, "object": target}
        confidence = loose.fraction(record.get("confidence"))
        yield own or self._statement(
            base,
            text,
            holds_from=loose.when(record.get("valid_at")),
            holds_until=loose.when(record.get("invalid_at")),
            confidence=1.0 if confidence is None else confidence,
            metadata={name: value for name, value in related.items() if value},
            turns=tuple(self._turns(record)),
        )

    def _turns(self, record: Record) -> Iterator[str]:
        """The refs of the turns that a record was made of."""
        for origin in loose.names_of(record.get("provenance")):
            number = self._talks.get(origin, 1)
            yield from (ref_of(origin, turn, number) for turn in range(1, number + 1))

    def _memory(self, base: _Base) -> Iterator[Item]:
        text = loose.said(base.record.get("content"))
        own = loose.native(base.metadata.get(loose.CARRIED), text, where=base.where)
        mapped = {"content": "memory.text", "categories": "memory.tags", "provenance": "memory.source.turns"}
        self._count("memory", base, mapped)
        tags = loose.names_of(base.record.get("categories"))
        yield own or self._statement(base, text, tags=tags, turns=tuple(self._turns(base.record)))

    def _block(self, base: _Base) -> Iterator[Item]:
        record = {
            "id": base.id,
            **{name: base.record.get(name) for name in ("label", "value", "limit", "created_at", "updated_at")},
        }
        carried = {"metadata": {loose.CARRIED: base.metadata[loose.CARRIED]}} if loose.CARRIED in base.metadata else {}
        block = Block(system=base.system, record={**record, **carried}, where=base.where, owner=base.owner)
        yield from statements(block, self._tally)

    def _summary(self, node: Record, text: str, where: str) -> Statement:
        loose.count(self._tally, "node.TextSummary", node, {"text": "memory.text", "id": "memory.id"})
        return Statement(
            system=SYSTEM,
            id=loose.name_of(node.get("id")) or loose.digest(text),
            text=text,
            where=where,
            record=loose.record_of(node),
            kind="summary",
            at=loose.when(node.get("created_at")),
        )

    def _name(self, ref: object) -> str | None:
        """What a fact is about: the name of an entity, or the reference where it is a name itself."""
        found = loose.name_of(ref)
        return None if found is None else self._names.get(found) or (None if _is_id(found) else found)

    def _statement(self, base: _Base, text: str, **fields: Any) -> Statement:
        return Statement(
            system=base.system,
            id=base.id,
            text=text,
            where=base.where,
            record=base.kept,
            owner=base.owner,
            session=base.session,
            at=loose.when(base.record.get("created_at")),
            updated_at=loose.when(base.record.get("updated_at")),
            status=Status.ACTIVE,
            **fields,
        )


def _base(record: Record, where: str) -> _Base:
    if not record:
        raise InvalidInput("it is no record")
    scope = loose.mapping(record.get("scope"))
    metadata = loose.mapping(record.get("metadata"))
    return _Base(
        record=record,
        kept=loose.record_of(
            {**record, "metadata": {name: metadata[name] for name in metadata if name != loose.CARRIED}}
        ),
        id=loose.name_of(record.get("external_id")) or loose.digest(record),
        owner=loose.name_of(scope.get("user_id"), scope.get("agent_id")),
        session=loose.name_of(scope.get("session_id"), scope.get("run_id")),
        where=where,
        system=SYSTEM,
        metadata=metadata,
    )


def _is_id(name: str) -> bool:
    """Whether a reference is an id that names nothing."""
    return len(name) >= 32 and not name.strip("0123456789abcdefABCDEF-")
