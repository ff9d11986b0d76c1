"""Failures that users of other memory layers reported, each replayed here. `PERDURE_CASES` names another file."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cases.due import AREAS, OURS, Case, chosen, load, waiting
from tests.cases.mcp import McpServer, is_jsonrpc, strict_schema
from tests.cases.report import SOFT, lines
from tests.cases.scene import judge

DUE = [case for case in chosen() if not case.waits_for]

EXAMPLE = Case(
    id="X01",
    kind="a-recall",
    source="nowhere",
    story="",
    should="What was told is found.",
    steps=("m=open_store()", "m.remember('the tap drips')"),
    expect=("T(m.recall('tap'))==['the tap drips']",),
    needs=("core",),
    hard=True,
)


@pytest.mark.parametrize("case", DUE, ids=[case.id for case in DUE])
def test_case(case: Case, tmp_path: Path, record_property: pytest.RecordProperty) -> None:
    """A hard case has to come true; a soft one, which is about quality, must at least not crash."""
    verdict = judge(case, tmp_path)
    if not case.hard:
        record_property(SOFT, (case.id, verdict.met))
    assert verdict.met if case.hard else not verdict.crash, f"\n{verdict}"


def test_every_case_is_due_or_waits_for_a_part_that_has_a_name():
    unnamed = {case.id: case.waits_for for case in load(OURS) if not set(case.waits_for) <= set(AREAS)}
    assert not unnamed


def test_every_case_is_there_once():
    counted = Counter(case.id for case in load(OURS))
    assert len(counted) == 161
    assert set(counted.values()) == {1}


def test_a_case_that_comes_true_is_told_from_one_that_does_not(tmp_path: Path):
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    assert judge(EXAMPLE, folders[0]).met
    wrong = judge(replace(EXAMPLE, expect=("m.recall('tap')==[]", "m.no_such_word")), folders[1])
    assert len(wrong.unmet) == 2
    crashed = judge(replace(EXAMPLE, steps=("m=no_such_word()",)), folders[2])
    assert crashed.crash
    assert not crashed.met


def test_nothing_of_a_case_is_left(tmp_path: Path):
    judge(EXAMPLE, tmp_path)
    assert not tmp_path.exists()


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ('{"jsonrpc": "2.0", "id": 1, "result": {}}', True),
        ("hello from a library", False),
        ('{"id": 1}', False),
        ("[]", False),
        ("", False),
    ],
)
def test_a_line_of_the_protocol_is_told_from_any_other(line: str, is_one: bool):
    assert is_jsonrpc(line) == is_one


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        ({"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}, True),
        ({"type": "object", "properties": {"tags": {"type": "array"}}}, False),
        ({"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "array"}}}}}, False),
        ({"type": "object", "anyOf": [{"type": "object"}]}, False),
        ({"type": "object", "properties": {}, "required": ["text"]}, False),
        ({"type": "string"}, False),
    ],
)
def test_a_schema_that_a_strict_client_refuses_is_told_from_others(schema: dict[str, object], strict: bool):
    assert strict_schema(schema) == strict


def test_what_a_case_puts_into_a_server_is_done_there(tmp_path: Path):
    server = McpServer(str(tmp_path / "s.db"), tmp_path, inject='print("hello from a library")')
    try:
        server.tool("remember", {"text": "the tap drips"})
    finally:
        server.close()
    assert "hello from a library" in server.stderr_lines()


@pytest.mark.parametrize(
    ("change", "area"),
    [
        ({"needs": ("core", "extract", "stub_llm", "consolidate", "prune")}, None),
        ({"needs": ("core", "http", "mcp", "net")}, None),
        ({"needs": ("core", "mcp", "export")}, None),
        ({"needs": ("core", "console")}, "Console"),
        ({"needs": ("core", "telepathy")}, "an unknown need, telepathy"),
        ({"kind": "c-conflict"}, None),
        ({"kind": "i-mcp"}, None),
        ({"steps": ("m.recall('x',when='yesterday')", "m.recall('x',as_of='2025-01-01T00:00:00Z')")}, None),
        ({"steps": ("open_store(legacy_db(legacy_versions()[0],rows=1))",)}, None),
        ({"steps": ("m.export(d,format='markdown')",)}, None),
        ({"steps": ("m.import_text(x,'csv')",)}, None),
        ({"steps": ("console(m)",)}, "Console"),
        ({"expect": ("m.conflicts()!=[]",)}, None),
        ({"steps": ("m.import_text(x,'jsonl')", "m.import_file(f,format='chatgpt')")}, None),
    ],
)
def test_what_a_case_asks_for_decides_whether_it_is_due(change: dict[str, object], area: str | None):
    assert replace(EXAMPLE, **change).waits_for == (() if area is None else (area,))


def test_the_report_lists_and_counts_what_is_not_due():
    cases = chosen()
    told = "\n".join(lines(len(DUE), {"X01": True, "X02": False}))
    assert f"{len(DUE)} ran, {len(cases) - len(DUE)} are not due" in told
    assert "1 of 2 soft ones came true; not X02" in told
    assert all(area in told for area in waiting(cases))
