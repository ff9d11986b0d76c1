"""capture, distil, entries, sessions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.behaviour.requirements import requirement

TURNS = (
    {"speaker": "user", "timestamp": "2026-02-03T09:12:00+08:00", "content": "记住：我对花生过敏"},
    {"speaker": "assistant", "timestamp": "2026-02-03T09:12:05+08:00", "content": "Noted."},
    {"speaker": "user", "timestamp": "2026-02-03T09:12:40+08:00", "content": "Remember that I work as a nurse"},
)


def lines(*turns: dict[str, str]) -> str:
    return "".join(json.dumps(turn, ensure_ascii=False) + "\n" for turn in turns)


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    path = tmp_path / "聊天.jsonl"
    path.write_text(lines(*TURNS), encoding="utf-8")
    return path


def texts(outcomes) -> str:
    return "\n".join(outcome["memory"]["text"] for outcome in outcomes)


@pytest.mark.parametrize("option", ["--to", "--space"])
@requirement("W3")
def test_what_a_conversation_tells_becomes_memories(ask, chat: Path, option: str):
    captured = ask("capture", str(chat), option, "user/小明")
    report = captured["reports"][str(chat)]
    assert (captured["space"], report["added"], report["sessions"]) == ("user/小明", 3, ["聊天"])
    distilled = captured["distilled"]
    assert (distilled["entries"], {outcome["outcome"] for outcome in distilled["outcomes"]}) == (3, {"added"})
    assert "花生" in texts(distilled["outcomes"])
    assert "nurse" in texts(distilled["outcomes"])
    held = [memory["text"] for memory in ask("list", "--space", "user/小明")["memories"]]
    assert sorted(held) == sorted(outcome["memory"]["text"] for outcome in distilled["outcomes"])
    assert ask("list")["total"] == 0


def test_what_became_of_each_statement_is_a_table(run, chat: Path):
    shown = run("capture", str(chat))
    assert (shown.code, shown.err) == (0, "")
    told, header, *rows, last = shown.out.splitlines()
    assert told.startswith(str(chat))
    assert header.split() == ["became", "id", "kind", "statement"]
    assert {row.split()[0] for row in rows} == {"added"}
    assert [row for row in rows if "花生" in row]
    assert last.split()[:2] == ["3", "turns"]


def test_the_same_file_again_changes_nothing(ask, chat: Path):
    ask("capture", str(chat))
    before = ask("list")
    again = ask("capture", str(chat))
    assert (again["reports"][str(chat)]["added"], again["reports"][str(chat)]["repeated"]) == (0, 3)
    assert again["distilled"]["outcomes"] == []
    after = ask("list")
    assert [{**memory, "strength": 0} for memory in after["memories"]] == [
        {**memory, "strength": 0} for memory in before["memories"]
    ]


def test_a_changed_mind_shows_what_it_replaced(run, tmp_path: Path):
    first, second = tmp_path / "一.jsonl", tmp_path / "二.jsonl"
    first.write_text(lines({**TURNS[0], "content": "记住：我住在杭州"}), encoding="utf-8")
    second.write_text(
        lines({**TURNS[0], "timestamp": "2026-03-03T09:12:00+08:00", "content": "记住：我现在住在苏州"}),
        encoding="utf-8",
    )
    run("capture", str(first))
    rows = [line.split() for line in run("capture", str(second)).out.splitlines()[2:-1]]
    assert [row[0] for row in rows] == ["added", "superseded"]
    assert f"{rows[0][1]}]" in rows[1]


def test_a_conversation_comes_from_standard_input(run, ask):
    captured = ask("capture", "-", stdin=lines(*TURNS))
    assert (captured["reports"]["-"]["added"], captured["reports"]["-"]["format"]) == (3, "jsonl")
    assert ask("capture", "-", stdin=lines(*TURNS))["reports"]["-"]["repeated"] == 3
    assert ask("capture", "-", stdin=lines(TURNS[0], TURNS[1]))["reports"]["-"]["added"] == 2
    assert ask("list")["total"] == len(captured["distilled"]["outcomes"])


@pytest.mark.parametrize("typed", [b"", b" \n", b"no json at all\n", "座位".encode("gb18030")])
def test_standard_input_that_is_no_conversation_is_refused(run, ask, typed: bytes):
    answered = run("capture", "-", stdin=typed)
    assert (answered.code, answered.out, answered.error) == (2, "", "import_failed")
    assert "standard input" in answered.err
    assert ask("spaces")["spaces"] == []


def test_a_bad_line_costs_only_itself(run, ask):
    answered = run("capture", "-", "--json", stdin=lines(TURNS[0]) + "{half a li\n" + lines(TURNS[2]))
    assert answered.code == 0
    [skip] = answered.json["reports"]["-"]["skips"]
    assert skip["line"] == 2
    assert answered.json["distilled"]["entries"] == 2


def test_a_bad_file_among_others_costs_only_itself_and_is_told(run, chat: Path, tmp_path: Path):
    missing = tmp_path / "nothing.jsonl"
    answered = run("capture", str(missing), str(chat))
    assert (answered.code, answered.error) == (1, "import_failed")
    assert "花生" in answered.out
    listened = run("capture", str(missing), str(chat), "--json")
    assert (listened.code, listened.err) == (1, "")
    assert listened.json["failures"][str(missing)]["code"] == "import_failed"
    assert list(listened.json["reports"]) == [str(chat)]


def test_what_was_imported_is_distilled_when_asked(run, ask, chat: Path):
    ask("import", str(chat), "--yes")
    assert ask("list")["total"] == 0
    assert ask("distil", "--session", "another")["distilled"]["entries"] == 0
    distilled = ask("distil", "--session", "聊天")
    assert (distilled["space"], distilled["distilled"]["entries"]) == ("user/me", 3)
    assert "花生" in texts(distilled["distilled"]["outcomes"])
    again = run("distil")
    assert (again.code, len(again.out.splitlines())) == (0, 1)
    assert ask("list")["total"] == len(distilled["distilled"]["outcomes"])


@requirement("W15")
def test_a_model_that_does_not_answer_is_noted_and_the_rules_stand_in(run, chat: Path, monkeypatch):
    monkeypatch.setenv("PERDURE_LLM", "openai:any")
    monkeypatch.setenv("PERDURE_LLM_URL", "http://127.0.0.1:9/v1")
    run("import", str(chat), "--yes")
    shown = run("distil")
    assert shown.code == 0
    assert "花生" in shown.out
    assert [line.split()[0] for line in shown.err.splitlines()] == ["note:"]


def test_the_journal_can_be_read_by_session_speaker_and_time(run, ask, chat: Path):
    ask("import", str(chat), "--yes")
    ask("remember", "用户喜欢绿茶")
    assert ask("entries")["total"] == 4
    talk = ask("entries", "--session", "聊天")["entries"]
    assert [entry["text"] for entry in talk] == [turn["content"] for turn in TURNS]
    assert [entry["speaker"] for entry in ask("entries", "--speaker", "assistant")["entries"]] == ["assistant"]
    assert ask("entries", "--until", "2026-02-03")["total"] == 3
    assert ask("entries", "--since", "2026-02-03T01:12:02", "--until", "2026-02-04")["total"] == 2
    header, *rows = run("entries", "--session", "聊天").out.splitlines()
    assert header.split() == ["at", "id", "session", "speaker", "text"]
    assert [row.split()[-1] for row in rows][0] == "记住：我对花生过敏"


def test_the_journal_is_read_page_by_page(run, ask, chat: Path):
    ask("import", str(chat), "--yes")
    first = ask("entries", "--limit", "2")
    rest = ask("entries", "--limit", "2", "--cursor", first["next"])
    assert [entry["text"] for entry in first["entries"] + rest["entries"]] == [turn["content"] for turn in TURNS]
    assert rest["next"] is None
    assert f"--cursor {first['next']}" in run("entries", "--limit", "2").out


def test_the_sessions_are_listed_with_who_spoke(run, ask, chat: Path):
    ask("import", str(chat), "--yes")
    [session] = ask("sessions")["sessions"]
    assert (session["id"], session["entries"], session["speakers"]) == ("聊天", 3, ["user", "assistant"])
    row = run("sessions").out.splitlines()[1]
    assert row.split()[:2] == ["聊天", "3"]


def test_an_empty_journal_says_so(run, ask):
    for command in ("entries", "sessions"):
        answered = run(command)
        assert (answered.code, answered.out) == (0, "")
        assert "user/me" in answered.err
    assert ask("entries") == {"entries": [], "total": 0, "next": None}
    assert ask("sessions") == {"sessions": []}
