"""Recall: what is known that answers a question."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from perdure.gateway.auth import Caller
from perdure.gateway.models import answers, requests
from perdure.gateway.places import place, places
from perdure.gateway.routes.answering import answer, router
from perdure.recall.result import Recall
from perdure.wire import plain

routes = router("recall")


@routes.post("/recall", response_model=answers.Recall, response_model_exclude_unset=True)
def recall(body: requests.AskRecall, caller: Caller) -> Response:
    """What the named spaces know that answers the query, best first, with a trace."""
    found = places(caller, body.space, body.spaces).recall(body.query, **body.options())
    told = plain(found) if body.trace else _without_trace(found)
    if body.brief_tokens is not None:
        told["brief"] = found.brief(body.brief_tokens)
    return answer(told)


@routes.post("/brief", response_model=answers.Brief)
def brief(body: requests.AskBrief, caller: Caller) -> Response:
    """What the named spaces know that answers the query, as a block of text for a prompt."""
    view = places(caller, body.space, body.spaces)
    found = view.recall(body.query, **body.options())
    return answer(
        {
            "brief": found.brief(body.max_tokens),
            "memories": [hit.id for hit in found],
            "spaces": view.names,
        }
    )


@routes.post("/why_not", response_model=answers.WhyNot)
def why_not(body: requests.AskWhyNot, caller: Caller) -> Response:
    """What became of a memory or an entry in a recall: its rank, or the stage and the number that dropped it."""
    found = place(caller, body.space).why_not(body.query, body.id, **body.options())
    return answer(plain(found) | {"stage": found.stage, "reason": str(found)})


def _without_trace(found: Recall) -> dict[str, Any]:
    """A recall whose trace says no more than what was asked, when, and what could not take part."""
    told = {name: plain(getattr(found, name)) for name in ("hits", "now", "degraded", "brief_tokens", "timed_out")}
    trace = found.trace
    return told | {"trace": {"query": trace.query, "at": plain(trace.at), "notes": plain(trace.notes)}}
