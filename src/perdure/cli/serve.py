"""The memory as a service: `perdure serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perdure.cli import options
from perdure.cli.answers import Serving
from perdure.cli.opening import opened
from perdure.cli.output import say, show
from perdure.providers.extras import require
from perdure.settings import PORT, Settings, from_env

if TYPE_CHECKING:
    from perdure.gateway.options import GatewayOptions

PACKAGES = ("fastapi", "httpx2", "mcp", "prometheus_client", "uvicorn")


def serve(
    *,
    host: options.Host = "127.0.0.1",
    port: options.Port = PORT,
    allow_host: options.AllowHost = None,
    home: options.Home = None,
    as_json: options.Json = False,
) -> None:
    """Serve the spaces of the folder over HTTP and MCP to whoever has a token, until Ctrl-C.

    The first start makes the token that administers it, and shows it once.
    """
    require("server", *PACKAGES)
    from perdure.gateway.serve import serve as run

    settings = from_env()
    chosen = options_of(settings, tuple(allow_host or ()))
    with opened(home) as memory:

        def ready(url: str) -> None:
            show(Serving(url=url, first=memory.tokens.first(), space=settings.space, home=home), as_json=as_json)

        run(memory, host=host, port=port, options=chosen, ready=ready, waiting=None if as_json else waiting)
    if not as_json:
        say("stopped")


def waiting(requests: int) -> None:
    """Say why it has not stopped yet."""
    say(f"waiting for {requests} request{'s' * (requests > 1)}; Ctrl-C again to stop now")


def options_of(settings: Settings, hosts: tuple[str, ...]) -> GatewayOptions:
    """How the gateway serves, by the settings and the names it is called by."""
    from perdure.gateway.options import GatewayOptions, Upstream

    urls = tuple(url for part in settings.upstream_url.split(",") if (url := part.strip()))
    return GatewayOptions(
        hosts=hosts, space=settings.space, upstream=Upstream(urls=urls, key=settings.upstream_key) if urls else None
    )
