"""A consistent copy of a space's file, whole or not there."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import closing
from pathlib import Path

import sqlcipher3.dbapi2 as driver

from perdure.errors import ForeignFile, StoreBusy, StoreFull, StoreReadOnly
from perdure.stores.sqlite.engine import APPLICATION_ID, translated
from perdure.stores.sqlite.files import make_folders, status
from perdure.stores.sqlite.opening import refuse_scrap


def copy_to(target: Path, path: Path) -> None:
    """Copy the space at `path`, also while others write; an earlier copy is replaced at the end, anything else is refused."""
    _refuse_other(target)
    try:
        make_folders(target.parent)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=".part")
        os.close(handle)
    except OSError as error:
        kind = StoreFull if error.errno in (errno.ENOSPC, errno.EDQUOT) else StoreReadOnly
        raise kind(f"{target} cannot be written: {error.strerror or error}") from error
    part = Path(name)
    try:
        with translated(target), closing(driver.connect(path)) as source, closing(driver.connect(part)) as copy:
            source.backup(copy)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _refuse_other(target: Path) -> None:
    if status(target) is None:
        return
    refuse_scrap(target)
    with translated(target), closing(driver.connect(target)) as there:
        empty = there.execute("PRAGMA schema_version").fetchone()[0] == 0
        ours = there.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    if not (empty or ours):
        raise ForeignFile(f"{target} is something else than a backup; it was left untouched")
    log = target.with_name(f"{target.name}-wal")
    if status(log) is not None:
        raise StoreBusy(f"{target} is open; a backup cannot replace it")
