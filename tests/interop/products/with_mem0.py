"""Runs in the environment of Mem0: fills its store, or takes in and shows what was written for it."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

HOME = Path(sys.argv[2])
os.environ.update(OPENAI_API_KEY="none", MEM0_TELEMETRY="false", MEM0_DIR=str(HOME))

from mem0 import Memory  # noqa: E402  it reads the environment as it is imported
from mem0.memory.storage import SQLiteManager  # noqa: E402
from mem0.utils.factory import EmbedderFactory  # noqa: E402


class Hashed:
    """An embedder without a model and without a network."""

    config = type("Config", (), {"embedding_dims": 8})()

    def embed(self, text, memory_action=None):
        return [byte / 255 for byte in hashlib.sha256(str(text).encode()).digest()[:8]]

    def embed_batch(self, texts, memory_action=None):
        return [self.embed(text) for text in texts]


def opened() -> Memory:
    EmbedderFactory.create = staticmethod(lambda *_, **__: Hashed())
    qdrant = {"path": str(HOME / "qdrant"), "embedding_model_dims": 8, "on_disk": True}
    settings = {"vector_store": {"provider": "qdrant", "config": qdrant}, "history_db_path": str(HOME / "history.db")}
    return Memory.from_config(settings)


def fill() -> object:
    """Add, reword and delete; what `get_all` gives then."""
    memory = opened()

    def add(text, **more):
        return memory.add(text, infer=False, **more)["results"][0]["id"]

    seat = add(
        [{"role": "user", "content": "我喜欢靠窗的座位", "name": "alice"}], user_id="alice", metadata={"topic": "旅行"}
    )
    memory.update(seat, "我喜欢靠过道的座位")
    memory.delete(add("I live in Lisbon", user_id="alice"))
    add("Deploys happen on Tuesdays", user_id="bob", run_id="run-1", expiration_date="2099-01-01")
    memory.db.save_messages([{"role": "user", "content": "我们周二部署吗？", "name": "bob"}], "user_id=bob")
    return everything(memory, "alice", "bob")


def take(file: str) -> object:
    """Add every record of a file as it is; what `get_all` gives then."""
    memory = opened()
    for record in json.loads(Path(file).read_text(encoding="utf-8")):
        more = {name: record[name] for name in ("user_id", "metadata", "expiration_date") if name in record}
        memory.add(record["memory"], infer=False, **more)
    return everything(memory, "alice")


def everything(memory: Memory, *users: str) -> object:
    found = [each for user in users for each in memory.get_all(filters={"user_id": user}, top_k=100)["results"]]
    memory.vector_store.client.close()
    memory.db.close()
    return {"results": found}


def history(file: str) -> object:
    """The events of every memory in a file, as its own reader gives them."""
    manager = SQLiteManager(file)
    ids = [row[0] for row in manager.connection.execute("SELECT DISTINCT memory_id FROM history ORDER BY rowid")]
    return [manager.get_history(memory) for memory in ids]


if __name__ == "__main__":
    act = {"fill": fill, "take": take, "history": history}[sys.argv[1]]
    print(json.dumps(act(*sys.argv[3:])))
