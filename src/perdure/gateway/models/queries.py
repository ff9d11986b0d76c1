"""What the looks take in the query string. Lists repeat their parameter."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from perdure.domain import memory
from perdure.errors import InvalidValue
from perdure.gateway.models.types import Moment, SpaceField


class Look(BaseModel):
    """A look at one space; a parameter that does not exist is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    space: SpaceField = None

    def given(self, *without: str) -> dict[str, Any]:
        """The parameters that the request has."""
        return {name: getattr(self, name) for name in self.model_fields_set if name not in ("space", *without)}


Limit = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 10_000})]


class Listing(Look):
    """A page of a list."""

    limit: Limit = 100
    cursor: str | None = Field(default=None, description="`next` of the page before.")


def named(names: list[str]) -> list[str] | str:
    """Names as the facade takes them: `all` alone stands for every one."""
    return "all" if names == ["all"] else names


class Memories(Listing):
    """Which memories."""

    statuses: list[str] = Field(default=["active"], description="active, superseded, review, archived, forgotten; all.")
    kinds: list[str] = Field(default=[])
    tags: list[str] = Field(default=[])
    now: Moment | None = None

    def options(self) -> dict[str, Any]:
        """What `list` takes."""
        return self.given() | {"statuses": named(self.statuses)}


class Entries(Listing):
    """Which entries of the journal."""

    session: str | None = None
    since: Moment | None = None
    until: Moment | None = None
    speaker: str | None = None


class Reviews(Listing):
    """Which reviews."""

    states: list[str] = Field(default=["open"], description="open, accepted, rejected, edited, lapsed; all.")
    questions: list[str] = Field(default=[], description="conflict, promotion, expiry, import.")
    memory: str | None = Field(default=None, description="The id of a memory they are about.")

    def options(self) -> dict[str, Any]:
        """What `review.list` takes."""
        return self.given() | {"states": named(self.states)}


class PermanentMemories(Listing):
    """Which permanent memories."""

    kinds: list[str] = Field(default=[], description="profile, boundary, role.")
    statuses: list[str] = Field(default=["active"], description="As in memories.")

    def options(self) -> dict[str, Any]:
        """What `permanent.list` takes."""
        return self.given() | {"statuses": named(self.statuses)}


class InSlot(Look):
    """The slot whose current memory is wanted."""

    slot: str = Field(examples=["城市"], description="The attribute.")
    subject: str | None = Field(default=None, description="Whose; the owner's where it is left out.")

    @property
    def wanted(self) -> str | memory.Slot:
        """As the facade takes it."""
        return self.slot if self.subject is None else memory.Slot(self.subject, self.slot)


class OneSpace(BaseModel):
    """The space that is meant, which has to be named."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    space: str = Field(examples=["project/orders"])


class At(Look):
    """A moment to look from."""

    now: Moment | None = None


_MAPPED = re.compile(r"(.*)=((?:user|project)/.*|global)", re.DOTALL)
"""An owner may have = in its name, and so may a space: it is the last one before a space that divides them."""


class Stage(BaseModel):
    """What is known of a file that is imported."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    space: str | None = Field(
        default=None,
        examples=["user/alice"],
        description="Where everything goes. Left out: each owner to `user/OWNER`; one, or none, to the token's home.",
    )
    map: list[str] = Field(
        default=[], description="OLD=SPACE, which sends an owner to a space; `*` stands for every other one."
    )
    format: str | None = Field(default=None, description="The importer; left out, the content decides.")
    name: str | None = Field(default=None, examples=["conversations.json"], description="Of the file, without folders.")

    def mapping(self) -> dict[str, str] | None:
        """The owners that are sent somewhere. Raises InvalidValue."""
        found: dict[str, str] = {}
        for number, pair in enumerate(self.map, 1):
            mapped = _MAPPED.fullmatch(pair)
            if mapped is None:
                raise InvalidValue(f"a map is OLD=SPACE, as in alice=user/me, which the {number}. is not")
            found[mapped[1]] = mapped[2]
        return found or None


class Items(BaseModel):
    """Which items of an import."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    verdicts: list[str] = Field(
        default=[], description="new, known, differs, repeats, supersedes, superseded, conflict, refused."
    )
    decisions: list[str] = Field(default=[], description="keep, drop, edit.")
    limit: Limit = 100
    cursor: str | None = Field(default=None, description="`next` of the page before.")


class Snapshots(BaseModel):
    """Whose snapshots."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    space: str | None = Field(
        default=None, examples=["user/alice"], description="Left out: of every space that the token may read."
    )


class Diff(BaseModel):
    """What a snapshot is compared with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    other: str | None = Field(
        default=None, description="Another snapshot of the space; left out, the space as it is now."
    )


class Draft(Look):
    """How many questions to make."""

    limit: Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 1_000})] = 20
