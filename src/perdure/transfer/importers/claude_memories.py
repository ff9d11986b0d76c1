"""What Claude itself noted of a person and of their projects: `memories.json` of its export, or a file an account.

Each is Markdown under headings, which it often writes as lines in bold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText
from perdure.transfer.decoding import decoded, elements
from perdure.transfer.found import Statement
from perdure.transfer.loose import Record, digest, mapping, name_of, text_of
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.vault import in_context, pieces

LARGEST = 16 << 20
"""Bytes of what is noted of one account."""

MARK = "conversations_memory"
"""The field that only such a file has."""

_MEMBER = re.compile(r"(?:.*/)?memories(?:\.json|/[^/]+\.json)")
_PROJECTS = re.compile(r"(?:.*/)?projects(?:\.json|/[^/]+\.json)")
_BOLD = re.compile(r"^\*\*([^*\n]+)\*\*[ \t]*$", re.MULTILINE)
_MAPPED = {MARK: "text", "project_memories": "text", "account_uuid": "owner"}


def files(source: Source) -> list[str]:
    """The files of an export that have notes in them."""
    if source.alone:
        return [source.main] if MARK in source.first_keys() else []
    return [name for name in source.names if _MEMBER.fullmatch(name)]


def project_files(source: Source) -> list[str]:
    """The files of an export that have its projects in them."""
    return [] if source.alone else [name for name in source.names if _PROJECTS.fullmatch(name)]


def read(source: Source, names: list[str], tally: Tally) -> Iterator[Statement | Skip]:
    """A statement for every paragraph and every item of a list."""
    projects = dict(_projects(source))
    for name in names:
        for number, raw in enumerate(elements(source.text(name), limit=LARGEST), 1):
            where = f"{name}, account {number}"
            try:
                yield from _account(_value(raw), where, projects, tally)
            except InvalidInput as error:
                yield skip_of(error, where=where)


def _value(raw: bytes | None) -> Record:
    if raw is None:
        raise InvalidText(f"it is larger than {LARGEST:,} bytes")
    found = decoded(raw)
    if not isinstance(found, Mapping):
        raise InvalidInput("it is no record of what was noted")
    return found


def _account(found: Record, where: str, projects: Mapping[str, str], tally: Tally) -> Iterator[Statement]:
    tally.record(found, mapped=_MAPPED)
    owner, rest = name_of(found.get("account_uuid")), {k: v for k, v in found.items() if k not in _MAPPED}
    told: list[tuple[str | None, object]] = [(None, found.get(MARK)), *mapping(found.get("project_memories")).items()]
    for project, text in told:
        title = None if project is None else projects.get(project, project)
        for piece in pieces(_BOLD.sub(r"## \1", text_of(text))):
            path = (*(() if title is None else (title,)), *piece.path)
            yield Statement(
                system="claude",
                id=digest(owner, project, *piece.path, piece.text),
                text=in_context(piece.text, path),
                where=where if title is None else f"{where}, project {title}",
                record={
                    "account_uuid": owner,
                    "project": project,
                    "path": list(piece.path),
                    "text": piece.text,
                    **rest,
                },
                owner=owner,
                kind=piece.kind(),
                tool="claude",
                metadata={} if title is None else {"project": title},
            )
            rest = {}


def _projects(source: Source) -> Iterator[tuple[str, str]]:
    """The name of each project by its id, as far as they can be read."""
    for name in project_files(source):
        for raw in elements(source.text(name), limit=LARGEST):
            try:
                found = _value(raw)
            except InvalidInput:
                continue
            identity, title = name_of(found.get("uuid")), name_of(found.get("name"))
            if identity and title:
                yield identity, title
