"""Tables of turns, one a row: who speaks, when and what, by the names of the columns, in Chinese or English."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2s

from perdure.domain.journal import CHAT, Turn
from perdure.errors import ImportFailed, InvalidInput, InvalidText
from perdure.transfer.found import Heard
from perdure.transfer.importers.importer import Importer
from perdure.transfer.report import Skip, skip_of
from perdure.transfer.source import Source
from perdure.transfer.tally import Tally
from perdure.transfer.voices import role_marked, said_at, titled

LONGEST = 16 << 20
"""Characters of a field; what is longer is a quote that was never closed."""

_NAMES = {
    "text": "content text message body 内容 消息 文本 消息内容 聊天内容 正文 內容 訊息",
    "speaker": "speaker sender author from name 说话人 发言人 发送者 发件人 发送人 昵称 姓名 說話人 發言人 發送者",
    "role": "role 角色",
    "time": "time timestamp date datetime created_at sent_at 时间 日期 发送时间 时刻 日期时间 時間 發送時間",
    "session": "session session_id conversation conversation_id chat thread 会话 对话 会话id 對話",
    "ref": "id ref message_id 编号 序号 消息id 編號",
    "title": "title 标题 主题 標題",
    "channel": "channel 渠道",
}
_COLUMNS = {name: column for column, names in _NAMES.items() for name in names.split()}
_MEMORIES = {"memory", "kind", "importance", "记忆"}
"""A table with one of these holds memories, not turns."""

_DELIMITERS = ",\t;|，"


@dataclass(frozen=True, kw_only=True, slots=True)
class Header:
    """The first line of a table: how its fields are parted, and what each of its columns is for."""

    delimiter: str
    names: tuple[str, ...]

    @property
    def columns(self) -> dict[str, int]:
        """The place of each column that has a meaning; the first where two have the same."""
        found: dict[str, int] = {}
        for place, name in enumerate(self.names):
            meaning = _COLUMNS.get(_folded(name))
            if meaning is not None:
                found.setdefault(meaning, place)
        return found

    @property
    def times(self) -> tuple[int, ...]:
        """The columns with the time: some tables have the day in one and the hour in another."""
        return tuple(place for place, name in enumerate(self.names) if _COLUMNS.get(_folded(name)) == "time")

    @property
    def others(self) -> dict[str, int]:
        """The columns without a meaning, by their names."""
        known = {*self.columns.values(), *self.times}
        return {name: place for place, name in enumerate(self.names) if name and place not in known}

    @property
    def of_turns(self) -> bool:
        """Whether it says who speaks and what."""
        return (
            "text" in self.columns and not self.columns.keys().isdisjoint({"speaker", "role"}) and not self._of_memories
        )

    @property
    def _of_memories(self) -> bool:
        return not _MEMORIES.isdisjoint(map(_folded, self.names))


def recognises(source: Source) -> bool:
    """Whether it begins with the names of columns that say who speaks and what."""
    return source.alone and header_of(source.prose()) is not None


def read(source: Source, tally: Tally) -> Iterator[Heard | Skip]:
    """The turn of every row, or why it has none."""
    header = header_of(source.prose())
    if header is None:
        raise ImportFailed("the first line does not say in which columns the speaker and the text are")
    csv.field_size_limit(LONGEST)
    text = io.TextIOWrapper(source.plain(source.main), encoding="utf-8", errors="replace", newline="")
    before: datetime | None = None
    rows = _rows(text, header.delimiter)
    next(rows, None)
    for line, row in rows:
        try:
            if row is None:
                raise InvalidInput(f"a field is longer than {LONGEST:,} characters: a quote was not closed")
            heard = _heard(row, header, before, line, source.path.stem)
        except InvalidInput as error:
            yield skip_of(error, where=f"line {line}", line=line)
        else:
            before = heard.turn.at
            tally.record(dict(zip(header.names, row, strict=False)), mapped=_mapped(header))
            yield heard


IMPORTER = Importer(name="chat-csv", title="a table of turns", recognises=recognises, read=read)


def header_of(start: str) -> Header | None:
    """The header of a table of turns that begins like this; None where it is another, or no table."""
    line = start.lstrip("\ufeff\r\n").split("\n", 1)[0].rstrip("\r")
    for delimiter in _DELIMITERS:
        names = next(iter(_rows([line], delimiter)), (0, []))[1]
        found = Header(delimiter=delimiter, names=tuple(name.strip() for name in names or ()))
        if found.of_turns:
            return found
    return None


def _rows(text: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """The rows that are not empty, with the lines they end in; None for one that cannot be read."""
    reader = csv.reader(text, delimiter=delimiter)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield reader.line_num, None
            continue
        if any(cell.strip() for cell in row):
            yield reader.line_num, row


def _folded(name: str) -> str:
    return name.strip().casefold().replace(" ", "_")


def _mapped(header: Header) -> Mapping[str, str]:
    meanings = {place: meaning for meaning, place in header.columns.items()}
    return {name: meanings.get(place, "metadata") for place, name in enumerate(header.names)}


def _heard(row: list[str], header: Header, before: datetime | None, line: int, stem: str) -> Heard:
    """The turn of a row; raises InvalidInput with what is wrong."""
    cells = dict(enumerate(cell.strip() for cell in row))
    found = {meaning: cells.get(place, "") for meaning, place in header.columns.items()}
    if not found["text"]:
        raise InvalidText("it says nothing")
    speaker, role = _who(found)
    at, unread = _time(cells, header)
    rest = {name: cells[place] for name, place in header.others.items() if cells.get(place)}
    return Heard(
        turn=Turn(
            found["text"],
            speaker=speaker,
            role=role,
            at=at or before,
            session=found.get("session") or stem,
            ref=found.get("ref") or _ref(row, line),
            channel=found.get("channel") or CHAT,
            metadata={**titled(found.get("title")), **rest, **unread},
        ),
        where=f"line {line}",
        line=line,
        title=found.get("title") or None,
    )


def _who(found: Mapping[str, str]) -> tuple[str, str | None]:
    """The speaker, and the role as far as a word names one: a mark such as `me` is no name."""
    speaker, role = found.get("speaker", ""), found.get("role", "")
    known = role_marked(role or speaker or "user")
    return (speaker if speaker and role_marked(speaker) is None else known or role or "user"), known


def _time(cells: Mapping[int, str], header: Header) -> tuple[datetime | None, dict[str, str]]:
    """When it was said; what cannot be read as a time is kept as it stands."""
    stamps = [cells[place] for place in header.times if cells.get(place)]
    for stamp in (" ".join(stamps), *stamps):
        at = said_at(stamp)
        if at is not None:
            return at, {}
    return None, {"time": " ".join(stamps)} if stamps else {}


def _ref(row: list[str], line: int) -> str:
    """The same each time the file is read, and another for each row."""
    return f"R{line}-{blake2s(repr(row).encode('utf-8', 'replace'), digest_size=4).hexdigest()}"
