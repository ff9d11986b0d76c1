import chromadb
from chromadb.config import Settings


class Peer:
    def __init__(self, home, vector):
        self.client = chromadb.PersistentClient(home, settings=Settings(anonymized_telemetry=False))
        self.vector = vector
        self.collections = {}

    def add(self, space, items):
        collection = self.client.create_collection(
            f"space-{len(self.collections)}", configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )
        self.collections[space] = collection
        size = self.client.get_max_batch_size()
        for start in range(0, len(items), size):
            part = items[start : start + size]
            collection.add(
                ids=[item["key"] for item in part],
                embeddings=[self.vector(item["text"], "passage").tolist() for item in part],
                documents=[item["text"] for item in part],
                metadatas=[{"speaker": item["speaker"], "time": item["time"] or ""} for item in part],
            )

    def find(self, space, text, now, k):
        asked = self.vector(text, "query").tolist()
        return self.collections[space].query(query_embeddings=[asked], n_results=k)["ids"][0]
