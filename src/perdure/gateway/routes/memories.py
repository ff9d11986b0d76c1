"""Memories: kept, looked at, changed, forgotten."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import Header, Query
from starlette.responses import Response

from perdure.errors import InvalidValue, NotFound
from perdure.gateway.auth import Caller
from perdure.gateway.idempotency import Doing
from perdure.gateway.models import answers, queries, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router

routes = router("memories")

IfMatch = Annotated[
    str | None,
    Header(alias="If-Match", description="The version that was read, as the ETag gave it.", examples=['"3"']),
]

_TAG = re.compile(r'"?(\d{1,18})"?')


@routes.post("/remember", response_model=answers.Outcome)
def remember(body: requests.Remember, caller: Caller, once: Doing) -> Response:
    """Store a confirmed statement; nothing that can be used is dropped."""
    space = place(caller, body.space)
    return once(space, lambda: space.remember(body.text, **body.options()))


@routes.post("/remember_many", response_model=answers.Batch)
def remember_many(body: requests.RememberMany, caller: Caller, once: Doing) -> Response:
    """Store several statements; one that is wrong costs no other."""
    space = place(caller, body.space)
    return once(space, lambda: space.remember_many([requests.offered(item) for item in body.items]))


@routes.get("/memories", response_model=answers.Memories)
def memories(look: Annotated[queries.Memories, Query()], caller: Caller) -> Response:
    """Memories in the order they were recorded."""
    return answer(place(caller, look.space).list(**look.options()))


@routes.get("/memories/{id}", response_model=answers.Memory)
def memory(id: str, look: Annotated[queries.Look, Query()], caller: Caller) -> Response:  # noqa: A002  its own word
    """A memory, whatever its status; the ETag is its version."""
    space = place(caller, look.space)
    found = space.get(id)
    if found is None:
        raise NotFound(f"there is no memory {id} in {space.name}")
    return answer(found)


@routes.get("/memory", response_model=answers.Memory)
def in_slot(look: Annotated[queries.InSlot, Query()], caller: Caller) -> Response:
    """The memory that a slot holds now."""
    space = place(caller, look.space)
    found = space.get(slot=look.wanted)
    if found is None:
        raise NotFound(f"nothing fills this slot in {space.name}")
    return answer(found)


@routes.get("/memories/{id}/history", response_model=answers.History)
def history(id: str, look: Annotated[queries.Look, Query()], caller: Caller) -> Response:  # noqa: A002
    """Every change of a memory, oldest first."""
    return answer({"items": place(caller, look.space).history(id)})


@routes.get("/memories/{id}/explain", response_model=answers.Explanation)
def explain(id: str, look: Annotated[queries.At, Query()], caller: Caller) -> Response:  # noqa: A002
    """Why a memory is there, what changed it, how it fades, and which recalls returned it."""
    return answer(place(caller, look.space).explain(id, now=look.now))


@routes.post("/correct", response_model=answers.Memory)
def correct(body: requests.Correct, caller: Caller, once: Doing, if_match: IfMatch = None) -> Response:
    """Change a memory in place: same id, version + 1, untouched fields stay."""
    space = place(caller, body.space)
    options = with_version(body.given("id", "text", "space"), if_match)
    return once(space, lambda: space.correct(body.id, body.text, **options))


@routes.post("/confirm", response_model=answers.Memory)
def confirm(body: requests.OfMemory, caller: Caller, once: Doing) -> Response:
    """Say that a memory still holds: its decay starts anew."""
    space = place(caller, body.space)
    return once(space, lambda: space.confirm(body.id))


@routes.post("/forget", response_model=answers.MemoriesOf)
def forget(body: requests.Forget, caller: Caller, once: Doing) -> Response:
    """Take memories out of recall, in one step; restoring undoes it."""
    space = place(caller, body.space)
    return once(space, lambda: {"memories": space.forget(body.id, body.reason)})


@routes.post("/restore", response_model=answers.Memory)
def restore(body: requests.Restore, caller: Caller, once: Doing) -> Response:
    """Undo what took a memory out of recall."""
    space = place(caller, body.space)
    return once(space, lambda: space.restore(body.id, body.reason))


@routes.post("/feedback", response_model=answers.Memory)
def feedback(body: requests.Feedback, caller: Caller, once: Doing) -> Response:
    """Say that a memory was useful, wrong or outdated."""
    space = place(caller, body.space)
    return once(space, lambda: space.feedback(body.id, body.verdict, body.reason))


def with_version(options: dict[str, Any], if_match: str | None) -> dict[str, Any]:
    """The options of a correction with the version that the header names. Raises InvalidValue where the two differ."""
    if if_match is None:
        return options
    tag = _TAG.fullmatch(if_match.strip())
    if tag is None:
        raise InvalidValue('If-Match is the version of one memory, as in "3"')
    version = int(tag[1])
    if options.get("version") not in (None, version):
        raise InvalidValue("If-Match and version name two versions; give one")
    return options | {"version": version}
