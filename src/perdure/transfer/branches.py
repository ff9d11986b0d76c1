"""Conversations that are trees: each edit and each new answer opens a branch."""

from __future__ import annotations

from collections.abc import Mapping


def path_to(leaf: object, parents: Mapping[str, object]) -> list[str]:
    """The ids from the root to the leaf; where parents go in a circle or are not there, from where the way back ends."""
    path: dict[str, None] = {}
    key = leaf
    while isinstance(key, str) and key in parents and key not in path:
        path[key] = None
        key = parents[key]
    return list(reversed(path))
