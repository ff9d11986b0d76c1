"""A space into a file or folder that its owner keeps: beside it first, then in its place, so that it is whole or not there."""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import io
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from perdure.domain.export import ExportReport
from perdure.domain.space import SpaceName
from perdure.errors import ExportFailed, ImportFailed, InvalidValue
from perdure.transfer import ours, standing
from perdure.transfer.archive import write_archive
from perdure.transfer.archive.age import is_sealed, sealed
from perdure.transfer.content import Content
from perdure.transfer.exporters import EXPORTERS
from perdure.transfer.exporters.exporter import Exporter
from perdure.transfer.importers import IMPORTERS
from perdure.transfer.source import opened
from perdure.transfer.tally import Tally

ARCHIVE = "archive"

_READ_AS = {"jsonl": "perdure", "mem0-history": "mem0"}
"""The importers of what is exported, where they have other names."""

_MARK = re.compile(rb'"perdure\\{0,3}"\s*:|^perdure: |<!-- perdure|"perdure-archive"|"type":"perdure"', re.MULTILINE)
"""Stands in what is exported, but for a history of Mem0: the key or comment of our own records, which no text of anybody's is."""

_TABLE = ",".join(ours.COLUMNS).encode()
"""What a table begins with that is exported."""

_LOOKED_AT = 20
"""Files of a packed export that are looked at."""

_LONGEST = 150
"""Bytes of a space in the name of a file."""


def exporter_of(name: str) -> Exporter:
    """The format of that name; raises InvalidValue."""
    for exporter in EXPORTERS:
        if exporter.name == name:
            return exporter
    raise InvalidValue(f"there is no format {name!r}; the formats are {', '.join(each.name for each in EXPORTERS)}")


def export(
    content: Content, exporter: Exporter, target: Path, *, passphrase: str | None = None, replace: bool = False
) -> ExportReport:
    """Write a space as one file, or one folder, where nothing is yet or an earlier export of the same kind; what is encrypted does
    not show that it is one. `replace`: in the place of any file. Files in a folder that were not exported stay in it.

    Raises ExportFailed with what to do; InvalidValue for a passphrase that the format has no use for. What stood there stays then.
    """
    _check_passphrase(exporter, passphrase)
    tally = Tally()

    def write(made: Path) -> dict[str, int]:
        return _written(content, exporter, made, tally, passphrase)

    report = place(target, exporter, content.space, write, replace=replace)
    return dataclasses.replace(report, loss=tally.report(origin="perdure", target=exporter.name))


def place(
    target: Path, exporter: Exporter, space: SpaceName, write: Callable[[Path], dict[str, int]], *, replace: bool
) -> ExportReport:
    """Let something be written beside the target, then put it there, whole or not at all; the report says where, and how much. Raises
    ExportFailed, as `export` does."""
    with _failing(target):
        target = target.expanduser().resolve()
        _check(target, exporter, replace=replace)
        with standing.beside(target) as made:
            counts = write(made)
            size = standing.settle(made, exporter.name, space)
            standing.put(made, target)
    return ExportReport(space=space, format=exporter.name, path=str(target), bytes=size, counts=counts)


def export_into(
    content: Content, exporter: Exporter, folder: Path, *, keep: int | None = None, passphrase: str | None = None
) -> ExportReport:
    """Write a dated file into a folder, which is made if it is missing, and let go of the oldest of the same space and format, so
    that `keep` stay. Nothing else in the folder is touched. Raises as `export` does."""
    if keep is not None and (isinstance(keep, bool) or not isinstance(keep, int) or keep < 1):
        raise InvalidValue(f"at least one export is kept, not {keep!r}")
    _check_passphrase(exporter, passphrase)
    with _failing(folder):
        folder.expanduser().mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder.expanduser() / f"{slug(content.space)}-{_stamp(content.now)}{_ending(exporter)}"
    report = export(
        content, exporter, target, passphrase=passphrase, replace=True
    )  # its name says itself that it is one
    if keep is None:
        return report
    with _failing(folder):
        removed = _let_go(Path(report.path), content.space, exporter, keep)
    return dataclasses.replace(report, removed=tuple(map(str, removed)))


def _check_passphrase(exporter: Exporter, passphrase: str | None) -> None:
    """Before a folder is made."""
    if passphrase is not None and exporter.name != ARCHIVE:
        raise InvalidValue(f"only an archive can be encrypted, not {exporter.name}")
    if passphrase == "":
        raise InvalidValue("the passphrase is empty")


def slug(space: SpaceName) -> str:
    """A space in the name of a file that no disk takes for another: letters and digits of any script stay, all else is
    percent-encoded, capitals too. One that is too long keeps its beginning and gets a hash."""
    composed = unicodedata.is_normalized("NFC", space.name)
    encoded = "".join(
        char if _plain(char) and (composed or char.isascii()) else "".join(f"%{byte:02x}" for byte in char.encode())
        for char in space.name
    )
    if len(encoded.encode()) > _LONGEST:
        digest = hashlib.blake2s(space.name.encode(), digest_size=16).hexdigest()
        beginning = encoded.encode()[: _LONGEST - 33].decode("utf-8", "ignore")
        encoded = f"{beginning[:-2]}{beginning[-2:].partition('%')[0]}~{digest}"
    return f"{space.scope}-{encoded}" if encoded else space.scope


def _plain(char: str) -> bool:
    """Whether no disk takes a character for another one, whatever it thinks of capitals and composed letters."""
    one = char == char.casefold() == char.lower() == char.upper().lower()
    return char == "_" or (one and char.isalnum() and unicodedata.is_normalized("NFKC", char))


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
    exports = [path for path in found if not path.is_symlink() and (path.is_file() or _marked(path) == exporter.name)]
    old = exports[: max(0, len(exports) + 1 - keep)]
    for path in old:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return old


def _check(target: Path, exporter: Exporter, *, replace: bool) -> None:
    """Raises ExportFailed where something stands that is no export of the same kind, and is not to be replaced."""
    if not target.parent.is_dir():
        raise ExportFailed(f"there is no folder {target.parent}; make it, or choose another place")
    if not target.exists():
        return
    if target.is_dir() and exporter.suffix:
        raise ExportFailed(f"{target} is a folder; name a file in it")
    if target.is_file() and replace:
        return
    if target.is_file() and _sealed(target):
        raise ExportFailed(
            f"{target} is there, and is encrypted, so that nobody sees what it is; replace it, or choose another name"
        )
    if not _same_kind(target, exporter):
        raise ExportFailed(f"{target} is there, and is no export of this kind; remove it, or choose another name")


def _same_kind(target: Path, exporter: Exporter) -> bool:
    """Whether what stands there may be replaced: an empty folder or file, or an earlier export in the same format."""
    if target.is_dir():
        return not any(target.iterdir()) or _marked(target) == exporter.name
    if not target.is_file() or target.stat().st_size == 0:
        return target.is_file()
    wanted = _READ_AS.get(exporter.name, exporter.name)
    importer = next((each for each in IMPORTERS if each.name == wanted), None)
    try:
        with opened(target) as source:
            heads = map(source.head, source.names[:_LOOKED_AT])
            return importer is not None and importer.recognises(source) and any(_ours(head, exporter) for head in heads)
    except ImportFailed:
        return False


def _sealed(target: Path) -> bool:
    with target.open("rb") as file:
        return is_sealed(file.read(64))


def _ours(head: bytes, exporter: Exporter) -> bool:
    """Whether a file that begins so was exported."""
    return head.startswith(_TABLE) if exporter.suffix == ".csv" else _MARK.search(head) is not None


def _marked(folder: Path) -> object:
    """The format that a folder says it was exported in."""
    return standing.marked(folder).get("format")


def _written(content: Content, exporter: Exporter, made: Path, tally: Tally, passphrase: str | None) -> dict[str, int]:
    """Write it; what is encrypted never stands there in plain."""
    if passphrase is None:
        return exporter.write(content, made, tally)
    plain = io.BytesIO()
    counts = write_archive(content, plain, tally)
    made.write_bytes(sealed(plain.getvalue(), passphrase))
    return counts


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
