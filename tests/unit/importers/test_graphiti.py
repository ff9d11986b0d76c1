"""Graphiti's graphs, in every shape that its databases give them, and Zep's, which are alike."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Status
from perdure.errors import ImportFailed, InvalidText
from perdure.transfer.found import Heard, Statement
from tests.unit.importers.reading import SAMPLES, Reading, read, written

MARCH = datetime(2026, 3, 1, tzinfo=UTC)
FACT = {
    "uuid": "e-1",
    "group_id": "mei",
    "name": "LIKES",
    "fact": "Mei likes tea",
    "source_node_uuid": "a",
    "target_node_uuid": "b",
}


def statements(found: Reading) -> dict[str, Statement]:
    return {item.text: item for item in found.items if isinstance(item, Statement)}


def graph(**lists: list[dict[str, object]]) -> dict[str, object]:
    return {"episodes": [], "entities": [], "edges": [], **lists}


# Facts


def test_a_fact_holds_by_the_time_of_the_world_and_is_superseded_by_that_of_the_system():
    found = statements(read(SAMPLES / "graphiti.json"))
    lives, lived = found["Mei 住在里斯本"], found["Mei lives in Shanghai"]
    assert (lives.status, lives.holds_from, lives.holds_until) == (Status.ACTIVE, MARCH, None)
    assert (lived.status, lived.holds_until) == (Status.SUPERSEDED, MARCH)
    assert lived.at == datetime(2025, 5, 1, tzinfo=UTC)
    assert lives.metadata == {"subject": "Mei", "relation": "LIVES_IN", "object": "里斯本"}


@pytest.mark.parametrize(
    ("times", "status", "until"),
    [
        ({"invalid_at": "2026-03-01T00:00:00Z"}, Status.ACTIVE, MARCH),
        ({"expired_at": "2026-03-01T00:00:00Z"}, Status.SUPERSEDED, None),
        ({"expired_at": "never", "invalid_at": "0000-00-00"}, Status.ACTIVE, None),
        ({"invalid_at": "2026-03-01T00:00:00.000000000Z[UTC]"}, Status.ACTIVE, MARCH),
    ],
)
def test_the_two_times_of_a_fact_are_never_mixed(tmp_path, times, status, until):
    found = statements(read(written(tmp_path / "g.json", graph(edges=[FACT | times]))))["Mei likes tea"]
    assert (found.status, found.holds_until) == (status, until)
    assert found.record == FACT | times


def test_vectors_stay_behind_and_every_other_field_has_a_fate():
    found = read(SAMPLES / "graphiti.json")
    assert found.fate("edge.fact_embedding") == {Fate.DROPPED}
    assert found.fate("edge.fact") == {Fate.MAPPED}
    assert found.fate("edge.attributes") == {Fate.KEPT_RAW}
    assert not any("embedding" in name for item in statements(found).values() for name in item.record)


# Entities and episodes


def test_the_summary_of_an_entity_is_a_summary_and_one_without_says_nothing():
    found = read(SAMPLES / "graphiti.json")
    summary = statements(found)["Mei is a translator who moved to Lisbon."]
    assert (summary.kind, summary.tags, summary.metadata) == ("summary", ("Person",), {"entity": "Mei"})
    assert "里斯本" not in statements(found)
    assert Fate.DROPPED in found.fate("entity.name")


def test_an_episode_of_several_speakers_is_as_many_turns():
    found = read(SAMPLES / "graphiti.json").heard
    assert [(each.turn.speaker, each.turn.role, each.turn.text) for each in found[:2]] == [
        ("mei", "user", "我三月从上海搬到了里斯本。"),
        ("helper", "assistant", "Noted, 里斯本!"),
    ]
    assert found[0].turn.at == datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    assert (found[2].turn.channel, found[2].owner) == ("document", "mei")


@pytest.mark.parametrize(
    ("content", "turns"),
    [
        ("小雨：你好", [("小雨", "你好")]),
        ("see https://example.org: it is good", [("user", "see https://example.org: it is good")]),
        ("12:30 at the station", [("user", "12:30 at the station")]),
        ("ann: first\nand more of it", [("ann", "first\nand more of it")]),
        ("no speaker at all", [("user", "no speaker at all")]),
    ],
)
def test_a_speaker_is_taken_for_one_only_where_it_is(tmp_path, content, turns):
    episode = {"uuid": "ep", "group_id": "mei", "source": "message", "content": content}
    found = read(written(tmp_path / "g.json", graph(episodes=[episode])))
    assert [(each.speaker, each.text) for each in found.turns] == turns


# Shapes


def test_rows_of_neo4j_are_read_however_they_are_wrapped():
    found = read(SAMPLES / "graphiti.neo4j.jsonl")
    facts = statements(found)
    assert facts["Mei 住在里斯本"].metadata == {"subject": "Mei", "relation": "LIVES_IN", "object": "里斯本"}
    assert facts["Mei 住在里斯本"].record["since"] == "March"
    assert facts["Mei lived in Shanghai"].metadata["subject"] == "Mei"
    assert found.turns[0].text == "我住在里斯本"
    assert found.fate("graph structure") == {Fate.DROPPED}


def test_attributes_that_kuzu_keeps_as_a_string_are_read():
    found = statements(read(SAMPLES / "graphiti.kuzu.json"))
    assert found["Mei: occupation: 翻译"].kind == "summary"
    assert found["Mei 住在里斯本"].at == datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def test_rows_of_a_table_are_read():
    found = read(SAMPLES / "graphiti.neptune.csv")
    assert statements(found)["Mei 住在里斯本"].status is Status.SUPERSEDED
    assert (found.turns[0].speaker, found.turns[0].role) == ("Mei", "user")


def test_a_folder_of_dumps_is_one_graph(tmp_path):
    edge = {"r": FACT}
    written(tmp_path / "dump" / "edges.jsonl", json.dumps(edge))
    written(tmp_path / "dump" / "nodes.json", [{"n": {"uuid": "a", "name": "Mei", "group_id": "mei", "summary": ""}}])
    found = read(tmp_path / "dump")
    assert (found.format, statements(found)["Mei likes tea"].metadata["subject"]) == ("graphiti", "Mei")


# What is broken


def test_a_bad_record_costs_itself(tmp_path):
    broken = [
        FACT | {"fact": ""},
        7,
        FACT | {"uuid": "e-2", "fact": "Mei likes 面条"},
        FACT | {"attributes": {"a": [[[[]]]]}},
    ]
    found = read(written(tmp_path / "g.json", graph(edges=broken)))
    assert list(statements(found)) == ["Mei likes 面条", "Mei likes tea"]
    assert [skip.code for skip in found.skips] == [InvalidText.code, "invalid_input"]


def test_a_file_that_breaks_off_gives_what_was_whole(tmp_path):
    whole = (SAMPLES / "graphiti.json").read_bytes()
    found = read(written(tmp_path / "g.json", whole[: whole.index(b'"edges"') + 12]))
    assert len(found.heard) == 3
    assert [skip.code for skip in found.skips] == ["invalid_input"]


def test_what_holds_no_graph_at_all_is_refused(tmp_path):
    with pytest.raises(ImportFailed):
        read(written(tmp_path / "g.json", graph()), "graphiti")


# Zep


def test_the_messages_of_a_thread_are_turns_of_its_user():
    found = read(SAMPLES / "zep.json")
    assert found.format == "zep"
    assert [(each.owner, each.turn.session, each.turn.speaker, each.turn.role) for each in found.heard] == [
        ("mei", "t-1", "Mei", "user"),
        ("mei", "t-1", "assistant", "assistant"),
    ]


def test_facts_of_the_graph_and_of_a_session_belong_to_the_only_user():
    found = statements(read(SAMPLES / "zep.json"))
    assert {item.owner for item in found.values()} == {"mei"}
    assert found["Mei 不吃香菜"].session == "t-1"
    assert found["Mei 住在里斯本"].holds_from == MARCH
    assert found["Mei lives in Shanghai"].status is Status.SUPERSEDED
    assert found["Name: Mei Lin"].kind == "identity"


def test_an_account_is_no_memory():
    found = read(SAMPLES / "zep.json")
    assert found.fate("user.email") == {Fate.DROPPED}
    assert "mei@example.org" not in str(found.items)


def test_edges_of_the_fourth_version_are_read():
    found = statements(read(SAMPLES / "zep.graph.json"))
    assert found["Mei likes green tea"].status is Status.SUPERSEDED
    assert found["Mei 住在里斯本"].record["episodes"] == ["ep-1"]


def test_what_a_session_of_the_second_version_knew_is_read(tmp_path):
    memory = {
        "context": "made of the facts",
        "messages": [{"uuid": "m", "role": "小雨", "role_type": "user", "content": "好", "created_at": 1767225600}],
        "relevant_facts": [
            {"uuid": "f", "fact": "小雨 likes tea", "rating": 0.75, "created_at": "2026-01-01T00:00:00Z"}
        ],
        "summary": {"uuid": "s", "content": "They spoke of tea.", "created_at": "2026-01-01T00:00:00Z"},
    }
    found = read(written(tmp_path / "memory.json", memory))
    assert (found.format, found.turns[0].speaker, found.turns[0].role) == ("zep", "小雨", "user")
    assert statements(found)["小雨 likes tea"].importance == 0.75
    assert statements(found)["They spoke of tea."].kind == "summary"
    assert found.fate("context") == {Fate.DROPPED}
    assert isinstance(found.items[0], Heard)


def test_a_fact_names_the_turns_of_its_episodes(tmp_path):
    edges = [{"uuid": "e", "fact": "they swim", "group_id": "g", "episodes": ["p", "q", 7, "p"]}]
    episodes = [
        {"uuid": "p", "content": "ann: hi\n小雨: 你好", "group_id": "g", "source": "message"},
        {"uuid": "q", "content": "ann: hello", "group_id": "g", "source": "message"},
    ]
    found = read(written(tmp_path / "g.json", graph(edges=edges, episodes=episodes)))
    [fact] = [item for item in found.items if isinstance(item, Statement)]
    assert fact.turns == ("p#1", "p#2", "q", "7")
    assert [item.turn.ref for item in found.heard] == ["p#1", "p#2", "q"]
    assert found.fate("edge.episodes") == {Fate.MAPPED}


def test_a_fact_of_zep_names_the_messages_that_it_was_made_of(tmp_path):
    thread = {"thread_id": "t", "user_id": "ann", "messages": [{"uuid": "m-1", "role": "user", "content": "我爱游泳"}]}
    facts = [{"uuid": "f", "fact": "ann swims", "episode_uuids": ["m-1"], "graph_uuid": "x"}]
    found = read(written(tmp_path / "z.json", {"threads": [thread], "facts": facts}))
    [fact] = [item for item in found.items if isinstance(item, Statement)]
    assert (found.format, fact.turns, found.heard[0].turn.ref) == ("zep", ("m-1",), "m-1")
