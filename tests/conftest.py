"""A frozen clock, counted ids, a folder, and a memory over them; the same memory through each way of calling it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from perdure import Perdure
from perdure.ports.embedder import Embedder
from perdure.ports.llm import LanguageModel
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from tests.cases.report import pytest_terminal_summary  # noqa: F401  the table of cases, also under xdist
from tests.surfaces.inside import awaited, library

if TYPE_CHECKING:
    from tests.surfaces.http import Gateway

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


@pytest.fixture
def opening(clock: FrozenClock, ids: SequentialIds, vectors: Embedder, llm: LanguageModel | None) -> dict[str, Any]:
    """How the place of a surface is opened."""
    return {"embedder": vectors, "clock": clock, "ids": ids, "timezone": "UTC", "llm": llm}


@pytest.fixture(scope="session")
def served() -> Iterator[Gateway]:
    """The gateway of all tests of this process."""
    from tests.surfaces.http import Gateway  # loading a server takes longer than many a file of tests

    with Gateway.opened() as gateway:
        yield gateway


@pytest.fixture(params=["library", "aio", "http"])
def surface(request: pytest.FixtureRequest, home: Path, opening: dict[str, Any]) -> Iterator[Any]:
    """The same verbs by each way of calling them, so that one test holds for all."""
    with calling(request, home, opening) as opened:
        yield opened


@pytest.fixture(params=["library", "aio"])
def inside(request: pytest.FixtureRequest, home: Path, opening: dict[str, Any]) -> Iterator[Any]:
    """The ways of calling within one process, for what no gateway passes on: functions, and values that JSON has none of."""
    with calling(request, home, opening) as opened:
        yield opened


@pytest.fixture(params=["library", "aio", "http", "mcp"])
def anywhere(request: pytest.FixtureRequest, home: Path, opening: dict[str, Any]) -> Iterator[Any]:
    """Every way there is, for what needs only the verbs that an agent's tools have as well."""
    with calling(request, home, opening) as opened:
        yield opened


def calling(request: pytest.FixtureRequest, home: Path, opening: dict[str, Any]) -> AbstractContextManager[Any]:
    """The way that a test is run with."""
    match request.param:
        case "library":
            return library(home, opening)
        case "aio":
            return awaited(home, opening)
        case "http":
            return request.getfixturevalue("served").surface(home, opening)
        case _:
            from tests.surfaces.mcp import tools  # as above

            return tools(home, opening)
