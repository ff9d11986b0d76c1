"""What waits for a person, what was decided, and what is permanent."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from perdure.cli.answers import Decided, Lasting, Reviewed, Waiting
from perdure.cli.render.answer import render
from perdure.cli.render.memories import about, memory_line, outcome_line
from perdure.cli.render.shape import heading, in_line, pairs, plain_table, rest, when
from perdure.cli.visible import visible
from perdure.domain.change import Rejected
from perdure.domain.memory import Memory
from perdure.domain.review import Review, ReviewState

_STYLES = {
    ReviewState.OPEN: "yellow",
    ReviewState.ACCEPTED: "green",
    ReviewState.EDITED: "green",
    ReviewState.REJECTED: "red",
    ReviewState.LAPSED: "dim",
}


@render.register(Waiting)
def waiting(answer: Waiting) -> RenderableType:
    """One question a row, whole: both sides, and what each answer does."""
    table = plain_table("id", "question", "state", "summary")
    for review in answer.page:
        table.add_row(
            Text(review.id, "dim"), Text(review.question, "cyan"), state(review), Text(visible(review.summary))
        )
    return rest(table, answer.page)


@render.register(Reviewed)
def reviewed(answer: Reviewed) -> RenderableType:
    """The question, how it stands, and both sides."""
    review = answer.review
    facts = {
        "id": review.id,
        "space": str(review.space),
        "question": str(review.question),
        "state": str(review.state),
        "asked": when(review.at),
        **({"decided": f"{when(review.decided_at)} by {review.decided_by}"} if review.decided_at else {}),
        **({"reason": review.reason} if review.reason else {}),
    }
    parts: list[RenderableType] = [Text(visible(review.summary), "bold"), Text(), pairs(facts)]
    for title, memory in (("What it is about", answer.memory), ("What it stands against", answer.other)):
        if memory is not None:
            parts += [Text(), heading(title), side(memory)]
    return Group(*parts)


def side(memory: Memory) -> Text:
    """A memory as it stands now."""
    said = f"  said {when(memory.created_at)}"
    return memory_line(str(memory.status), memory).append(about(memory), "dim").append(said, "dim")


def state(review: Review) -> Text:
    """Where a review stands, in its colour."""
    return Text(review.state, _STYLES[review.state])


@render.register(Decided)
def decided(answer: Decided) -> RenderableType:
    """What was decided, then what came of it."""
    first = state(answer.review).append("  ").append(answer.review.id, "dim")
    if isinstance(answer.outcome, Rejected):
        return first.append(f"  {visible(answer.outcome.reason)}", "default")
    return Group(first, outcome_line(answer.outcome))


@render.register(Lasting)
def lasting(answer: Lasting) -> RenderableType:
    """One statement a row."""
    table = plain_table("id", "kind", "text")
    for memory in answer.page:
        table.add_row(
            Text(memory.id, "dim"), Text(memory.kind, "cyan"), in_line(memory.text).append(about(memory), "dim")
        )
    return rest(table, answer.page)
