"""Letta itself: its schema and its checks take our agent file, its parser our memory folder, and we read what it writes."""

from __future__ import annotations

import json

from perdure.transfer.exporters import letta_af, memfs
from perdure.transfer.found import Native
from tests.interop.product import run
from tests.unit.exporters.writing import memory, rich, write
from tests.unit.importers.reading import read


def test_its_schema_takes_our_agent_and_what_it_gives_back_is_still_ours(tmp_path):
    out = write(tmp_path, letta_af.EXPORTER, [*rich(), memory(90, "Be kind", kind="role")])
    taken = run("letta", "take", out.path / letta_af.AGENT)
    assert [block["label"] for block in taken["blocks"]] == ["persona", "human", "work"]
    (out.path / letta_af.AGENT).write_text(json.dumps(taken), encoding="utf-8")
    back = read(out.path)
    assert {type(item) for item in back.items} == {Native}
    assert len(back.items) == out.counts["memories"]


def test_its_parser_has_the_blocks_of_our_folder(tmp_path):
    out = write(tmp_path, memfs.EXPORTER, [*rich(), memory(90, "Be kind", kind="role")])
    blocks = run("letta", "blocks", out.path)
    assert (blocks["system/persona"]["value"], blocks["system/persona"]["read_only"]) == ("- Be kind\n", True)
    assert "用户偏好靠窗座位" in blocks["system/human"]["value"]
    assert all(block.keys() <= {"value", "description", "read_only"} for block in blocks.values())


def test_we_read_the_folder_that_its_serializer_writes(tmp_path):
    run("letta", "fill", tmp_path / "memory")
    found = read(tmp_path / "memory")
    assert (found.format, [item.text for item in found.items]) == ("memfs", ["喜欢绿茶", "Lives in Lisbon"])
