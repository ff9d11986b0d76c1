"""A place, and an agent at it that writes to one space and reads another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from perdure import Perdure
from tests.mcp.agent import Agent, acting


@pytest.fixture
def agent(memory: Perdure) -> Iterator[Agent]:
    with acting(memory, "user/me:write", "project/orders:read") as opened:
        yield opened


@pytest.fixture
def reader(memory: Perdure) -> Iterator[Agent]:
    """An agent that may read alone."""
    with acting(memory, "user/me:read") as opened:
        yield opened
