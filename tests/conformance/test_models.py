"""Every language model that ships, against the same tests; and what a real server can do to the one that speaks HTTP."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from threading import Event

import pytest

from perdure.errors import InvalidValue, MissingExtra, ModelUnavailable
from perdure.ports.llm import ModelRequest
from perdure.providers.llm import choose_model
from perdure.providers.openai_llm import OpenAiModel
from perdure.testing import ModelConformance, ScriptedModel
from tests.behaviour.requirements import requirement
from tests.conformance.chat_server import ChatServer, as_json, chat_server, refused, said

KEY = "sk-never-in-an-error-4242"
SCHEMA = {"type": "object", "properties": {"facts": {"type": "array"}}, "required": ["facts"]}
PLAIN = ModelRequest(system="You note facts.", prompt="我会弹双簧管")
STRUCTURED = ModelRequest(system="You note facts.", prompt="我会弹双簧管", schema=SCHEMA, max_tokens=77)


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as running:
        yield running


def remote(server: ChatServer, **options) -> OpenAiModel:
    return OpenAiModel("any-chat", **{"base_url": server.url, "api_key": KEY, "timeout": 20.0, **options})


def unavailable(model: OpenAiModel, request: ModelRequest = PLAIN) -> ModelUnavailable:
    """The error; the key is nowhere in what would be printed of it."""
    with pytest.raises(ModelUnavailable) as raised:
        model.reply(request)
    assert KEY not in "".join(traceback.format_exception(raised.value))
    return raised.value


class TestOpenAiModel(ModelConformance):
    @pytest.fixture
    def model(self, server: ChatServer) -> OpenAiModel:
        return remote(server)


class TestScriptedModel(ModelConformance):
    @pytest.fixture
    def model(self) -> ScriptedModel:
        return ScriptedModel(['{"colour": "yellow"}', "yellow"])


# What is sent, and what comes back


def test_the_server_gets_both_messages_the_limit_and_the_key(server: ChatServer):
    remote(server).reply(STRUCTURED)
    asked = server.asked[0]
    assert [(message["role"], message["content"]) for message in asked["messages"]] == [
        ("system", "You note facts."),
        ("user", "我会弹双簧管"),
    ]
    assert (asked["model"], asked["max_tokens"], asked["temperature"]) == ("any-chat", 77, 0.0)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_neither_address_nor_key_come_from_the_environment(server: ChatServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    remote(server, api_key=None).reply(PLAIN)
    assert server.headers[0]["authorization"] == "Bearer none"
    assert "openai-organization" not in server.headers[0]
    assert OpenAiModel("any")._client.base_url == "https://api.openai.com/v1/"


def test_text_and_tokens_come_back_as_the_server_gave_them(server: ChatServer):
    server.answer = lambda _: said("黄色 🍌", usage={"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15})
    reply = remote(server).reply(PLAIN)
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("黄色 🍌", 12, 3)


def test_a_server_that_counts_nothing_costs_nothing_that_is_known(server: ChatServer):
    reply = remote(server).reply(PLAIN)
    assert (reply.tokens_in, reply.tokens_out) == (0, 0)


def test_a_reply_that_was_cut_off_comes_back_as_far_as_it_goes(server: ChatServer):
    server.answer = lambda _: said('{"facts": ["I play', finish="length")
    assert remote(server).reply(STRUCTURED).text == '{"facts": ["I play'


# What a server takes


def only(*forms: str | None):
    """A server that refuses every form of a structured reply but these."""

    def answer(request):
        form = request.get("response_format", {}).get("type")
        return said("{}") if form in forms else refused(400, f"response_format {form} is not supported")

    return answer


@pytest.mark.parametrize(
    ("forms", "tried"),
    [
        (("json_schema",), ["json_schema"]),
        (("json_object",), ["json_schema", "json_object"]),
        ((None,), ["json_schema", "json_object", None]),
    ],
)
def test_a_structured_reply_is_asked_for_in_the_form_that_the_server_takes(server: ChatServer, forms, tried):
    server.answer = only(*forms)
    model = remote(server)
    model.reply(STRUCTURED)
    assert [request.get("response_format", {}).get("type") for request in server.asked] == tried
    server.asked.clear()
    model.reply(STRUCTURED)
    assert [request.get("response_format", {}).get("type") for request in server.asked] == tried[-1:]


def test_a_form_that_failed_for_another_reason_is_not_given_up(server: ChatServer):
    model = remote(server)
    server.answer = lambda _: refused(400, "the prompt is too long")
    assert not unavailable(model, STRUCTURED).again
    server.answer = only("json_schema")
    server.asked.clear()
    model.reply(STRUCTURED)
    assert len(server.asked) == 1


def test_what_newer_models_refuse_is_put_another_way(server: ChatServer):
    def answer(request):
        if "max_tokens" in request:
            return refused(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if "temperature" in request:
            return refused(400, "Unsupported value: 'temperature' does not support 0.")
        return said("yes")

    server.answer = answer
    model = remote(server)
    assert model.reply(STRUCTURED).text == "yes"
    assert server.asked[-1]["max_completion_tokens"] == 77
    assert server.asked[-1]["response_format"]["type"] == "json_schema"
    model.reply(PLAIN)
    assert len(server.asked) == 4


# What a server can do


@pytest.mark.parametrize(
    ("status", "again"),
    [(400, False), (401, False), (403, False), (404, False), (422, False), (429, True), (500, True), (503, True)],
)
def test_a_server_that_refuses_is_unavailable_and_asked_once(server: ChatServer, status: int, again: bool):
    server.answer = lambda _: refused(status, f"the key {KEY} is not welcome")
    assert unavailable(remote(server)).again is again
    assert len(server.asked) == 1


def test_a_busy_server_says_how_long_to_wait(server: ChatServer):
    server.answer = lambda _: refused(429, after="7")
    assert unavailable(remote(server)).after == 7.0


def test_a_spent_account_is_not_waited_for(server: ChatServer):
    server.answer = lambda _: refused(429, code="insufficient_quota")
    assert not unavailable(remote(server)).again


@pytest.mark.parametrize(
    "reply",
    [
        said(None, refusal="I cannot help with that."),
        said("half of", finish="content_filter"),
        refused(400, "filtered", code="content_filter"),
    ],
    ids=["refusal", "finish", "status"],
)
def test_a_refusal_is_unavailable_for_good(server: ChatServer, reply):
    server.answer = lambda _: reply
    assert not unavailable(remote(server), STRUCTURED).again
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "reply",
    [
        (200, {"content-type": "text/html"}, b"<html>login</html>"),
        (200, {}, b"no json"),
        (200, {}, b"\xff\xfe"),
        (200, {}, b""),
        as_json({}),
        as_json([]),
        as_json(None),
        as_json({"choices": None}),
        as_json({"choices": []}),
        as_json({"choices": [{}]}),
        as_json({"choices": [None]}),
        as_json({"choices": [{"message": {"content": ["a", "list"]}}]}),
        as_json({"choices": "text"}),
        said(None),
    ],
)
def test_an_answer_of_another_shape_is_unavailable(server: ChatServer, reply):
    server.answer = lambda _: reply
    assert unavailable(remote(server)).code == "model_unavailable"


def test_a_server_that_is_not_there_is_unavailable():
    with chat_server() as gone:
        pass
    assert unavailable(remote(gone)).again


def test_a_server_that_does_not_answer_in_time_is_unavailable(server: ChatServer):
    done = Event()

    def never(_request):
        done.wait(10)
        return said("late")

    server.answer = never
    try:
        assert unavailable(remote(server), ModelRequest(system="", prompt="", timeout=0.05)).again
        assert unavailable(remote(server, timeout=0.05)).again
    finally:
        done.set()


def test_an_address_that_is_none_is_unavailable():
    for address in ("nowhere", "http://", "http://[bad", f"http://user:{KEY}@127.0.0.1:9/v1"):
        unavailable(OpenAiModel("any", base_url=address, api_key=KEY))


def test_neither_key_nor_address_are_shown(server: ChatServer):
    assert KEY not in repr(remote(server))


# The choice


@requirement("W15")
@pytest.mark.parametrize("spec", [None, "none", "auto"])
def test_without_a_setting_there_is_no_model(spec, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PERDURE_LLM", raising=False)
    assert choose_model(spec) is None


def test_auto_is_the_model_that_the_environment_names(server: ChatServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERDURE_LLM", "openai:qwen:7b")
    monkeypatch.setenv("PERDURE_LLM_URL", server.url)
    monkeypatch.setenv("PERDURE_LLM_KEY", KEY)
    model = choose_model("auto")
    assert model.name == "qwen:7b"
    model.reply(PLAIN)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_auto_does_not_stand_for_itself(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERDURE_LLM", "auto")
    assert choose_model("auto") is None


def test_a_model_is_given_back_as_it_is():
    model = ScriptedModel([])
    assert choose_model(model) is model


@pytest.mark.parametrize("spec", ["", "gpt", "openai", "openai:", "claude:x", 5, object(), ["openai:x"]])
def test_what_names_no_model_is_refused(spec):
    with pytest.raises(InvalidValue) as raised:
        choose_model(spec, api_key=KEY)
    assert KEY not in str(raised.value)


def test_a_timeout_is_above_zero():
    with pytest.raises(InvalidValue):
        OpenAiModel("any", timeout=0)


def test_it_says_which_extra_it_needs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    with pytest.raises(MissingExtra):
        OpenAiModel("any")


# The script


def test_a_script_gives_its_replies_in_order_and_keeps_what_it_was_asked():
    model = ScriptedModel(["one", "two"])
    first, second = (ModelRequest(system="", prompt=prompt) for prompt in ("a", "b"))
    assert [model.reply(request).text for request in (first, second, first)] == ["one", "two", "one"]
    assert model.requests == [first, second, first]


def test_a_script_fails_as_often_as_it_is_told():
    model = ScriptedModel(["one", "two"], fail_on={1: 2})
    model.reply(ModelRequest(system="", prompt="a"))
    for _ in range(2):
        with pytest.raises(ModelUnavailable):
            model.reply(ModelRequest(system="", prompt="b"))
    assert model.reply(ModelRequest(system="", prompt="b")).text == "two"


def test_a_script_that_is_over_is_unavailable():
    with pytest.raises(ModelUnavailable) as raised:
        ScriptedModel([]).reply(PLAIN)
    assert not raised.value.again
