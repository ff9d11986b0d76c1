"""Other processes that use the same store: real ones, that can be killed, made to wait, or stripped of their rights."""

from __future__ import annotations

import multiprocessing
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from perdure.domain.space import SpaceName
from perdure.errors import PerdureError
from perdure.stores.sqlite import SqliteStore
from perdure.testing.store_suite.base import ALICE, BOB, memory
from perdure.testing.store_suite.lifecycle import take
from perdure.testing.store_suite.shelf import shot

NOBODY = 65_534

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["perdure.stores.index.search", "perdure.testing"])


def store_on(
    folder: Path, *, busy_timeout: float = 30.0, max_open: int = 64, max_index_bytes: int = 1 << 30
) -> SqliteStore:
    return SqliteStore(folder, zone=UTC, busy_timeout=busy_timeout, max_open=max_open, max_index_bytes=max_index_bytes)


@dataclass(frozen=True)
class Other:
    """A process that does one of the things below, and what it tells of it."""

    process: BaseProcess
    pipe: Connection

    def told(self) -> Any:
        """The next thing it tells."""
        return self.pipe.recv()

    def rest(self) -> list[Any]:
        """What it tells until it ends."""
        said = []
        try:
            while True:
                said.append(self.pipe.recv())
        except EOFError:
            self.process.join()
        return said

    def finished(self) -> list[Any]:
        """What it tells until it ends, which it must do well."""
        said = self.rest()
        assert self.process.exitcode == 0
        return said

    def go_on(self) -> None:
        """Let it go on where it waits."""
        self.pipe.send("go on")


@contextmanager
def running(work: Callable[..., None], *args: Any) -> Iterator[Other]:
    """Start a process; it is killed where it still runs at the end."""
    mine, its = processes.Pipe()
    process = processes.Process(target=work, args=(its, *args), daemon=True)
    process.start()
    its.close()
    try:
        yield Other(process, mine)
    finally:
        process.kill()
        process.join()
        process.close()
        mine.close()


def write(pipe: Connection, folder: Path, prefix: str, count: int) -> None:
    """Add memories, one a transaction, and tell each one that is kept."""
    store = store_on(folder)
    for number in range(count):
        written(store, ALICE, f"{prefix}{number}")
        pipe.send(f"{prefix}{number}")
    store.close()


def take_jobs(pipe: Connection, folder: Path, owner: str) -> None:
    """Take jobs as long as any waits, and tell each one that was taken."""
    store = store_on(folder)
    while (taken := take(store, owner)) is not None:
        pipe.send(taken)
    store.close()


def maintain(pipe: Connection, folder: Path) -> None:
    """Write permanent memory, and commit it when told to."""
    store = store_on(folder)
    with store.space(ALICE).write(maintenance=True) as writer:
        writer.add_memories([(memory("p1", "a quokka", kind="role"), "k")])
        pipe.send("held")
        pipe.recv()
    store.close()


def back_and_forth(pipe: Connection, folder: Path, first: str, second: str) -> None:
    """Go back to two snapshots in turn, and tell each time."""
    store = store_on(folder)
    for number in range(10_000):
        store.shelf.restore((first, second)[number % 2])
        pipe.send("restored")


def take_snapshots(pipe: Connection, folder: Path) -> None:
    """Take one snapshot after the other, and tell each one that is kept."""
    store = store_on(folder)
    for number in range(10_000):
        pipe.send(store.shelf.add(shot(f"snap_{number:06d}")).id)


def count_up(pipe: Connection, folder: Path, times: int) -> None:
    """Read a memory and write it back with a version more, so many times."""
    store = store_on(folder)
    for _ in range(times):
        with store.space(ALICE).write() as writer:
            (found,) = writer.memories(["m1"])
            writer.update_memories([(replace(found, version=found.version + 1), "k")])
    store.close()


def hold(pipe: Connection, folder: Path) -> None:
    """Write much, and commit it when told to."""
    store = store_on(folder)
    with store.space(ALICE).write() as writer:
        writer.add_memories([(memory(f"held{number}", f"a numbat, {number} " * 200), "k") for number in range(50)])
        pipe.send("held")
        pipe.recv()
    store.close()


def overflow(pipe: Connection, folder: Path, room: int) -> None:
    """Write until no file may grow any more; tell what is kept, and the code of the refusal."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    store = store_on(folder)
    try:
        for number in range(1_000):
            written(store, ALICE, f"m{number}")
            pipe.send(f"m{number}")
    except PerdureError as error:
        pipe.send(error.code)
    store.close()


def powerless(pipe: Connection, folder: Path) -> None:
    """Try everything with no right to write, and tell what became of it."""
    with TemporaryDirectory() as place:
        attempts(Path(place))  # loads what is loaded late, while this process may still read it
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    pipe.send(attempts(folder))


def attempts(folder: Path) -> dict[str, str]:
    """Everything a store on a folder does, with the code of the refusal or ok."""
    store = store_on(folder, busy_timeout=0.1)
    found = attempts_on(store, folder / "copies")
    store.close()
    return found


def attempts_on(store: SqliteStore, copies: Path) -> dict[str, str]:
    """Everything a store does, with the code of the refusal or ok."""
    found = {}
    for name, attempt in {
        "write": lambda: written(store, ALICE, "more"),
        "lock": lambda: store.writable(ALICE),
        "begin": lambda: written(store, BOB, "first"),
        "begin elsewhere": lambda: written(store, SpaceName("project", "orders"), "first"),
        "measure": lambda: store.set_calibration("any", {}),
        "set": lambda: store.set_setting("any", "thing"),
        "list": store.names,
        "read": lambda: readable(store),
        "copy": lambda: store.backup(ALICE, copies / "alice.db"),
        "remove": lambda: store.delete(ALICE),
    }.items():
        try:
            attempt()
        except PerdureError as error:
            found[name] = error.code
        else:
            found[name] = "ok"
    return found


def readable(store: SqliteStore) -> None:
    with store.space(ALICE).read() as reader:
        assert [item.text for item in reader.memories(["m1", "more"])][0].startswith("a quokka")


def written(store: SqliteStore, name: SpaceName, memory_id: str) -> None:
    """Add a memory that the word quokka finds."""
    with store.space(name).write() as writer:
        writer.add_memories([(memory(memory_id, f"a quokka, {memory_id}"), "k")])
