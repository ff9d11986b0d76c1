"""The formats that can be written: one module each, and one tuple."""

from __future__ import annotations

from perdure.transfer.exporters.exporter import Exporter

EXPORTERS: tuple[Exporter, ...] = ()
