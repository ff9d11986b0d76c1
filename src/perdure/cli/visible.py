"""What may reach a terminal."""

from __future__ import annotations

import re

_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """Text that cannot move the cursor, change a colour or turn the direction of writing."""
    return _UNSEEN.sub("\ufffd", text)
