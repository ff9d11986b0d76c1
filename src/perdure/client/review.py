"""The decisions of a space of a gateway that wait for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from perdure.client import sending, told
from perdure.client.connection import Connection, pairs
from perdure.client.link import segment
from perdure.domain.change import Outcome
from perdure.domain.page import Page
from perdure.domain.review import Review
from perdure.domain.space import SpaceName


class Reviews:
    """The reviews of one space."""

    def __init__(self, connection: Connection, name: SpaceName | None) -> None:
        self._connection = connection
        self.name = name

    def __repr__(self) -> str:
        return "Reviews(home)" if self.name is None else f"Reviews({str(self.name)!r})"

    def list(
        self,
        *,
        states: Sequence[str] | str = ("open",),
        questions: Sequence[str] | str = (),
        memory: str | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Page[Review]:
        """Reviews in the order they were asked; `states="all"` lists every one, `memory` those about one memory."""
        asked = sending.names(questions, "questions")
        query = {
            "states": sending.names(states, "states") or ["all"],
            "questions": [] if asked == ["all"] else asked,
            "memory": memory,
            **sending.page(limit, cursor),
        }
        return told.page(Review, self._connection.get("reviews", pairs(query), space=self.name))

    def get(self, id: str) -> Review:  # noqa: A002  the record's own word
        """The review of that id; raises NotFound."""
        return told.value(Review, self._connection.get(f"reviews/{segment(id, 'review')}", space=self.name))

    def accept(self, id: str, *, reason: str = "") -> Outcome:  # noqa: A002
        """Say yes. Raises NotFound; ReviewDecided where it was decided before."""
        return self._decided(id, "accept", {}, reason)

    def reject(self, id: str, *, reason: str = "") -> Outcome:  # noqa: A002
        """Say no. Raises as `accept` does."""
        return self._decided(id, "reject", {}, reason)

    def edit(self, id: str, text: str, *, reason: str = "") -> Outcome:  # noqa: A002
        """Say yes in other words, which hold instead. Raises InvalidText, and as `accept` does."""
        return self._decided(id, "edit", {"text": sending.RULES.guarded(text)}, reason)

    def _decided(self, id: str, verb: str, body: Mapping[str, str], reason: str) -> Outcome:  # noqa: A002
        said = {**body, "reason": sending.label(reason, "reason") or ""}
        path = f"reviews/{segment(id, 'review')}/{verb}"
        outcome = told.outcome(self._connection.post(path, said, space=self.name))
        self._connection.learn(outcome, space=self.name)
        return outcome
