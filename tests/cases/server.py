"""The gateway by the words of the cases: a real one on the folder of a store, with a token for each key.

An operation that the gateway does not have goes to `/v1/OPERATION`, and gets what everything unknown gets. A body keeps of
each operation what the vocabulary gives it; what it says in other words is said in the gateway's.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote

import httpx2

from perdure import Perdure
from perdure.gateway.serve import running
from tests.cases.adapter import CONSOLIDATING, Store
from tests.cases.records import KIND_OF_TYPE

PATIENCE = 120.0
"""Seconds after which an answer counts as lost."""

UNSET = object()

Body = Mapping[str, Any]
Request = tuple[str, str, dict[str, Any] | None]
"""Method, path, and what is sent as JSON."""

_WORDS = {"key": "slot", "type": "kind", "event_at": "holds_from", "agent": "source", "limit": "k"}
"""What the gateway calls otherwise."""


def _sent(body: Body, *names: str) -> dict[str, Any]:
    """Of a body the fields named, under the gateway's names; `user` and `scope` choose the space."""
    kept = {_WORDS.get(name, name): body[name] for name in names if name in body}
    if "kind" in kept:
        kept["kind"] = KIND_OF_TYPE.get(kept["kind"], kept["kind"])
    if "user" in body or "scope" in body:
        kept["space"] = f"project/{body['scope']}" if "scope" in body else f"user/{body['user']}"
    return kept


def _turns(body: Body) -> list[dict[str, Any]]:
    return [{"text": message["content"], "role": message["role"]} for message in body.get("messages", ())]


_REMEMBERED = ("text", "key", "type", "tags", "metadata", "importance", "at", "event_at", "agent")
_CORRECTED = ("id", "text", "version", "tags", "metadata", "importance")
_ASKED = ("query", "limit", "since", "until", "when", "as_of", "now")


def _of(body: Body, rest: str = "") -> str:
    return f"/memories/{quote(str(body.get('id')), safe='')}{rest}"


OPERATIONS: dict[str, Callable[[Body], Request]] = {
    "remember": lambda body: ("POST", "/remember", _sent(body, *_REMEMBERED)),
    "ingest": lambda body: ("POST", "/capture", _sent(body) | {"turns": _turns(body)}),
    "recall": lambda body: ("POST", "/recall", _sent(body, *_ASKED)),
    "search": lambda body: ("POST", "/recall", _sent(body, *_ASKED)),
    "context": lambda body: ("POST", "/brief", _sent(body, "query")),
    "get": lambda body: ("GET", _of(body), None),
    "history": lambda body: ("GET", _of(body, "/history"), None),
    "list": lambda body: ("GET", f"/memories?limit={body.get('limit', 100)}", None),
    "update": lambda body: ("POST", "/correct", _sent(body, *_CORRECTED)),
    "correct": lambda body: ("POST", "/correct", _sent(body, *_CORRECTED)),
    "forget": lambda body: ("POST", "/forget", _sent(body, "id")),
    "restore": lambda body: ("POST", "/restore", _sent(body, "id")),
    "consolidate": lambda body: ("POST", "/upkeep", {"strategies": list(CONSOLIDATING)}),
    "prune": lambda body: ("POST", "/upkeep", {"strategies": ["archive"]}),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What the gateway answered, as it came in `raw`."""

    status: int
    headers: httpx2.Headers
    raw: str

    @property
    def text(self) -> str:
        """The same, but for the trace of a recall, which repeats the question and finds nothing."""
        if self.status != 200 or not self.raw.startswith('{"hits":'):
            return self.raw
        return json.dumps({name: told for name, told in self.json.items() if name != "trace"}, ensure_ascii=False)

    @property
    def json(self) -> Any:
        """The document: a memory by its fields, one that was just written with its `action`."""
        told = json.loads(self.raw)
        if isinstance(told, dict) and "outcome" in told and isinstance(told.get("memory"), dict):
            return {**told["memory"], "action": told["outcome"]}
        return told


class Server:
    """A gateway that listens. `keys` gives each key a user, who may write, or a user and a right."""

    def __init__(
        self,
        store: Store,
        keys: Mapping[str, str | tuple[str, str]] | None = None,
        api_key: Any = UNSET,
        host: str | None = None,
    ) -> None:
        wanted = {**(keys or {})} if api_key is UNSET else {**(keys or {}), api_key: "u1"}
        with ExitStack() as opened:
            self.memory = opened.enter_context(
                Perdure(store.path, embedder=store.embedder, clock=store.clock, timezone="UTC")
            )
            self._secrets = {name: self._secret(name, user) for name, user in wanted.items()}
            self.url = opened.enter_context(running(self.memory, **({} if host is None else {"host": host})))
            client = httpx2.Client(base_url=self.url, timeout=PATIENCE, verify=False)
            self._client = opened.enter_context(client)
            self._opened = opened.pop_all()

    def close(self) -> None:
        """Stop listening."""
        self._opened.close()

    def call(self, op: str, body: Body, key: str | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        """One operation with a key, or with none."""
        method, path, document = OPERATIONS.get(op, lambda sent: ("POST", f"/{op}", dict(sent)))(body)
        shown = {name: value.strip() for name, value in (headers or {}).items()}  # no client sends blanks at an end
        return self._reply(method, path, headers={**self._opening(key), **shown}, json=document)

    def raw(self, op: str, body: str | bytes | Iterable[bytes], key: str | None = None, chunked: bool = False) -> Reply:
        """A body as it is; `chunked` without saying how long it is."""
        method, path, _ = OPERATIONS.get(op, lambda _: ("POST", f"/{op}", None))({})
        sent = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
        content = iter([sent]) if chunked and isinstance(sent, bytes) else sent
        return self._reply(
            method, path, headers={**self._opening(key), "Content-Type": "application/json"}, content=content
        )

    def options(self, op: str, headers: Mapping[str, str] | None = None) -> Reply:
        """What a page asks before it asks anything else."""
        return self._reply("OPTIONS", OPERATIONS[op]({})[1], headers=dict(headers or {}))

    def alive(self) -> bool:
        """Whether it still answers."""
        return self._client.get("/healthz").status_code == 200

    def _secret(self, name: Any, user: str | tuple[str, str]) -> str:
        owner, right = (user, "write") if isinstance(user, str) else user
        return self.memory.tokens.new(name, grants=[f"user/{owner}:{right}"]).secret

    def _opening(self, key: str | None) -> dict[str, str]:
        return {} if key is None else {"Authorization": f"Bearer {self._secrets.get(key, key)}"}

    def _reply(self, method: str, path: str, **sent: Any) -> Reply:
        answer = self._client.request(method, f"/v1{path}", **sent)
        return Reply(status=answer.status_code, headers=answer.headers, raw=answer.text)


def chunks(piece: bytes, total: int) -> Iterator[bytes]:
    """So many bytes, never all at once."""
    block = piece * (65_536 // len(piece))
    for _ in range(total // len(block)):
        yield block


class Stub:
    """A web server that sends everybody on to another address, and counts who came and under which name."""

    def __init__(self, redirect_to: str) -> None:
        self._asked = asked = list[str]()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.headers.get("host", ""))
                self.send_response(302)
                self.send_header("Location", redirect_to)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Tests stay quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def hits_to(self, host: str) -> int:
        """How many requests came under a name."""
        return sum(name.rpartition(":")[0] == host or name == host for name in self._asked)

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
