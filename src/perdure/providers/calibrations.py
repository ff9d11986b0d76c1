"""What was measured of the bundled embedders, by `make calibrate`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def shipped() -> Mapping[str, Mapping[str, object]]:
    """Calibrations by fingerprint, read once."""
    found: dict[str, dict[str, object]] = json.loads(
        files("perdure.providers").joinpath("calibrations.json").read_text("utf-8")
    )
    return found
