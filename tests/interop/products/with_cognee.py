"""Runs beside the files of Cognee: its own reader of COGX takes the archive that was written for it, its own writer makes one.

Cognee is installed without what it depends on, which is more than a gigabyte: its packages are made empty here, so that only the
modules of the format are run.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import types
from pathlib import Path

HOME = Path(importlib.util.find_spec("cognee").origin).parent
for name in ("cognee", "cognee.modules", "cognee.modules.migration"):
    package = types.ModuleType(name)
    package.__path__ = [str(HOME.joinpath(*name.split(".")[1:]))]
    sys.modules[name] = package

from cognee.modules.migration import archive, cogx  # noqa: E402  after the packages


def take(file: str, folder: str) -> object:
    """Every record of an archive, as its reader gives it."""
    with Path(file).open("rb") as packed:
        place = archive.unpack_archive(packed, folder)
    manifest = cogx.read_manifest(place)
    kinds: dict[str, list[str]] = {}
    for record in cogx.read_archive(place):
        told = record.properties.get("text") if record.kind == "raw_node" else None
        text = told or getattr(record, "fact_text", None) or getattr(record, "content", None) or ""
        kinds.setdefault(record.kind, []).append(text)
    return {"version": manifest.cogx_version, "counts": manifest.counts, "records": kinds}


def fill(folder: str) -> object:
    """An archive of one record of each sort."""
    scope = cogx.COGXScope(user_id="mei", session_id="s-1")
    base = {"external_system": "cognee", "scope": scope}
    turns = [cogx.COGXTurn(role="user", content="我住在里斯本"), cogx.COGXTurn(role="assistant", content="Noted.")]
    with cogx.COGXArchiveWriter(folder) as writer:
        writer.write(cogx.COGXEpisode(external_id="e", turns=turns, **base))
        writer.write(cogx.COGXEntity(external_id="n", name="Mei", description="Mei translates novels.", **base))
        writer.write(cogx.COGXFact(external_id="f", subject_ref="n", predicate="lives_in", object_ref="里斯本", **base))
        writer.write(cogx.COGXMemory(external_id="m", content="对花生过敏", categories=["health"], **base))
        writer.write(cogx.COGXMemoryBlock(external_id="b", label="human", value="Likes tea", limit=2000, **base))
        writer.write_raw_node({"id": "t", "type": "TextSummary", "text": "About Mei."})
    cogx.write_social_layer(folder, {"owner": {"email": "root@example.org", "hashed_password": "$2b$12$none"}})
    return {}


if __name__ == "__main__":
    print(json.dumps({"take": take, "fill": fill}[sys.argv[1]](*sys.argv[2:])))
