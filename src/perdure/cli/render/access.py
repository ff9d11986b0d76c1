"""Who may come in from outside, and where."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from shlex import quote

from rich.console import Group, RenderableType
from rich.text import Text

from perdure.cli.answers import Issued, Revoked, Serving, Tokens
from perdure.cli.render.answer import render
from perdure.cli.render.shape import plain_table, when
from perdure.cli.visible import visible
from perdure.domain.token import Token


@render.register(Tokens)
def tokens(answer: Tokens) -> RenderableType:
    """One token a row."""
    table = plain_table("id", "name", "state", "ends", "last used", "made by", "may do")
    for token in answer.tokens:
        table.add_row(
            Text(token.id, "dim"),
            Text(visible(token.name), "cyan"),
            state(token, answer.now),
            Text("–" if token.expires_at is None else when(token.expires_at)),
            Text("never" if token.last_used_at is None else when(token.last_used_at)),
            Text("–" if token.parent is None else token.parent, "dim"),
            Text(visible(", ".join(map(str, token.grants)))),
        )
    return table


@render.register(Issued)
def issued(answer: Issued) -> RenderableType:
    """The secret and nothing else, so that a shell can take it."""
    return Text(answer.made.secret)


@render.register(Revoked)
def revoked(answer: Revoked) -> RenderableType:
    """One token a line."""
    return Group(
        *(Text.assemble("revoked  ", (token.id, "dim"), f"  {visible(token.name)}") for token in answer.tokens)
    )


@render.register(Serving)
def serving(answer: Serving) -> RenderableType:
    """Where to find it; the first time also what opens it."""
    lines = [Text.assemble("Perdure listens on ", (answer.url, "cyan"))]
    if answer.first is not None:
        lines += [
            Text("This token administers it, and is not shown again:"),
            Text(f"  export PERDURE_TOKEN={answer.first.secret}"),
            *(Text(f"  {line}") for line in ways_in(answer)),
        ]
    return Group(*lines)


def ways_in(answer: Serving) -> Iterator[str]:
    """Lines to paste into a shell that has the token: for clients, a first question, and a narrower token for a tool."""
    yield f"export PERDURE_URL={answer.url}"
    yield 'curl -H "Authorization: Bearer $PERDURE_TOKEN" "$PERDURE_URL/v1/memories"'
    folder = "" if answer.home is None else f" --home {quote(answer.home)}"
    yield f"perdure token new laptop --grant {quote(f'{answer.space}:write')}{folder}    # one for each tool"


def state(token: Token, now: datetime) -> Text:
    """Whether it opens anything."""
    if token.revoked_at is not None:
        return Text("revoked", "red")
    return Text("good", "green") if token.valid(now) else Text("expired", "yellow")
