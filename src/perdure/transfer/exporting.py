"""A space into a file or folder that its owner keeps: beside it first, then in its place, so that it is whole or not there."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from perdure.domain.export import ExportReport
from perdure.domain.space import SpaceName
from perdure.errors import ExportFailed, ImportFailed, InvalidValue
from perdure.transfer.archive import write_archive
from perdure.transfer.archive.age import is_sealed, sealed
from perdure.transfer.content import Content
from perdure.transfer.exporters import EXPORTERS
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.importers import IMPORTERS
from perdure.transfer.source import opened
from perdure.transfer.tally import Tally

ARCHIVE = "archive"

MARKER = ".perdure-export"
"""Says in a folder that it is an export, which another one may replace."""

_READ_AS = {"jsonl": "perdure", "mem0-history": "mem0"}
"""The importers of what is exported, where they have other names."""

_MARKS = (b"perdure", b"superseded_by")
"""One of these stands in what is exported, but for a history of Mem0; so that nobody's own notes, tables or stores are taken for it."""

_LOOKED_AT = 20
"""Files of a packed export that are looked at."""

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_LONGEST = 150
"""Characters of a space in the name of a file."""


def exporter_of(name: str) -> Exporter:
    """The format of that name; raises InvalidValue."""
    for exporter in EXPORTERS:
        if exporter.name == name:
            return exporter
    raise InvalidValue(f"there is no format {name!r}; the formats are {', '.join(each.name for each in EXPORTERS)}")


def export(content: Content, exporter: Exporter, target: Path, *, passphrase: str | None = None) -> ExportReport:
    """Write a space as one file, or one folder, where nothing is yet or an earlier export of the same kind.

    Raises ExportFailed with what to do; InvalidValue for a passphrase that the format has no use for. What stood there stays then.
    """
    return _exported(content, exporter, target, passphrase=passphrase)


def _exported(
    content: Content, exporter: Exporter, target: Path, *, passphrase: str | None = None, dated: bool = False
) -> ExportReport:
    """The same; a `dated` name says itself that what stands there is an export."""
    if passphrase is not None and exporter.name != ARCHIVE:
        raise InvalidValue(f"only an archive can be encrypted, not {exporter.name}")
    tally = Tally()
    with _failing(target):
        target = target.expanduser().resolve()
        _check(target, exporter, dated=dated)
        with _beside(target) as made:
            counts = _written(content, exporter, made, tally, passphrase)
            _settle(made, exporter, content.space)
            _replace(made, target)
        size = _size(target)
    return ExportReport(
        space=content.space,
        format=exporter.name,
        path=str(target),
        bytes=size,
        counts=counts,
        loss=tally.report(origin="perdure", target=exporter.name),
    )


def export_into(content: Content, exporter: Exporter, folder: Path, *, keep: int | None = None) -> ExportReport:
    """Write a dated file into a folder, which is made if it is missing, and let go of the oldest of the same space and format, so
    that `keep` stay. Nothing else in the folder is touched. Raises as `export` does."""
    if keep is not None and (isinstance(keep, bool) or not isinstance(keep, int) or keep < 1):
        raise InvalidValue(f"at least one export is kept, not {keep!r}")
    with _failing(folder):
        folder.expanduser().mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder.expanduser() / f"{slug(content.space)}-{_stamp(content.now)}{_ending(exporter)}"
    report = _exported(content, exporter, target, dated=True)
    if keep is None:
        return report
    with _failing(folder):
        removed = _let_go(Path(report.path), content.space, exporter, keep)
    return ExportReport(
        space=report.space,
        format=report.format,
        path=report.path,
        bytes=report.bytes,
        counts=report.counts,
        removed=tuple(map(str, removed)),
        loss=report.loss,
    )


def slug(space: SpaceName) -> str:
    """A space in the name of a file that no disk can confuse: percent-encoded UTF-8, capitals too. One that is too long keeps its
    beginning and gets a hash."""
    encoded = "".join(
        char if char in _PLAIN else "".join(f"%{byte:02x}" for byte in char.encode()) for char in space.name
    )
    if len(encoded) > _LONGEST:
        digest = hashlib.blake2s(space.name.encode(), digest_size=16).hexdigest()
        encoded = f"{encoded[: _LONGEST - 33].rsplit('%', 1)[0]}~{digest}"
    return f"{space.scope}-{encoded}" if encoded else space.scope


def _stamp(now: datetime) -> str:
    return now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _ending(exporter: Exporter) -> str:
    """What files of a format end with in a folder of several; two formats may have one suffix."""
    own = exporter.name == ARCHIVE or exporter.suffix == f".{exporter.name}"
    return exporter.suffix if own else f".{exporter.name}{exporter.suffix}"


def _let_go(newest: Path, space: SpaceName, exporter: Exporter, keep: int) -> list[Path]:
    """Remove the oldest exports of a space in a format; the one that was just made always stays."""
    pattern = re.compile(re.escape(f"{slug(space)}-") + r"\d{8}T\d{6}Z" + re.escape(_ending(exporter)))
    found = sorted(path for path in newest.parent.iterdir() if pattern.fullmatch(path.name) and path != newest)
    ours = [path for path in found if not path.is_symlink() and (path.is_file() or _marked(path) == exporter.name)]
    old = ours[: max(0, len(ours) + 1 - keep)]
    for path in old:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return old


def _check(target: Path, exporter: Exporter, *, dated: bool) -> None:
    """Raises ExportFailed where something stands that is no export of the same kind."""
    if not target.parent.is_dir():
        raise ExportFailed(f"there is no folder {target.parent}; make it, or choose another place")
    if not target.exists():
        return
    if target.is_dir() and exporter.suffix:
        raise ExportFailed(f"{target} is a folder; name a file in it")
    if not (dated and target.is_file()) and not _same_kind(target, exporter):
        raise ExportFailed(f"{target} is there, and is no export of this kind; remove it, or choose another name")


def _same_kind(target: Path, exporter: Exporter) -> bool:
    """Whether what stands there may be replaced: an empty folder or file, or an earlier export in the same format."""
    if target.is_dir():
        return not any(target.iterdir()) or _marked(target) == exporter.name
    with target.open("rb") as file:
        head = file.read(64)
    if not head or is_sealed(head):
        return not head or exporter.name == ARCHIVE
    wanted = _READ_AS.get(exporter.name, exporter.name)
    importer = next((each for each in IMPORTERS if each.name == wanted), None)
    try:
        with opened(target) as source:
            heads = map(source.head, source.names[:_LOOKED_AT])
            return importer is not None and importer.recognises(source) and any(map(_ours, heads))
    except ImportFailed:
        return False


def _ours(head: bytes) -> bool:
    return any(mark in head for mark in _MARKS)


def _marked(folder: Path) -> object:
    """The format that a folder says it was exported in."""
    marker = folder / MARKER
    try:
        found = json.loads(marker.read_bytes()[:1_000]) if marker.is_file() else None
    except ValueError:
        return None
    return found.get("format") if isinstance(found, Mapping) else None


def _written(content: Content, exporter: Exporter, made: Path, tally: Tally, passphrase: str | None) -> dict[str, int]:
    """Write it; what is encrypted never stands there in plain."""
    if passphrase is None:
        return exporter.write(content, made, tally)
    plain = io.BytesIO()
    counts = write_archive(content, plain, tally)
    made.write_bytes(sealed(plain.getvalue(), passphrase))
    return counts


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A private place beside the target, on the same disk, that is gone at the end whatever happens."""
    with tempfile.TemporaryDirectory(prefix=".perdure-", dir=target.parent) as folder:
        yield Path(folder) / target.name


def _settle(made: Path, exporter: Exporter, space: SpaceName) -> None:
    """For its owner alone, and on the disk."""
    if made.is_dir():
        (made / MARKER).write_text(
            json.dumps({"format": exporter.name, "space": str(space)}, ensure_ascii=False) + "\n"
        )
    for path in (made, *(made.rglob("*") if made.is_dir() else ())):
        path.chmod(0o700 if path.is_dir() else 0o600)
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())


def _replace(made: Path, target: Path) -> None:
    """Put it in its place; a folder that stands there moves aside first, into what is about to be removed."""
    if not target.is_dir():
        made.replace(target)
        return
    aside = target.rename(made.with_name(f"{made.name}.old"))
    try:
        made.replace(target)
    except OSError:
        aside.rename(target)
        raise


def _size(target: Path) -> int:
    files = [target] if target.is_file() else [path for path in target.rglob("*") if path.is_file()]
    return sum(path.stat().st_size for path in files)


@contextmanager
def _failing(target: Path) -> Iterator[None]:
    """What the disk says, as ExportFailed with what to do."""
    try:
        yield
    except OSError as error:
        raise ExportFailed(f"{target} cannot be written: {_advice(error)}") from error


def _advice(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full; free some room, or choose another place"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return "it is not allowed there; choose another place, or change its rights"
        case errno.ENAMETOOLONG:
            return "the name is too long"
    return error.strerror or str(error)
