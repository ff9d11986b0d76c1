"""Imports: memory from elsewhere, staged and looked at before any of it is live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PureWindowsPath
from typing import Annotated, Any
from urllib.parse import unquote_to_bytes

from fastapi import Body, Depends, Header, Query
from starlette.responses import Response

from perdure.app.perdure import Perdure
from perdure.domain.staging import StagedImport
from perdure.errors import InvalidRequest
from perdure.gateway.auth import Caller
from perdure.gateway.files import FILE, Uploaded, called, unnamed
from perdure.gateway.idempotency import Doing, Once
from perdure.gateway.models import answers, queries, requests
from perdure.gateway.routes.answering import answer, router

routes = router("imports")

_TAKEN: dict[str, Any] = {
    "requestBody": {"required": True, "content": {FILE: {"schema": {"type": "string", "format": "binary"}}}}
}

Nothing = Annotated[requests.Nothing, Body(default_factory=requests.Nothing)]
"""Nothing can be said: no body at all is the same as `{}`."""


async def passphrase_of(
    value: Annotated[
        str | None,
        Header(alias="X-Perdure-Passphrase", description="What opens an archive, as percent-encoded UTF-8."),
    ] = None,
) -> str | None:
    """The passphrase that a request shows. Raises InvalidRequest for what is no text."""
    try:
        return None if value is None else unquote_to_bytes(value.encode("latin-1")).decode()
    except UnicodeDecodeError:
        raise InvalidRequest("a passphrase is percent-encoded UTF-8") from None  # what it holds is nobody's to read


@routes.post("/imports", status_code=201, response_model=answers.StagedImport, openapi_extra=_TAKEN)
def import_stage(
    look: Annotated[queries.Stage, Query()],
    caller: Caller,
    upload: Uploaded,
    passphrase: Annotated[str | None, Depends(passphrase_of)],
) -> Response:
    """Read a file, whatever it comes from, and say what is in it and what applying it would do. Nothing is live."""
    file = called(upload, look.name)
    with unnamed(file.parent):
        staged = caller.imports.stage(
            file,
            to=look.space,
            map=look.mapping(),
            format=look.format,
            passphrase=passphrase,
            usual=caller.principal.home,
        )
    return answer(_shown(staged), status=201)


@routes.get("/imports", response_model=answers.Imports)
def imports(caller: Caller) -> Response:
    """Every import that is kept and goes into spaces that the token may read, the oldest first."""
    return answer({"items": [_shown(staged) for staged in caller.imports.list()]})


@routes.get("/imports/{id}", response_model=answers.StagedImport)
def import_get(id: str, caller: Caller) -> Response:  # noqa: A002  its own word
    """One of them."""
    return answer(_shown(caller.imports.get(id)))


@routes.get("/imports/{id}/items", response_model=answers.StagedPage)
def import_items(id: str, look: Annotated[queries.Items, Query()], caller: Caller) -> Response:  # noqa: A002
    """What it holds, conversations and memories, with what was decided of them."""
    found = caller.imports.items(
        id, verdicts=look.verdicts, decisions=look.decisions, limit=look.limit, cursor=look.cursor
    )
    return answer(found)


@routes.post("/imports/{id}/keep", response_model=answers.Decided)
def import_keep(id: str, body: requests.Chosen, caller: Caller, once: Doing) -> Response:  # noqa: A002
    """Let items in after all, in their own words."""
    return _done(caller, id, once, lambda: {"items": caller.imports.keep(id, body.numbers)})


@routes.post("/imports/{id}/drop", response_model=answers.Decided)
def import_drop(id: str, body: requests.Chosen, caller: Caller, once: Doing) -> Response:  # noqa: A002
    """Leave items out."""
    return _done(caller, id, once, lambda: {"items": caller.imports.drop(id, body.numbers)})


@routes.post("/imports/{id}/edit", response_model=answers.StagedItem)
def import_edit(id: str, body: requests.Reword, caller: Caller, once: Doing) -> Response:  # noqa: A002
    """Let a memory in with other words."""
    return _done(caller, id, once, lambda: caller.imports.edit(id, body.number, body.text))


@routes.post("/imports/{id}/apply", response_model=answers.ImportReport)
def import_apply(id: str, _body: Nothing, caller: Caller, once: Doing) -> Response:  # noqa: A002
    """Let everything in that was not dropped."""
    return _done(caller, id, once, lambda: caller.imports.apply(id))


@routes.delete("/imports/{id}", response_model=answers.Discarded)
def import_discard(id: str, caller: Caller) -> Response:  # noqa: A002
    """Remove an import; what of it was applied stays."""
    return answer({"discarded": caller.imports.discard(id)})


def _done(caller: Perdure, id: str, once: Once, act: Callable[[], object]) -> Response:  # noqa: A002
    """Done once under a key, which the first of its spaces keeps; one that holds nothing has none."""
    owners = caller.imports.get(id).owners
    return once(caller.space(owners[0].space), act) if owners else answer(act())


def _shown(staged: StagedImport) -> StagedImport:
    """An import without where its file lay on the machine of the place."""
    return replace(staged, path=PureWindowsPath(staged.path).name)  # which knows both sorts of slashes
