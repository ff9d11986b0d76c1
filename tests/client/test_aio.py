"""The client's verbs as awaitables, without a second implementation."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from perdure import errors
from perdure.client import AsyncClient, aio, client, imports, live, permanent, review, snapshots, space, tokens
from tests.behaviour.requirements import requirement

PAIRS = [
    (client.Client, aio.AsyncClient),
    (space.Space, aio.AsyncSpace),
    (space.View, aio.AsyncView),
    (live.LiveSession, aio.AsyncLiveSession),
    (permanent.Permanent, aio.AsyncPermanent),
    (review.Reviews, aio.AsyncReviews),
    (tokens.Tokens, aio.AsyncTokens),
    (imports.Imports, aio.AsyncImports),
    (snapshots.Snapshots, aio.AsyncSnapshots),
]


@pytest.mark.parametrize(("sync", "awaited"), PAIRS, ids=lambda kind: kind.__name__)
def test_every_verb_can_be_awaited(sync, awaited):
    verbs = {name for name, _ in inspect.getmembers(sync, inspect.isfunction) if not name.startswith("_")}
    assert verbs - set(dir(awaited)) == set()


@requirement("A6")
def test_a_loop_asks_many_things_at_once(gateway, name, secret, queue):
    async def talk():
        async with AsyncClient(gateway.url, secret, queue=queue, clock=gateway.clock) as memory:
            alice = memory.space(name)
            await asyncio.gather(*(alice.remember(f"note {n} on the 皮划艇") for n in range(5)))
            found, view = await asyncio.gather(
                alice.recall("皮划艇", k=9, deadline=60), memory.view(name).recall("皮划艇", deadline=60)
            )
            assert (len(found), len(view)) == (5, 5)
            async with await alice.session(window_tokens=2_000) as talk:
                assert await talk.messages("hello there")
                assert (await talk.standing())["tokens"] > 0
            async with await memory.session(write=name) as talk:
                assert talk.budget > 0
            assert (await memory.me())["home"] == name
            assert (await memory.tokens.list())[0].name == "agent"
            assert (await alice.review.list()).total == (await alice.permanent.list()).total == 0
            assert memory.waiting == 0
            with pytest.raises(errors.NotFound):
                await alice.history("mem_nowhere")

    asyncio.run(talk())
