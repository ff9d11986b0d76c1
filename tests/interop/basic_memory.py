"""The real basic-memory indexes what we write, and we read what it writes. Run by `make interop`; needs Python 3.12 or newer.

It is run as a program of its own, in an environment of its own: nothing of it is imported here.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from perdure.transfer.exporters import basic_memory
from perdure.transfer.found import Native, Statement
from tests.unit.exporters.writing import rich, write
from tests.unit.importers.reading import SAMPLES, read

HOME = Path(__file__).parents[2] / ".interop" / "basic-memory"
PINNED = "basic-memory==0.24.1"
PROGRAM = HOME / "bin" / "basic-memory"


@pytest.fixture(scope="module")
def program():
    if not PROGRAM.exists():
        python = os.environ.get("INTEROP_PYTHON") or shutil.which("python3.12") or sys.executable
        subprocess.run([python, "-m", "venv", HOME], check=True, timeout=120)
        subprocess.run([HOME / "bin" / "pip", "install", "--quiet", PINNED], check=True, timeout=600)
    return PROGRAM


def run(program: Path, home: Path, *words: str, text: str | None = None) -> str:
    """What a command says, with a home of its own and without the network."""
    environment = {**os.environ, "HOME": str(home), "BASIC_MEMORY_HOME": str(home / "notes"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [program, *words], env=environment, input=text, capture_output=True, text=True, check=True, timeout=200
    )
    return done.stdout


def observed(home: Path) -> list[tuple[str, str]]:
    """The categories and texts that it has indexed."""
    with closing(sqlite3.connect(home / ".basic-memory" / "memory.db")) as connection:
        return list(connection.execute("SELECT category, content FROM observation ORDER BY id"))


def test_it_indexes_every_memory_that_we_wrote_and_changes_no_note(program, tmp_path):
    out = write(tmp_path, basic_memory.EXPORTER, rich())
    home = tmp_path / "home"
    shutil.copytree(out.path, home / "notes")
    run(program, home, "reindex", "--search")
    indexed = observed(home)
    assert len(indexed) == out.counts["memories"]
    assert ("fact", "Alice lives in Lisbon") in indexed
    assert any(text.startswith("用户偏好靠窗座位 on trains") for _, text in indexed)
    back = read(home / "notes")
    assert {type(item) for item in back.items} == {Native}
    assert len(back.items) == out.counts["memories"]


def test_we_read_the_notes_that_it_writes(program, tmp_path):
    note = "# 小雨\n\n- [preference] 喜欢靠窗的座位 #travel\n- works_at [[Acme]]\n"
    run(program, tmp_path, "tool", "write-note", "--title", "小雨", "--folder", "people", text=note)
    found = read(tmp_path / "notes")
    assert found.format == "basic-memory"
    assert [item.text for item in found.items if isinstance(item, Statement)] == [
        "小雨: 喜欢靠窗的座位",
        "小雨 works at Acme",
    ]


def test_our_sample_means_the_same_to_it(program, tmp_path):
    (tmp_path / "notes").mkdir()
    shutil.copy(SAMPLES / "basic-memory.md", tmp_path / "notes" / "xiaoyu.md")
    run(program, tmp_path, "reindex", "--search")
    counts = {line.field: line.count for line in read(tmp_path / "notes").loss}
    assert len(observed(tmp_path)) == counts["observation"]
