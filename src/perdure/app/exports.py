"""Spaces into files that their owner keeps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from perdure import __version__
from perdure.app.core import Core
from perdure.domain.access import Right
from perdure.domain.export import ExportReport
from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue, NotFound
from perdure.ports.store import Progress
from perdure.transfer import exporting
from perdure.transfer.content import Content


def exported(
    core: Core,
    name: SpaceName,
    target: str | Path,
    *,
    format: str,  # noqa: A002  the facade's word
    passphrase: str | None,
    replace: bool,
    progress: Progress | None,
) -> ExportReport:
    """One space as one file or folder."""
    exporter = exporting.exporter_of(format)
    with _content(core, name, progress) as content:
        return exporting.export(content, exporter, _path(target), passphrase=passphrase, replace=replace)


def exported_into(
    core: Core,
    name: SpaceName,
    folder: str | Path,
    *,
    format: str,  # noqa: A002  as above
    keep: int | None,
    passphrase: str | None,
    progress: Progress | None,
) -> ExportReport:
    """One space as a dated file or folder among others."""
    exporter = exporting.exporter_of(format)
    with _content(core, name, progress) as content:
        return exporting.export_into(content, exporter, _path(folder), keep=keep, passphrase=passphrase)


@contextmanager
def _content(core: Core, name: SpaceName, progress: Progress | None) -> Iterator[Content]:
    """A space as it is now, with what was recalled of it until now. Raises NotFound where there is none, Forbidden."""
    core.require(Right.READ, name)
    if name not in core.store.names():
        raise NotFound(f"there is no space {name}")
    core.write_accesses(name)
    with core.space(name).read() as reader:
        yield Content(space=name, reader=reader, now=core.now(), version=__version__, progress=progress)


def _path(path: str | Path) -> Path:
    if not str(path).strip() or "\0" in str(path):
        raise InvalidValue("a path names a file or a folder")
    return Path(path)
