"""What well-known models want to read before a query and before a passage."""

from __future__ import annotations

import re

NONE = ("", "")

_RULES = (
    (re.compile(r"bge-\w+-zh"), ("为这个句子生成表示以用于检索相关文章：", "")),
    (re.compile(r"bge-\w+-en"), ("Represent this sentence for searching relevant passages: ", "")),
    (re.compile(r"e5-(small|base|large)(?!.*instruct)"), ("query: ", "passage: ")),
)


def prefixes_of(model: str) -> tuple[str, str]:
    """The (query, passage) prefixes of a model known by its name; none where it is not known."""
    name = re.split(r"[\\/]", model)[-1].lower()
    return next((prefixes for pattern, prefixes in _RULES if pattern.search(name)), NONE)
