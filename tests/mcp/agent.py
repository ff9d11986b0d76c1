"""An agent at the other end: a real MCP client, called like a function."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from perdure import Perdure
from perdure.domain.access import Grant, Principal
from perdure.mcp_server.server import build


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool gave back."""

    text: str
    data: Mapping[str, Any]
    failed: bool
    raw: str

    @property
    def code(self) -> str:
        """The code of what went wrong."""
        assert self.failed
        return self.text.partition(":")[0]

    @property
    def id(self) -> str:
        return self.data["memory"]["id"]

    @property
    def texts(self) -> list[str]:
        return [item["text"] for item in self.data["items"]]


@dataclass(frozen=True, slots=True)
class Agent:
    """One client, connected."""

    client: Client
    portal: BlockingPortal

    def call(self, tool: str, /, **arguments: Any) -> Answer:
        found = self.portal.call(self.client.call_tool, tool, arguments)
        text = "\n".join(part.text for part in found.content)
        raw = found.model_dump_json(by_alias=True)
        return Answer(text, found.structured_content or {}, found.is_error, raw)

    def tools(self) -> list[dict[str, Any]]:
        return [
            json.loads(tool.model_dump_json(by_alias=True)) for tool in self.portal.call(self.client.list_tools).tools
        ]

    def resources(self) -> list[str]:
        return [each.uri for each in self.portal.call(self.client.list_resources).resources]

    def resource(self, uri: str) -> str:
        return self.portal.call(self.client.read_resource, uri).contents[0].text

    def prompt(self, name: str, **arguments: str) -> str:
        return self.portal.call(self.client.get_prompt, name, arguments).messages[0].content.text


@contextmanager
def connected(server: Any, *, mode: str = "auto") -> Iterator[Agent]:
    """A client of a server in this process, of a process, or of an address."""
    with start_blocking_portal() as portal:
        with portal.wrap_async_context_manager(Client(server, mode=mode)) as client:
            yield Agent(client, portal)


@contextmanager
def acting(place: Perdure, *grants: str, mode: str = "auto", name: str = "tool") -> Iterator[Agent]:
    """An agent that may do in a place what its grants say."""
    principal = Principal(name=name, grants=tuple(map(Grant.parse, grants)))
    with connected(build(lambda: place.acting(principal)), mode=mode) as agent:
        yield agent


@contextmanager
def over_http(url: str, secret: str, *, mode: str = "auto") -> Iterator[Agent]:
    """An agent that was given the address of a gateway and a token, and nothing else."""
    with start_blocking_portal() as portal:

        def http() -> httpx2.AsyncClient:
            return httpx2.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=30)

        with portal.wrap_async_context_manager(portal.call(_made, http)) as opened:
            transport = streamable_http_client(f"{url}/mcp", http_client=opened)
            with portal.wrap_async_context_manager(Client(transport, mode=mode)) as client:
                yield Agent(client, portal)


async def _made(make: Any) -> Any:
    return make()


__all__ = ["Agent", "Answer", "MCPError", "acting", "connected", "over_http"]
