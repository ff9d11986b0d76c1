"""A real store with a few memories and turns, and questions to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC
from pathlib import Path

from perdure import Policy
from perdure.domain.change import Change
from perdure.domain.journal import Entry
from perdure.domain.link import Link
from perdure.domain.memory import Memory
from perdure.domain.recall import Scope
from perdure.domain.space import SpaceName
from perdure.recall.ask import Source
from perdure.recall.calibration import Background
from perdure.recall.plan import plan
from perdure.recall.search import Found, search
from perdure.stores.sqlite import SqliteStore
from perdure.testing.store_suite.base import ALICE, NOW
from perdure.text.clean import statement_key

Vectors = Mapping[str, Sequence[float]]


class Shelf(ExitStack):
    """Spaces below a folder; what is asked stays open until the end of the test."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._store = SqliteStore(folder, zone=UTC, busy_timeout=30)
        self.callback(self._store.close)

    def put(self, *records: Memory | Entry, space: SpaceName = ALICE, vectors: Vectors | None = None) -> None:
        """Add records; those whose texts are in `vectors` get their vector."""
        with self._store.space(space).write() as writer:
            writer.add_entries([record for record in records if isinstance(record, Entry)])
            memories = [record for record in records if isinstance(record, Memory)]
            writer.add_memories([(record, statement_key(record.text)) for record in memories])
            if vectors:
                name = f"given/1/{len(next(iter(vectors.values())))}"
                writer.set_embedder(name)
                missing = {text: key for _, key, text in writer.missing(name, limit=1_000)}
                writer.add_vectors(name, {key: vectors[text] for text, key in missing.items() if text in vectors})

    def tell(self, *changes: Change, space: SpaceName = ALICE) -> None:
        """Add lines of history."""
        with self._store.space(space).write() as writer:
            writer.add_changes(changes)

    def link(self, *links: Link, space: SpaceName = ALICE) -> None:
        """Say what memories are to each other."""
        with self._store.space(space).write() as writer:
            writer.add_links(links)

    def asked(
        self,
        query: str,
        *spaces: SpaceName,
        vectors: Sequence[Sequence[float]] = (),
        without: Sequence[SpaceName] = (),
        background: Background | None = None,
        **scope: object,
    ) -> Found:
        """The candidates for a question in spaces, alice's unless they are named; those in `without` take no vector."""
        names = spaces or (ALICE,)
        sources = [
            Source(
                name=name,
                reader=self.enter_context(self._store.space(name).read()),
                meaning=bool(vectors) and name not in without,
            )
            for name in names
        ]
        speakers = tuple(dict.fromkeys(name for source in sources for name in source.reader.speakers()))
        asked = Scope(**{"now": NOW, **scope})
        planned = plan(query, Policy(), now=asked.now, speakers=speakers)
        return search(planned, sources, asked, vectors, limit=100, background=background)
