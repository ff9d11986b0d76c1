"""Imports that wait: read and guarded into a folder first, looked at and decided on, then applied.

`reading` fills the folder, `plan` says what applying would do, `applying` does it. Nothing is live before. The importers behind it
are loaded where something is read, which few programs do.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perdure.transfer.staging.applying import apply
    from perdure.transfer.staging.folder import Decisions, Folder, folder_of, forsake, listed, remove, tidy
    from perdure.transfer.staging.owners import routes_of
    from perdure.transfer.staging.reading import Reading, stage
    from perdure.transfer.staging.targets import Targets

_PLACES = {
    "applying": ("apply",),
    "folder": ("Decisions", "Folder", "folder_of", "forsake", "listed", "remove", "tidy"),
    "owners": ("routes_of",),
    "reading": ("Reading", "stage"),
    "targets": ("Targets",),
}

__all__ = [
    "Decisions",
    "Folder",
    "Reading",
    "Targets",
    "apply",
    "folder_of",
    "forsake",
    "listed",
    "remove",
    "routes_of",
    "stage",
    "tidy",
]


def __getattr__(name: str) -> Any:
    """Load a part when it is asked for."""
    for place, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f"perdure.transfer.staging.{place}"), name)
    raise AttributeError(f"module 'perdure.transfer.staging' has no attribute {name!r}")
