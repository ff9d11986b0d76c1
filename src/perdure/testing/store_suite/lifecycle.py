"""What becomes of memories: claims, links, reviews, jobs, distilling, sightings, recalls, cold storage, permanence."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

from perdure.domain.job import Job, JobState
from perdure.domain.journal import Sighting, Undistilled
from perdure.domain.link import Link, Relation
from perdure.domain.memory import Source, Status
from perdure.domain.recall import Layer, RecallRecord
from perdure.domain.review import Question, Review, ReviewState
from perdure.ports.store import ReviewFilter, Standing, Store
from perdure.testing.store_suite.base import (
    ALICE,
    AT,
    NOW,
    StoreSuite,
    chat,
    entry,
    found_by_words,
    memory,
    micros,
    refused,
)
from perdure.text.claims import read_claims

LONG = timedelta(minutes=5)
"""A lease."""


def link(memory_id: str, other: str, relation: Relation = Relation.OUTDATED) -> Link:
    """A link."""
    return Link(memory=memory_id, other=other, relation=relation, at=AT)


def review(id: str, memory_id: str, **fields: object) -> Review:  # noqa: A002 - the record's own word
    """A question about a memory of alice's."""
    asked = {"question": Question.CONFLICT, "summary": "这一条 or that one?", "at": AT}
    return Review(id=id, space=ALICE, memory=memory_id, **{**asked, **fields})  # type: ignore[arg-type]  # as given


def job(id: str, name: str = "distil", key: str = "s", **fields: object) -> Job:  # noqa: A002 - the record's own word
    """Work that is due at once."""
    times = {"due_at": AT, "created_at": AT}
    return Job(id=id, space=ALICE, name=name, key=key, **{**times, **fields})  # type: ignore[arg-type]  # as given


def record(id: str, *memories: str, **fields: object) -> RecallRecord:  # noqa: A002 - the record's own word
    """A recall that returned these."""
    asked = {"at": AT, "query": f"问 {id}?"}
    return RecallRecord(id=id, memories=memories, **{**asked, **fields})  # type: ignore[arg-type]  # as given


def sighting(key: str, entry_id: str, **fields: object) -> Sighting:
    """A statement seen in an entry."""
    told = {"at": AT, "text": f"{key}, said", "kind": "preference"}
    return Sighting(key=key, entry=entry_id, **{**told, **fields})  # type: ignore[arg-type]  # as given


def keys_of(text: str) -> list[str]:
    """The keys of what a statement claims, of which there is at least one."""
    found = list(dict.fromkeys(key for claim in read_claims(text) for key in claim.keys))
    assert found, text
    return found


def take(store: Store, owner: str) -> str | None:
    """The id of the next job of alice's that waits, taken as a runner takes it; None where none is left."""
    with store.space(ALICE).write() as writer:
        waiting = writer.jobs([JobState.WAITING])
        if not waiting:
            return None
        taken = replace(
            waiting[0], state=JobState.RUNNING, owner=owner, leased_until=AT + LONG, attempts=waiting[0].attempts + 1
        )
        writer.save_jobs([taken])
        return taken.id


class Claims(StoreSuite):
    """What is said of claims."""

    HOME = ("I live in Lisbon", "I live in Porto", "我住在里斯本")

    def test_active_memories_are_found_by_what_they_claim(self) -> None:
        """The newest event time first, each once, whatever key finds it; those that claim something else are not."""
        texts = [*self.HOME, "I live in Oslo"]
        keys = list(dict.fromkeys(key for text in texts for key in keys_of(text)))
        days = (2, 9, 4, 9)
        self.remember(
            *(memory(f"m{n}", text, holds_from=AT + timedelta(days=days[n])) for n, text in enumerate(texts)),
            memory("other", "the meeting room has two windows"),
        )
        with self.reading() as reader:
            assert [item.id for item in reader.by_claims(keys, limit=9)] == ["m3", "m1", "m2", "m0"]
            assert [item.id for item in reader.by_claims([*keys, *keys], limit=2)] == ["m3", "m1"]
            assert reader.by_claims(keys, limit=9) == reader.memories(["m3", "m1", "m2", "m0"])
            assert reader.by_claims([], limit=9) == reader.by_claims(["no such key", ""], limit=9) == []

    def test_claims_follow_their_memory(self) -> None:
        """Its words, its time, its status, there and back again."""
        lisbon, bilby = memory("m1", self.HOME[0]), memory("m1", "a bilby")
        keys = keys_of(lisbon.text)
        self.remember(lisbon, memory("m2", self.HOME[0], holds_from=AT + timedelta(days=1)))
        self.update(replace(lisbon, holds_from=AT + timedelta(days=2)))
        assert self.claiming(keys) == ["m1", "m2"]
        for gone in (bilby, *(replace(lisbon, status=status) for status in Status if status is not Status.ACTIVE)):
            self.update(gone)
            assert self.claiming(keys) == ["m2"]
            self.update(lisbon)
            assert self.claiming(keys) == ["m2", "m1"]

    def test_a_claim_that_many_make_is_answered_from_the_newest(self) -> None:
        """As many as asked for; of one event time, always the same ones."""
        keys = keys_of(self.HOME[0])
        self.remember(*(memory(f"m{n:04}", self.HOME[0], holds_from=AT + timedelta(days=n // 7)) for n in range(1_000)))
        newest = [f"m{n:04}" for n in reversed(range(1_000))]
        assert self.claiming(keys, limit=12) == newest[:12]
        assert self.claiming(keys, limit=5_000) == newest

    def claiming(self, keys: Sequence[str], *, limit: int = 9) -> list[str]:
        """The ids of what alice's space has under claim keys."""
        return self.ask(lambda reader: [item.id for item in reader.by_claims(keys, limit=limit)])


class Links(StoreSuite):
    """What is said of links and reviews."""

    def test_links_are_found_from_either_side(self) -> None:
        """Each once, as given; one that is there already stays as it is."""
        self.remember(*(memory(f"m{n}", f"fact {n}") for n in range(4)))
        one, two = link("m1", "m2"), link("m2", "m3", Relation.REFINED)
        with self.writing() as writer:
            writer.add_links([one, two, one])
            writer.add_links([replace(one, at=NOW), link("m1", "m2", Relation.COVERED)])
            writer.add_links([])
        with self.reading() as reader:
            assert reader.links(["m1"]) == [link("m1", "m2", Relation.COVERED), one]
            assert reader.links(["m3", "m3"]) == [two]
            assert reader.links(["m2", "m1"]) == [link("m1", "m2", Relation.COVERED), one, two]
            assert reader.links(["m0", "none"]) == reader.links([]) == []
        with refused("store_error"), self.writing() as writer:
            writer.add_links([link("m1", "none")])

    def test_links_are_dropped_by_their_relation(self) -> None:
        """On either side of the memory, and no others."""
        self.remember(*(memory(f"m{n}", f"fact {n}") for n in range(4)))
        kept = [link("m0", "m3"), link("m2", "m1", Relation.SUMMARISED)]
        with self.writing() as writer:
            writer.add_links([link("m1", "m2"), link("m3", "m1", Relation.COVERED), *kept])
            writer.drop_links("m1", relations=[Relation.OUTDATED, Relation.COVERED])
            writer.drop_links("m1", relations=[])
        assert self.ask(lambda reader: reader.links(["m0", "m1", "m2", "m3"])) == kept

    def test_reviews_come_back_as_given_in_the_order_asked(self) -> None:
        """Page by page, and by their id; saving one again replaces it where it stands."""
        asked = [review(f"r{n}", "m1") for n in range(5)]
        full = review(
            "r1",
            "m2",
            question=Question.PROMOTION,
            other="m9",
            state=ReviewState.EDITED,
            decided_at=NOW,
            decided_by="爱丽丝",
            reason="because\n因为",
        )
        with self.writing() as writer:
            writer.save_reviews(asked[:3])
            writer.save_reviews([full, *asked[3:], replace(asked[4], reason="twice")])
            writer.save_reviews([])
        wanted = ReviewFilter(states=())
        with self.reading() as reader:
            first = reader.reviews(wanted, limit=2, cursor=None)
            second = reader.reviews(wanted, limit=9, cursor=first.next)
            assert [*first, *second] == [asked[0], full, asked[2], asked[3], replace(asked[4], reason="twice")]
            assert (first.total, second.total, second.next) == (5, 5, None)
            assert reader.review("r1") == full
            assert reader.review("none") is None

    def test_reviews_are_filtered_by_state_question_and_memory(self) -> None:
        """All at once where several are asked."""
        with self.writing() as writer:
            writer.save_reviews(
                [
                    review("r1", "m1"),
                    review("r2", "m2", other="m1", question=Question.IMPORT),
                    review("r3", "m1", state=ReviewState.LAPSED),
                    review("r4", "m3", question=Question.EXPIRY, state=ReviewState.REJECTED),
                ]
            )
        told: list[tuple[ReviewFilter, list[str]]] = [
            (ReviewFilter(), ["r1", "r2"]),
            (ReviewFilter(states=()), ["r1", "r2", "r3", "r4"]),
            (ReviewFilter(states=(ReviewState.LAPSED, ReviewState.REJECTED)), ["r3", "r4"]),
            (ReviewFilter(states=(), questions=(Question.EXPIRY, Question.IMPORT)), ["r2", "r4"]),
            (ReviewFilter(states=(), memory="m1"), ["r1", "r2", "r3"]),
            (ReviewFilter(memory="m1", questions=(Question.CONFLICT,)), ["r1"]),
            (ReviewFilter(memory="none"), []),
        ]
        with self.reading() as reader:
            for wanted, found in told:
                page = reader.reviews(wanted, limit=9, cursor=None)
                assert [item.id for item in page] == found
                assert page.total == len(found)


class Jobs(StoreSuite):
    """What is said of jobs."""

    def test_jobs_come_back_as_given_in_the_order_they_are_due(self) -> None:
        """By state and name; a job is replaced by its id and removed by it."""
        full = job(
            "j1",
            "upkeep",
            "每周",
            due_at=NOW,
            created_at=AT - LONG,
            payload={"a": [1, None, "二"]},
            state=JobState.RUNNING,
            attempts=3,
            owner="host/7",
            leased_until=NOW + LONG,
            error="broke\n坏了",
        )
        first = job("j2", due_at=AT - LONG)
        with self.writing() as writer:
            writer.save_jobs([full, job("j3", key="u"), first, job("j4", key="t", state=JobState.DEAD)])
            writer.save_jobs([])
        with self.reading() as reader:
            assert [item.id for item in reader.jobs()] == ["j2", "j3", "j4", "j1"]
            assert [item.id for item in reader.jobs([JobState.DEAD, JobState.RUNNING])] == ["j4", "j1"]
            assert reader.jobs(name="upkeep") == [full]
            assert reader.jobs([JobState.WAITING], name="upkeep") == []
        moved = replace(first, due_at=NOW + LONG, attempts=1)
        with self.writing() as writer:
            writer.save_jobs([moved])
            writer.drop_jobs(["j4", "none"])
        assert self.ask(lambda reader: reader.jobs()) == [job("j3", key="u"), full, moved]

    def test_the_same_work_is_queued_once(self) -> None:
        """The first that waits or runs; what is dead is not in the way, and does not come back beside another."""
        with self.writing() as writer:
            writer.save_jobs([job("j1"), job("j2"), job("j3", key="t")])
            writer.save_jobs([job("j4")])
            assert [item.id for item in writer.jobs()] == ["j1", "j3"]
            writer.save_jobs([job("j1", state=JobState.RUNNING)])
            writer.save_jobs([job("j5")])
            assert [item.id for item in writer.jobs()] == ["j1", "j3"]
            writer.save_jobs([job("j1", state=JobState.DEAD)])
            writer.save_jobs([job("j6")])
            assert [item.id for item in writer.jobs()] == ["j1", "j3", "j6"]
            writer.save_jobs([job("j1")])
            assert [item.id for item in writer.jobs()] == ["j3", "j6"]

    def test_runners_that_take_jobs_at_once_never_take_the_same(self) -> None:
        """Each job is taken by exactly one, wherever the runner is."""
        with self.writing() as writer:
            writer.save_jobs([job(f"j{n:02}", key=str(n)) for n in range(24)])

        def work(store: Store, owner: str) -> list[str]:
            taken = []
            while (found := take(store, owner)) is not None:
                taken.append(found)
            return taken

        stores = [self.store, self.another(), self.another()]
        with ThreadPoolExecutor(len(stores)) as pool:
            done = list(pool.map(work, stores, ["a", "b", "c"]))
        assert sorted(name for taken in done for name in taken) == [f"j{n:02}" for n in range(24)]
        running = self.ask(lambda reader: reader.jobs([JobState.RUNNING]))
        assert {item.id: item.owner for item in running} == {
            name: owner for owner, taken in zip("abc", done, strict=True) for name in taken
        }
        assert {item.attempts for item in running} == {1}


class Distilling(StoreSuite):
    """What is said of marks and sightings."""

    def test_sessions_wait_until_they_are_marked_as_distilled(self) -> None:
        """In the order of their last entry, those without a name too; what `remember` recorded never waits."""
        self.observe(*chat("b", "one", "two", "three"), entry("e1", "alone", at=NOW))
        later = self.observe(*chat("a", "four", "五"))
        self.observe(
            entry("r1", "kept", channel="remember", indexed=False),
            entry("r2", "kept", session="c", channel="remember", indexed=False),
            entry("b3", "said earlier", session="b", at=AT - LONG),
        )
        two = timedelta(minutes=2)
        waiting = [
            Undistilled(session=None, entries=1, last_at=NOW),
            Undistilled(session="a", entries=2, last_at=AT + timedelta(minutes=1)),
            Undistilled(session="b", entries=4, last_at=AT + two),
        ]
        assert self.undistilled() == waiting
        with self.writing() as writer:
            writer.mark_distilled("a", later[-1].seq)
            writer.mark_distilled("b", 2)
            assert writer.undistilled_sessions() == [
                waiting[0],
                Undistilled(session="b", entries=2, last_at=AT + two),
            ]
            writer.mark_distilled(None, 99)
            writer.mark_distilled("b", 99)
            writer.mark_distilled("c", 99)
        assert self.undistilled() == []
        self.observe(entry("d1", "七", session="d"))
        assert self.undistilled() == [Undistilled(session="d", entries=1, last_at=AT)]

    def undistilled(self) -> list[Undistilled]:
        """What of alice's was not distilled yet."""
        return self.ask(lambda reader: reader.undistilled_sessions())

    def test_the_next_entries_to_distil_come_in_the_order_of_the_journal(self) -> None:
        """As many as asked for, of that session alone, after its mark, tools and assistants too."""
        said = self.observe(
            *chat("s", "one", "two"),
            entry("n", "no session"),
            entry("r", "kept", channel="remember", indexed=False),
            entry("t", "{}", session="s", role="tool", indexed=False),
            entry("u", "我说", session="s", channel="remember"),
        )
        with self.writing() as writer:
            assert writer.undistilled("s", limit=9) == [said[0], said[1], said[4], said[5]]
            assert writer.undistilled("s", limit=2) == said[:2]
            assert writer.undistilled(None, limit=9) == [said[2]]
            assert writer.undistilled("S", limit=9) == []
            writer.mark_distilled("s", said[1].seq)
            writer.mark_distilled("s", said[0].seq)
            assert writer.undistilled("s", limit=9) == [said[4], said[5]]
            writer.mark_distilled(None, said[2].seq)
        with self.reading() as reader:
            assert reader.undistilled("s", limit=9) == [said[4], said[5]]
            assert reader.undistilled(None, limit=9) == []

    def test_the_end_of_a_session_and_what_a_turn_replies_to_are_told(self) -> None:
        """Of each session alone, over what was said between; what was remembered is no part of it."""
        said = self.observe(
            *chat("s", "one", "two", "three"),
            entry("n", "no session"),
            entry("r", "kept", channel="remember", indexed=False),
            *chat("别的", "四"),
        )
        with self.reading() as reader:
            assert reader.last_entries("s", limit=2) == said[1:3]
            assert reader.last_entries(None, limit=9) == [said[3]]
            assert reader.last_entries("t", limit=9) == []
            replies = reader.replied_to([said[2].id, said[1].id, said[0].id, said[3].id, "none"])
        assert replies == {said[2].id: said[1].id, said[1].id: said[0].id}

    def test_what_a_memory_took_the_place_of_is_told(self) -> None:
        """Oldest first, of every memory asked for."""
        old = [
            memory(f"m{n}", f"fact {n}", status=Status.SUPERSEDED, superseded_by="m9", recorded_at=AT) for n in (2, 1)
        ]
        with self.writing() as writer:
            writer.add_memories([(each, each.text) for each in (*old, memory("m9", "fact 9"))])
        with self.reading() as reader:
            assert reader.superseded_by(["m9", "none"]) == old
            assert reader.superseded_by(["m1"]) == []

    def test_sightings_are_kept_once_an_entry_until_they_are_dropped(self) -> None:
        """Oldest first, as given, by their statement keys."""
        self.observe(*chat("s", "one", "two", "three"))
        first, second = sighting("茶", "s1"), sighting("茶", "s0", at=AT + LONG, kind="fact")
        other = sighting("coffee", "s1")
        with self.writing() as writer:
            writer.add_sightings([second, first, other])
            writer.add_sightings([replace(first, text="again"), sighting("茶", "s2", at=NOW)])
            writer.add_sightings([])
        with self.reading() as reader:
            assert reader.sightings(["茶", "茶"]) == [first, second, sighting("茶", "s2", at=NOW)]
            assert reader.sightings(["coffee", "none"]) == [other]
            assert reader.sightings([]) == []
        with self.writing() as writer:
            writer.drop_sightings(["茶", "none"])
        assert self.ask(lambda reader: reader.sightings(["茶", "coffee"])) == [other]


class Recalls(StoreSuite):
    """What is said of recalls, of what upkeep decides by, of cold storage and of the archive."""

    def test_recalls_are_told_of_each_memory_they_returned(self) -> None:
        """The newest first, as given; a memory that is not there is left out, and so is a recall of none that is."""
        self.remember(*(memory(f"m{n}", f"fact {n}") for n in range(3)))
        first = record("r1", "m1", "m0", session="s", answer="e1")
        with self.writing() as writer:
            writer.add_recalls([first, record("r2", "m2", "m1", at=NOW), record("r3", "none")])
            writer.add_recalls([record("r4", "none", "m0")])
            writer.add_recalls([])
        with self.reading() as reader:
            assert reader.recalls_of("m1", limit=9) == [record("r2", "m2", "m1", at=NOW), first]
            assert reader.recalls_of("m0", limit=9) == [record("r4", "m0"), first]
            assert reader.recalls_of("m0", limit=1) == [record("r4", "m0")]
            assert reader.recalls_of("none", limit=9) == []

    def test_a_recall_that_is_recorded_again_gets_its_answer(self) -> None:
        """And stays what it was."""
        self.remember(memory("m1", "fact"), memory("m2", "fact"))
        with self.writing() as writer:
            writer.add_recalls([record("r1", "m1"), record("r2", "m2")])
            writer.add_recalls([record("r1", "m2", query="another", answer="e7")])
        assert self.ask(lambda reader: reader.recalls_of("m1", limit=9)) == [record("r1", "m1", answer="e7")]
        assert self.ask(lambda reader: reader.recalls_of("m2", limit=9)) == [record("r2", "m2")]

    def test_of_one_memory_the_newest_hundred_recalls_are_kept(self) -> None:
        """Those of another are none of its business."""
        self.remember(memory("m1", "popular"), memory("m2", "rare"))
        with self.writing() as writer:
            writer.add_recalls([record("both", "m1", "m2")])
            writer.add_recalls([record(f"r{n}", "m1") for n in range(60)])
        with self.writing() as writer:
            writer.add_recalls([record(f"r{n}", "m1") for n in range(60, 130)])
        with self.reading() as reader:
            newest = [item.id for item in reader.recalls_of("m1", limit=500)]
            assert newest == [f"r{n}" for n in reversed(range(30, 130))]
            assert [item.id for item in reader.recalls_of("m2", limit=500)] == ["both"]

    def test_standings_tell_what_upkeep_decides_by(self) -> None:
        """Of every memory, in the order recorded, a page at a time."""
        whole = memory(
            "m1",
            "fact",
            kind="task",
            status=Status.ARCHIVED,
            importance=0.25,
            access_count=7,
            created_at=AT - LONG,
            updated_at=AT + LONG,
            last_accessed_at=NOW,
            expires_at=NOW + LONG,
            half_life_days=1.5,
            source=Source(session="s"),
        )
        self.remember(whole, memory("m2", "plain"))
        with self.reading() as reader:
            first, second = reader.standings(after=0, limit=9)
            assert reader.standings(after=0, limit=1) == [first]
            assert reader.standings(after=first.seq, limit=9) == [second]
            assert reader.standings(after=second.seq, limit=9) == []
            known = reader.standing(["m2", "none", "m1", "m2"])
            assert sorted(known) == [(first, "fact"), (second, "plain")]
            assert reader.standing([]) == []
        assert first == Standing(
            seq=first.seq,
            id="m1",
            kind="task",
            status="archived",
            origin="user",
            importance=0.25,
            access_count=7,
            created_at=micros(AT - LONG),
            updated_at=micros(AT + LONG),
            last_accessed_at=micros(NOW),
            expires_at=micros(NOW + LONG),
            half_life_days=1.5,
            session="s",
            frozen=False,
        )
        assert (second.id, second.last_accessed_at, second.session) == ("m2", None, None)

    def test_what_is_frozen_leaves_the_index_until_it_is_written_again(self) -> None:
        """Its text stays, and so do the vectors that others use; what is active is never frozen."""
        kept = memory("m1", "quokka", status=Status.ARCHIVED)
        self.remember(kept, memory("m2", "quokka"), memory("m3", "numbat", status=Status.FORGOTTEN))
        self.embed()
        assert self.vectors() == 2
        with self.writing() as writer:
            writer.freeze(["m1", "m2", "m3", "none"])
            assert found_by_words(writer, "quokka", archived=True) == []
            writer.freeze(["m1"])
            writer.freeze([])
        with self.reading() as reader:
            assert [item.frozen for item in reader.standings(after=0, limit=9)] == [True, False, True]
            assert reader.memories(["m1"]) == [kept]
            assert reader.counts().passages == 1
        assert self.vectors() == 1
        assert self.words("quokka", archived=True) == []
        assert self.words("quokka") == self.meaning("quokka") == ["m2"]
        assert all(finding.ok for finding in self.store.check(ALICE, repair=True))
        self.update(memory("m1", "quokka"), memory("m3", "numbat"))
        self.embed()
        assert sorted(self.words("quokka numbat")) == ["m1", "m2", "m3"]
        assert self.meaning("numbat") == ["m3"]
        assert not any(item.frozen for item in self.ask(lambda reader: reader.standings(after=0, limit=9)))

    def test_the_archive_is_asked_for_what_is_archived_alone(self) -> None:
        """By words and by meaning, as the status changes; past its time it is hidden there too."""
        self.observe(entry("e1", "a quokka"))
        assert not self.ask(lambda reader: reader.has_archive())
        self.remember(*(memory(status.value, "a quokka", status=status) for status in Status))
        assert self.ask(lambda reader: reader.has_archive())
        self.remember(memory("late", "a quokka", status=Status.ARCHIVED, expires_at=NOW))
        self.embed()
        assert self.words("quokka", archived=True) == self.meaning("quokka", archived=True) == ["archived"]
        assert self.words("quokka", archived=True, layers=(Layer.JOURNAL,)) == []
        assert sorted(self.words("quokka")) == ["active", "e1"]
        self.update(memory("archived", "a quokka"), memory("active", "a quokka", status=Status.ARCHIVED))
        for store in (self.store, self.another()):
            assert self.words("quokka", archived=True, store=store) == ["active"]
            assert sorted(self.words("quokka", store=store)) == ["archived", "e1"]
        self.update(memory("active", "a quokka"), memory("late", "a quokka"))
        assert not any(
            self.ask(lambda reader: reader.has_archive(), store=store) for store in (self.store, self.another())
        )

    def vectors(self) -> int:
        """How many vectors alice's space has."""
        return sum(self.ask(lambda reader: reader.counts()).vectors.values())


class Lifecycle(Claims, Links, Jobs, Distilling, Recalls):
    """What is said of the life of a memory."""
