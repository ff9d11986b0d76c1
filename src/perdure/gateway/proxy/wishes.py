"""What the `X-Perdure-…` headers of a request ask for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from urllib.parse import quote, unquote

from starlette.datastructures import Headers

from perdure.domain.space import SpaceName
from perdure.errors import InvalidValue
from perdure.gateway.options import Upstream

BUDGET, MOST_BUDGET = 600, 100_000
"""Tokens for memory where a request says nothing, and the most it may ask for."""

DEADLINE, MOST_SECONDS = 0.3, 60.0
"""Seconds after which a chat goes on without its memory, and the most that a request may wait."""

SESSION_CHARS = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Wishes:
    """`space` is where the chat is written and read, `session` its conversation, `budget` the tokens for memory, `deadline` the
    seconds for recalling (None: the gateway's own), `url` the model server, which has the gateway's key where `trusted`."""

    space: SpaceName | None
    session: str | None
    budget: int
    deadline: float | None
    url: str
    trusted: bool


def wishes(headers: Headers, upstream: Upstream) -> Wishes:
    """Read the headers; raises InvalidValue, InvalidSpaceName."""
    space, url = _text(headers, "x-perdure-space"), _chosen(headers.get("x-perdure-upstream"), upstream)
    return Wishes(
        space=None if space is None else SpaceName.parse(space),
        session=_session(_text(headers, "x-perdure-session")),
        budget=_budget(headers.get("x-perdure-budget")),
        deadline=_deadline(headers.get("x-perdure-deadline")),
        url=url.rstrip("/"),
        trusted=url == upstream.urls[0],
    )


def header(text: str) -> str:
    """A text as a header can carry it: percent-encoded where it has more than visible ASCII."""
    return quote(text, safe="/:@!$&'()*+;=~ ")


def _text(headers: Headers, name: str) -> str | None:
    """A header's text, percent-decoded; one that was sent as plain UTF-8 is taken as well."""
    given = headers.get(name)
    if given is None:
        return None
    try:
        return unquote(given.encode("latin-1").decode(), errors="strict").strip()
    except UnicodeError as error:
        raise InvalidValue(f"{name} is UTF-8, percent-encoded") from error


def _session(name: str | None) -> str | None:
    if name and (len(name) > SESSION_CHARS or not name.isprintable()):
        raise InvalidValue(f"x-perdure-session is a printable text of at most {SESSION_CHARS} characters")
    return name or None


def _budget(given: str | None) -> int:
    if given is None:
        return BUDGET
    if not (given.isascii() and given.isdigit() and len(given) <= 6) or int(given) > MOST_BUDGET:
        raise InvalidValue(f"x-perdure-budget is a whole number of tokens from 0 to {MOST_BUDGET}")
    return int(given)


def _deadline(given: str | None) -> float | None:
    if given is None:
        return None
    try:
        seconds = float(given)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MOST_SECONDS:
        raise InvalidValue(f"x-perdure-deadline is a number of seconds above 0, up to {MOST_SECONDS:g}")
    return seconds


def _chosen(wanted: str | None, upstream: Upstream) -> str:
    """One of the addresses that the gateway knows; no other is ever asked."""
    if wanted is None:
        return upstream.urls[0]
    found = next((url for url in upstream.urls if url.rstrip("/") == wanted.strip().rstrip("/")), None)
    if found is None:
        raise InvalidValue("x-perdure-upstream is not among the model servers of this gateway")
    return found
