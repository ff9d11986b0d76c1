"""A list of questions as a file of TOML, read and written.

```toml
space = "user/me"                     # of every question that names no other

[[question]]
question = "用户坐高铁喜欢坐哪里？"
must_contain = "靠窗"                  # a text or a list of texts, each in any of the answers
must_not_contain = ["靠过道"]
k = 5                                 # how many answers are looked at
```
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from perdure.domain.check import Check
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput

LONGEST = 4 << 20
"""Bytes of a list."""

MOST = 10_000
"""Questions in it."""

_WHOLE = ("space", "question")
_FIELDS = ("question", "space", "must_contain", "must_not_contain", "k")


def read_questions(path: Path, *, space: SpaceName | None = None) -> tuple[Check, ...]:
    """The questions of a file; `space` is that of those for which neither they nor the file name one. Raises InvalidInput."""
    try:
        if path.stat().st_size > LONGEST:
            raise InvalidInput(f"{path} is no list of questions: it is longer than {LONGEST:,} bytes")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} is not UTF-8: {error.reason} at byte {error.start}") from error
    return parsed(text, space=space)


def parsed(text: str, *, space: SpaceName | None = None) -> tuple[Check, ...]:
    """The questions of a text of TOML; an error names the question by its number. Raises InvalidInput."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"this is not TOML: {error}") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; brackets in brackets in brackets
        raise InvalidInput("this is no list of questions: a value in it is beyond what can be read") from error
    _known(found, _WHOLE, "the list")
    usual = space if found.get("space") is None else _space(found["space"], "the list")
    tables = found.get("question")
    if not isinstance(tables, list) or not tables:
        raise InvalidInput("there is no question: each begins with [[question]]")
    if len(tables) > MOST:
        raise InvalidInput(f"there are {len(tables):,} questions, at most {MOST:,} are asked at once")
    return tuple(_check(table, f"question {number}", usual) for number, table in enumerate(tables, 1))


def written(checks: Sequence[Check], *, remark: str = "") -> str:
    """The questions as TOML that reads back equal, whatever is in their texts; `remark` goes above, as comments."""
    parts = ["\n".join(f"# {line}".rstrip() for line in remark.splitlines())] if remark else []
    spaces = {check.space for check in checks}
    usual = spaces.pop() if len(spaces) == 1 else None
    if usual is not None:
        parts.append(f"space = {_toml(str(usual))}")
    parts += [_table(check, usual) for check in checks]
    return "\n\n".join(parts) + "\n"


def _table(check: Check, usual: SpaceName | None) -> str:
    fields: dict[str, Any] = {
        "question": check.question,
        "space": None if check.space == usual else str(check.space),
        "must_contain": check.must_contain,
        "must_not_contain": check.must_not_contain,
        "k": check.k,
    }
    told = [f"{name} = {_toml(value)}" for name, value in fields.items() if value not in (None, ())]
    return "\n".join(["[[question]]", *told])


def _toml(value: str | int | Sequence[str]) -> str:
    """A value of TOML. A string of JSON is one of TOML, but for one character."""
    match value:
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case [alone]:
            return _toml(alone)
        case _:
            return f"[{', '.join(map(_toml, value))}]"


def _check(table: object, where: str, usual: SpaceName | None) -> Check:
    if not isinstance(table, Mapping):
        raise InvalidInput(f"{where} is a table: it begins with [[question]]")
    _known(table, _FIELDS, where)
    question = table.get("question")
    if not isinstance(question, str) or not question.strip():
        raise InvalidInput(f"{where} asks nothing: `question` is a text")
    space = usual if table.get("space") is None else _space(table["space"], where)
    if space is None:
        raise InvalidInput(f"{where} names no space, and the list names none for all")
    check = Check(
        question=question,
        space=space,
        must_contain=_texts(table, "must_contain", where),
        must_not_contain=_texts(table, "must_not_contain", where),
        k=_count(table.get("k"), where),
    )
    if not check.must_contain and not check.must_not_contain:
        raise InvalidInput(f"{where} cannot fail: say what `must_contain` or `must_not_contain`")
    return check


def _known(table: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    unknown = [name for name in table if name not in names]
    if unknown:
        raise InvalidInput(f"{where} has {len(unknown)} unknown field(s); the fields are {', '.join(names)}")


def _space(name: object, where: str) -> SpaceName:
    if not isinstance(name, str):
        raise InvalidInput(f"{where}: `space` is a text such as user/me")
    try:
        return SpaceName.parse(name)
    except InvalidInput as error:
        raise type(error)(f"{where}: {error}") from error


def _texts(table: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    found = table.get(name, ())
    texts = (found,) if isinstance(found, str) else found
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) and text.strip() for text in texts):
        raise InvalidInput(f"{where}: `{name}` is a text or a list of texts, none of them empty")
    return tuple(texts)


def _count(k: object, where: str) -> int | None:
    if k is None:
        return None
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise InvalidInput(f"{where}: `k` is a whole number above 0")
    return k
