"""Which conversation messages belong to, where nobody names it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from perdure.domain.journal import Turn, role_of

if TYPE_CHECKING:
    from perdure.app import Space

OPENING = 3
"""Messages at the beginning of a conversation by which it is known again."""

LOOKED_AT = 200
"""Sessions of the journal, the last that began, among which the conversation is looked for."""

LONGEST = 1_000


def session_of(space: Space, turns: Sequence[Turn]) -> str:
    """The session that the journal has these turns under, or the beginning of them; else one that is theirs alone: the same turns
    again, or with more behind them, belong to the same one."""
    opening = "\n".join(f"{turn.speaker}: {turn.text}" for turn in turns[:OPENING])
    own = f"ses_{sha256(opening.encode(errors='replace')).hexdigest()[:26]}"
    there = [each.id for each in space.sessions()]
    if own in there or not turns:
        return own
    said = _said(space, turns)
    return next((name for name in islice(reversed(there), LOOKED_AT) if _begins(space, name, said)), own)


def _said(space: Space, turns: Sequence[Turn]) -> list[tuple[str, str]]:
    """Who said what, as the journal of the space has it."""
    from perdure.capture.echo import without_echo  # documented lazy load: what only the end of a conversation needs
    from perdure.capture.intake import Intake

    intake = Intake(space=space.name, policy=space.policy(), zone=UTC, now=datetime.now(UTC))
    texts = [(role_of(turn), without_echo(turn.text)) for turn in turns[:LONGEST]]
    return [(role, intake.guarded(text).strip()) for role, text in texts if text.strip()]


def _begins(space: Space, session: str, said: Sequence[tuple[str, str]]) -> bool:
    """Whether a session and what is said now begin alike, as far as both go."""
    found = [
        (entry.role, entry.text.strip()) for entry in space.entries(session=session, limit=min(OPENING, len(said)))
    ]
    if not said or found != list(said[: len(found)]) or len(found) < min(OPENING, len(said)):
        return False
    whole = [(entry.role, entry.text.strip()) for entry in space.entries(session=session, limit=len(said))]
    return whole == list(said[: len(whole)])
