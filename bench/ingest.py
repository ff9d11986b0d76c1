"""How fast turns come in, against the embedder alone: python bench/ingest.py"""

import tempfile
from measure import RUNS, median, options, publish, seconds

from corpus import turns
from perdure import Perdure
from perdure.providers.choose import choose
from perdure.testing import HashEmbedder


def observed(items, embedder, **how):
    """Items a second into a new space."""
    with tempfile.TemporaryDirectory() as home, Perdure(home, embedder=embedder, timezone="UTC") as memory:
        space = memory.space("user/bench")
        return len(items) / seconds(lambda: space.observe(items, **how))


def main():
    asked = options(__doc__, texts=400, items=10_000)
    few, many = list(turns(asked.texts)), list(turns(asked.items))
    model = choose("auto")
    model.embed(["warm"] * 4, use="passage")
    raw, through = [], []
    for _ in range(RUNS):
        raw.append(len(few) / seconds(lambda: model.embed([turn.text for turn in few], use="passage")))
        through.append(observed(few, model))
    hashed = [observed(many, HashEmbedder()) for _ in range(RUNS)]
    at_once = [observed(many, HashEmbedder(), wait=False) for _ in range(RUNS)]
    publish(
        "ingest",
        {
            "embedder": str(model.fingerprint),
            "texts": asked.texts,
            "items": asked.items,
            "embedder_texts_per_s": median(raw),
            "observe_texts_per_s": median(through),
            "observe_to_embedder": median([a / b for a, b in zip(through, raw, strict=True)]),
            "hash_embedder_items_per_s": median(hashed),
            "without_waiting_items_per_s": median(at_once),
        },
    )


if __name__ == "__main__":
    main()
