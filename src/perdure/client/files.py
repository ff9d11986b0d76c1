"""Files on their way to a gateway and back: streamed, never held whole."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from perdure.client.exchange import Request, Upload
from perdure.domain.staging import Skip
from perdure.errors import GatewayError, ImportFailed

if TYPE_CHECKING:
    from perdure.transfer.source import Source

FILE = "application/octet-stream"

_PART = 1 << 18
_DATABASE = b"SQLite format 3\0"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ready:
    """A file that can be sent under a name, and what of it could not be read here."""

    path: Path
    name: str
    skips: tuple[Skip, ...] = ()


def headers_of(request: Request) -> dict[str, str]:
    """What the head of a request says of its body."""
    headers = {} if request.key is None else {"idempotency-key": request.key}
    if request.body is not None:
        headers["content-type"] = "application/json"
    if request.upload is not None:
        headers["content-type"] = FILE
        headers["content-length"] = str(request.upload.path.stat().st_size)
        if request.upload.passphrase is not None:
            headers["x-perdure-passphrase"] = quote(request.upload.passphrase, safe="", errors="replace")
    return headers


@contextmanager
def sent(upload: Upload) -> Iterator[Iterator[bytes]]:
    """The parts of a file that is sent."""
    with upload.path.open("rb") as file:
        yield _parts(file, upload)


def _parts(file: Any, upload: Upload) -> Iterator[bytes]:
    size, done = upload.path.stat().st_size, 0
    while part := file.read(_PART):
        yield part
        done += len(part)
        if upload.progress is not None:
            upload.progress(done, size)


@contextmanager
def ready(path: Path) -> Iterator[Ready]:
    """A file as it is sent: a folder is packed first, a database written together with its log. Raises ImportFailed."""
    from perdure.transfer.source import opened, readable  # noqa: PLC0415  documented lazy load: what few programs do

    if "\0" in str(path):
        raise ImportFailed(f"{str(path)!r} is no path")
    with TemporaryDirectory(prefix="perdure-") as scratch, readable(path):
        if path.is_dir():
            target = Path(scratch) / "folder.zip"
            with opened(path) as source:
                _pack(source, target)
                yield Ready(path=target, name=f"{path.resolve().name}.zip", skips=source.refused)
        elif _logged(path):
            with opened(path) as source:
                yield Ready(path=_settled(source.local(source.main)), name=path.name)
        else:
            path.open("rb").close()  # raises for what cannot be read, before anything is sent
            yield Ready(path=path, name=path.name)


def unpacked(archive: Path, folder: Path) -> None:
    """A folder that came packed. Raises GatewayError where it cannot be one of ours."""
    from perdure.transfer.source import opened  # noqa: PLC0415  documented lazy load: as above

    try:
        with opened(archive) as source:
            for name in source.names:
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with source.raw(name) as packed, target.open("xb") as file:
                    shutil.copyfileobj(packed, file)
            if source.refused:
                raise GatewayError("the gateway's export has names that lead out of it")
    except ImportFailed as error:
        raise GatewayError("the gateway's export cannot be unpacked") from error


def _pack(source: Source, target: Path) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for name, member in source.members.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            logged = member.path is not None and _logged(member.path)
            found = _settled(source.local(name)).open("rb") if logged else source.raw(name)
            with found as file, archive.open(entry, "w", force_zip64=True) as copy:
                shutil.copyfileobj(file, copy)


def _logged(path: Path) -> bool:
    """Whether a file is a database of which a part stands in a log beside it."""
    log = path.with_name(f"{path.name}-wal")
    if not log.is_file() or log.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE


def _settled(copy: Path) -> Path:
    """A private copy of a database with what its log holds. Raises ImportFailed."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise ImportFailed(f"the database cannot be read: {error}") from error
    return copy
