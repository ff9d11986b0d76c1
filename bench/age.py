"""What age may cost: recall under several blends of relevance, strength and decay: python bench/age.py SET --data FOLDER

Prints recall@10 over all questions of a set, and over the quarter whose answers are oldest when the question is asked.
"""

import argparse
import pathlib
import statistics
import tempfile

from labelled import observed
from measure import publish
from score_recall import refs_of, rows, when

from perdure import Perdure, Policy
from perdure.domain.policy import SEED, Blend

BLENDS = {
    "relevance alone": Blend(share=0.0),
    "bounded, at most 3 %": Blend(),
    "bounded, at most 10 %": Blend(share=0.1),
    "bounded, at most 30 %": Blend(share=0.3),
    "0.5 / 0.3 / 0.2": SEED,
}


def scored(home, folder, blend, told):
    """(age of the newest answer in days, recall@10) of each question."""
    found = []
    with Perdure(home, timezone="UTC", policy=Policy(blend=blend)) as memory:
        for query in rows(folder, "queries"):
            if query.get("adversarial") or not query["gold"] or not query.get("time"):
                continue
            asked = when(query["time"])
            refs = refs_of(memory.space(f"user/{query['space']}").recall(query["text"], k=20, now=asked))[:10]
            age = min((asked - told[query["space"], ref]).days for ref in query["gold"])
            found.append((age, sum(ref in refs for ref in query["gold"]) / len(query["gold"])))
    return sorted(found)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("set")
    ask.add_argument("--data", type=pathlib.Path, required=True)
    asked = ask.parse_args()
    folder = asked.data / asked.set
    with tempfile.TemporaryDirectory() as home:
        with Perdure(home, timezone="UTC") as memory:
            told = observed(folder, memory)
        table = {}
        for name, blend in BLENDS.items():
            found = scored(home, folder, blend, told)
            oldest = found[-len(found) // 4 :]
            table[name] = {
                "questions": len(found),
                "recall@10": round(100 * statistics.fmean(score for _, score in found), 1),
                "oldest_quarter_from_days": oldest[0][0],
                "oldest_quarter": round(100 * statistics.fmean(score for _, score in oldest), 1),
            }
            print(name, table[name], flush=True)
    publish("age", {"set": asked.set, "blends": table})


if __name__ == "__main__":
    main()
