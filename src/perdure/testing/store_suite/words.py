"""Search by words: every script, neighbours, what the scope lets through, and changes seen at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import numpy as np

from perdure.domain.memory import Slot, Source, Status
from perdure.domain.recall import Layer
from perdure.ports.store import EXCHANGED, LAYERS, ROLES, Wanted
from perdure.testing.store_suite.base import (
    AT,
    NOW,
    StoreSuite,
    candidates,
    change,
    chat,
    entry,
    memory,
    micros,
    owners,
    scope_of,
)

AWKWARD = (
    "#",
    ".",
    "",
    "kind",
    "a.b",
    "$.a",
    "键",
    "x' OR '1'='1",
    'x" OR 1=1 --',
    "') OR EXISTS (SELECT 1",
    "%",
    "_",
    "\\",
)
"""Names of metadata fields that a careless query would take for something else."""


class Words(StoreSuite):
    """What is said of search by words."""

    def test_words_are_found_in_chinese_and_in_english(self) -> None:
        """One character, a pair, a name, a stem, another case, other digits, and both languages in one sentence."""
        self.remember(
            memory("m1", "用户养了一只猫，叫团子"),
            memory("m2", "The deployments were RUNNING on café-01"),
            memory("m3", "周三和 Alice 讨论 PostgreSQL 迁移，deadline 是 2026-05-01"),
            memory("m4", "她喜歡臺灣的鐵路便當"),
        )
        for query, found in {
            "猫": "m1",
            "团子": "m1",
            "子": "m1",
            "deployment": "m2",
            "run": "m2",
            "CAFE": "m2",
            "Ｐｏｓｔｇｒｅｓｑｌ": "m3",
            "迁移 deadline": "m3",
            "alice": "m3",
            "台湾": "m4",
            "铁路": "m4",
        }.items():
            assert self.words(query) == [found], query
        assert self.words("狗") == self.words("kubernetes") == []

    def test_identifiers_are_found_whole_and_by_their_parts(self) -> None:
        """And the whole one first."""
        self.remember(
            memory("m1", "order_service calls getUserName of v2.31"), memory("m2", "the order of the service")
        )
        assert self.words("order_service")[0] == "m1"
        for query in ("getUserName", "user", "v2.31"):
            assert self.words(query) == ["m1"], query

    def test_what_says_more_of_the_query_comes_first(self) -> None:
        """Rare words above common ones; the scores fall."""
        self.remember(
            memory("m1", "tea tea tea and more tea"),
            memory("m2", "tea with a quokka"),
            *(memory(f"n{number}", f"tea number {number}") for number in range(20)),
        )
        assert self.words("a quokka and tea")[0] == "m2"
        with self.reading() as reader:
            found = candidates(reader, "tea quokka")
            assert len(found.ids) == 22
            assert list(found.ids) == sorted(found.ids)
            assert (found.lexical > 0).all()
            assert not found.full
            few = candidates(reader, "tea", limit=3)
            assert (len(few.ids), few.full) == (3, True)
            assert few.lexical.min() >= np.sort(candidates(reader, "tea").lexical[0])[-3]

    def test_a_turn_is_found_by_its_neighbours_words_below_the_turn_that_says_them(self) -> None:
        """The answer to a question, the turn before that, and the one after; not a turn of another exchange."""
        self.observe(
            *chat("s", "I am off then", "which bakery was it?", "the one by the river", "ok", "bye", "see you")
        )
        self.observe(entry("x", "the one by the sea", session="t", at=AT))
        found = self.words("bakery")
        assert found[0] == "s1"
        assert set(found) == {"s0", "s1", "s2", "s3"}

    def test_neighbours_are_found_across_writes(self) -> None:
        """Turn by turn as in a live chat, with other sessions in between."""
        turns, others = (
            chat("s", "which bakery was it?", "let me think", "the one by the river"),
            chat("t", "hm", "yes", "no"),
        )
        for turn, other in zip(turns, others, strict=True):
            self.observe(turn)
            self.observe(other)
        assert self.words("bakery") == ["s0", "s1", "s2"]
        assert self.words("river") == ["s2", "s1"]

    def test_turns_that_are_no_exchange_are_not_neighbours(self) -> None:
        """One speaker going on, no session, notes, a long essay."""
        alone = [replace(turn, speaker="user", role="user") for turn in chat("a", "the bakery is shut", "so we walk")]
        notes = [replace(turn, channel="note") for turn in chat("n", "a bakery closed", "we wait")]
        unnamed = [replace(turn, session=None) for turn in chat("u", "my bakery moved", "we ride")]
        essay = chat("e", "bakery " + "and so on " * 60, "we sleep")
        self.observe(*alone, *notes, *unnamed, *essay)
        assert set(self.words("bakery")) == {"a0", "n0", "u0", "e0"}

    def test_long_texts_are_found_by_any_part(self) -> None:
        """A memory and a turn of thousands of words, in their middle and at their end."""
        filler = "然后我们继续往前走 and so it goes on. " * 300
        self.remember(memory("m1", f"{filler} 袋鼠 {filler} quokka"))
        self.observe(entry("e1", f"{filler} 针鼹 {filler} numbat"))
        for query, owner in {"袋鼠": "m1", "quokka": "m1", "针鼹": "e1", "numbat": "e1"}.items():
            assert set(self.words(query)) == {owner}, query

    def test_only_what_the_scope_asks_for_is_found(self) -> None:
        """Layers, kinds, tags, metadata, time."""
        self.observe(entry("e1", "a quokka", at=AT, metadata={"n": 1}))
        self.remember(
            memory("m1", "a quokka", kind="task", tags=("x", "y"), metadata={"n": 1, "deep": {"a": [1, None]}}),
            memory(
                "m2", "a quokka", kind="summary", tags=("x",), holds_from=NOW, metadata={"n": "1", "deep": {"a": [1]}}
            ),
            memory("m3", "a quokka", kind="fact", holds_from=AT - timedelta(days=9), metadata={"n": True}),
        )
        for asked, found in (
            ({}, {"e1", "m1", "m2", "m3"}),
            ({"layers": (Layer.JOURNAL,)}, {"e1"}),
            ({"layers": (Layer.SUMMARY, Layer.MEMORY)}, {"m1", "m2", "m3"}),
            ({"layers": (Layer.PERMANENT,)}, set()),
            ({"kinds": ("task", "fact")}, {"m1", "m3"}),
            ({"tags": ("x",)}, {"m1", "m2"}),
            ({"tags": ("x", "y")}, {"m1"}),
            ({"tags": ("X",)}, set()),
            ({"where": {"n": 1}}, {"e1", "m1"}),
            ({"where": {"n": "1"}}, {"m2"}),
            ({"where": {"n": True}}, {"m3"}),
            ({"where": {"n": 1, "deep": {"a": [1, None]}}}, {"m1"}),
            ({"where": {"nothing": None}}, set()),
            ({"since": AT, "until": AT}, {"e1", "m1"}),
            ({"since": AT + timedelta(microseconds=1)}, {"m2"}),
            ({"until": AT - timedelta(microseconds=1)}, {"m3"}),
            ({"kinds": ("task",), "tags": ("x",), "where": {"n": 1}, "since": AT, "layers": (Layer.MEMORY,)}, {"m1"}),
        ):
            assert set(self.words("quokka", **asked)) == found, asked

    def test_the_scope_holds_before_anything_is_cut_off(self) -> None:
        """The one that is wanted is found among many that match better."""
        self.remember(*(memory(f"m{number}", "quokka quokka", kind="task") for number in range(300)))
        self.remember(memory("wanted", "a long story in which there is a quokka somewhere", kind="rule", tags=("t",)))
        assert (
            self.words("quokka", limit=1, kinds=("rule",)) == self.words("quokka", limit=1, tags=("t",)) == ["wanted"]
        )

    def test_no_name_or_value_of_a_field_is_taken_for_anything_else(self) -> None:
        """Tags are not fields, fields are not tags, and neither is part of a query."""
        self.remember(
            *(memory(f"m{number}", "a quokka", metadata={name: name}) for number, name in enumerate(AWKWARD)),
            memory("tagged", "a quokka", tags=AWKWARD),
        )
        for number, name in enumerate(AWKWARD):
            assert self.words("quokka", where={name: name}) == [f"m{number}"], name
            assert self.words("quokka", where={name: "other"}) == [], name
            assert self.words("quokka", tags=(name,)) == ["tagged"], name

    def test_no_term_is_taken_for_an_operator(self) -> None:
        """Whatever the terms, they are looked for and nothing breaks."""
        self.remember(memory("m1", "a quokka"))
        for term in (
            '"',
            "'",
            "*",
            "quok*",
            "-quokka",
            "NOT",
            "NEAR(",
            "own:quokka",
            "(",
            "a AND",
            "",
            "\\",
            "{}",
            "^quokka",
        ):
            with self.reading() as reader:
                asked = Wanted(terms=[[term, "quokka"]], vectors=[], scope=scope_of(), limit=9)
                found = reader.candidates(asked)
                assert owners(reader, found.ids) == ["m1"], term
                assert found.found_in == {term: 0, "quokka": 1}
                assert len(reader.candidates(replace(asked, terms=[[]])).ids) == 0

    def test_what_has_passed_is_hidden_from_that_instant(self) -> None:
        """By the asker's time, without anything being written."""
        self.remember(memory("m1", "a quokka", expires_at=NOW), memory("m2", "a quokka"))
        assert self.words("quokka", now=NOW - timedelta(microseconds=1)) == ["m1", "m2"]
        assert self.words("quokka", now=NOW) == ["m2"]

    def test_only_active_memories_are_found_whatever_brought_them_there(self) -> None:
        """Added so, changed so, and back."""
        one = memory("m1", "a quokka")
        self.remember(
            one, *(memory(status, "a quokka", status=status) for status in Status if status is not Status.ACTIVE)
        )
        assert self.words("quokka") == ["m1"]
        for status in Status:
            self.update(replace(one, status=status))
            assert self.words("quokka") == (["m1"] if status is Status.ACTIVE else []), status
        self.update(one)
        assert self.words("quokka") == ["m1"]

    def test_an_update_is_found_as_it_is_now(self) -> None:
        """Its new words, kind, tags, fields and times, and none of the old; also when the text stays."""
        old = memory("m1", "a quokka", kind="fact", tags=("x",), metadata={"n": 1})
        new = replace(old, kind="summary", tags=("y",), metadata={"n": 2}, holds_from=NOW)
        self.remember(old)
        for changed, word, gone in ((new, "quokka", "numbat"), (replace(new, text="a numbat"), "numbat", "quokka")):
            self.update(changed)
            assert self.words(gone) == []
            assert self.words(word) == ["m1"]
            for asked in (
                {"kinds": ("summary",)},
                {"tags": ("y",)},
                {"where": {"n": 2}},
                {"since": NOW},
                {"layers": (Layer.SUMMARY,)},
            ):
                assert self.words(word, **asked) == ["m1"], asked
            for asked in (
                {"kinds": ("fact",)},
                {"tags": ("x",)},
                {"where": {"n": 1}},
                {"until": AT},
                {"layers": (Layer.MEMORY,)},
            ):
                assert self.words(word, **asked) == [], asked

    def test_how_common_a_word_is_can_be_asked(self) -> None:
        """In passages, of their number; a word that is nowhere counts zero."""
        self.remember(memory("m1", "猫 and tea"), memory("m2", "猫猫猫 tea tea"), memory("m3", "water"))
        with self.reading() as reader:
            found = candidates(reader, "猫 tea water nothing")
            assert found.found_in == {"猫": 2, "tea": 2, "water": 1, "noth": 0}
            assert (found.passages, reader.passage_count()) == (3, 3)

    def test_a_passage_tells_what_the_signals_ask(self) -> None:
        """Of a turn and of a memory; what does not exist is left out."""
        self.observe(*chat("s", "下周三你有空吗？", "yes"), entry("e", "a note", channel="note"))
        self.remember(memory("m1", "free on Wednesday", kind="rule", holds_from=NOW))
        with self.reading() as reader:
            numbers = [passage for passage, _, _ in reader.missing(None, limit=9)]
            asked, said, note, kept = sorted(reader.passages([*numbers, 10**9]), key=lambda passage: passage.id)
            assert (asked.owner, asked.layer, asked.kind, asked.body) == ("s0", Layer.JOURNAL, None, "下周三你有空吗？")
            assert (asked.chatted, asked.question, asked.tells_time) == (True, True, True)
            assert (said.owner, said.speaker, said.role, said.question) == ("s1", "assistant", "assistant", False)
            assert asked.session == said.session != note.session == 0
            assert (note.owner, note.chatted) == ("e", False)
            assert (kept.owner, kept.layer, kept.kind, kept.session) == ("m1", Layer.MEMORY, "rule", 0)
            assert [asked.at, kept.at] == [int(at.timestamp() * 1_000_000) for at in (AT, NOW)]
            assert reader.passages([]) == []

    def test_candidates_tell_what_the_signals_ask(self) -> None:
        """When, in which session, by whom, of what sort; passages of one record have the first one's id in common."""
        self.observe(*chat("s", "what is a quokka?", "a quokka is small, see you on Wednesday"))
        self.remember(
            memory("m1", "a quokka " + "and so it goes on. " * 300 + "a quokka", kind="summary", holds_from=NOW)
        )
        with self.reading() as reader:
            found = candidates(reader, "quokka")
            by_owner = dict(zip(owners(reader, found.ids), range(len(found.ids)), strict=True))
            asked, said, last = by_owner["s0"], by_owner["s1"], by_owner["m1"]
            bodies = [passage.body for passage in reader.passages(found.ids.tolist())]
            assert found.length.tolist() == [len(body) for body in bodies]
            assert found.at[[asked, last]].tolist() == [micros(AT), micros(NOW)]
            assert found.session[asked] == found.session[said] != found.session[last] == 0
            assert [found.speakers[found.speaker[row]] for row in (asked, said)] == ["user", "assistant"]
            assert [ROLES[found.role[row]] for row in (asked, said, last)] == ["user", "assistant", "user"]
            assert [LAYERS[found.layer[row]] for row in (asked, last)] == [Layer.JOURNAL, Layer.SUMMARY]
            exchanged = EXCHANGED * np.isin(owners(reader, found.ids), ["s0", "s1"])
            assert (found.traits - exchanged).tolist() == [p.traits for p in reader.passages(found.ids.tolist())]
            assert found.item[[asked, said]].tolist() == found.ids[[asked, said]].tolist()
            assert found.ids[last] > found.item[last] == found.item[last - 1] == found.ids[last - 1]

    def test_a_turn_has_the_name_of_who_said_it(self) -> None:
        """Which neighbours have not; a memory has the words of its slot instead."""
        self.observe(
            entry("e1", "I like tea", speaker="Ana Lima", session="s"),
            entry("e2", "so do I", speaker="李雷", role="assistant", session="s"),
            entry("e3", "tell Ana", speaker="user"),
        )
        self.remember(memory("m1", "tea it is", source=Source(speaker="Ana Lima"), slot=Slot("bo", "morning_drink")))
        assert self.words("ana") == ["e3", "e1"]
        assert self.words("morning") == self.words("bo drink") == ["m1"]
        assert self.words("李雷") == ["e2"]
        with self.reading() as reader:
            assert sorted(reader.speakers()) == ["Ana Lima", "user", "李雷"]
            assert candidates(reader, "ana lima").found_in == {"ana": 2, "lima": 1}

    def test_each_text_has_scores_of_its_own(self) -> None:
        """The best of each are candidates, and every candidate is scored for all."""
        self.remember(memory("m1", "a quokka"), memory("m2", "a numbat"), memory("m3", "a quokka and a numbat"))
        with self.reading() as reader:
            both = candidates(reader, "quokka numbat", "quokka", "numbat")
            assert owners(reader, both.ids) == ["m1", "m2", "m3"]
            assert both.lexical.shape == (3, 3)
            assert (both.lexical > 0).tolist() == [[True, True, True], [True, False, True], [False, True, True]]
            assert both.found_in == {"quokka": 2, "numbat": 2}
            assert np.allclose(both.lexical[0], both.lexical[1] + both.lexical[2])

    def test_the_best_of_a_time_are_candidates_too(self) -> None:
        """All of them where they are few; never what the scope leaves out."""
        day = timedelta(days=1)
        said = [
            entry(f"e{number}", "quokka " * (number + 1), at=AT + number * day, speaker=("ana", "bo")[number % 2])
            for number in range(10)
        ]
        self.observe(*said, entry("other", "tea", at=AT + day, speaker="cy"))
        self.remember(memory("gone", "tea", holds_from=AT + day, status=Status.FORGOTTEN))
        with self.reading() as reader:

            def found(**asked: Any) -> set[str]:
                return set(owners(reader, candidates(reader, "quokka", limit=2, **asked).ids))

            best = found()
            assert best == {"e9", "e8"}
            assert found(spans=[(AT + day, AT + 2 * day)]) == best | {"e1", "other"}
            assert found(spans=[(AT + day, AT + 5 * day)]) == best | {"e3", "e4"}
            assert found(spans=[(AT + day, AT + 2 * day), (AT, AT + timedelta(seconds=1))]) == best | {"e0", "e1"}
            assert found(spans=[(NOW, NOW + day)]) == best
            assert found(spans=[(AT, AT + day)], until=AT) == {"e0"}

    def test_what_was_true_then_is_found_as_of_then(self) -> None:
        """Superseded and expired since or not; what was not said yet, or was forgotten, is not."""
        held = {"holds_from": AT, "holds_until": NOW}
        self.remember(
            memory("old", "a quokka", status=Status.SUPERSEDED, **held),
            memory("new", "a quokka", holds_from=NOW),
            memory("kept", "a quokka", status=Status.ARCHIVED, **held),
            memory("expired", "a quokka", expires_at=NOW),
            memory("forgotten", "a quokka", status=Status.FORGOTTEN),
            memory("asked", "a quokka", status=Status.REVIEW),
        )
        self.observe(entry("e1", "a quokka"), entry("e2", "a quokka", at=NOW))
        early = AT - timedelta(microseconds=1)
        for then, found in (
            (early, set()),
            (AT, {"old", "kept", "expired", "e1"}),
            (NOW - timedelta(microseconds=1), {"old", "kept", "expired", "e1"}),
            (NOW, {"new", "e1", "e2"}),
        ):
            assert set(self.words("quokka", as_of=then)) == found, then
            assert set(self.words("quokka", as_of=then, layers=(Layer.JOURNAL,))) == found & {"e1", "e2"}

    def test_what_was_known_then_has_the_status_of_then(self) -> None:
        """As the history tells it; also together with what was true at some time."""
        later = AT + timedelta(days=1)
        self.remember(
            memory("m1", "a quokka", status=Status.FORGOTTEN),
            memory("m2", "a quokka", status=Status.ACTIVE),
            memory("m3", "a quokka", recorded_at=NOW, created_at=AT),
            memory("m4", "a quokka", holds_until=later, status=Status.SUPERSEDED),
        )
        self.observe(entry("e1", "a quokka"), entry("e2", "a quokka", recorded_at=NOW))
        with self.writing() as writer:
            writer.add_changes(
                [
                    change("m1", "added", after={"status": "active"}),
                    change("m2", "added", after={"status": "review", "text": "a quokka"}),
                    change("m4", "added", after={"status": "active"}),
                    change("m1", "corrected", at=later, after={"importance": 1.0}),
                    change("m4", "superseded", at=later, after={"status": "superseded"}),
                    change("m2", "approved", at=later, after={"status": "active"}),
                    change("m1", "forgotten", at=NOW, after={"status": "forgotten"}),
                ]
            )
        for then, found in (
            (AT - timedelta(microseconds=1), set()),
            (AT, {"m1", "m4", "e1"}),
            (later, {"m1", "m2", "e1"}),
            (NOW, {"m2", "m3", "e1", "e2"}),
        ):
            assert set(self.words("quokka", known_at=then)) == found, then
        assert set(self.words("quokka", known_at=later, as_of=AT)) == {"m1", "m2", "m4", "e1"}
        assert set(self.words("quokka", known_at=later, as_of=later)) == {"m1", "m2", "e1"}
        assert set(self.words("quokka", known_at=AT, as_of=AT - timedelta(days=1))) == set()
