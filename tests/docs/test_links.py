"""Links between documents lead somewhere, and nothing leads out of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, paths, read

SKIPPED = {".git", ".venv", "build", "dist", "node_modules", "__pycache__"}
OUTSIDE = ("/".join(["..", "shared"]), "/".join(["", "work", "shared"]))
"""Built from pieces, so that this file passes its own test."""


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_relative_links_resolve(path: Path):
    broken = []
    for link in read(path).links:
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        target, _, fragment = link.partition("#")
        there = (path.parent / target).resolve() if target else path
        if not there.exists() or not there.is_relative_to(ROOT):
            broken.append(link)
        elif fragment and fragment not in {heading.anchor for heading in read(there).headings}:
            broken.append(link)
    assert not broken, f"{path.name} links to what is not there: {broken}"


def test_every_page_is_reached_from_the_index():
    seen: set[Path] = set()
    queue = [ROOT / "docs" / "index.md"]
    while queue:
        page = queue.pop()
        if page in seen:
            continue
        seen.add(page)
        linked = [(page.parent / link.partition("#")[0]).resolve() for link in read(page).links if "://" not in link]
        queue += [path for path in linked if path.suffix == ".md" and path.exists()]
    missing = [path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md") if path not in seen]
    assert not missing, f"no link leads to {missing}"


def project_files() -> list[Path]:
    found = []
    for folder in [ROOT, *(path for path in ROOT.rglob("*") if path.is_dir())]:
        parts = set(folder.relative_to(ROOT).parts)
        if parts & SKIPPED or any(part.startswith(".") and part != ".ci" for part in parts):
            continue
        found += [path for path in folder.iterdir() if path.is_file() and path.suffix not in (".db", ".pyc", ".zip")]
    return found


def test_no_file_refers_to_anything_outside_the_project():
    files = project_files()
    assert ROOT / "Makefile" in files
    assert ROOT / ".ci" / "run" in files
    found = [
        path.relative_to(ROOT).as_posix()
        for path in files
        if any(needle in path.read_text(encoding="utf-8", errors="replace") for needle in OUTSIDE)
    ]
    assert not found, f"these files name what is not in the project: {found}"
