import os


class Peer:
    def __init__(self, home, vector):
        os.environ |= {"MEM0_TELEMETRY": "false", "MEM0_DIR": home}  # read as it is imported
        from mem0 import Memory
        from mem0.embeddings.base import EmbeddingBase

        class Kept(EmbeddingBase):
            def embed(self, text, memory_action=None):
                return vector(text, "query" if memory_action == "search" else "passage").tolist()

        no_call = {"api_key": "unused"}  # both are constructed whatever is configured; neither is ever called
        self.memory = Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {"path": f"{home}/qdrant", "embedding_model_dims": 384, "on_disk": True},
                },
                "llm": {"provider": "openai", "config": no_call},
                "embedder": {"provider": "openai", "config": no_call},
                "history_db_path": f"{home}/history.db",
            }
        )
        self.memory.embedding_model = Kept()  # its configuration knows no embedder that tells questions from passages
        self.keys = {}

    def add(self, space, items):
        messages = [{"role": "user", "content": item["text"], "name": item["speaker"]} for item in items]
        added = self.memory.add(messages, user_id=space, infer=False)["results"]
        self.keys |= {kept["id"]: item["key"] for kept, item in zip(added, items, strict=True)}

    def find(self, space, text, now, k):
        hits = self.memory.search(text, filters={"user_id": space}, top_k=k)["results"]
        return [self.keys[hit["id"]] for hit in hits]
