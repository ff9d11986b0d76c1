"""The same verbs as awaitables: none missing, none different."""

from __future__ import annotations

import asyncio
import inspect
from threading import Event

import pytest

from perdure import Turn, aio, app
from perdure.errors import InvalidText
from perdure.testing import HashEmbedder
from tests.behaviour.requirements import requirement


def verbs(kind: type) -> dict[str, object]:
    return {name: verb for name, verb in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}


@pytest.mark.parametrize("name", ["Perdure", "Space", "View"])
def test_every_verb_is_there_under_its_name_with_its_options(name):
    sync, awaited = verbs(getattr(app, name)), verbs(getattr(aio, name))
    assert set(awaited) == set(sync)
    for verb, plain in sync.items():
        assert list(inspect.signature(awaited[verb]).parameters) == list(inspect.signature(plain).parameters)
        assert awaited[verb].__doc__


def test_a_verb_is_awaited_unless_it_only_names_something():
    plain = {verb for verb, call in verbs(aio.Perdure).items() if not inspect.iscoroutinefunction(call)}
    assert plain == {"space", "view", "acting"}
    assert all(inspect.iscoroutinefunction(call) for call in verbs(aio.Space).values())


@requirement("M1")
def test_many_verbs_at_once_give_what_they_give_one_by_one(home, clock):
    async def act() -> list[str]:
        async with aio.Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
            space = memory.space("user/alice")
            await asyncio.gather(*(space.remember(f"locker {n} holds a kayak") for n in range(20)))
            await space.observe([Turn("团子喜欢晒太阳", session="s")])
            answers = await asyncio.gather(*(space.recall(f"locker {n}", k=1) for n in range(20)))
            assert [hit.text for hit in await memory.view("user/alice").recall("团子")] == ["团子喜欢晒太阳"]
            assert [str(summary.name) for summary in await memory.spaces()] == ["user/alice"]
            return [found[0].text for found in answers]

    assert asyncio.run(act()) == [f"locker {n} holds a kayak" for n in range(20)]


@requirement("M1")
def test_errors_are_raised_where_they_are_awaited(home):
    async def act() -> None:
        async with aio.Perdure(home, embedder=None) as memory:
            call = memory.space("user/alice").remember(" ")
            with pytest.raises(InvalidText):
                await call

    asyncio.run(act())


@requirement("M1")
def test_the_event_loop_runs_on_while_a_verb_waits(home):
    class Slow(HashEmbedder):
        """Waits until the loop has shown that it runs."""

        def embed(self, texts, *, use):
            ticked.wait(10)
            return super().embed(texts, use=use)

    ticked = Event()

    async def act() -> None:
        async with aio.Perdure(home, embedder=Slow()) as memory:
            writing = asyncio.create_task(memory.space("user/alice").remember("the kayak is in the shed"))
            await asyncio.sleep(0)
            ticked.set()
            assert (await writing).memory.text == "the kayak is in the shed"

    asyncio.run(act())
    assert ticked.is_set()
