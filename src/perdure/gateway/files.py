"""Files on their way in and out: each in a private folder of the machine that is gone at the end, however that comes."""

from __future__ import annotations

import asyncio
import logging
import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import IO, Annotated
from urllib.parse import quote

from anyio import to_thread
from fastapi import Depends
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from perdure.domain.access import Principal, Right
from perdure.errors import ExportFailed, Forbidden, ImportFailed, InvalidRequest, InvalidValue
from perdure.gateway.auth import place_of
from perdure.gateway.bodies import Held, Share, again, check_size, large, uploads
from perdure.gateway.options import MIB, GatewayOptions
from perdure.gateway.problems import Refused
from perdure.transfer.staging.folder import disk

log = logging.getLogger("perdure.gateway")

FILE = "application/octet-stream"

PREFIX = "perdure-file-"
"""How the names of such folders begin, in the folder for temporary files."""

LONGEST = 200
"""Characters of the name of a file that is taken or given."""

_UPLOAD = "upload"
_PACKED_AT = (1980, 1, 1, 0, 0, 0)
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
"""What some disk would not have in a name."""

_BEYOND_ASCII = re.compile(r"[^A-Za-z0-9._-]")


class Uploads:
    """Takes the file that a request brings to the disk, before anything else looks at the request."""

    def __init__(self, app: ASGIApp, options: GatewayOptions, spool: Held) -> None:
        self.app = app
        self._options = options
        self._spool = spool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or not."""
        if scope["type"] != "http" or not uploads(scope):
            return await self.app(scope, receive, send)
        headers = Headers(scope=scope)
        _check_writes(place_of(scope).principal)
        _check_file(headers)
        check_size(headers, self._options.upload_bytes)
        with self._spool.share() as share:
            async with private() as folder:
                scope["state"][_UPLOAD] = folder / _UPLOAD
                await self._taken(receive, share, folder / _UPLOAD)
                return await self.app(scope, again(b"", receive), send)

    async def _taken(self, receive: Receive, share: Share, path: Path) -> None:
        """The whole file. Raises as `bodies.whole` does, StoreFull where the disk is."""
        try:
            async with asyncio.timeout(self._options.transfer_seconds):
                with path.open("xb") as file:
                    waiting = bytearray()
                    async for part in _parts(receive, self._options.body_seconds):
                        if share.size + len(part) > self._options.upload_bytes:
                            raise large(self._options.upload_bytes)
                        share.add(len(part))
                        waiting += part
                        if len(waiting) >= MIB:
                            await to_thread.run_sync(_write, file, bytes(waiting))
                            waiting.clear()
                    await to_thread.run_sync(_write, file, bytes(waiting))
        except TimeoutError as error:
            raise Refused(InvalidRequest("the file did not arrive in time"), 408) from error


async def uploaded(request: Request) -> Path:
    """The file that a request brought."""
    found = request.scope["state"][_UPLOAD]
    assert isinstance(found, Path)
    return found


Uploaded = Annotated[Path, Depends(uploaded)]


def called(file: Path, name: str | None) -> Path:
    """A file under the name that it has where it comes from, as far as that is one."""
    wanted = _UNSAFE.sub("_", re.split(r"[/\\]", name or "")[-1])[-LONGEST:].strip()
    return file if wanted.strip(".") == "" else file.rename(file.with_name(wanted))


class Sent(Response):
    """A file on its way to whoever asked for it, gone from its folder when it has arrived, or when nobody waits for it any more."""

    def __init__(
        self, file: Path, folder: TemporaryDirectory[str], *, name: str, spool: Held, options: GatewayOptions
    ) -> None:
        super().__init__(
            status_code=200,
            media_type=FILE,
            headers={"content-length": str(file.stat().st_size), "content-disposition": disposition(name)},
        )
        self._file = file
        self._folder = folder
        self._spool = spool
        self._seconds = options.transfer_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  as ASGI has it
        """Send it. Raises GatewayUnavailable, before anything was sent, where too many files are on their way."""
        try:
            with self._spool.share() as share:
                share.add(self._file.stat().st_size)
                async with asyncio.timeout(self._seconds):
                    await self._give(send)
        except TimeoutError:
            log.info("a file was not fetched in time")  # the answer stays without its end, which closes the connection
        finally:
            await to_thread.run_sync(self._folder.cleanup)

    async def _give(self, send: Send) -> None:
        with self._file.open("rb") as file:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            while part := await to_thread.run_sync(file.read, MIB):
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def disposition(name: str) -> str:
    """How an answer names its file: in ASCII for old readers, and as it is."""
    return f"attachment; filename=\"{_BEYOND_ASCII.sub('_', name)}\"; filename*=UTF-8''{quote(name, safe='')}"


def file_name(stem: str, suffix: str) -> str:
    """A name that every disk takes."""
    return _UNSAFE.sub("_", stem)[:LONGEST] + suffix


def packed(folder: Path) -> Path:
    """A folder as a ZIP beside it: the same files give the same bytes."""
    target = folder.with_name(f"{folder.name}.zip")
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _PACKED_AT)
            entry.create_system, entry.external_attr = 3, 0o600 << 16
            entry.compress_type, entry.file_size = zipfile.ZIP_DEFLATED, path.stat().st_size
            with path.open("rb") as source, archive.open(entry, "w") as copy:
                copyfileobj(source, copy)
    return target


@asynccontextmanager
async def private() -> AsyncIterator[Path]:
    """A folder for one request."""
    folder = await to_thread.run_sync(partial(TemporaryDirectory, prefix=PREFIX))
    try:
        yield Path(folder.name)
    finally:
        await to_thread.run_sync(folder.cleanup)


@contextmanager
def unnamed(folder: Path) -> Iterator[None]:
    """What goes wrong with a file is told without where it lay."""
    try:
        yield
    except (ImportFailed, ExportFailed) as error:
        raise type(error)(str(error).replace(f"{folder}/", "")) from error


async def _parts(receive: Receive, seconds: float) -> AsyncIterator[bytes]:
    """The parts of a body. Raises TimeoutError where one is not there in time, ClientDisconnect where the client leaves."""
    more = True
    while more:
        async with asyncio.timeout(seconds):
            message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        yield message.get("body", b"")
        more = message.get("more_body", False)


def _write(file: IO[bytes], part: bytes) -> None:
    with disk(Path(file.name)):
        file.write(part)
        file.flush()


def _check_writes(principal: Principal) -> None:
    """Raises Forbidden for whoever may import nowhere, before a byte of the file was taken."""
    if not any(grant.right.covers(Right.WRITE) for grant in principal.grants):
        raise Forbidden(f"an import needs `write`, and {principal.name} has {', '.join(map(str, principal.grants))}")


def _check_file(headers: Headers) -> None:
    if headers.get("content-type", "").partition(";")[0].strip().lower() != FILE:
        raise InvalidRequest(f"the body is the file; say so in Content-Type: {FILE}")
    if "idempotency-key" in headers:
        raise InvalidValue("a file is taken without an idempotency key; what is staged twice can be discarded once")
