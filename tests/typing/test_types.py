"""What a caller's type checker says of the public surface."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="module")
def told() -> str:
    """What mypy says of both files, in one run; its cache is the one of `make types`."""
    files = [str(HERE / name) for name in ("public_api.py", "misspelt.py")]
    options = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    out, trouble, _ = api.run([*options, "--no-error-summary", "--show-error-codes", *files])
    assert not trouble
    return out


def errors(told: str, name: str) -> dict[int, str]:
    """The code of the error of each line of a file."""
    return {int(line): code for line, code in re.findall(rf"{name}:(\d+): error: .*\[([a-z-]+)\]", told)}


def test_the_public_surface_is_typed_as_it_is_used(told):
    assert errors(told, "public_api.py") == {}


def test_every_misspelt_name_and_every_wrong_type_is_refused(told):
    source = (HERE / "misspelt.py").read_text(encoding="utf-8").splitlines()
    calls = {number: line for number, line in enumerate(source, 1) if re.match(r"    (await )?(alice\.|Turn\()", line)}
    assert len(calls) == 18
    refused = errors(told, "misspelt.py")
    assert [line for number, line in calls.items() if number not in refused] == []
    assert set(refused) == set(calls)
