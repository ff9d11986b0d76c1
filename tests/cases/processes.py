"""Real processes beside the one that runs the case."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE = 240
"""Seconds after which another process counts as stuck."""


def environment(**more: str) -> dict[str, str]:
    """This environment, with the product and the tests where this process finds them."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]), **more}


def start(job: str, arguments: dict[str, Any], folder: Path) -> subprocess.Popen[str]:
    """A process that runs one of `jobs`."""
    file = folder / f"{job}-{len(list(folder.glob('*.json')))}.json"
    file.write_text(json.dumps(arguments), encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, "-m", "tests.cases.jobs", job, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=environment(),
    )


@contextmanager
def started(job: str, arguments: dict[str, Any], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that is gone afterwards, whatever happens."""
    process = start(job, arguments, folder)
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[str]) -> None:
    """Kill what still runs, and let go of its pipes."""
    if process.poll() is None:
        process.kill()
    process.communicate()


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What a job said at its end."""

    errors: list[str]


def procs(number: int, job: str, folder: Path, **arguments: Any) -> list[Report]:
    """A job in several processes at once; a process that failed reports its last words as an error."""
    running = [start(job, {"index": index, **arguments}, folder) for index in range(number)]
    try:
        return [_report(process) for process in running]
    finally:
        for process in running:
            end(process)


def _report(process: subprocess.Popen[str]) -> Report:
    out, last_words = process.communicate(timeout=PATIENCE)
    if process.returncode != 0:
        return Report(errors=[f"exit {process.returncode}: {last_words[-2000:]}"])
    return Report(**json.loads(out.splitlines()[-1]))


def kill9_while(text: Callable[[int], str], folder: Path, path: str, after_acks: int) -> int:
    """Kill a writing process once it has acknowledged so many writes; how many it had acknowledged when it died."""
    texts = [text(number) for number in range(20 * after_acks)]
    with started("remember_until_killed", {"path": path, "texts": texts}, folder) as process:
        acked = 0
        for _ in process.stdout:
            acked += 1
            if acked == after_acks:
                break
        process.send_signal(signal.SIGKILL)
        rest, last_words = process.communicate()
        assert process.returncode == -signal.SIGKILL, f"it ended by itself: {last_words[-2000:]}"
        return acked + sum(line.endswith("\n") for line in rest.splitlines(keepends=True))


class Lock:
    """The write lock of a store, held by another process."""

    def __init__(self, path: str, folder: Path) -> None:
        self._process = start("hold_write_lock", {"path": path}, folder)
        said = self._process.stdout.readline()
        if said.strip() != '"held"':
            last_words = self._process.communicate()[1]
            raise AssertionError(f"the lock could not be taken: {last_words[-2000:]}")

    def release(self) -> None:
        """Give it up."""
        self._process.communicate()

    def close(self) -> None:
        """Give it up if that was not done."""
        end(self._process)


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What a command printed, and its exit code."""

    code: int
    out: str
    error: str


def cli(path: str, arguments: list[str]) -> Answer:
    """The command line on a store, as user `u1`."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from perdure.cli.main import main; sys.exit(main())", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
        env=environment(PERDURE_HOME=path, PERDURE_SPACE="user/u1", PERDURE_EMBEDDER="none"),
    )
    return Answer(code=done.returncode, out=done.stdout, error=done.stderr)
