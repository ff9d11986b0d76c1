"""Writes an ONNX model: the few protobuf messages that an encoder is made of, so that no package is needed for it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MICROSOFT = "com.microsoft"
"""The domain of onnxruntime's own operators."""

_IR_VERSION = 8
_OPSETS = (("", 17), (MICROSOFT, 1))
_TYPES = {np.dtype(np.float32): 1, np.dtype(np.int8): 3}


class Graph:
    """Nodes and constants, in the order in which they are computed; `onnx.proto` gives every field its number."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._constants: list[bytes] = []

    def constant(self, array: NDArray[Any]) -> str:
        """The name under which nodes find an array."""
        name = f"c{len(self._constants)}"
        dimensions = [_integer(1, size) for size in array.shape]
        kind = _integer(2, _TYPES[array.dtype])
        self._constants.append(_message(5, *dimensions, kind, _text(8, name), _message(9, array.tobytes())))
        return name

    def node(self, operator: str, *inputs: str, domain: str = "", **attributes: float) -> str:
        """The name of an operator's first output; attributes are floats, or whole numbers from 0 on."""
        name = f"n{len(self._nodes)}"
        parts = [*(_text(1, name) for name in inputs), _text(2, name), _text(4, operator), _text(7, domain)]
        self._nodes.append(_message(1, *parts, *(_attribute(key, value) for key, value in attributes.items())))
        return name

    def model(self, name: str, result: str, shape: Sequence[int | str]) -> bytes:
        """The finished model, with one input and one result of a shape; a dimension with a name may have any size."""
        graph = [
            *self._nodes,
            _text(2, "encoder"),
            *self._constants,
            _value(11, name, shape),
            _value(12, result, shape),
        ]
        opsets = [_message(8, _text(1, domain), _integer(2, version)) for domain, version in _OPSETS]
        return b"".join([_integer(1, _IR_VERSION), _message(7, *graph), *opsets])


def _varint(number: int) -> bytes:
    groups = []
    while number > 127:
        groups.append(number & 127 | 128)
        number >>= 7
    return bytes([*groups, number])


def _integer(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number)


def _message(field: int, *parts: bytes) -> bytes:
    return b"".join([_varint(field << 3 | 2), _varint(sum(map(len, parts))), *parts])


def _text(field: int, text: str) -> bytes:
    return _message(field, text.encode())


def _attribute(name: str, value: float) -> bytes:
    if isinstance(value, int):
        return _message(5, _text(1, name), _integer(3, value), _integer(20, 2))
    return _message(5, _text(1, name), _varint(2 << 3 | 5), struct.pack("<f", value), _integer(20, 1))


def _value(field: int, name: str, shape: Sequence[int | str]) -> bytes:
    sizes = [_message(1, _text(2, size) if isinstance(size, str) else _integer(1, size)) for size in shape]
    return _message(field, _text(1, name), _message(2, _message(1, _integer(1, 1), _message(2, *sizes))))
