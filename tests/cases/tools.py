"""The small helpers of the vocabulary: texts, errors, threads, files, measurements."""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import threading
import time
from contextlib import closing
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import sqlcipher3.dbapi2 as sqlite
from sqlalchemy import Engine, event

MEGABYTE = 1024 * 1024
PROC = Path("/proc/self")


def T(hits: Iterable[Any]) -> list[str]:
    """The texts."""
    return [hit.text for hit in hits]


def err(call: Callable[[], Any]) -> Exception | None:
    """What a call raises."""
    try:
        call()
    except Exception as error:
        return error
    return None


def timed(call: Callable[[], Any]) -> float:
    """Seconds a call takes, without those in which other processes had the cores, so that a busy machine fails no case."""
    started, before = time.perf_counter(), _queued()
    call()
    stood = sum(queued - before.get(task, 0.0) for task, queued in _queued().items())
    return max(0.0, time.perf_counter() - started - stood)


def _queued() -> dict[str, float]:
    """Seconds this thread, and the processes it waits for, stood in the queue for a core so far; nothing where the system
    does not tell."""
    begun = {pid for told in PROC.glob("task/*/children") for pid in _told(told)}
    tasks = ["thread-self", *sorted(begun)]
    return {task: int(told[1]) / 1e9 for task in tasks if (told := _told(Path("/proc", task, "schedstat")))}


def _told(path: Path) -> list[str]:
    """The words of a file of the system; none where it is gone, as the process behind it may be."""
    try:
        return path.read_text().split()
    except OSError:
        return []


def threads(number: int, call: Callable[[int], Any]) -> list[Any]:
    """A call from several threads that start together; the first error is raised."""
    start = threading.Barrier(number)

    def one(index: int) -> Any:
        start.wait()
        return call(index)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


def background(call: Callable[[], Any]) -> Future[Any]:
    """A call that goes on in a thread; `.result()` waits for it."""
    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(call)
    finally:
        pool.shutdown(wait=False)


def gate() -> threading.Event:
    """Something to wait for, and to open with `.set()`."""
    return threading.Event()


def files(folder: str) -> list[str]:
    """Every file below a folder."""
    return sorted(str(path) for path in Path(folder).rglob("*") if path.is_file())


def parts(path: str) -> list[Path]:
    """The files that a path of a case stands for: a store is a folder, and `…-wal` its write-ahead logs."""
    store = Path(path.removesuffix("-wal"))
    if store.is_dir():
        return [Path(file) for file in files(str(store)) if not path.endswith("-wal") or file.endswith("-wal")]
    return [Path(path)] if Path(path).is_file() else []


def read(path: str) -> str:
    """The text of a file."""
    return Path(path).read_text(encoding="utf-8")


def readbytes(path: str) -> bytes:
    """All bytes of a file or a store."""
    return b"".join(part.read_bytes() for part in parts(path))


def size(path: str) -> int:
    """Bytes of a file or a store."""
    return sum(part.stat().st_size for part in parts(path))


def exists(path: str) -> bool:
    """Whether there is such a file or folder."""
    return Path(path).exists()


def space_files(store: str | Path) -> list[Path]:
    """The space files of a store."""
    return sorted((Path(store) / "spaces").rglob("*.db"))


def break_fts(store: str) -> None:
    """Overwrite the words of every passage with rubbish."""
    for path in space_files(store):
        connection = sqlite.connect(str(path))
        try:
            connection.execute("UPDATE passages SET terms = x'ff00ff00ff00ff00'")
            connection.commit()
        finally:
            connection.close()


def count_sql(_store: Any, call: Callable[[], Any]) -> int:
    """How many SQL statements a call sends."""
    seen: list[str] = []

    def sent(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        seen.append(statement)

    event.listen(Engine, "before_cursor_execute", sent)
    try:
        call()
    finally:
        event.remove(Engine, "before_cursor_execute", sent)
    return len(seen)


def open_fds() -> int:
    """Files this process holds open."""
    return len(os.listdir("/proc/self/fd" if PROC.exists() else "/dev/fd"))


def rss_mb() -> float:
    """Memory in use, in MB; the peak counts from here on, where the system lets it be set back."""
    if not PROC.exists():
        return peak_rss_mb()
    if os.access(PROC / "clear_refs", os.W_OK):
        (PROC / "clear_refs").write_text("5")
    return int((PROC / "statm").read_text().split()[1]) * resource.getpagesize() / MEGABYTE


def peak_rss_mb() -> float:
    """The most memory that was in use since `rss_mb`, in MB."""
    if PROC.exists():
        return int(re.search(r"VmHWM:\s+(\d+)", (PROC / "status").read_text())[1]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEGABYTE if sys.platform == "darwin" else 1024)


def chatgpt_conv(title: str | None, texts: Iterable[str], at: float = 1_750_000_000.0) -> dict[str, Any]:
    """One conversation as ChatGPT exports it: a tree of messages below an empty root, user and assistant in turn."""
    known = f"{title}-{at:.0f}"
    root = str(uuid5(NAMESPACE_URL, known))
    mapping: dict[str, Any] = {root: {"id": root, "message": None, "parent": None, "children": []}}
    parent = root
    for number, text in enumerate(texts):
        node = str(uuid5(NAMESPACE_URL, f"{known}-{number}"))
        mapping[parent]["children"].append(node)
        message = {
            "id": node,
            "author": {"role": "assistant" if number % 2 else "user", "name": None, "metadata": {}},
            "create_time": at + number,
            "update_time": None,
            "content": {"content_type": "text", "parts": [text]},
            "status": "finished_successfully",
            "end_turn": True,
            "weight": 1.0,
            "metadata": {
                "finish_details": {"type": "stop", "stop_tokens": [200002]},
                "is_complete": True,
                "citations": [],
                "content_references": [],
                "model_slug": "model",
                "request_id": node,
                "parent_id": parent,
                "timestamp_": "absolute",
            },
            "recipient": "all",
            "channel": None,
        }
        mapping[node] = {"id": node, "message": message, "parent": parent, "children": []}
        parent = node
    return {"title": title, "create_time": at, "update_time": at, "mapping": mapping, "current_node": parent}


class RawDb:
    """The file of a space, written to behind the product's back."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def insert_memory(self, text: str, id: str) -> None:
        """A row as a faulty version might have left it."""
        with closing(sqlite.connect(self.path)) as connection, connection:
            connection.execute(
                "INSERT INTO memories (id, kind, text, key, created_at, updated_at, recorded_at, holds_from, importance, "
                "confidence, status, origin, access_count, version, tags, metadata) "
                "VALUES (?, 'fact', ?, '', 0, 0, 0, 0, 0.5, 1.0, 'active', 'user', 0, 1, '[]', '{}')",
                (id, text),
            )


def rawdb(store: Any, user: str = "u1") -> RawDb:
    """What the product keeps of a user."""
    return RawDb(store.path / "spaces" / "user" / f"{user}.db")


def drop(value: dict[str, Any], *names: str) -> dict[str, Any]:
    """Without these fields."""
    return {name: item for name, item in value.items() if name not in names}


def write_chatgpt_export(path: Path, conversations: int, kb_each: int) -> None:
    """A large `conversations.json`, written piece by piece: in each conversation short questions and long answers."""
    filler = "and then we went on to talk about the harbour, the weather and the price of rope; "
    pairs = max(1, kb_each // 4)
    bare = len(json.dumps(_talk(0, pairs, "")))
    room = max(1, (kb_each * 1024 - bare) // pairs)
    answer = (filler * (room // len(filler) + 1))[:room]
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for number in range(conversations):
            file.write(("," if number else "") + json.dumps(_talk(number, pairs, answer)))
        file.write("]")


def _talk(number: int, pairs: int, answer: str) -> dict[str, Any]:
    texts = [text for at in range(pairs) for text in (f"Question {at} of talk {number}?", answer)]
    return {
        **chatgpt_conv(f"talk {number}", texts, 1_750_000_000.0 + 100 * number),
        "conversation_id": f"talk-{number}",
    }
