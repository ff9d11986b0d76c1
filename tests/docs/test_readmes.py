"""The README in two languages says one thing."""

from __future__ import annotations

import re

import typer

from perdure.cli.main import app
from tests.docs.pages import ROOT, Page, read

ENGLISH = read(ROOT / "README.md")
CHINESE = read(ROOT / "README.zh-CN.md")
FIRST_SCREEN = 60
"""Lines that a reader sees before scrolling."""


def first_line(page: Page) -> str:
    return page.path.read_text(encoding="utf-8").splitlines()[0]


def code_only(code: str) -> list[str]:
    """The lines of a block without the words in its comments."""
    return [line.partition("#")[0].rstrip() for line in code.splitlines()]


def test_each_readme_links_the_other_on_its_first_line():
    assert "(README.zh-CN.md)" in first_line(ENGLISH)
    assert "(README.md)" in first_line(CHINESE)


def test_both_have_the_same_headings():
    assert [heading.level for heading in CHINESE.headings] == [heading.level for heading in ENGLISH.headings]


def test_both_show_the_same_code():
    assert [block.language for block in CHINESE.blocks] == [block.language for block in ENGLISH.blocks]
    for english, chinese in zip(ENGLISH.blocks, CHINESE.blocks, strict=True):
        assert code_only(chinese.code) == code_only(english.code)


def test_both_lead_to_the_same_places():
    other = {"README.zh-CN.md", "README.md"}
    assert [link for link in CHINESE.links if link not in other] == [
        link for link in ENGLISH.links if link not in other
    ]


def test_the_first_screen_shows_the_two_commands_and_the_library():
    for page in (ENGLISH, CHINESE):
        shown = [block for block in page.blocks if block.line < FIRST_SCREEN]
        commands = "\n".join(block.code for block in shown if block.language == "sh")
        assert "make demo" in commands
        assert "make test" in commands
        assert any("from perdure import" in block.code for block in shown if block.language == "python")


def test_both_name_every_command_and_no_other():
    commands = typer.main.get_command(app).commands
    for page in (ENGLISH, CHINESE):
        text = page.path.read_text(encoding="utf-8")
        named = re.search(r"`perdure --help`[^`]*`([^`]*)`", text)
        assert named is not None
        assert named[1].split() == list(commands)
