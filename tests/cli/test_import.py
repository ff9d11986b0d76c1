"""import, staged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

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


@pytest.fixture
def mem0(tmp_path: Path) -> Path:
    """Memories of two people."""
    told = (("1", "用户喜欢绿茶", "alice"), ("2", "The ladder is at Tom's", "alice"), ("3", "周二部署", "小明"))
    records = [
        {
            "id": name,
            "memory": text,
            "user_id": owner,
            "hash": "0",
            "metadata": None,
            "created_at": "2026-01-05T08:00:00Z",
        }
        for name, text, owner in told
    ]
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps({"results": records}, ensure_ascii=False), encoding="utf-8")
    return path


def texts(ask: Any, space: str) -> list[str]:
    return [memory["text"] for memory in ask("list", "--space", space)["memories"]]


# Letting it in


@pytest.mark.parametrize("option", ["--to", "--space"])
def test_an_imported_conversation_is_recalled(ask, chat: Path, option: str):
    report = ask("import", str(chat), "--yes", option, "user/小明")["reports"][str(chat)]
    assert (report["conversations"], report["added"], report["repeated"], report["skips"]) == (1, 3, 0, [])
    [hit] = ask("recall", "里斯本", "--space", "user/小明", "-k", "1")["hits"]
    assert (hit["text"], hit["at"]) == ("下周二我要去里斯本", "2026-02-03T01:12:00+00:00")


def test_the_same_file_twice_stores_nothing_twice(ask, chat: Path):
    ask("import", str(chat), "--yes")
    again = ask("import", str(chat), "--yes")["reports"][str(chat)]
    assert (again["added"], again["repeated"]) == (0, 3)
    assert ask("stats")["entries"] == 3


def test_a_line_that_cannot_be_read_is_named_and_costs_only_itself(run, ask, chat: Path):
    lines = chat.read_text(encoding="utf-8").splitlines()
    chat.write_text("\n".join([lines[0], "{half a li", lines[2]]) + "\n", encoding="utf-8")
    shown = run("import", str(chat), "--yes")
    assert shown.code == 0
    assert "line 2" in shown.out
    [skip] = ask("import", str(chat), "--yes")["reports"][str(chat)]["skips"]
    assert skip["line"] == 2
    assert ask("stats")["entries"] == 2


def test_memories_of_several_people_go_to_spaces_of_their_own_unless_they_are_mapped(ask, mem0: Path):
    ask("import", str(mem0), "--yes")
    assert texts(ask, "user/alice") == ["用户喜欢绿茶", "The ladder is at Tom's"]
    assert texts(ask, "user/小明") == ["周二部署"]
    ask("import", str(mem0), "--yes", "--map", "alice=project/house", "--map", "*=user/me")
    assert texts(ask, "project/house") == ["用户喜欢绿茶", "The ladder is at Tom's"]
    assert texts(ask, "user/me") == ["周二部署"]


@pytest.mark.parametrize("pair", ["alice", "alice=me", "nobody=user/me", "="])
def test_a_mapping_that_leads_nowhere_is_refused(run, ask, mem0: Path, pair: str):
    answered = run("import", str(mem0), "--map", pair)
    assert answered.code == 2
    assert answered.error in ("invalid_value", "invalid_space_name")
    assert ask("staged")["imports"] == []


def test_what_is_there_already_is_shown_beside_what_comes(run, mem0: Path):
    run("remember", "用户喜欢绿茶。", "--at", "2025-01-01")
    shown = run("import", str(mem0), "--space", "user/me", "--dry-run").out
    assert "repeats 1" in shown
    assert "用户喜欢绿茶。" in shown


def test_what_would_be_in_doubt_is_shown_beside_what_comes(run, tmp_path: Path):
    run("remember", "My desk is on floor 3", "--at", "2025-01-01")
    told = {"created_at": "2026-01-05T08:00:00Z", "user_id": "me", "hash": "0"}
    path = tmp_path / "m.json"
    records = [{"id": "1", "memory": "My desk is on floor 9", **told}, {"id": "2", "memory": "弹大提琴", **told}]
    path.write_text(json.dumps({"results": records}), encoding="utf-8")
    shown = run("import", str(path), "--space", "user/me", "--dry-run").out
    assert "new 2" in shown
    assert "My desk is on floor 3" in shown
    assert "弹大提琴" not in shown


def test_what_happens_to_each_field_is_shown(run, mem0: Path):
    shown = run("import", str(mem0), "--dry-run").out
    [line] = [line for line in shown.splitlines() if line.startswith("user_id")]
    assert "mapped" in line


# Letting it wait


def test_without_a_terminal_it_waits_and_says_how_to_go_on(run, ask, mem0: Path):
    answered = run("import", str(mem0))
    assert answered.code == 0
    [staged] = ask("staged")["imports"]
    assert (staged["state"], staged["memories"], staged["verdicts"]) == ("open", 3, {"new": 3})
    assert f"perdure staged apply {staged['id']}" in answered.err
    assert ask("spaces")["spaces"] == []
    assert run("staged", "apply", staged["id"]).code == 0
    assert texts(ask, "user/小明") == ["周二部署"]
    again = run("staged", "apply", staged["id"])
    assert (again.code, again.error) == (1, "import_settled")


def test_an_import_is_looked_through_and_decided_on(run, ask, mem0: Path):
    found = ask("import", str(mem0), "--stage", "--space", "user/me")
    [staged] = found["staged"].values()
    assert (found["reports"], staged["state"]) == ({}, "open")
    ask("staged", "drop", staged["id"], "1", "3")
    ask("staged", "keep", staged["id"], "3")
    ask("staged", "edit", staged["id"], "2", "梯子在 Ann 家")
    page = ask("staged", "show", staged["id"])["page"]
    assert [(item["number"], item["decision"]) for item in page["items"]] == [(1, "drop"), (2, "edit"), (3, "keep")]
    assert [item["number"] for item in ask("staged", "show", staged["id"], "--decision", "drop")["page"]["items"]] == [
        1
    ]
    shown = run("staged", "show", staged["id"]).out
    assert "梯子在 Ann 家" in shown
    [report] = ask("staged", "apply", staged["id"])["reports"].values()
    assert (report["memories"], report["left_out"]) == ({"new": 2}, 1)
    assert texts(ask, "user/me") == ["梯子在 Ann 家", "周二部署"]
    assert run("staged").out.splitlines()[1].split()[:2] == [staged["id"], "applied"]
    assert run("staged", "show", staged["id"]).code == 0


def test_a_discarded_import_is_gone(run, ask, mem0: Path):
    [staged] = ask("import", str(mem0))["staged"].values()
    assert ask("staged", "discard", staged["id"])["discarded"] is True
    assert run("staged", "discard", staged["id"]).code == 1
    assert (run("staged").code, run("staged").out) == (0, "")


def test_a_dry_run_leaves_nothing(run, ask, home: Path, mem0: Path):
    answered = run("import", str(mem0), "--dry-run")
    assert answered.code == 0
    assert ask("staged")["imports"] == []
    assert [
        path for path in home.rglob("*") if path.is_file() and path.suffix == ".db" and "spaces" in path.parts
    ] == []


def test_three_ways_at_once_are_none(run, mem0: Path):
    answered = run("import", str(mem0), "--yes", "--dry-run")
    assert (answered.code, answered.error) == (2, "invalid_value")


def test_a_dry_run_names_no_import_that_will_not_be_there(run, mem0: Path):
    assert "imp_" not in run("import", str(mem0), "--dry-run").out
    assert "imp_" in run("import", str(mem0)).out


def test_an_import_in_which_nothing_can_be_kept_does_not_wait(run, ask, tmp_path: Path):
    path = tmp_path / "m.json"
    told = {"user_id": "me", "hash": "0", "metadata": None, "created_at": "2026-01-05T08:00:00Z"}
    path.write_text(json.dumps({"results": [{"id": "1", "memory": " ", **told}]}), encoding="utf-8")
    assert run("import", str(path), "--space", "user/me").code == 1
    assert ask("staged")["imports"] == []


def test_only_what_waits_to_be_distilled_is_said_to(run, ask, chat: Path, mem0: Path, tmp_path: Path):
    assert "perdure distil" in run("import", str(chat), "--yes").err
    assert "perdure distil" not in run("import", str(chat), "--yes").err
    assert "perdure distil" not in run("import", str(mem0), "--yes").err
    assert "perdure distil --space user/me" in run("list").err
    ask("remember", "用户喜欢绿茶", "--space", "user/tea")
    ask("export", "user/tea", "-o", str(tmp_path / "tea.perdure"))
    assert "perdure distil" not in run("import", str(tmp_path / "tea.perdure"), "--yes", "--space", "user/cup").err
    assert "perdure distil" not in run("list", "--space", "user/nobody").err


@pytest.mark.parametrize("command", ["show", "apply"])
def test_an_import_that_there_is_not_is_told(run, command: str):
    answered = run("staged", command, "imp_nothing")
    assert (answered.code, answered.error) == (1, "not_found")


# Files


def test_a_file_that_is_not_there_is_refused(run, tmp_path: Path):
    answered = run("import", str(tmp_path / "nothing.jsonl"))
    assert (answered.code, answered.error) == (2, "import_failed")


def test_several_files_are_read_in_one_go(run, ask, chat: Path, mem0: Path):
    found = ask("import", str(chat), str(mem0), "--yes", "--space", "user/me")
    assert list(found["reports"]) == [str(chat), str(mem0)]
    assert ask("stats")["entries"] == 6  # three turns, and one of each memory


def test_a_bad_file_among_others_costs_only_itself_and_is_told(run, ask, chat: Path, tmp_path: Path):
    missing, empty = tmp_path / "nothing.jsonl", tmp_path / "空.jsonl"
    empty.touch()
    answered = run("import", str(missing), str(chat), str(empty), "--yes")
    assert answered.code == 1
    told = [line.partition(":")[0] for line in answered.err.splitlines()]
    assert [line for line in told if line.startswith("error")] == ["error [import_failed]"] * 2
    assert all(path.name in answered.err for path in (missing, empty))
    assert ask("stats")["entries"] == 3
    listened = run("import", str(missing), str(chat), str(empty), "--yes", "--json")
    assert (listened.code, listened.err) == (1, "")
    assert list(listened.json["reports"]) == [str(chat)]
    assert {path: why["code"] for path, why in listened.json["failures"].items()} == {
        str(missing): "import_failed",
        str(empty): "import_failed",
    }


def test_standard_input_is_a_file_too(ask, run, mem0: Path):
    content = mem0.read_bytes()
    [report] = ask("import", "-", "--yes", "--space", "user/me", stdin=content)["reports"].values()
    assert (report["format"], report["memories"]) == ("mem0", {"new": 3})
    answered = run("import", "-", stdin=b"prose\0")
    assert (answered.code, "standard input" in answered.err) == (2, True)


@pytest.mark.parametrize("command", ["import", "capture"])
def test_one_space_to_write_to_is_one_space(run, ask, chat: Path, command: str):
    answered = run(command, str(chat), "--to", "user/小明", "--space", "user/小红")
    assert (answered.code, answered.out, answered.error) == (2, "", "invalid_value")
    assert ask("spaces")["spaces"] == []
    assert run(command, str(chat), "--to", "user/小明", "--space", "user/小明").code == 0


def test_an_encrypted_archive_takes_its_passphrase_from_a_file(run, ask, tmp_path: Path):
    ask("remember", "用户喜欢绿茶")
    secret, archive = tmp_path / "secret", tmp_path / "me.perdure"
    secret.write_text("correct horse 电池\n", encoding="utf-8")
    assert run("export", "user/me", "-o", str(archive), "--passphrase-file", str(secret)).code == 0
    assert run("import", str(archive), "--yes", "--space", "user/other").error == "wrong_passphrase"
    ask("import", str(archive), "--yes", "--space", "user/other", "--passphrase-file", str(secret))
    assert texts(ask, "user/other") == ["用户喜欢绿茶"]
    assert run("import", str(archive), "--passphrase-file", str(tmp_path / "none")).error == "invalid_value"
