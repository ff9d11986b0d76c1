"""One line, one code, one exit code; and JSON for a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from perdure import errors
from perdure.cli.failures import exit_code

FAILING = [
    (("remember", ""), 2, "invalid_text"),
    (("remember", "  \n "), 2, "invalid_text"),
    (("remember", "\x00"), 2, "invalid_text"),
    (("remember", "x" * 1_048_577), 2, "invalid_text"),
    (("remember", "猫", "--importance", "nan"), 2, "invalid_value"),
    (("remember", "猫", "--importance", "1.5"), 2, "invalid_value"),
    (("remember", "猫", "--kind", "心情"), 2, "unknown_kind"),
    (("remember", "猫", "--at", "昨天"), 2, "invalid_value"),
    (("remember", "猫", "--expires-at", "soon"), 2, "invalid_value"),
    (("remember", "猫", "--space", ""), 2, "invalid_space_name"),
    (("remember", "猫", "--space", "小明"), 2, "invalid_space_name"),
    (("remember", "猫", "--space", "user/ "), 2, "invalid_space_name"),
    (("remember", "猫", "--space", "user/a\tb"), 2, "invalid_space_name"),
    (("remember", "猫", "--space", "user/" + "名" * 256), 2, "invalid_space_name"),
    (("recall", "猫", "--when", "改天"), 2, "invalid_value"),
    (("recall", "猫", "--when", "昨天", "--since", "2026-01-01"), 2, "invalid_value"),
    (("recall", "猫", "--as-of", "yesterday"), 2, "invalid_value"),
    (("recall", "猫", "--known-at", "2026-13-01"), 2, "invalid_value"),
    (("recall", "猫", "--deadline", "0"), 2, "invalid_value"),
    (("recall", "猫", "--deadline", "nan"), 2, "invalid_value"),
    (("why-not", "猫", "mem_unknown"), 1, "not_found"),
    (("why-not", "猫", "mem_unknown", "--when", "改天"), 2, "invalid_value"),
    (("recall", "猫", "-k", "0"), 2, "invalid_value"),
    (("recall", "猫", "--kind", "mood"), 2, "unknown_kind"),
    (("recall", "猫", "--since", "2026-13-01"), 2, "invalid_value"),
    (("list", "--limit", "0"), 2, "invalid_value"),
    (("list", "--status", "gone"), 2, "invalid_value"),
    (("show", "mem_unknown"), 1, "not_found"),
    (("history", "不存在"), 1, "not_found"),
    (("correct", "mem_unknown", "猫"), 1, "not_found"),
    (("confirm", "mem_unknown"), 1, "not_found"),
    (("forget", "mem_unknown"), 1, "not_found"),
    (("restore", "mem_unknown"), 1, "not_found"),
    (("feedback", "mem_unknown", "useful"), 1, "not_found"),
    (("feedback", "mem_unknown", "有用"), 2, "invalid_value"),
    (("capture", "不存在.jsonl"), 2, "import_failed"),
    (("capture", "pyproject.toml", "--format", "心情"), 2, "invalid_value"),
    (("distil", "--session", "x" * 10_000), 2, "invalid_value"),
    (("entries", "--since", "昨天"), 2, "invalid_value"),
    (("entries", "--limit", "0"), 2, "invalid_value"),
    (("review", "--question", "心情"), 2, "invalid_value"),
    (("review", "--limit", "0"), 2, "invalid_value"),
    (("review", "show", "rev_unknown"), 1, "not_found"),
    (("review", "accept", "rev_unknown"), 1, "not_found"),
    (("review", "reject", "不存在"), 1, "not_found"),
    (("review", "edit", "rev_unknown", "猫"), 1, "not_found"),
    (("review", "edit", "rev_unknown", " "), 2, "invalid_text"),
    (("permanent", "add", "猫", "--kind", "fact"), 2, "invalid_value"),
    (("permanent", "add", "猫", "--kind", "心情"), 2, "unknown_kind"),
    (("permanent", "add", ""), 2, "invalid_text"),
    (("permanent", "--kind", "fact"), 2, "invalid_value"),
    (("permanent", "correct", "mem_unknown"), 2, "invalid_value"),
    (("permanent", "correct", "mem_unknown", "猫"), 1, "not_found"),
    (("permanent", "remove", "mem_unknown"), 1, "not_found"),
    (("permanent", "restore", "mem_unknown"), 1, "not_found"),
    (("upkeep", "--space", "小明"), 2, "invalid_space_name"),
    (("upkeep", "--space", "user/小明", "--strategy", "tidy"), 2, "invalid_value"),
    (("upkeep", "--now", "明天"), 2, "invalid_value"),
    (("jobs", "retry", "job_unknown"), 1, "not_found"),
    (("stats", "--home", "postgresql://here"), 3, "unsupported_store"),
]


@pytest.mark.parametrize(("words", "code", "error"), FAILING, ids=lambda value: str(value)[:40])
def test_an_error_is_one_line_and_an_exit_code(run, words: tuple[str, ...], code: int, error: str):
    answered = run(*words)
    assert (answered.code, answered.out, answered.error) == (code, "", error)
    assert len(answered.err.splitlines()) == 1


@pytest.mark.parametrize(("words", "code", "error"), FAILING, ids=lambda value: str(value)[:40])
def test_an_error_is_a_document_for_a_program(run, words: tuple[str, ...], code: int, error: str):
    answered = run(*words, "--json")
    assert (answered.code, answered.err) == (code, "")
    assert answered.json["error"]["code"] == error
    assert answered.json["error"]["message"]


@pytest.mark.parametrize(
    "words",
    [
        ("forgive",),
        ("list", "--colour"),
        ("remember",),
        ("forget",),
        ("recall", "猫", "-k", "many"),
        ("review", "forgive"),
        ("review", "--colour"),
        ("review", "accept"),
        ("permanent", "add"),
        ("jobs", "retry"),
        ("feedback", "mem_1"),
        ("capture",),
    ],
)
def test_a_command_that_is_not_written_correctly_is_bad_usage(run, words: tuple[str, ...]):
    answered = run(*words)
    assert (answered.code, answered.out) == (2, "")
    assert answered.err
    listened = run(*words, "--json")
    assert (listened.code, listened.json["error"]["code"], listened.err) == (2, "usage", "")


def test_a_foreign_file_in_the_place_of_a_space_is_a_store_error_and_stays_as_it_is(run, home: Path):
    path = home / "spaces" / "user" / "me.db"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a database, but somebody's diary\n" * 100)
    before = path.read_bytes()
    for words in (("list",), ("remember", "猫"), ("recall", "猫"), ("stats",)):
        answered = run(*words)
        assert (answered.code, answered.error) == (3, "foreign_file")
    assert path.read_bytes() == before


def test_a_home_that_is_a_file_is_refused(run, tmp_path: Path):
    path = tmp_path / "file"
    path.write_text("here", encoding="utf-8")
    answered = run("remember", "猫", "--home", str(path))
    assert (answered.code, answered.error) == (2, "invalid_value")
    assert path.read_text(encoding="utf-8") == "here"


def test_a_home_that_no_disk_can_have_is_told_without_the_words_of_a_library(run, tmp_path: Path):
    answered = run("list", "--home", str(tmp_path / ("名" * 200)))
    assert (answered.code, answered.error) == (3, "store_read_only")
    assert "Errno" not in answered.err


@pytest.mark.parametrize(
    ("words", "option"),
    [(("list", "--limit", "十"), "--limit"), (("remember", "猫", "--importance", "much"), "--importance")],
)
def test_an_option_that_is_no_number_is_told_by_its_name_without_the_words_of_a_library(run, words, option: str):
    told = run(*words, "--json")
    assert (told.code, told.json["error"]["code"]) == (2, "usage")
    assert option in told.json["error"]["message"]
    assert not any("Input should" in text for text in (told.json["error"]["message"], run(*words).err))


def test_every_error_has_its_exit_code():
    raised = {kind: exit_code(kind()) for kind in vars(errors).values() if isinstance(kind, type)}
    assert {kind for kind, code in raised.items() if code == 2} == {
        kind for kind in raised if issubclass(kind, errors.InvalidInput | errors.ImportFailed)
    }
    assert {kind for kind, code in raised.items() if code == 3} == {
        kind for kind in raised if issubclass(kind, errors.StoreError)
    }
    assert set(raised.values()) == {1, 2, 3}


def test_nothing_in_an_error_can_act_on_a_terminal(run):
    answered = run("import", "\x1b]0;mine\x07\x1b[2J\u202e\x9b31m.json")
    assert answered.code == 2
    assert answered.err
    assert not set("\x1b\x07\u202e\x9b\r") & set(answered.err)
