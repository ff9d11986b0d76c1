from langchain_core.embeddings import Embeddings
from langgraph.store.memory import InMemoryStore


class Kept(Embeddings):
    def __init__(self, vector):
        self.vector = vector

    def embed_documents(self, texts):
        return [self.vector(text, "passage").tolist() for text in texts]

    def embed_query(self, text):
        return self.vector(text, "query").tolist()


class Peer:
    def __init__(self, home, vector):
        self.store = InMemoryStore(index={"dims": 384, "embed": Kept(vector), "fields": ["text"]})

    def add(self, space, items):
        for item in items:  # one by one: a batch with the same text twice is refused by 4.3.2 of its store
            self.store.put((space,), item["key"], value(item))

    def find(self, space, text, now, k):
        return [hit.key for hit in self.store.search((space,), query=text, limit=k)]


def value(item):
    return {"text": item["text"], "speaker": item["speaker"], "time": item["time"]}
