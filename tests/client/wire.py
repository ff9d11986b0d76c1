"""A wire to a gateway that can be cut in the ways networks have, and seconds that pass when a test says so."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self


class Ticks:
    """Seconds that pass by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Wire:
    """Listens on a port of its own and passes on, or not.

    `refuse`: nobody listens. `hang`: who connects hears nothing. `drop`: the connection ends at once. `deaf`: the gateway gets
    the request, and its answer is lost. `mend`: all is well.
    """

    def __init__(self, port: int) -> None:
        self._gateway = port
        self._mode = "mend"
        self._held: list[socket.socket] = []
        self._lock = threading.Lock()
        self._listener = self._listening(0)
        self.port = self._listener.getsockname()[1]
        self.connections = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._cut()

    def refuse(self) -> None:
        self._mode = "refuse"
        self._cut()

    def hang(self) -> None:
        self._set("hang")

    def drop(self) -> None:
        self._set("drop")

    def deaf(self) -> None:
        self._set("deaf")

    def mend(self) -> None:
        self._set("mend")

    def _set(self, mode: str) -> None:
        self._mode = mode
        self._cut()
        self._listener = self._listening(self.port)

    def _cut(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes who accepts
        self._listener.close()
        with self._lock:
            held, self._held = self._held, []
        for end in held:
            _end(end)

    def _listening(self, port: int) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(50)
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                caller, _ = listener.accept()
            except OSError:
                return
            self.connections += 1
            with self._lock:
                self._held.append(caller)
            if self._mode == "drop":
                _end(caller)
            elif self._mode in ("mend", "deaf"):
                gateway = socket.create_connection(("127.0.0.1", self._gateway))
                with self._lock:
                    self._held.append(gateway)
                self._pass(caller, gateway)
                self._pass(gateway, caller, lost=self._mode == "deaf")

    def _pass(self, source: socket.socket, target: socket.socket, *, lost: bool = False) -> None:
        def passing() -> None:
            with suppress(OSError):
                while data := source.recv(65_536):
                    if lost:
                        break
                    target.sendall(data)
            _end(source)
            _end(target)

        threading.Thread(target=passing, daemon=True).start()


def _end(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
