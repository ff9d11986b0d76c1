"""What an archive says of itself: its form, whose it is, and what each part must be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from perdure.domain.space import SpaceName
from perdure.errors import ArchiveTooNew, InvalidValue
from perdure.transfer.fields import Fields

FORMAT = "perdure-archive"

VERSION = 1
"""Counts up where an older Perdure could not read an archive any more."""

NAME = "manifest.json"

POLICY = "policy.json"

PARTS: Mapping[str, str] = {
    "policy": POLICY,
    **{
        part: f"{part}.jsonl"
        for part in (
            *("journal", "memories", "permanent", "history", "slots", "links"),
            *("review", "sightings", "distilled", "recalls", "foreign"),
        )
    },
}
"""The file of each part, in the order they have in an archive; the manifest is the last one, for it tells of all of them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A part as it was written: the SHA-256 of its bytes, how many those are, and how many records."""

    name: str
    sha256: str
    bytes: int
    records: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    """The space, the embedder that its vectors are of, and the parts. Nothing in it depends on when or where it was written."""

    space: SpaceName
    embedder: str | None
    parts: tuple[Part, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many records each part has."""
        return {name: part.records for name, part in zip(PARTS, self.parts, strict=True)}

    def encoded(self) -> bytes:
        """As it stands in an archive."""
        document = {
            "format": FORMAT,
            "version": VERSION,
            "space": str(self.space),
            "embedder": self.embedder,
            "parts": [
                {"name": part.name, "records": part.records, "bytes": part.bytes, "sha256": part.sha256}
                for part in self.parts
            ],
        }
        return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def manifest_of(document: Any) -> Manifest:
    """What was read as a manifest; raises InvalidInput with what is wrong, ArchiveTooNew for one of a later version."""
    fields = Fields(document, UTC)
    if fields.text("format") != FORMAT:
        raise InvalidValue(f"format is {FORMAT}; this one is not")
    version = fields.whole("version", 0)
    if version < 1:
        raise InvalidValue("version is missing, or is none that there ever was")
    if version > VERSION:
        raise ArchiveTooNew(f"the archive is of version {version}, and this Perdure reads up to {VERSION}; upgrade it")
    found = Manifest(
        space=SpaceName.parse(fields.text("space")),
        embedder=fields.maybe_text("embedder"),
        parts=tuple(_part(each) for each in fields.mappings("parts")),
    )
    fields.end(strict=True)
    if [part.name for part in found.parts] != list(PARTS.values()):
        raise InvalidValue(f"parts are {', '.join(PARTS.values())}, in this order; these are not")
    return found


def _part(record: Mapping[str, Any]) -> Part:
    fields = Fields(record, UTC, inside="parts.")
    found = Part(
        name=fields.name("name"),
        sha256=fields.name("sha256"),
        bytes=fields.whole("bytes", 0),
        records=fields.whole("records", 0),
    )
    fields.end(strict=True)
    return found
