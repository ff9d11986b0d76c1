"""What the documents show is what happens.

Python blocks of a page run in order in one namespace. After `# → ` stands what a line prints: the texts after the
arrows of a page are, in order, among the lines it printed. In a `console` block every `$ perdure …` line is run, and
the lines under it are what it answers, `…` standing for anything.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from perdure.cli.main import app
from tests.docs.pages import ROOT, Page, paths, read

SAMPLES = Path(__file__).parent / "samples"
FORMATS = ROOT / "tests" / "importers"
ELSEWHERE = {
    "claude-mem.db": ".claude-mem/claude-mem.db",
    "mcp-memory.jsonl": "memory.jsonl",
    "mcp-memory-service.db": "sqlite_vec.db",
    "agentmemory.json": "export.json",
    "obsidian.md": "vault/people.md",
}
"""Files of other tools, and where the documents look for them."""

PAGES = [read(path) for path in paths()]
ARROW = re.compile(r"#\s*→\s*(.+?)\s*$", re.MULTILINE)

# With the embedder that an installation has, and with none: what is shown holds for both.
EMBEDDERS = ("auto", "none")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, with the files that the documents speak of."""
    shutil.copytree(SAMPLES, tmp_path, dirs_exist_ok=True)
    for sample, name in ELSEWHERE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(FORMATS / sample, tmp_path / name)
    (tmp_path / "basic-memory").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PERDURE_HOME", str(tmp_path / "memory"))
    monkeypatch.setenv("PERDURE_TIMEZONE", "UTC")
    return tmp_path


def in_order(expected: list[str], lines: list[str]) -> str | None:
    """The first of `expected` that does not follow the ones before it."""
    rest = iter(lines)
    return next((text for text in expected if not any(matches(text, line) for line in rest)), None)


def matches(shown: str, line: str) -> bool:
    pattern = ".*".join(re.escape(part.strip()) for part in re.split("…", shown))
    return re.fullmatch(rf"\s*{pattern}\s*", line) is not None


def with_code(language: str) -> list[Any]:
    return [pytest.param(page, id=page.name) for page in PAGES if page.code(language)]


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("embedder", EMBEDDERS)
@pytest.mark.parametrize("page", with_code("python"))
def test_python_blocks_run_and_print_what_they_say(page: Page, embedder: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERDURE_EMBEDDER", embedder)
    namespace: dict[str, Any] = {"__name__": "__page__"}
    printed = io.StringIO()
    expected: list[str] = []
    with contextlib.redirect_stdout(printed):
        for block in page.code("python"):
            exec(compile("\n" * (block.line - 1) + block.code, page.path, "exec"), namespace)
            expected += ARROW.findall(block.code)
    missing = in_order(expected, printed.getvalue().splitlines())
    assert missing is None, f"{page.name} says it prints {missing!r}; it printed:\n{printed.getvalue()}"


def split(command: str) -> list[str]:
    """The words of a command, without a remark behind it."""
    return shlex.split(command.partition("  #")[0])


def commands(code: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block and the lines shown under it."""
    command, shown = "", list[str]()
    for line in code.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line.removeprefix("$ "), []
        elif line.strip():
            shown.append(line)
    if command:
        yield command, shown


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("page", with_code("console"))
def test_console_blocks_run_and_answer_what_they_say(page: Page, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERDURE_EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", "120")
    for block in page.code("console"):
        for command, shown in commands(block.code):
            words = [str(Path(word).expanduser()) if word.startswith("~/") else word for word in split(command)]
            assert words[0] == "perdure", f"{page.name}: only perdure commands are marked console, not {command!r}"
            result = CliRunner().invoke(app, words[1:])
            assert result.exit_code == 0, f"{page.name}: {command}\n{result.output}"
            missing = in_order(shown, result.output.splitlines())
            assert missing is None, f"{page.name}: {command} should answer {missing!r}; it answered:\n{result.output}"


def test_both_kinds_of_block_are_found():
    assert (ROOT / "README.md") in [page.path for page in PAGES if page.code("python") and page.code("console")]


def test_what_is_not_printed_in_that_order_is_reported():
    assert in_order(["a…c", "d"], ["abc", "x", " d "]) is None
    assert in_order(["d", "a"], ["a", "d"]) == "a"
    assert in_order(["abc"], ["abcd"]) == "abc"


def test_a_console_block_is_read_as_commands_and_answers():
    code = "$ perdure list\nnothing yet\n\n$ perdure stats"
    assert list(commands(code)) == [("perdure list", ["nothing yet"]), ("perdure stats", [])]
