"""The ways of calling within one process: the facade, and its awaitables."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from perdure import Perdure, aio


@contextmanager
def library(home: Path, options: Mapping[str, Any]) -> Iterator[Perdure]:
    """The facade itself."""
    with Perdure(home, **options) as opened:
        yield opened


@contextmanager
def awaited(home: Path, options: Mapping[str, Any]) -> Iterator[Any]:
    """`perdure.aio`, whose calls are waited for."""
    with asyncio.Runner() as runner:
        waiting = runner.run(_entered(home, options))
        try:
            yield Blocking(waiting, runner)
        finally:
            runner.run(waiting.__aexit__(None, None, None))


async def _entered(home: Path, options: Mapping[str, Any]) -> aio.Perdure:
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
            value = self._runner.run(_wait(value))
        return Blocking(value, self._runner) if type(value).__module__ == aio.__name__ else value


async def _wait(value: Awaitable[Any]) -> Any:
    return await value
