"""What holds for every format that can be read, shown on its samples: nobody says what they are, and nothing of them is lost in silence."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from perdure import Perdure
from perdure.domain.staging import Sort, Verdict
from tests.behaviour.requirements import requirement
from tests.unit.importers.reading import SAMPLES, read

FORMATS = sorted(SAMPLES.iterdir())
CONVERSATIONS = [
    path
    for path in FORMATS
    if path.name.startswith(("chatgpt", "claude.", "claude-code", "codex", "messages", "jsonl", "chat-"))
]
FLAT = [
    path
    for path in FORMATS
    if path.name.startswith(
        ("csv", "chat-csv", "jsonl", "langgraph.jsonl", "mcp-memory.jsonl", "messages.tuning", "records.lines")
    )
]
"""Those whose rows or lines are the records themselves."""

AROUND = frozenset("file path text front_matter project files until history observation conversation".split())
"""Names under which an importer puts together what a record has from elsewhere in the file."""


def named(sample: Path) -> str:
    return sample.name


def archive(memory: Perdure, folder: Path) -> bytes:
    path = folder / "out.perdure"
    memory.space("user/me").export(path)
    return path.read_bytes()


def said(value: Any) -> bool:
    return value not in (None, "", [], {}, ())


def fields(sample: Path) -> set[str]:
    """Every name that has a fate in the report of a sample."""
    return {name for line in read(sample).loss for name in (line.field, line.field.rpartition(".")[2])}


@requirement("P9")
@pytest.mark.parametrize("sample", FORMATS, ids=named)
def test_a_file_of_any_name_is_known_by_its_content_comes_in_whole_and_changes_nothing_twice(memory, sample, tmp_path):
    path = shutil.copyfile(sample, tmp_path / "holiday photo")
    staged = memory.imports.stage(path, to="user/me")
    assert (staged.format, staged.skips) == (sample.name.partition(".")[0], ())
    assert Verdict.REFUSED not in staged.verdicts
    report = memory.imports.apply(staged.id)
    assert (report.added, sum(report.memories.values())) == (staged.turns, staged.memories)
    assert staged.turns + staged.memories > 0
    held = archive(memory, tmp_path)
    again = memory.space("user/me").import_(path)
    assert (again.added, {*again.memories} <= {Verdict.KNOWN}) == (0, True)
    assert archive(memory, tmp_path) == held


@requirement("P9")
@pytest.mark.parametrize("sample", FORMATS, ids=named)
def test_every_field_of_what_is_kept_raw_has_a_fate(sample):
    found = read(sample)
    kept = [record for item in found.items if (record := getattr(item, "record", None))]
    known = fields(sample)
    assert {name for record in kept for name, value in record.items() if said(value)} - known <= AROUND
    assert all(line.reason for line in found.loss.dropped)


@requirement("P9")
@pytest.mark.parametrize("sample", FLAT, ids=named)
def test_every_field_of_every_row_has_a_fate(sample):
    text = sample.read_bytes().decode("gb18030" if ".gb18030." in sample.name else "utf-8-sig")
    if sample.suffix == ".jsonl":
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    else:
        rows = list(csv.DictReader(text.splitlines(), delimiter="\t" if sample.suffix == ".tsv" else ","))
    assert {name for row in rows for name, value in row.items() if said(value)} <= fields(sample)


@requirement("P3")
@pytest.mark.parametrize("sample", CONVERSATIONS, ids=named)
def test_the_chats_of_every_tool_become_one_stream_of_entries(memory, sample):
    space = memory.space("user/me")
    staged = memory.imports.stage(sample, to="user/me")
    talks = [item for item in memory.imports.items(staged.id) if item.sort is Sort.CONVERSATION]
    memory.imports.apply(staged.id)
    entries = [entry for entry in space.entries(limit=1_000) if entry.channel != "remember"]
    assert len(entries) == staged.turns == sum(talk.turns for talk in talks) > 0
    for entry in entries:
        assert entry.speaker
        assert entry.at
        assert entry.session
        assert entry.ref
        assert entry.metadata["source"]
    assert {"user", "assistant"} <= {entry.role for entry in entries} or sample.name.startswith(("jsonl", "chat-"))
