"""What every part works with: a store, and records in which only what matters needs to be said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import numpy as np

from perdure.domain.change import Change
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.domain.recall import Scope
from perdure.domain.space import SpaceName
from perdure.errors import PerdureError
from perdure.ports.store import Candidates, Reader, Store, Wanted, Writer
from perdure.testing.embedders import HashEmbedder
from perdure.text.analyzer import query_terms

T = TypeVar("T")

AT = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
"""When everything happens unless a record says otherwise."""

NOW = AT + timedelta(days=30)
"""When it is looked for."""

ALICE, BOB = SpaceName("user", "alice"), SpaceName("user", "bob")

EMBEDDER = HashEmbedder()
HASH = str(EMBEDDER.fingerprint)


class StoreSuite:
    """A store in a folder of its own for each test."""

    folder: Path
    store: Store
    _opened: ExitStack

    def make_store(self, folder: Path) -> Store:
        """A store on that folder. A second one on the same folder is what another process would open."""
        raise NotImplementedError

    def unpack(self, backup: Path, folder: Path, name: SpaceName) -> None:
        """Put a backup where a store on `folder` finds it as that space."""
        raise NotImplementedError

    def setup_method(self) -> None:
        """Open the store of a test."""
        self._opened = ExitStack()
        self.folder = Path(self._opened.enter_context(TemporaryDirectory()))
        self.store = self.open("place")

    def teardown_method(self) -> None:
        """Close every store that the test opened, and remove what they left."""
        self._opened.close()

    def open(self, place: str) -> Store:
        """A store at that place below the test's folder."""
        store = self.make_store(self.folder / place)
        self._opened.callback(store.close)
        return store

    def another(self) -> Store:
        """What another process has open at the place of `store`."""
        return self.open("place")

    def reading(self, space: SpaceName = ALICE) -> AbstractContextManager[Reader]:
        """A reader of a space."""
        return self.store.space(space).read()

    def writing(self, space: SpaceName = ALICE) -> AbstractContextManager[Writer]:
        """A writer of a space."""
        return self.store.space(space).write()

    def ask(self, question: Callable[[Reader], T], *, store: Store | None = None, space: SpaceName = ALICE) -> T:
        """What a reader that is opened now answers."""
        with (store or self.store).space(space).read() as reader:
            return question(reader)

    def remember(self, *memories: Memory, space: SpaceName = ALICE) -> None:
        """Add memories, their texts as keys."""
        with self.writing(space) as writer:
            writer.add_memories([(memory, memory.text) for memory in memories])

    def update(self, *memories: Memory, space: SpaceName = ALICE) -> None:
        """Replace memories."""
        with self.writing(space) as writer:
            writer.update_memories([(memory, memory.text) for memory in memories])

    def observe(self, *entries: Entry, space: SpaceName = ALICE) -> list[Entry]:
        """Add entries."""
        with self.writing(space) as writer:
            return writer.add_entries(entries)

    def embed(self, *, space: SpaceName = ALICE) -> None:
        """Give every passage that lacks one its vector."""
        with self.writing(space) as writer:
            if writer.embedder() is None:
                writer.set_embedder(HASH)
            writer.add_vectors(HASH, {key: vector(text) for _, key, text in writer.missing(HASH, limit=10_000)})

    def words(self, query: str, *, store: Store | None = None, **asked: Any) -> list[str]:
        """The ids of what alice's space has for the words of a query, best first."""
        return self.ask(lambda reader: found_by_words(reader, query, **asked), store=store)

    def meaning(self, query: str, *, store: Store | None = None, **asked: Any) -> list[str]:
        """The ids of what alice's space has for the meaning of a query, best first; what has nothing of it left out."""
        return self.ask(lambda reader: found_by_meaning(reader, query, **asked), store=store)


def candidates(
    reader: Reader,
    *texts: str,
    meaning: bool = False,
    limit: int = 100,
    spans: Sequence[tuple[datetime, datetime]] = (),
    **scope: Any,
) -> Candidates:
    """What a space has for some texts: by their words, or by their `meaning` alone."""
    return reader.candidates(
        Wanted(
            terms=[[] if meaning else query_terms(text) for text in texts],
            vectors=[vector(text) for text in texts] if meaning else [],
            scope=scope_of(**scope),
            limit=limit,
            spans=[(micros(start), micros(end)) for start, end in spans],
        )
    )


def found_by_words(reader: Reader, query: str, **asked: Any) -> list[str]:
    """The ids of what a space has for the words of a query, best first."""
    found = candidates(reader, query, **asked)
    return owners(reader, found.ids[np.lexsort((found.ids, -found.lexical[0]))])


def found_by_meaning(reader: Reader, query: str, **asked: Any) -> list[str]:
    """The ids of what a space has for the meaning of a query, best first; what has nothing of it left out."""
    found = candidates(reader, query, meaning=True, **asked)
    near = np.flatnonzero(found.dense[0] > 0.1)
    return owners(reader, found.ids[near[np.lexsort((found.ids[near], -found.dense[0][near]))]])


def owners(reader: Reader, passages: Iterable[int]) -> list[str]:
    """The ids of the records that passages belong to, in order."""
    ids = [int(number) for number in passages]
    by_passage = {passage.id: passage.owner for passage in reader.passages(ids)}
    return [by_passage[number] for number in ids]


def micros(at: datetime) -> int:
    """UTC microseconds."""
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def scope_of(**fields: Any) -> Scope:
    """A scope; everything, asked at NOW, unless said otherwise."""
    return Scope(**{"now": NOW, **fields})


def vector(text: str) -> Sequence[float]:
    """A unit vector of the words of a text."""
    (plain,) = EMBEDDER.embed([text], use="passage")
    length = float(np.linalg.norm(plain))
    return [float(number) / (length or 1.0) for number in plain]


def memory(id: str, text: str, **fields: Any) -> Memory:  # noqa: A002 - the record's own word
    """A fact of alice's."""
    times = dict.fromkeys(("created_at", "updated_at", "recorded_at", "holds_from"), AT)
    return Memory(**{"id": id, "space": ALICE, "kind": "fact", "text": text, **times, **fields})


def entry(id: str, text: str, **fields: Any) -> Entry:  # noqa: A002 - the record's own word
    """A turn of alice's."""
    return Entry(**{"id": id, "space": ALICE, "text": text, "at": AT, "recorded_at": AT, **fields})


def chat(session: str, *texts: str) -> list[Entry]:
    """A conversation of two, a minute a turn; the ids are the session's name and the number of the turn."""
    sides = ("user", "assistant")
    return [
        entry(
            f"{session}{number}",
            text,
            session=session,
            at=AT + timedelta(minutes=number),
            role=sides[number % 2],
            speaker=sides[number % 2],
        )
        for number, text in enumerate(texts)
    ]


def change(memory_id: str, action: str, **fields: Any) -> Change:
    """A line of history."""
    return Change(**{"memory_id": memory_id, "at": AT, "actor": "local", "action": action, **fields})


def unnumbered(entries: Iterable[Entry]) -> list[Entry]:
    """Entries without their place in the journal."""
    return [replace(item, seq=0) for item in entries]


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Holds that what is done inside is refused with that code."""
    told = "nothing"
    try:
        yield
    except PerdureError as error:
        told = error.code
    assert told == code, f"{told} was raised instead of {code}"
