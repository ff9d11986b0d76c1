"""Language models for tests: raw replies in order, failing when told to; and what every model must do, as tests to inherit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Lock

from perdure.errors import ModelUnavailable
from perdure.ports.llm import LanguageModel, ModelReply, ModelRequest


class ScriptedModel:
    """The first thing that is asked gets the first reply, the second the second; asked once more, it gets the same again.

    `fail_on` says how often a reply fails before it comes, by its place in `replies`: `{0: 1}` fails once. Every reply waits
    for `gate`, where there is one. `requests` has all that was asked, in order; where no reply is left it is unavailable.
    """

    name = "scripted"

    def __init__(
        self, replies: Iterable[str], *, fail_on: Mapping[int, int] | None = None, gate: Event | None = None
    ) -> None:
        self._replies = tuple(replies)
        self._failing = dict(fail_on or {})
        self._gate = gate
        self._places: dict[tuple[str, str], int] = {}
        self._turn = Lock()
        self.requests: list[ModelRequest] = []

    def reply(self, request: ModelRequest) -> ModelReply:
        """The next reply of the script, as it was given."""
        if self._gate is not None:
            self._gate.wait()
        with self._turn:
            self.requests.append(request)
            place = self._places.setdefault((request.system, request.prompt), len(self._places))
            if place >= len(self._replies):
                raise ModelUnavailable("the script has no reply left", again=False)
            if self._failing.get(place, 0) > 0:
                self._failing[place] -= 1
                raise ModelUnavailable("the script says that this one fails")
            return ModelReply(text=self._replies[place])


PLAIN = ModelRequest(
    system="Answer in a few words.", prompt="Which colour has a ripe banana? 熟香蕉是什么颜色？", max_tokens=200
)
STRUCTURED = ModelRequest(
    system="Answer with one JSON object and nothing else.",
    prompt='Which colour has a ripe banana? Give it as {"colour": "…"}.',
    schema={
        "type": "object",
        "properties": {"colour": {"type": "string"}},
        "required": ["colour"],
        "additionalProperties": False,
    },
    max_tokens=200,
)


class ModelConformance:
    """Inherit, and provide a pytest fixture `model`. What a model answers is not judged, only that it keeps the form.

    ```python
    class TestMine(ModelConformance):
        @pytest.fixture
        def model(self):
            return MyModel()
    ```
    """

    def test_its_name_stays_the_same(self, model: LanguageModel) -> None:
        """History and explanations say it."""
        before = model.name
        model.reply(PLAIN)
        assert before
        assert before == model.name

    def test_it_answers_with_text_and_counts_tokens(self, model: LanguageModel) -> None:
        """None where it cannot tell."""
        assert valid(model.reply(PLAIN))

    def test_it_answers_where_a_schema_is_given(self, model: LanguageModel) -> None:
        """Whether it can hold to one or not."""
        assert valid(model.reply(STRUCTURED))

    def test_it_answers_threads_at_once(self, model: LanguageModel) -> None:
        """Capture, upkeep and recall may ask in the same moment."""
        with ThreadPoolExecutor(4) as pool:
            assert all(valid(reply) for reply in pool.map(model.reply, [PLAIN, STRUCTURED] * 3))

    def test_odd_prompts_are_answered_or_unavailable(self, model: LanguageModel) -> None:
        """Half a surrogate pair, a NUL, nothing at all: never another error."""
        for prompt in ("\ud83d", "a\0b", "", "🎉" * 2_000):
            with suppress(ModelUnavailable):
                assert valid(model.reply(ModelRequest(system="", prompt=prompt)))


def valid(reply: ModelReply) -> bool:
    """Whether a reply is what it promises to be."""
    return isinstance(reply.text, str) and reply.tokens_in >= 0 and reply.tokens_out >= 0
