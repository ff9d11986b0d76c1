"""The page of formats lists every one that can be read or written, and says what was measured."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from perdure.transfer.exporters import EXPORTERS
from perdure.transfer.importers import IMPORTERS
from tests.behaviour.requirements import requirement
from tests.docs.pages import REFERENCE, ROOT, read

PAGE = read(REFERENCE / "formats.md")
MEASURED: dict[str, Any] = json.loads((ROOT / "bench" / "results" / "portability.json").read_text(encoding="utf-8"))

IN, OUT = ({each.name: each.title for each in formats} for formats in (IMPORTERS, EXPORTERS))
ROW = re.compile(r"^\| \[`([\w-]+)`\]\(#[\w-]+\) \| (.+?) \| (.+) \|$", re.MULTILINE)
LINE = re.compile(r"([\w.]+): (mapped|kept raw|dropped)(?:: | → |)(.*) \([\d,]+\)")
"""A line of a loss report: field, fate, where to or why, and in how many records."""


@requirement("P9", "P10")
@pytest.mark.parametrize(("table", "formats"), [("Read", IN), ("Written", OUT)])
def test_every_format_has_its_row_which_says_what_it_is(table: str, formats: dict[str, str]):
    assert {name: title for name, title, _ in ROW.findall(PAGE.section(table))} == formats


def test_every_format_has_its_section():
    assert PAGE.titles(3) == sorted({*IN, *OUT})


@requirement("P10")
def test_the_shares_are_those_that_were_measured():
    shown = {name: rest.rpartition("| ")[2] for name, _, rest in ROW.findall(PAGE.section("Written"))}
    assert shown == {
        name: f"{100 * found['share']:.1f} %" if "share" in found else "–" for name, found in MEASURED["out"].items()
    }
    assert MEASURED["faults"] == {}


@requirement("P2")
def test_the_archive_preserves_everything():
    assert MEASURED["out"]["archive"]["share"] == 1.0
    assert MEASURED["memories"] >= 500


@requirement("P10")
@pytest.mark.parametrize("name", sorted(OUT))
def test_what_a_format_leaves_behind_is_named_with_its_reason(name: str):
    section = PAGE.section(name)
    assert MEASURED["out"][name]["export"]
    for line in MEASURED["out"][name]["export"]:
        field, fate, reason = LINE.fullmatch(line).groups()
        assert f"`{field}`" in section
        assert fate != "dropped" or f"dropped: {reason}" in section
