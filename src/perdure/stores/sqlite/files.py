"""Space names as file names that no disk can confuse."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from urllib.parse import unquote

from perdure.domain.space import SpaceName
from perdure.errors import StoreReadOnly

SUFFIX = ".db"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)\Z")
_SHORTENED = re.compile(r"[a-z0-9_%-]*~[0-9a-f]{32}\.db")
_LONGEST = 200
"""Characters of a file name; the rest of 255 is left to the suffixes of SQLite and of backups."""


def encode(name: str) -> str:
    """Percent-encoded UTF-8, capitals too; a name too long for a disk keeps its beginning and gets a hash."""
    encoded = "".join(char if char in _PLAIN else "".join(f"%{byte:02x}" for byte in char.encode()) for char in name)
    if _RESERVED.match(encoded):
        encoded = f"%{ord(encoded[0]):02x}{encoded[1:]}"
    if len(encoded) <= _LONGEST:
        return encoded
    digest = hashlib.blake2b(name.encode(), digest_size=16).hexdigest()
    return f"{encoded[: _LONGEST - 33].rsplit('%', 1)[0]}~{digest}"


def path_of(folder: Path, space: SpaceName) -> Path:
    """The file of a space below the folder of spaces."""
    if space.scope == "global":
        return folder / f"global{SUFFIX}"
    return folder / space.scope / f"{encode(space.name)}{SUFFIX}"


def name_in(path: Path) -> str | None:
    """The NAME that a file's name spells; None where it holds only a hash of it, or is no file of ours."""
    stem = path.name.removesuffix(SUFFIX)
    name = unquote(stem)
    return name if name and encode(name) == stem else None


def shortened(path: Path) -> bool:
    """Whether a file's name holds a hash of NAME, so that only the file itself knows it."""
    return _SHORTENED.fullmatch(path.name) is not None


def identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another of the same name; None where there is none, or one that nothing was written to.

    It is asked without opening the file: closing it again would drop the locks that SQLite holds on it.
    """
    found = status(path)
    return (found.st_dev, found.st_ino) if found is not None and found.st_size else None


def status(path: Path) -> os.stat_result | None:
    """What the disk knows of a path; None where there is nothing. Raises StoreReadOnly where it may not be asked."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError as error:  # of the folder: a file that may not be read still has a status
        raise StoreReadOnly(f"the folder {path.parent} may not be read: {error.strerror}") from error
    except OSError as error:
        raise StoreReadOnly(f"{path} cannot be reached: {error.strerror or error}") from error


def make_private(path: Path) -> None:
    """Make a file that nobody but its owner can read, and the folders above it that are missing; what SQLite puts beside it
    gets the same rights. What is there stays as it is. Raises StoreReadOnly."""
    if status(path) is not None:
        return
    try:
        make_folders(path.parent)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return  # another process was faster
    except OSError as error:
        raise StoreReadOnly(f"{path} cannot be made: {error.strerror or error}") from error


def make_folders(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone."""
    for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)


def files_of(path: Path) -> list[Path]:
    """The file and what SQLite keeps beside it."""
    return [path, *(path.with_name(path.name + extra) for extra in ("-wal", "-shm", "-journal"))]


def space_files(folder: Path) -> list[Path]:
    """Every space's file, in a stable order."""
    shared = folder / f"global{SUFFIX}"
    return [shared] * (status(shared) is not None) + sorted(
        path for scope in ("project", "user") for path in (folder / scope).glob(f"*{SUFFIX}")
    )
