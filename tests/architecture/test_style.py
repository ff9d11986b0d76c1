"""Sizes and habits that keep the code readable."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.source import Module, modules

MODULE_LINES = 600
FUNCTION_LINES = 60
BLIND = {"Exception", "BaseException"}
RUNNERS = {"perdure/app/background.py", "perdure/ports/deadline.py", "perdure/upkeep/runner.py"}
"""Where a thread of ours ends: nobody may be left to raise to, so one handler takes every error and records it."""

MODULES = modules()


def test_the_package_is_found():
    assert "perdure/__init__.py" in {module.name for module in MODULES}


def test_modules_stay_short():
    long = [f"{module.name}: {count}" for module in MODULES if (count := len(module.text.splitlines())) > MODULE_LINES]
    assert not long


def test_functions_stay_short():
    long = []
    for module in MODULES:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                count = (node.end_lineno or node.lineno) - node.lineno + 1
                if count > FUNCTION_LINES:
                    long.append(f"{module.place(node)} {node.name}: {count}")
    assert not long


def blind(handler: ast.ExceptHandler) -> bool:
    """Whether a handler takes every error and does not raise it again."""
    if handler.type is None:
        named = BLIND
    else:
        named = {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}
    again = any(isinstance(node, ast.Raise) and node.exc is None for node in handler.body)
    return bool(named & BLIND) and not again


def blind_handlers() -> list[tuple[Module, ast.ExceptHandler]]:
    nodes = [(module, node) for module in MODULES for node in ast.walk(module.tree)]
    return [(module, node) for module, node in nodes if isinstance(node, ast.ExceptHandler) and blind(node)]


def test_no_handler_takes_every_error():
    found = [(module.name, module.place(node)) for module, node in blind_handlers()]
    assert [place for name, place in found if name not in RUNNERS] == []
    assert len(found) <= len(RUNNERS)


def test_a_runner_records_what_it_takes():
    for module, node in blind_handlers():
        assert any("log.exception(" in ast.unparse(line) for line in node.body), module.place(node)


def test_a_blind_handler_is_recognised():
    source = """
try: ...
except Exception: log()
except (ValueError, BaseException): pass
except: pass
except BaseException:
    undo()
    raise
except OSError: pass
"""
    handlers = ast.parse(source).body[0].handlers
    assert [blind(handler) for handler in handlers] == [True, True, True, False, False]


def public_definitions(module: Module) -> Iterator[tuple[str, ast.AST]]:
    """The module itself, its public classes and functions, and their public methods; a stub `...` speaks for itself."""
    yield module.place(module.tree), module.tree
    bodies: list[ast.AST] = [module.tree]
    while bodies:
        for node in getattr(bodies.pop(), "body", []):
            if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
                continue
            if isinstance(node, ast.ClassDef):
                bodies.append(node)
            elif stub(node) or any(
                "overload" in ast.unparse(mark) or ".setter" in ast.unparse(mark) for mark in node.decorator_list
            ):
                continue
            yield f"{module.place(node)} {node.name}", node


def stub(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return len(node.body) == 1 and isinstance(node.body[0], ast.Expr) and ast.unparse(node.body[0]) == "..."


def test_every_public_name_says_what_it_is_for():
    bare = [place for module in MODULES for place, node in public_definitions(module) if not ast.get_docstring(node)]
    assert not bare
