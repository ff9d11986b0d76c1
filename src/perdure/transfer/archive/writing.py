"""A space as an archive, part by part, straight into the file."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from perdure.domain.memory import Memory
from perdure.domain.review import Review
from perdure.kinds import KINDS, permanent
from perdure.ports.store import MemoryFilter, ReviewFilter
from perdure.transfer import records
from perdure.transfer.archive.manifest import NAME, PARTS, Manifest, Part
from perdure.transfer.content import PAGE, Content
from perdure.transfer.fields import filled
from perdure.transfer.tally import Tally

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False)
_UNIX = 3
_PRIVATE = 0o600 << 16
_LASTING = tuple(kind.name for kind in KINDS if kind.permanent)
_BUFFER = 1 << 16

Record = Mapping[str, Any]


def write_archive(content: Content, stream: IO[bytes], tally: Tally) -> dict[str, int]:
    """Write everything that the space holds; how many records each part has."""
    writing = _Writing(content, tally)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        parts = tuple(_write(packed, name, found) for name, found in writing.parts())
        manifest = Manifest(space=content.space, embedder=content.reader.embedder(), parts=parts)
        packed.writestr(_member(NAME), manifest.encoded())
    writing.told()
    return manifest.counts


def _member(name: str) -> zipfile.ZipInfo:
    """A file in the archive that is the same whenever and wherever it is written."""
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = _UNIX
    info.external_attr = _PRIVATE
    return info


def _write(packed: zipfile.ZipFile, name: str, found: Iterable[Record]) -> Part:
    """Write the records of a part, a line each, and tell what was written."""
    digest, size, number = hashlib.sha256(), 0, 0
    with packed.open(_member(name), "w", force_zip64=True) as file:
        held = bytearray()
        for record in found:
            held += _ENCODER.encode(record).encode() + b"\n"
            number += 1
            if len(held) >= _BUFFER:
                digest.update(held)
                size += file.write(held)
                held.clear()
        digest.update(held)
        size += file.write(held)
    return Part(name=name, sha256=digest.hexdigest(), bytes=size, records=number)


class _Writing:
    """What there is to write; slots are noted while the memories that fill them pass by."""

    def __init__(self, content: Content, tally: Tally) -> None:
        self._content, self._tally = content, tally
        self._slots: list[Record] = []
        self._shapes: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self._done = 0
        counts = content.reader.counts(content.now)
        self._total = counts.entries + sum(counts.memories.values())

    def parts(self) -> Iterator[tuple[str, Iterable[Record]]]:
        """Each part by the name of its file, with its records."""
        found: dict[str, Iterable[Record]] = {
            "policy": [records.policy_record(self._content.reader.policy())],
            "journal": self._journal(),
            "memories": self._memories(),
            "permanent": self._permanent(),
            "history": map(records.change_record, self._content.changes()),
            "slots": self._filled(),
            "links": map(records.link_record, self._content.reader.all_links()),
            "review": map(records.review_record, self._reviews()),
            "sightings": map(records.sighting_record, self._content.reader.all_sightings()),
            "distilled": (records.distilled_record(*mark) for mark in self._content.reader.distilled()),
            "recalls": self._recalls(),
            "foreign": self._foreign(),
        }
        return ((name, found[part]) for part, name in PARTS.items())

    def _journal(self) -> Iterator[Record]:
        for entry in self._content.entries():
            record = records.entry_record(entry)
            self._count("entry", record)
            yield record

    def _memories(self) -> Iterator[Record]:
        after, reader = 0, self._content.reader
        while page := reader.all_memories(after=after, limit=PAGE):
            after = page[-1][0]
            yield from (self._memory(memory) for _, memory in page if not permanent(memory.kind))

    def _permanent(self) -> Iterator[Record]:
        wanted, cursor, last = MemoryFilter(statuses=(), kinds=_LASTING), None, False
        while not last:
            page = self._content.reader.page(wanted, limit=PAGE, cursor=cursor)
            yield from map(self._memory, page)
            cursor, last = page.next, page.next is None

    def _memory(self, memory: Memory) -> Record:
        record = records.memory_record(memory)
        if memory.slot is not None and memory.status is memory.status.ACTIVE:
            self._slots.append(records.slot_record(memory, memory.slot))
        self._count("memory", record)
        return record

    def _filled(self) -> Iterator[Record]:
        yield from sorted(self._slots, key=lambda slot: (slot["subject"], slot["attribute"]))

    def _reviews(self) -> Iterator[Review]:
        wanted, cursor, last = ReviewFilter(states=()), None, False
        while not last:
            page = self._content.reader.reviews(wanted, limit=PAGE, cursor=cursor)
            yield from page
            cursor, last = page.next, page.next is None

    def _recalls(self) -> Iterator[Record]:
        after = 0
        while page := self._content.reader.all_recalls(after=after, limit=PAGE):
            after = page[-1][0]
            yield from (records.recall_record(recall) for _, recall in page)

    def _foreign(self) -> Iterator[Record]:
        after = ""
        while page := self._content.reader.all_foreign(after=after, limit=PAGE):
            after = page[-1].owner
            yield from map(records.foreign_record, page)

    def told(self) -> None:
        """Tell the tally of every field that had a value; all at once, for records are many and their shapes few."""
        for (sort, fields), count in self._shapes.items():
            for field in fields:
                self._tally.mapped(f"{sort}.{field}", field, count)

    def _count(self, sort: str, record: Record) -> None:
        """Note which fields have a value, and tell whoever waits how far it is."""
        self._shapes[sort, tuple(filled(record))] += 1
        self._done += 1
        progress = self._content.progress
        if progress is not None and (self._done % PAGE == 0 or self._done == self._total):
            progress(self._done, self._total)
