import sqlite3

from langchain_core.embeddings import Embeddings
from langgraph.store.base import PutOp
from langgraph.store.sqlite import SqliteStore

BATCH = 200


class Kept(Embeddings):
    """The store embeds questions as if they were passages; `use` gives it the vector that the others get.

    It also reads `text_fields` where its documentation has `fields`, and would embed the whole value as JSON.
    """

    def __init__(self, vector):
        self.vector = vector
        self.use = "passage"

    def embed_documents(self, texts):
        return [self.vector(text, self.use).tolist() for text in texts]

    def embed_query(self, text):
        return self.vector(text, "query").tolist()  # not called by 3.1.2


class Peer:
    def __init__(self, home, vector):
        if not hasattr(sqlite3.Connection, "enable_load_extension"):
            raise RuntimeError("its index is an extension of SQLite, and the sqlite3 of this Python loads none")
        kept = sqlite3.connect(f"{home}/store.db", check_same_thread=False, isolation_level=None)
        self.embedder = Kept(vector)
        self.store = SqliteStore(kept, index={"dims": 384, "embed": self.embedder, "text_fields": ["text"]})
        self.store.setup()

    def add(self, space, items):
        self.embedder.use = "passage"
        for start in range(0, len(items), BATCH):
            part = items[start : start + BATCH]
            self.store.batch([PutOp((space,), item["key"], value(item)) for item in part])

    def find(self, space, text, now, k):
        self.embedder.use = "query"
        return [hit.key for hit in self.store.search((space,), query=text, limit=k)]


def value(item):
    return {"text": item["text"], "speaker": item["speaker"], "time": item["time"]}
