import importlib.util
import pathlib

from fastembed import SparseTextEmbedding

STOP = (
    "a about after all also am an and any are as at be because been but by can could did do does for from had has have "
    "he her him his how i if in into is it its just me my no not of on or our out she should so some such than that the "
    "their them then there these they this those to up us was we were what when where which while who why will with "
    "would you your"
)


def plain():
    """The class of the peer without keywords."""
    spec = importlib.util.spec_from_file_location(
        "plain", pathlib.Path(__file__).resolve().parent.parent / "mem0" / "peer.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Peer


class Peer(plain()):
    def __init__(self, home, vector):
        super().__init__(home, vector)
        # What mem0 loads by itself is this encoder with a list of stop words from the network; the list is given here.
        self.memory.vector_store._bm25_encoder = SparseTextEmbedding(
            "Qdrant/bm25", specific_model_path=home, stopwords=set(STOP.split())
        )
