"""What an import reads: a file, a folder, or what is in a ZIP or tar, by names that lead nowhere else."""

from __future__ import annotations

import io
import os
import re
import shutil
import stat
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any, TypeVar
from weakref import WeakSet

from perdure.domain.staging import Skip
from perdure.errors import ArchiveDamaged, ImportFailed
from perdure.transfer import foreign_sqlite, look
from perdure.transfer.address import address_of, masked, shown
from perdure.transfer.archive.age import is_sealed, unsealed
from perdure.transfer.archive.breaking import broken_part
from perdure.transfer.recoding import as_utf8, plain

HEAD = 4 << 20
"""Bytes by which a format is recognised."""

PROSE = 1 << 16
"""Bytes by which a format of plain text is recognised."""

LARGEST = 64 << 30
"""Bytes that a ZIP or a tar may unpack to; what claims more is no export."""

MOST = 200_000
"""Files that a folder, a ZIP or a tar may have."""

_HEADS = 8
"""Beginnings kept, for every format looks at them."""

_LOOKS = 4
"""What was seen in them, kept."""

_CHUNK = 1 << 17
_ENCRYPTED = 1
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_TAR = (".tar", ".tar.gz", ".tgz")
_GZIP, _USTAR = b"\x1f\x8b", b"ustar"
_REFUSED, _NOT_READ = "unsafe_path", "not_read"
_EMPTY = 4
"""Bytes of a list or an object with nothing in it, and the end of its line."""

_TOLD = 5
"""Files that are named of those that nobody read."""

STALE = 86_400.0
"""Seconds after which nobody works on a private copy any more."""

_PREFIX = "perdure-import-"
_LEFT = re.compile(re.escape(_PREFIX) + r"[a-z0-9_]{8}")


Seen = TypeVar("Seen")


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """One file, alone, in a folder or packed: its size, and how it is opened."""

    size: int
    open: Callable[[], IO[bytes]]
    path: Path | None = None
    """Where it lies, if it lies on the disk."""


@dataclass(kw_only=True)
class Source:
    """The files of an import by their names, with / between folders; a file alone has its own.

    `refused` are those with names or links that lead out of it: nobody reads them, and the report tells.
    """

    path: Path
    members: Mapping[str, Member]
    scratch: Path
    refused: tuple[Skip, ...] = ()
    url: str | None = None
    """The address of the database that is read instead of files; it may have a password in it, `path` has none."""
    packed: zipfile.ZipFile | None = None
    """The ZIP that the files are in, if they are in one."""
    _read: int = field(default=0, init=False)
    _heads: dict[str, bytes] = field(default_factory=dict, init=False)
    _streams: WeakSet[IO[bytes]] = field(default_factory=WeakSet, init=False)
    _looks: dict[tuple[str, str], Any] = field(default_factory=dict, init=False)
    _proses: dict[str, str] = field(default_factory=dict, init=False)
    _locals: dict[str, Path] = field(default_factory=dict, init=False)
    _taken: set[str] = field(default_factory=set, init=False)

    @property
    def shown(self) -> str:
        """What it is called in reports: its path, or the address without what opens it."""
        return masked(self.path) if self.url is None else shown(self.url)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the files, in a stable order."""
        return tuple(self.members)

    @property
    def main(self) -> str:
        """The first file; the only one where there is one."""
        return next(iter(self.members))

    @property
    def alone(self) -> bool:
        """Whether it is one file, not a folder or an archive of them."""
        return len(self.members) == 1 and next(iter(self.members.values())).path == self.path

    @property
    def size(self) -> int:
        """Bytes there are to read."""
        return sum(member.size for member in self.members.values())

    @property
    def position(self) -> int:
        """Bytes read so far."""
        return min(self._read, self.size)

    def raw(self, name: str) -> IO[bytes]:
        """The bytes of a file, from its start. Raises ImportFailed where it cannot be read."""
        self._looks.clear()
        self._taken.add(name)
        with readable(self.path):
            stream = io.BufferedReader(_Counted(self.members[name].open(), self._count), _CHUNK)
        self._streams.add(stream)
        return stream

    def text(self, name: str) -> IO[bytes]:
        """A file from its start as UTF-8 without a byte order mark; bytes that are no text stay invalid UTF-8."""
        return as_utf8(self.raw(name))

    def plain(self, name: str) -> IO[bytes]:
        """A text file from its start as UTF-8, whatever it was saved in: for tables, Markdown and notes, which name no encoding."""
        return plain(self.raw(name))

    def prose(self, name: str | None = None) -> str:
        """How a text file begins, whatever it was saved in; nothing where it is no text."""
        wanted = self.main if name is None else name
        if wanted not in self._proses:
            if len(self._proses) == _HEADS:
                self._proses.clear()
            with readable(self.path), self.members[wanted].open() as raw:
                text = plain(raw).read(PROSE).decode("utf-8", "replace")
            self._proses[wanted] = "" if "\0" in text else text
        return self._proses[wanted]

    def head(self, name: str | None = None) -> bytes:
        """How a file begins, as UTF-8; the first one where none is named."""
        wanted = self.main if name is None else name
        if wanted not in self._heads:
            if len(self._heads) == _HEADS:
                self._heads.clear()
            with readable(self.path), self.members[wanted].open() as raw:
                self._heads[wanted] = as_utf8(raw).read(HEAD)
        return self._heads[wanted]

    def sample(self, name: str | None = None) -> list[object]:
        """The first JSON values of a file that its beginning holds whole: of its lines, of its array, or itself."""
        return self._look(look.sample, name)

    def keys(self, name: str | None = None) -> frozenset[str]:
        """The keys of the JSON object that a file is, as far as its beginning shows them."""
        return self._look(look.keys, name)

    def first_keys(self, name: str | None = None) -> frozenset[str]:
        """The keys of the first object of a file, be it the file itself, the first of its array or its first line."""
        return self._look(look.first_keys, name)

    def _look(self, what: Callable[[bytes], Seen], name: str | None) -> Seen:
        """What the beginning of a file shows; kept while every format looks at it, until it is read."""
        key = (what.__name__, self.main if name is None else name)
        if key not in self._looks:
            if len(self._looks) >= _LOOKS:
                self._looks.clear()
            self._looks[key] = what(self.head(name))
        seen: Seen = self._looks[key]
        return seen

    def tables(self, name: str | None = None) -> Mapping[str, frozenset[str]]:
        """The columns of each table of a file that is an SQLite database; nothing where it is none."""
        wanted = self.main if name is None else name
        with readable(self.path), self.members[wanted].open() as raw:
            if raw.read(16) != foreign_sqlite.MAGIC:
                return {}
        return foreign_sqlite.tables(self._local(wanted))

    def local(self, name: str) -> Path:
        """A file on the disk, to be read and not written: itself where it lies there, else a private copy; of a database with what
        it keeps beside it, a copy with that, so that reading never touches the original."""
        self._taken.add(name)
        return self._local(name)

    def taken(self, *names: str) -> None:
        """Whoever reads files in another way says which."""
        self._taken.update(name for name in names if name in self.members)

    def unread(self) -> Iterator[Skip]:
        """The files that are there and that nobody read, in one line: it is told that they did not come in."""
        left = [name for name, member in self.members.items() if member.size > _EMPTY and name not in self._taken]
        if left and self._taken:
            more = ", …" if len(left) > _TOLD else ""
            count = "1 other file was" if len(left) == 1 else f"{len(left):,} other files were"
            those = (
                f"{count} not read: {', '.join(left[:_TOLD])}{more}; what has memories of its own is imported by itself"
            )
            yield Skip(where=left[0], reason=those, code=_NOT_READ)

    def _local(self, name: str) -> Path:
        path, log = self.members[name].path, self._log(name)
        if path is not None and log is None:
            return path
        if name not in self._locals:
            target = self.scratch / f"{len(self._locals)}{PurePosixPath(name).suffix[:10]}"
            with readable(self.path):
                _copy(self.members[name].open(), target)
                if log is not None:
                    _copy(log.open("rb"), target.with_name(f"{target.name}-wal"))
            self._locals[name] = target
        return self._locals[name]

    def close(self) -> None:
        """Let go of the files that somebody began to read and did not end."""
        for stream in list(self._streams):
            stream.close()

    def _log(self, name: str) -> Path | None:
        """What SQLite has not yet written into a database on the disk."""
        path = self.members[name].path
        log = None if path is None else path.with_name(f"{path.name}-wal")
        there = log is not None and log.is_file() and not log.is_symlink() and log.stat().st_size > 0
        return log if there else None

    def _count(self, size: int) -> None:
        self._read += size


class _Counted(io.RawIOBase):
    """A file whose reads are counted."""

    def __init__(self, raw: IO[bytes], count: Callable[[int], None]) -> None:
        self._raw, self._count = raw, count

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def seekable(self) -> bool:
        """A reader may go back."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any writable buffer is one of these
        """Fill the buffer; 0 at the end."""
        found = self._raw.read(len(buffer))
        buffer[: len(found)] = found
        self._count(len(found))
        return len(found)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place."""
        return self._raw.seek(offset, whence)

    def tell(self) -> int:
        """The place."""
        return self._raw.tell()

    def close(self) -> None:
        """Let go of the file as well."""
        self._raw.close()
        super().close()


@contextmanager
def opened(path: Path | str, passphrase: str | None = None) -> Iterator[Source]:
    """A file, a folder, what a ZIP or tar holds, or a database by its address. `passphrase` opens an archive that is encrypted.
    Raises ImportFailed when it cannot be read, WrongPassphrase."""
    address = address_of(path)
    path = Path(path)
    with ExitStack() as closing:
        scratch = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix=_PREFIX)))
        _sweep(scratch)
        if address is not None:
            yield Source(path=Path(shown(address)), members={"postgresql": _DATABASE}, scratch=scratch, url=address)
            return
        packed: zipfile.ZipFile | None = None
        with readable(path):
            _check_sort(path)
            if path.is_dir():
                members, refused = _folder(path)
            elif is_sealed(_beginning(path)):
                packed = closing.enter_context(_unpacked(io.BytesIO(unsealed(path.read_bytes(), passphrase))))
                members, refused = _zipped(packed, path)
            elif zipfile.is_zipfile(path) and _starts(path, *_ZIP):
                packed = closing.enter_context(_unpacked(path))
                members, refused = _zipped(packed, path)
            elif _is_tar(path):
                members, refused = _tarred(closing.enter_context(tarfile.open(path)), path)
            elif _starts(path, *_ZIP):
                raise _broken_off(path)
            else:
                members, refused = {path.name: _file(path)}, []
        if not members:
            raise ImportFailed(f"{path} is empty: there is no file in it that may be read")
        source = Source(path=path, members=members, scratch=scratch, refused=tuple(refused), packed=packed)
        closing.callback(source.close)
        yield source


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """What opening and reading a file or a damaged archive raises, as ImportFailed."""
    try:
        yield
    except (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, zlib.error, NotImplementedError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ImportFailed(f"{masked(path)} cannot be read: {masked(reason) or 'it breaks off'}") from error


_DATABASE = Member(size=1, open=lambda: io.BytesIO(b"\0"))
"""Stands where the files would be: it is no text, so that no format of files takes it for its own."""


def _copy(file: IO[bytes], target: Path) -> None:
    """Copy a file for its owner alone."""
    with file, open(target, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as copy:
        shutil.copyfileobj(file, copy)


def _sweep(scratch: Path) -> None:
    """Remove the private copies of imports that were killed, a day later."""
    about = scratch.stat()
    for left in scratch.parent.iterdir():
        if _LEFT.fullmatch(left.name):
            with suppress(OSError):  # another one sweeps as well, or it is somebody else's
                found = left.lstat()
                if about.st_mtime - found.st_mtime > STALE and found.st_uid == about.st_uid:
                    shutil.rmtree(left)


def _starts(path: Path, *marks: bytes) -> bool:
    return _beginning(path).startswith(marks)


def _is_tar(path: Path) -> bool:
    """Whether it is a tar, packed or not; anything may be called one, and one may be called anything."""
    head = _beginning(path)
    seems = path.name.endswith(_TAR) or head.startswith(_GZIP) or head[257:262] == _USTAR
    return seems and tarfile.is_tarfile(path)


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(512)


def _unpacked(file: Path | IO[bytes]) -> zipfile.ZipFile:
    """A ZIP; raises BadZipFile for whatever is wrong with it."""
    try:
        return zipfile.ZipFile(file)
    except (ValueError, RuntimeError, OverflowError, struct.error) as error:
        raise zipfile.BadZipFile(f"it is no ZIP that can be read: {error}") from error


def _broken_off(path: Path) -> ImportFailed:
    with path.open("rb") as file:
        part = broken_part(file)
    if part is not None:
        return ArchiveDamaged(f"{path} is damaged: it breaks off in or after {part}")
    return ImportFailed(f"{path} cannot be read: it is a ZIP that breaks off, or is damaged")


def _check_sort(path: Path) -> None:
    """Raises ImportFailed for what is neither a file nor a folder: a pipe would be waited for, a device never ends."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ImportFailed(f"{path} cannot be read: it is neither a file nor a folder")


def _file(path: Path) -> Member:
    return Member(size=path.stat().st_size, open=lambda: path.open("rb"), path=path)


def _folder(path: Path) -> tuple[dict[str, Member], list[Skip]]:
    members: dict[str, Member] = {}
    refused: list[Skip] = []
    for folder, below, files in os.walk(path):
        here = Path(folder)
        linked = [name for name in (*below, *files) if (here / name).is_symlink()]
        refused += [_unsafe((here / name).relative_to(path).as_posix(), "it is a link") for name in sorted(linked)]
        below[:] = sorted(name for name in below if name not in linked and not name.startswith("."))
        for name in sorted(set(files) - set(linked)):
            inside = (here / name).relative_to(path).as_posix()
            if not (here / name).is_file():
                refused.append(_unsafe(inside, "it is no file"))
            elif not name.startswith("."):
                members[inside] = _file(here / name)
        _check(len(members), 0, path)
    return members, refused


def _zipped(archive: zipfile.ZipFile, path: Path) -> tuple[dict[str, Member], list[Skip]]:
    members: dict[str, Member] = {}
    refused: list[Skip] = []
    infos = [info for info in archive.infolist() if not info.is_dir() and not info.filename.startswith("__MACOSX/")]
    _check(len(infos), sum(info.file_size for info in infos), path)
    for info in sorted(infos, key=lambda each: each.filename):
        why = _strange(info.filename, linked=(info.external_attr >> 16) & 0o170000 == 0o120000)
        if why is not None:
            refused.append(_unsafe(info.filename, why))
            continue
        if info.flag_bits & _ENCRYPTED:
            raise ImportFailed(f"{path} is encrypted; unpack it and import what is in it")
        members[info.filename] = Member(size=info.file_size, open=partial(_in_zip, archive, info))
    return members, refused


def _in_zip(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> IO[bytes]:
    return archive.open(info)


def _tarred(archive: tarfile.TarFile, path: Path) -> tuple[dict[str, Member], list[Skip]]:
    members: dict[str, Member] = {}
    refused: list[Skip] = []
    infos = [info for info in archive.getmembers() if not info.isdir()]
    _check(len(infos), sum(info.size for info in infos), path)
    for info in sorted(infos, key=lambda each: each.name):
        name = info.name.removeprefix("./")
        why = _strange(name, linked=not info.isfile())
        if why is not None:
            refused.append(_unsafe(name, why))
        else:
            members[name] = Member(size=info.size, open=partial(_in_tar, archive, info))
    return members, refused


def _in_tar(archive: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    found = archive.extractfile(info)
    if found is None:
        raise tarfile.TarError(f"{info.name} is no file")
    return found


def _check(files: int, size: int, path: Path) -> None:
    if files > MOST:
        raise ImportFailed(f"{path} has more than {MOST:,} files; import its parts one after another")
    if size > LARGEST:
        raise ImportFailed(f"{path} claims to hold {size:,} bytes; unpack it and import the files in it")


def _strange(name: str, *, linked: bool) -> str | None:
    """Why a packed file is not read: its name leads out of the archive, or it is a link."""
    if linked:
        return "it is a link, or no file at all"
    steps = name.replace("\\", "/").split("/")
    if name.startswith(("/", "\\")) or ".." in steps or (len(steps[0]) == 2 and steps[0].endswith(":")) or "\0" in name:
        return "its name leads out of the archive"
    return None


def _unsafe(name: str, why: str) -> Skip:
    return Skip(where=name, reason=f"{name} was not read: {why}", code=_REFUSED)
