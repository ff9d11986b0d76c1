"""One real gateway for the tests of a module: its place, its address, and who may call it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from perdure import Perdure
from perdure.testing import FrozenClock, HashEmbedder, SequentialIds
from perdure.testing.gateway import running
from tests.conftest import MORNING

_numbers = itertools.count(1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Gateway:
    """A gateway under test: what it serves, where, and the secret of the token that administers it."""

    memory: Perdure
    clock: FrozenClock
    url: str
    secret: str

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def token(self, *grants: str, name: str = "agent", **options: Any) -> str:
        """The secret of a new token."""
        return self.memory.tokens.new(name, grants=grants, **options).secret

    def client(self, *grants: str, secret: str | None = None, name: str = "agent") -> httpx2.Client:
        """A client with a token of its own; the administrator's where nothing is granted.

        It loads no certificates, which takes longer than most tests.
        """
        shown = secret or (self.token(*grants, name=name) if grants else self.secret)
        return httpx2.Client(base_url=self.url, headers={"Authorization": f"Bearer {shown}"}, timeout=30, verify=False)

    @staticmethod
    def fresh() -> str:
        """The name of a space that no other test uses."""
        return f"user/u{next(_numbers)}"


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    clock, home = FrozenClock(MORNING), Path(tmp_path_factory.mktemp("gateway"))
    with Perdure(home, embedder=HashEmbedder(), clock=clock, ids=SequentialIds(), timezone="UTC") as memory:
        first = memory.tokens.first()
        assert first is not None
        with running(memory) as url:
            yield Gateway(memory=memory, clock=clock, url=url, secret=first.secret)


@pytest.fixture
def admin(gateway: Gateway) -> Iterator[httpx2.Client]:
    """Whoever administers the place."""
    with gateway.client() as client:
        yield client


@pytest.fixture
def space(gateway: Gateway) -> str:
    """The name of a space that no other test uses."""
    return gateway.fresh()
