"""An archive back as records: every byte of it is checked before the first record is given."""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from perdure.errors import ArchiveDamaged, InvalidInput, InvalidValue
from perdure.transfer.archive.checking import Checking
from perdure.transfer.archive.manifest import NAME, PARTS, Manifest, Part, manifest_of
from perdure.transfer.decoding import decoded
from perdure.transfer.found import Native
from perdure.transfer.guarding import sound

LONGEST = 128 << 20
"""Bytes of a line: no record that a space can hold has more."""

LARGEST = 64 << 30
"""Bytes that all parts together may have."""

_LARGEST_MANIFEST = 1 << 20
_BUFFER = 1 << 18
_ENCRYPTED = 1
_FILE = 0o100000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DERIVED = ("slots",)
"""Parts that say again what others say."""


@dataclass(frozen=True, kw_only=True)
class Archive:
    """An archive that was found whole: what it says of itself, and its records."""

    path: Path
    manifest: Manifest
    packed: zipfile.ZipFile

    @classmethod
    def verified(cls, path: Path, packed: zipfile.ZipFile) -> Archive:
        """Read all of it once. Raises ArchiveDamaged with the part, and the line, that is not what it should be; ArchiveTooNew."""
        with _damage(path, "the list of its parts"):
            _check_members(packed)
        with _damage(path, NAME):
            found = cls(path=path, manifest=manifest_of(decoded(_manifest(packed))), packed=packed)
        checking = Checking(found.manifest.space)
        for part, written in zip(PARTS, found.manifest.parts, strict=True):
            with _damage(path, written.name):
                _check_size(packed.getinfo(written.name), written)
                found._check(part, written, checking)
        return found

    def natives(self) -> Iterator[Native]:
        """The records, in the order of the archive; what is derived from others is left out."""
        for part, name in PARTS.items():
            if part not in _DERIVED:
                for number, line in enumerate(self._lines(name), start=1):
                    yield self._native(part, f"{name} line {number}", number, line)

    def _native(self, part: str, where: str, number: int, line: bytes) -> Native:
        with _damage(self.path, where):
            record = decoded(line)
        return Native(part=part, record=record, where=where, owner=str(self.manifest.space), line=number)

    def _check(self, part: str, written: Part, checking: Checking) -> None:
        digest, size, number = hashlib.sha256(), 0, 0
        for line in self._lines(written.name):
            number += 1
            digest.update(line)
            size += len(line)
            try:
                checking.take(part, decoded(line))
            except InvalidInput as error:
                raise InvalidValue(f"line {number}: {error}") from error
        if size != written.bytes or number != written.records or digest.hexdigest() != written.sha256:
            raise InvalidValue("it is not what was written: its checksum is another one")
        checking.end(part)

    def _lines(self, name: str) -> Iterator[bytes]:
        with _damage(self.path, name), self.packed.open(name) as file:
            lines = io.BufferedReader(file, _BUFFER)  # type: ignore[type-var]  # it reads into a buffer, which is all that is asked
            while line := lines.readline(LONGEST):
                if not line.endswith(b"\n"):
                    raise InvalidValue(f"a line breaks off, or has more than {LONGEST:,} bytes")
                yield line


def _check_members(packed: zipfile.ZipFile) -> None:
    """The files are those of an archive, each once, and nothing but files."""
    infos = packed.infolist()
    names = [info.filename for info in infos]
    wanted = {*PARTS.values(), NAME}
    missing = [name for name in (*PARTS.values(), NAME) if name not in names]
    strange = [name[:80] for name in names if name not in wanted]
    doubled = [name for name in wanted if names.count(name) > 1]
    if missing:
        raise InvalidValue(f"{missing[0]} is missing")
    if strange:
        raise InvalidValue(f"{strange[0]!r} is no part of an archive")
    if doubled:
        raise InvalidValue(f"{min(doubled)} is there twice")
    for info in infos:
        sort = info.external_attr >> 16 & 0o170000
        if sort not in (0, _FILE) or info.flag_bits & _ENCRYPTED or info.compress_type not in _METHODS:
            raise InvalidValue(f"{info.filename} is no plain file")
    if sum(info.file_size for info in infos) > LARGEST:
        raise InvalidValue(f"the parts claim to have more than {LARGEST:,} bytes")


def _check_size(info: zipfile.ZipInfo, written: Part) -> None:
    """The list of files and the manifest say the same, beyond which no byte is unpacked; how well a part packs says nothing, for
    people repeat themselves."""
    if info.file_size != written.bytes:
        raise InvalidValue(f"it has {info.file_size:,} bytes, and {written.bytes:,} were written")


def _manifest(packed: zipfile.ZipFile) -> bytes:
    with packed.open(NAME) as file:
        found = file.read(_LARGEST_MANIFEST)
    if len(found) == _LARGEST_MANIFEST:
        raise InvalidValue("it is far too long")
    return found


@contextmanager
def _damage(path: Path, where: str) -> Iterator[None]:
    """What reading a damaged archive raises, as ArchiveDamaged with the place."""
    try:
        yield
    except ArchiveDamaged:
        raise  # it says where already
    except InvalidInput as error:
        raise ArchiveDamaged(f"{path} is damaged: {where}: {sound(str(error))}") from error
    except _BROKEN as error:
        raise ArchiveDamaged(f"{path} is damaged: {where} cannot be unpacked: {error or 'it breaks off'}") from error


_BROKEN = (
    *(OSError, EOFError, zipfile.BadZipFile, zlib.error, struct.error),
    *(RuntimeError, ValueError, OverflowError, KeyError),
)
"""What `zipfile` raises for what it was not made for."""
