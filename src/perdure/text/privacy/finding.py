"""What the guard found, and the words that stand in its place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Type: TypeAlias = Literal["password", "api_key", "national_id", "bank_card", "iban", "passport", "email", "phone"]

MARKERS: Mapping[Type, str] = {
    "password": "[password removed]",
    "api_key": "[api key removed]",
    "national_id": "[id number removed]",
    "bank_card": "[card number removed]",
    "iban": "[iban removed]",
    "passport": "[passport number removed]",
    "email": "[email removed]",
    "phone": "[phone removed]",
}
"""The text that replaces each type. Where findings overlap, the type that stands first here names them."""

_RANK = {name: place for place, name in enumerate(MARKERS)}


@dataclass(frozen=True, slots=True)
class Finding:
    """A stretch of the original text that must not be stored: where and what, never the value."""

    start: int
    end: int
    type: Type


def merge(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in order, those that overlap joined to one."""
    merged: list[Finding] = []
    for finding in sorted(findings, key=lambda one: (one.start, one.end)):
        if merged and finding.start < merged[-1].end:
            last = merged.pop()
            weightier = min(last.type, finding.type, key=_RANK.__getitem__)
            merged.append(Finding(last.start, max(last.end, finding.end), weightier))
        else:
            merged.append(finding)
    return tuple(merged)


def mask(text: str, findings: Iterable[Finding]) -> str:
    """The text with each finding replaced by its marker."""
    parts: list[str] = []
    done = 0
    for finding in findings:
        parts += (text[done : finding.start], MARKERS[finding.type])
        done = finding.end
    return "".join((*parts, text[done:]))


def unmask(found: Iterable[Finding], masked: Sequence[Finding]) -> list[Finding]:
    """What was found in a masked text, as places in the original; `masked` is what was replaced there."""
    ends, shifts = [0], [0]
    for finding in masked:
        shifts.append(shifts[-1] + finding.end - finding.start - len(MARKERS[finding.type]))
        ends.append(finding.end - shifts[-1])

    def place(position: int) -> int:
        return position + shifts[bisect_right(ends, position) - 1]

    return [Finding(place(one.start), place(one.end), one.type) for one in found]
