"""Recall apart from embedding the query, against the bare searches under it: python bench/latency.py

The bare peer answers the same questions from the same file: one FTS5 query for the best 100 and one int8 pass over the
vectors, without a plan, fusion, floor, ranking or trace.
"""

import statistics
import tempfile
import time

import numpy as np
import simsimd
import sqlcipher3.dbapi2 as sqlite
from measure import RUNS, median, options, publish, seconds

from corpus import questions, turns
from perdure import Perdure
from perdure.stores.sqlite.reader import match_any
from perdure.testing import HashEmbedder
from perdure.text.analyzer import query_terms

BARE = "SELECT rowid, bm25(search, 1.0, 0.5, 0.25, 0.25) AS score FROM search WHERE search MATCH ? ORDER BY score LIMIT 100"


def bare(path, count):
    """A function that answers one question with the two searches alone."""
    connection = sqlite.connect(str(path))
    vectors = np.random.default_rng(3).integers(-127, 127, (count, 384)).astype(np.int8)

    def ask(question):
        connection.execute(BARE, (match_any(query_terms(question)),)).fetchall()
        scores = np.asarray(simsimd.cdist(vectors[:1], vectors, metric="dot")).reshape(-1)
        np.argpartition(-scores, 100)

    return ask


def apart_from_embedding(space, question):
    """Milliseconds of one recall, less those of embedding the question."""
    started = time.perf_counter()
    found = space.recall(question)
    taken = 1000 * (time.perf_counter() - started)
    return taken - sum(stage.ms for stage in found.trace.stages if stage.name == "embed")


def main():
    asked = options(__doc__, items=10_000)
    with tempfile.TemporaryDirectory() as home, Perdure(home, embedder=HashEmbedder(384), timezone="UTC") as memory:
        space = memory.space("user/bench")
        space.observe(turns(asked.items))
        asking = questions(asked.items)
        first = seconds(lambda: space.recall(asking[0]))
        peer = bare(f"{home}/spaces/user/bench.db", asked.items)
        full, alone = [], []
        for _ in range(RUNS):
            ours, theirs = [], []
            for question in asking:
                theirs.append(1000 * seconds(lambda: peer(question)))
                ours.append(apart_from_embedding(space, question))
            full.append(statistics.median(ours))
            alone.append(statistics.median(theirs))
    publish(
        f"latency_{asked.items}",
        {
            "items": asked.items,
            "recall_ms": median(full),
            "bare_ms": median(alone),
            "recall_to_bare": median([a / b for a, b in zip(full, alone, strict=True)]),
            "first_recall_ms": median([1000 * first]),
        },
    )


if __name__ == "__main__":
    main()
