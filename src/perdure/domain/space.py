"""The unit of privacy, ownership and storage."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perdure.errors import InvalidSpaceName

if TYPE_CHECKING:
    from pydantic_core import CoreSchema

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

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[Any], handler: Any) -> CoreSchema:
        """For whoever describes values with pydantic: it is written as its text."""
        from pydantic_core import core_schema  # documented lazy load: only the surfaces know pydantic

        return core_schema.no_info_plain_validator_function(
            cls.parse,
            json_schema_input_schema=core_schema.str_schema(),
            serialization=core_schema.to_string_ser_schema(),
        )
