"""verify, verify --draft."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.behaviour.requirements import requirement

LIST = """
[[question]]
question = "坐车喜欢什么座位"
must_contain = "靠窗"

[[question]]
question = "Where does the kayak hang?"
must_contain = ["shed", "ceiling"]
must_not_contain = "garage"
"""


@pytest.fixture
def questions(tmp_path: Path) -> str:
    path = tmp_path / "questions.toml"
    path.write_text(LIST, encoding="utf-8")
    return str(path)


@pytest.fixture
def told(ask) -> dict[str, str]:
    """Two memories, the second of which lacks something."""
    texts = {"seat": "用户坐车偏好靠窗座位", "kayak": "The kayak hangs in the shed"}
    return {name: ask("remember", text)["memory"]["id"] for name, text in texts.items()}


def rows(out: str) -> list[list[str]]:
    return [line.split(maxsplit=1) for line in out.splitlines()]


@requirement("P7")
def test_the_table_says_what_passed_what_failed_and_why(run, questions, told):
    answered = run("verify", questions)
    assert answered.code == 1
    header, first, second, last = rows(answered.out)
    assert header == ["question", "why"] or header[0] == "question"
    assert (first[0], first[1].strip()) == ("passed", "坐车喜欢什么座位")
    assert second[0] == "failed"
    assert all(part in second[1] for part in ("“ceiling”", "The kayak hangs in the shed"))
    assert "“shed”" not in second[1]
    assert last[0] == "1"


@requirement("P7")
def test_a_list_that_passes_exits_with_0(run, ask, questions, told):
    ask("correct", told["kayak"], "The kayak hangs from the ceiling of the shed")
    assert run("verify", questions).code == 0
    document = ask("verify", questions)
    assert document["passed"] is True
    assert [each["answers"][0] for each in document["checks"]] == [
        "用户坐车偏好靠窗座位",
        "The kayak hangs from the ceiling of the shed",
    ]


@requirement("P7")
def test_a_program_gets_every_question_and_the_same_exit_code(run, questions, told):
    answered = run("verify", questions, "--json")
    assert (answered.code, answered.err) == (1, "")
    assert [(each["passed"], each["missing"], each["unwanted"]) for each in answered.json["checks"]] == [
        (True, [], []),
        (False, ["ceiling"], []),
    ]
    assert answered.json["checks"][0]["check"]["space"] == "user/me"
    assert "against" not in answered.json


@requirement("P7")
def test_before_and_after_stand_side_by_side(run, ask, questions, told, tmp_path):
    kept = str(tmp_path / "before.json")
    assert run("verify", questions, "--save", kept).code == 1
    assert "靠窗" in Path(kept).read_text(encoding="utf-8")
    ask("correct", told["kayak"], "The kayak hangs from the ceiling of the shed")
    better = run("verify", questions, "--against", kept)
    assert better.code == 0
    assert [line.split()[:3] for line in better.out.splitlines()[1:3]] == [
        ["passed", "passed", "still"],
        ["failed", "passed", "fixed"],
    ]
    ask("forget", told["seat"])
    ask("correct", told["kayak"], "The kayak hangs in the garage")
    worse = run("verify", questions, "--against", kept, "--json")
    assert worse.code == 1
    assert worse.json["well"] is False
    assert [each["verdict"] for each in worse.json["against"]] == ["broke", "still fails"]
    assert worse.json["checks"][1]["unwanted"] == ["garage"]


@requirement("P7")
def test_what_failed_before_and_fails_still_is_no_reason_to_stop(run, questions, told, tmp_path):
    kept = str(tmp_path / "before.json")
    run("verify", questions, "--save", kept)
    assert run("verify", questions, "--against", kept, "--save", kept).code == 0
    assert run("verify", questions, "--against", kept).code == 0


@requirement("P7", "P6")
def test_a_snapshot_answers_as_it_did_when_it_was_made(run, ask, questions, told):
    ask("correct", told["kayak"], "The kayak hangs from the ceiling of the shed")
    snapshot = ask("snapshot", "create")["id"]
    ask("forget", told["seat"])
    assert run("verify", questions).code == 1
    assert run("verify", questions, "--snapshot", snapshot).code == 0
    assert "靠窗座位" in run("verify", "--draft", "--snapshot", snapshot).out
    assert "靠窗座位" not in run("verify", "--draft").out


@pytest.mark.parametrize("words", [("{list}",), ("--draft",)])
def test_a_snapshot_that_is_not_there_is_told(run, questions, words):
    answered = run("verify", *(word.format(list=questions) for word in words), "--snapshot", "snap_没有")
    assert (answered.code, answered.error) == (1, "not_found")


def test_questions_of_several_spaces_name_them(run, ask, tmp_path):
    ask("remember", "the database is PostgreSQL", "--space", "project/订单")
    ask("remember", "the kayak is in the shed")
    path = tmp_path / "questions.toml"
    path.write_text(
        'space = "project/订单"\n[[question]]\nquestion = "which database"\nmust_contain = "PostgreSQL"\n'
        '[[question]]\nquestion = "kayak"\nspace = "user/me"\nmust_contain = "shed"\n',
        encoding="utf-8",
    )
    answered = run("verify", str(path))
    assert answered.code == 0
    assert [line.split()[:2] for line in answered.out.splitlines()[1:3]] == [
        ["passed", "project/订单"],
        ["passed", "user/me"],
    ]


def test_a_list_without_a_space_is_asked_of_that_of_the_command(run, ask, questions):
    ask("remember", "用户坐车偏好靠窗座位", "--space", "user/小雨")
    ask("remember", "The kayak hangs from the ceiling of the shed", "--space", "user/小雨")
    assert run("verify", questions).code == 1
    assert run("verify", questions, "--space", "user/小雨").code == 0


def test_nothing_that_an_answer_says_reaches_the_terminal_as_a_command(run, ask, tmp_path):
    ask("remember", "the kayak [bold]\u202egarage")
    path = tmp_path / "questions.toml"
    path.write_text('[[question]]\nquestion = "kayak [red]"\nmust_contain = "shed"\n', encoding="utf-8")
    out = run("verify", str(path)).out
    assert "\u202e" not in out
    assert all(part in out for part in ("kayak [red]", "[bold]"))


@pytest.mark.parametrize(
    "words", [(), ("{list}", "--draft"), ("--draft", "--save", "x.json"), ("--draft", "--against", "{list}"), ("没有.toml",), ("{list}", "--against", "没有.json"), ("{list}", "--against", "{list}")]
)  # fmt: skip
def test_what_cannot_be_asked_is_told_in_one_line(run, questions, words):
    answered = run("verify", *(word.format(list=questions) for word in words))
    assert answered.code == 2
    assert len(answered.err.splitlines()) == 1
    assert answered.error in ("invalid_input", "invalid_value")


def test_results_that_cannot_be_kept_are_told(run, questions, told, tmp_path):
    answered = run("verify", questions, "--save", str(tmp_path / "没有" / "before.json"))
    assert (answered.code, answered.error) == (1, "export_failed")


@requirement("P7", "P6")
def test_a_snapshot_is_asked_about_its_own_space_and_no_other(run, ask, questions, tmp_path):
    ask("remember", "用户坐车偏好靠窗座位", "--space", "user/小雨")
    shot = ask("snapshot", "create", "--space", "user/小雨")["id"]
    checks = ask("verify", "--draft", "--snapshot", shot)
    assert checks["space"] == "user/小雨"
    found = run("verify", questions, "--snapshot", shot, "--json").json["checks"]
    assert [(each["check"]["space"], each["passed"]) for each in found] == [("user/小雨", True), ("user/小雨", False)]
    path = tmp_path / "other.toml"
    path.write_text(f'space = "user/me"\n{LIST}', encoding="utf-8")
    for words in ((str(path),), (questions, "--space", "user/me"), ("--draft", "--space", "user/me")):
        answered = run("verify", *words, "--snapshot", shot)
        assert (answered.code, answered.out, answered.error) == (2, "", "invalid_value")
        assert "user/小雨" in answered.err


def test_one_question_is_one_question(ask, told):
    assert "# 1 question from" in ask("verify", "--draft", "--limit", "1")["toml"]


@requirement("P7")
def test_a_draft_is_a_list_that_passes(run, told, tmp_path):
    drafted = run("verify", "--draft")
    assert (drafted.code, drafted.err) == (0, "")
    assert {each["must_contain"] for each in tomllib.loads(drafted.out)["question"]} == {"靠窗座位", "shed"}
    path = tmp_path / "draft.toml"
    path.write_text(drafted.out, encoding="utf-8")
    assert run("verify", str(path)).code == 0


def test_a_draft_is_as_long_as_it_is_asked_to_be(run, ask, told):
    assert len(tomllib.loads(run("verify", "--draft", "--limit", "1").out)["question"]) == 1
    document = ask("verify", "--draft", "--limit", "1")
    assert document["space"] == "user/me"
    assert document["toml"].count("[[question]]") == 1


def test_an_empty_space_has_nothing_to_ask(run):
    answered = run("verify", "--draft", "--space", "user/nobody")
    assert (answered.code, answered.out, len(answered.err.splitlines())) == (1, "", 1)
    assert run("verify", "--draft", "--json").code == 1


def test_a_draft_is_utf_8_whatever_the_terminal_speaks(process):
    process("remember", "用户坐车偏好靠窗座位")
    drafted = process("verify", "--draft", PYTHONIOENCODING="ascii")
    assert drafted.code == 0
    assert "靠窗座位" in drafted.out
    assert json.dumps("靠窗座位").strip('"') not in drafted.out
