"""Whatever is handed in: one clear error with a stable code, or it is kept; and nothing already stored is lost."""

from __future__ import annotations

from datetime import date, datetime
from math import inf, nan

import pytest

from perdure import Perdure, PerdureError, Policy, Slot, Turn
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement

KEPT = "备用钥匙 the spare key is with Mrs. Halim"

CALLS = {
    "empty text": (lambda space, made: space.remember(""), "invalid_text"),
    "blank text": (lambda space, made: space.remember(" \u3000\n"), "invalid_text"),
    "text of controls": (lambda space, made: space.remember("\0\x07\u200b"), "invalid_text"),
    "text that is none": (lambda space, made: space.remember(None), "invalid_text"),
    "bytes": (lambda space, made: space.remember(b"text"), "invalid_text"),
    "a text too long": (lambda space, made: space.remember("x" * 1_048_577), "invalid_text"),
    "a chinese text too long": (lambda space, made: space.remember("中" * 349_526), "invalid_text"),
    "unknown kind": (lambda space, made: space.remember("x y", kind="likes"), "unknown_kind"),
    "importance NaN": (lambda space, made: space.remember("x y", importance=nan), "invalid_value"),
    "importance inf": (lambda space, made: space.remember("x y", importance=inf), "invalid_value"),
    "importance below": (lambda space, made: space.remember("x y", importance=-0.01), "invalid_value"),
    "importance above": (lambda space, made: space.remember("x y", importance=1.01), "invalid_value"),
    "importance in words": (lambda space, made: space.remember("x y", importance="high"), "invalid_value"),
    "importance true": (lambda space, made: space.remember("x y", importance=True), "invalid_value"),
    "confidence": (lambda space, made: space.remember("x y", confidence=nan), "invalid_value"),
    "half-life": (lambda space, made: space.remember("x y", half_life_days=0), "invalid_value"),
    "time in words": (lambda space, made: space.remember("x y", at="2026-03-01"), "invalid_value"),
    "a day": (lambda space, made: space.remember("x y", at=date(2026, 3, 1)), "invalid_value"),
    "a time out of reach": (lambda space, made: space.remember("x y", at=datetime.max), "invalid_value"),
    "expiry in seconds": (lambda space, made: space.remember("x y", expires_at=3600), "invalid_value"),
    "slot without a name": (lambda space, made: space.remember("x y", slot=" "), "invalid_value"),
    "slot of a number": (lambda space, made: space.remember("x y", slot=Slot("a", 5)), "invalid_value"),
    "slot too long": (lambda space, made: space.remember("x y", slot="s" * 501), "invalid_value"),
    "value empty": (lambda space, made: space.remember("x y", slot="s", value=""), "invalid_text"),
    "one tag": (lambda space, made: space.remember("x y", tags="home"), "invalid_value"),
    "tag of a number": (lambda space, made: space.remember("x y", tags=[5]), "invalid_value"),
    "metadata of no mapping": (lambda space, made: space.remember("x y", metadata=[1]), "invalid_value"),
    "metadata NaN": (lambda space, made: space.remember("x y", metadata={"a": [nan]}), "invalid_value"),
    "metadata of objects": (lambda space, made: space.remember("x y", metadata={"a": {1, 2}}), "invalid_value"),
    "metadata keys": (lambda space, made: space.remember("x y", metadata={1: 2}), "invalid_value"),
    "an enormous number": (lambda space, made: space.remember("x y", metadata={"a": 10**2_000}), "invalid_value"),
    "misspelt option": (lambda space, made: space.remember("x y", importence=1), "invalid_value"),
    "option of another verb": (lambda space, made: space.remember("x y", version=1), "invalid_value"),
    "a turn of text": (lambda space, made: space.observe(["x y"]), "invalid_value"),
    "a blank turn": (lambda space, made: space.observe([Turn(" ")]), "invalid_text"),
    "a turn too long": (lambda space, made: space.observe([Turn("x" * 1_048_577)]), "invalid_text"),
    "unknown role": (lambda space, made: space.observe([Turn("x y", role="narrator")]), "invalid_value"),
    "speaker of a number": (lambda space, made: space.observe([Turn("x y", speaker=5)]), "invalid_value"),
    "session too long": (lambda space, made: space.observe([Turn("x y", session="s" * 501)]), "invalid_value"),
    "tool calls of text": (lambda space, made: space.observe([Turn("x y", tool_calls=["ls"])]), "invalid_value"),
    "tool calls NaN": (lambda space, made: space.observe([Turn("x y", tool_calls=[{"a": nan}])]), "invalid_value"),
    "source of a number": (lambda space, made: space.observe([Turn("x y")], source=5), "invalid_value"),
    "query of a number": (lambda space, made: space.recall(5), "invalid_query"),
    "query of nothing": (lambda space, made: space.recall(None), "invalid_query"),
    "query of bytes": (lambda space, made: space.recall(b"key"), "invalid_query"),
    "why not a number": (lambda space, made: space.why_not(5, made.id), "invalid_query"),
    "why not nothing there": (lambda space, made: space.why_not("key", "mem_nowhere"), "not_found"),
    "why not misspelt": (lambda space, made: space.why_not("key", made.id, kind="fact"), "invalid_value"),
    "k zero": (lambda space, made: space.recall("key", k=0), "invalid_value"),
    "k negative": (lambda space, made: space.recall("key", k=-1), "invalid_value"),
    "k true": (lambda space, made: space.recall("key", k=True), "invalid_value"),
    "k half": (lambda space, made: space.recall("key", k=2.5), "invalid_value"),
    "k enormous": (lambda space, made: space.recall("key", k=2**70), "invalid_value"),
    "deadline zero": (lambda space, made: space.recall("key", deadline=0), "invalid_value"),
    "deadline negative": (lambda space, made: space.recall("key", deadline=-1), "invalid_value"),
    "deadline NaN": (lambda space, made: space.recall("key", deadline=nan), "invalid_value"),
    "deadline inf": (lambda space, made: space.recall("key", deadline=inf), "invalid_value"),
    "deadline true": (lambda space, made: space.recall("key", deadline=True), "invalid_value"),
    "deadline in words": (lambda space, made: space.recall("key", deadline="1s"), "invalid_value"),
    "when of nothing": (lambda space, made: space.recall("key", when=""), "invalid_value"),
    "when no time": (lambda space, made: space.recall("key", when="soonish"), "invalid_value"),
    "when and since": (lambda space, made: space.recall("key", when="yesterday", since=datetime(2026, 1, 1)), "invalid_value"),
    "as of words": (lambda space, made: space.recall("key", as_of="yesterday"), "invalid_value"),
    "known at a number": (lambda space, made: space.recall("key", known_at=0), "invalid_value"),
    "unknown layer": (lambda space, made: space.recall("key", layers=["diary"]), "invalid_value"),
    "kinds unknown": (lambda space, made: space.recall("key", kinds=["likes"]), "unknown_kind"),
    "tags of numbers": (lambda space, made: space.recall("key", tags=[5]), "invalid_value"),
    "where of no mapping": (lambda space, made: space.recall("key", where="a=b"), "invalid_value"),
    "where of objects": (lambda space, made: space.recall("key", where={"a": object()}), "invalid_value"),
    "since in words": (lambda space, made: space.recall("key", since="yesterday"), "invalid_value"),
    "now of a number": (lambda space, made: space.recall("key", now=0), "invalid_value"),
    "misspelt filter": (lambda space, made: space.recall("key", kind="fact"), "invalid_value"),
    "limit zero": (lambda space, made: space.list(limit=0), "invalid_value"),
    "limit enormous": (lambda space, made: space.list(limit=2**70), "invalid_value"),
    "limit true": (lambda space, made: space.list(limit=True), "invalid_value"),
    "cursor in words": (lambda space, made: space.list(cursor="next"), "invalid_value"),
    "cursor enormous": (lambda space, made: space.list(cursor="9" * 40), "invalid_value"),
    "cursor of a number": (lambda space, made: space.entries(cursor=5), "invalid_value"),
    "unknown status": (lambda space, made: space.list(statuses=["lost"]), "invalid_value"),
    "list of unknown kinds": (lambda space, made: space.list(kinds=["likes"]), "unknown_kind"),
    "entries since words": (lambda space, made: space.entries(since="yesterday"), "invalid_value"),
    "entries limit": (lambda space, made: space.entries(limit=0), "invalid_value"),
    "correct to nothing": (lambda space, made: space.correct(made.id, " "), "invalid_text"),
    "correct importance": (lambda space, made: space.correct(made.id, importance=nan), "invalid_value"),
    "correct misspelt": (lambda space, made: space.correct(made.id, tag=["x"]), "invalid_value"),
    "correct a slot": (lambda space, made: space.correct(made.id, slot="x"), "invalid_value"),
    "correct stale": (lambda space, made: space.correct(made.id, "x y", version=99), "version_conflict"),
    "correct version enormous": (lambda space, made: space.correct(made.id, "x y", version=2**70), "version_conflict"),
    "reason too long": (lambda space, made: space.forget(made.id, "r" * 501), "invalid_value"),
    "reason of a number": (lambda space, made: space.correct(made.id, importance=0.5, reason=5), "invalid_value"),
    "an id of nothing": (lambda space, made: space.forget("mem_nowhere"), "not_found"),
    "half-life of an unknown kind": (lambda space, made: space.set_policy(Policy(half_lives={"likes": 3.0})), "unknown_kind"),
}  # fmt: skip


@requirement("W16", "M1")
@pytest.mark.parametrize("name", CALLS)
def test_a_bad_call_has_its_code_and_changes_nothing(filled, name):
    space, made, before = filled
    call, code = CALLS[name]
    with pytest.raises(PerdureError) as refused:
        call(space, made)
    assert refused.value.code == code
    assert str(refused.value).strip()
    assert state(space) == before
    assert [hit.text for hit in space.recall("spare key")] == [KEPT]


def state(space):
    return [
        [(made.id, made.text, made.version, made.status) for made in space.list(statuses="all")],
        [entry.id for entry in space.entries()],
        [change.action for made in space.list(statuses="all") for change in space.history(made.id)],
        space.policy(),
    ]


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    with Perdure(tmp_path_factory.mktemp("bad"), embedder=HashEmbedder(), timezone="UTC") as memory:
        space = memory.space("user/alice")
        made = space.remember(KEPT).memory
        yield space, made, state(space)


@requirement("W16")
@pytest.mark.parametrize(
    "name",
    [
        "empty text",
        "unknown kind",
        "importance NaN",
        "k zero",
        "query of a number",
        "deadline zero",
        "when no time",
        "why not nothing there",
        "misspelt option",
        "misspelt filter",
        "correct misspelt",
    ],
)
def test_by_every_way_of_calling_the_code_is_the_same(surface, name):
    space = surface.space("user/alice")
    made = space.remember(KEPT).memory
    call, code = CALLS[name]
    with pytest.raises(PerdureError) as refused:
        call(space, made)
    assert refused.value.code == code
    assert space.list(statuses="all").total == 1


@requirement("R10", "R15")
@pytest.mark.parametrize("query", ["", " ", "\u3000\n", "\t\r\n", "\0", "\u200b\ufeff"])
def test_a_blank_query_asks_for_nothing_and_the_trace_says_so(surface, query):
    space = surface.space("user/alice")
    made = space.remember(KEPT).memory
    for asked in (space, surface.view("user/alice", "user/bob")):
        found = asked.recall(query)
        assert (found.hits, found.brief(), found.degraded, found.timed_out) == ((), "", (), False)
        assert len(found.trace.notes) == 1
        assert not found.trace.dropped
    why = space.why_not(query, made.id)
    assert (why.rank, why.stage, type(why.dropped).__name__) == (None, "plan", "Unasked")


@requirement("M1")
@pytest.mark.parametrize(
    ("text", "kept", "query"),
    [
        ("tail after a \0NUL heron", "tail after a NUL heron", "heron"),
        ("\ud800 lone surrogate kayak", "\ufffd lone surrogate kayak", "kayak"),
        ("bell\x07 and \x1b[31mred kiln", "bell and [31mred kiln", "kiln"),
        ("\ufeff团子喜欢\u200b晒太阳", "团子喜欢晒太阳", "晒太阳"),
        ("emoji 👨‍👩‍👧 and क़ and e\u0301 lantern", "emoji 👨‍👩‍👧 and क़ and e\u0301 lantern", "lantern"),
        ("line one\nline two\tcell\r\nabacus", "line one\nline two\tcell\r\nabacus", "abacus"),
        ("\u202eright to left override ferry", "\u202eright to left override ferry", "ferry"),
        ("שלום עולם 团子 mixed", "שלום עולם 团子 mixed", "שלום"),
        ("Robert'); DROP TABLE memories;-- teapot", "Robert'); DROP TABLE memories;-- teapot", "teapot"),
    ],
)
def test_odd_text_is_kept_as_told_and_found(surface, text, kept, query):
    space = surface.space("user/alice")
    made = space.remember(text, tags=[text], metadata={"m": text}, slot=text, value=text).memory
    space.observe([Turn(text, session=text, ref=text, speaker=text)])
    read = space.get(made.id)
    assert (read.text, read.tags[0], read.metadata["m"], read.slot.attribute, read.value) == (kept,) * 5
    assert [hit.text for hit in space.recall(query)] == [kept]
    assert list(space.sessions())[0].id == kept


@requirement("M1")
@pytest.mark.parametrize(
    "metadata",
    [
        {"chat": 2**63 - 1, "negative": 1 - 2**63},
        {"": ""},
        {"中": "文"},
        {"deep": {"a": [[[{"b": None}]]]}},
        {"f": 1e308, "g": 5e-324},
    ],
)
def test_whatever_json_can_hold_comes_back_as_it_was(surface, metadata):
    space = surface.space("user/alice")
    made = space.remember("x y z", metadata=metadata).memory
    assert space.get(made.id).metadata == metadata
    assert [hit.id for hit in space.recall("x y z", where=metadata)] == [made.id]


@requirement("M1")
def test_whole_numbers_of_any_length_come_back_as_they_were(inside):
    space = inside.space("user/alice")
    metadata = {"chat": 2**70, "negative": -(2**70)}
    made = space.remember("x y z", metadata=metadata).memory
    assert space.get(made.id).metadata == metadata
    assert [hit.id for hit in space.recall("x y z", where=metadata)] == [made.id]


@requirement("M1")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"embedder": "no-such-model"}, "invalid_value"),
        ({"embedder": 5}, "invalid_value"),
        ({"timezone": "Mars/Olympus"}, "invalid_value"),
        ({"url": ""}, "invalid_value"),
        ({"url": "postgresql://localhost/x"}, "unsupported_store"),
    ],
)
def test_a_place_that_cannot_be_opened_says_why(tmp_path, options, code):
    with pytest.raises(PerdureError) as refused:
        Perdure(**{"url": tmp_path, "embedder": None, **options})
    assert refused.value.code == code


@requirement("M1")
def test_what_was_closed_says_so(home):
    memory = Perdure(home, embedder=None)
    space = memory.space("user/alice")
    space.remember("x y z")
    memory.close()
    memory.close()
    for call in (lambda: space.remember("x"), lambda: space.recall("x"), lambda: space.list(), lambda: memory.spaces()):
        with pytest.raises(PerdureError) as refused:
            call()
        assert refused.value.code == "store_closed"
