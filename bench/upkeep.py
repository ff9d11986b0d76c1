"""Upkeep over a large space, and how long recalls and writes wait meanwhile: python bench/upkeep.py --items 100000

Memories of the last 400 days, of several kinds, without vectors, that nobody has looked after yet, so that most of them go. Then a
second run at once, and one a week later. Meanwhile two threads recall and write without a pause, as they did before with nothing else
going on. `cpu` is the time of the thread that does it, which tells more than the clock on a busy machine.
"""

import random
import tempfile
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from measure import options, publish

from perdure import Perdure
from perdure.domain.memory import Memory
from perdure.domain.policy import STRATEGIES
from perdure.domain.space import SpaceName
from perdure.stores.sqlite import SqliteStore
from perdure.testing import FrozenClock
from perdure.text.clean import statement_key
from perdure.upkeep.plan import plan
from perdure.upkeep.scene import read_scene

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
SPACE = SpaceName("user", "bench")
KINDS = ("fact", "preference", "task", "event", "identity", "rule")
BEFORE = 3.0
"""Seconds of recalling and writing with nothing else going on."""


def fill(home, items):
    """A space of so many memories."""
    chance = random.Random(7)
    store = SqliteStore(Path(home), zone=UTC, busy_timeout=30)
    for start in range(0, items, 2_000):
        made = [memory(n, chance) for n in range(start, min(start + 2_000, items))]
        with store.space(SPACE).write() as writer:
            writer.add_memories([(one, statement_key(one.text)) for one in made])
    store.close()


def memory(number, chance):
    """A memory of some day of the last 400."""
    at = NOW - timedelta(days=400 * chance.random())
    text = (
        f"the {chance.choice(('meter', 'shelf', 'room', '仓库', '合同'))} {number} has code {chance.randrange(10**6)}"
    )
    return Memory(
        id=f"mem_{number:07}",
        space=SPACE,
        kind=chance.choice(KINDS),
        text=text,
        created_at=at,
        updated_at=at,
        recorded_at=at,
        holds_from=at,
        importance=round(chance.random(), 2),
        expires_at=at + timedelta(days=90) if chance.random() < 0.05 else None,
    )


class Busy(threading.Thread):
    """Does one thing again and again, and keeps how long each time took."""

    def __init__(self, work):
        super().__init__(daemon=True)
        self.work, self.taken, self.ending = work, [], threading.Event()

    def run(self):
        """Until it is told to end."""
        number = 0
        while not self.ending.is_set():
            started = time.perf_counter()
            self.work(number)
            self.taken.append(1000 * (time.perf_counter() - started))
            number += 1
            time.sleep(0.005)

    def end(self):
        """Stop, and tell the times in milliseconds: median, 99th percentile and longest."""
        self.ending.set()
        self.join()
        found = sorted(self.taken)
        return {
            "calls": len(found),
            "p50": round(found[len(found) // 2], 1),
            "p99": round(found[int(0.99 * (len(found) - 1))], 1),
            "longest": round(found[-1], 1),
        }


def busy(space, label):
    """A thread that recalls and one that writes."""
    recalling = Busy(lambda number: space.recall(f"meter {number * 37 % 5000} code"))
    writing = Busy(lambda number: space.remember(f"{label} reading {number} of the boiler is {number * 13}"))
    for thread in (recalling, writing):
        thread.start()
    return recalling, writing


def timed(work):
    """What it gave, and seconds by the clock and of this thread's processor time."""
    started, cpu = time.perf_counter(), time.thread_time()
    found = work()
    return found, {"s": round(time.perf_counter() - started, 2), "cpu": round(time.thread_time() - cpu, 2)}


def run(space):
    """One run: how many steps of which action, and what it took."""
    report, took = timed(space.upkeep)
    actions = sorted({step.action for step in report})
    return {**{name: sum(step.action == name for step in report) for name in actions}, **took}


def main():
    asked = options(__doc__, items=100_000)
    clock = FrozenClock(NOW)
    with tempfile.TemporaryDirectory() as home:
        fill(home, asked.items)
        with Perdure(home, embedder=None, clock=clock, timezone="UTC", upkeep=False) as place:
            space = place.space(SPACE)
            space.recall("meter 5 code")
            with place._core.store.space(SPACE).read() as reader:
                scene, read = timed(lambda: read_scene(reader, policy=space.policy(), now=NOW, strategies=STRATEGIES))
            _, planned = timed(lambda: plan(scene, STRATEGIES))
            threads = busy(space, "morning")
            time.sleep(BEFORE)
            before = [thread.end() for thread in threads]
            threads = busy(space, "evening")
            first = run(space)
            meanwhile = [thread.end() for thread in threads]
            again = run(space)
            clock.advance(days=7)
            week = run(space)
    names = ("recall_ms", "write_ms")
    publish(
        "upkeep",
        {
            "items": asked.items,
            "reading": read,
            "planning": planned,
            "first_run": first,
            "again": again,
            "a_week_later": week,
            "before": dict(zip(names, before, strict=True)),
            "meanwhile": dict(zip(names, meanwhile, strict=True)),
        },
    )


if __name__ == "__main__":
    main()
