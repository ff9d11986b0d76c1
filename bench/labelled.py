"""Labelled sets: conversations with questions and the turns that answer them, in the form that score_recall.py describes."""

import collections
import pathlib
import statistics

from score_recall import channel, rows, when

from perdure import Turn

RETRIEVAL = ("extraction", "knowledge-update", "contradiction", "multi-hop", "temporal")
"""Question categories of BEAM that work as retrieval."""


def observed(folder, memory, *, alone=False):
    """Observe a set, each space as `user/NAME`; returns the time of each item. `alone` takes every turn out of its session."""
    spaces = collections.defaultdict(list)
    for item in rows(folder, "corpus"):
        spaces[item["space"]].append(item)
    for name, items in spaces.items():
        memory.space(f"user/{name}").observe(
            Turn(
                item["text"],
                speaker=item.get("speaker") or "user",
                at=when(item.get("time")),
                session=None if alone else item.get("session"),
                ref=item["id"],
                channel=channel(item),
            )
            for item in items
        )
    return {(name, item["id"]): when(item.get("time")) for name, items in spaces.items() for item in items}


def questions(folder):
    """The questions of a set that have an answer in it."""
    found = [query for query in rows(folder, "queries") if query["gold"] and not query.get("adversarial")]
    if folder.name.startswith("beam"):
        found = [query for query in found if query["category"] in RETRIEVAL]
    return found


def figures(found):
    """recall@10, hit@5 and mrr in percent, of (refs in order, question) pairs."""
    totals = collections.defaultdict(list)
    for refs, query in found:
        groups = query.get("gold_groups") or [[ref] for ref in query["gold"]]
        ranks = [min((refs.index(ref) + 1 for ref in group if ref in refs), default=10**9) for group in groups]
        totals["recall@10"].append(sum(rank <= 10 for rank in ranks) / len(ranks))
        totals["hit@5"].append(min(ranks) <= 5)
        totals["mrr"].append(1 / min(ranks) if min(ranks) <= 20 else 0.0)
    return {name: round(100 * statistics.fmean(map(float, values)), 1) for name, values in totals.items()}


def folders(asked):
    """The folders of the sets that were asked for."""
    return [pathlib.Path(asked.data) / name for name in asked.sets]


class Remembering:
    """An embedder that embeds each text once."""

    def __init__(self, embedder):
        self.embedder, self.fingerprint, self.known = embedder, embedder.fingerprint, {}

    def embed(self, texts, *, use):
        missing = [text for text in dict.fromkeys(texts) if (use, text) not in self.known]
        if missing:
            self.known |= {
                (use, text): v for text, v in zip(missing, self.embedder.embed(missing, use=use), strict=True)
            }
        return [self.known[use, text] for text in texts]
