"""What an import reads: a file, or the conversations in a ZIP, as UTF-8 from start to end, however it was saved."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

from perdure.errors import ImportFailed

HEAD = 4 << 20
"""Bytes by which a format is recognised."""

LARGEST = 4 << 30
"""Bytes that a ZIP may hold; what claims more is no export."""

_CHUNK = 1 << 16
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_ENCRYPTED = 1
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_MEMBER = re.compile(r"(?!__MACOSX/)(?:.*/)?conversations(?:-\d+)?\.json")
"""An export has one such file, or numbered ones when it is large."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One file, alone or in an archive."""

    size: int
    open: Callable[[], IO[bytes]]


@dataclass(kw_only=True)
class Source:
    """The parts of an import, read one after another."""

    path: Path
    parts: Sequence[Part]
    _before: int = field(default=0, init=False)
    _raw: IO[bytes] | None = field(default=None, init=False)

    @property
    def size(self) -> int:
        """Bytes there are to read."""
        return sum(part.size for part in self.parts)

    @property
    def position(self) -> int:
        """Bytes read so far."""
        return self._before + (0 if self._raw is None else self._raw.tell())

    def head(self) -> bytes:
        """How the first part begins."""
        with self.parts[0].open() as raw:
            return _as_utf8(raw).read(HEAD)

    def streams(self) -> Iterator[IO[bytes]]:
        """Each part from its start, as UTF-8 without a byte order mark; bytes that are no text stay invalid UTF-8."""
        self._before = 0
        for part in self.parts:
            with part.open() as self._raw:
                yield _as_utf8(self._raw)
            self._raw = None
            self._before += part.size


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """The file, or the conversations of the ZIP. Raises ImportFailed when it cannot be read."""
    with ExitStack() as closing:
        with readable(path):
            with path.open("rb") as file:
                zipped = file.read(4) in _ZIP
            archive = closing.enter_context(zipfile.ZipFile(path)) if zipped else None
            whole = Part(size=path.stat().st_size, open=lambda: path.open("rb"))
        yield Source(path=path, parts=(whole,) if archive is None else _members(archive, path))


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """What opening and reading a file or a damaged ZIP raises, as ImportFailed."""
    try:
        yield
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ImportFailed(f"{path} cannot be read: {reason or 'it breaks off'}") from error


def _members(archive: zipfile.ZipFile, path: Path) -> tuple[Part, ...]:
    members = sorted(
        (member for member in archive.infolist() if _MEMBER.fullmatch(member.filename)), key=lambda each: each.filename
    )
    if not members:
        raise ImportFailed(f"{path} has no conversations.json in it")
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise ImportFailed(f"{path} is encrypted; unpack it and import the file in it")
    if (size := sum(member.file_size for member in members)) > LARGEST:
        raise ImportFailed(f"{path} claims to hold {size:,} bytes; unpack it and import the file in it")
    return tuple(Part(size=member.file_size, open=partial(archive.open, member)) for member in members)


def _as_utf8(raw: IO[bytes]) -> IO[bytes]:
    start = raw.read(4)
    mark = next((mark for mark in _MARKS if start.startswith(mark)), b"")
    raw.seek(len(mark))
    encoding = _MARKS.get(mark, "utf-8")
    return raw if encoding == "utf-8" else io.BufferedReader(_Recoded(raw, encoding), _CHUNK)


class _Recoded(io.RawIOBase):
    """UTF-16 as UTF-8; a lone surrogate, which is half a character, becomes invalid UTF-8."""

    def __init__(self, stream: IO[bytes], encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self._rest = b""

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any writable buffer is one of these
        """Fill the buffer; 0 at the end."""
        while not self._rest:
            chunk = self._stream.read(_CHUNK)
            if not chunk:
                return 0
            self._rest = self._decoder.decode(chunk).encode("utf-8", "surrogatepass")
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count
