"""Somebody at a terminal: a command in a process of its own, what it shows, what is typed."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_AT_IT = """
import fcntl, runpy, signal, termios
signal.signal(signal.SIGINT, signal.default_int_handler)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("perdure", run_name="__main__", alter_sys=True)
"""
"""The command with the terminal as its own, so that Ctrl-C reaches it and hidden input is read from it. A shell that runs the tests
in the background has them ignore it."""

PATIENCE = 120
"""Seconds after which a command that shows nothing is taken to hang."""


@dataclass(kw_only=True)
class Terminal:
    """What a command shows, and a way to answer."""

    process: subprocess.Popen[bytes]
    end: int
    shown: str = ""
    _seen: int = 0
    _raw: bytes = b""

    def until(self, text: str) -> str:
        """Read on until this is shown, and give back what was shown up to it since the last time."""
        while (at := self.shown.find(text, self._seen)) < 0:
            assert self._more(), self.shown
        begun, self._seen = self._seen, at + len(text)
        return self.shown[begun : self._seen]

    def type(self, text: str) -> None:
        """Type; \\n is Enter and \\x03 Ctrl-C."""
        os.write(self.end, text.encode())

    def answer(self, question: str, text: str) -> str:
        """Wait for a question and answer it; what was shown before."""
        before = self.until(question)
        self.type(text)
        return before

    def interrupted(self, question: str) -> int:
        """Press Ctrl-C at a question; the exit code."""
        self.answer(question, "\x03\n")  # Enter wakes it where the signal came before it began to read
        return self.ends()

    def ends(self) -> int:
        """Read to the end; the exit code."""
        while self._more():
            pass
        return self.process.wait()

    def _more(self) -> bool:
        ready, _, _ = select.select([self.end], [], [], PATIENCE)
        assert ready, self.shown
        try:
            part = os.read(self.end, 65_536)
        except OSError:  # EIO is how Linux says that nobody holds the other end
            return False
        self._raw += part
        self.shown = self._raw.decode(errors="replace")
        return bool(part)


@contextmanager
def terminal(*words: str) -> Iterator[Terminal]:
    """A command at a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _AT_IT, *words], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    try:
        with process:
            try:
                yield Terminal(process=process, end=ours)
            finally:
                process.kill()
    finally:
        os.close(ours)
