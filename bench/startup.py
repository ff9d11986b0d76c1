"""How long `perdure list` takes, against a process that imports typer and sqlalchemy: python bench/startup.py"""

import os
import subprocess
import sys
import tempfile

from measure import RUNS, median, publish, seconds

from perdure import Perdure

PEER = [sys.executable, "-c", "import typer, sqlalchemy"]


def run(command, home):
    """Wall time of one process."""
    environment = {**os.environ, "PERDURE_HOME": home}
    return 1000 * seconds(lambda: subprocess.run(command, check=True, capture_output=True, env=environment))


def main():
    with tempfile.TemporaryDirectory() as home:
        with Perdure(home, embedder=None, timezone="UTC") as memory:
            memory.space("user/me").remember_many([f"note number {n}" for n in range(100)])
        ours = [sys.executable, "-m", "perdure", "list"]
        helped = [sys.executable, "-m", "perdure", "--help"]
        for command in (PEER, ours, helped):
            run(command, home)
        taken = [(run(ours, home), run(PEER, home), run(helped, home)) for _ in range(RUNS)]
    publish(
        "startup",
        {
            "list_ms": median([mine for mine, _, _ in taken]),
            "peer_ms": median([peer for _, peer, _ in taken]),
            "list_to_peer": median([mine / peer for mine, peer, _ in taken]),
            "help_ms": median([helping for _, _, helping in taken]),
        },
    )


if __name__ == "__main__":
    main()
