"""The record of a memory: what it carries, what identifies it, how it changes, and what its history tells."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from perdure import Slot, Status
from perdure.errors import NotFound, VersionConflict
from tests.behaviour.requirements import requirement

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@requirement("M1")
def test_a_memory_carries_all_that_was_said_about_it(surface):
    space = surface.space("user/alice")
    made = space.remember(
        "我五月搬到了里斯本 (Lisbon)",
        kind="identity",
        slot=Slot("alice", "city"),
        value="Lisbon",
        importance=0.9,
        confidence=0.7,
        source="travel-agent",
        at=datetime(2026, 2, 20, 8, 0),
        holds_from=datetime(2025, 5, 1),
        holds_until=datetime(2027, 5, 1),
        expires_at=datetime(2028, 1, 1),
        half_life_days=45,
        tags=["home", "住址"],
        metadata={"country": "PT", "nested": {"list": [1, 2.5, None, True]}},
    ).memory
    kept = space.get(made.id)
    assert kept == made
    assert (str(kept.space), kept.kind, kept.text) == ("user/alice", "identity", "我五月搬到了里斯本 (Lisbon)")
    assert (kept.slot, kept.value) == (Slot("alice", "city"), "Lisbon")
    assert (kept.importance, kept.confidence, kept.half_life_days) == (0.9, 0.7, 45)
    assert (kept.status, kept.superseded_by, kept.version) == (Status.ACTIVE, None, 1)
    assert (kept.access_count, kept.last_accessed_at) == (0, None)
    assert (kept.source.origin, kept.source.tool) == ("user", "travel-agent")
    assert kept.created_at == kept.updated_at == datetime(2026, 2, 20, 8, 0, tzinfo=UTC)
    assert kept.recorded_at == MORNING
    assert kept.holds_from == datetime(2025, 5, 1, tzinfo=UTC)
    assert kept.holds_until == datetime(2027, 5, 1, tzinfo=UTC)
    assert kept.expires_at == datetime(2028, 1, 1, tzinfo=UTC)
    assert kept.tags == ("home", "住址")
    assert kept.metadata == {"country": "PT", "nested": {"list": [1, 2.5, None, True]}}


@requirement("M1")
def test_what_was_left_out_has_its_defaults(surface):
    made = surface.space("user/alice").remember("The river is wide").memory
    assert (made.kind, made.importance, made.confidence) == ("fact", 0.5, 1.0)
    assert made.created_at == made.updated_at == made.holds_from == made.recorded_at == MORNING
    assert (made.slot, made.value, made.expires_at, made.half_life_days) == (None, None, None, None)
    assert (made.tags, made.metadata) == ((), {})


@requirement("M1")
def test_a_memory_rests_on_an_entry_of_the_journal(surface):
    space = surface.space("user/alice")
    made = space.remember("用户偏好靠窗座位").memory
    [turn] = made.source.turns
    [entry] = space.entries().items
    assert (entry.id, entry.text, entry.origin) == (turn, made.text, "user")


@requirement("M2")
def test_the_id_and_never_the_text_identifies_a_memory(anywhere):
    space = anywhere.space("user/alice")
    one = space.remember("Maya works at Acme").memory
    other = space.remember("Nina works at Acme").memory
    space.correct(other.id, "Maya works at Acme")
    assert space.get(one.id).id != space.get(other.id).id
    assert {memory.id for memory in space.list()} == {one.id, other.id}


@requirement("M2")
def test_correcting_keeps_the_id_the_time_and_what_was_not_named(surface, clock):
    space = surface.space("user/alice")
    made = space.remember(
        "Rent is due on the 3rd", importance=0.9, tags=["home"], metadata={"category": "money"}, slot="rent"
    ).memory
    clock.advance(days=10)
    corrected = space.correct(made.id, "Rent is due on the 5th")
    assert corrected.id == made.id
    assert corrected.text == "Rent is due on the 5th"
    assert (corrected.created_at, corrected.holds_from) == (made.created_at, made.holds_from)
    assert corrected.updated_at == MORNING + timedelta(days=10)
    assert (corrected.importance, corrected.tags, corrected.metadata, corrected.slot) == (
        0.9,
        ("home",),
        {"category": "money"},
        Slot("self", "rent"),
    )
    assert corrected == space.get(made.id)


@requirement("M2")
@pytest.mark.parametrize("ways", [{}, {"reason": "just so"}, {"version": 1}])
def test_a_correction_of_nothing_changes_nothing(surface, clock, ways):
    space = surface.space("user/alice")
    kept = space.remember("Rent is due on the 3rd 房租").memory
    lasting = space.permanent.add("说话直接", kind="role").memory
    clock.advance(days=1)
    for memory, correct in ((kept, space.correct), (lasting, space.permanent.correct)):
        assert correct(memory.id, **ways) == memory == space.get(memory.id)
        assert len(space.history(memory.id)) == 1
        with pytest.raises(VersionConflict):
            correct(memory.id, version=7)


@requirement("M2")
@pytest.mark.parametrize(
    ("before", "value", "after", "found"),
    [
        ("We use RabbitMQ for the queue", "RabbitMQ", "We use RabbitMQ for the queue and the mails", "RabbitMQ"),
        ("We use RabbitMQ for the queue", "RabbitMQ", "We use Kafka for the queue", "Kafka"),
        ("消息队列用 RabbitMQ", "RabbitMQ", "消息队列改用 Kafka 了", "Kafka"),
        ("消息队列用 RabbitMQ", "RabbitMQ", "这件事还没有定", None),
    ],
)
def test_a_value_goes_with_the_words_however_they_are_changed(surface, before, value, after, found):
    space = surface.space("project/门店")
    corrected = space.correct(space.remember(before, slot="queue", value=value).memory.id, after)
    assert (corrected.text, corrected.value) == (after, found)
    other = surface.space("project/other")
    other.remember("the queue is Redis", slot="queue", value="Redis", source="planner")
    waiting = other.remember(before, slot="queue", value=value, source="coder")
    edited = other.review.edit(waiting.review, after).memory
    assert (edited.text, edited.value, other.get(slot="queue").value) == (after, found, found)
    lasting = other.permanent.add(before, slot="lasting", value=value).memory
    assert other.permanent.correct(lasting.id, after).value == found


@requirement("M2")
def test_after_a_correction_only_the_new_words_are_found(anywhere):
    space = anywhere.space("user/alice")
    for old, new, gone in (
        ("Maya works at Acme", "Maya works at Beta Corp", "Acme"),
        ("团子每天吃罐头", "团子每天吃冻干", "罐头"),
    ):
        made = space.remember(old).memory
        space.correct(made.id, new)
        assert made.id in [hit.id for hit in space.recall(new)]
        assert made.id not in [hit.id for hit in space.recall(gone)]


@requirement("M2")
def test_everything_that_can_be_corrected_is(surface):
    space = surface.space("user/alice")
    made = space.remember("The kiln is in the back room", tags=["a"], expires_at=datetime(2027, 1, 1)).memory
    corrected = space.correct(
        made.id, tags=["b", "窑"], metadata={"n": 1}, importance=0.2, half_life_days=3.5, expires_at=None
    )
    assert (corrected.text, corrected.tags, corrected.metadata) == (made.text, ("b", "窑"), {"n": 1})
    assert (corrected.importance, corrected.half_life_days, corrected.expires_at) == (0.2, 3.5, None)
    assert [memory.id for memory in space.list(tags=["窑"])] == [made.id]
    assert space.list(tags=["a"]).total == 0
    assert [hit.id for hit in space.recall("kiln", tags=["b"])] == [made.id]


@requirement("M4")
def test_every_verb_that_changes_a_memory_leaves_a_row_of_history(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("I live in Porto", slot="city").memory
    acts = {
        "reinforced": lambda: space.remember("i live in porto."),
        "corrected": lambda: space.correct(made.id, "I live in Porto, Portugal", reason="more exact"),
        "confirmed": lambda: space.confirm(made.id),
        "forgotten": lambda: space.forget(made.id, "她要求的"),
        "restored": lambda: space.restore(made.id, "a mistake"),
        "superseded": lambda: space.remember("I live in Lisbon", slot="city"),
    }
    for act in acts.values():
        clock.advance(hours=1)
        act()
    rows = space.history(made.id)
    assert [row.action for row in rows] == ["added", *acts]
    assert [row.at for row in rows] == [MORNING + timedelta(hours=n) for n in range(7)]
    assert {row.memory_id for row in rows} == {made.id}
    assert all(row.actor for row in rows)
    by_action = {row.action: row for row in rows}
    assert by_action["corrected"].before["text"] == "I live in Porto"
    assert by_action["corrected"].after["text"] == "I live in Porto, Portugal"
    assert by_action["corrected"].reason == "more exact"
    assert by_action["forgotten"].reason == "她要求的"
    assert by_action["forgotten"].after == {"status": "forgotten"}
    assert by_action["restored"].after["status"] == "active"
    assert by_action["restored"].reason == "a mistake"
    assert by_action["superseded"].after["status"] == "superseded"
    assert by_action["superseded"].after["superseded_by"] == space.get(slot="city").id


@requirement("M4")
def test_what_is_before_in_a_row_is_what_was_after_in_the_rows_above_it(surface, clock):
    space = surface.space("user/alice")
    made = space.remember("a b c", importance=0.3).memory
    for text, importance in (("a b d", 0.4), ("a b e", 0.5), ("a b f", 0.6)):
        clock.advance(minutes=1)
        space.correct(made.id, text, importance=importance)
    state: dict[str, object] = {}
    for row in space.history(made.id):
        assert {name: state.get(name) for name in row.before} == row.before
        state |= row.after
    assert (state["text"], state["importance"]) == ("a b f", 0.6)


@requirement("M4")
def test_reading_leaves_no_row(surface):
    space = surface.space("user/alice")
    made = space.remember("靠窗座位").memory
    space.recall("座位")
    space.get(made.id)
    space.explain(made.id)
    space.stats()
    assert len(space.history(made.id)) == 1


@requirement("M5")
def test_a_correction_of_a_state_that_is_gone_is_refused_with_both_versions(surface):
    space = surface.space("user/alice")
    made = space.remember("Invoice terms are 45 days").memory
    space.correct(made.id, "Invoice terms are 30 days", version=1)
    with pytest.raises(VersionConflict) as refused:
        space.correct(made.id, "Invoice terms are 60 days", version=1)
    assert (refused.value.code, refused.value.expected, refused.value.actual) == ("version_conflict", 1, 2)
    assert space.get(made.id).text == "Invoice terms are 30 days"
    assert len(space.history(made.id)) == 2


@requirement("M5")
def test_reading_again_and_retrying_succeeds(anywhere):
    space = anywhere.space("user/alice")
    made = space.remember("terms: 45").memory
    space.correct(made.id, tags=["x"])
    merged = space.correct(made.id, "terms: 30", version=space.get(made.id).version)
    assert (merged.text, merged.tags, merged.version) == ("terms: 30", ("x",), 3)


@requirement("M5")
def test_every_change_raises_the_version_by_one(surface):
    space = surface.space("user/alice")
    made = space.remember("靠窗座位").memory
    versions = [
        space.remember("靠窗座位。").memory.version,
        space.confirm(made.id).version,
        space.correct(made.id, importance=0.9).version,
        space.forget(made.id)[0].version,
        space.restore(made.id).version,
    ]
    assert versions == [2, 3, 4, 5, 6]
    assert space.get(made.id).version == 6


@requirement("M2")
@pytest.mark.parametrize("verb", ["history", "explain", "confirm", "forget", "restore", "correct"])
def test_an_id_that_does_not_exist_is_named_so(surface, verb):
    space = surface.space("user/alice")
    space.remember("something else")
    with pytest.raises(NotFound) as refused:
        getattr(space, verb)("mem_nowhere")
    assert refused.value.code == "not_found"
    assert space.get("mem_nowhere") is None


@requirement("M2")
def test_an_id_of_another_space_does_not_exist_here(anywhere):
    made = anywhere.space("user/alice").remember("alice only").memory
    other = anywhere.space("user/bob")
    other.remember("bob only")
    assert other.get(made.id) is None
    with pytest.raises(NotFound):
        other.forget(made.id)
    assert anywhere.space("user/alice").get(made.id).status == "active"


@requirement("M1")
def test_lists_come_in_pages_that_show_each_memory_once_also_while_others_are_added(anywhere):
    space = anywhere.space("user/alice")
    space.remember_many([f"note number {n}" for n in range(25)])
    seen, cursor = [], None
    while True:
        page = space.list(limit=10, cursor=cursor)
        seen += [memory.text for memory in page]
        space.remember(f"a late note after {len(seen)}")
        cursor = page.next
        if cursor is None or len(seen) > 60:
            break
    assert len(seen) == len(set(seen))
    assert {f"note number {n}" for n in range(25)} <= set(seen)


@requirement("M1")
def test_lists_are_filtered_by_status_kind_and_tag(surface):
    space = surface.space("user/alice")
    tea = space.remember("I prefer tea", tags=["drink", "hot"]).memory
    rule = space.remember("Always knock", tags=["hot"]).memory
    gone = space.remember("I prefer milk", tags=["drink"]).memory
    space.forget(gone.id)

    def ids(**wanted):
        return [memory.id for memory in space.list(**wanted)]

    assert ids() == [tea.id, rule.id]
    assert ids(statuses=["forgotten"]) == ids(statuses="forgotten") == [gone.id]
    assert ids(statuses="all") == [tea.id, rule.id, gone.id]
    assert ids(kinds=["preference"]) == ids(kinds="preference") == [tea.id]
    assert ids(tags=["hot"]) == ids(tags="hot") == [tea.id, rule.id]
    assert ids(tags=["hot", "drink"]) == [tea.id]
    assert ids(kinds=["rule", "preference"], statuses="all", tags=["drink"]) == [tea.id, gone.id]
