"""Reading a file of cases, and the rule for which of them are due and which wait for a part that is still to come."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

OURS = Path(__file__).with_name("cases.jsonl")

CONSOLE = "Console"
AREAS = (CONSOLE,)

MET = frozenset(
    ("core", "clock", "stub_embed", "fs", "procs", "threads", "fault", "perf", "cli", "windows_optional", "as_of")
    + ("multilingual_embedder", "legacy_db", "extract", "stub_llm", "consolidate", "prune", "http", "mcp", "net")
    + ("import", "export")
)
"""What the product and this harness offer by now."""

WAITING_NEEDS = {
    "console": CONSOLE,
}

WAITING_WORDS = ((re.compile(r"\bconsole\("), CONSOLE),)
"""Calls that a case makes even where its needs do not say so."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One reported failure, told as steps and what must be true after them."""

    id: str
    kind: str
    source: str
    story: str
    should: str
    steps: tuple[str, ...]
    expect: tuple[str, ...]
    needs: tuple[str, ...]
    hard: bool

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The areas it waits for; none where it is due."""
        text = "\n".join((*self.steps, *self.expect))
        found = [WAITING_NEEDS.get(need, f"an unknown need, {need}") for need in self.needs if need not in MET]
        found += [area for pattern, area in WAITING_WORDS if pattern.search(text)]
        return tuple(sorted(set(found)))


def load(path: Path) -> list[Case]:
    """The cases of a file, in its order."""
    with path.open(encoding="utf-8") as lines:
        return [_case(json.loads(line)) for line in lines if line.strip()]


def chosen() -> list[Case]:
    """The cases to run: those of the file that `PERDURE_CASES` names, else our own."""
    return load(Path(os.environ.get("PERDURE_CASES") or OURS))


def waiting(cases: Iterable[Case]) -> dict[str, list[str]]:
    """The ids of the cases that are not due, by what they wait for."""
    found: dict[str, list[str]] = {}
    for case in cases:
        if case.waits_for:
            found.setdefault(" + ".join(case.waits_for), []).append(case.id)
    return dict(sorted(found.items()))


def _case(row: dict[str, object]) -> Case:
    def text(name: str) -> str:
        return str(row.get(name, ""))

    def texts(name: str) -> tuple[str, ...]:
        value = row.get(name, ())
        return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)

    return Case(
        id=text("id"),
        kind=text("kind"),
        source=text("source"),
        story=text("story"),
        should=text("should"),
        steps=texts("steps"),
        expect=texts("expect"),
        needs=texts("needs"),
        hard=row.get("mode") != "soft",
    )
