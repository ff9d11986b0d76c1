"""Reading files for tests of importers: what they find, without a store."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perdure import Turn
from perdure.domain.loss import Fate, LossReport
from perdure.domain.staging import Skip
from perdure.transfer.found import Heard, Item
from perdure.transfer.importing import named, recognised
from perdure.transfer.importing import read as read_with
from perdure.transfer.source import opened
from perdure.transfer.tally import Tally

SAMPLES = Path(__file__).parents[2] / "importers"


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What an importer found in a file."""

    format: str
    items: tuple[Item, ...]
    loss: LossReport

    @property
    def heard(self) -> list[Heard]:
        return [item for item in self.items if isinstance(item, Heard)]

    @property
    def turns(self) -> list[Turn]:
        return [heard.turn for heard in self.heard]

    @property
    def texts(self) -> list[str]:
        return [turn.text for turn in self.turns]

    @property
    def said(self) -> list[tuple[str | None, str]]:
        return [(turn.role, turn.text) for turn in self.turns]

    @property
    def skips(self) -> list[Skip]:
        return [item for item in self.items if isinstance(item, Skip)]

    @property
    def conversations(self) -> int:
        return len({turn.session for turn in self.turns})

    def fate(self, field: str) -> set[Fate]:
        """What became of a field."""
        return {line.fate for line in self.loss if line.field == field}


def read(path: Path, format: str | None = None) -> Reading:
    """Read a file, by the importer that takes it for its own where none is named."""
    tally = Tally()
    with opened(path) as source:
        importer = recognised(source, None if format is None else named(format))
        items = tuple(read_with(importer, source, tally))
    return Reading(format=importer.name, items=items, loss=tally.report(origin=importer.name, target="perdure"))


def samples(name: str) -> list[Path]:
    """The samples of a format."""
    return sorted(SAMPLES.glob(f"{name}.*"))


def written(path: Path, content: str | bytes | list[Any] | dict[str, Any]) -> Path:
    """A file with that content; what is neither text nor bytes as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, list | dict):
        content = json.dumps(content, ensure_ascii=False)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def lines(*records: Any) -> str:
    """Records as JSON, strings as they are."""
    return "".join(f"{line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)}\n" for line in records)


def zipped(path: Path, **members: Any) -> Path:
    """A ZIP of these files; what is neither text nor bytes as JSON."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content if isinstance(content, bytes | str) else json.dumps(content))
    return path
