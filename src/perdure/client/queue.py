"""Writes that wait on this machine: one small file that survives the process and is shared by all that talk to the same gateway."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from perdure.client.exchange import Request
from perdure.errors import StoreError

VERBS = frozenset(("remember", "remember_many", "observe", "capture"))
"""What can wait; nothing else is ever sent from a file."""

KEY_CHARS = 200

_TABLE = """
CREATE TABLE IF NOT EXISTS writes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, path TEXT NOT NULL,
    body BLOB NOT NULL, at TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, code TEXT, reason TEXT NOT NULL DEFAULT ''
)"""
_FIELDS = "key, owner, path, body, at, attempts, code, reason"


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """One write that was not done yet. `code` and `reason` say why the gateway refused it; None: it waits. `mine`: it was made
    with this client's token, so this client sends it. `path` and `body`, which is JSON, are the request, `at` when it was made."""

    key: str
    mine: bool
    path: str
    body: str
    at: str
    attempts: int
    code: str | None = None
    reason: str = ""

    @property
    def sound(self) -> bool:
        """Whether it is a write as this client makes them; another stands there only where somebody has changed the file."""
        named = 0 < len(self.key) <= KEY_CHARS and self.key.isascii() and self.key.isprintable() and " " not in self.key
        return named and self.path in VERBS

    @property
    def request(self) -> Request:
        """The call that does it."""
        return Request(method="POST", path=self.path, body=self.body.encode(), key=self.key)


class Queue:
    """The file, made at the first write that waits. `owner` tells the writes of one token from those of others.

    Everything raises StoreError where the file cannot be used.
    """

    def __init__(self, file: Path, owner: str) -> None:
        self.file = file
        self._owner = owner
        self._lock = threading.RLock()
        self._open: sqlite3.Connection | None = None
        self._closed = False

    def __len__(self) -> int:
        """How many writes of this token wait."""
        if self._open is None and not self.file.exists():
            return 0
        with self._connection() as connection:
            count = "SELECT count(*) FROM writes WHERE owner = ? AND code IS NULL"
            return int(connection.execute(count, (self._owner,)).fetchone()[0])

    def add(self, request: Request, *, at: str) -> None:
        """Keep a write behind those that wait; it is on the disk when this returns."""
        with self._connection() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO writes (key, owner, path, body, at) VALUES (?, ?, ?, ?, ?)",
                (request.key, self._owner, request.path, request.body, at),
            )

    def first(self) -> Kept | None:
        """The write that is next."""
        found = self._select("owner = ? AND code IS NULL ORDER BY seq LIMIT 1", self._owner)
        return found[0] if found else None

    def tried(self, key: str) -> None:
        """Note that a write was sent once more."""
        self._change("UPDATE writes SET attempts = attempts + 1 WHERE key = ?", key)

    def refuse(self, key: str, *, code: str, reason: str) -> bool:
        """Put aside what the gateway will not do; it stays in the list. False where there is no such write."""
        return self._change("UPDATE writes SET code = ?, reason = ? WHERE key = ?", code, reason, key)

    def again(self, key: str) -> bool:
        """Let a write wait anew, as this token's and behind the others; False where there is none."""
        renewed = "UPDATE writes SET seq = (SELECT max(seq) + 1 FROM writes), owner = ?, code = NULL, reason = '' WHERE key = ?"
        return self._change(renewed, self._owner, key)

    def remove(self, key: str) -> bool:
        """Let go of a write; False where there is none."""
        return self._change("DELETE FROM writes WHERE key = ?", key)

    def everything(self) -> list[Kept]:
        """Every write in the file, in order, whoever made it."""
        if self._open is None and not self.file.exists():
            return []
        return self._select("1 ORDER BY seq")

    @contextlib.contextmanager
    def turn(self) -> Iterator[bool]:
        """Whether this process may send now: one at a time does, and the turn of one that was killed is over."""
        with contextlib.closing(self._side()) as side:
            try:
                side.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise StoreError(f"{self.file}.turn cannot be used: {error}") from error
                yield False  # another process is sending
                return
            yield True
            side.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the file; what waits in it stays. Whoever uses it after this opens it for a moment."""
        with self._lock:
            self._closed = True
            self._let_go()

    def _let_go(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _select(self, where: str, *values: str) -> list[Kept]:
        with self._connection() as connection:
            rows = connection.execute(f"SELECT {_FIELDS} FROM writes WHERE {where}", values).fetchall()  # noqa: S608  ours
        return [self._kept(row) for row in rows]

    def _kept(self, row: Sequence[object]) -> Kept:
        """A row as a write, whatever somebody may have put into it."""
        key, owner, path, body, at, tries, code, why = row
        return Kept(
            key=_text(key),
            mine=owner == self._owner,
            path=_text(path),
            body=_text(body),
            at=_text(at),
            attempts=tries if isinstance(tries, int) else 0,
            code=None if code is None else _text(code),
            reason=_text(why),
        )

    def _change(self, statement: str, *values: str) -> bool:
        with self._connection() as connection:
            return connection.execute(statement, values).rowcount > 0

    @contextlib.contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                if self._open is None:
                    self._open = self._opened()
                yield self._open
            except (sqlite3.Error, OSError) as error:
                raise StoreError(f"what waits for the gateway cannot be kept in {self.file}: {error}") from error
            finally:
                if self._closed:
                    self._let_go()

    def _opened(self) -> sqlite3.Connection:
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.file, os.O_CREAT | os.O_RDWR, 0o600))  # nobody else reads what is remembered
        connection = sqlite3.connect(self.file, timeout=10.0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(_TABLE)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _side(self) -> sqlite3.Connection:
        try:
            return sqlite3.connect(f"{self.file}.turn", timeout=0.0, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise StoreError(f"{self.file}.turn cannot be opened: {error}") from error


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
