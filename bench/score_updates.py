#!/usr/bin/env python3
"""Score what happens when people change, correct or refine what they said: python bench/score_updates.py [SET ...]

Each case is remembered statement by statement at its own time, with no language model; then the question is recalled (k=10).
right   old no longer true: the new statement comes back and the old does not · old still true: the old one comes back
stale   cases where an outdated statement still came back        lost    cases where a valid statement had disappeared
kept    share of statements still readable by list() with superseded ones included (must be 100: nothing is destroyed)
retired (sets in --calm) share of statements superseded although hardly any of them contradict each other; queued: waiting for a person
"""

import argparse, collections, json, pathlib, tempfile

from score_recall import rows, when
from perdure import Perdure


def score(folder):
    statements, cases = collections.defaultdict(list), rows(folder, "updates")
    for item in rows(folder, "corpus"):
        statements[item["space"]].append(item)
    tally, right, total_kept, total = collections.Counter(), collections.defaultdict(list), 0, 0
    with tempfile.TemporaryDirectory() as home, Perdure(home) as memory:
        for case in cases:
            space, text_of = memory.space(f"user/{folder.name}-{case['space']}"), {}
            for item in statements[case["space"]]:
                text_of[item["id"]] = item["text"]
                space.remember(item["text"], at=when(item["time"]))
            kept = {m.text for m in space.list(statuses="all", limit=1000)}
            total_kept += sum(t in kept for t in text_of.values())
            total += len(text_of)
            back = [hit.text for hit in space.recall(case["text"], k=10)]
            old, new = ([text_of[i] in back for i in case[side]] for side in ("old", "new"))
            stale = not case["old_valid"] and any(old)
            lost = not all(old) if case["old_valid"] else not all(new)
            tally["stale"] += stale
            tally["lost"] += lost
            right[case["category"]].append(not stale and not lost)
    every = [ok for oks in right.values() for ok in oks]
    return {
        "cases": len(every),
        "right": round(100 * sum(every) / len(every), 1),
        "stale": tally["stale"],
        "lost": tally["lost"],
        "kept": round(100 * total_kept / total, 1),
        "by_category": {c: f"{sum(v)}/{len(v)}" for c, v in right.items()},
    }


def calm(folder, limit):
    statements = collections.defaultdict(list)
    for item in rows(folder, "corpus"):
        if item.get("speaker", "user") not in ("assistant", "AI"):
            statements[item["space"]].append(item)
    total = retired = queued = 0
    with tempfile.TemporaryDirectory() as home, Perdure(home) as memory:
        for name in list(statements)[:limit]:
            space = memory.space(f"user/{folder.name}-{name}")
            for item in statements[name]:
                space.remember(item["text"], at=when(item["time"]))
            total += len(statements[name])
            retired += space.list(statuses=("superseded",), limit=1).total
            queued += space.list(statuses=("review",), limit=1).total
    return {"statements": total, "retired": round(100 * retired / total, 2), "queued": round(100 * queued / total, 2)}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("sets", nargs="*", default=["updates_hand_zh", "updates_hand_en"])
    ask.add_argument("--data", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent / "data")
    ask.add_argument(
        "--calm",
        nargs="*",
        default=["memdaily_zh_pooled", "memorybank_zh", "memorybank_en"],
        help="sets of statements that hardly contradict",
    )
    ask.add_argument("--spaces", type=int, default=4, help="only the first N spaces of each calm set")
    args = ask.parse_args()
    for name in args.sets:
        folder = pathlib.Path(name) if pathlib.Path(name).is_dir() else args.data / name
        print(folder.name, json.dumps(score(folder), ensure_ascii=False), flush=True)
    for name in args.calm:
        folder = pathlib.Path(name) if pathlib.Path(name).is_dir() else args.data / name
        print(folder.name, json.dumps(calm(folder, args.spaces), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
