"""What is known about a topic while not everything can take part, and what could not, in the same words wherever one is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from perdure.domain.recall import Hit
from perdure.domain.space import SpaceName

if TYPE_CHECKING:
    from perdure.mcp_server.desk import Desk
    from perdure.recall.result import Recall

HITS = 5
WORDS_ASKED = 12
WORDS = "nothing answers it as a whole; what is here has a word of it"


def notes_of(desk: Desk, spaces: Sequence[SpaceName], found: Recall) -> list[str]:
    """What a recall says of itself; where it found nothing, also what only its own words can find as yet."""
    if found.degraded or found.hits or desk.place.embedder is None:
        return list(found.degraded)
    there = {summary.name for summary in desk.known()}
    pending = {name: desk.place.space(name).stats().pending for name in spaces if name in there}
    return [
        f"{name}: {count} passages have no vectors yet and are found by their own words alone; ask again in a moment"
        for name, count in pending.items()
        if count
    ]


def about(desk: Desk, spaces: Sequence[SpaceName], topic: str) -> Recall:
    """What is known about a topic. While vectors are missing that would find it by its meaning, also what has a word of it."""
    view = desk.place.view(*spaces)
    found = view.recall(topic)
    notes = notes_of(desk, spaces, found)
    if found.hits or not notes:
        return found
    hits: dict[str, Hit] = {}
    for word in _words(topic):
        for hit in view.recall(word, k=HITS):
            hits.setdefault(hit.id, hit)
    if not hits:
        return found
    best = sorted(hits.values(), key=lambda hit: -hit.score)[:HITS]
    return replace(found, hits=tuple(best), degraded=(*notes, WORDS))


def _words(topic: str) -> list[str]:
    """Its words, longest first; no single characters and letters."""
    from perdure.text.analyzer import query_terms  # documented lazy load: only while vectors are missing

    words = [term for term in query_terms(topic) if len(term) > 2 or (len(term) == 2 and not term.isascii())]
    return sorted(words, key=len, reverse=True)[:WORDS_ASKED]
