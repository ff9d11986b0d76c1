"""A server that says one thing, whatever it is asked."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def answering(said: bytes, *, again: bytes = b"", times: int = 0, last: bytes = b"") -> Iterator[str]:
    """Its address. It hangs up once it has spoken: after `said`, `again` now and then for so many `times`, and `last`."""
    over = threading.Event()

    def talk(caller: socket.socket) -> None:
        with caller, suppress(OSError):
            caller.recv(65_536)
            caller.sendall(said)
            for _ in range(times):
                if over.wait(0.01):
                    return
                caller.sendall(again)
            caller.sendall(last)

    def listen() -> None:
        with suppress(OSError):
            while True:
                caller, _ = listener.accept()
                threading.Thread(target=talk, args=(caller,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=listen, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        over.set()
        listener.shutdown(socket.SHUT_RDWR)
