"""Memory in and out: importers, exporters, the archive.

`IMPORTERS` and `EXPORTERS` are the formats; they are loaded where they are asked for, which few programs do.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from perdure.domain.staging import ImportReport, Skip

if TYPE_CHECKING:
    from perdure.transfer.exporters import EXPORTERS
    from perdure.transfer.importers import IMPORTERS
    from perdure.transfer.importing import import_file

__all__ = ["EXPORTERS", "IMPORTERS", "ImportReport", "Skip", "import_file"]

_PLACES = {"EXPORTERS": "exporters", "IMPORTERS": "importers", "import_file": "importing"}


def __getattr__(name: str) -> Any:
    """Load a part when it is asked for."""
    if name in _PLACES:
        return getattr(import_module(f"perdure.transfer.{_PLACES[name]}"), name)
    raise AttributeError(f"module 'perdure.transfer' has no attribute {name!r}")
