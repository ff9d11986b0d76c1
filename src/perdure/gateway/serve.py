"""A gateway on the network."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from types import FrameType

import uvicorn

from perdure.app import Perdure
from perdure.errors import GatewayError, InvalidValue
from perdure.gateway import logs
from perdure.gateway.app import create_app
from perdure.gateway.heads import careful
from perdure.gateway.options import GatewayOptions
from perdure.settings import PORT

KEEP_ALIVE = 75
"""Seconds that a connection without a request stays open; longer than clients keep theirs in a pool."""

BACKLOG = 512

AT_ONCE = 0.5
"""Seconds in which a request that is as good as answered need not be spoken of."""

_ANY = ("", "0.0.0.0", "::")  # noqa: S104  what is compared with, not what is bound


def serve(
    memory: Perdure,
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    options: GatewayOptions | None = None,
    ready: Callable[[str], None] | None = None,
    waiting: Callable[[int], None] | None = None,
    log_level: int = logging.WARNING,
) -> None:
    """Serve a place until SIGINT or SIGTERM, then end in order: open requests are answered, live sessions distilled.

    A second signal drops the requests that are still open; `waiting` is told how many there are when the first one came.
    `ready` is told the address as soon as it is listened to. What is logged goes to standard error from `log_level` on, one line
    a request at INFO. Call it in the main thread. Raises GatewayError where the address cannot be had.
    """
    with listening(host, port) as sockets, logs.written(sys.stderr, log_level):
        server = Server(
            _config(memory, host, options),
            ready=lambda: ready(address(sockets[0], host)) if ready else None,
            waiting=waiting,
        )
        with _signals(server.leave):
            _run(server, sockets)


@contextmanager
def running(memory: Perdure, *, host: str = "127.0.0.1", options: GatewayOptions | None = None) -> Iterator[str]:
    """A gateway in a thread of this process, at a port that is free; gives its address. What it serves stays open."""
    with listening(host, 0) as sockets:
        listens = threading.Event()
        server = Server(_config(memory, host, options), ready=listens.set)
        thread = threading.Thread(target=server.run, args=(sockets,), name="perdure-gateway")
        thread.start()
        try:
            while not listens.wait(0.5):
                if not thread.is_alive():
                    raise GatewayError("the gateway did not start; its log says why")
            yield address(sockets[0], host)
        finally:
            server.leave()
            thread.join()


def _run(server: Server, sockets: list[socket.socket]) -> None:
    try:
        server.run(sockets)
    except SystemExit as error:  # how uvicorn says that the app did not start; it has logged why
        raise GatewayError("the gateway did not start; its log says why") from error


class Server(uvicorn.Server):
    """Tells when it listens, and leaves at once when it is asked to, without taking the process with it."""

    def __init__(
        self, config: uvicorn.Config, *, ready: Callable[[], object], waiting: Callable[[int], None] | None = None
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._waiting = waiting
        self._asked = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leaves: asyncio.Event | None = None

    def leave(self) -> None:
        """End in order; asked a second time, open requests are dropped. Any thread may ask."""
        again = self._asked.is_set()
        self._asked.set()
        if self._loop is not None and self._leaves is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._drop if again else self._leaves.set)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Until `leave`; the signals are those of whoever calls."""
        self._loop, self._leaves = asyncio.get_running_loop(), asyncio.Event()
        await self._serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        try:
            self._ready()
        except BaseException:
            await self.lifespan.shutdown()  # else the app would be cut off, with a traceback in the log
            raise

    async def main_loop(self) -> None:
        """Keep the date of the answers right, until somebody asks to leave."""
        assert self._leaves is not None
        while not self._asked.is_set():
            await self.on_tick(0)
            try:
                await asyncio.wait_for(self._leaves.wait(), 1)
            except TimeoutError:
                continue

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002  as uvicorn has it
        """Take no more requests, finish those that are open, then end the app."""
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        open_ones = await _ended(self.server_state.tasks, AT_ONCE)
        if open_ones and self._waiting is not None:
            self._waiting(open_ones)
        if await _ended(self.server_state.tasks, self.config.timeout_graceful_shutdown or 0):
            self._drop()
            await _ended(self.server_state.tasks, AT_ONCE)
        await self.lifespan.shutdown()

    def _drop(self) -> None:
        """Leave open requests without an answer: their connections first, so that nothing is sent as one."""
        for connection in self.server_state.connections:
            connection.transport.abort()
        for task in self.server_state.tasks:
            task.cancel()


async def _ended(tasks: set[asyncio.Task[None]], seconds: float) -> int:
    """How many of them have not ended after some time."""
    return len((await asyncio.wait(set(tasks), timeout=seconds))[1]) if tasks else 0


@contextmanager
def listening(host: str, port: int) -> Iterator[list[socket.socket]]:
    """Sockets at every address of a name. Raises GatewayError where it has none, or one of them cannot be had."""
    if not 0 <= port <= 65535:
        raise InvalidValue(f"a port is between 0 and 65535, not {port}")
    with ExitStack() as open_ones:
        sockets: list[socket.socket] = []
        for family, place in _addresses(host, port):
            number = sockets[0].getsockname()[1] if sockets else port
            sockets.append(open_ones.enter_context(closing(_bound(family, place, number))))
        yield sockets


def address(bound: socket.socket, host: str) -> str:
    """Where a client on this machine finds what is bound."""
    loopback = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  as above
    name = loopback.get(host, host) or "127.0.0.1"
    return f"http://{f'[{name}]' if ':' in name else name}:{bound.getsockname()[1]}"


def _addresses(host: str, port: int) -> Sequence[tuple[int, str]]:
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise GatewayError(f"there is no address {host!r} here") from error
    return list(dict.fromkeys((int(family), str(place[0])) for family, _, _, _, place in found))


def _bound(family: int, place: str, port: int) -> socket.socket:
    both = place == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((place, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        why = "is in use; choose another one" if error.errno == errno.EADDRINUSE else f"cannot be had: {error.strerror}"
        raise GatewayError(f"port {port} of {place} {why}") from error


def _config(memory: Perdure, host: str, options: GatewayOptions | None) -> uvicorn.Config:
    options = options or GatewayOptions()
    if host not in _ANY:
        options = replace(options, hosts=(*options.hosts, host))
    logs.quiet()
    return uvicorn.Config(
        create_app(memory, options=options),
        http=careful(head_bytes=options.head_bytes, head_seconds=options.head_seconds),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=options.connections,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=options.grace_seconds,
    )


@contextmanager
def _signals(leave: Callable[[], None]) -> Iterator[None]:
    """While it lasts, SIGINT and SIGTERM ask to leave; after the second one they do what they did before."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    asked = 0

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def received(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked += 1
        if asked > 1:
            restore()
        leave()

    for number in before:
        signal.signal(number, received)
    try:
        yield
    finally:
        restore()
