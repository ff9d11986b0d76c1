"""What a newer statement is to an older one: a pure decision over their claims."""

from __future__ import annotations

from collections.abc import Sequence

from perdure.text.claims.claim import Claim, Meeting


def meeting(new: Sequence[Claim], old: Sequence[Claim]) -> Meeting:
    """The strongest thing that any claim of the newer statement is to any of the older one."""
    _ = new, old
    return Meeting.APART
