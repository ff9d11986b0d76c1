"""What is exported, in its place: made beside it, then put there at once; what in a folder is its owner's stays there."""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from perdure.domain.space import SpaceName
from perdure.errors import ExportFailed

MARKER = ".perdure-export"
"""Says in a folder that it is an export, and which of the files in it are."""

STALE = 86_400.0
"""Seconds after which nobody works on what stands beside a target any more."""

_PREFIX = ".perdure-making-"
_LEFT = re.compile(re.escape(_PREFIX) + r"[a-z0-9_]{8}")
_HERE, _EXCHANGE = -100, 2


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A private place beside the target, on the same disk, that is gone at the end whatever happens; so is what a process left
    there that was killed."""
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=target.parent) as folder:
        now = Path(folder).stat().st_mtime
        for left in target.parent.iterdir():
            if _LEFT.fullmatch(left.name) and now - left.lstat().st_mtime > STALE:
                shutil.rmtree(left, ignore_errors=True)  # which follows no link
        yield Path(folder) / target.name


def settle(made: Path, format: str, space: SpaceName) -> int:  # noqa: A002  the word of the facade
    """Make it its owner's alone, and have it on the disk; the bytes of it. A folder says from now on which files are exported."""
    if made.is_dir():
        names = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
        about = {"format": format, "space": str(space), "files": [name for name in names if name != MARKER]}
        (made / MARKER).write_text(json.dumps(about, ensure_ascii=False) + "\n", encoding="utf-8")
    size = 0
    for path in (made, *(made.rglob("*") if made.is_dir() else ())):
        path.chmod(0o700 if path.is_dir() else 0o600)
        if path.is_file():
            size += path.stat().st_size
            with path.open("rb") as file:
                os.fsync(file.fileno())
    return size


def marked(folder: Path) -> Mapping[str, object]:
    """What a folder says of its being an export; nothing where it is none."""
    marker = folder / MARKER
    try:
        found = json.loads(marker.read_bytes()) if marker.is_file() and not marker.is_symlink() else None
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}


def put(made: Path, target: Path) -> None:
    """Put it in its place in one step, so that the old one or the new one stands there, whatever happens. Raises ExportFailed
    where a file of somebody else stands in a folder at the place of one that is exported."""
    if not target.is_dir():
        made.replace(target)
        return
    _keep(target, made)
    if not _exchanged(made, target):
        aside = target.rename(target.with_name(f"{target.name}.perdure-old"))
        try:
            made.replace(target)
        except OSError:
            aside.rename(target)
            raise
        shutil.rmtree(aside)


def _keep(old: Path, made: Path) -> None:
    """Have the files of a folder that were not exported in the new one as well."""
    files = marked(old).get("files")
    exported = {MARKER, *(files if isinstance(files, list) else ())}
    for path in sorted(old.rglob("*")):
        name = path.relative_to(old)
        kept = made / name
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                kept.mkdir(parents=True, exist_ok=True)
        elif name.as_posix() not in exported:
            if kept.exists():
                raise ExportFailed(f"{path} is no export, and one would be written over it; choose another folder")
            kept.parent.mkdir(parents=True, exist_ok=True)
            _link(path, kept)


def _link(path: Path, kept: Path) -> None:
    try:
        os.link(path, kept, follow_symlinks=False)
    except OSError:  # a disk that knows no links
        shutil.copy2(path, kept, follow_symlinks=False)


def _exchanged(one: Path, other: Path) -> bool:
    """Swap two folders in one step, where the system can: nothing in between is ever seen, nor left by a crash."""
    if sys.platform != "linux":
        return False
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    return rename is not None and rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0
