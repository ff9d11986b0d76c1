"""Text files however they were saved, as UTF-8."""

from __future__ import annotations

import codecs
import io
from typing import IO

_CHUNK = 1 << 16
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def as_utf8(raw: IO[bytes]) -> IO[bytes]:
    """The bytes as UTF-8 without a byte order mark; bytes that are no text stay invalid UTF-8."""
    start = raw.read(4)
    mark = next((mark for mark in _MARKS if start.startswith(mark)), b"")
    raw.seek(len(mark))
    encoding = _MARKS.get(mark, "utf-8")
    return raw if encoding == "utf-8" else io.BufferedReader(_Recoded(raw, encoding), _CHUNK)


class _Recoded(io.RawIOBase):
    """UTF-16 as UTF-8; a lone surrogate, which is half a character, becomes invalid UTF-8."""

    def __init__(self, stream: IO[bytes], encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
        self._rest = b""

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def close(self) -> None:
        """Let go of the file as well."""
        self._stream.close()
        super().close()

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any writable buffer is one of these
        """Fill the buffer; 0 at the end."""
        while not self._rest:
            chunk = self._stream.read(_CHUNK)
            if not chunk:
                return 0
            self._rest = self._decoder.decode(chunk).encode("utf-8", "surrogatepass")
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count
