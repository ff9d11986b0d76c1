"""Several things in one command: one that fails costs only itself, and is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from perdure.cli.answers import Failure
from perdure.cli.output import complain
from perdure.errors import PerdureError

T = TypeVar("T")


def each(
    names: Sequence[str], work: Callable[[str], T], *, bearing: type[PerdureError], as_json: bool
) -> tuple[dict[str, T], dict[str, Failure]]:
    """What `work` gives for each name, and why it gave nothing for others. Where there is but one, its error is raised."""
    done: dict[str, T] = {}
    failures: dict[str, Failure] = {}
    for name in dict.fromkeys(names):
        try:
            done[name] = work(name)
        except bearing as error:
            if len(names) == 1:
                raise
            failures[name] = Failure(code=error.code, message=str(error))
            if not as_json:
                complain(error.code, str(error), as_json=False)
    return done, failures
