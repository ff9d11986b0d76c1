"""The command line over an empty folder, without an embedder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from perdure.cli.main import app


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """What a command left: its exit code, its two streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The code of the error on the last line of standard error."""
        word, _, rest = self.err.splitlines()[-1].partition(" [")
        assert word == "error"
        return rest.partition("]")[0]


Run = Callable[..., Answered]


@pytest.fixture(autouse=True)
def settings(home: Path, monkeypatch: pytest.MonkeyPatch, no_settings_from_outside: None) -> None:
    """What the environment says in these tests, in this process and in those it starts."""
    for name, value in {"HOME": str(home), "EMBEDDER": "none", "TIMEZONE": "UTC"}.items():
        monkeypatch.setenv(f"PERDURE_{name}", value)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run() -> Run:
    """Run a command in this process."""

    def command(*words: str, stdin: str | bytes | None = None) -> Answered:
        result = CliRunner().invoke(app, words, input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Answered(code=result.exit_code, out=result.stdout, err=result.stderr)

    return command


@pytest.fixture
def ask(run: Run) -> Callable[..., Any]:
    """Run a command that has to succeed and give back its JSON document."""

    def command(*words: str, stdin: str | bytes | None = None) -> Any:
        answered = run(*words, "--json", stdin=stdin)
        assert answered.code == 0, answered
        assert answered.err == ""
        return answered.json

    return command


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """Run a command in a process of its own."""

    def command(*words: str, stdin: bytes = b"", **environment: str) -> Answered:
        done = subprocess.run(
            [sys.executable, "-m", "perdure", *words],
            input=stdin,
            capture_output=True,
            env={**os.environ, **environment},
            cwd=tmp_path,
            check=False,
        )
        return Answered(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())

    return command
