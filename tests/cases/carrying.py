"""The words of the cases for what leaves a store and what comes in; `user=None` with `confirm=True` means every space."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.cases.records import Imported

if TYPE_CHECKING:
    from tests.cases.adapter import Store

SUFFIXES = {"jsonl": ".jsonl", "csv": ".csv", "markdown": ".md", "archive": ".perdure"}


def export_text(store: Store, format: str, names: list[str], folder: Path) -> str:
    """What an export of these spaces says, one after another."""
    texts = []
    for number, name in enumerate(names):
        target = folder / f"export-{number}{SUFFIXES.get(format, '')}"
        store.perdure.space(name).export(target, format=format)
        texts.append(target.read_text(encoding="utf-8-sig"))
    return "".join(texts)


def take_in(store: Store, path: Path, format: str | None, space: str | None) -> Imported:
    """A file into a space, or into those that it names."""
    wanted = None if format == "jsonl" else format  # the cases call every file of lines jsonl
    if space is not None:
        return Imported(report=store.perdure.space(space).import_(path, format=wanted))
    staged = store.perdure.imports.stage(path, format=wanted)
    return Imported(report=store.perdure.imports.apply(staged.id))


def written(data: Any, folder: Path) -> Path:
    """A value as the file it would come in."""
    path = folder / "import.json"
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


def zip_of(files: Mapping[str, Any]) -> bytes:
    """A ZIP of texts or bytes, under names that nobody checks."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content if isinstance(content, bytes | str) else json.dumps(content))
    return buffer.getvalue()


def canon(text: str) -> list[str]:
    """The lines of an export, whatever their order."""
    return sorted(json.dumps(json.loads(line), sort_keys=True) for line in text.splitlines() if line.strip())
