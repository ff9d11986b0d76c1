"""Folders of Markdown: notes with their front matter, taken apart into what each piece says, and names for files of our own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any

import yaml

from perdure.domain.staging import Skip
from perdure.errors import InvalidInput, InvalidText
from perdure.transfer.loose import digest, kind_of, record_of, tags_of, written_at
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source

LARGEST = 64 << 20
"""Bytes of a note."""

SUFFIXES = (".md", ".markdown")
OURS = "perdure"
"""The key of the front matter by which Perdure knows its own notes again."""

_FEW = 20
"""Notes that are enough to know a format by."""

_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_CREATED = "created created_at date 创建时间 日期".split()
_MODIFIED = "modified updated updated_at last_modified 更新时间".split()
_DAILY = re.compile(r"\d{4}-\d{2}-\d{2}")

_BREAK = re.compile(r"\r\n|\r|\n")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
_CLOSING = re.compile(r"[ \t]#+\Z")
_ITEM = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)")
_TASK = re.compile(r"\[(.)\][ \t]+(.*)", re.DOTALL)
_QUOTE = re.compile(r" {0,3}> ?(.*)")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}")
_GENERIC = frozenset(
    "note notes memory memories fact facts observation observations relation relations readme index inbox misc general todo "
    "log diary journal about preferences decisions tasks events rules 笔记 记忆 事实 备忘 杂项 日记 日志 偏好 决定 任务 待办 规则".split()
)
_DONE = frozenset("xX-")
_OUTER = 6
"""List items above another that are still its context."""

_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)")
_LONGEST = 80
"""Bytes of a file name without its ending, for disks allow 255 and paths on Windows hardly more; and characters of a heading that
is still one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """One file: its name in the folder, its title, its front matter and the text below it."""

    name: str
    title: str
    body: str
    meta: Mapping[str, Any] = field(default_factory=dict)
    first_line: int = 1
    """The number of the line that the body begins with."""
    problem: str = ""
    """What is wrong with its front matter, which is text like the rest then."""

    @property
    def created(self) -> datetime | None:
        """When it was written: by its front matter, or the day that it is named for."""
        named = next((at for key in _CREATED if (at := written_at(self.meta.get(key))) is not None), None)
        return named or (written_at(self.title) if _DAILY.fullmatch(self.title) else None)

    @property
    def modified(self) -> datetime | None:
        """When its front matter says that it was changed last."""
        return next((at for key in _MODIFIED if (at := written_at(self.meta.get(key))) is not None), None)

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of its front matter."""
        return tuple(dict.fromkeys((*tags_of(self.meta.get("tags")), *tags_of(self.meta.get("tag")))))


class Form(StrEnum):
    """What a piece of Markdown is."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    CODE = "code"
    QUOTE = "quote"


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """One thing that a note says, the headings and list items it stands below, and its line."""

    form: Form
    text: str
    line: int
    path: tuple[str, ...] = ()
    done: bool | None = None
    """Whether it is a task that is done; None where it is no task."""

    def kind(self) -> str | None:
        """The kind that is certain: an open task, or what a heading that names a kind says."""
        if self.done is not None:
            return "task"
        if self.form is Form.CODE:
            return None
        return next((kind for heading in reversed(self.path) if (kind := kind_of(heading)) is not None), None)


def notes(source: Source) -> Iterator[Note | Skip]:
    """Every note of a folder, or the one that a file is."""
    for name in names(source):
        try:
            found = note(name, _text(source, name))
            if found.problem:
                yield skip_of(InvalidInput(found.problem), where=name)
            yield found
        except InvalidInput as error:
            yield skip_of(error, where=name)


def _text(source: Source, name: str) -> str:
    with source.plain(name) as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InvalidText(f"it is larger than {LARGEST:,} bytes")
    if b"\0" in content:
        raise InvalidText("it is no text")
    return content.decode("utf-8", "replace").lstrip("\ufeff")


def names(source: Source) -> list[str]:
    """The files that are notes; a file alone is one whatever it is called."""
    if source.alone:
        return [source.main]
    return [name for name in source.names if name.casefold().endswith(SUFFIXES) and "/." not in f"/{name}"]


def some(source: Source) -> list[Note]:
    """The first notes, as far as their beginnings go, to know a format by."""
    beginnings = ((name, source.prose(name)) for name in names(source)[:_FEW])
    return [note(name, _closed(text)) for name, text in beginnings if text]


def _closed(text: str) -> str:
    """A beginning whose front matter goes on for longer, as if it ended here."""
    return f"{text}\n---\n" if "\nmemories: |\n" in text and _FRONT.match(text) is None else text


def note(name: str, text: str) -> Note:
    """A file taken apart into front matter and the rest."""
    title = PurePosixPath(name).stem
    found = _FRONT.match(text)
    if found is None:
        return Note(name=name, title=title, body=text)
    try:
        meta = _front_matter(found.group(1))
    except InvalidInput as error:
        return Note(name=name, title=title, body=text, problem=str(error))
    if meta is None:
        return Note(name=name, title=title, body=text)
    named = meta.get("title")
    return Note(
        name=name,
        title=named.strip() if isinstance(named, str) and named.strip() else title,
        body=text[found.end() :],
        meta=meta,
        first_line=1 + found.group().count("\n"),
    )


def _front_matter(text: str) -> dict[str, Any] | None:
    """The values of front matter as texts and lists; None where lines that look like it are prose between two rules."""
    try:
        loaded = yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506  it makes texts and no objects
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise InvalidInput("its front matter is no YAML") from error
    if loaded and not isinstance(loaded, Mapping):
        return None
    return record_of(loaded or {})


def pieces(body: str, *, first_line: int = 1) -> Iterator[Piece]:
    """What a text in Markdown says, one after another: paragraphs, list items, quotes, and blocks of code as they are."""
    return _Parsing(first_line).pieces(body)


class _Parsing:
    """Goes through a text line by line, and holds the piece that is being put together."""

    def __init__(self, first_line: int) -> None:
        self._number = first_line - 1
        self._headings: list[tuple[int, str]] = []
        self._items: list[tuple[int, str]] = []
        self._held: list[str] = []
        self._form = Form.PARAGRAPH
        self._line = first_line
        self._fence = ""
        self._commented = False
        self._indent = 0

    def pieces(self, body: str) -> Iterator[Piece]:
        """Every piece of the text."""
        for line in _BREAK.split(body):
            self._number += 1
            if self._fence:
                yield from self._code(line)
            else:
                shown = self._shown(line)
                yield from self._next(shown) if shown or not line else ()
        yield from self._end()

    def _shown(self, line: str) -> str:
        """The line without comments, which may begin on one and end on a later one."""
        if not self._commented and "<!--" not in line:
            return line
        shown, rest = "", line
        while rest:
            mark = "-->" if self._commented else "<!--"
            before, found, rest = rest.partition(mark)
            shown += "" if self._commented else before
            self._commented ^= bool(found)
        return shown.rstrip()

    def _code(self, line: str) -> Iterator[Piece]:
        self._held.append(line)
        if line.strip().startswith(self._fence) and not line.strip().strip(self._fence[0]):
            self._fence = ""
            yield from self._end()

    def _next(self, line: str) -> Iterator[Piece]:
        text = line.expandtabs(4)
        if not text.strip():
            yield from self._end()
        elif fence := _FENCE.fullmatch(text):
            yield from self._begin(Form.CODE, line)
            self._fence = fence.group(1)
        elif heading := _HEADING.fullmatch(text):
            yield from self._end()
            level = len(heading.group(1))
            self._headings = [each for each in self._headings if each[0] < level]
            self._headings.append((level, _CLOSING.sub("", heading.group(2).rstrip()).strip()))
            self._items = []
        elif _RULE.fullmatch(text):
            yield from self._end()
        elif item := _ITEM.fullmatch(text):
            yield from self._begin(Form.ITEM, item.group(2), indent=len(item.group(1)))
        elif quote := _QUOTE.fullmatch(text):
            yield from self._go_on(Form.QUOTE, quote.group(1))
        elif self._form is Form.ITEM and (self._held or text.startswith("  ")):
            yield from self._go_on(Form.ITEM, text.strip())
        else:
            yield from self._go_on(Form.PARAGRAPH, text.strip())

    def _begin(self, form: Form, text: str, *, indent: int = 0) -> Iterator[Piece]:
        yield from self._end()
        if form is Form.ITEM or not text.startswith(" "):
            self._items = [each for each in self._items if form is Form.ITEM and each[0] < indent]
        self._form, self._held, self._line, self._indent = form, [text], self._number, indent

    def _go_on(self, form: Form, text: str) -> Iterator[Piece]:
        if self._held and self._form is form:
            self._held.append(text)
        else:
            yield from self._begin(form, text)

    def _end(self) -> Iterator[Piece]:
        text, self._held = "\n".join(self._held).strip("\n"), []
        if not text.strip():
            return
        path = (*(title for _, title in self._headings), *(title for _, title in self._items))
        task = _TASK.fullmatch(text) if self._form is Form.ITEM else None
        said = task.group(2) if task else text
        if self._form is Form.ITEM:
            self._items.append((self._indent, said.split("\n", 1)[0].rstrip(":：")))
            del self._items[:-_OUTER]
        yield Piece(
            form=self._form,
            text=said,
            line=self._line,
            path=path,
            done=task and task.group(1) in _DONE if task else None,
        )


def in_context(text: str, path: Sequence[str]) -> str:
    """A text that can be understood, and found, without the headings it stands below: the last two that it does not name."""
    telling = [title for title in path if not _says_nothing(title)]
    missing = [title for title in telling[-2:] if title.casefold() not in text.casefold() and len(title) <= _LONGEST]
    if not missing or telling[-1] not in missing:
        return text
    return f"{' · '.join(missing)}: {text}"


def _says_nothing(title: str) -> bool:
    """Whether a title does not say what a text below it is about."""
    word = title.strip().casefold()
    return not word or word in _GENERIC or kind_of(word) is not None or written_at(title) is not None


def unsafe(path: str) -> bool:
    """Whether a path leads out of the folder that it belongs to, on any system."""
    steps = path.replace("\\", "/").split("/")
    drive = len(path) > 1 and path[1] == ":"
    return not path.strip() or drive or "\\" in path or path.startswith("/") or ".." in steps or "\0" in path


def file_name(text: str) -> str:
    """A name that every disk takes, another one for every text: what a disk may take for something else is percent-encoded."""
    safe = "".join(char if _safe(char) else _encoded(char) for char in text)
    if _RESERVED.fullmatch(safe) or not safe:
        safe = f"%{safe}"
    if len(safe.encode()) > _LONGEST:
        safe = f"{safe.encode()[:48].decode('utf-8', 'ignore')}~{digest(text)}"
    return safe


def _safe(char: str) -> bool:
    if char.isascii():
        return char.islower() or char.isdigit() or char in "-_"
    plainly = char.isalnum() and unicodedata.normalize("NFKD", char) == char
    return plainly and char == char.casefold() == char.lower() == char.upper().lower()


def _encoded(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


def yaml_text(text: str) -> str:
    """A text as YAML, on one line, whatever is in it."""
    escaped = (_escape(char) for char in text)
    return f'"{"".join(escaped)}"'


def _escape(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if (
        char >= " "
        and not "\x7f" <= char <= "\xa0"
        and char not in "\u2028\u2029\ufeff\ufffe\uffff"
        and not "\ud800" <= char <= "\udfff"
    ):
        return char
    return f"\\u{ord(char):04x}"
