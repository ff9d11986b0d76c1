"""A short text out of several, by a language model."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.capture.model.caller import Caller
from perdure.capture.model.prompt import Values, load
from perdure.capture.model.support import strange
from perdure.errors import ModelError
from perdure.text.tokens import estimate

PROMPT = "summarise-1"

MOST_TOKENS = 12_000
"""Texts that are read for one summary; of what is longer the model cannot say what mattered."""

_STOPS = (".", "!", "?", "。", "！", "？", "…", '"', "”", ")", "）")


def summarise(caller: Caller, texts: Sequence[str], *, max_tokens: int) -> str | None:
    """A summary of at most so many tokens; None where the model gives none that can be trusted: it is cut off, too long, or
    has a number or a name that none of the texts has."""
    if not texts or sum(map(estimate, texts)) > MOST_TOKENS:
        return None
    values: Values = {"texts": list(texts), "tokens": max_tokens}
    try:
        answer = caller.ask(load(PROMPT), values, wanted="summary", max_tokens=2 * max_tokens + 100)["summary"]
    except ModelError:
        return None  # the summary by rules stands in
    summary = answer.strip() if isinstance(answer, str) else ""
    if not summary.endswith(_STOPS) or estimate(summary) > max_tokens or strange(summary, texts) is not None:
        return None
    return summary
