"""Asking a language model: tried again, within a budget, and read with patience."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from threading import Lock
from typing import Any

from perdure.capture.model.prompt import Prompt, Values
from perdure.capture.model.reading import read_reply
from perdure.errors import ModelBudgetSpent, ModelReplyInvalid, ModelUnavailable
from perdure.ports.llm import LanguageModel, ModelReply, ModelRequest
from perdure.text.tokens import estimate

FIRST_WAIT, LONGEST_WAIT = 0.5, 20.0
"""Seconds before the second try, doubled before each further one, and the most that an endpoint is waited for."""

LEAST_REPLY = 200
"""Tokens that must be left for an answer."""


class Caller:
    """A model with a budget of tokens, for the work of one space.

    `attempts` are made at most where it does not answer, with `wait(seconds)` between them. What an answer cost is what the
    model says, or an estimate; `spent` is what all of them did. Threads may share a caller.
    """

    def __init__(
        self,
        model: LanguageModel,
        *,
        budget_tokens: int | None = None,
        attempts: int = 3,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self._model = model
        self._budget = budget_tokens
        self._attempts = attempts
        self._wait = wait
        self._turn = Lock()
        self.spent = 0

    @property
    def name(self) -> str:
        """What the model is called."""
        return self._model.name

    def maker(self, prompt: Prompt) -> str:
        """How a memory says that it was made with this prompt: `model/NAME/PROMPT-1`."""
        return f"model/{self.name}/{prompt.name}"

    def ask(
        self, prompt: Prompt, values: Values, *, wanted: str, max_tokens: int = 2_000, timeout: float = 60.0
    ) -> Mapping[str, Any]:
        """The object that the model answers with, under whose key `wanted` stands what was asked for.

        Raises ModelUnavailable, ModelReplyInvalid, or ModelBudgetSpent before anything is asked that might cost too much.
        """
        request = prompt.request(values, max_tokens=max_tokens, timeout=timeout)
        asked = estimate(request.system) + estimate(request.prompt)
        request, reserved = self._reserve(request, asked)
        cost = 0
        try:
            reply = self._patiently(request)
            cost = (reply.tokens_in or asked) + (reply.tokens_out or estimate(reply.text))
        finally:
            with self._turn:
                self.spent += cost - reserved
        return read_reply(reply.text, wanted)

    def _reserve(self, request: ModelRequest, asked: int) -> tuple[ModelRequest, int]:
        """The request with no more tokens than are left for its answer, and what both may cost together."""
        with self._turn:
            most = request.max_tokens
            if self._budget is not None:
                room = self._budget - self.spent - asked
                if room < LEAST_REPLY:
                    raise ModelBudgetSpent(
                        f"{self.spent:,} of {self._budget:,} tokens are spent, and {asked:,} are asked for"
                    )
                most = min(most, room)
            self.spent += asked + most
        return replace(request, max_tokens=most), asked + most

    def _patiently(self, request: ModelRequest) -> ModelReply:
        """The first answer of several tries."""
        pause = FIRST_WAIT
        for _ in range(self._attempts - 1):
            try:
                return self._once(request)
            except ModelUnavailable as error:
                wait = pause if error.after is None else error.after
                if not error.again or wait > LONGEST_WAIT:
                    raise
            self._wait(wait)
            pause *= 2
        return self._once(request)

    def _once(self, request: ModelRequest) -> ModelReply:
        """One try; whatever a model of the caller's own fails with, it is unavailable."""
        try:
            reply = self._model.reply(request)
        except (OSError, RuntimeError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise ModelUnavailable(f"{self.name} did not answer ({type(error).__name__})") from error
        if not isinstance(getattr(reply, "text", None), str):
            raise ModelReplyInvalid(f"{self.name} answered with no text")
        return reply
