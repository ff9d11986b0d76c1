"""Memory moves over HTTP: files in and out, snapshots, verification; and what comes of a transfer that breaks off."""

from __future__ import annotations

import asyncio
import io
import json
import socket
import struct
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from perdure.gateway.bodies import Held
from perdure.gateway.files import FILE, PREFIX, Sent, called, disposition, packed
from perdure.gateway.options import GatewayOptions
from perdure.testing.gateway import running
from perdure.transfer import EXPORTERS
from tests.behaviour.requirements import requirement
from tests.gateway import raw
from tests.gateway.asking import ask, look, told
from tests.gateway.conftest import Gateway

UPLOAD = {"Content-Type": FILE}
FOLDERS = [exporter.name for exporter in EXPORTERS if not exporter.suffix]


def mem0(*texts: str, owners: tuple[str, ...] = ("alice",)) -> bytes:
    """What Mem0's `get_all` gives."""
    records = [
        {"id": f"{owner}-{number}", "memory": text, "user_id": owner, "hash": "h"}
        for owner in owners
        for number, text in enumerate(texts, 1)
    ]
    return json.dumps({"results": records}, ensure_ascii=False).encode()


def upload(client: httpx2.Client, content: Any, *, status: int = 201, headers: Any = None, **query: Any) -> Any:
    """What a file is answered with."""
    answer = client.post("/v1/imports", params=query, content=content, headers={**UPLOAD, **(headers or {})})
    return told(answer, status)


def download(client: httpx2.Client, space: str, **body: Any) -> httpx2.Response:
    answer = client.post("/v1/export", json={"space": space, **body})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == FILE
    assert int(answer.headers["content-length"]) == len(answer.content)
    return answer


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where files are on their way; nothing stays there."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def left(folder: Path) -> list[str]:
    """The folders of files that are on their way."""
    return [path.name for path in folder.iterdir() if path.name.startswith(PREFIX)]


@pytest.fixture
def furnished(gateway: Gateway, space: str) -> str:
    """A space with a memory and what was said."""
    held = gateway.memory.space(space)
    held.remember("用户偏好靠窗座位", kind="preference", slot="座位", value="靠窗")
    held.remember("The user moved to Lisbon in May", kind="fact")
    return space


# Exports


@requirement("P2", "P10")
def test_a_space_is_answered_as_a_file_under_its_name(gateway: Gateway, admin: httpx2.Client, tmp_path: Path):
    gateway.memory.space("user/爱丽丝").remember("用户偏好靠窗座位")
    answer = download(admin, "user/爱丽丝")
    name = quote("user-爱丽丝.perdure")
    assert (
        answer.headers["content-disposition"] == f"attachment; filename=\"user-___.perdure\"; filename*=UTF-8''{name}"
    )
    gateway.memory.space("user/爱丽丝").export(tmp_path / "own.perdure")
    assert answer.content == (tmp_path / "own.perdure").read_bytes()


@requirement("P10")
@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda exporter: exporter.name)
def test_every_format_comes_as_one_file_and_can_be_read_back(
    admin: httpx2.Client, furnished: str, exporter: Any, gateway: Gateway
):
    answer = download(admin, furnished, format=exporter.name)
    assert answer.content == download(admin, furnished, format=exporter.name).content
    name = answer.headers["content-disposition"].rpartition("''")[2]
    assert name.endswith(exporter.suffix or ".zip")
    if not exporter.suffix:
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            assert archive.testzip() is None
            assert archive.namelist() == sorted(archive.namelist())
    staged = upload(admin, answer.content, space=gateway.fresh(), name=name)
    assert staged["memories"] == 2


@requirement("P10")
@pytest.mark.parametrize("format", ["archive", "markdown"])
def test_a_report_says_what_the_file_would_hold_and_nothing_of_the_disk(
    admin: httpx2.Client, furnished: str, temporary: Path, format: str
):
    report = ask(admin, "export", furnished, format=format, report=True)
    assert (report["space"], report["format"], report["counts"]["memories"]) == (furnished, format, 2)
    assert {line["fate"] for line in report["loss"]["lines"]} >= {"mapped"}
    assert "/" not in report["path"]
    assert left(temporary) == []


@requirement("P2", "C6")
def test_a_passphrase_in_any_script_closes_an_archive_and_opens_it(
    gateway: Gateway, admin: httpx2.Client, furnished: str
):
    sealed = download(admin, furnished, passphrase="芝麻 开门%").content
    target = gateway.fresh()
    assert upload(admin, sealed, status=400, space=target)["code"] == "wrong_passphrase"
    bad = upload(admin, sealed, status=400, headers={"X-Perdure-Passphrase": "%ff"}, space=target)
    assert bad["code"] == "invalid_request"
    encoded = {"X-Perdure-Passphrase": quote("芝麻 开门%", safe="")}
    assert upload(admin, sealed, headers=encoded, space=target)["memories"] == 2


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"format": "zip"}, 400, "invalid_value"),
        ({"format": "markdown", "passphrase": "x"}, 400, "invalid_value"),
        ({"space": "user/nobody"}, 404, "not_found"),
        ({"space": "nowhere"}, 400, "invalid_space_name"),
        ({"report": "yes"}, 422, "invalid_request"),
        ({"target": "/etc/passwd"}, 422, "invalid_request"),
    ],
)
def test_an_export_that_cannot_be_is_refused(
    admin: httpx2.Client, furnished: str, temporary: Path, body: dict[str, Any], status: int, code: str
):
    assert ask(admin, "export", status=status, **{"space": furnished, **body})["code"] == code
    assert left(temporary) == []


@pytest.mark.parametrize(
    "name", ["user/a/../../b", 'user/"; filename="x', "user/a\\b", "user/%2e%2e", "user/" + "漢" * 255]
)
def test_no_name_of_a_space_leads_elsewhere(gateway: Gateway, admin: httpx2.Client, name: str):
    gateway.memory.space(name).remember("一条记忆")
    told_ = download(admin, name, format="csv").headers["content-disposition"]
    shown = told_.removeprefix('attachment; filename="').partition('"')[0]
    assert not set(shown) & set('/\\:"')
    assert told_.count('"') == 2


# Imports


@requirement("P5", "P9")
def test_a_file_is_looked_at_decided_on_and_let_in(gateway: Gateway, admin: httpx2.Client, space: str):
    staged = upload(admin, mem0("喜欢靠窗", "likes trains", "lives in Oslo"), space=space, name="old/我的 mem0.json")
    assert (staged["format"], staged["state"], staged["path"]) == ("mem0", "open", "我的 mem0.json")
    assert [(one["name"], one["space"], one["memories"]) for one in staged["owners"]] == [("alice", space, 3)]
    assert staged["verdicts"] == {"new": 3}
    path = f"imports/{staged['id']}"
    assert staged in look(admin, "imports")["items"]
    assert look(admin, path) == staged
    first = look(admin, f"{path}/items", limit=2)
    rest = look(admin, f"{path}/items", limit=2, cursor=first["next"])
    assert [one["text"] for page in (first, rest) for one in page["items"]] == [
        "喜欢靠窗",
        "likes trains",
        "lives in Oslo",
    ]
    assert (first["total"], rest["next"]) == (3, None)
    assert [one["decision"] for one in ask(admin, f"{path}/drop", numbers=[1, 2])["items"]] == ["drop", "drop"]
    assert ask(admin, f"{path}/keep", numbers=1)["items"][0]["decision"] == "keep"
    assert ask(admin, f"{path}/edit", number=3, text="住在奥斯陆")["edited"] == "住在奥斯陆"
    assert [one["number"] for one in look(admin, f"{path}/items", decisions="drop")["items"]] == [2]
    report = ask(admin, f"{path}/apply")
    assert (report["memories"], report["left_out"], report["spaces"]) == ({"new": 2}, 1, [space])
    assert [memory.text for memory in gateway.memory.space(space).list()] == ["喜欢靠窗", "住在奥斯陆"]
    assert look(admin, path)["state"] == "applied"
    assert ask(admin, f"{path}/apply", status=409)["code"] == "import_settled"
    assert told(admin.delete(f"/v1/{path}")) == {"discarded": True}
    assert told(admin.delete(f"/v1/{path}")) == {"discarded": False}
    assert look(admin, path, status=404)["code"] == "not_found"


@requirement("P9")
def test_applying_again_under_its_key_is_answered_again(admin: httpx2.Client, space: str):
    staged = upload(admin, mem0("一"), space=space)
    key = {"Idempotency-Key": "once"}
    first, again = (admin.post(f"/v1/imports/{staged['id']}/apply", headers=key) for _ in range(2))
    assert told(first) == told(again)
    assert again.headers["idempotent-replay"] == "true"


@requirement("P5")
def test_owners_are_sent_to_spaces(gateway: Gateway, admin: httpx2.Client):
    strange, rest = "user/a=b 中文", gateway.fresh()
    pairs = [f"alice={strange}", f"*={rest}"]
    staged = upload(admin, mem0("一", owners=("alice", "鲍勃")), map=pairs)
    assert [(one["name"], one["space"]) for one in staged["owners"]] == [("alice", strange), ("鲍勃", rest)]
    apart = upload(admin, mem0("一", owners=("alice", "鲍勃")))
    assert [one["space"] for one in apart["owners"]] == ["user/alice", "user/鲍勃"]
    with gateway.client(f"{rest}:write") as agent:
        assert upload(agent, mem0("一"))["owners"][0]["space"] == rest  # the token's home


@pytest.mark.parametrize(
    ("content", "query", "status", "code"),
    [
        (b"", {}, 400, "import_failed"),
        (b"prose", {}, 400, "import_failed"),
        (b"PK\x03\x04broken", {}, 400, "import_failed"),
        (mem0("一"), {"format": "no such"}, 400, "invalid_value"),
        (mem0("一"), {"map": "alice"}, 400, "invalid_value"),
        (mem0("一"), {"map": "bob=user/x", "space": None}, 400, "invalid_value"),
        (mem0("一"), {"space": "nowhere"}, 400, "invalid_space_name"),
        (mem0("一"), {"to": "user/x"}, 422, "invalid_request"),
    ],
)
def test_a_file_that_cannot_come_in_is_refused_and_nothing_stays(
    gateway: Gateway, space: str, temporary: Path, content: bytes, query: dict[str, Any], status: int, code: str
):
    wanted = {name: value for name, value in {"space": space, **query}.items() if value is not None}
    with gateway.client(f"{space}:write") as agent:
        refused = upload(agent, content, status=status, **wanted)
        assert refused["code"] == code
        assert str(temporary) not in json.dumps(refused)
        assert look(agent, "imports")["items"] == []


def test_a_file_is_gone_from_the_folder_for_files_once_it_was_answered(gateway: Gateway, space: str, temporary: Path):
    with running(gateway.memory) as url:  # which ends when all that was asked has ended
        with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {gateway.secret}"}, verify=False) as admin:
            upload(admin, mem0("一"), space=space)
            upload(admin, b"prose", status=400, space=space)
            gateway.memory.space(space).remember("一条记忆")
            download(admin, space, format="markdown")
    assert left(temporary) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "application/json"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": ""},
        {"Idempotency-Key": "k"},
    ],
)
def test_a_file_says_that_it_is_one(admin: httpx2.Client, space: str, headers: dict[str, str]):
    assert upload(admin, mem0("一"), status=400, headers=headers, space=space)["code"].startswith("invalid_")


@requirement("A2")
def test_whoever_may_write_nowhere_is_refused_before_the_file_is_there(gateway: Gateway, space: str):
    asked = raw.head(
        gateway.port,
        gateway.token(f"{space}:read"),
        f"Content-Type: {FILE}",
        "Content-Length: 1000000",
        path="/v1/imports",
    )
    with raw.connect(gateway.port) as connection:
        connection.sendall(asked)
        answer = raw.read(connection)
    assert (answer.status, answer.code) == (403, "forbidden")


@requirement("A2")
def test_staged_imports_of_others_are_not_seen(gateway: Gateway, admin: httpx2.Client, space: str):
    staged = upload(admin, mem0("秘密"), space=space)
    with gateway.client("user/elsewhere:admin") as stranger, gateway.client(f"{space}:read") as reader:
        assert look(stranger, "imports")["items"] == []
        assert look(stranger, f"imports/{staged['id']}", status=404)["code"] == "not_found"
        assert look(reader, f"imports/{staged['id']}")["memories"] == 1
        assert ask(reader, f"imports/{staged['id']}/drop", status=403, numbers=1)["code"] == "forbidden"


def test_where_a_file_of_the_machine_lay_is_not_told(
    gateway: Gateway, admin: httpx2.Client, space: str, tmp_path: Path
):
    file = tmp_path / "mem0.json"
    file.write_bytes(mem0("一"))
    staged = gateway.memory.imports.stage(file, to=space)
    assert look(admin, f"imports/{staged.id}")["path"] == "mem0.json"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        (None, "upload"),
        ("", "upload"),
        ("..", "upload"),
        ("../../etc/passwd", "passwd"),
        ("C:\\talk.json", "talk.json"),
        ("聊天 记录.json", "聊天 记录.json"),
        ("a\0b.json", "a_b.json"),
        ("x" * 300 + ".tar.gz", "x" * 193 + ".tar.gz"),
    ],
)
def test_a_file_keeps_its_name_and_no_more_of_its_path(tmp_path: Path, name: str | None, kept: str):
    file = tmp_path / "upload"
    file.touch()
    assert called(file, name) == tmp_path / kept
    assert (tmp_path / kept).is_file()


# Transfers that break off


@pytest.fixture
def narrow(gateway: Gateway) -> Iterator[Gateway]:
    """The same place behind a gateway that takes small files, in haste."""
    options = GatewayOptions(upload_bytes=10_000, spool_bytes=15_000, body_seconds=0.2)
    with running(gateway.memory, options=options) as url:
        yield Gateway(memory=gateway.memory, clock=gateway.clock, url=url, secret=gateway.secret)


def parts(size: int) -> Iterator[bytes]:
    """A file of unknown length."""
    for _ in range(size // 1_000):
        yield b"x" * 1_000


def test_a_file_that_is_too_long_is_refused_however_it_comes(narrow: Gateway, space: str, temporary: Path):
    with narrow.client() as admin:
        assert upload(admin, b"x" * 10_001, status=413, space=space)["code"] == "request_too_large"
        assert upload(admin, parts(20_000), status=413, space=space)["code"] == "request_too_large"
        assert left(temporary) == []
        assert upload(admin, mem0("x" * 9_000), space=space)["memories"] == 1


def test_a_file_that_does_not_arrive_is_not_waited_for(narrow: Gateway, temporary: Path):
    asked = raw.head(narrow.port, narrow.secret, f"Content-Type: {FILE}", "Content-Length: 100", path="/v1/imports")
    with raw.connect(narrow.port) as connection:
        connection.sendall(asked + b"begun")
        answer = raw.read(connection)
    assert (answer.status, answer.code) == (408, "invalid_request")
    assert left(temporary) == []


def test_files_on_their_way_have_a_limit_together(gateway: Gateway, space: str, temporary: Path):
    gateway.memory.space(space).remember("一条记忆")
    with running(gateway.memory, options=GatewayOptions(spool_bytes=500)) as url:
        with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {gateway.secret}"}, verify=False) as admin:
            assert upload(admin, b"x" * 501, status=503, space=space)["code"] == "gateway_unavailable"
            assert ask(admin, "export", space, status=503)["code"] == "gateway_unavailable"
            assert upload(admin, mem0("一"), space=space)["memories"] == 1
    assert left(temporary) == []


@pytest.mark.parametrize("sent", [0, 1, 300_000])
def test_who_hangs_up_while_sending_a_file_leaves_nothing_behind(
    gateway: Gateway, space: str, temporary: Path, sent: int
):
    with running(gateway.memory) as url:
        port = int(url.rpartition(":")[2])
        asked = raw.head(port, gateway.secret, f"Content-Type: {FILE}", "Content-Length: 400000",
                         path=f"/v1/imports?space={space}")  # fmt: skip
        connection = raw.connect(port)
        connection.sendall(asked + b"x" * sent)
        _cut(connection)
        with gateway.client() as admin:
            assert admin.get(f"{url}/healthz").status_code == 200
    assert left(temporary) == []
    assert all(owner.space.name != space for staged in gateway.memory.imports.list() for owner in staged.owners)


def test_who_hangs_up_while_a_file_is_on_its_way_leaves_nothing_behind(gateway: Gateway, space: str, temporary: Path):
    gateway.memory.space(space).remember_many([f"第 {number} 条：{number * 7919}" for number in range(300)])
    body = json.dumps({"space": space, "format": "jsonl"}).encode()
    with running(gateway.memory) as url:
        port = int(url.rpartition(":")[2])
        asked = raw.head(
            port, gateway.secret, "Content-Type: application/json", f"Content-Length: {len(body)}", path="/v1/export"
        )
        connection = raw.connect(port)
        connection.sendall(asked + body)
        assert connection.recv(12) == b"HTTP/1.1 200"
        _cut(connection)
    assert left(temporary) == []


def test_who_does_not_fetch_a_file_in_time_loses_it(tmp_path: Path, temporary: Path):
    folder = tempfile.TemporaryDirectory(prefix=PREFIX)
    file = Path(folder.name) / "export.csv"
    file.write_bytes(b"x" * 1_000)
    options, spool = GatewayOptions(transfer_seconds=0.01), Held(1_000)
    answer = Sent(file, folder, name="export.csv", spool=spool, options=options)
    given: list[str] = []

    async def taking(message: Any) -> None:
        given.append(message["type"])
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    asyncio.run(answer({}, taking, taking))
    assert given == ["http.response.start", "http.response.body"]
    assert left(temporary) == []
    with spool.share() as share:
        share.add(1_000)  # all of it is free again


def _cut(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


# Snapshots


@requirement("P6")
def test_a_space_goes_back_and_forth_over_http(gateway: Gateway, admin: httpx2.Client, furnished: str):
    held = gateway.memory.space(furnished)
    shot = told(admin.post("/v1/snapshots", json={"space": furnished, "note": "升级之前"}), 201)
    assert (shot["space"], shot["note"], shot["memories"], shot["by"]) == (furnished, "升级之前", 2, "admin")
    held.remember("新的一条")
    found = look(admin, f"snapshots/{shot['id']}/diff")
    assert [one["after"] for one in found["added"]] == ["新的一条"]
    undo = ask(admin, f"snapshots/{shot['id']}/rollback")
    assert held.list().total == 2
    assert look(admin, f"snapshots/{shot['id']}/diff", other=undo["id"])["added"] == found["added"]
    assert [one["id"] for one in look(admin, "snapshots", furnished)["items"]] == [shot["id"], undo["id"]]
    ask(admin, f"snapshots/{undo['id']}/rollback")
    assert held.list().total == 3
    pruned = ask(admin, "snapshots/prune", furnished, keep=1)["items"]
    assert [one["id"] for one in pruned][:2] == [shot["id"], undo["id"]]
    [last] = look(admin, "snapshots", furnished)["items"]
    assert look(admin, f"snapshots/{last['id']}") == last
    assert told(admin.delete(f"/v1/snapshots/{last['id']}")) == {"deleted": True}
    assert told(admin.delete(f"/v1/snapshots/{last['id']}")) == {"deleted": False}


@requirement("P6", "A2")
def test_where_a_snapshot_lies_is_told_to_who_administers_the_place_alone(
    gateway: Gateway, admin: httpx2.Client, furnished: str
):
    with gateway.client(f"{furnished}:admin") as owner:
        shot = told(owner.post("/v1/snapshots", json={}), 201)
        shown = [shot, look(owner, f"snapshots/{shot['id']}"), *look(owner, "snapshots")["items"]]
        shown += [ask(owner, f"snapshots/{shot['id']}/rollback"), *ask(owner, "snapshots/prune", keep=1)["items"]]
        assert {one["folder"] for one in shown} == {""}
        later = told(owner.post("/v1/snapshots", json={}), 201)
    assert Path(look(admin, f"snapshots/{later['id']}")["folder"]).is_dir()


def test_a_snapshot_asked_for_twice_under_a_key_is_made_once(admin: httpx2.Client, furnished: str):
    key = {"Idempotency-Key": "s"}
    first, again = (admin.post("/v1/snapshots", json={"space": furnished}, headers=key) for _ in range(2))
    assert told(first, 201) == told(again, 201)
    assert len(look(admin, "snapshots", furnished)["items"]) == 1


@pytest.mark.parametrize("limits", [{}, {"keep": 0}, {"days": -1}])
def test_limits_that_make_no_sense_are_refused(admin: httpx2.Client, furnished: str, limits: dict[str, int]):
    assert ask(admin, "snapshots/prune", furnished, status=400, **limits)["code"] == "invalid_value"


# Verification


@requirement("P7")
def test_questions_are_asked_and_judged(admin: httpx2.Client, furnished: str):
    asked = [
        {"space": furnished, "question": "用户坐车喜欢坐哪里？", "must_contain": "靠窗"},
        {
            "space": furnished,
            "question": "Where does the user live?",
            "must_contain": ["Oslo"],
            "must_not_contain": ["Lisbon"],
        },
    ]
    found = ask(admin, "verify", checks=asked)
    assert (found["passed"], [one["passed"] for one in found["checks"]]) == (False, [True, False])
    failed = found["checks"][1]
    assert (failed["missing"], failed["unwanted"]) == (["Oslo"], ["Lisbon"])
    assert "The user moved to Lisbon in May" in failed["answers"]
    assert ask(admin, "verify", checks=asked[:1])["passed"]


@requirement("P7", "A2")
def test_a_question_is_for_who_may_read_and_for_the_home_unless_it_names_a_space(gateway: Gateway, furnished: str):
    with gateway.client(f"{furnished}:read") as reader:
        asked = {"question": "用户坐车喜欢坐哪里？", "must_contain": "靠窗"}
        assert ask(reader, "verify", checks=[asked])["checks"][0]["check"]["space"] == furnished
        refused = ask(reader, "verify", status=403, checks=[asked, {**asked, "space": "user/elsewhere"}])
        assert refused["code"] == "forbidden"


@pytest.mark.parametrize(
    ("check", "status"),
    [({}, 422), ({"question": 1}, 422), ({"question": "x", "k": 0}, 400), ({"question": "x", "must": "y"}, 422)],
)
def test_a_question_that_cannot_be_asked_is_refused(
    admin: httpx2.Client, furnished: str, check: dict[str, Any], status: int
):
    ask(admin, "verify", status=status, checks=[{"space": furnished, **check}])


def test_at_most_a_hundred_questions_are_asked_at_once(admin: httpx2.Client, furnished: str):
    ask(admin, "verify", status=422, checks=[{"space": furnished, "question": "x"}] * 101)


@requirement("P7")
def test_drafted_questions_pass_where_they_were_drafted(admin: httpx2.Client, furnished: str):
    drafted = tomllib.loads(look(admin, "draft", furnished, limit=5)["questions"])
    assert drafted["question"]
    asked = [{"space": furnished, **one} for one in drafted["question"]]
    assert ask(admin, "verify", checks=asked)["passed"]
    assert look(admin, "draft", furnished, status=400, limit=0)["code"] == "invalid_value"


# Parts


def test_the_same_folder_is_packed_into_the_same_bytes(tmp_path: Path):
    for name in ("one", "two"):
        folder = tmp_path / name / "notes"
        (folder / "深").mkdir(parents=True)
        for file in ("b.md", "a.md", "深/c.md")[:: 1 if name == "one" else -1]:
            (folder / file).write_text(f"# {file}", encoding="utf-8")
    assert packed(tmp_path / "one" / "notes").read_bytes() == packed(tmp_path / "two" / "notes").read_bytes()


def test_a_file_is_named_for_old_readers_as_well():
    assert disposition('a"; x="中.zip') == (
        "attachment; filename=\"a___x___.zip\"; filename*=UTF-8''a%22%3B%20x%3D%22%E4%B8%AD.zip"
    )
