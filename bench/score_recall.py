#!/usr/bin/env python3
"""Score recall on conversation sets through the public API: python bench/score_recall.py SET [SET ...]

A set is a folder with corpus.jsonl and queries.jsonl (plain or .gz). Every corpus item is observed as a turn with its id as `ref`;
every question is recalled with k=20 at the question's own time. A hit counts for the refs it rests on, in rank order.

recall@k  share of the gold ids among the first k refs, averaged over questions     hit@k  any gold id among them
mrr       1 / rank of the first gold id                                              quiet  share of unanswerable questions answered by nothing
newer     (sets with updates.jsonl) share of pairs whose newer statement ranks above the older or comes back alone
"""

import argparse, collections, datetime as dt, gzip, json, pathlib, statistics, tempfile, time

from perdure import Perdure, Turn


def rows(folder, name):
    plain, packed = folder / f"{name}.jsonl", folder / f"{name}.jsonl.gz"
    if plain.exists():
        return [json.loads(line) for line in plain.open(encoding="utf-8")]
    if packed.exists():
        return [json.loads(line) for line in gzip.open(packed, "rt", encoding="utf-8")]
    return []


def when(text):
    if not text:
        return None
    stamp = dt.datetime.fromisoformat(text)
    return stamp if stamp.tzinfo else stamp.replace(tzinfo=dt.timezone.utc)


def channel(item):
    return item["kind"] if item.get("kind") in {"sms", "note", "calendar", "push", "photo", "call"} else "chat"


def refs_of(recall):
    return list(dict.fromkeys(ref for hit in recall for ref in hit.refs))


def score(folder, limit, only):
    corpus, queries = rows(folder, "corpus"), rows(folder, "queries")
    spaces = collections.defaultdict(list)
    for item in corpus:
        spaces[item["space"]].append(item)
    keep = list(spaces)[:limit] if limit else list(spaces)
    found, by_category, seconds = collections.defaultdict(list), collections.defaultdict(list), []
    with tempfile.TemporaryDirectory() as home, Perdure(home) as memory:
        started = time.perf_counter()
        for name in keep:
            memory.space(f"user/{folder.name}-{name}").observe(
                [
                    Turn(
                        i["text"],
                        speaker=i.get("speaker") or "user",
                        at=when(i.get("time")),
                        session=i.get("session"),
                        ref=i["id"],
                        channel=channel(i),
                    )
                    for i in spaces[name]
                ]
            )
        ingest = time.perf_counter() - started
        for q in queries:
            if q["space"] not in keep or q.get("adversarial") or (only and q["category"] not in only):
                continue
            space = memory.space(f"user/{folder.name}-{q['space']}")
            started = time.perf_counter()
            refs = refs_of(space.recall(q["text"], k=20, now=when(q.get("time"))))
            seconds.append(time.perf_counter() - started)
            if "before" in q:
                order = {i["id"]: n for n, i in enumerate(spaces[q["space"]])}
                refs = [r for r in refs if order.get(r, 0) < q["before"]]
            gold = q.get("gold_groups") or [[g] for g in q["gold"]]
            if not gold:
                found["quiet"].append(not refs)
                continue
            ranks = [min((refs.index(r) + 1 for r in group if r in refs), default=10**9) for group in gold]
            for k in (5, 10, 20):
                found[f"recall@{k}"].append(sum(r <= k for r in ranks) / len(ranks))
                found[f"hit@{k}"].append(min(ranks) <= k)
            found["mrr"].append(1 / min(ranks) if min(ranks) < 10**9 else 0.0)
            by_category[q["category"]].append(found["recall@10"][-1])
        for u in rows(folder, "updates"):
            if u["space"] not in keep or u.get("old_valid"):
                continue
            refs = refs_of(memory.space(f"user/{folder.name}-{u['space']}").recall(u["text"], k=20))
            place = lambda ids: min((refs.index(r) for r in ids if r in refs), default=10**9)
            found["newer"].append(place(u["new"]) < place(u["old"]))
    figures = {name: round(100 * statistics.fmean(map(float, values)), 1) for name, values in sorted(found.items())}
    figures |= {
        "questions": len(found["mrr"]),
        "items": sum(len(spaces[s]) for s in keep),
        "items_per_s": round(sum(len(spaces[s]) for s in keep) / ingest, 1),
        "recall_ms_p50": round(1000 * statistics.median(seconds), 1),
        "recall_ms_p95": round(1000 * sorted(seconds)[int(0.95 * len(seconds))], 1),
        "by_category": {c: round(100 * statistics.fmean(v), 1) for c, v in sorted(by_category.items())},
    }
    return figures


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("sets", nargs="+", help="folders, or names below --data")
    ask.add_argument("--data", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent / "data")
    ask.add_argument("--spaces", type=int, default=0, help="only the first N spaces of each set")
    ask.add_argument("--categories", nargs="*", help="only these question categories")
    ask.add_argument("--json", type=pathlib.Path, help="also write the figures here")
    args = ask.parse_args()
    out = {}
    for name in args.sets:
        folder = pathlib.Path(name) if pathlib.Path(name).is_dir() else args.data / name
        out[folder.name] = score(folder, args.spaces, args.categories)
        print(folder.name, json.dumps(out[folder.name], ensure_ascii=False), flush=True)
    if args.json:
        args.json.write_text(json.dumps(out, indent=1, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
