"""How Perdure writes its memories into plain files, so that it knows again what nobody has changed there.

A memory stands in such a file twice: as people read it, and as a record with everything. Read again, a record holds as long as what
people read is still what would be written for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from perdure.transfer.loose import digest, structure

Record = Mapping[str, Any]

MARKDOWN = "markdown/1"
"""What the front matter of our Markdown has as `perdure`."""

BASIC = "basic-memory/1"
"""The same of a note for basic-memory."""

_TAG = re.compile(r"<([A-Za-z/!?])")
_ESCAPED_TAG = re.compile(r"\\<([A-Za-z])|<\\([/!?])")
_BRACKETS = re.compile("[<>]")
_PLAIN_ID = re.compile(r"[A-Za-z0-9_]{1,200}")
_UNSEEN = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff\\ud800-\\udfff]")


def json_line(value: object) -> str:
    """A value as JSON on one line, whatever a program takes for the end of a line."""
    return _escaped(_UNSEEN, json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def written(record: Record) -> str:
    """A record as JSON on one line, fit for a comment of HTML and for YAML: without the brackets of tags as well."""
    return _escaped(_BRACKETS, json_line(record))


def _escaped(unfit: re.Pattern[str], text: str) -> str:
    return unfit.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def records(block: object) -> Iterator[dict[str, Any]]:
    """The records in a block of lines; a line that was broken is passed over, what it stood for is a statement then."""
    for line in block.split("\n") if isinstance(block, str) else ():
        found = structure(line)
        if isinstance(found, dict) and isinstance(found.get("text", found.get(CHECK)), str):
            yield found


def item(record: Record, day: str) -> str:
    """A memory as an item of a list in Markdown, which it cannot break out of."""
    return trimmed(f"- {day} {_in_item(str(record.get('text')))}")


def item_text(said: str) -> str:
    """The text of an item, without its day and its id, as it was before it was fit for one."""
    return untagged(trimmed("\n".join(line.removeprefix("  ") for line in said.strip().split("\n"))))


def in_short(record: Record, day: str) -> Record:
    """The record of a memory without its text, where its item gives that back to the letter; `check` tells whether it still does."""
    text = str(record.get("text"))
    if item_text(item(record, day).removeprefix(f"- {day} ")) != text:
        return record
    return {**{name: value for name, value in record.items() if name != "text"}, CHECK: check([text])}


def in_full(record: Record, day: str, said: str) -> dict[str, Any] | None:
    """The record of an item that says what it said when it was written; None for one that was changed."""
    if not record or not on(record, day):
        return None
    text = record.get("text")
    if text is not None:
        return dict(record) if item(record, day) == trimmed(f"- {day} {said}") else None
    text = item_text(said)
    rest = {name: value for name, value in record.items() if name != CHECK}
    return {**rest, "text": text} if check([text]) == record.get(CHECK) else None


def mark(identity: str) -> str:
    """The id of a memory as it stands in the comment of its item."""
    return identity if _PLAIN_ID.fullmatch(identity) else f"~{digest(identity)}"


def on(record: Record, day: str) -> bool:
    """Whether a memory was said on that day, wherever on earth the file was written."""
    try:
        said = date.fromisoformat(str(record.get("created_at"))[:10])
        return abs((said - date.fromisoformat(day)).days) <= 1
    except (ValueError, OverflowError):
        return False


def _in_item(text: str) -> str:
    lines = tagless(_UNSEEN.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))).split("\n")
    return "\n  ".join(lines)


def tagless(text: str) -> str:
    """A text in Markdown without tags and comments of HTML: they are shown as they are written."""
    return _TAG.sub(lambda found: f"\\<{found[1]}" if found[1].isalpha() else f"<\\{found[1]}", text)


def trimmed(text: str) -> str:
    """Without blanks at the ends of lines, which editors take away."""
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip()


def untagged(text: str) -> str:
    """The text of an item as it was before tags were made harmless."""
    return _ESCAPED_TAG.sub(lambda found: f"<{found[1] or found[2]}", text)


def observation(record: Record, day: str) -> str:
    """A memory as an observation of basic-memory: one line; its day is the context, so that no other bracket is taken for one."""
    listed = record.get("tags")
    tags = "".join(f" #{word}" for tag in (listed if isinstance(listed, list) else ()) if (word := tag_word(tag)))
    return (
        f"- [{record.get('kind')}] {tagless(' '.join(_UNSEEN.sub(' ', str(record.get('text'))).split()))}{tags} ({day})"
    )


def tag_word(tag: object) -> str:
    """A tag as one word."""
    return re.sub(r"[\s#()\[\]]+", "-", str(tag)).strip("-")


TEXTS = (
    "space id kind text status slot.subject slot.attribute value created_at updated_at recorded_at holds_from holds_until "
    "expires_at last_accessed_at superseded_by source.origin source.tool source.maker source.session source.speaker"
).split()
"""The columns whose cells are text."""

VALUES = "importance confidence access_count half_life_days version tags source.turns metadata".split()
"""The columns whose cells are JSON."""

CHECK = "check"
"""Tells whether a row, or an item, is as it was written; the last column of a table."""

COLUMNS = (*TEXTS, *VALUES, CHECK)

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "'")


def row(space: str, record: Record) -> list[str]:
    """A memory as cells, one a column; none of them is a formula."""
    flat = {"space": space, **_flat(record)}
    cells = [harmless("" if flat.get(name) is None else str(flat[name])) for name in TEXTS]
    cells += [harmless("" if flat.get(name) is None else _json(flat[name])) for name in VALUES]
    return [*cells, check(cells)]


def _flat(record: Record) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in record.items():
        inner = value if name in ("slot", "source") and isinstance(value, Mapping) else None
        flat |= {name: value} if inner is None else {f"{name}.{key}": each for key, each in inner.items()}
    return flat


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def check(cells: Sequence[str]) -> str:
    """What tells a row, or a text, that nobody has changed."""
    return digest(*cells)[:12]


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def as_it_was(cell: str) -> str:
    """The cell without the sign that made it harmless."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def record_of(cells: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The space and the record that a row stands for; raises ValueError where a cell is no JSON."""
    record: dict[str, Any] = {}
    for name in (*TEXTS, *VALUES):
        cell = as_it_was(cells.get(name, ""))
        if not cell:
            continue
        outer, _, inner = name.partition(".")
        value = json.loads(cell) if name in VALUES else cell
        if inner:
            record.setdefault(outer, {})[inner] = value
        else:
            record[name] = value
    return str(record.pop("space", "")), record
