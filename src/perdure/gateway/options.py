"""How a gateway serves a place."""

from __future__ import annotations

from dataclasses import dataclass, field

MIB = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Upstream:
    """The models behind the proxy: the addresses a caller may choose from, the first one by default, and the key for them
    where the caller brings none."""

    urls: tuple[str, ...]
    key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class GatewayOptions:
    """What the gateway answers to and how much it takes.

    `hosts` are names it is reached by besides those of this machine, `origins` the pages besides its own that may call it.
    `body_bytes` and `body_seconds` bound a request's body, `proxy_bytes` one to the model proxy, where pictures are sent;
    `held_bytes` bounds all the bodies together that are held at a time.
    `upload_bytes` bounds a file that is imported, `spool_bytes` all the files together that are on their way in or out, on the disk;
    each has `transfer_seconds`.
    `space` is the home of a token whose grants name no space, as `*:admin`, where it may read there.
    `threads` is how many calls run at once; `grace_seconds` how long open requests have when the gateway stops.
    """

    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    body_bytes: int = 8 * MIB
    proxy_bytes: int = 64 * MIB
    body_seconds: float = 30.0
    held_bytes: int = 256 * MIB
    upload_bytes: int = 1024 * MIB
    spool_bytes: int = 4096 * MIB
    transfer_seconds: float = 3600.0
    head_bytes: int = 64 << 10
    head_seconds: float = 10.0
    session_idle_seconds: float = 1800.0
    threads: int = 16
    connections: int = 1000
    grace_seconds: int = 10
    space: str | None = None
    upstream: Upstream | None = None
