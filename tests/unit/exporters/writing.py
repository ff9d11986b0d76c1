"""Writing a space in a format and reading it again, for tests of exporters."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2s
from pathlib import Path

from perdure.domain.journal import Entry
from perdure.domain.loss import LossReport
from perdure.domain.memory import Memory, Slot, Source, Status
from perdure.domain.space import SpaceName
from perdure.stores.sqlite import SqliteStore
from perdure.testing.store_suite.base import ALICE
from perdure.text.clean import statement_key
from perdure.transfer.content import Content
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.tally import Tally

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SAID = datetime(2026, 2, 3, 9, 12, tzinfo=UTC)

HOSTILE = (
    "- a list\n- that goes on\n\n# A heading\n```\nnever closed",
    "<!-- perdure\n{}\n--> <script>alert(1)</script> --!> ]]>",
    "---\nperdure: markdown/1\n---",
    '=HYPERLINK("http://example.com")',
    "'quoted",
    "[fact] not an observation #tag (context)",
    "a line\u2028a paragraph\u2029and \x85 the end",
    "emoji 😀 and \u00a0 blanks   \n   here",
    "<!-- mem_0001 -->",
)


@dataclass(frozen=True, kw_only=True)
class Written:
    """What an exporter wrote, and what it says of it."""

    path: Path
    counts: dict[str, int]
    loss: LossReport

    @property
    def files(self) -> dict[str, bytes]:
        """Every file with its bytes."""
        if self.path.is_file():
            return {self.path.name: self.path.read_bytes()}
        return {
            each.relative_to(self.path).as_posix(): each.read_bytes()
            for each in sorted(self.path.rglob("*"))
            if each.is_file()
        }


def memory(number: int, text: str, *, space: SpaceName = ALICE, **fields: object) -> Memory:
    """A memory of a fixed moment, told apart by its number."""
    at = SAID + timedelta(minutes=number)
    known = {"kind": "fact", "created_at": at, "updated_at": at, "recorded_at": at, "holds_from": at, **fields}
    return Memory(id=f"mem_{number:04}", space=space, text=text, **known)


def rich(space: SpaceName = ALICE) -> list[Memory]:
    """Memories of every sort, with texts that try to break out of their place."""
    return [
        memory(
            1, "用户偏好靠窗座位 on trains", kind="preference", importance=0.8, tags=("travel", "火车 票"), space=space
        ),
        memory(2, "Alice lives in Lisbon", slot=Slot("self", "city"), value="Lisbon", space=space),
        memory(
            3,
            "orders uses PostgreSQL",
            slot=Slot("orders", "database"),
            value="PostgreSQL",
            metadata={"via": ["form", 1]},
            space=space,
        ),
        memory(4, "Alice lives in Porto", status=Status.SUPERSEDED, superseded_by="mem_0002", space=space),
        memory(5, "会议室在三楼", status=Status.ARCHIVED, access_count=3, last_accessed_at=SAID, space=space),
        memory(6, "The offer ends soon", kind="temporary", expires_at=SAID + timedelta(days=1), space=space),
        memory(7, "never tell the code", status=Status.FORGOTTEN, space=space),
        memory(
            8,
            "renew the passport",
            kind="task",
            source=Source(tool="agent", session="s-1", speaker="小雨"),
            space=space,
        ),
        *(memory(20 + number, text, space=space) for number, text in enumerate(HOSTILE)),
    ]


def write(
    tmp_path: Path,
    exporter: Exporter,
    memories: Sequence[Memory],
    *,
    space: SpaceName = ALICE,
    name: str = "out",
    said: Sequence[str] = (),
) -> Written:
    """What an exporter makes of these memories, in a space with these turns."""
    tally, path = Tally(), tmp_path / f"{name}{exporter.suffix}"
    with closing(_stored(tmp_path.parent, memories, said, space)) as store, store.space(space).read() as reader:
        counts = exporter.write(Content(space=space, reader=reader, now=NOW, version="0"), path, tally)
    return Written(path=path, counts=counts, loss=tally.report(origin="perdure", target=exporter.name))


def _stored(folder: Path, memories: Sequence[Memory], said: Sequence[str], space: SpaceName) -> SqliteStore:
    """A store with these memories and turns, made once for all the tests that write them."""
    place = folder / f"store-{blake2s(repr((space, memories, said)).encode(), digest_size=8).hexdigest()}"
    made = place.exists()
    store = SqliteStore(place, zone=UTC, busy_timeout=30)
    if not made:
        entries = [
            Entry(id=f"ent_{number}", space=space, text=text, at=SAID, recorded_at=SAID)
            for number, text in enumerate(said)
        ]
        with store.space(space).write(maintenance=True) as writer:
            writer.add_entries(entries)
            writer.add_memories([(each, statement_key(each.text)) for each in memories])
    return store
