"""What importing conversations costs beside their vectors: python bench/import_turns.py [--turns 100000] [--embedded 3000]

Turns in Chinese and English, a hundred to a conversation, as JSONL. First with vectors that cost nothing, for the pipeline itself
and its memory; then fewer with the bundled embedder, beside the embedder alone on the same texts.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

from measure import publish

from perdure import Perdure
from perdure.testing import HashEmbedder

SAID = (
    "On day {n} we moved box {m} of the archive from shelf {k} to the cellar, because the roof leaked again.",
    "第 {n} 天把第 {m} 箱档案从 {k} 号架搬到了地下室，因为屋顶又漏水了，下周要找人来修。",
    "Did anybody call the plumber about number {m}? 我明天 {k} 点之前有空。",
)


def written(path, count):
    """A file of so many turns."""
    with path.open("w", encoding="utf-8") as file:
        for n in range(count):
            text = SAID[n % 3].format(n=n, m=n * 7 % 1009, k=n % 24)
            at = f"2025-{n // 3000 % 12 + 1:02d}-{n // 100 % 28 + 1:02d}T{n % 24:02d}:{n % 60:02d}:00Z"
            line = {
                "speaker": ("user", "assistant")[n % 2],
                "timestamp": at,
                "content": text,
                "session": f"s{n // 100}",
            }
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return path


def imported(path, folder, embedder):
    """Seconds of reading and of applying, and the greatest memory of this process in MB."""
    with Perdure(folder, embedder=embedder, timezone="UTC", upkeep=False) as memory:
        begun = time.perf_counter()
        staged = memory.imports.stage(path, to="user/me")
        read = time.perf_counter()
        report = memory.imports.apply(staged.id)
        done = time.perf_counter()
        assert memory.space("user/me").stats().pending == 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"turns": report.added, "stage_s": read - begun, "apply_s": done - read, "peak_mb": peak}


def alone(path):
    """Turns a second of the embedder alone, in batches of the size that an import has."""
    texts = [json.loads(line)["content"] for line in path.read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder, Perdure(folder) as memory:
        embedder = memory._core.embedder
        list(embedder.embed(texts[:64], use="passage"))
        begun = time.perf_counter()
        for start in range(0, len(texts), 64):
            list(embedder.embed(texts[start : start + 64], use="passage"))
        return len(texts) / (time.perf_counter() - begun)


def apart(*words):
    """One measurement in a process of its own."""
    done = subprocess.run([sys.executable, __file__, *words], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--embedded", type=int, default=3_000)
    parser.add_argument("--one", choices=("hash", "real", "alone"), help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        match wanted.one:
            case "hash":
                print(json.dumps(imported(written(folder / "t.jsonl", wanted.turns), folder / "m", HashEmbedder())))
            case "real":
                print(json.dumps(imported(written(folder / "t.jsonl", wanted.embedded), folder / "m", "auto")))
            case "alone":
                print(json.dumps(alone(written(folder / "t.jsonl", wanted.embedded))))
            case _:
                sizes = ("--turns", str(wanted.turns), "--embedded", str(wanted.embedded))
                plumbing, real = apart("--one", "hash", *sizes), apart("--one", "real", *sizes)
                rate = apart("--one", "alone", *sizes)
                whole = real["turns"] / (real["stage_s"] + real["apply_s"])
                figures = {"without_vectors": plumbing, "with_vectors": real, "embedder_turns_per_s": rate}
                figures["import_turns_per_s"] = whole
                figures["share_of_the_embedders_rate"] = whole / rate
                print(json.dumps(figures, indent=2))
                publish("import_turns", figures)


if __name__ == "__main__":
    main()
