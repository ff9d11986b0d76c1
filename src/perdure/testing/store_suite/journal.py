"""The journal: entries kept as given, read in order, by page and by what is asked."""

from __future__ import annotations

from datetime import timedelta, timezone
from typing import Any

from perdure.domain.journal import Entry, EntryFilter, Session
from perdure.domain.memory import Origin
from perdure.ports.store import Reader
from perdure.testing.store_suite.base import ALICE, AT, NOW, StoreSuite, chat, entry, refused, unnumbered

NESTED = {
    "n": 2**70,
    "x": -0.1,
    "deep": [{"列表": [None, True, "", {"a.b": {}}]}],
    "": "no name",
    "q'\"\\": "ﬁ\t\n👩‍👩‍👧",
}
"""Metadata as callers write it."""


def ids(reader: Reader, **wanted: Any) -> list[str]:
    """The ids of the entries that are wanted."""
    return [item.id for item in reader.entries(EntryFilter(**wanted), limit=100, cursor=None)]


class Journal(StoreSuite):
    """What is said of entries."""

    def test_an_entry_comes_back_as_it_was_given(self) -> None:
        """Every field, and the time to the microsecond whatever its zone."""
        shanghai = timezone(timedelta(hours=8))
        given = [
            entry("e1", "plain"),
            entry(
                "e2",
                "  我 moved\n\tto 里斯本 'quoted' \"twice\" 👩‍👩‍👧‍👦 e\u0301  ",
                session="s/1",
                role="tool",
                speaker="查询 tool",
                at=AT.replace(tzinfo=shanghai, microsecond=123_457),
                recorded_at=NOW,
                ref="t-17",
                channel="sms",
                origin=Origin.TOOL,
                tool_calls=({"name": "book", "arguments": {"seat": ["靠窗", 2**70]}}, {}),
                metadata=NESTED,
                indexed=False,
            ),
            entry("e3", "old", at=AT.replace(year=1901), recorded_at=AT.replace(year=2999)),
        ]
        written = self.observe(*given)
        for store in (self.store, self.another()):
            read = self.ask(lambda reader: reader.entries(EntryFilter(), limit=9, cursor=None), store=store)
            assert list(read) == written
            assert unnumbered(read) == given
            assert read.items[1].kind == "action"

    def test_entries_are_read_in_the_order_they_were_added(self) -> None:
        """Not in that of their times; the numbers of the journal rise."""
        first = self.observe(entry("e1", "one", at=NOW), entry("e2", "two"))
        second = self.observe(entry("e0", "three", at=AT - timedelta(days=9)))
        numbers = [item.seq for item in first + second]
        assert numbers == sorted(set(numbers))
        assert self.ask(ids) == ["e1", "e2", "e0"]
        assert self.observe() == []

    def test_pages_show_each_entry_once_while_others_are_added(self) -> None:
        """Up to those that were added in between."""
        self.observe(*(entry(f"e{number}", "text", session="s") for number in range(5)))
        seen: list[str] = []
        cursor = None
        for step in range(100):
            with self.reading() as reader:
                page = reader.entries(EntryFilter(session="s"), limit=2, cursor=cursor)
            seen += [item.id for item in page]
            assert len(page) <= 2
            if step < 3:
                self.observe(entry(f"late{step}", "text", session="s"), entry(f"other{step}", "text", session="t"))
                assert page.total == 5 + step
            cursor = page.next
            if cursor is None:
                break
        assert seen == [f"e{number}" for number in range(5)] + ["late0", "late1", "late2"]

    def test_a_cursor_that_no_page_gave_is_refused(self) -> None:
        """Not taken for the beginning."""
        self.observe(entry("e1", "text"))
        for cursor in ("", "x", "-1", "1 OR 1=1", "９", "9" * 40):
            with refused("invalid_value"), self.reading() as reader:
                reader.entries(EntryFilter(), limit=2, cursor=cursor)

    def test_entries_are_filtered_by_session_speaker_time_and_id(self) -> None:
        """Both ends of a stretch of time belong to it."""
        self.observe(*chat("a", "one", "two", "three"), *chat("b", "four", "five"), entry("n", "six", at=NOW))
        with self.reading() as reader:
            assert ids(reader, session="a") == ["a0", "a1", "a2"]
            assert ids(reader, session="A") == ids(reader, session="a%") == ids(reader, speaker="us*") == []
            assert ids(reader, speaker="assistant") == ["a1", "b1"]
            assert ids(reader, session="a", speaker="assistant") == ["a1"]
            minute = AT + timedelta(minutes=1)
            assert ids(reader, since=minute, until=minute) == ["a1", "b1"]
            assert ids(reader, since=minute + timedelta(microseconds=1)) == ["a2", "n"]
            assert ids(reader, until=minute - timedelta(microseconds=1)) == ["a0", "b0"]
            assert ids(reader, ids=("n", "a0", "nobody")) == ["a0", "n"]
            assert ids(reader, ids=()) == []

    def test_sessions_are_listed_as_they_began(self) -> None:
        """With their speakers in the order they spoke, and the times of what was said."""
        self.observe(entry("x", "no session"), *chat("b", "hello", "hi"))
        self.observe(*chat("a", "hello"), entry("late", "and", session="b", speaker="user", at=AT - timedelta(days=1)))
        assert self.ask(lambda reader: reader.sessions()) == [
            Session(
                id="b",
                entries=3,
                first_at=AT - timedelta(days=1),
                last_at=AT + timedelta(minutes=1),
                speakers=("user", "assistant"),
            ),
            Session(id="a", entries=1, first_at=AT, last_at=AT, speakers=("user",)),
        ]

    def test_entries_are_found_by_their_ids_and_by_the_callers(self) -> None:
        """However many are asked for; what does not exist is left out."""
        self.observe(*(entry(f"e{number}", "text", ref=f"r{number // 2}") for number in range(1_200)))
        wanted = [f"e{number}" for number in reversed(range(1_200))]
        with self.reading() as reader:
            assert [item.id for item in reader.entries_by_id(["nobody", *wanted, "e1"])] == wanted
            assert [item.id for item in reader.entries_by_ref(["r1", "r3", "none"])] == ["e2", "e3", "e6", "e7"]
            assert len(reader.entries_by_ref(f"r{number}" for number in range(600))) == 1_200
            assert reader.entries_by_id([]) == reader.entries_by_ref([]) == []

    def test_an_entry_that_is_not_indexed_is_kept_and_not_searched(self) -> None:
        """Nor does it wait for a vector."""
        self.observe(entry("e1", "a quokka", indexed=False), entry("e2", "a numbat"))
        self.embed()
        assert self.words("quokka numbat") == self.meaning("quokka numbat") == ["e2"]
        assert self.ask(ids) == ["e1", "e2"]
        assert self.ask(lambda reader: reader.missing_count(None)) == 0

    def test_an_entry_is_added_once(self) -> None:
        """A second one of the same id is refused, and the first stays."""
        self.observe(entry("e1", "first"))
        with refused("store_error"):
            self.observe(entry("e2", "more"), entry("e1", "second"))
        read: list[Entry] = self.ask(lambda reader: reader.entries_by_id(["e1", "e2"]))
        assert [item.text for item in read] == ["first"]
        assert self.words("more second", store=self.store) == []
        assert self.store.names() == [ALICE]
