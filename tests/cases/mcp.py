"""An MCP server by the words of the cases: `perdure mcp` in a process of its own, spoken to line by line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cases.processes import PATIENCE, ROOT, end, environment
from tests.cases.records import KIND_OF_TYPE
from tests.conformance.embeddings_server import embeddings_server

TOOLS = {
    "remember": "memory_add",
    "update": "memory_update",
    "forget": "memory_delete",
    "recall": "memory_retrieve",
    "search": "memory_retrieve",
    "list": "memory_retrieve",
    "context": "memory_retrieve",
    "history": "memory_explain",
}
"""The tool behind each word; another word is the name of a tool itself."""

_WORDS = {"key": "slot", "type": "kind", "limit": "k"}

INJECTED = '''
import sys

class WhenLoaded:
    """Runs what a case puts in when the server loads the library that reads its files."""

    def find_spec(self, name, path=None, target=None):
        if name == "sqlalchemy":
            sys.meta_path.remove(self)
            exec({source!r}, {{}})

sys.meta_path.insert(0, WhenLoaded())
'''
"""A `sitecustomize`: a library that the server loads, not the server itself, does what a case puts in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolAnswer:
    """What a tool answered."""

    text: str
    is_error: bool


class McpServer:
    """A server process on a store, as user `u1`, and what it wrote so far."""

    def __init__(  # noqa: PLR0913  each is a word of the vocabulary
        self,
        path: str,
        folder: Path,
        env: Mapping[str, str] | None = None,
        embed: Any = None,
        inject: str | None = None,
        space: str = "user/u1",
        read: tuple[str, ...] = (),
    ) -> None:
        with ExitStack() as opened:
            settings = {"PERDURE_EMBEDDER": "none", "PERDURE_TIMEZONE": "UTC"}
            if embed is not None:
                served = opened.enter_context(embeddings_server())
                served.embedder = embed
                dimension = embed.fingerprint.dimension
                settings |= {"PERDURE_EMBEDDER": f"openai:any@{dimension}", "PERDURE_EMBEDDER_URL": served.url}
            settings = environment(**settings, **(env or {}))
            if inject is not None:
                (folder / "sitecustomize.py").write_text(INJECTED.format(source=inject), encoding="utf-8")
                settings["PYTHONPATH"] = f"{folder}:{settings['PYTHONPATH']}"
            words = ["--space", space, "--home", path, *(word for name in read for word in ("--read", name))]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "perdure", "mcp", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                env=settings,
            )
            opened.callback(self._end)
            self._opened = opened.pop_all()
        self._lines: list[str] = []
        self._said: list[str] = []
        self._news = threading.Condition()
        self._number = 0
        self._begun = False
        self._readers = [
            threading.Thread(target=self._read, args=read, daemon=True)
            for read in ((self._process.stdout, self._lines), (self._process.stderr, self._said))
        ]
        for reader in self._readers:
            reader.start()

    def initialize(self, send_initialized: bool = True) -> dict[str, Any]:
        """Shake hands."""
        self._begun = True
        about = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "cases", "version": "1"},
        }
        answer = self.request("initialize", about)
        if send_initialized:
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def initialize_and_list(self) -> Any:
        """Shake hands and ask for the tools."""
        self.initialize()
        return self.request("tools/list", {})["tools"]

    def tool(self, op: str, arguments: Mapping[str, Any]) -> ToolAnswer:
        """Call the tool behind a word."""
        if not self._begun:
            self.initialize()
        given = {_WORDS.get(name, name): value for name, value in arguments.items()}
        if "kind" in given:
            given["kind"] = KIND_OF_TYPE.get(given["kind"], given["kind"])
        if op == "list" and "k" in given:
            given["limit"] = given.pop("k")
        if op == "context":
            given["brief"] = True
        answer = self.rpc(self._numbered("tools/call", {"name": TOOLS.get(op, op), "arguments": given}))
        if "error" in answer:
            return ToolAnswer(text=answer["error"]["message"], is_error=True)
        content = answer["result"]["content"]
        text = "\n".join(part["text"] for part in content if part["type"] == "text")
        return ToolAnswer(text=text, is_error=bool(answer["result"].get("isError")))

    def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """The result of a request."""
        answer = self.rpc(self._numbered(method, params))
        if "error" in answer:
            raise AssertionError(f"{method} failed: {answer['error']}")
        return answer["result"]

    def rpc(self, message: Mapping[str, Any]) -> Any:
        """Send a message and wait for the answer of the same id."""
        asked = self.send(message)
        found: list[Any] = []

        def answered() -> bool:
            found[:] = [said for said in self._messages(asked) if said.get("id") == message["id"]]
            return bool(found) or not self.alive()

        with self._news:
            self._news.wait_for(answered, timeout=PATIENCE)
        if not found:
            said = "\n".join(self._said)
            raise AssertionError(f"no answer to {message}; it said: {said[-2000:]}")
        return found[0]

    def send(self, message: Mapping[str, Any]) -> int:
        """Send a message; how many lines had come before."""
        return self.send_raw(json.dumps(message, ensure_ascii=False))

    def send_raw(self, line: str) -> int:
        """Send a line as it is; how many lines had come before."""
        before = len(self._lines)
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        return before

    def stdout_lines(self) -> list[str]:
        """Every line it wrote so far."""
        return list(self._lines)

    def stderr_lines(self) -> list[str]:
        """Every line it wrote beside the protocol so far; all of them once it is closed."""
        return list(self._said)

    def errors(self) -> list[Any]:
        """Every answer that was an error."""
        return [said for said in self._messages() if "error" in said]

    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """End it."""
        self._opened.close()

    def _numbered(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        self._number += 1
        return {"jsonrpc": "2.0", "id": self._number, "method": method, "params": dict(params)}

    def _messages(self, after: int = 0) -> list[Any]:
        return [json.loads(line) for line in self._lines[after:]]

    def _read(self, stream: Any, lines: list[str]) -> None:
        for line in stream:
            with self._news:
                lines.append(line.decode().rstrip("\r\n"))
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def _end(self) -> None:
        self._process.kill()
        for reader in self._readers:
            reader.join()
        end(self._process)


def is_jsonrpc(line: str) -> bool:
    """Whether a line is a message of the protocol."""
    try:
        message = json.loads(line)
    except ValueError:
        return False
    return isinstance(message, dict) and message.get("jsonrpc") == "2.0"


def strict_schema(schema: Mapping[str, Any]) -> bool:
    """Whether every strict client takes it: an object at the top, nothing but named fields, items on every array, no
    alternatives at the top."""
    top = schema.get("type") == "object" and not {"anyOf", "oneOf", "allOf", "not", "enum"} & set(schema)
    return top and isinstance(schema.get("properties", {}), dict) and _strict(schema)


def _strict(schema: Any) -> bool:
    if isinstance(schema, list):
        return all(map(_strict, schema))
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "array" and not isinstance(schema.get("items"), dict):
        return False
    fields = schema.get("properties", {})
    required = set(schema.get("required", ())) <= set(fields) if "properties" in schema else True
    return required and all(_strict(part) for part in schema.values())


def re_match(pattern: str, text: str) -> bool:
    """Whether a text begins as a pattern says."""
    return re.match(pattern, text) is not None
