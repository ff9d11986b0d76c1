"""A space of a gateway into files of this machine, and files of this machine into it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from perdure.client import sending, told
from perdure.client.connection import TRANSFER, Connection
from perdure.client.files import unpacked
from perdure.client.imports import Imports
from perdure.domain.export import ExportReport
from perdure.domain.space import SpaceName
from perdure.domain.staging import ImportReport
from perdure.errors import GatewayUnavailable, InvalidValue, PerdureError
from perdure.ports.store import Progress

SENT, WHOLE = 100, 1_000
"""Of an import: the share of sending the file, and all of it, as its progress has them."""


def exported(
    connection: Connection,
    name: SpaceName | None,
    target: str | Path,
    *,
    format: str,  # noqa: A002  the facade's word
    passphrase: str | None,
    replace: bool,
) -> ExportReport:
    """A space as one file or folder here, where nothing is yet or an earlier export of the same kind."""
    from perdure.transfer import exporting  # noqa: PLC0415  documented lazy load: every format there is

    exporter = exporting.exporter_of(format)
    if not str(target).strip() or "\0" in str(target):
        raise InvalidValue("a path names a file or a folder")
    asked: dict[str, Any] = {"format": format}
    plain = connection.post("export", asked | {"report": True}, space=name, writes=False, timeout=TRANSFER)
    report = told.value(ExportReport, plain)

    def fetched(made: Path) -> dict[str, int]:
        packed = made if exporter.suffix else made.with_name(f"{made.name}.zip")
        connection.fetch("export", asked | sending.given({"passphrase": passphrase}), packed, space=name)
        if packed != made:
            unpacked(packed, made)
        return dict(report.counts)

    written = exporting.place(Path(target), exporter, report.space, fetched, replace=replace)
    return dataclasses.replace(report, path=written.path, bytes=written.bytes)


def imported(
    connection: Connection,
    name: SpaceName | None,
    path: str | Path,
    *,
    map: Mapping[str, str | SpaceName] | None,  # noqa: A002  the facade's word
    format: str | None,  # noqa: A002  as above
    passphrase: str | None,
    progress: Progress | None,
) -> ImportReport:
    """Stage a file of this machine, apply it and let go of what was staged; where the gateway falls silent that stays, to be gone
    on with."""
    imports, to = Imports(connection), name or _home(connection)
    staged = imports.stage(path, to=to, map=map, format=format, passphrase=passphrase, progress=_share(progress))
    try:
        report = imports.apply(staged.id)
    except PerdureError as error:
        if not isinstance(error, GatewayUnavailable):  # then it may still be under way there
            imports.discard(staged.id)
        raise
    imports.discard(staged.id)
    if progress is not None:
        progress(WHOLE, WHOLE)
    here = tuple(skip for skip in staged.skips if skip not in report.skips)
    return dataclasses.replace(report, skips=(*here, *report.skips))


def _home(connection: Connection) -> SpaceName:
    """The space that the token stands for. Raises InvalidValue where it stands for none, or for several."""
    home = connection.get("me").get("home")
    if home is None:
        raise InvalidValue("name a space: this token stands for none, or for several")
    return told.value(SpaceName, home)


def _share(progress: Progress | None) -> Progress | None:
    if progress is None:
        return None
    return lambda done, total: progress(SENT * done // max(total, 1), WHOLE)
