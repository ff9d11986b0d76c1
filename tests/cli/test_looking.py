"""Looking through an import: what is typed, what is done of it, and that nothing is done of what is not understood."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from perdure import Perdure
from perdure.cli.looking import Choice, asked, looked_through
from perdure.cli.typed import Said, Unclear, understood
from perdure.domain.staging import Decision
from tests.behaviour.requirements import requirement
from tests.cli.terminal import terminal

VERBS = {"k": "keep", "d": "drop", "n": "next"}
SHOWN = range(1, 13)
LINES = [f"第 {number} 条 note" for number in range(1, 13)]


def records(texts: list[str], owner: str = "me") -> dict[str, Any]:
    told = {"user_id": owner, "hash": "0", "metadata": None, "created_at": "2026-01-05T08:00:00Z"}
    return {"results": [{"id": str(number), "memory": text, **told} for number, text in enumerate(texts, 1)]}


def written(path: Path, texts: list[str]) -> Path:
    path.write_text(json.dumps(records(texts), ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "m.json", LINES)


Look = Callable[..., tuple[Choice, str, dict[int, Decision]]]


@pytest.fixture
def look(home: Path) -> Look:
    """Look through a file, answering with these lines: what is chosen, what was said, what was decided."""

    def looking(path: Path, *answers: str) -> tuple[Choice, str, dict[int, Decision]]:
        app, found = typer.Typer(), []

        @app.command()
        def command() -> None:
            with Perdure(home) as memory:
                staged = memory.imports.stage(path, to="user/me")
                found.append(looked_through(memory.imports, staged))
                found.append({item.number: item.decision for item in memory.imports.items(staged.id)})

        result = CliRunner().invoke(app, input="".join(f"{answer}\n" for answer in answers))
        assert result.exit_code == 0, result.output
        return found[0], result.stderr, found[1]

    return looking


def dropped(decided: dict[int, Decision]) -> list[int]:
    return [number for number, decision in decided.items() if decision is Decision.DROP]


# What is typed


@pytest.mark.parametrize(
    "line", ["1-3", "1 2 3", "1,2,3", "1，2，3", "1、2、3", " 1 - 3 ", "１－３", "1到3", "1–2; 3", "2 1-3"]
)
def test_numbers_are_written_in_many_ways(line: str):
    said = understood(line, VERBS, SHOWN)
    assert isinstance(said, Said)
    assert (said.verb, sorted(said.numbers)) == ("", [1, 2, 3])


@pytest.mark.parametrize(
    ("line", "verb", "numbers"),
    [("k1", "keep", (1,)), ("D 1-2", "drop", (1, 2)), ("drop 12", "drop", (12,)), ("n", "next", ()), ("", "", ())],
)
def test_a_verb_is_a_letter_or_its_word(line: str, verb: str, numbers: tuple[int, ...]):
    assert understood(line, VERBS, SHOWN) == Said(verb=verb, numbers=numbers)


@pytest.mark.parametrize(
    "line",
    ["?", "abc", "99", "0", "1-99", "3-1", "1-", "-1", "1--3", "1 x", "1.5", "dd 1", "x 1", "d 1 k 2", "一", "9" * 40],
)
def test_what_is_not_understood_to_its_end_is_not_acted_on(line: str):
    assert isinstance(understood(line, VERBS, SHOWN), Unclear)


@requirement("P4")
@pytest.mark.parametrize("line", ["?", "abc", "all of it", "lw"])
def test_the_first_question_is_asked_again_for_anything_else(line: str):
    app, found = typer.Typer(), []
    app.command()(lambda: found.append(asked()))
    result = CliRunner().invoke(app, input=f"{line}\nc\n")
    assert found == [Choice.NOTHING]
    assert result.stderr.count("[c]ancel") == 2


# What is done


@requirement("P4")
def test_what_is_not_understood_drops_nothing_and_is_asked_again(look: Look, file: Path):
    choice, said, decided = look(file, "?", "abc", "99", "1-99", "3、5", "", "n")
    assert (choice, dropped(decided)) == (Choice.WAIT, [3, 5])
    assert said.count("nothing was done") == 4
    assert "left out: 3, 5" in said


@requirement("P4")
def test_the_last_question_says_how_many_come_in_and_how_many_do_not(look: Look, file: Path):
    choice, said, decided = look(file, "1-3", "k 2", "e 4", "换句话说", "", "y")
    assert (choice, dropped(decided), decided[4]) == (Choice.ALL, [1, 3], Decision.EDIT)
    assert "let in 10, leave out 2, 1 in other words" in said
    assert "kept: 2" in said


@requirement("P4")
def test_when_everything_was_dropped_nothing_is_asked_and_nothing_comes_in(look: Look, file: Path):
    choice, said, decided = look(file, "1-12", "")
    assert (choice, len(dropped(decided))) == (Choice.WAIT, 12)
    assert "nothing is left" in said


@requirement("P4")
def test_every_page_can_be_reached_and_each_only_takes_its_own_numbers(look: Look, tmp_path: Path):
    path = written(tmp_path / "many.json", [f"note {number}" for number in range(1, 31)])
    _, said, decided = look(path, "21", "20", "", "20", "21-22", "", "n")
    assert dropped(decided) == [20, 21, 22]
    assert said.count("nothing was done") == 2


@requirement("P4")
def test_what_contradicts_is_asked_about_one_by_one_and_the_rest_of_a_verdict_can_be_passed_over(
    look: Look, ask, tmp_path: Path
):
    ask("remember", "用户喜欢绿茶。")
    ask("remember", "The ladder is in the shed.")
    path = written(tmp_path / "m.json", ["用户喜欢绿茶", "The ladder is in the shed", "我在学大提琴"])
    choice, _, decided = look(path, "?", "d", "o", "n", "", "n")
    assert (choice, dropped(decided)) == (Choice.WAIT, [1])
    choice, _, decided = look(path, "n", "q", "n")
    assert (choice, dropped(decided)) == (Choice.WAIT, [])


@requirement("P4")
def test_what_is_here_already_is_not_to_be_edited_and_how_it_is_changed_is_said(look: Look, ask, run, tmp_path: Path):
    path = written(tmp_path / "m.json", ["用户喜欢绿茶", "我在学大提琴"])
    ask("import", str(path), "--yes", "--space", "user/me")
    written(path, ["用户喜欢红茶", "我在学大提琴"])
    choice, said, decided = look(path, "e", "d", "g", "e 2", "", "y")
    assert (choice, set(decided.values())) == (Choice.ALL, {Decision.KEEP})
    assert said.count("perdure correct") == 2
    assert "let in 0, leave out 0, 2 here already" in said
    [staged] = ask("staged")["imports"][1:]
    for number in ("1", "2"):
        assert run("staged", "edit", staged["id"], number, "用户喜欢白茶").error == "invalid_value"


@requirement("P4")
def test_a_conversation_is_opened_a_page_at_a_time_and_what_was_said_is_not_edited(look: Look, tmp_path: Path):
    path = tmp_path / "chat.jsonl"
    turns = [{"role": "user", "content": f"第 {number} 句 line", "session": "s"} for number in range(1, 46)]
    path.write_text("".join(json.dumps(turn, ensure_ascii=False) + "\n" for turn in turns), encoding="utf-8")
    choice, said, decided = look(path, "e 1", "o 1", "m", "x", "b", "d 1", "", "y")
    assert (choice, dropped(decided)) == (Choice.WAIT, [1])
    assert "25 more turns" in said
    assert "5 more turns" in said


# One item


@requirement("P4")
def test_an_item_is_shown_in_full(run, ask, tmp_path: Path):
    long = "她说：" + "很长的一句话，" * 60 + "到此为止"
    path = written(tmp_path / "m.json", [long])
    [staged] = ask("import", str(path), "--stage", "--space", "user/me")["staged"].values()
    assert long in run("staged", "show", staged["id"], "--item", "1").out.replace("\n", "")
    found = ask("staged", "show", staged["id"], "--item", "1")
    assert (found["item"]["text"], found["turns"]) == (long, [])
    for number in ("2", "0", "-1"):
        assert run("staged", "show", staged["id"], "--item", number).error == "not_found"
    assert run("staged", "show", staged["id"], "--item", "1", "--verdict", "new").error == "invalid_value"


@requirement("P4")
def test_a_conversation_is_shown_with_its_turns(run, ask, tmp_path: Path):
    path = tmp_path / "chat.jsonl"
    lines = [
        {"role": "user", "content": "周末去爬山", "session": "a", "timestamp": "2026-02-03T09:12:00+08:00"},
        {"role": "user", "content": "elsewhere", "session": "b"},
        {"role": "assistant", "content": "Which hill?", "session": "a"},
    ]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    [staged] = ask("import", str(path), "--stage")["staged"].values()
    found = ask("staged", "show", staged["id"], "--item", "1", "--limit", "1")
    assert ([turn["text"] for turn in found["turns"]], found["total"]) == (["周末去爬山"], 2)
    rest = ask("staged", "show", staged["id"], "--item", "1", "--cursor", found["next"])
    assert ([turn["text"] for turn in rest["turns"]], rest["next"]) == (["Which hill?"], None)
    shown = run("staged", "show", staged["id"], "--item", "1").out
    assert all(words in shown for words in ("周末去爬山", "Which hill?"))
    assert "elsewhere" not in shown


@requirement("P2", "P4")
def test_the_turns_of_an_archive_are_shown_too(ask, tmp_path: Path):
    ask("remember", "用户喜欢绿茶")
    ask("export", "-o", str(tmp_path / "me.perdure"))
    [staged] = ask("import", str(tmp_path / "me.perdure"), "--stage", "--space", "user/you")["staged"].values()
    items = ask("staged", "show", staged["id"])["page"]["items"]
    [number] = [item["number"] for item in items if item["sort"] == "conversation"]
    assert [turn["text"] for turn in ask("staged", "show", staged["id"], "--item", str(number))["turns"]] == [
        "用户喜欢绿茶"
    ]


# At a terminal


@requirement("P4")
def test_at_a_terminal_it_asks_and_lets_all_in(ask, file: Path):
    with terminal("import", str(file), "--space", "user/me") as screen:
        screen.answer("[c]ancel [w]: ", "a\n")
        assert screen.ends() == 0
    assert ask("list")["total"] == 12


@requirement("P4")
def test_at_a_terminal_each_can_be_looked_at(ask, file: Path):
    with terminal("import", str(file), "--space", "user/me") as screen:
        screen.answer("[c]ancel [w]: ", "l\n")
        screen.answer("[q]uit looking: ", "1-3\n")
        screen.answer("[q]uit looking: ", "\n")
        screen.answer("leave out 3", "y\n")
        assert screen.ends() == 0
    assert [memory["text"] for memory in ask("list")["memories"]] == LINES[3:]


@requirement("P4", "P5")
def test_ctrl_c_at_a_question_leaves_it_staged_and_the_next_time_that_is_said(ask, file: Path):
    with terminal("import", str(file), "--space", "user/me") as screen:
        assert screen.interrupted("[c]ancel [w]: ") == 130
    [staged] = ask("staged")["imports"]
    assert all(f"perdure staged {verb} {staged['id']}" in screen.shown for verb in ("apply", "discard"))
    with terminal("import", str(file), "--space", "user/me") as screen:
        assert f"perdure staged discard {staged['id']}" in screen.answer("[c]ancel [w]: ", "c\n")
        assert screen.ends() == 0
    assert [one["id"] for one in ask("staged")["imports"]] == [staged["id"]]
    assert ask("spaces")["spaces"] == []


@requirement("P2", "C6")
def test_at_a_terminal_the_passphrase_is_asked_for_and_not_shown(ask, run, tmp_path: Path):
    ask("remember", "用户喜欢绿茶")
    secret, archive = tmp_path / "secret", str(tmp_path / "me.perdure")
    secret.write_text("correct horse 电池\n", encoding="utf-8")
    assert run("export", "-o", archive, "--passphrase-file", str(secret)).code == 0
    with terminal("import", archive, "--space", "user/you", "--yes") as screen:
        screen.answer("passphrase: ", "wrong\n")
        screen.answer("passphrase: ", "correct horse 电池\n")
        assert screen.ends() == 0
    assert "horse" not in screen.shown
    assert ask("list", "--space", "user/you")["total"] == 1
    assert "--passphrase-file" in run("import", archive, "--space", "user/you").err
