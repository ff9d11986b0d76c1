"""Medians over repeated runs, and results as JSON with what they were measured on."""

import argparse
import json
import os
import platform
import statistics
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"
RUNS = 5


def seconds(work):
    """Wall time of one call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def median(values):
    """The median, to four digits."""
    return float(f"{statistics.median(values):.4g}")


def load():
    """How busy the machine is, for a reader to weigh the milliseconds by."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def publish(name, figures):
    """Print the figures and write them to `bench/results/NAME.json`."""
    found = {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "perdure": version("perdure"),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": load(),
        "runs": RUNS,
        **figures,
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1, ensure_ascii=False))


def options(description, **defaults):
    """Command-line options from their defaults."""
    asked = argparse.ArgumentParser(description=description)
    for option, default in defaults.items():
        asked.add_argument(f"--{option}", type=type(default), default=default)
    return asked.parse_args()
