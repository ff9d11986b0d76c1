"""How long a large space takes to leave as an archive, and in how much memory: python bench/export.py

The second figure is of a space of as many turns: writing them, and giving them back, all of it checked.
"""

import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from measure import options, publish, seconds

from perdure import Perdure
from perdure.domain.change import Change
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory, Source
from perdure.text.clean import statement_key
from perdure.transfer.importers import archive
from perdure.transfer.source import opened
from perdure.transfer.tally import Tally

START = datetime(2026, 1, 1, tzinfo=UTC)
PAGE = 5_000
WORDS = "The release of {n} was moved by the team in Lisbon, 发布窗口改到第 {n} 周, see ticket ORD-{n}"


def filled(home, *, memories, entries):
    """A space of so many memories, each with its entry and its history, and so many more entries."""
    with Perdure(home, embedder=None, timezone="UTC", upkeep=False) as place:
        store, name = place._core.store.space(place.space("user/bench").name), place.space("user/bench").name
        for begin in range(0, max(memories, entries), PAGE):
            numbers = range(begin, min(begin + PAGE, max(memories, entries)))
            with store.write() as writer:
                writer.add_entries([entry(name, n) for n in numbers])
                made = [memory(name, n) for n in numbers if n < memories]
                writer.add_memories([(each, statement_key(each.text)) for each in made])
                after = {"text": "x", "status": "active", "kind": "fact"}
                writer.add_changes(
                    [Change(memory_id=m.id, at=m.created_at, actor="bench", action="added", after=after) for m in made]
                )


def entry(name, number):
    at = START + timedelta(seconds=number)
    return Entry(
        id=f"ent_{number:026d}", space=name, text=WORDS.format(n=number), at=at, recorded_at=at, session=f"s{number // 50}",
        ref=str(number), indexed=False, channel="chat",
    )  # fmt: skip


def memory(name, number):
    at = START + timedelta(seconds=number)
    return Memory(
        id=f"mem_{number:026d}", space=name, kind="fact", text=WORDS.format(n=number), created_at=at, updated_at=at,
        recorded_at=at, holds_from=at, tags=("release",), source=Source(turns=(f"ent_{number:026d}",)),
    )  # fmt: skip


def exported(home, target):
    """Seconds by the clock and of the processor, bytes, and the memory of the process at its largest, in MB."""
    with Perdure(home, embedder=None, timezone="UTC", upkeep=False) as place:
        space = place.space("user/bench")
        busy = time.process_time()
        took = seconds(lambda: space.export(target))
        busy = time.process_time() - busy
    return took, busy, Path(target).stat().st_size, peak()


def read_back(target):
    started = time.perf_counter()
    with opened(Path(target)) as source:
        number = sum(1 for _ in archive.read(source, Tally()))
    return time.perf_counter() - started, number, peak()


def peak():
    """In MB; Linux tells it of this program alone, without what it was forked from."""
    told = Path("/proc/self/status")
    if told.exists():
        return int(next(line for line in told.read_text().splitlines() if line.startswith("VmHWM")).split()[1]) // 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def alone(work, *words):
    """One measurement in a process of its own, so that its memory is its own."""
    told = subprocess.run(
        [sys.executable, __file__, "--work", work, *words], check=True, capture_output=True, text=True
    )
    return [float(figure) for figure in told.stdout.split()]


def main():
    asked = options(__doc__, memories=100_000, entries=1_000_000, work="", home="", target="")
    if asked.work == "export":
        print(*exported(asked.home, asked.target))
    elif asked.work == "read":
        print(*read_back(asked.target))
    else:
        measured(asked)


def measured(asked):
    found = {}
    for name, memories, entries in (("memories", asked.memories, 0), ("entries", 0, asked.entries)):
        with tempfile.TemporaryDirectory() as folder:
            home, target = f"{folder}/place", f"{folder}/a.perdure"
            filled(home, memories=memories, entries=entries)
            took, busy, size, most = alone("export", "--home", home, "--target", target)
            back, records, held = alone("read", "--target", target)
        found[name] = {
            "count": max(memories, entries),
            "export_s": round(took, 1),
            "export_cpu_s": round(busy, 1),
            "megabytes": round(size / 1e6, 1),
            "export_peak_mb": most,
            "check_and_read_s": round(back, 1),
            "records": int(records),
            "read_peak_mb": held,
        }
    publish("export", found)


if __name__ == "__main__":
    main()
