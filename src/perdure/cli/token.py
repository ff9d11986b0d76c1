"""What opens this place to other tools: `perdure token`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from perdure.cli import options
from perdure.cli.answers import Issued, Revoked, Tokens
from perdure.cli.groups import group
from perdure.cli.inputs import moment, span
from perdure.cli.opening import home_of, opened
from perdure.cli.output import say, show
from perdure.domain.token import Token
from perdure.errors import InvalidValue, NotFound


def list_(*, every: options.EveryToken = False, home: options.Home = None, as_json: options.Json = False) -> None:
    """The tokens that open something, in the order they were made; never their secrets."""
    now = datetime.now(UTC)
    with opened(home, embedder=False) as memory:
        found = [token for token in memory.tokens.list() if every or token.valid(now)]
    if not found and not as_json:
        say(f"no tokens in {home_of(home)}")
        return
    show(Tokens(tokens=found, now=now), as_json=as_json)


def new(
    name: options.TokenName,
    *,
    grant: options.Grants,
    lasts: options.Lasts = None,
    expires_at: options.TokenEnd = None,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """Make a token; its secret is printed this once, alone on standard output, and kept nowhere."""
    ends, long = moment(expires_at, "--expires-at", end=True), span(lasts, "--lasts")
    with opened(home, embedder=False) as memory:
        made = memory.tokens.new(name, grants=grant, expires_at=ends, lasts=long)
    if not as_json:
        say(f"{about(made.token)}\nThis is its secret, shown this once:")
    show(Issued(made=made), as_json=as_json)


def revoke(token: options.TokenId, *, home: options.Home = None, as_json: options.Json = False) -> None:
    """Revoke a token, and every token that was derived from it, at once and for good."""
    with opened(home, embedder=False) as memory:
        gone = memory.tokens.revoke(named(token, memory.tokens.list(), datetime.now(UTC)))
    if not gone and not as_json:
        say(f"{token} was revoked before")
    show(Revoked(tokens=gone), as_json=as_json)


def named(wanted: str, tokens: Sequence[Token], now: datetime) -> str:
    """The id of the token that is meant: of that id, else the only one of that name which opens anything. Raises NotFound,
    InvalidValue where several have the name."""
    if any(token.id == wanted for token in tokens):
        return wanted
    found = [token.id for token in tokens if token.name == wanted and token.valid(now)]
    if not found:
        raise NotFound(f"there is no token {wanted}; `perdure token list` shows the ids")
    if len(found) > 1:
        raise InvalidValue(f"{len(found)} tokens are named {wanted}; revoke one by its id: {', '.join(found)}")
    return found[0]


def about(token: Token) -> str:
    """A token in one line: its id, whom it speaks for, what it may do, and until when."""
    until = "" if token.expires_at is None else f", until {token.expires_at.isoformat(timespec='minutes')}"
    return f"{token.id} speaks for {token.name}: {', '.join(map(str, token.grants))}{until}"


GROUP = group("token", "What opens this place to other tools; without a command, the list of it.", list_, new, revoke)
