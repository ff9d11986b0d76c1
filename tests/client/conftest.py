"""A real gateway behind a wire that can be cut, and clients on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from perdure.client import Client
from tests.client.wire import Ticks, Wire
from tests.gateway.conftest import Gateway, gateway  # noqa: F401  the gateway of a module

Connect = Callable[..., Client]


@pytest.fixture
def name(gateway: Gateway) -> str:
    """A space that no other test uses."""
    return gateway.fresh()


@pytest.fixture
def secret(gateway: Gateway, name: str) -> str:
    """A token that may write that space and nothing else."""
    return gateway.token(f"{name}:write")


@pytest.fixture
def wire(gateway: Gateway) -> Iterator[Wire]:
    """What stands between the clients and the gateway."""
    with Wire(gateway.port) as cut:
        yield cut


@pytest.fixture
def ticks() -> Ticks:
    """The seconds that a client's breaker counts."""
    return Ticks()


@pytest.fixture
def queue(tmp_path: Path) -> Path:
    return tmp_path / "queue" / "gateway.db"


@pytest.fixture
def connect(wire: Wire, secret: str, queue: Path, ticks: Ticks, gateway: Gateway) -> Iterator[Connect]:
    """Clients on the wire, closed when the test is over."""
    opened: list[Client] = []

    def client(**options: Any) -> Client:
        chosen = {"queue": queue, "monotonic": ticks, "clock": gateway.clock, "deadline": 60.0, **options}
        opened.append(Client(chosen.pop("url", wire.url), chosen.pop("token", secret), **chosen))
        return opened[-1]

    yield client
    for one in opened:
        one.close()


@pytest.fixture
def client(connect: Connect) -> Client:
    return connect()
