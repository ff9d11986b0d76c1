"""The decisions that wait for a person: `perdure review`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from perdure.cli import options
from perdure.cli.answers import Decided, Reviewed, Waiting
from perdure.cli.groups import group
from perdure.cli.inputs import text_of
from perdure.cli.opening import opened_space, space_of
from perdure.cli.output import say, show
from perdure.domain.change import Outcome
from perdure.domain.review import Review, ReviewState

if TYPE_CHECKING:
    from perdure.app import Space


def list_(
    *,
    every: options.EveryReview = False,
    question: options.Questions = None,
    limit: options.Limit = 100,
    cursor: options.Cursor = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """What waits for a decision, in the order it was asked."""
    with opened_space(home, space, embedder=False) as mine:
        page = mine.review.list(
            states="all" if every else ("open",), questions=tuple(question or ()), limit=limit, cursor=cursor
        )
    if not page.items and not as_json:
        say(f"nothing waits for a decision in {space_of(space)}")
        return
    show(Waiting(page=page), as_json=as_json)


def show_(
    review: options.ReviewId, *, home: options.Home = None, space: options.Space = None, as_json: options.Json = False
) -> None:
    """One review in full: what is asked, and both sides of it as they stand now."""
    with opened_space(home, space, embedder=False) as mine:
        found = mine.review.get(review)
        memory = mine.get(found.memory)
        other = None if found.other is None else mine.get(found.other)
    show(Reviewed(review=found, memory=memory, other=other), as_json=as_json)


def accept(
    review: options.ReviewId,
    *,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Say yes. Exits with 1 where there is nothing left to decide."""
    with opened_space(home, space) as mine:
        answer = decided(mine, review, mine.review.accept(review, reason=reason))
    tell(answer, as_json=as_json)


def reject(
    review: options.ReviewId,
    *,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Say no. Exits with 1 where there is nothing left to decide."""
    with opened_space(home, space) as mine:
        answer = decided(mine, review, mine.review.reject(review, reason=reason))
    tell(answer, as_json=as_json)


def edit(
    review: options.ReviewId,
    text: options.Wording,
    *,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Say yes in other words, which hold instead. Exits with 1 where there is nothing left to decide."""
    words = text_of(text)
    with opened_space(home, space) as mine:
        answer = decided(mine, review, mine.review.edit(review, words, reason=reason))
    tell(answer, as_json=as_json)


def decided(mine: Space, review: str, outcome: Outcome) -> Decided:
    """The review as it is now, with what came of the decision."""
    return Decided(review=mine.review.get(review), outcome=outcome)


def tell(answer: Decided, *, as_json: bool) -> None:
    """Show what was decided; 1 tells a script that nothing was, since it had settled itself."""
    show(answer, as_json=as_json)
    if settled_itself(answer.review):
        raise typer.Exit(1)


def settled_itself(review: Review) -> bool:
    """Whether there was nothing left to decide."""
    return review.state is ReviewState.LAPSED


GROUP = group(
    "review", "What waits for your decision; without a command, the list of it.", list_, show_, accept, reject, edit
)
