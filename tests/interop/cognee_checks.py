"""Cognee itself: its reader of COGX takes our archive, and we read the one that its writer makes."""

from __future__ import annotations

from perdure.transfer.exporters import cogx
from perdure.transfer.found import Statement
from tests.interop.product import run
from tests.unit.exporters.writing import rich, write
from tests.unit.importers.reading import read


def test_its_reader_takes_every_record_that_we_wrote(tmp_path):
    out = write(tmp_path, cogx.EXPORTER, rich())
    taken = run("cognee", "take", out.path, tmp_path / "unpacked")
    assert (taken["version"], taken["counts"]) == ("0.1", {"fact": 2, "memory": 11, "raw_node": 3})
    assert {sort: len(texts) for sort, texts in taken["records"].items()} == taken["counts"]
    assert {text for texts in taken["records"].values() for text in texts} <= {memory.text for memory in rich()}


def test_we_read_the_archive_that_its_writer_makes(tmp_path):
    run("cognee", "fill", tmp_path / "cogx")
    found = read(tmp_path / "cogx")
    assert (found.format, found.skips) == ("cogx", [])
    assert found.said == [("user", "我住在里斯本"), ("assistant", "Noted.")]
    told = [item.text for item in found.items if isinstance(item, Statement)]
    assert told == ["Mei translates novels.", "Mei lives in 里斯本", "对花生过敏", "Likes tea", "About Mei."]
    assert "hashed_password" not in str(found.items)
