"""Where nothing current answers, the archive is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from perdure.domain.recall import Hit, Layer, Scope
from perdure.recall.ask import Ask

NOTE = "nothing current answers: this is from the archive"

KEPT = (Layer.MEMORY, Layer.SUMMARY, Layer.PERMANENT)
"""The layers that have an archive; the journal has none."""


def has_archive(scope: Scope) -> bool:
    """Whether there is an archive of what is asked; a past moment says itself what it takes of it."""
    return not scope.past and not scope.archived and (not scope.layers or any(layer in KEPT for layer in scope.layers))


def of_archive(ask: Ask) -> Ask:
    """The same question to the archive."""
    return replace(ask, scope=replace(ask.scope, archived=True))


def marked(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """Hits that say where they are from."""
    return tuple(replace(hit, archived=True) for hit in hits)
