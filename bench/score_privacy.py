#!/usr/bin/env python3
"""Score what the privacy guard catches: python bench/score_privacy.py

Runs `perdure.text.privacy.guard(text)`, which must return an object with `.text` (what may be stored) and `.findings`
(each with .start .end .type on the original text), over the labelled sentences.
found      share of labelled spans whose value no longer appears in .text     false   findings in text with no labelled span, per 1,000 sentences
"""

import collections, json, pathlib

from perdure.text.privacy import guard

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "pii"
MUST = {"password", "api_key", "national_id", "bank_card", "phone", "email", "iban", "passport"}


def main(data=DATA):
    for path in sorted(data.glob("*.jsonl")):
        found, clean, alarms = collections.defaultdict(list), 0, 0
        for line in path.open(encoding="utf-8"):
            row = json.loads(line)
            result = guard(row["text"])
            wanted = [s for s in row["spans"] if s["type"] in MUST]
            for span in wanted:
                found[span["type"]].append(span["value"] not in result.text)
            if not row["spans"]:
                clean += 1
                alarms += bool(result.findings)
        print(
            path.stem,
            json.dumps(
                {
                    "found": {t: f"{100 * sum(v) / len(v):.1f} of {len(v)}" for t, v in sorted(found.items())},
                    "false_per_1000": round(1000 * alarms / clean, 1) if clean else None,
                    "clean_sentences": clean,
                }
            ),
        )


if __name__ == "__main__":
    main()
