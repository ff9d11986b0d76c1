"""Live sessions: a working memory between the requests of one token."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Body, Depends
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response

from perdure.app.permitted import require
from perdure.domain.access import Right
from perdure.errors import InvalidValue
from perdure.gateway.auth import Caller
from perdure.gateway.idempotency import Doing
from perdure.gateway.live import Live, LiveSessions
from perdure.gateway.models import answers, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router

routes = router("session")

Begin = Annotated[requests.Begin, Body(default_factory=requests.Begin)]
Say = Annotated[requests.Say, Body(default_factory=requests.Say)]
"""Nothing has to be said: no body at all is the same as `{}`."""


class SessionId(Convertor[str]):
    """A caller's own id of a conversation, which may hold slashes, up to the verb that follows it in an address."""

    regex = r".+(?<!/messages)(?<!/reply)(?<!/tool)(?<!/add)"

    def convert(self, value: str) -> str:
        """As it stands."""
        return value

    def to_string(self, value: str) -> str:
        """As it stands."""
        return value


register_url_convertor("session", SessionId())


async def live_sessions(request: Request) -> LiveSessions:
    """The live sessions of this gateway."""
    held = request.app.state.live
    assert isinstance(held, LiveSessions)
    return held


async def mine(id: str, caller: Caller, sessions: Annotated[LiveSessions, Depends(live_sessions)]) -> Live:  # noqa: A002
    """The caller's live session of that id."""
    return sessions.get(caller, id)


Sessions = Annotated[LiveSessions, Depends(live_sessions)]
Mine = Annotated[Live, Depends(mine)]


@routes.post("/session", response_model=answers.Begun)
def session_begin(body: Begin, caller: Caller, sessions: Sessions, once: Doing) -> Response:
    """Begin a conversation with a working memory; it ends when it is closed, or nobody uses it for a while."""
    space = place(caller, body.space)

    def begun() -> object:
        require(caller.principal, Right.WRITE, space.name)
        if body.session and not re.fullmatch(SessionId.regex, body.session):
            raise InvalidValue("the id of a session is one line, and does not end as the address of one of its verbs")
        session = caller.session(write=space.name, read=body.read, **body.options())
        sessions.begin(caller, session, space.name)
        return {"id": session.id, "budget": session.budget}

    return once(space, begun)


@routes.post("/session/{id:session}/messages", response_model=answers.Prompt)
def session_messages(body: Say, caller: Caller, live: Mine, once: Doing) -> Response:
    """Add the user's message and give the whole prompt; without a text, the prompt as it stands."""

    def said() -> object:
        with live.lock:
            messages = live.session.messages(body.text)
            return {"messages": messages, "tokens": live.session.tokens, "trace": live.session.trace}

    return once(caller.space(live.space), said)


@routes.post("/session/{id:session}/reply", response_model=answers.Entry)
def session_reply(body: requests.Reply, caller: Caller, live: Mine, once: Doing) -> Response:
    """Add the assistant's answer, or the tools it calls."""
    return once(caller.space(live.space), lambda: live.session.reply(body.text, tool_calls=body.tool_calls))


@routes.post("/session/{id:session}/tool", response_model=answers.Entry)
def session_tool(body: requests.ToolResult, caller: Caller, live: Mine, once: Doing) -> Response:
    """Add what a tool gave back."""
    return once(
        caller.space(live.space),
        lambda: live.session.tool(
            body.name, body.result, call_id=body.call_id, arguments=body.arguments, distil=body.distil
        ),
    )


@routes.post("/session/{id:session}/add", response_model=answers.Entry)
def session_add(body: requests.Add, caller: Caller, live: Mine, once: Doing) -> Response:
    """Add any turn."""
    return once(caller.space(live.space), lambda: live.session.add(body.turn.turn()))


@routes.get("/session/{id:session}", response_model=answers.Standing)
def session(live: Mine) -> Response:
    """Where a live session stands."""
    with live.lock:
        at = live.session
        return answer(
            {
                "id": at.id,
                "budget": at.budget,
                "tokens": at.tokens,
                "summary": at.summary,
                "state": at.state,
                "trace": at.trace,
            }
        )


@routes.delete("/session/{id:session}", response_model=answers.Closed)
def session_end(id: str, caller: Caller, sessions: Sessions) -> Response:  # noqa: A002  the record's own word
    """End a session: its working memory goes, and what was said is distilled."""
    sessions.end(caller, id)
    return answer({"closed": True})
