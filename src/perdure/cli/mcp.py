"""One space for an agent tool that starts this process: `perdure mcp`."""

from __future__ import annotations

from perdure.cli import options
from perdure.cli.opening import home_of, space_of


def mcp(*, space: options.Space = None, read: options.Read = None, home: options.Home = None) -> None:
    """Serve one space to an agent tool over MCP on standard input and output.

    The tool starts this command itself; nothing but the protocol is ever printed.
    """
    from perdure.mcp_server.stdio import run_stdio

    run_stdio(home_of(home), space=space_of(space), read=read or ())
