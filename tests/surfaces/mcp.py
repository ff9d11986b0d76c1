"""The way of an agent: the tools of an MCP server, with the facade's values as far as an agent sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from perdure import Added, Perdure, Queued, Reinforced, Rejected, Superseded, errors
from perdure.domain.memory import Status
from perdure.domain.space import SpaceName
from tests.mcp.agent import Agent, acting

ERRORS = {
    kind.code: kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.PerdureError)
}


@contextmanager
def tools(home: Path, options: Mapping[str, Any]) -> Iterator[Tools]:
    """An agent that may write everywhere and decide nothing."""
    with Perdure(home, **options) as place, acting(place, "*:write") as agent:
        yield Tools(agent)


class Tools:
    """The verbs that an agent has."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def space(self, name: str | SpaceName) -> ToolSpace:
        """A space."""
        return ToolSpace(self._agent, str(SpaceName.parse(name)))

    def view(self, *names: str) -> ToolView:
        """Several to read together."""
        return ToolView(self._agent, [str(SpaceName.parse(name)) for name in names])


class ToolView:
    """Spaces, asked through `memory_retrieve`."""

    def __init__(self, agent: Agent, names: list[str]) -> None:
        self._agent = agent
        self._names = names

    def recall(self, query: str, **options: Any) -> Answered:
        """What comes back for a question."""
        told = self._called("memory_retrieve", query=query, spaces=self._names, brief=True, **options)
        return Answered(hits=tuple(map(_seen, told["items"])), block=told["brief"])

    def _called(self, tool: str, **arguments: Any) -> Mapping[str, Any]:
        """What a tool answers. Raises the library's errors."""
        given = {name: _json(value) for name, value in arguments.items() if value is not None}
        answer = self._agent.call(tool, **given)
        if answer.failed:
            code, _, message = answer.text.partition(": ")
            raise ERRORS[code](message)
        return answer.data


class ToolSpace(ToolView):
    """A space through the tools, with the facade's values as far as an agent sees them."""

    def __init__(self, agent: Agent, name: str) -> None:
        super().__init__(agent, [name])
        self.name = SpaceName.parse(name)

    def remember(self, text: str, **options: Any) -> Any:
        """What became of a statement."""
        told = self._called("memory_add", text=text, space=str(self.name), **options)
        memory = _seen(told["memory"]) if "memory" in told else None
        match told["outcome"]:
            case "added":
                return Added(memory=memory)
            case "reinforced":
                return Reinforced(memory=memory)
            case "superseded":
                old, *others = map(self.get, told["replaced"])
                return Superseded(memory=memory, old=old, others=tuple(others))
            case "queued":
                return Queued(memory=memory, review=told["review"])
            case _:
                return Rejected(reason=told["reason"])

    def remember_many(self, texts: list[str]) -> list[Any]:
        """One after the other."""
        return [self.remember(text) for text in texts]

    def get(self, id: str) -> SimpleNamespace | None:
        """A memory by its id."""
        try:
            return _seen(self._called("memory_explain", id=id, space=str(self.name))["memory"])
        except errors.NotFound:
            return None

    def list(self, **filters: Any) -> Answered:
        """What is there."""
        told = self._called("memory_retrieve", spaces=self._names, **filters)
        return Answered(hits=tuple(map(_seen, told["items"])), total=told["total"], next=told.get("next"))

    def correct(self, id: str, text: str | None = None, **changes: Any) -> SimpleNamespace:
        """Another wording, or other fields."""
        return _seen(self._called("memory_update", id=id, text=text, space=str(self.name), **changes)["memory"])

    def forget(self, id: str, reason: str | None = None) -> list[SimpleNamespace]:
        """Out of recall."""
        return [_seen(self._called("memory_delete", id=id, reason=reason, space=str(self.name))["memory"])]


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """What a tool shows: hits of a recall, or a page of a list."""

    hits: tuple[SimpleNamespace, ...]
    block: str = ""
    total: int = 0
    next: str | None = None

    items = property(lambda self: self.hits)

    def __iter__(self) -> Iterator[SimpleNamespace]:
        return iter(self.hits)

    def __len__(self) -> int:
        return len(self.hits)

    def __getitem__(self, at: int) -> SimpleNamespace:
        return self.hits[at]

    def brief(self) -> str:
        """The block for a prompt."""
        return self.block


def _seen(item: Mapping[str, Any]) -> SimpleNamespace:
    """A memory or a hit as far as an agent sees it, in the facade's words."""
    seen = SimpleNamespace(**{"status": "active", "expires_at": None, **item})
    seen.space, seen.status, seen.at = SpaceName.parse(seen.space), Status(seen.status), _moment(seen.at)
    seen.expires_at = None if seen.expires_at is None else _moment(seen.expires_at)
    seen.tags = tuple(item.get("tags", ()))
    return seen


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _json(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value
