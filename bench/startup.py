"""How long `perdure list` takes, against two processes that do nothing: python bench/startup.py

One imports typer and sqlalchemy. The other is a Typer command with one option that imports sqlalchemy: Typer loads
pydantic as soon as a command has an option that is no flag, and so does every command of ours.
"""

import os
import subprocess
import sys
import tempfile

from measure import RUNS, median, publish, seconds

from perdure import Perdure

PEER = [sys.executable, "-c", "import typer, sqlalchemy"]
COMMAND = """
import typer
app = typer.Typer()
@app.command()
def nothing(limit: int = 100) -> None:
    import sqlalchemy
app()
"""
OPTIONED = [sys.executable, "-c", COMMAND]


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
        for command in (PEER, OPTIONED, ours, helped):
            run(command, home)
        taken = [[run(command, home) for command in (ours, PEER, OPTIONED, helped)] for _ in range(RUNS)]
    publish(
        "startup",
        {
            "list_ms": median([mine for mine, _, _, _ in taken]),
            "imports_ms": median([peer for _, peer, _, _ in taken]),
            "list_to_imports": median([mine / peer for mine, peer, _, _ in taken]),
            "typer_command_ms": median([peer for _, _, peer, _ in taken]),
            "list_to_typer_command": median([mine / peer for mine, _, peer, _ in taken]),
            "help_ms": median([helping for _, _, _, helping in taken]),
        },
    )


if __name__ == "__main__":
    main()
