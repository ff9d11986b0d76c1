"""`snapshot.json`: what makes a folder a snapshot, which nothing is written to."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from perdure.domain.snapshot import Snapshot
from perdure.domain.space import SpaceName
from perdure.errors import InvalidSpaceName, StoreDamaged, StoreTooNew
from perdure.stores.rows import dump
from perdure.stores.sqlite.files import status

NAME = "snapshot.json"
FORMAT = 1
"""A field more does not change it: older versions leave alone what they do not know."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Label:
    """A snapshot, and what its place knew then that reading it takes: settings, and what was measured of its embedder."""

    snapshot: Snapshot
    settings: Mapping[str, str] = field(default_factory=dict)
    calibrations: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def labelled(folder: Path) -> bool:
    """Whether a folder is a snapshot."""
    return status(folder / NAME) is not None


def write_label(folder: Path, label: Label) -> None:
    """Write it so that it is on the disk when this returns. Raises OSError."""
    shot = label.snapshot
    told = {
        "format": FORMAT,
        "id": shot.id,
        "space": str(shot.space),
        "at": shot.at.isoformat(),
        "by": shot.by,
        "note": shot.note,
        "memories": shot.memories,
        "entries": shot.entries,
        "bytes": shot.bytes,
        "settings": dict(label.settings),
        "calibrations": {name: dict(values) for name, values in label.calibrations.items()},
    }
    with (folder / NAME).open("w", encoding="utf-8") as file:
        file.write(dump(told) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_label(folder: Path, zone: tzinfo) -> Label:
    """What a folder says of itself. Raises StoreDamaged, StoreTooNew."""
    path = folder / NAME
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["format"] > FORMAT:
            raise StoreTooNew(f"{path} was written by a newer Perdure; upgrade Perdure to open it")
        return _label(told, folder, zone)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, InvalidSpaceName) as error:
        raise StoreDamaged(f"{path} cannot be read: {type(error).__name__}") from error


def _label(told: Mapping[str, Any], folder: Path, zone: tzinfo) -> Label:
    snapshot = Snapshot(
        id=str(told["id"]),
        space=SpaceName.parse(told["space"]),
        at=datetime.fromisoformat(told["at"]).astimezone(zone),
        by=str(told["by"]),
        note=str(told["note"]),
        folder=str(folder),
        memories=int(told["memories"]),
        entries=int(told["entries"]),
        bytes=int(told["bytes"]),
    )
    return Label(
        snapshot=snapshot,
        settings={str(name): str(value) for name, value in told["settings"].items()},
        calibrations={str(name): dict(values) for name, values in told["calibrations"].items()},
    )
