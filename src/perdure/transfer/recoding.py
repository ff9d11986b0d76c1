"""Text files however they were saved, as UTF-8."""

from __future__ import annotations

import codecs
import io
from typing import IO

_CHUNK = 1 << 16
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_OTHERS = ["gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1252", "cp1251", "koi8_r"]
"""What text files are in when they are in no Unicode; where two are as likely, the first."""

_FEW = 64
"""Bytes beyond ASCII that are too few to tell the encodings of East Asia apart; GB 18030 is what is met most."""

_ASCII = bytes(range(128))


def as_utf8(raw: IO[bytes]) -> IO[bytes]:
    """The bytes as UTF-8 without a byte order mark; bytes that are no text stay invalid UTF-8."""
    start = raw.read(4)
    mark = next((mark for mark in _MARKS if start.startswith(mark)), b"")
    raw.seek(len(mark))
    encoding = _MARKS.get(mark, "utf-8")
    return raw if encoding == "utf-8" else io.BufferedReader(_Recoded(raw, encoding, "surrogatepass"), _CHUNK)


def plain(raw: IO[bytes]) -> IO[bytes]:
    """Text in whatever encoding as UTF-8, for formats that people save from spreadsheets and editors."""
    start = raw.read(_CHUNK)
    raw.seek(0)
    encoding = encoding_of(start)
    return as_utf8(raw) if encoding == "utf-8" else io.BufferedReader(_Recoded(raw, encoding, "replace"), _CHUNK)


def encoding_of(start: bytes) -> str:
    """The encoding of a text that begins like this: by its mark, else UTF-8 if it is that, else the likeliest of the others.

    `utf-8` stands for every text with a mark, and for what is no text at all.
    """
    if start.startswith(tuple(_MARKS)) or start.isascii():
        return _wide(start) or "utf-8"
    text = start.decode("utf-8", "replace")
    wrong = text.rstrip("\ufffd").count("\ufffd")
    right = sum(letter > "\x7f" for letter in text) - text.count("\ufffd")
    if wrong * 4 <= right:
        return "utf-8"
    return _wide(start) or _likeliest(start)


def _wide(start: bytes) -> str | None:
    """UTF-16 that has lost its mark: half of the bytes of its blanks and commas are zero."""
    if b"\0" not in start or start.startswith(tuple(_MARKS)):
        return None
    even = start[: len(start) // 2 * 2]
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = even.decode(encoding)
        except UnicodeDecodeError:
            continue
        if any(letter in text for letter in " ,\n\t") and all(
            letter.isprintable() or letter.isspace() for letter in text
        ):
            return encoding
    return None


def _likeliest(start: bytes) -> str:
    whole = _uncut(start)
    if len(whole.translate(None, _ASCII)) < _FEW and _is_gb(whole):
        return "gb18030"
    from charset_normalizer import from_bytes  # noqa: PLC0415  heavy, and seldom needed

    found = from_bytes(whole, cp_isolation=_OTHERS).best()
    return "utf-8" if found is None else found.encoding


def _uncut(start: bytes) -> bytes:
    """As much of it as ends with a whole character, for a window or a file may end in one: up to a blank or a line, if enough
    stands before; else by pairs of bytes."""
    gap = max(start.rfind(mark) for mark in (b"\n", b" ", b","))
    if len(start[: gap + 1].translate(None, _ASCII)) >= _FEW:
        return start[: gap + 1]
    tail = start[gap + 1 :].lstrip(_ASCII)
    return start[: len(start) - len(tail) % 2]


def _is_gb(text: bytes) -> bool:
    """Whether it is made of the common characters of GB 2312 and nothing else."""
    try:
        text.decode("gb2312")
    except UnicodeDecodeError:
        return False
    return True


class _Recoded(io.RawIOBase):
    """Bytes of another encoding as UTF-8; what cannot be decoded is treated as `errors` says: with `surrogatepass` half a
    character of UTF-16 becomes invalid UTF-8."""

    def __init__(self, stream: IO[bytes], encoding: str, errors: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)(errors)
        self._rest = b""
        self._ended = False

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def close(self) -> None:
        """Let go of the file as well."""
        self._stream.close()
        super().close()

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # any writable buffer is one of these
        """Fill the buffer; 0 at the end."""
        while not self._rest and not self._ended:
            chunk = self._stream.read(_CHUNK)
            self._ended = not chunk
            self._rest = self._decoder.decode(chunk).encode("utf-8", "surrogatepass")
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count
