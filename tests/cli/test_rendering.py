"""Values in, text out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, timezone
from pathlib import Path

import pytest

from perdure.cli.chart import bar, spark
from perdure.cli.inputs import moment
from perdure.cli.plain import plain
from perdure.cli.output import console
from perdure.cli.render.recalls import hits
from perdure.cli.render.shape import in_line, size, visible, when
from perdure.domain.change import Rejected
from perdure.domain.recall import Hit, Layer
from perdure.domain.space import SpaceName
from perdure.domain.trace import Repeated
from perdure.errors import InvalidValue
from tests.behaviour.requirements import requirement


@pytest.mark.parametrize(
    ("share", "drawn"), [(0, ""), (0.5, "██"), (1, "████"), (2, "████"), (-1, ""), (1 / 32, "▏"), (0.25 + 1 / 8, "█▌")]
)
def test_a_bar_is_as_long_as_its_share_to_an_eighth_of_a_column(share: float, drawn: str):
    assert bar(share, 4) == drawn


def test_a_spark_has_one_column_a_value():
    assert spark([0, 0.5, 1, 2, -1], top=1) == "▁▅██▁"
    assert spark([0, 0], top=0) == "▁▁"


def test_nothing_that_a_text_says_reaches_the_terminal_as_a_command():
    hostile = "before \x1b[31mred\x1b]0;title\x07 \x9b2J \u202egnp.exe \ud800 after\r\n"
    assert not set(visible(hostile)) & set("\x1b\x07\x9b\u202e\ud800\r")
    assert visible("两行\n一个\t制表符 🍵 e\u0301") == "两行\n一个\t制表符 🍵 e\u0301"


def test_a_text_in_a_list_stays_on_one_line_and_short():
    assert in_line("第一行\n\n  second\tline ").plain == "第一行 second line"
    assert in_line("猫" * 10_000).plain == "猫" * 200 + " …"


def test_markup_in_a_text_is_only_text():
    assert in_line("[bold red]x[/] :smile:").plain == "[bold red]x[/] :smile:"


def test_times_carry_their_offset():
    at = datetime(2026, 3, 1, 9, 0, 5, tzinfo=timezone(timedelta(hours=8)))
    assert when(at) == "2026-03-01 09:00+08:00"


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 B"), (1023, "1023 B"), (163_840, "160 kB"), (5 * 1024**2 + 600_000, "5.6 MB")]
)
def test_sizes_are_for_people(number: int, told: str):
    assert size(number) == told


def test_records_become_plain_json_values():
    @dataclass(frozen=True)
    class Record:
        at: datetime
        space: SpaceName
        path: Path
        parts: tuple[float, ...]
        more: dict[int, object]

    at = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
    record = Record(at, SpaceName("user", "小明"), Path("a"), (0.5, 1), {1: None, 2: {"x": True}})
    assert plain(record) == {
        "at": "2026-03-01T09:00:00+00:00",
        "space": "user/小明",
        "path": "a",
        "parts": [0.5, 1],
        "more": {"1": None, "2": {"x": True}},
    }


@requirement("R7")
def test_a_hit_that_a_newer_one_replaces_says_which(capsys):
    at = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
    space = SpaceName("user", "小明")
    new = Hit(id="mem_2", space=space, layer=Layer.MEMORY, kind="fact", text="在五楼", score=0.9, at=at)
    old = Hit(id="mem_1", space=space, layer=Layer.MEMORY, kind="fact", text="在三楼", score=0.8, at=at, newer="mem_2")
    console().print(hits([new, old], several=False, now=at))
    lines = [line for line in capsys.readouterr().out.splitlines() if "mem_" in line]
    assert ["mem_2 is newer" in line for line in lines] == [False, True]
    assert lines[1].split("·")[1].strip() == "mem_1"


def test_members_of_a_union_say_which_they_are():
    assert plain(Rejected(reason="blank")) == {"outcome": "rejected", "reason": "blank", "code": "rejected"}
    assert plain(Repeated(id="a", by="b")) == {"why": "repeated", "id": "a", "by": "b"}


def test_what_has_no_form_in_json_is_an_error():
    with pytest.raises(TypeError):
        plain(object())


def test_a_date_is_its_first_moment_or_its_last():
    assert moment("2026-03-01", "--since") == datetime(2026, 3, 1)
    assert moment("2026-03-01", "--until", end=True) == datetime.combine(datetime(2026, 3, 1), time.max)
    assert moment("2026-03-01T09:30+08:00", "--until", end=True).utcoffset() == timedelta(hours=8)
    assert moment(None, "--since") is None


@pytest.mark.parametrize("typed", ["", "昨天", "2026-13-01", "1767225600", "09:30"])
def test_what_is_no_time_is_refused(typed: str):
    with pytest.raises(InvalidValue):
        moment(typed, "--since")
