"""Snapshots: read-only copies of spaces, compared and gone back to."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Body, Query
from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import Response

from perdure.app.perdure import Perdure
from perdure.domain.access import administers
from perdure.domain.snapshot import Snapshot
from perdure.gateway.auth import Caller
from perdure.gateway.idempotency import Doing
from perdure.gateway.models import answers, queries, requests
from perdure.gateway.places import place
from perdure.gateway.routes.answering import answer, router

routes = router("snapshots")

Take = Annotated[requests.TakeSnapshot, Body(default_factory=requests.TakeSnapshot)]
Nothing = Annotated[requests.Nothing, Body(default_factory=requests.Nothing)]
"""Nothing has to be said: no body at all is the same as `{}`."""


class SnapshotId(Convertor[str]):
    """The id of a snapshot, which is not the verb beside it."""

    regex = r"(?!prune$)[^/]+"

    def convert(self, value: str) -> str:
        """As it stands."""
        return value

    def to_string(self, value: str) -> str:
        """As it stands."""
        return value


register_url_convertor("snapshot", SnapshotId())


@routes.post("/snapshots", status_code=201, response_model=answers.Snapshot)
def snapshot_create(body: Take, caller: Caller, once: Doing) -> Response:
    """Copy a space as it is now, also while others write."""
    space = place(caller, body.space)

    def created() -> Snapshot:
        made = caller.snapshots.create(space.name, note=body.note, keep=body.keep, days=body.days)
        return _shown(caller, made)

    return once(space, created, status=201)


@routes.get("/snapshots", response_model=answers.Snapshots)
def snapshots(look: Annotated[queries.Snapshots, Query()], caller: Caller) -> Response:
    """The snapshots of a space, or of all that the token may read, the oldest first."""
    return answer({"items": [_shown(caller, one) for one in caller.snapshots.list(look.space)]})


@routes.post("/snapshots/prune", response_model=answers.Snapshots)
def snapshot_prune(body: requests.Prune, caller: Caller, once: Doing) -> Response:
    """Let go of old snapshots of a space; never of the newest."""
    space = place(caller, body.space)

    def pruned() -> dict[str, list[Snapshot]]:
        gone = caller.snapshots.prune(space.name, keep=body.keep, days=body.days)
        return {"items": [_shown(caller, one) for one in gone]}

    return once(space, pruned)


@routes.get("/snapshots/{id:snapshot}", response_model=answers.Snapshot)
def snapshot_get(id: str, caller: Caller) -> Response:  # noqa: A002  its own word
    """One of them."""
    return answer(_shown(caller, caller.snapshots.get(id)))


@routes.get("/snapshots/{id:snapshot}/diff", response_model=answers.SnapshotDiff)
def snapshot_diff(id: str, look: Annotated[queries.Diff, Query()], caller: Caller) -> Response:  # noqa: A002
    """What changed from a snapshot to another one of the same space, or to the space as it is now."""
    return answer(caller.snapshots.diff(id, look.other))


@routes.post("/snapshots/{id:snapshot}/rollback", response_model=answers.Snapshot)
def snapshot_rollback(id: str, _body: Nothing, caller: Caller, once: Doing) -> Response:  # noqa: A002
    """Make a space what it was, exactly and in one step; the answer is the snapshot that undoes it."""
    space = caller.space(caller.snapshots.get(id).space)
    return once(space, lambda: _shown(caller, caller.snapshots.rollback(id)))


@routes.delete("/snapshots/{id:snapshot}", response_model=answers.Deleted)
def snapshot_delete(id: str, caller: Caller) -> Response:  # noqa: A002
    """Remove a snapshot for good."""
    return answer({"deleted": caller.snapshots.delete(id)})


def _shown(caller: Perdure, shot: Snapshot) -> Snapshot:
    """A snapshot; where it lies on the machine of the place is for whoever administers that alone."""
    return shot if administers(caller.principal) else replace(shot, folder="")
