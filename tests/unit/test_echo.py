"""What a brief put into a turn is not something that was said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from perdure import Perdure
from perdure.capture.echo import without_echo
from perdure.testing import FrozenClock


@pytest.fixture
def brief(memory: Perdure, clock: FrozenClock) -> str:
    space = memory.space("user/alice")
    space.remember("The cabin has no mobile coverage", kind="fact")
    space.remember("小屋没有手机信号", kind="fact")
    clock.set(clock.now() + timedelta(days=3))
    return str(space.recall("cabin 小屋 coverage").brief())


def test_a_block_is_cut_out_and_the_rest_stays(brief):
    assert "cabin" in brief
    assert without_echo(f"{brief}\nwhat about the weather?") == "what about the weather?"
    assert without_echo(f"先看这个\n{brief}\n谢谢").split() == ["先看这个", "谢谢"]


def test_a_block_alone_leaves_nothing(brief):
    assert without_echo(brief) == ""
    assert without_echo(f"{brief}\n{brief}") == ""


def test_a_block_that_was_cut_off_is_cut_out_up_to_the_next_paragraph(brief):
    assert without_echo(f"{brief[: len(brief) // 2]}\n\nI like tea") == "I like tea"


def test_single_lines_of_a_brief_go(brief):
    line = next(line for line in brief.splitlines() if line.startswith("- ["))
    assert without_echo(f"I like tea\n{line}\nand coffee") == "I like tea\nand coffee"


@pytest.mark.parametrize(
    "text",
    [
        "I like tea",
        "- [ ] buy milk\n- [x] call the bank",
        "- [link](https://example.org) · good",
        "a < b and <tag> too",
        "  two  spaces\n\n",
        "",
    ],
)
def test_what_is_no_echo_stays_as_it_is(text):
    assert without_echo(text) == text
