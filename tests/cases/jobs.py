"""What other processes do to a store. Run as `python -m tests.cases.jobs JOB JSON`; each prints JSON lines."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import sqlcipher3.dbapi2 as sqlite

from tests.cases.adapter import Store
from tests.cases.tools import err, space_files


def say(value: Any) -> None:
    """One line to whoever started this process."""
    print(json.dumps(value), flush=True)


def write_and_read(path: str, index: int, n: int) -> None:
    """Remember texts of its own and recall each."""
    store, errors = Store(path), []
    for number in range(n):
        text = f"process {index} wrote item {number}"
        errors += [repr(e) for e in (err(lambda: store.remember(text)), err(lambda: store.recall(text))) if e]
    store.close()
    say({"errors": errors})


def dedupe_write(path: str, index: int, n: int, text: str) -> None:
    """Remember texts that all the others remember too, so that each write reads what they wrote."""
    store, errors = Store(path), []
    for number in range(n):
        errors += [repr(e) for e in [err(lambda: store.remember(f"{text} {number}"))] if e]
    store.close()
    say({"errors": errors})


def remember_same(path: str, index: int, n: int, text: str) -> None:
    """Remember one text again and again."""
    store = Store(path)
    errors = [repr(e) for _ in range(n) if (e := err(lambda: store.remember(text)))]
    store.close()
    say({"errors": errors})


def remember_until_killed(path: str, texts: list[str]) -> None:
    """Remember text after text, and say each number once it is stored."""
    store = Store(path)
    for number, text in enumerate(texts):
        store.remember(text)
        say(number)
    store.close()


def hold_write_lock(path: str) -> None:
    """Hold the write lock of every space, `user/u1` at least, until standard input ends."""
    store = Store(path)
    space = store.perdure.space("user/u1")
    space.set_policy(space.policy())
    store.close()
    held = [sqlite.connect(str(file), isolation_level=None) for file in space_files(path)]
    for connection in held:
        connection.execute("BEGIN IMMEDIATE")
    say("held")
    sys.stdin.read()
    for connection in held:
        connection.close()


JOBS = {
    job.__name__: job for job in (write_and_read, dedupe_write, remember_same, remember_until_killed, hold_write_lock)
}

if __name__ == "__main__":
    JOBS[sys.argv[1]](**json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")))
