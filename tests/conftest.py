"""A frozen clock, counted ids, a folder, and a memory over them; the same memory through each way of calling it."""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import Awaitable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import pytest
from hypothesis import settings

from perdure import Perdure, aio
from perdure.ports.embedder import Embedder
from perdure.ports.llm import LanguageModel
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from tests.cases.report import pytest_terminal_summary  # noqa: F401  the table of cases, also under xdist

settings.register_profile("perdure", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("perdure")

MORNING = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
"""The moment every test starts at: a Sunday."""

FROM_OUTSIDE = ("PERDURE_CASES",)
"""Settings of the tests themselves, which come from the environment they run in."""


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of whoever runs the tests stay out of them."""
    for name in [name for name in os.environ if name.startswith("PERDURE_") and name not in FROM_OUTSIDE]:
        monkeypatch.delenv(name)


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(MORNING)


@pytest.fixture
def ids() -> SequentialIds:
    return SequentialIds()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty folder for spaces."""
    folder = tmp_path / "memory"
    folder.mkdir()
    return folder


@pytest.fixture
def memory(home: Path, clock: FrozenClock, ids: SequentialIds) -> Iterator[Perdure]:
    with Perdure(home, embedder=HashEmbedder(), clock=clock, ids=ids, timezone="UTC") as opened:
        yield opened


@pytest.fixture
def vectors() -> Embedder:
    """The embedder of a surface; a module may have its own."""
    return HashEmbedder()


@pytest.fixture
def llm() -> LanguageModel | None:
    """The language model of a surface: none; a module may have its own."""
    return None


@pytest.fixture(params=["library", "aio"])
def surface(  # noqa: PLR0913  each port is a fixture
    request: pytest.FixtureRequest,
    home: Path,
    clock: FrozenClock,
    ids: SequentialIds,
    vectors: Embedder,
    llm: LanguageModel | None,
) -> Iterator[Any]:
    """The same verbs by each way of calling them, so that one test holds for all."""
    options: dict[str, Any] = {"embedder": vectors, "clock": clock, "ids": ids, "timezone": "UTC", "llm": llm}
    if request.param == "library":
        with Perdure(home, **options) as opened:
            yield opened
        return
    with asyncio.Runner() as runner:
        waiting = runner.run(entered(home, options))
        try:
            yield Blocking(waiting, runner)
        finally:
            runner.run(waiting.__aexit__(None, None, None))


async def entered(home: Path, options: dict[str, Any]) -> aio.Perdure:
    return await aio.Perdure(home, **options).__aenter__()


class Blocking:
    """An object of `perdure.aio` whose calls are waited for."""

    def __init__(self, target: Any, runner: asyncio.Runner) -> None:
        self._target = target
        self._runner = runner

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._runner.run(self._target.__aexit__(*raised))

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        if callable(value):
            return lambda *args, **options: self._waited(value(*args, **options))
        return self._waited(value)

    def _waited(self, value: Any) -> Any:
        if inspect.isawaitable(value):
            value = self._runner.run(wait(value))
        return Blocking(value, self._runner) if type(value).__module__ == aio.__name__ else value


async def wait(value: Awaitable[Any]) -> Any:
    return await value
