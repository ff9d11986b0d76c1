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
import fcntl, runpy, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("perdure", run_name="__main__", alter_sys=True)
"""
"""The command with the terminal as its own, so that Ctrl-C reaches it and hidden input is read from it."""

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
        """Press Ctrl-C at a question; the exit code. A line editor that is just beginning to read may swallow it: the question is
        then asked anew, for ? is no answer to any, and so is Ctrl-C."""
        self.until(question)
        self.type("\x03?\n")
        while self._more():
            if (at := self.shown.find(question, self._seen)) >= 0:
                self._seen = at + len(question)
                self.type("\x03?\n")
        return self.process.wait()

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
