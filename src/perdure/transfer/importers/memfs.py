"""Letta Code's memory: a folder of Markdown, `system/**` always before the agent, the rest read when it is needed.

A file is a block: its path without `.md` is the label, its front matter has a `description`, its body the text. `skills/NAME/SKILL.md`
is a procedure, `ARCHIVE.md` has what was retired. Perdure's own export has its records beside the files, in `perdure.jsonl`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

import frontmatter
import yaml

from perdure.domain.memory import Status
from perdure.errors import ImportFailed, InvalidInput, InvalidText
from perdure.transfer import loose
from perdure.transfer.found import Item
from perdure.transfer.importers import beside
from perdure.transfer.importers.beside import RECORDS
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importers.letta.blocks import Block, statements
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally

SYSTEM = "memfs"
LARGEST = 8 << 20
"""Bytes of a file."""

ARCHIVE = "ARCHIVE"

_KEYS = {"description", "read_only", "limit", "metadata"}
_SKILL_KEYS = {"name", "description", "read_only", "license", "version", "metadata"}
_FEW = 8


def recognises(source: Source) -> bool:
    """Whether there is a folder `system` whose files have a description, and nothing that other notes have, before their text."""
    if source.alone:
        return False
    root = _root(source)
    inside = [] if root is None else [name for name in _files(source, root) if name[len(root) :].startswith("system/")]
    heads = [_front(source.head(name)) for name in inside[:_FEW]]
    return bool(heads) and all(
        front is not None and "description" in front and front.keys() <= _KEYS for front in heads
    )


def read(source: Source, tally: Tally) -> Iterator[Item]:
    """The statements of every file, in the order of their names."""
    root = _root(source)
    if root is None:
        raise ImportFailed(f"{source.path} has no folder `system` with Markdown in it")
    own = beside.memories(source, f"{root}{RECORDS}")
    yield from beside.entries(source, f"{root}{RECORDS}", tally)
    owner = _owner(source, root)
    for name in _files(source, root):
        path = name[len(root) :]
        label = _label(path)
        if label is None:
            source.taken(name)
            tally.dropped("skill file", "a file of a skill beside its text")
            continue
        try:
            record = {"id": path, "label": label, **_block(source, name)}
            record |= {"metadata": {loose.CARRIED: own[path]}} if path in own else {}
            status = Status.ARCHIVED if label == ARCHIVE else Status.ACTIVE
            yield from statements(Block(system=SYSTEM, record=record, where=name, owner=owner, status=status), tally)
        except InvalidInput as error:
            yield skip_of(error, where=name)
    others = [name for name in source.names if not name.endswith(".md") and not name.endswith(RECORDS)]
    source.taken(*others)
    tally.without(["file"] * len(others), "no Markdown")


IMPORTER = Importer(name=SYSTEM, title="a Letta Code memory folder", recognises=recognises, read=read)


def _root(source: Source) -> str | None:
    """What stands before `system/` in the names, the shortest of them."""
    parents = {name[: name.index("system/")] for name in source.names if _in_system(name)}
    return min(parents, key=len, default=None)


def _in_system(name: str) -> bool:
    return name.endswith(".md") and "system" in PurePosixPath(name).parts[:-1] and f"/{name}".find("/system/") >= 0


def _files(source: Source, root: str) -> list[str]:
    return [name for name in source.names if name.startswith(root) and name.endswith(".md")]


def _label(path: str) -> str | None:
    """The label of a file; None for what belongs to a skill and is not its text."""
    if path.startswith("skills/"):
        parts = path.split("/")
        return f"skills/{parts[1]}" if len(parts) == 3 and parts[2] == "SKILL.md" else None
    return path.removesuffix(".md")


def _owner(source: Source, root: str) -> str | None:
    """The id of the agent, where the folders tell it: `agents/ID/memory`."""
    parts = (
        [*source.path.parts, *PurePosixPath(root).parts] if source.path.is_dir() else list(PurePosixPath(root).parts)
    )
    named = len(parts) >= 2 and parts[-1] == "memory" and parts[-2].startswith("agent-")
    return parts[-2] if named else None


def _front(raw: bytes) -> dict[str, Any] | None:
    """The fields before a text; None where there are none that can be read."""
    try:
        front, _body = frontmatter.parse(raw.decode("utf-8"))
    except (UnicodeDecodeError, yaml.YAMLError, ValueError, RecursionError):
        return None
    return front or None


def _block(source: Source, name: str) -> dict[str, Any]:
    """The body and the fields of a file; a front matter that is none belongs to the body."""
    if source.members[name].size > LARGEST:
        raise InvalidText(f"it is larger than {LARGEST:,} bytes")
    with source.text(name) as stream:
        raw = stream.read()
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InvalidText(f"it is not UTF-8: {error.reason} at byte {error.start + 1}") from error
    try:
        front, body = frontmatter.parse(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        front, body = {}, text
    known = {str(key): value for key, value in front.items() if key in _KEYS | _SKILL_KEYS}
    others = {str(key): value for key, value in front.items() if str(key) not in known}
    return {**loose.record_of(known), **({"front_matter": loose.record_of(others)} if others else {}), "value": body}
