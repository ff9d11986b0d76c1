"""The values in a pickle, read without running anything that it asks for.

A pickle is a program that builds objects. This carries out only its steps that build plain values; a class is a name, an
object of it the state that was saved, and a name that is not expected is refused.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

from perdure.errors import InvalidInput

LONGEST = 16 << 20
"""Bytes of a pickle."""

_MOST = 200_000
"""Values it may unfold to, for a few bytes can name the same list again and again."""

_DEEPEST = 100
_FLOATS = re.compile(rb"(?:G.{8})+", re.DOTALL)
_CLASSES = {
    "qdrant_client.http.models.models.PointStruct",
    "qdrant_client.http.models.models.SparseVector",
    "qdrant_client.conversions.common_types.PointStruct",
    "uuid.UUID",
    "uuid.SafeUUID",
}
_MAKERS: dict[str, Callable[..., Any]] = {
    "datetime.datetime": datetime,
    "datetime.date": date,
    "datetime.timedelta": timedelta,
    "datetime.timezone": timezone,
    "uuid.SafeUUID": lambda _flag: None,
}
"""What may be called: these build a value and do nothing else."""


@dataclass(slots=True)
class _Object:
    """An object of a class that is only a name here."""

    of: str
    state: Any = None


@dataclass(frozen=True, slots=True)
class _Name:
    """A class, or something to call."""

    name: str


def plain(pickled: bytes, *, without: tuple[str, ...] = ()) -> Any:
    """The value as JSON has it: objects are what they held except these fields, sets are lists, times are written out. Raises
    InvalidInput."""
    if len(pickled) > LONGEST:
        raise InvalidInput(f"it is longer than {LONGEST:,} bytes")
    try:
        built = _Machine(pickled).run()
    except (IndexError, KeyError, TypeError, ValueError, OverflowError, struct.error) as error:
        raise InvalidInput("it breaks off or is damaged") from error
    return _Unfolding(without).of(built, 0)


class _Machine:
    """Steps through a pickle, with the stack and the memo that its steps speak of."""

    def __init__(self, pickled: bytes) -> None:
        self._data = pickled
        self._at = 0
        self.stack: list[Any] = []
        self.marks: list[int] = []
        self.memo: dict[int, Any] = {}

    def run(self) -> Any:
        """Carry out every step to the last."""
        while (step := self.taken(1)) != b".":
            if step == b"G":
                self._floats()
            elif (act := _STEPS.get(step)) is not None:
                act(self)
            else:
                raise InvalidInput(f"it has a step that no stored value needs: {step!r}")
        return self.stack.pop()

    def taken(self, count: int) -> bytes:
        """The next bytes."""
        found = self._data[self._at : self._at + count]
        if len(found) < count:
            raise IndexError
        self._at += count
        return found

    def number(self, count: int) -> int:
        """The next bytes as a number without a sign."""
        return int.from_bytes(self.taken(count), "little")

    def line(self) -> str:
        """What is there to the end of the line."""
        end = self._data.index(b"\n", self._at)
        found = self._data[self._at : end].decode("utf-8")
        self._at = end + 1
        return found

    def marked(self) -> list[Any]:
        """Everything since the last mark, taken off the stack."""
        mark = self.marks.pop()
        found = self.stack[mark:]
        del self.stack[mark:]
        return found

    def top(self, count: int) -> list[Any]:
        """The topmost values, taken off the stack."""
        if len(self.stack) < count:
            raise IndexError
        found = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        return found

    def _floats(self) -> None:
        """A run of numbers at once: vectors are most of what there is."""
        run = _FLOATS.match(self._data, self._at - 1)
        if run is None:
            raise IndexError
        self._at = run.end()
        self.stack.extend(value for (value,) in struct.iter_unpack(">xd", run.group()))


def _push(value: Callable[[_Machine], Any]) -> Callable[[_Machine], None]:
    def step(machine: _Machine) -> None:
        machine.stack.append(value(machine))

    return step


def _passed(count: int) -> Callable[[_Machine], None]:
    def step(machine: _Machine) -> None:
        machine.taken(count)

    return step


def _text(size: int) -> Callable[[_Machine], None]:
    return _push(lambda machine: machine.taken(machine.number(size)).decode("utf-8", "surrogatepass"))


def _bytes(size: int) -> Callable[[_Machine], None]:
    return _push(lambda machine: machine.taken(machine.number(size)))


def _tuple(count: int) -> Callable[[_Machine], None]:
    return _push(lambda machine: tuple(machine.top(count)))


def _get(size: int) -> Callable[[_Machine], None]:
    return _push(lambda machine: machine.memo[machine.number(size)])


def _put(size: int) -> Callable[[_Machine], None]:
    def step(machine: _Machine) -> None:
        machine.memo[machine.number(size)] = machine.stack[-1]

    return step


def _memoize(machine: _Machine) -> None:
    machine.memo[len(machine.memo)] = machine.stack[-1]


def _mark(machine: _Machine) -> None:
    machine.marks.append(len(machine.stack))


def _append(machine: _Machine) -> None:
    _extend(machine, machine.top(1))


def _appends(machine: _Machine) -> None:
    _extend(machine, machine.marked())


def _extend(machine: _Machine, values: list[Any]) -> None:
    if not isinstance(machine.stack[-1], list):
        raise TypeError
    machine.stack[-1].extend(values)


def _set_item(machine: _Machine) -> None:
    _update(machine, machine.top(2))


def _set_items(machine: _Machine) -> None:
    _update(machine, machine.marked())


def _update(machine: _Machine, values: list[Any]) -> None:
    if not isinstance(machine.stack[-1], dict):
        raise TypeError
    for key, value in zip(values[::2], values[1::2], strict=True):
        if not isinstance(key, str):
            raise TypeError
        machine.stack[-1][key] = value


def _global(machine: _Machine) -> _Name:
    module = machine.line()
    return _named(module, machine.line())


def _stack_global(machine: _Machine) -> _Name:
    module, name = machine.top(2)
    return _named(module, name)


def _named(module: object, name: object) -> _Name:
    named = f"{module}.{name}"
    if named not in _CLASSES and named not in _MAKERS:
        raise InvalidInput(f"it asks for {named[:80]!r}, which no stored value needs; nothing of it was run")
    return _Name(named)


def _new(machine: _Machine) -> _Object:
    of, given = machine.top(2)
    if not isinstance(of, _Name) or of.name not in _CLASSES or given != ():
        raise TypeError
    return _Object(of.name)


def _build(machine: _Machine) -> None:
    (state,) = machine.top(1)
    if not isinstance(machine.stack[-1], _Object):
        raise TypeError
    machine.stack[-1].state = state


def _reduce(machine: _Machine) -> Any:
    maker, given = machine.top(2)
    if not isinstance(maker, _Name) or maker.name not in _MAKERS or not isinstance(given, tuple):
        raise TypeError
    return _MAKERS[maker.name](*given)


_STEPS: dict[bytes, Callable[[_Machine], None]] = {
    b"\x80": _passed(1),
    b"\x95": _passed(8),
    b"(": _mark,
    b"N": _push(lambda _: None),
    b"\x88": _push(lambda _: True),
    b"\x89": _push(lambda _: False),
    b"K": _push(lambda machine: machine.number(1)),
    b"M": _push(lambda machine: machine.number(2)),
    b"J": _push(lambda machine: int.from_bytes(machine.taken(4), "little", signed=True)),
    b"\x8a": _push(lambda machine: int.from_bytes(machine.taken(machine.number(1)), "little", signed=True)),
    b"\x8c": _text(1),
    b"X": _text(4),
    b"\x8d": _text(8),
    b"C": _bytes(1),
    b"B": _bytes(4),
    b"]": _push(lambda _: []),
    b"a": _append,
    b"e": _appends,
    b")": _push(lambda _: ()),
    b"t": _push(lambda machine: tuple(machine.marked())),
    b"\x85": _tuple(1),
    b"\x86": _tuple(2),
    b"\x87": _tuple(3),
    b"}": _push(lambda _: {}),
    b"s": _set_item,
    b"u": _set_items,
    b"\x8f": _push(lambda _: []),
    b"\x90": _appends,
    b"\x91": _push(lambda machine: machine.marked()),
    b"q": _put(1),
    b"r": _put(4),
    b"\x94": _memoize,
    b"h": _get(1),
    b"j": _get(4),
    b"c": _push(_global),
    b"\x93": _push(_stack_global),
    b"\x81": _push(_new),
    b"b": _build,
    b"R": _push(_reduce),
}
"""The steps that stored values are made of, protocols 2 to 5."""


class _Unfolding:
    """Makes what was built into JSON values, as far as it stays of a size that somebody may have meant."""

    def __init__(self, without: tuple[str, ...]) -> None:
        self._without = without
        self._values = 0

    def of(self, value: Any, depth: int) -> Any:
        """One value, and all that is in it."""
        self._values += 1
        if self._values > _MOST or depth > _DEEPEST:
            raise InvalidInput("it unfolds to more than anybody stores, or contains itself")
        match value:
            case _Object():
                return self._object(value, depth)
            case dict():
                return {key: self.of(each, depth + 1) for key, each in value.items()}
            case list() | tuple():
                return [self.of(each, depth + 1) for each in value]
            case None | bool() | int() | float() | str():
                return value
        return _written(value)

    def _object(self, value: _Object, depth: int) -> Any:
        state = value.state if isinstance(value.state, dict) else {}
        if value.of == "uuid.UUID":
            number = state.get("int")
            return str(UUID(int=number)) if isinstance(number, int) and 0 <= number < 1 << 128 else None
        held = state.get("__dict__", state)
        if not isinstance(held, dict):
            return None
        return self.of({name: each for name, each in held.items() if name not in self._without}, depth + 1)


def _written(value: object) -> str:
    match value:
        case bytes():
            return value.decode("utf-8", "replace")
        case datetime() | date():
            return value.isoformat()
    return str(value)
