"""The JSON objects of a file: its lines, the elements of its array, or of an array inside the object that it is."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from perdure.domain.staging import Skip
from perdure.errors import InvalidInput
from perdure.transfer import look
from perdure.transfer.decoding import decoded, elements
from perdure.transfer.importers import lists
from perdure.transfer.report import skip_of
from perdure.transfer.source import Source

LARGEST = 256 << 20
"""Bytes of an object, or of the one that a whole file is."""


def peek(source: Source, *under: str, name: str | None = None) -> list[dict[str, Any]]:
    """The first objects, also of an array under one of these keys whose end lies beyond the beginning of the file."""
    head = source.head(name)
    inside = re.search(rb'"(?:%s)"\s*:\s*(?=\[)' % "|".join(under).encode(), head) if under else None
    whole = [each for each in look.sample(head) if isinstance(each, dict)]
    if inside is not None and (not whole or any(key in whole[0] for key in (*under, "result"))):
        whole = [each for each in look.sample(head[inside.end() :]) if isinstance(each, dict)]
    return whole


def mostly(fits: Callable[[object], bool], found: Sequence[object]) -> bool:
    """Whether most of these are what is looked for, for a broken one among them changes nothing."""
    return sum(map(fits, found)) * 2 > len(found)


def objects(source: Source, *under: str, name: str | None = None) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """Every object with where it stood, or why it cannot be read."""
    wanted = source.main if name is None else name
    for number, raw in enumerate(elements(source.text(wanted), limit=LARGEST), start=1):
        where = f"{wanted}, record {number}"
        try:
            found = _object(raw)
        except InvalidInput as error:
            if raw is None or not under or not raw.lstrip().startswith(b"{"):
                yield skip_of(error, where=where)
            else:
                yield from _whole(raw, under, wanted)
            continue
        inner = _inside(found, under)
        if inner is None:
            yield where, found
            continue
        for place, each in enumerate(inner, start=1):
            where = f"{wanted}, record {place}"
            yield (where, each) if isinstance(each, dict) else _no_object(where)


def _whole(raw: bytes, under: tuple[str, ...], name: str) -> Iterator[tuple[str, dict[str, Any]] | Skip]:
    """What is whole in the lists of an object that breaks off, or is broken in a place."""
    place = 0
    try:
        for each in lists.elements(io.BytesIO(raw), keyed=True):
            if isinstance(each, InvalidInput):
                place += 1
                yield skip_of(each, where=f"{name}, record {place}")
            elif each.key in under:
                place = each.number
                where = f"{name}, record {place}"
                yield (where, each.value) if isinstance(each.value, dict) else _no_object(where)
    except InvalidInput:
        yield skip_of(InvalidInput("the file breaks off here"), where=f"{name}, after record {place}")


def _object(raw: bytes | None) -> dict[str, Any]:
    if raw is None:
        raise InvalidInput(f"it is longer than {LARGEST:,} bytes")
    found = decoded(raw)
    if not isinstance(found, dict):
        raise InvalidInput("it is no JSON object")
    return found


def _inside(found: dict[str, Any], under: tuple[str, ...]) -> list[Any] | None:
    outer = found["result"] if isinstance(found.get("result"), dict) else found
    return next((outer[key] for key in under if isinstance(outer.get(key), list)), None)


def _no_object(where: str) -> Skip:
    return skip_of(InvalidInput("it is no JSON object"), where=where)
