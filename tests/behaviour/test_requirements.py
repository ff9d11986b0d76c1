"""The list of requirements against the tests that name them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.behaviour.requirements import REQUIREMENTS, requirement

TESTS = Path(__file__).parents[1]


def named_in(tree: ast.AST) -> Iterator[str]:
    """The ids that the decorators of collected tests (`test_…` functions, `Test…` classes) name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if not node.name.lower().startswith("test"):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "requirement":
                yield from (
                    arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                )


def named_by_tests() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for name in named_in(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(name, []).append(path.relative_to(TESTS).as_posix())
    return found


def test_every_due_requirement_has_a_test():
    named = named_by_tests()
    missing = [f"{name}: {row.sentence}" for name, row in REQUIREMENTS.items() if row.due and name not in named]
    assert not missing, "due, but shown by no test:\n" + "\n".join(missing)


def test_no_test_names_a_row_that_does_not_exist():
    assert set(named_by_tests()) <= set(REQUIREMENTS)


def test_an_unknown_id_cannot_even_be_written():
    with pytest.raises(LookupError):
        requirement("W8", "W99")
    with pytest.raises(LookupError):
        requirement()


def test_only_the_decorators_of_tests_count():
    source = """
@requirement("M1", "M2")
class TestRecord: ...

@requirement("W8")
def helper(): ...

@requirement("S1")
async def test_weight(): ...
"""
    assert sorted(named_in(ast.parse(source))) == ["M1", "M2", "S1"]


def test_every_sentence_is_one_line_that_ends():
    for name, row in REQUIREMENTS.items():
        assert row.sentence.endswith("."), name
        assert "\n" not in row.sentence, name
