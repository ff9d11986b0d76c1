"""The language models of the vocabulary: raw replies in order, some of which fail first."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from perdure.errors import ModelUnavailable
from perdure.ports.llm import ModelReply, ModelRequest


class Script:
    """The i-th thing that is asked gets the i-th reply, the last one ever after; asked again, it gets the same. `fail_calls`
    says how often the i-th fails before."""

    name = "script"

    def __init__(
        self, replies: Iterable[str], wait: threading.Event | None = None, fail_calls: Mapping[int, int] | None = None
    ) -> None:
        self._replies = list(replies)
        self._wait = wait
        self._left = dict(fail_calls or {})
        self._asked: dict[str, int] = {}
        self._lock = threading.Lock()
        self.calls = 0

    def reply(self, request: ModelRequest) -> ModelReply:
        """The next reply."""
        if self._wait is not None:
            self._wait.wait()
        with self._lock:
            self.calls += 1
            number = self._asked.setdefault(request.prompt, len(self._asked))
            if self._left.get(number, 0) > 0:
                self._left[number] -= 1
                raise ModelUnavailable
            return ModelReply(text=self._replies[min(number, len(self._replies) - 1)])


def facts_reply(facts: Sequence[str], delete: Any = None) -> str:
    """Facts in the form in which a model is asked for them, all from the first turn."""
    told: dict[str, Any] = {"facts": [{"text": fact, "turns": [1]} for fact in facts]}
    return json.dumps(told if delete is None else {**told, "delete": delete}, ensure_ascii=False)


def actions_reply(actions: Sequence[Mapping[str, Any]]) -> str:
    """There are no actions in our form: what a model says is always a fact, and everything else in its reply is passed over."""
    facts = [{"text": action["text"], "turns": [1]} for action in actions if "text" in action]
    return json.dumps({"facts": facts, "actions": list(actions)}, ensure_ascii=False)
