"""What a new permanent statement is to those that are there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perdure import Added, Reinforced, Slot, Source, Status, Superseded
from perdure.capture.permanent import PERMANENT, permanent_kind, place
from perdure.errors import InvalidValue, UnknownKind
from perdure.testing.store_suite.base import NOW, memory
from tests.behaviour.requirements import requirement

NAME = Slot("self", "name")
FRESH = memory("fresh", "My name is Ada", kind="profile", slot=NAME, updated_at=NOW, source=Source(turns=("e2",)))
KNOWN = replace(FRESH, id="known", text="my name is Ada.", source=Source(turns=("e1",)), tags=("a",))


@requirement("L9")
class TestPlace:
    def test_what_is_new_is_added(self):
        placed = place(FRESH, [], None, reason="asked")
        assert placed.outcome == Added(memory=FRESH)
        assert [(move.before, move.after, move.action, move.reason) for move in placed.moves] == [
            (None, FRESH, "added", "asked")
        ]

    def test_the_same_again_confirms_and_adds_what_it_rests_on(self):
        again = replace(FRESH, tags=("b",), metadata={"from": "form"})
        placed = place(again, [KNOWN], KNOWN, reason="")
        found = placed.outcome.memory
        assert isinstance(placed.outcome, Reinforced)
        assert (found.id, found.text, found.updated_at, found.version) == ("known", KNOWN.text, NOW, 2)
        assert (found.tags, found.metadata, found.source.turns) == (("a", "b"), {"from": "form"}, ("e1", "e2"))

    @pytest.mark.parametrize(
        "fields", [{"kind": "role"}, {"slot": None}, {"value": "Ada"}, {"status": Status.FORGOTTEN}]
    )
    def test_the_same_words_of_another_kind_slot_value_or_standing_are_another_statement(self, fields):
        assert place(FRESH, [replace(KNOWN, **fields)], None, reason="").outcome == Added(memory=FRESH)

    @pytest.mark.parametrize("kind", ["profile", "identity"])
    def test_what_fills_the_slot_gives_way_permanent_or_not(self, kind):
        held = replace(KNOWN, text="My name is Bea", kind=kind)
        placed = place(FRESH, [], held, reason="")
        assert isinstance(placed.outcome, Superseded)
        assert [(move.after.id, move.after.status) for move in placed.moves] == [
            ("known", Status.SUPERSEDED),
            ("fresh", Status.ACTIVE),
        ]
        assert placed.outcome.old.superseded_by == "fresh"


def test_only_permanent_kinds_are_taken():
    assert set(PERMANENT) == {"profile", "boundary", "role"}
    assert [permanent_kind(name) for name in PERMANENT] == list(PERMANENT)
    with pytest.raises(InvalidValue):
        permanent_kind("fact")
    with pytest.raises(UnknownKind):
        permanent_kind("hunch")
