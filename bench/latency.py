"""Recall apart from embedding, in a process that did not write: python bench/latency.py --items 10000

Beside it stand the search of the store alone, what a write takes and the recall after it, what the first recall of the process
takes beyond its imports, the memory it adds, how much later than its deadline a recall with an embedder that hangs comes back,
and the bare peer: one int8 pass of simsimd over as many vectors of the same length. More than 100,000 items get random vectors.
"""

import multiprocessing
import resource
import statistics
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import simsimd
from measure import RUNS, median, options, publish, seconds

from corpus import questions, turns
from perdure import Perdure, Turn
from perdure.domain.recall import Scope
from perdure.domain.space import SpaceName
from perdure.ports.store import Wanted
from perdure.stores.sqlite import SqliteStore
from perdure.testing import HashEmbedder
from perdure.text.analyzer import query_terms

DIMENSION = 384
SPACE = "user/bench"
STATM = Path("/proc/self/statm")
WRITES = 30
DEADLINE, LATE_RUNS = 0.02, 50
HASHED = 100_000
"""Items up to which vectors come from the words; for more that would take longer than all else."""


class Embedder(HashEmbedder):
    """Knows how long it took, and waits for as long as it is told to. `random`: unit vectors that say nothing."""

    def __init__(self, *, random):
        super().__init__(DIMENSION, model="random" if random else "hash")
        self.taken = self.cpu = 0.0
        self.free = threading.Event()
        self.free.set()
        self._chance = np.random.default_rng(5) if random else None

    def embed(self, texts, *, use):
        """A vector a text."""
        self.free.wait()
        started, cpu = time.perf_counter(), time.thread_time()
        if self._chance is None:
            found = super().embed(texts, use=use)
        else:
            found = self._chance.standard_normal((len(texts), DIMENSION), np.float32)
        self.taken += time.perf_counter() - started
        self.cpu += time.thread_time() - cpu
        return found


def opened(home, embedder):
    """The store of a run."""
    return Perdure(home, embedder=embedder, timezone="UTC")


def held():
    """The memory that this process has, in MB; the most it ever had would count what its parent had."""
    if not STATM.exists():
        return float("nan")
    return int(STATM.read_text().split()[1]) * resource.getpagesize() / 1_000_000


def ms(work):
    """Milliseconds of one call."""
    return 1000 * seconds(work)


def apart(embedder, work):
    """Milliseconds of one call without those of the embedder: by the clock, and of the processor."""
    before, embedding, cpu_embedding = time.thread_time(), embedder.taken, embedder.cpu
    whole = seconds(work)
    cpu = time.thread_time() - before
    return 1000 * (whole - embedder.taken + embedding), 1000 * (cpu - embedder.cpu + cpu_embedding)


def searching(home, asking, embedder):
    """A function that asks the store alone for the candidates of a question."""
    scope = Scope(now=datetime.now(UTC))
    wanted = {
        question: Wanted(
            terms=[query_terms(question)], vectors=embedder.embed([question], use="query"), scope=scope, limit=100
        )
        for question in asking
    }
    space = SqliteStore(Path(home), zone=UTC, busy_timeout=30).space(SpaceName.parse(SPACE))

    def ask(question):
        with space.read() as reader:
            reader.candidates(wanted[question])

    return ask


def reading(home, space, embedder, asking, items):
    """Recalls, the searches under them, and the bare pass."""
    vectors = np.random.default_rng(3).integers(-127, 128, (items, DIMENSION), np.int8)
    search = searching(home, asking, embedder)
    whole, store, bare = [], [], []
    for question in asking:
        bare.append(ms(lambda: simsimd.cdist(vectors[:1], vectors, metric="dot")))
        store.append(ms(lambda: search(question)))
        whole.append(apart(embedder, lambda: space.recall(question)))
    clock, cpu = zip(*whole, strict=True)
    return {
        "recall_ms": statistics.median(clock),
        "recall_cpu_ms": statistics.median(cpu),
        "search_ms": statistics.median(store),
        "scan_ms": statistics.median(bare),
        "recall_to_scan": statistics.median(clock) / statistics.median(bare),
    }


def writing(space, embedder, asking):
    """Writes of one item, and the recall after each, which has to find it."""
    observed, remembered, after = [], [], []
    for n, question in enumerate(asking[:WRITES]):
        turn = Turn(f"{question} turn{n}", speaker=("ana", "bo")[n % 2], session=f"new {time.time_ns()}")
        observed.append(apart(embedder, lambda: space.observe([turn]))[0])
        after.append(apart(embedder, lambda: found(space, f"{question} turn{n}"))[0])
        statement = f"{question} note{n} {time.time_ns()}"
        remembered.append(apart(embedder, lambda: space.remember(statement))[0])
        after.append(apart(embedder, lambda: found(space, statement))[0])
    return {
        "observe_ms": statistics.median(observed),
        "remember_ms": statistics.median(remembered),
        "recall_after_a_write_ms": statistics.median(after),
    }


def found(space, text):
    """A recall that finds what says this."""
    assert any(hit.text == text for hit in space.recall(text)), f"not found right after it was written: {text}"


def waiting(space, embedder, asking):
    """Milliseconds by which the answer comes after its deadline while the embedder hangs."""
    late = []
    for question in asking[:LATE_RUNS]:
        embedder.free.clear()
        late.append(ms(lambda: space.recall(question, deadline=DEADLINE)) - 1000 * DEADLINE)
        embedder.free.set()
    return {"past_deadline_ms": statistics.median(late), "past_deadline_most_ms": max(late)}


def measured(home, items):
    """The figures of one process."""
    asking, embedder = questions(items), Embedder(random=items > HASHED)
    with opened(home, embedder) as memory:
        memory.space("user/other").recall("what was it?")  # imports, and what is measured once of an embedder
        space, before = memory.space(SPACE), held()
        first, _ = apart(embedder, lambda: space.recall(asking[0]))
        grown = held() - before
        return {
            **reading(home, space, embedder, asking, items),
            **writing(space, embedder, asking),
            "first_recall_ms": first,
            "memory_mb": grown,
            **waiting(space, embedder, asking),
        }


def main():
    asked = options(__doc__, items=10_000)
    with tempfile.TemporaryDirectory() as home:
        with opened(home, Embedder(random=asked.items > HASHED)) as memory:
            memory.space(SPACE).observe(turns(asked.items))
        runs = []
        for _ in range(RUNS):
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
                runs.append(pool.submit(measured, home, asked.items).result())
    figures = {name: median([run[name] for run in runs]) for name in runs[0]}
    publish(f"latency_{asked.items}", {"items": asked.items, **figures})


if __name__ == "__main__":
    main()
