"""The systems that are compared, and how each gets its environment."""

import dataclasses
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CHECKOUT = "perdure"
"""The one system that is installed as a link to this checkout."""

TOLD = "speaker, time, session and order are given as such"
TEXT = ("{text}", "{speaker}: {text}", "{date} {speaker}: {text}")
"""The forms of an item that are tried where a system ranks by the text alone; the best one is reported."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class System:
    """One row of the table: the folder `name` holds its requirements and its `peer.py`."""

    name: str
    package: str
    how: str
    forms: tuple[str, ...] = TEXT

    @property
    def folder(self):
        return HERE / self.name


SYSTEMS = (
    System(name="perdure", package="perdure", how=TOLD, forms=("{text}",)),
    System(name="mem0", package="mem0ai", how="infer=False, local Qdrant; as installed: meaning only"),
    System(name="mem0_keywords", package="mem0ai", how="the same with fastembed: BM25 reorders what meaning found"),
    System(name="chroma", package="chromadb", how="persistent client, a collection a space, cosine"),
    System(name="langgraph_memory", package="langgraph", how="InMemoryStore with index; nothing is kept on disk"),
    System(
        name="langgraph_sqlite",
        package="langgraph-checkpoint-sqlite",
        how="SqliteStore with index, given the vector of a question as one (by itself it asks for a passage's)",
    ),
    System(name="bm25s", package="bm25s", how="words alone: stemmed; Chinese as single characters and bigrams"),
    System(name="dense", package="numpy", how="vectors alone: one product in float32"),
    System(name="hybrid", package="bm25s", how="bm25s and dense by reciprocal rank fusion"),
)


class Refused(Exception):
    """A system, or its environment, did not do what was asked; the others go on."""


@dataclasses.dataclass(frozen=True)
class Environment:
    """A virtual environment that holds one system and what it needs, nothing else."""

    folder: pathlib.Path

    @property
    def python(self):
        windows = self.folder / "Scripts" / "python.exe"
        return windows if windows.exists() else self.folder / "bin" / "python"

    def size(self):
        """MB on disk of everything that was installed."""
        lib = next(self.folder.glob("[Ll]ib*/**/site-packages"))
        own = (ROOT / "src").rglob("*") if self.folder.name == CHECKOUT else ()
        return sum(file.lstat().st_size for file in (*lib.rglob("*"), *own) if file.is_file()) / 1e6

    def version(self, package):
        code = f"from importlib.metadata import version; print(version({package!r}))"
        return _run([self.python, "-c", code]).strip()


def environment(system, cache, python):
    """The system's environment, made if it is not there or was made from something else."""
    made = Environment(cache / "environments" / system.name)
    wanted, mark = system.folder / "requirements.txt", made.folder / "made-from"
    made_from = f"{python}\n{wanted.read_text('utf-8')}"
    if system.name == CHECKOUT:
        made_from += f"{ROOT}\n{(ROOT / 'pyproject.toml').read_text('utf-8')}"
    if not mark.exists() or mark.read_text("utf-8") != made_from:
        mark.unlink(missing_ok=True)
        _run([python, "-m", "venv", "--clear", "--without-pip", made.folder])
        pip = [sys.executable, "-m", "pip", "--python", made.python, "install", "-q", "--disable-pip-version-check"]
        _run([*pip, "-r", wanted])
        mark.write_text(made_from, "utf-8")
    return made


def _run(command):
    try:
        done = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True)
    except OSError as error:
        raise Refused(str(error)) from error
    if done.returncode:
        raise Refused((done.stderr.strip() or f"exit {done.returncode}").splitlines()[-1])
    return done.stdout
