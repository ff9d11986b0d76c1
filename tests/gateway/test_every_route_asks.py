"""Every address of the gateway asks who calls, and what that one may do: a route that is in no row here fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi.routing import iter_route_contexts

from perdure import Added, Queued, Turn
from perdure.gateway.app import create_app
from tests.gateway.asking import ask
from tests.gateway.conftest import Gateway

SPACE, SECRET = "user/每个", "user/secret"
"""The space that is asked about, and one whose ids are guessed."""

OPEN, TOKEN, READ, WRITE, ADMIN, LIVE, OWN = "open", "token", "read", "write", "admin", "live", "own"
"""What a route takes: nothing, any token, a right in the space, the token that began a session, a token of one's own family."""


@dataclass(frozen=True, slots=True)
class Row:
    """A route, what it takes, and a request that it accepts. `{memory}` and its like stand for ids that exist; `told` where the id
    tells the space, so that the request names none."""

    method: str
    path: str
    takes: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    told: bool = False
    file: bytes | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def send(self, client: httpx2.Client, ids: Mapping[str, str], space: str | None = SPACE) -> httpx2.Response:
        """Ask for it; about a space, where it takes one."""
        path = self.path
        for name, id in ids.items():
            path = path.replace("{" + name + "}", id)
        about = {} if space is None or self.told or self.takes not in (READ, WRITE, ADMIN) else {"space": space}
        if self.file is not None:
            headers = {"Content-Type": "application/octet-stream"}
            return client.request(self.method, path, params={**self.query, **about}, content=self.file, headers=headers)
        if self.body is None:
            return client.request(self.method, path, params={**self.query, **about})
        body = {
            name: ids.get(value.strip("{}"), value) if isinstance(value, str) else value
            for name, value in self.body.items()
        }
        return client.request(self.method, path, json={**body, **about})


TURNS = [{"text": "记住：我对花生过敏"}]
MEM0 = '{"results": [{"id": "1", "memory": "我对花生过敏", "user_id": "x", "hash": "h"}]}'.encode()
MESSAGES = [{"role": "user", "content": "我对花生过敏"}]

ROWS = [
    Row("GET", "/healthz", OPEN),
    Row("HEAD", "/healthz", OPEN),
    Row("GET", "/openapi.json", OPEN),
    Row("HEAD", "/openapi.json", OPEN),
    Row("GET", "/metrics", TOKEN),
    Row("POST", "/v1/remember", WRITE, {"text": "我对花生过敏"}),
    Row("POST", "/v1/remember_many", WRITE, {"items": ["我对花生过敏"]}),
    Row("GET", "/v1/memories", READ),
    Row("GET", "/v1/memories/{memory}", READ),
    Row("GET", "/v1/memory", READ, query={"slot": "城市"}),
    Row("GET", "/v1/memories/{memory}/history", READ),
    Row("GET", "/v1/memories/{memory}/explain", READ),
    Row("POST", "/v1/correct", WRITE, {"id": "{memory}", "text": "改过的"}),
    Row("POST", "/v1/confirm", WRITE, {"id": "{memory}"}),
    Row("POST", "/v1/forget", WRITE, {"id": "{memory}"}),
    Row("POST", "/v1/restore", WRITE, {"id": "{memory}"}),
    Row("POST", "/v1/feedback", WRITE, {"id": "{memory}", "verdict": "useful"}),
    Row("POST", "/v1/observe", WRITE, {"turns": TURNS}),
    Row("POST", "/v1/capture", WRITE, {"turns": TURNS}),
    Row("POST", "/v1/distil", WRITE, {}),
    Row("GET", "/v1/entries", READ),
    Row("GET", "/v1/sessions", READ),
    Row("POST", "/v1/recall", READ, {"query": "花生"}),
    Row("POST", "/v1/brief", READ, {"query": "花生"}),
    Row("POST", "/v1/why_not", READ, {"query": "花生", "id": "{memory}"}),
    Row("GET", "/v1/reviews", READ),
    Row("GET", "/v1/reviews/{review}", READ),
    Row("POST", "/v1/reviews/{review}/accept", ADMIN, {}),
    Row("POST", "/v1/reviews/{review}/reject", ADMIN, {}),
    Row("POST", "/v1/reviews/{review}/edit", ADMIN, {"text": "五月五日"}),
    Row("GET", "/v1/permanent", READ),
    Row("POST", "/v1/permanent/add", ADMIN, {"text": "称呼用户为小林"}),
    Row("POST", "/v1/permanent/correct", ADMIN, {"id": "{permanent}", "text": "称呼用户为林工"}),
    Row("POST", "/v1/permanent/remove", ADMIN, {"id": "{permanent}"}),
    Row("POST", "/v1/permanent/restore", ADMIN, {"id": "{permanent}"}),
    Row("POST", "/v1/session", WRITE, {}),
    Row("POST", "/v1/session/{session}/messages", LIVE, {}),
    Row("POST", "/v1/session/{session}/reply", LIVE, {"text": "好"}),
    Row("POST", "/v1/session/{session}/tool", LIVE, {"name": "search", "result": "无"}),
    Row("POST", "/v1/session/{session}/add", LIVE, {"turn": TURNS[0]}),
    Row("GET", "/v1/session/{session}", LIVE),
    Row("DELETE", "/v1/session/{session}", LIVE),
    Row("GET", "/v1/spaces", TOKEN),
    Row("DELETE", "/v1/spaces", ADMIN),
    Row("GET", "/v1/stats", READ),
    Row("GET", "/v1/jobs", READ),
    Row("POST", "/v1/retry", WRITE, {"id": "{job}"}),
    Row("POST", "/v1/upkeep", WRITE, {}),
    Row("POST", "/v1/reembed", WRITE, {}),
    Row("GET", "/v1/policy", READ),
    Row("PUT", "/v1/policy", ADMIN, {"changes": {}}),
    Row("POST", "/v1/summary", TOKEN, {"messages": MESSAGES}),
    Row("POST", "/v1/filter", TOKEN, {"messages": MESSAGES, "query": "花生"}),
    Row("POST", "/v1/imports", WRITE, file=MEM0),
    Row("GET", "/v1/imports", TOKEN),
    Row("GET", "/v1/imports/{import}", READ, told=True),
    Row("GET", "/v1/imports/{import}/items", READ, told=True),
    Row("POST", "/v1/imports/{import}/keep", WRITE, {"numbers": 1}, told=True),
    Row("POST", "/v1/imports/{import}/drop", WRITE, {"numbers": [1]}, told=True),
    Row("POST", "/v1/imports/{import}/edit", WRITE, {"number": 1, "text": "我对花生不过敏"}, told=True),
    Row("POST", "/v1/imports/{import}/apply", WRITE, {}, told=True),
    Row("DELETE", "/v1/imports/{import}", WRITE, told=True),
    Row("POST", "/v1/export", READ, {}),
    Row("POST", "/v1/snapshots", ADMIN, {}),
    Row("GET", "/v1/snapshots", READ),
    Row("POST", "/v1/snapshots/prune", ADMIN, {"keep": 9}),
    Row("GET", "/v1/snapshots/{snapshot}", READ, told=True),
    Row("GET", "/v1/snapshots/{snapshot}/diff", READ, told=True),
    Row("POST", "/v1/snapshots/{snapshot}/rollback", ADMIN, {}, told=True),
    Row("DELETE", "/v1/snapshots/{snapshot}", ADMIN, told=True),
    Row("POST", "/v1/verify", TOKEN, {"checks": []}),
    Row("GET", "/v1/draft", READ),
    Row("GET", "/v1/tokens", TOKEN),
    Row("POST", "/v1/tokens", OWN, {"name": "x", "grants": [f"{SPACE}:read"], "lasts_seconds": 60}),
    Row("DELETE", "/v1/tokens/{token}", OWN),
    Row("GET", "/v1/me", TOKEN),
]

ELSEWHERE = ("/mcp", "/openai/")
"""What other tests ask in its own protocol; that it wants a token is asked here as well."""

ABSENT = {"memory": "mem_none", "review": "rev_none", "permanent": "mem_none", "session": "ses_none", "token": "tok_none",
          "job": "job_none", "import": "imp_none", "snapshot": "snap_none"}  # fmt: skip


def rows(*takes: str, ids: bool = False, told: bool | None = None) -> list[Any]:
    """The rows of routes that take this; with `ids` only those that name an id, and `told` those where it tells the space, or not."""
    found = [row for row in ROWS if row.takes in takes and told in (None, row.told)]
    wanted = {"{" + name + "}" for name in ABSENT}
    naming = [row for row in found if "{" in row.path or wanted & {str(value) for value in (row.body or {}).values()}]
    return [pytest.param(row, id=str(row)) for row in (naming if ids else found)]


@dataclass(frozen=True, kw_only=True, slots=True)
class World:
    """Who may do what in the space, what there is in it, and what there is where nobody here may look."""

    stranger: httpx2.Client
    reader: httpx2.Client
    writer: httpx2.Client
    admin: httpx2.Client
    ids: Mapping[str, str]
    secret: Mapping[str, str]


@pytest.fixture(scope="module")
def world(gateway: Gateway, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    file = tmp_path_factory.mktemp("file") / "mem0.json"
    file.write_bytes(MEM0)
    with ExitStack() as stack:
        who = {
            name: stack.enter_context(gateway.client(grant, name=name))
            for name, grant in {
                "stranger": "user/elsewhere:admin",
                "reader": f"{SPACE}:read",
                "writer": f"{SPACE}:write",
                "admin": f"{SPACE}:admin",
            }.items()
        }
        yield World(**who, ids=furnished(gateway, SPACE, file), secret=furnished(gateway, SECRET, file))


def furnished(gateway: Gateway, name: str, file: Path) -> dict[str, str]:
    """The ids of what there is in a space: one of everything."""
    space = gateway.memory.space(name)
    token = gateway.memory.tokens.new("owner", grants=[f"{name}:admin"])
    space.remember("上线日期是五月一日", slot="上线", value="五月一日", source="planner")
    queued = space.remember("上线日期是五月九日", slot="上线", value="五月九日", source="tester")
    assert isinstance(queued, Queued)
    permanent = space.permanent.add("不要在周五部署", kind="boundary")
    assert isinstance(permanent, Added)
    space.observe([Turn("我叫小林", session="s")])
    with gateway.client(secret=token.secret) as owner:
        session = ask(owner, "session", name)["id"]
    return {
        "memory": queued.memory.id,
        "review": queued.review,
        "permanent": permanent.memory.id,
        "session": session,
        "token": token.token.id,
        "job": "job_none",
        "import": gateway.memory.imports.stage(file, to=name).id,
        "snapshot": space.snapshot().id,
    }


def test_every_route_of_the_app_has_a_row(gateway: Gateway):
    app = create_app(gateway.memory)
    found = {
        (method, context.path)
        for context in iter_route_contexts(app.routes)
        for method in getattr(context, "methods", None) or ("*",)
        if not context.path.startswith(ELSEWHERE)
    }
    named = {name: "{id}" for name in ABSENT} | {"session": "{id:session}", "snapshot": "{id:snapshot}"}
    known = set()
    for row in ROWS:
        path = row.path
        for name, parameter in named.items():
            path = path.replace("{" + name + "}", parameter)
        known.add((row.method, path))
    assert found == known


@pytest.mark.parametrize("row", rows(TOKEN, READ, WRITE, ADMIN, LIVE, OWN))
def test_without_a_token_nothing_is_answered(gateway: Gateway, world: World, row: Row):
    with httpx2.Client(base_url=gateway.url) as nobody:
        answer = row.send(nobody, world.ids)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    if row.method != "HEAD":
        assert answer.json()["code"] == "invalid_token"


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/mcp"), ("GET", "/mcp/"), ("POST", "/openai/v1/chat/completions")]
)
def test_the_other_protocols_want_a_token_as_well(gateway: Gateway, method: str, path: str):
    with httpx2.Client(base_url=gateway.url) as nobody:
        assert nobody.request(method, path, json={}).status_code == 401


@pytest.mark.parametrize("row", rows(OPEN))
def test_what_is_open_says_nothing_of_what_is_remembered(gateway: Gateway, world: World, row: Row):
    with httpx2.Client(base_url=gateway.url) as nobody:
        answer = row.send(nobody, world.ids)
    assert answer.status_code == 200
    assert not any(word in answer.text for word in (SPACE, SECRET, "上线日期", *world.ids.values()))


@pytest.mark.parametrize("row", rows(READ, WRITE, ADMIN, told=False))
def test_a_token_for_another_space_is_refused_whether_the_space_exists_or_not(world: World, row: Row):
    answer = row.send(world.stranger, world.ids)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    nowhere = row.send(world.stranger, world.ids, "user/nowhere")
    assert nowhere.status_code == 403
    assert nowhere.text == answer.text.replace(SPACE, "user/nowhere")


@pytest.mark.parametrize("row", rows(WRITE, ADMIN))
def test_whoever_may_only_read_changes_nothing(gateway: Gateway, world: World, row: Row):
    before = gateway.memory.space(SPACE).stats()
    answer = row.send(world.reader, world.ids)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    after = gateway.memory.space(SPACE).stats()
    assert (after.memories, after.entries) == (before.memories, before.entries)


@pytest.mark.parametrize("row", rows(ADMIN))
def test_whoever_may_only_write_decides_nothing(world: World, row: Row):
    answer = row.send(world.writer, world.ids)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize("row", rows(READ, WRITE, ADMIN, told=True))
def test_an_id_that_tells_its_space_is_absent_to_whoever_may_not_read_there(world: World, row: Row):
    foreign, absent = (row.send(world.stranger, ids) for ids in (world.ids, ABSENT))
    assert foreign.status_code == absent.status_code == (200 if row.method == "DELETE" else 404)
    told = foreign.text
    for name in ("import", "snapshot"):
        told = told.replace(world.ids[name], ABSENT[name])
    assert told == absent.text


@pytest.mark.parametrize("row", rows(READ, WRITE, ADMIN, ids=True, told=False))
def test_an_id_of_another_space_is_as_absent_as_any(world: World, row: Row):
    foreign, absent = (row.send(world.stranger, ids, "user/elsewhere") for ids in (world.secret, ABSENT))
    assert (foreign.status_code, absent.status_code) == (404, 404)
    told = foreign.text
    for name, id in world.secret.items():
        told = told.replace(id, ABSENT[name])
    assert told == absent.text


@pytest.mark.parametrize("row", rows(LIVE))
def test_a_live_session_of_another_token_is_as_absent_as_any(world: World, row: Row):
    foreign, absent = (row.send(world.admin, ids) for ids in (world.ids, ABSENT))
    assert (foreign.status_code, absent.status_code) == (404, 404)
    assert foreign.text.replace(world.ids["session"], ABSENT["session"]) == absent.text


def test_a_token_of_another_family_is_as_absent_as_any(world: World):
    row = next(row for row in ROWS if str(row) == "DELETE /v1/tokens/{token}")
    foreign, absent = (row.send(world.admin, ids) for ids in (world.ids, ABSENT))
    assert (foreign.status_code, absent.status_code) == (404, 404)
    assert foreign.text.replace(world.ids["token"], ABSENT["token"]) == absent.text


def test_nobody_makes_a_token_for_more_than_his_own(world: World):
    row = next(row for row in ROWS if str(row) == "POST /v1/tokens")
    assert row.send(world.stranger, world.ids).status_code == 403
    assert row.send(world.reader, world.ids).status_code == 201


@pytest.mark.parametrize("row", rows(TOKEN, READ))
def test_whoever_may_read_is_answered(world: World, row: Row):
    assert row.send(world.reader, world.ids).status_code in (200, 404)


@pytest.mark.parametrize("row", [*rows(WRITE), *rows(ADMIN)])
def test_whoever_has_the_right_is_not_refused(world: World, row: Row):
    client = world.writer if row.takes == WRITE else world.admin
    assert row.send(client, world.ids).status_code in (200, 201, 404, 409)
