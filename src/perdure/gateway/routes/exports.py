"""Exports: a space as a file, in Perdure's own form or that of another system."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import Request
from starlette.responses import Response

from perdure.gateway.auth import Caller
from perdure.gateway.files import FILE, PREFIX, Sent, file_name, packed, unnamed
from perdure.gateway.models import answers, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router

routes = router("exports")

_SENT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file; or with `report` what it would hold.",
        "content": {FILE: {"schema": {"type": "string", "format": "binary"}}},
    }
}


@routes.post("/export", response_model=answers.ExportReport, responses=_SENT)
def export(body: requests.Export, caller: Caller, request: Request) -> Response:
    """A space as one file; what is a folder in its format comes as a ZIP of it."""
    from perdure.transfer.exporting import exporter_of  # noqa: PLC0415  documented lazy load: every format there is

    space = place(caller, body.space)
    suffix = exporter_of(body.format).suffix
    name = file_name(str(space.name).replace("/", "-", 1), suffix or ".zip")
    with ExitStack() as stack:
        folder = TemporaryDirectory(prefix=PREFIX)
        stack.callback(folder.cleanup)
        made = Path(folder.name).resolve() / f"export{suffix}"
        with unnamed(made.parent):
            report = space.export(made, format=body.format, passphrase=body.passphrase)
        if body.report:
            return answer(replace(report, path=name))
        file = packed(made) if made.is_dir() else made
        state = request.app.state
        sent = Sent(file, folder, name=name, spool=state.spool, options=state.options)
        stack.pop_all()  # from here on it is the answer that lets go of the folder
        return sent
