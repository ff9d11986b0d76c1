"""What is made of messages that are handed in; no space is read or written."""

from __future__ import annotations

from starlette.responses import Response

from perdure.gateway.auth import Caller
from perdure.gateway.models import answers, requests
from perdure.gateway.routes.answering import answer, router

routes = router("tools")


@routes.post("/summary", response_model=answers.Summary)
def summary(body: requests.Summarise, caller: Caller) -> Response:
    """What messages say, in fewer words."""
    found = caller.summary(body.messages, **body.given("messages"))
    return answer({"summary": found.text, "tokens": found.tokens, "left_out": found.left_out, "by": found.by})


@routes.post("/filter", response_model=answers.Filtered, name="filter")
def filtered(body: requests.Sift, caller: Caller) -> Response:
    """The messages that matter for a query."""
    return answer(caller.filter(body.messages, body.query, **body.given("messages", "query")))
