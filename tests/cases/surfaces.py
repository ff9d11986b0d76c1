"""One question asked by each way there is: the library, the command line, HTTP, MCP, the block for a prompt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cases.adapter import Store
from tests.cases.mcp import McpServer
from tests.cases.processes import cli
from tests.cases.server import Server
from tests.cases.tools import T


class Surface:
    """A surface of a store for one user. What it opens is kept by `keep`, which closes it."""

    def __init__(
        self, name: str, path: str, folder: Path, keep: Callable[[Any], Any], user: str = "u1", agent: str | None = None
    ) -> None:
        self._name = name
        self._path = path
        self._folder = folder
        self._keep = keep
        self._user = user
        self._agent = agent
        self._opened: dict[str | None, Any] = {}

    def recall(self, query: str, scope: str | None = None) -> str:
        """Everything that it answers to a question."""
        return self.call("recall", query, scope)

    def raw(self, op: str, query: str) -> str:
        """The same, by the name that the vocabulary has where it looks at characters."""
        return self.call(op, query)

    def call(self, op: str, query: str, scope: str | None = None) -> str:
        """Everything that it answers to an operation."""
        return getattr(self, f"_{self._name}")(op, query, scope)

    def _lib(self, op: str, query: str, scope: str | None) -> str:
        store = self._once(scope, lambda: Store(self._path))
        if op == "list":
            return str(T(store.list(user=self._user, agent=self._agent).items))
        return str(T(store.recall(query, user=self._user, agent=self._agent, scope=scope)))

    def _context(self, op: str, query: str, scope: str | None) -> str:
        return self._once(scope, lambda: Store(self._path)).context(query, user=self._user, scope=scope)

    def _cli(self, op: str, query: str, scope: str | None) -> str:
        spaces = ["--space", f"user/{self._user}", *([] if scope is None else ["--space", f"project/{scope}"])]
        answer = cli(self._path, ["list", *spaces[:2]] if op == "list" else ["recall", query, *spaces])
        return answer.out + answer.error

    def _http(self, op: str, query: str, scope: str | None) -> str:
        server = self._once(None, lambda: Server(self._keep(Store(self._path)), keys={"key": self._user}))
        return server.call(op, {"query": query} | ({} if scope is None else {"scope": scope}), key="key").raw

    def _mcp(self, op: str, query: str, scope: str | None) -> str:
        read = () if scope is None else (f"project/{scope}",)
        server = self._once(scope, lambda: McpServer(self._path, self._folder, space=f"user/{self._user}", read=read))
        return server.tool(op, {} if op == "list" else {"query": query}).text

    def _once(self, scope: str | None, opening: Callable[[], Any]) -> Any:
        if scope not in self._opened:
            self._opened[scope] = self._keep(opening())
        return self._opened[scope]
