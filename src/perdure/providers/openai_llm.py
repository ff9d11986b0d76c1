"""A language model behind any server that speaks OpenAI's `/chat/completions`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from perdure.errors import InvalidValue, ModelUnavailable
from perdure.ports.llm import ModelReply, ModelRequest
from perdure.providers.extras import require

if TYPE_CHECKING:
    import openai

_HOME = "https://api.openai.com/v1"
_PASSING = frozenset({408, 409, 425, 429})
"""Refusals that may be over in a moment, beside those from 500 on."""
_ABOUT_CONTENT = frozenset({"content_filter", "context_length_exceeded"})
"""Refusals of what was asked, however it is asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """How a server wants to be asked: the form of a structured reply, the name of the limit, whether it takes a temperature."""

    structure: Literal["json_schema", "json_object", "plain"] = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True

    def simpler(self, complaint: str, *, structured: bool) -> Dialect | None:
        """What to try after a server refused this one with these words; None where nothing is left."""
        if self.limit == "max_tokens" and "max_completion_tokens" in complaint:
            return replace(self, limit="max_completion_tokens")
        if self.temperature and "temperature" in complaint:
            return replace(self, temperature=False)
        match self.structure if structured else "plain":
            case "json_schema":
                return replace(self, structure="json_object")
            case "json_object":
                return replace(self, structure="plain")
        return None

    def options(self, request: ModelRequest) -> dict[str, Any]:
        """The arguments that depend on it."""
        options: dict[str, Any] = {self.limit: request.max_tokens}
        if self.temperature:
            options["temperature"] = 0.0
        if request.schema is not None and self.structure == "json_schema":
            shape = {"name": "reply", "schema": dict(request.schema), "strict": True}
            options["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif request.schema is not None and self.structure == "json_object":
            options["response_format"] = {"type": "json_object"}
        return options


class OpenAiModel:
    """Asks OpenAI, or the server at `base_url`, for one reply at a time.

    Address and key are those given here and never those of the environment. `timeout` is in seconds and bounds what a request
    asks for. A structured reply is asked for by its schema, else as JSON, else in words: what the server takes is remembered.
    Nothing is asked twice after a failure; the caller decides.
    """

    def __init__(
        self, model: str, *, base_url: str | None = None, api_key: str | None = None, timeout: float = 60.0
    ) -> None:
        require("llm", "openai")
        if timeout <= 0:
            raise InvalidValue("a timeout is above 0")
        self.name = model
        self._base_url = base_url or _HOME
        self._api_key = api_key or "none"  # the SDK wants one, servers on this machine do not
        self._timeout = timeout
        self._dialect = Dialect()

    def __repr__(self) -> str:
        return f"OpenAiModel({self.name!r})"

    def reply(self, request: ModelRequest) -> ModelReply:
        """Its answer, as it came. Raises ModelUnavailable; neither the key nor what was sent is in its message."""
        import openai  # documented lazy load: the SDK takes a second

        dialect: Dialect | None = self._dialect
        while dialect is not None:
            try:
                completion = self._complete(request, dialect)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                refused = error
                about_form = error.code not in _ABOUT_CONTENT
                dialect = dialect.simpler(str(error), structured=request.schema is not None) if about_form else None
            except (openai.OpenAIError, ValueError) as error:  # ValueError: what claims to be JSON and is not
                raise self._unavailable(error) from None  # the SDK's own words may repeat the key
            else:
                self._dialect = dialect
                return self._read(completion)
        raise self._unavailable(refused) from None  # as above

    def _complete(self, request: ModelRequest, dialect: Dialect) -> object:
        options = dialect.options(request)
        answer: object = self._client.chat.completions.create(
            model=self.name,
            messages=[{"role": "system", "content": request.system}, {"role": "user", "content": request.prompt}],
            timeout=min(self._timeout, request.timeout),
            **options,
        )
        return answer

    def _read(self, completion: object) -> ModelReply:
        """What a completion says; the SDK hands on whatever a server sent."""
        choices = getattr(completion, "choices", None)
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = getattr(choice, "message", None)
        if message is None:
            raise ModelUnavailable(f"{self.name}: the address does not answer as a chat endpoint", again=False)
        if getattr(message, "refusal", None) or getattr(choice, "finish_reason", None) == "content_filter":
            raise ModelUnavailable(f"{self.name} refused", again=False)
        text = getattr(message, "content", None)
        if not isinstance(text, str):
            raise ModelUnavailable(f"{self.name} gave no text", again=False)
        usage = getattr(completion, "usage", None)
        return ModelReply(
            text=text, tokens_in=_count(usage, "prompt_tokens"), tokens_out=_count(usage, "completion_tokens")
        )

    def _unavailable(self, error: Exception) -> ModelUnavailable:
        status, code = getattr(error, "status_code", None), getattr(error, "code", None)
        if code == "content_filter":
            return ModelUnavailable(f"{self.name} refused", again=False)
        told = type(error).__name__ if status is None else f"{type(error).__name__}, status {status}"
        again = status is None or status in _PASSING or status >= 500
        if code == "insufficient_quota":
            again = False  # a 429 that no waiting ends
        return ModelUnavailable(f"{self.name} did not answer ({told})", again=again, after=_wait_of(error))

    @cached_property
    def _client(self) -> openai.OpenAI:
        import openai  # documented lazy load: the SDK takes a second

        client = openai.OpenAI(api_key=self._api_key, base_url=self._base_url, timeout=self._timeout, max_retries=0)
        client.organization = client.project = None  # the SDK took these from the environment
        return client


def _count(usage: object, name: str) -> int:
    count = getattr(usage, name, None)
    return count if isinstance(count, int) and count > 0 else 0


def _wait_of(error: Exception) -> float | None:
    """The seconds that a server asks to wait."""
    headers: Mapping[str, str] = getattr(getattr(error, "response", None), "headers", {})
    told = headers.get("retry-after", "").strip()
    return float(told) if told.isascii() and told.isdigit() else None
