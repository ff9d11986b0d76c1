"""The kinds of values that requests are made of. What they may be beyond their type, the facade says."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, WithJsonSchema
from pydantic_core import PydanticCustomError

T = TypeVar("T")


class Model(BaseModel):
    """Takes its fields and no others, as they are: "5" is no number."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)

    def given(self, *without: str) -> dict[str, Any]:
        """The fields that the request has, by name; a missing one is something else than null."""
        return {name: getattr(self, name) for name in self.model_fields_set if name not in without}


def written(value: object) -> object:
    """A time as text, in ISO 8601; a bare number would be taken for seconds."""
    if not isinstance(value, str) or "-" not in value[1:]:
        raise PydanticCustomError("moment", "a time is written in ISO 8601, as in 2026-03-01T09:00:00+08:00")
    return value


Moment = Annotated[datetime, Strict(False), BeforeValidator(written)]
"""A time in ISO 8601; without an offset it is in the store's timezone."""

Fraction = Annotated[float, WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1})]
Days = Annotated[float, WithJsonSchema({"type": "number", "exclusiveMinimum": 0})]
Seconds = Annotated[float, WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": 86_400})]
Count = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 10_000})]
Tokens = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1})]
Version = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1})]

Some = Annotated[list[T], Field(max_length=1_000, fail_fast=True)]
"""A list as long as any that means something; what is wrong is told of the first item that is."""

Names = str | Some[str]
"""One name or several."""

Json = dict[str, Any]

SpaceField = Annotated[
    str | None,
    Field(
        description="`user/NAME`, `project/NAME` or `global`. Left out: the one space that the token may write.",
        examples=["user/alice", "project/订单"],
    ),
]
"""The space that a request is about."""
