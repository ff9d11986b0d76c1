"""The decisions of a space that wait for a person."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.app.core import Core
from perdure.app.paging import PAGE, members, page_size
from perdure.capture import review
from perdure.domain.access import Right
from perdure.domain.change import Outcome
from perdure.domain.page import Page
from perdure.domain.review import Question, Review, ReviewState
from perdure.domain.space import SpaceName
from perdure.errors import NotFound
from perdure.ports.store import ReviewFilter


class Reviews:
    """The reviews of one space: which of two statements holds, what becomes permanent, what may go, what comes in."""

    def __init__(self, core: Core, name: SpaceName) -> None:
        self._core = core
        self.name = name

    def __repr__(self) -> str:
        return f"Reviews({str(self.name)!r})"

    def list(
        self,
        *,
        states: Sequence[str] | str = ("open",),
        questions: Sequence[str] | str = (),
        memory: str | None = None,
        limit: int = PAGE,
        cursor: str | None = None,
    ) -> Page[Review]:
        """Reviews in the order they were asked: those that are open, unless other states are named. `states="all"` lists
        every one, `memory` those about one memory."""
        wanted = ReviewFilter(
            states=members(states, ReviewState, "states"),
            questions=members(questions, Question, "questions"),
            memory=memory,
        )
        with self._core.space(self.name).read() as reader:
            return reader.reviews(wanted, limit=page_size(limit), cursor=cursor)

    def get(self, id: str) -> Review:  # noqa: A002  the record's own word
        """The review of that id; raises NotFound."""
        with self._core.space(self.name).read() as reader:
            found = reader.review(id)
        if found is None:
            raise NotFound(f"there is no review {id} in {self.name}")
        return found

    def accept(self, id: str, *, reason: str = "") -> Outcome:  # noqa: A002
        """Say yes: what waited holds and what it stood against is history; what recurred becomes permanent; what is past its
        time goes to the archive; what was imported is remembered; what was proposed is remembered as if it were said now.

        Raises NotFound; ReviewDecided where it was decided before. What has settled itself is `Rejected` as `review_lapsed`.
        """
        core = self._core
        core.require(Right.ADMIN, self.name)
        store, intake = core.space(self.name), core.intake(self.name)
        return self._done(review.accept(store, id, intake=intake, ids=core.ids, actor=core.actor, reason=reason))

    def reject(self, id: str, *, reason: str = "") -> Outcome:  # noqa: A002
        """Say no: what waited is forgotten, with the reason; what recurred stays as it is, and nobody is asked again; what is
        past its time holds on. Raises as `accept` does."""
        core = self._core
        core.require(Right.ADMIN, self.name)
        store, intake = core.space(self.name), core.intake(self.name)
        return self._done(review.reject(store, id, intake=intake, ids=core.ids, actor=core.actor, reason=reason))

    def edit(self, id: str, text: str, *, reason: str = "") -> Outcome:  # noqa: A002
        """Say yes in other words, which hold instead. Raises InvalidText, and as `accept` does."""
        core = self._core
        core.require(Right.ADMIN, self.name)
        store, intake = core.space(self.name), core.intake(self.name)
        return self._done(review.edit(store, id, text, intake=intake, ids=core.ids, actor=core.actor, reason=reason))

    def _done(self, outcome: Outcome) -> Outcome:
        self._core.write_accesses(self.name)
        self._core.follow(self.name)
        return outcome
