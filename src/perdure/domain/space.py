"""The unit of privacy, ownership and storage."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from perdure.errors import InvalidSpaceName

MAX_NAME = 255
"""Longest NAME, in characters."""

_SCOPES = ("user", "project")


@dataclass(frozen=True, slots=True, order=True)
class SpaceName:
    """`user/NAME`, `project/NAME` or `global`; NAME is any string and is compared exactly."""

    scope: str
    name: str

    def __str__(self) -> str:
        return f"{self.scope}/{self.name}" if self.name else self.scope

    @classmethod
    def parse(cls, text: str | SpaceName) -> SpaceName:
        """Read a space name; raises InvalidSpaceName with the reason."""
        if isinstance(text, SpaceName):
            return text
        if not isinstance(text, str):
            raise InvalidSpaceName(f"a space name is a string, not {type(text).__name__}")
        if text == "global":
            return cls("global", "")
        scope, slash, name = text.partition("/")
        if scope not in _SCOPES or not slash:
            raise InvalidSpaceName(f"{text[:80]!r} is not a space; write user/NAME, project/NAME or global")
        if not name.strip():
            raise InvalidSpaceName(f"the space {scope}/ has no name; write {scope}/NAME")
        if len(name) > MAX_NAME:
            raise InvalidSpaceName(f"a space name has at most {MAX_NAME} characters, this one has {len(name)}")
        if any(unicodedata.category(char) in ("Cc", "Cs") for char in name):
            raise InvalidSpaceName("a space name has no control characters")
        return cls(scope, name)
