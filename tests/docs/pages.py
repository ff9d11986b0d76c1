"""The documents as the tests read them: headings, code blocks, links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"

_FENCE = re.compile(r"^(`{3,})(\w*)\s*$")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block; `line` is the line its code starts at."""

    language: str
    code: str
    line: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading without its markup; `line` counts from 1."""

    level: int
    text: str
    line: int

    @property
    def anchor(self) -> str:
        """The fragment that links to it."""
        return re.sub(r"[^\w\- ]", "", self.text.lower()).replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Page:
    """One document; `prose` is what stands outside its code blocks."""

    path: Path
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]
    prose: str

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def links(self) -> list[str]:
        return _LINK.findall(self.prose)

    def code(self, language: str) -> list[Block]:
        return [block for block in self.blocks if block.language == language]

    def titles(self, level: int) -> list[str]:
        return [heading.text for heading in self.headings if heading.level == level]

    def section(self, title: str) -> str:
        """What stands under a heading, its subsections included."""
        start = next(heading for heading in self.headings if heading.text == title)
        after = (other.line for other in self.headings if other.line > start.line and other.level <= start.level)
        lines = self.path.read_text(encoding="utf-8").splitlines()
        return "\n".join(lines[start.line : next(after, len(lines) + 1) - 1])


def read(path: Path) -> Page:
    """Take a document apart; a fence that is never closed is an error."""
    headings: list[Heading] = []
    blocks: list[Block] = []
    prose: list[str] = []
    fence: tuple[str, str, int] | None = None
    code: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = _FENCE.match(line)
        if fence is not None:
            if mark and mark[1] == fence[0] and not mark[2]:
                blocks.append(Block(fence[1], "\n".join(code), fence[2]))
                fence = None
            else:
                code.append(line)
        elif mark:
            fence, code = (mark[1], mark[2], number + 1), []
        else:
            if heading := _HEADING.match(line):
                headings.append(Heading(len(heading[1]), heading[2].replace("`", ""), number))
            prose.append(line)
    if fence is not None:
        raise ValueError(f"{path}: the block opened before line {fence[2]} is never closed")
    return Page(path, tuple(headings), tuple(blocks), "\n".join(prose))


def paths() -> list[Path]:
    """Every document of the project."""
    folders = [ROOT / name for name in ("docs", "bench", "examples")]
    return sorted(ROOT.glob("*.md")) + [path for folder in folders for path in sorted(folder.rglob("*.md"))]
