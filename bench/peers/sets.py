"""Labelled sets as jobs, and what a system found as figures; the sets are described in bench/score_recall.py."""

import collections
import dataclasses
import statistics

from bench.score_recall import channel, rows, when

K = 20
NEVER = 10**9


@dataclasses.dataclass(frozen=True)
class Labelled:
    """A set: the items of each space in order, and the questions. Spaces and items are named by their place."""

    name: str
    spaces: dict
    questions: list
    ids: dict

    @property
    def items(self):
        return sum(map(len, self.spaces.values()))

    def forms(self, wanted):
        """The wanted forms of an item that differ here: where all have one speaker, its name says nothing."""
        speakers = {item["speaker"] for items in self.spaces.values() for item in items}
        return wanted if len(speakers) > 1 else tuple(dict.fromkeys(form.replace("{speaker}: ", "") for form in wanted))

    def written(self, form):
        """The spaces with their texts in that form."""
        return {
            space: [{**item, "text": form.format_map(item)} for item in items] for space, items in self.spaces.items()
        }

    def texts(self, form):
        """Everything that has to be embedded."""
        told = [("passage", item["text"]) for items in self.written(form).values() for item in items]
        return told + [("query", question["text"]) for question in self.questions]

    def score(self, answer):
        """Figures from what was found for each question, in the order of the questions."""
        figures = collections.defaultdict(list)
        for question, keys in zip(self.questions, answer["found"], strict=True):
            for name, value in self._judged(question, keys):
                figures[name].append(value)
        milliseconds = sorted(1000 * seconds for seconds in answer["recalling"])
        counted = {"questions": len(figures["mrr"]), "unanswerable": len(figures.get("quiet", ()))}
        return {
            **{name: round(100 * statistics.fmean(values), 1) for name, values in figures.items()},
            **counted,
            "add_s": round(answer["adding"], 3),
            "recall_ms_p50": round(statistics.median(milliseconds), 2),
            "recall_ms_p95": round(milliseconds[int(0.95 * len(milliseconds))], 2),
            "memory_mb": round(answer["memory"], 1),
        }

    def _judged(self, question, keys):
        allowed = [key for key in keys if int(key) < question["before"]] if "before" in question else keys
        refs = list(dict.fromkeys(self.ids[question["space"], key] for key in allowed))
        if not question["gold"]:
            yield "quiet", not refs
            return
        ranks = [
            min((refs.index(ref) + 1 for ref in group if ref in refs), default=NEVER) for group in question["gold"]
        ]
        for k in (5, 10):
            yield f"recall@{k}", sum(rank <= k for rank in ranks) / len(ranks)
        yield "hit@5", min(ranks) <= 5
        yield "mrr", 1 / min(ranks) if min(ranks) < NEVER else 0


def load(folder, limit):
    """The set in a folder; with a limit only its first spaces."""
    known, spaces, ids = {}, collections.defaultdict(list), {}
    for item in rows(folder, "corpus"):
        if item["space"] not in known and limit and len(known) == limit:
            continue
        space = known.setdefault(item["space"], f"s{len(known)}")
        key = str(len(spaces[space]))
        ids[space, key] = item["id"]
        spaces[space].append(
            {
                "key": key,
                "text": item["text"],
                "speaker": item.get("speaker") or "user",
                "time": _moment(item.get("time")),
                "date": (item.get("time") or "")[:10],
                "session": item.get("session"),
                "channel": channel(item),
            }
        )
    asked = [q for q in rows(folder, "queries") if q["space"] in known and not q.get("adversarial")]
    return Labelled(folder.name, dict(spaces), [_question(q, known[q["space"]]) for q in asked], ids)


def _moment(text):
    return when(text).isoformat() if text else None


def _question(row, space):
    kept = {"space": space, "text": row["text"], "now": _moment(row.get("time"))}
    kept["gold"] = row.get("gold_groups") or [[ref] for ref in row["gold"]]
    return kept | ({"before": row["before"]} if "before" in row else {})
