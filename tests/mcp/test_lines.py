"""What a line of stdio is taken for."""

from __future__ import annotations

import json

import pytest
from mcp_types import JSONRPCNotification, JSONRPCRequest

from perdure.mcp_server.lines import Refused, message_of


def test_a_request_keeps_its_id_whatever_it_is() -> None:
    for name in (1, 0, -5, 9007199254740993, 10**40, "req-é-1", ""):
        message = message_of(json.dumps({"jsonrpc": "2.0", "id": name, "method": "ping"}).encode())
        assert isinstance(message, JSONRPCRequest)
        assert message.id == name


@pytest.mark.parametrize("line", [b"", b"   ", b"\r", b"\t"])
def test_a_blank_line_is_nothing(line: bytes) -> None:
    assert message_of(line) is None


@pytest.mark.parametrize(
    "line", [b"{ not json", b'{"jsonrpc":"2.0"', b"\x00\x01", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 10_000]
)
def test_what_is_no_json_is_refused_without_an_id(line: bytes) -> None:
    refused = message_of(line)
    assert isinstance(refused, Refused)
    assert (refused.reply.id, refused.reply.error.code) == (None, -32700)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ({"jsonrpc": "2.0", "id": 7}, 7),
        ({"id": "a", "method": "ping"}, "a"),
        ({"jsonrpc": "2.0", "id": 7, "method": 5}, 7),
        ({"jsonrpc": "2.0", "id": 7, "method": "ping", "params": [1]}, 7),
        ({"jsonrpc": "2.0", "id": True, "method": "ping", "params": 1}, None),
        ([1], None),
        (5, None),
    ],
)
def test_what_is_no_message_is_refused_under_the_id_it_asked_under(message: object, name: object) -> None:
    refused = message_of(json.dumps(message).encode())
    assert isinstance(refused, Refused)
    assert (refused.reply.id, refused.reply.error.code) == (name, -32600)


def test_half_a_character_that_is_escaped_costs_only_itself() -> None:
    escaped = message_of(b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"text":"half \\ud83d and \xe9\x87\x8d"}}')
    assert escaped.params == {"text": "half ? and 重"}


@pytest.mark.parametrize("name", [7, "req-1", "请求"])
@pytest.mark.parametrize(
    "text",
    [
        "我喜欢喝茶".encode("gbk"),
        "我喜欢喝茶".encode("gb18030") + b" and tea",
        "我喜歡喝茶".encode("big5"),
        "café".encode("latin-1"),
        b"half \xe9\x87 of it",
        b"a surrogate in three bytes \xed\xa0\x80",
    ],
)
def test_a_line_that_is_not_utf8_is_refused_whole_under_its_id(name: object, text: bytes) -> None:
    head = json.dumps({"jsonrpc": "2.0", "id": name, "method": "x"}, ensure_ascii=False).encode()[:-1]
    refused = message_of(head + b', "params": {"text": "' + text + b'"}}')
    assert isinstance(refused, Refused)
    assert (refused.reply.id, refused.reply.error.code) == (name, -32700)


def test_an_id_that_is_not_utf8_itself_is_not_guessed() -> None:
    refused = message_of('{"jsonrpc": "2.0", "id": "请求", "method": "ping"}'.encode("gbk"))
    assert isinstance(refused, Refused)
    assert (refused.reply.id, refused.reply.error.code) == (None, -32700)


def test_a_notification_is_one_with_or_without_what_belongs_to_it() -> None:
    assert isinstance(message_of(b'{"jsonrpc":"2.0","method":"notifications/unknown"}\r'), JSONRPCNotification)


def test_a_refused_line_is_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    message_of(b'{"jsonrpc":"2.0","id":1,"params":{"text":"the gate code"}}')
    message_of(b'{"text":"the gate code"')
    assert caplog.records
    assert "gate" not in caplog.text
