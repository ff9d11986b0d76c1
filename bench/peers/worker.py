"""Runs one system over one set, in that system's own environment: python -P worker.py JOB.json

Needs nothing but the standard library. The job names a folder with `peer.py`, the items of every space and the questions;
the answer is what was found for each question, with the times and the memory. `peer.py` has a class `Peer`:

    Peer(home, vector)                   home is an empty folder, vector(text, use) the embedder; use: passage or query
    .add(space, items)                   item: key, text, speaker, time, session, channel
    .find(space, text, now, k)           -> keys, best first
"""

import array
import contextlib
import importlib.util
import json
import pathlib
import resource
import sqlite3
import sys
import time


class Vectors:
    """The embedder of every system: looks a text up, and notes what nobody has embedded yet."""

    def __init__(self, file, dimension):
        with sqlite3.connect(file) as kept:
            self._kept = {(use, text): array.array("f", vector) for use, text, vector in kept.execute(WANTED)}
        self._nothing = array.array("f", bytes(4 * dimension))
        self.missing = {}

    def __call__(self, text, use):
        found = self._kept.get((use, text))
        if found is None:
            self.missing[use, text] = None
            return self._nothing
        return found


WANTED = "SELECT use, text, vector FROM vectors"


def peak():
    """The most memory this process has had so far, in MB."""
    status = pathlib.Path("/proc/self/status")
    if status.exists():  # getrusage would count the parent before the exec
        return int(status.read_text().split("VmHWM:")[1].split()[0]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def forget_peak():
    """Let the peak start from what is held now; where that is not offered, reading the job counts into the baseline."""
    with contextlib.suppress(OSError):
        pathlib.Path("/proc/self/clear_refs").write_text("5")


def load(folder):
    spec = importlib.util.spec_from_file_location("peer", pathlib.Path(folder, "peer.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Peer


def timed(work, *arguments):
    started = time.perf_counter()
    found = work(*arguments)
    return found, time.perf_counter() - started


def run(job):
    vector = Vectors(job["vectors"], job["dimension"])
    steps, done = len(job["spaces"]) + len(job["questions"]), 0
    forget_peak()
    empty = peak()
    peer = load(job["peer"])(job["home"], vector)
    adding, found, recalling = 0.0, [], []
    for space, items in job["spaces"].items():
        adding += timed(peer.add, space, items)[1]
        print("step", done := done + 1, steps, flush=True)
    for question in job["questions"]:
        keys, seconds = timed(peer.find, question["space"], question["text"], question["now"], job["k"])
        found.append(keys)
        recalling.append(seconds)
        print("step", done := done + 1, steps, flush=True)
    return {
        "found": found,
        "adding": adding,
        "recalling": recalling,
        "memory": peak() - empty,
        "missing": list(vector.missing),
    }


def main():
    job = json.loads(pathlib.Path(sys.argv[1]).read_text("utf-8"))
    try:
        answer = run(job)
    except Exception as error:  # the edge of a foreign system: whatever it raises is what is reported of it
        answer = {"refused": f"{type(error).__name__}: {error}"}
    pathlib.Path(job["answer"]).write_text(json.dumps(answer, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
