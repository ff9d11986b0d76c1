"""A gateway with a model server behind it, once a module; a space and a token of its own for each test."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import httpx2
import openai
import pytest

from perdure import Perdure
from perdure.app.space import Space
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running
from tests.proxy.upstream import PATIENCE, Asked, ModelServer, model_server, whole

KEY = "sk-of-the-gateway"
WAIT = {"x-perdure-deadline": "30"}
"""For whoever recalls: a machine under load must not decide what a test finds."""

Found = TypeVar("Found")
COUNT = itertools.count()


@dataclass(kw_only=True)
class Gateway:
    """A running gateway and what is behind it."""

    url: str
    memory: Perdure
    model: ModelServer
    other: ModelServer
    http: httpx2.Client
    sdk: openai.OpenAI


@dataclass(kw_only=True)
class Chatter:
    """Somebody with a token who chats through the proxy."""

    gateway: Gateway
    space: Space
    secret: str
    headers: dict[str, str] = field(default_factory=lambda: dict(WAIT))

    @property
    def base(self) -> str:
        return f"{self.gateway.url}/openai/v1"

    @property
    def client(self) -> openai.OpenAI:
        return self.with_key(self.secret)

    def with_key(self, key: str) -> openai.OpenAI:
        """The client of a tool that can be told an address and a key, and nothing else; tests add a longer deadline."""
        return self.gateway.sdk.with_options(base_url=self.base, api_key=key, default_headers=self.headers)

    def post(self, *, path: str = "chat/completions", **options: Any) -> httpx2.Response:
        """A request as it is, without a token unless its headers have one."""
        return self.gateway.http.post(f"{self.base}/{path}", **options)

    def stream(self, body: dict[str, Any]) -> AbstractContextManager[httpx2.Response]:
        """A chat whose answer is read as it comes."""
        shown = {"authorization": f"Bearer {self.secret}", **self.headers}
        return self.gateway.http.stream("POST", f"{self.base}/chat/completions", json=body, headers=shown)

    def send(self, *messages: dict[str, Any], headers: dict[str, str] | None = None, **body: Any) -> httpx2.Response:
        """A chat request without a client in between; messages as they are."""
        shown = {"authorization": f"Bearer {self.secret}", **self.headers, **(headers or {})}
        return self.post(json={"model": "any", "messages": list(messages), **body}, headers=shown)

    def ask(self, text: str, **options: Any) -> httpx2.Response:
        return self.send({"role": "user", "content": text}, **options)

    @property
    def asked(self) -> Asked:
        """What the model server was asked last."""
        return self.gateway.model.asked[-1]

    def written(self, count: int) -> list[tuple[str, str]]:
        """Who said what in the journal, once it has so many entries."""
        entries = eventually(lambda: found if len(found := list(self.space.entries())) >= count else None)
        return [(entry.role, entry.text) for entry in entries]


def eventually(look: Callable[[], Found | None]) -> Found:
    """What becomes true behind a caller's back."""
    end = time.monotonic() + PATIENCE
    while (found := look()) is None:
        assert time.monotonic() < end, "it never became true"
        Event().wait(0.002)  # whoever makes it true runs in this process
    return found


@pytest.fixture(scope="module", autouse=True)
def no_way_around() -> Iterator[None]:
    """Requests to this machine go to this machine."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            patch.delenv(name, raising=False)
            patch.delenv(name.lower(), raising=False)
        yield


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory, no_way_around: None) -> Iterator[Gateway]:
    folder: Path = tmp_path_factory.mktemp("memory")
    with (
        httpx2.Client(timeout=PATIENCE) as http,
        openai.OpenAI(api_key="none", max_retries=0, timeout=PATIENCE) as sdk,
        model_server() as model,
        model_server() as other,
        Perdure(folder, embedder=HashEmbedder(), timezone="UTC") as memory,
        running(memory, options=GatewayOptions(upstream=Upstream(urls=(model.url, other.url), key=KEY))) as url,
    ):
        yield Gateway(url=url, memory=memory, model=model, other=other, http=http, sdk=sdk)


@pytest.fixture
def model(gateway: Gateway) -> ModelServer:
    """The model server, which says "Noted." until a test scripts something else."""
    for server in (gateway.model, gateway.other):
        server.script = lambda _: whole("Noted.")
        server.asked.clear()
        server.left.clear()
    return gateway.model


@pytest.fixture
def chatter(gateway: Gateway, model: ModelServer) -> Chatter:
    """Somebody who may write one space, which is new."""
    name = f"user/n{next(COUNT)}"
    token = gateway.memory.tokens.new(f"tool of {name.partition('/')[2] or name}", grants=[f"{name}:write"])
    return Chatter(gateway=gateway, space=gateway.memory.space(name), secret=token.secret)
