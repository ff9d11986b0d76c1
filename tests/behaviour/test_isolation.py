"""A space is a wall: no call reads without naming its spaces, and no answer comes from another one."""

from __future__ import annotations

import inspect
from itertools import permutations

import pytest

from perdure import Perdure, Turn, app
from perdure.errors import InvalidSpaceName, InvalidValue
from perdure.testing import FixedEmbedder, HashEmbedder, SequentialIds
from tests.behaviour.requirements import requirement

NAMES = ["user/redis-test", "user/a.b", "user/a b", "user/用户一", "user/x'y", "user/p%q", "user/p_q", "user/UPPER",
         "user/upper", "user/a/b", "user/a:b", "user/*", "user/..", "user/u1 OR 1=1", "project/upper", "global"]  # fmt: skip


def texts(found) -> list[str]:
    return sorted(hit.text for hit in found)


@requirement("R2")
def test_the_same_question_to_two_spaces_has_two_answers(surface):
    surface.space("user/ana").remember("I live in Quito")
    surface.space("user/bo").remember("I live in Riga")
    surface.space("user/bo").observe([Turn("I live on Riga street", session="s")])
    assert texts(surface.space("user/ana").recall("where do I live")) == ["I live in Quito"]
    assert texts(surface.space("user/bo").recall("where do I live")) == ["I live in Riga", "I live on Riga street"]
    assert surface.space("user/cy").recall("where do I live").hits == ()


@requirement("R2")
def test_any_name_is_a_space_of_its_own(surface):
    for name in NAMES:
        surface.space(name).remember(f"the fact of {name}")
    for name in NAMES:
        found = surface.space(name).recall("fact", k=50)
        assert [(hit.text, str(hit.space)) for hit in found] == [(f"the fact of {name}", name)]
    assert sorted(str(summary.name) for summary in surface.spaces()) == sorted(NAMES)


@requirement("R2", "X3")
def test_a_space_is_one_file_and_no_name_leaves_the_folder(surface, home):
    for name in NAMES:
        surface.space(name).remember("x y z")
    surface.close()
    files = [path for path in home.parent.rglob("*.db")]
    assert len([path for path in files if path.name != "catalog.db"]) == len(NAMES)
    assert all(home in path.parents for path in files)
    assert len({str(path).casefold() for path in files}) == len(files)


@requirement("R2")
def test_every_reading_verb_shows_its_own_space_only(surface):
    for name in ("user/ana", "user/zoltan"):
        space = surface.space(name)
        space.remember(f"{name} likes tea")
        space.observe([Turn(f"{name} said so", session=f"{name} talks")])
    space = surface.space("user/ana")
    [made] = space.list()
    for shown in (list(space.list()), list(space.entries()), space.sessions(), space.stats(), space.history(made.id),
                  space.explain(made.id), space.recall("tea said so")):  # fmt: skip
        assert "ana" in str(shown)
        assert "zoltan" not in str(shown)


@requirement("R2")
def test_nothing_is_read_without_naming_a_space(surface):
    surface.space("user/ana").remember("ana only")
    with pytest.raises(InvalidValue):
        surface.view()
    for name in ("", " ", None, "user/", "*", "user"):
        with pytest.raises(InvalidSpaceName):
            surface.space(name)
        with pytest.raises(InvalidSpaceName):
            surface.view("user/ana", name)


@requirement("R2")
def test_the_place_itself_has_no_verb_that_reads_what_is_remembered():
    verbs = {name for name, _ in inspect.getmembers(app.Perdure, callable) if not name.startswith("_")}
    assert not verbs & {"recall", "get", "list", "entries", "history", "explain", "search", "remember", "observe"}


@requirement("R2")
def test_a_neighbour_with_better_matches_takes_no_place(home):
    query = "where is the key"
    near = {f"bo's key number {n}": [1.0, 0.0] for n in range(150)}
    answer = "ana keeps it under the stone"
    with Perdure(
        home, embedder=FixedEmbedder({**near, query: [1.0, 0.0], answer: [0.9, 0.3]}), timezone="UTC"
    ) as memory:
        memory.space("user/bo").remember_many(list(near))
        memory.space("user/ana").remember(answer)
        assert texts(memory.space("user/ana").recall(query)) == [answer]


@requirement("R2")
def test_a_view_reads_the_spaces_it_names_and_no_other(surface):
    for name in ("user/ana", "project/orders", "user/bo"):
        surface.space(name).remember(f"the kayak of {name} is green")
    found = surface.view("user/ana", "project/orders").recall("kayak", k=10)
    assert {str(hit.space) for hit in found} == {"user/ana", "project/orders"}
    assert found.trace.spaces == ("project/orders", "user/ana")
    assert surface.view("user/nobody").recall("kayak").hits == ()


@requirement("R2")
def test_the_order_of_the_spaces_of_a_view_never_matters(surface, clock):
    names = ["user/ana", "project/orders", "user/bo"]
    for number, name in enumerate(names):
        space = surface.space(name)
        space.remember_many([f"kayak {n} belongs to {name}" for n in range(6 + number)])
        space.observe([Turn(f"the kayak {n} is wet", session="s", speaker=name) for n in range(4)])
    answers = {
        tuple((hit.id, str(hit.space), hit.score) for hit in surface.view(*order).recall("wet kayak 3", k=12))
        for order in permutations(names)
    }
    assert len(answers) == 1
    assert len(answers.pop()) == 12
    assert len(surface.view("user/ana", "user/ana").recall("kayak 3", k=50)) == len(
        surface.space("user/ana").recall("kayak 3", k=50)
    )


@requirement("R2")
def test_one_id_in_two_spaces_is_two_memories(home, clock):
    ids = {name: "" for name in ("user/ana", "user/bo")}
    for name in ids:
        with Perdure(home, embedder=HashEmbedder(), clock=clock, ids=SequentialIds(), timezone="UTC") as memory:
            ids[name] = memory.space(name).remember(f"the kayak of {name}").memory.id
    assert len(set(ids.values())) == 1
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        found = memory.view(*ids).recall("kayak")
        assert texts(found) == ["the kayak of user/ana", "the kayak of user/bo"]
        memory.space("user/ana").forget(ids["user/ana"])
        assert texts(memory.view(*ids).recall("kayak")) == ["the kayak of user/bo"]
        assert memory.space("user/bo").get(ids["user/bo"]).access_count == 2


@requirement("R2")
def test_a_deleted_space_is_gone_with_everything_in_it(surface, home):
    surface.space("user/ana").remember("ana's heron secret")
    surface.space("user/bo").remember("bo's note")
    surface.space("user/ana").recall("heron")
    assert surface.delete_space("user/ana") is True
    assert surface.delete_space("user/ana") is False
    assert [str(summary.name) for summary in surface.spaces()] == ["user/bo"]
    assert surface.space("user/ana").recall("heron secret").hits == ()
    assert b"heron" not in b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    surface.space("user/ana").remember("a new beginning")
    assert texts(surface.space("user/ana").recall("beginning")) == ["a new beginning"]


@requirement("R2")
def test_reading_a_space_that_was_never_written_makes_none(surface, home):
    space = surface.space("user/nobody")
    assert space.recall("anything").hits == ()
    assert (space.list().total, space.entries().total, list(space.sessions())) == (0, 0, [])
    assert space.get("mem_1") is None
    assert space.stats().memories == {}
    assert surface.spaces() == []
    assert [path for path in home.rglob("*nobody*")] == []
