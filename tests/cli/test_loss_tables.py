"""What became of every field, as a terminal shows it."""

from __future__ import annotations

import io

from rich.console import Console

from perdure.cli.render.loss import loss_lines, loss_table
from perdure.domain.loss import Fate, LossLine, LossReport
from perdure.transfer.tally import Tally
from tests.behaviour.requirements import requirement


def shown(report: LossReport, width: int = 200) -> list[str]:
    stream = io.StringIO()
    Console(file=stream, width=width, markup=False, highlight=False, emoji=False).print(loss_table(report))
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def converted() -> LossReport:
    tally = Tally()
    records = [{"memory": "喜欢靠窗", "hash": "a", "score": 0.5, "embedding": [1.0]}, {"memory": "tea", "hash": ""}]
    for record in records:
        tally.record(record, mapped={"memory": "text"}, dropped={"embedding": "vectors are made anew here"})
    return tally.report(origin="mem0", target="perdure")


@requirement("P10")
def test_every_field_of_a_conversion_has_its_row_with_fate_count_and_reason():
    title, header, *rows, total = shown(converted())
    assert title == "mem0 → perdure"
    assert header.split() == ["field", "records", "fate"]
    assert [row.split(maxsplit=2) for row in rows] == [
        ["memory", "2", "mapped → text"],
        ["hash", "1", "kept raw"],
        ["score", "1", "kept raw"],
        ["embedding", "1", "dropped: vectors are made anew here"],
    ]
    assert total == "mapped 2  kept raw 2  dropped 1"


@requirement("P10")
def test_the_lines_say_what_the_table_says():
    assert loss_lines(converted()) == [
        "memory: mapped → text (2)",
        "hash: kept raw (1)",
        "score: kept raw (1)",
        "embedding: dropped: vectors are made anew here (1)",
    ]


def test_a_field_that_met_two_fates_has_two_rows():
    lines = (
        LossLine(field="字段", fate=Fate.DROPPED, count=1_000, reason="它没有对应"),
        LossLine(field="字段", fate=Fate.MAPPED, count=2, to="text"),
    )
    rows = shown(LossReport(origin="甲", target="乙", lines=lines))[2:-1]
    assert [row.split(maxsplit=2)[1:] for row in rows] == [["2", "mapped → text"], ["1,000", "dropped: 它没有对应"]]


def test_a_narrow_terminal_loses_nothing_of_a_reason():
    reason = "that system has no place for it and would refuse the whole record if it were there"
    report = LossReport(origin="a", target="b", lines=(LossLine(field="x", fate=Fate.DROPPED, count=1, reason=reason),))
    words = " ".join(shown(report, width=40)).split()
    assert all(word in words for word in reason.split())


def test_nothing_that_a_file_says_moves_the_cursor_or_is_read_as_markup():
    line = LossLine(field="[red]\x1b[2J", fate=Fate.DROPPED, count=1, reason="\x9b1A[/]")
    text = "\n".join(shown(LossReport(origin="\x1b]0;a", target="b", lines=(line,))))
    assert not set(text) & set("\x1b\x9b")
    assert "[red]" in text
    assert "[/]" in text


def test_where_every_field_is_what_it_was_that_is_one_line():
    lines = tuple(
        LossLine(field=f"memories.{name}", fate=Fate.MAPPED, count=9, to=name) for name in ("id", "text", "kind")
    )
    assert shown(LossReport(origin="archive", target="perdure", lines=lines)) == [
        "archive → perdure: each of 3 fields has its place"
    ]
    moved = (*lines, LossLine(field="memory", fate=Fate.MAPPED, count=9, to="text"))
    assert len(shown(LossReport(origin="archive", target="perdure", lines=moved))) == 7


def test_one_reason_is_one_row_that_names_every_field():
    lines = tuple(
        LossLine(field=f"memory.{name}", fate=Fate.DROPPED, count=count, reason="it is archived")
        for name, count in (("kind", 1), ("text", 2), ("tags", 1))
    )
    other = LossLine(field="memory.value", fate=Fate.DROPPED, count=1, reason="它没有对应")
    *_, first, second, total = shown(LossReport(origin="perdure", target="csv", lines=(*lines, other)))
    assert first.split(maxsplit=3) == [
        *("3", "fields", "2"),
        "dropped: it is archived (memory.kind, memory.tags, memory.text)",
    ]
    assert second.split(maxsplit=2) == ["memory.value", "1", "dropped: 它没有对应"]
    assert total == "dropped 5"


def test_a_conversion_without_a_field_says_so():
    assert shown(LossReport(origin="a", target="b")) == ["a → b: no field had a value"]
