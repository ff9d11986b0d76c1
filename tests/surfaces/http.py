"""The way through a gateway: its client."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from perdure import Perdure
from perdure.client import Client
from perdure.gateway.serve import running

PATIENCE = 120.0
"""Seconds after which an answer counts as lost; a busy machine is no fault of a test."""


class Served:
    """The gateway of all tests of a process; which place it serves changes from test to test, for building its routes takes
    longer than most of them."""

    place: Perdure

    def __getattr__(self, name: str) -> Any:
        return getattr(self.place, name)


@dataclass(frozen=True, kw_only=True, slots=True)
class Gateway:
    """What it serves, and where."""

    served: Served
    url: str

    @classmethod
    @contextmanager
    def opened(cls) -> Iterator[Gateway]:
        """A gateway on this machine."""
        served = Served()
        with running(served) as url:
            yield cls(served=served, url=url)

    @contextmanager
    def surface(self, home: Path, options: Mapping[str, Any]) -> Iterator[OverHttp]:
        """A client with a token that may do everything."""
        with Perdure(
            home, embedder=None
        ) as before:  # with ids of its own: those of the test begin with its first memory
            secret = before.tokens.first().secret
        with Perdure(home, **options) as place:
            self.served.place = place
            patience = {"timeout": PATIENCE, "deadline": PATIENCE}
            with Client(self.url, secret, queue=None, recent=0, clock=options["clock"], **patience) as client:
                yield OverHttp(client, place)


class OverHttp:
    """A client of the gateway. What only whoever runs the place can do, such as closing it, is done there."""

    def __init__(self, client: Client, place: Perdure) -> None:
        self._client = client
        self._place = place

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client if hasattr(self._client, name) else self._place, name)

    def close(self) -> None:
        """End both."""
        self._client.close()
        self._place.close()
