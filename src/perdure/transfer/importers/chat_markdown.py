"""Chats that were saved as Markdown or plain text: `## User`, `**Assistant:**`, `用户：`, and what each of them said.

Code between fences is left as it is, whatever it looks like. A title before the first mark names the conversation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2s
from pathlib import PurePosixPath

from perdure.domain.journal import Turn
from perdure.errors import InvalidText
from perdure.transfer.decoding import every_line
from perdure.transfer.found import Heard
from perdure.transfer.importers.importer import Importer
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.voices import left_behind, role_marked, said_at, titled

LONGEST = 1 << 20
"""Bytes of a line; a longer one is left out without being held in memory."""

_LARGEST = 8 << 20
"""Characters of a turn."""

_SEVERAL = 5
"""Files of a folder that are looked at; all of them have to be chats."""

_ENDINGS = (".md", ".markdown", ".txt")
_OPENING = 160
"""Characters of a line in which a mark has to stand."""

_NAME = r"(?P<name>[A-Za-z\u4e00-\u9fff][\w .\-]{0,30}?)"
_BEFORE = r"(?P<before>\[[^\]]{4,40}\]\s*)?"
_AFTER = r"(?P<after>\([^)]{4,40}\)|（[^）]{4,40}）)?"
_STYLES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"#{{1,6}} [^\w\s]{{0,4}}\s{{0,2}}{_NAME}[*:：]{{0,4}}(?P<after>\s*[(（\[—–|@,-].*|\s+\d.*)?",
        rf"{_BEFORE}[^\w\s*]{{0,3}}\s{{0,2}}\*\*{_NAME}\s{{0,2}}{_AFTER}\s{{0,2}}(?:[:：]\s?\*\*|\*\*\s{{0,2}}{_AFTER.replace('after', 'later')}\s?[:：])\s{{0,2}}(?P<said>.*)",
        rf"{_BEFORE}{_NAME}\s{{0,2}}{_AFTER}\s{{0,2}}[:：]\s{{0,2}}(?P<said>.*)",
    )
)
"""Headings, bold names, bare names: a file keeps to one of them, so that a `System:` inside of an answer is no mark."""

_TITLE = re.compile(r"#\s+(.{1,200})")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_RULE = re.compile(r"\s*(?:[-*_]\s*){3,}")
_AROUND = " \t()（）[]—–|@,*_-"
"""What stands around a time in a mark."""

_FIELD = re.compile(r"(title|date|created|created_at|time)\s{0,4}:(.{1,200})")


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """The beginning of a turn: whose it is, when, and what stands on the same line already."""

    role: str
    at: datetime | None
    said: str


def recognises(source: Source) -> bool:
    """Whether the first files have marks of at least two sides of a conversation."""
    files = _files(source)[:_SEVERAL]
    return bool(files) and all(style_of(source.prose(name)) is not None for name in files)


def read(source: Source, tally: Tally) -> Iterator[Heard | Skip]:
    """The turns of every file, each of which is a conversation."""
    files = _files(source)
    left_behind(source, files, tally)
    for name in files:
        style = style_of(source.prose(name))
        if style is None:
            yield skip_of(InvalidText("it has no marks of who speaks"), where=name)
            continue
        yield from _Chat(style=style, name=name, alone=source.alone).read(source, tally)


IMPORTER = Importer(name="chat-markdown", title="a chat saved as text", recognises=recognises, read=read)


def _files(source: Source) -> list[str]:
    return [name for name in source.names if source.alone or name.endswith(_ENDINGS)]


def style_of(start: str) -> int | None:
    """How a text that begins like this marks who speaks: the first style in which more than one side does; None without."""
    roles: list[set[str]] = [set() for _ in _STYLES]
    fences = Fences()
    for line in start.splitlines():
        if fences.code(line):
            continue
        for style, found in enumerate(roles):
            mark = mark_of(line, style)
            if mark is not None:
                found.add(mark.role)
    return next((style for style, found in enumerate(roles) if len(found) > 1), None)


class Fences:
    """Whether a line is code between fences, as far as the lines were shown to it in their order."""

    def __init__(self) -> None:
        self._fence = ""

    def code(self, line: str) -> bool:
        """Whether this line is, the fences themselves among them."""
        found = _FENCE.match(line)
        if found is None:
            return bool(self._fence)
        fence = found.group(1)
        if not self._fence:
            self._fence = fence
        elif fence.startswith(self._fence) and not line.strip().strip(fence[0]):
            self._fence = ""
        return True


def mark_of(line: str, style: int) -> Mark | None:
    """The turn that a line begins, in this style; None where it goes on with one."""
    opening, rest = line.rstrip()[:_OPENING], line.rstrip()[_OPENING:]
    found = _STYLES[style].fullmatch(opening)
    role = None if found is None else role_marked(found["name"])
    if found is None or role is None:
        return None
    parts = found.groupdict()
    stamp = parts.get("before") or parts.get("after") or parts.get("later") or ""
    return Mark(role=role, at=said_at(stamp.strip(_AROUND)), said=(parts.get("said") or "") + rest)


@dataclass(kw_only=True)
class _Chat:
    """A file while it is read: the turn that is open, its lines, and what was said before it."""

    style: int
    name: str
    alone: bool
    title: str | None = None
    at: datetime | None = None
    mark: Mark | None = None
    began: int = 0
    lines: list[str] = field(default_factory=list)
    size: int = 0
    turns: int = 0

    def read(self, source: Source, tally: Tally) -> Iterator[Heard | Skip]:
        """The turns of the file."""
        fences = Fences()
        for number, raw in every_line(source.plain(self.name), limit=LONGEST):
            if raw is None:
                yield skip_of(
                    InvalidText(f"it is longer than {LONGEST:,} bytes"), where=self._where(number), line=number
                )
                continue
            line = raw.decode("utf-8", "replace").rstrip("\r\n")
            mark = None if fences.code(line) else mark_of(line, self.style)
            if mark is None:
                self._go_on(line)
                continue
            yield from self._ended(tally)
            self.mark, self.began, self.lines, self.size = mark, number, [mark.said], len(mark.said)
        yield from self._ended(tally)

    def _go_on(self, line: str) -> None:
        if self.mark is None:
            self._preface(line)
            return
        self.size += len(line) + 1
        if self.size <= _LARGEST:
            self.lines.append(line)

    def _preface(self, line: str) -> None:
        """What stands before the first turn: a title, and when the conversation began."""
        title, named = _TITLE.fullmatch(line), _FIELD.fullmatch(line)
        if title is not None and self.title is None:
            self.title = title.group(1).strip()
        elif named is not None:
            value = named.group(2).strip().strip("'\"")
            if named.group(1) == "title":
                self.title = value
            else:
                self.at = said_at(value, self.at)

    def _ended(self, tally: Tally) -> Iterator[Heard | Skip]:
        """The turn that ends here."""
        if self.mark is None:
            return
        where, text = self._where(self.began), _trimmed(self.lines)
        if self.size > _LARGEST:
            yield skip_of(InvalidText(f"it is longer than {_LARGEST:,} characters"), where=where, line=self.began)
            return
        if not text:
            tally.dropped("turn", "it says nothing")
            return
        self.turns += 1
        self.at = self.mark.at or self.at
        tally.mapped("turn", "text, role")
        digest = blake2s(text.encode("utf-8", "replace"), digest_size=4).hexdigest()
        turn = Turn(
            text,
            speaker=self.mark.role,
            role=self.mark.role,
            at=self.at,
            session=self.title or PurePosixPath(self.name).stem,
            ref=f"T{self.turns}-{digest}",
            metadata=titled(self.title),
        )
        yield Heard(turn=turn, where=where, line=self.began, title=self.title)

    def _where(self, number: int) -> str:
        return f"line {number}" if self.alone else f"{self.name}, line {number}"


def _trimmed(lines: list[str]) -> str:
    """The lines of a turn without the blank ones and the rules around it."""
    begin, end = 0, len(lines)
    while begin < end and (not lines[begin].strip() or _RULE.fullmatch(lines[begin])):
        begin += 1
    while begin < end and (not lines[end - 1].strip() or _RULE.fullmatch(lines[end - 1])):
        end -= 1
    return "\n".join(lines[begin:end])
