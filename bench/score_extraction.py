#!/usr/bin/env python3
"""Score what is kept of the conversations that ship with Perdure: python bench/score_extraction.py [--words]

By language and scene, and by half: rules are written by the look of the seen half alone. The same as `perdure eval --json`.
precision   share of stored memories that are a labelled fact      recall   share of labelled facts that were stored
A memory is of a fact when it has every word the label asks for and rests on one of its turns.
"""

import argparse
import json

from perdure.evaluate import LANGUAGES, SCENES, evaluate, load


def row(tally):
    shares = {
        name: getattr(tally, name) for name in ("precision", "recall", "hit_rate", "timeliness", "controllability")
    }
    return {
        "scenes": tally.scenes,
        "stored": tally.stored,
        **{k: None if v is None else round(100 * v, 1) for k, v in shares.items()},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", action="store_true", help="without an embedder")
    words = parser.parse_args().words
    found = evaluate([scene for language in LANGUAGES for scene in load(language)], embedder=None if words else "auto")
    rows = {
        f"{language} {scene}": found.over(language=language, scene=scene) for language in LANGUAGES for scene in SCENES
    }
    rows |= {"seen": found.over(half="seen"), "unseen": found.over(half="unseen"), "all": found.over()}
    for name, tally in rows.items():
        print(name, json.dumps(row(tally)))


if __name__ == "__main__":
    main()
