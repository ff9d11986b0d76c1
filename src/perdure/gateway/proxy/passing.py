"""The proxy of one running gateway: what it shares between requests, and how each goes on."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx2
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from perdure.app import Perdure
from perdure.app.permitted import require
from perdure.domain.access import Allowed, Principal, Right, permission
from perdure.domain.journal import Turn
from perdure.domain.space import SpaceName
from perdure.errors import Forbidden, InvalidValue, PerdureError
from perdure.gateway.auth import Lookup
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.gateway.proxy.admission import ASKING
from perdure.gateway.proxy.callers import Caller, Callers
from perdure.gateway.proxy.conversation import Conversation, conversation
from perdure.gateway.proxy.credentials import credentials
from perdure.gateway.proxy.forms import FORMS, Form
from perdure.gateway.proxy.forwarding import Raw, upward
from perdure.gateway.proxy.hearing import Hearing
from perdure.gateway.proxy.injection import Prompt, read, written
from perdure.gateway.proxy.recollection import Recollected, Wanted
from perdure.gateway.proxy.recorder import Exchange, Recorder
from perdure.gateway.proxy.refusal import refusal
from perdure.gateway.proxy.relay import Onward, Relay
from perdure.gateway.proxy.remembering import Remembering
from perdure.gateway.proxy.target import address, keyed, target
from perdure.gateway.proxy.wishes import Wishes, header, wishes

log = logging.getLogger("perdure.gateway")

NO_SPACE, READ_ONLY = "no_space", "read_only"
"""Why a chat is not written down: the token stands for several spaces and none is named, or it may not write there."""

OPENAI = Upstream(urls=("https://api.openai.com/v1",))

CONNECT_SECONDS = 10.0
MOST_NAMED = 100
"""Memories that a header names at most."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Asking:
    """A request whose caller is known: who, what is wished, where it goes on to and with which key for the model server."""

    caller: Caller
    wishes: Wishes
    url: httpx2.URL
    authorization: str | None = field(repr=False)

    @property
    def principal(self) -> Principal:
        """Whose request it is."""
        return self.caller.principal

    @property
    def space(self) -> SpaceName | None:
        """Where the chat belongs."""
        return self.wishes.space or self.principal.home

    @property
    def spaces(self) -> tuple[SpaceName, ...]:
        """What is asked for memories."""
        own = () if self.space is None else (self.space,)
        return tuple(sorted({*own, *self.principal.reads()}))

    @property
    def writable(self) -> SpaceName | None:
        """Where the chat is written down; None where it is only remembered for."""
        allowed = self.space is not None and isinstance(permission(self.principal, Right.WRITE, self.space), Allowed)
        return self.space if allowed else None

    @property
    def unkept(self) -> tuple[str, ...]:
        """The code of why the chat is not written down, where it is not."""
        if self.writable is not None:
            return ()
        return (READ_ONLY,) if self.space is not None else (NO_SPACE,)


class Proxy:
    """Passes requests on; `opened` makes one."""

    def __init__(self, memory: Perdure, lookup: Lookup, client: httpx2.AsyncClient, options: GatewayOptions) -> None:
        self._memory = memory
        self._client = client
        self._upstream = options.upstream or OPENAI
        self._callers = Callers(lookup)
        self._remembering = Remembering()
        self.recorder = Recorder(memory, idle_seconds=options.session_idle_seconds)

    async def passed(self, request: Request, path: str) -> Response:
        """The answer to any request below the proxy's address; a chat is given its memory."""
        try:
            asking: Asking = request.scope["state"][ASKING]
            body = await request.body()
            form = FORMS.get(path.rstrip("/")) if request.method == "POST" else None
            if form is not None:
                return await self._chatted(request, asking, form, body)
            return Relay(self._client, self._onward(request, asking, body))
        except PerdureError as error:
            return refusal(error)

    async def asking(self, scope: Scope, headers: Headers) -> Asking:
        """What a request asks, by its head alone. Raises InvalidToken, Forbidden, InvalidInput; StoreError where the token cannot
        be looked up."""
        shown = credentials(headers)
        caller = await self._callers.caller(shown.secret)
        wanted, below = wishes(headers, self._upstream), address(scope["raw_path"])
        asking = Asking(
            caller=caller,
            wishes=wanted,
            url=target(wanted.url, below, scope["query_string"]),
            authorization=shown.authorization or self._own(scope["method"], below, wanted),
        )
        for name in asking.spaces:
            require(asking.principal, Right.READ, name)
        return asking

    def _own(self, method: str, below: str, wanted: Wishes) -> str | None:
        """The gateway's own key for whoever brings none, where there is one and it is for that."""
        if not wanted.trusted or not self._upstream.key:
            return None
        if not keyed(method, below):
            raise Forbidden("the gateway's own key is not for this; bring one of your own, as in pdr_…:sk-…")
        return f"Bearer {self._upstream.key}"

    async def _chatted(self, request: Request, asking: Asking, form: Form, body: bytes) -> Response:
        if not asking.spaces:
            raise InvalidValue("the token is for several spaces; name one in X-Perdure-Space")
        prompt = read(body, form)
        if prompt is None:  # the model server says what is wrong with it, if anything
            more = _told(asking, None, Recollected(degraded=("unread",)))
            return Relay(self._client, self._onward(request, asking, body), more=more)
        talk = conversation(prompt.messages)
        session = asking.wishes.session or talk.session(asking.principal.token)
        found = await self._recollected(asking, talk)
        body, found = _with_memory(prompt, body, found)
        return Relay(
            self._client,
            self._onward(request, asking, body),
            more=_told(asking, session, found),
            listener=lambda hearing: self._heard(asking, talk, session, hearing),
        )

    async def _recollected(self, asking: Asking, talk: Conversation) -> Recollected:
        if asking.wishes.budget == 0:
            return Recollected()
        if asking.caller.degraded is not None:
            return Recollected(degraded=(asking.caller.degraded,))
        wanted = Wanted(
            question=talk.question,
            spaces=asking.spaces,
            budget=asking.wishes.budget,
            deadline=self._remembering.deadline(asking.spaces, asking.wishes.deadline),
            told=talk.refs,
        )
        return await self._remembering.recollected(self._memory.acting(asking.principal), wanted)

    def _heard(self, asking: Asking, talk: Conversation, session: str, hearing: Hearing) -> None:
        """Have an exchange written down, as far as it came."""
        space, answer = asking.writable, hearing.answer()
        if space is None:
            return
        said = talk.fresh if answer is None else (*talk.fresh, talk.answered(answer))
        turns: list[Turn] = [turn for one in said if (turn := one.turn(session)) is not None]
        if turns:
            self.recorder.record(Exchange(principal=asking.principal, space=space, session=session, turns=tuple(turns)))

    def _onward(self, request: Request, asking: Asking, body: bytes) -> Onward:
        return Onward(
            method=request.method,
            url=asking.url,
            headers=upward(request.headers.raw, asking.authorization),
            body=body,
        )


@asynccontextmanager
async def opened(memory: Perdure, lookup: Lookup, options: GatewayOptions) -> AsyncIterator[Proxy]:
    """A proxy for as long as a gateway runs; at the end what was said is written down and distilled."""
    timeout = httpx2.Timeout(None, connect=CONNECT_SECONDS)
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=100)
    async with httpx2.AsyncClient(timeout=timeout, limits=limits, follow_redirects=False) as client:
        proxy = Proxy(memory, lookup, client, options)
        try:
            yield proxy
        finally:
            await proxy.recorder.close()


def _with_memory(prompt: Prompt, body: bytes, found: Recollected) -> tuple[bytes, Recollected]:
    """The body that goes on, and what is in it: the very bytes that came where memory has nothing to say."""
    if not found.block:
        return body, found
    more = written(prompt, found.block)
    return (body, Recollected(degraded=("unwritten",))) if more is None else (more, found)


def _told(asking: Asking, session: str | None, found: Recollected) -> Sequence[Raw]:
    """What the answer says of the part that memory took."""
    told = {
        "x-perdure-memories": ",".join(found.memories[:MOST_NAMED]),
        "x-perdure-spaces": ",".join(header(str(name)) for name in asking.spaces),
        "x-perdure-session": header(session or ""),
        "x-perdure-degraded": ",".join((*found.degraded, *asking.unkept)),
    }
    return [(name.encode(), value.encode()) for name, value in told.items() if value]
