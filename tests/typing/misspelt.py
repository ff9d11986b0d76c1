"""Calls that a caller's type checker must refuse, one a line; checked by `test_types.py`, never run."""

from __future__ import annotations

from perdure import Space, Turn, aio


def sync(alice: Space) -> None:
    alice.remember("x", importence=0.5)
    alice.remember("x", importance="high")
    alice.remember("x", tags="home")
    alice.recall("x", limit=5)
    alice.recall("x", 5)
    alice.correct("mem_1", "x", tag=["home"])
    alice.forget(5)
    alice.list(status="active")
    alice.get(slot=5)
    alice.observe("text")
    Turn("x", "alice")


async def awaited(alice: aio.Space) -> None:
    await alice.remember("x", importence=0.5)
    await alice.remember("x", importance="high")
    await alice.recall("x", limit=5)
    await alice.correct("mem_1", "x", tag=["home"])
    await alice.forget(5)
    await alice.list(status="active")
    alice.recall("x").hits
