"""How long a client waits for `initialize` over stdio, against a server of the SDK with one tool: python bench/mcp_start.py

Each run starts a process of each and stops the clock at the first line of its answer.
"""

import json
import os
import subprocess
import sys
import tempfile

from measure import RUNS, median, publish, seconds

BARE = """
from mcp.server import MCPServer
server = MCPServer("bare", log_level="WARNING")
@server.tool()
def echo(text: str) -> str:
    return text
server.run("stdio")
"""
OURS = [sys.executable, "-m", "perdure", "mcp", "--space", "user/me"]
PEER = [sys.executable, "-c", BARE]
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    },
}


def initialized(command, home):
    """Milliseconds from the start of a process to its answer."""
    environment = {**os.environ, "PERDURE_HOME": home}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}

    def ask():
        process = subprocess.Popen(command, env=environment, **pipes)
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.flush()
        assert b'"result"' in process.stdout.readline()
        started.append(process)

    started = []
    taken = 1000 * seconds(ask)
    started[0].communicate()
    return taken


def main():
    with tempfile.TemporaryDirectory() as home:
        for command in (OURS, PEER):
            initialized(command, home)
        taken = [[initialized(command, home) for command in (OURS, PEER)] for _ in range(RUNS)]
    publish(
        "mcp_start",
        {
            "initialize_ms": median([mine for mine, _ in taken]),
            "bare_ms": median([peer for _, peer in taken]),
            "to_bare": median([mine / peer for mine, peer in taken]),
        },
    )


if __name__ == "__main__":
    main()
