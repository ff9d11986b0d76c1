"""Stdin and stdout for the protocol alone; to be imported before anything that may print."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Ends:
    """The descriptors that the client is at."""

    incoming: int
    outgoing: int


def claim() -> Ends:
    """From here on whatever else prints, prints to stderr, and whatever else reads finds nothing; for as long as the process lives."""
    sys.stdout.flush()
    ends = Ends(incoming=os.dup(0), outgoing=os.dup(1))
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return ends
