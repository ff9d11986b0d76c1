"""What the floor keeps and what it holds back: python bench/floor.py --data FOLDER [SET ...]

`kept` is the share of a set's questions that are answered by anything, `quiet` the share of the questions in off_topic.txt
(gibberish, general knowledge, tasks and small talk, half of them Chinese) that two of its spaces answer with nothing.
"""

import argparse
import pathlib
import random
import statistics
import tempfile

from labelled import Remembering, folders, observed, questions
from measure import publish
from rich.console import Console
from rich.progress import track
from rich.table import Table
from score_recall import when

from perdure import Perdure
from perdure.providers.choose import choose

SETS = (
    "locomo",
    "memorybank_zh",
    "memorybank_en",
    "memdaily_zh_pooled",
    "lifebench_zh",
    "precision",
    "updates_hand_zh",
    "updates_hand_en",
)
MOST = 300
"""Questions of a set that are asked; a fixed choice of them where there are more."""

SPACES = 2


def off_topic():
    lines = pathlib.Path(__file__).with_name("off_topic.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def measured(folder, embedder):
    asked = questions(folder)
    asked = random.Random(1).sample(asked, min(MOST, len(asked)))
    with tempfile.TemporaryDirectory() as home, Perdure(home, timezone="UTC", embedder=embedder) as memory:
        observed(folder, memory)
        kept = [
            bool(memory.space(f"user/{query['space']}").recall(query["text"], k=10, now=when(query.get("time"))))
            for query in track(asked, description=folder.name, transient=True)
        ]
        spaces = [summary.name for summary in memory.spaces()][:SPACES]
        quiet = [not memory.space(name).recall(text, k=10) for name in spaces for text in off_topic()]
    return {
        "questions": len(kept),
        "kept": round(100 * statistics.fmean(kept), 1),
        "off_topic": len(quiet),
        "quiet": round(100 * statistics.fmean(quiet), 1),
    }


def main():
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("sets", nargs="*", default=list(SETS))
    asking.add_argument("--data", type=pathlib.Path, required=True)
    asked = asking.parse_args()
    embedder = Remembering(choose("auto"))
    found = {folder.name: measured(folder, embedder) for folder in folders(asked)}
    shown = Table("set", "questions", "kept %", "off-topic", "quiet %")
    for name, row in found.items():
        shown.add_row(name, *map(str, row.values()))
    Console().print(shown)
    mean = {name: round(statistics.fmean(row[name] for row in found.values()), 1) for name in ("kept", "quiet")}
    publish("floor", {"mean": mean, "sets": found})


if __name__ == "__main__":
    main()
