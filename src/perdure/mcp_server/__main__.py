"""The tools over stdio: `python -m perdure.mcp_server --space user/me`."""

from __future__ import annotations

import argparse

from perdure.mcp_server.stdio import run_stdio
from perdure.settings import from_env


def main() -> None:
    """Serve until the client closes its end."""
    parser = argparse.ArgumentParser(prog="python -m perdure.mcp_server", description=__doc__)
    parser.add_argument("--home", help="the folder of the memory")
    parser.add_argument("--space", help="the space that is written and read")
    parser.add_argument("--read", action="append", default=[], help="a further space to read; may be repeated")
    given = parser.parse_args()
    run_stdio(given.home or from_env().home, space=given.space, read=given.read)


if __name__ == "__main__":
    main()
