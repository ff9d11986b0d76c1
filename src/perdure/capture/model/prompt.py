"""Prompts: versioned files, and the data that is put into them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from perdure.ports.llm import ModelRequest
from perdure.text.clean import clean_value

Values = Mapping[str, Sequence[object] | int]
"""What stands for the `$names` of a prompt: rows of data, or a number."""

_PART = re.compile(r"^## (System|Prompt|Reply)\n", re.MULTILINE)
_FENCE = re.compile(r"```json\n(.*)```", re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """What a model is asked, and the shape its reply should have. `name` has its version: `extract-1`."""

    name: str
    system: str
    template: str
    schema: Mapping[str, Any]

    def request(self, values: Values, *, max_tokens: int, timeout: float) -> ModelRequest:
        """The prompt with these values, every one of them as data."""
        told = {name: str(value) if isinstance(value, int) else data(value) for name, value in values.items()}
        return ModelRequest(
            system=Template(self.system).substitute(told),
            prompt=Template(self.template).substitute(told),
            schema=self.schema,
            max_tokens=max_tokens,
            timeout=timeout,
        )


def data(rows: Sequence[object]) -> str:
    """One row a line, as JSON in which no tag can open or close: the text of a row never leaves its line."""
    return "\n".join(json.dumps(clean_value(row), ensure_ascii=False).replace("<", "\\u003c") for row in rows)


@cache
def load(name: str) -> Prompt:
    """The prompt of that name, such as `extract-1`."""
    text = files("perdure.capture.model").joinpath("prompts", f"{name}.md").read_text("utf-8")
    pieces = _PART.split(text)[1:]
    parts = {title: body.strip() for title, body in zip(pieces[::2], pieces[1::2], strict=True)}
    shape = _FENCE.search(parts["Reply"])
    return Prompt(
        name=name,
        system=parts["System"],
        template=parts["Prompt"],
        schema=json.loads(shape[1]) if shape else {},
    )
