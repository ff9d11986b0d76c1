"""What a list of questions says about a memory, and what changed from one run of it to the next. Pure."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from perdure.domain.check import Check, Checked, Verified
from perdure.domain.space import SpaceName
from perdure.errors import InvalidInput
from perdure.text.clean import fold

FORMAT = 1
"""The version of kept results."""


class Fared(StrEnum):
    """How a question fares against an earlier run; the last two were asked in one of the runs only."""

    FIXED = "fixed"
    PASSES = "still passes"
    BROKE = "broke"
    FAILS = "still fails"
    NEW = "new"
    GONE = "not asked"


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """One question before and after; either is None where it was not asked."""

    check: Check
    before: Checked | None
    after: Checked | None

    @property
    def fared(self) -> Fared:
        """What came of it."""
        if self.after is None:
            return Fared.GONE
        if self.before is None:
            return Fared.NEW
        if self.after.passed:
            return Fared.PASSES if self.before.passed else Fared.FIXED
        return Fared.BROKE if self.before.passed else Fared.FAILS

    @property
    def well(self) -> bool:
        """Whether nothing is worse: it passes, it failed before as well, or it is not asked any more."""
        failed = self.after is not None and not self.after.passed
        return not failed or self.fared is Fared.FAILS


def judged(check: Check, answers: Sequence[str]) -> Checked:
    """What these answers, best first, are worth for a question; letter case, width and script variant do not count."""
    found = [fold(answer) for answer in answers]

    def there(wanted: str) -> bool:
        return any(fold(wanted) in text for text in found)

    return Checked(
        check=check,
        missing=tuple(text for text in check.must_contain if not there(text)),
        unwanted=tuple(text for text in check.must_not_contain if there(text)),
        answers=tuple(answers),
    )


def compared(before: Verified, after: Verified) -> tuple[Compared, ...]:
    """Each question of the later run with its fellow of the earlier one, then those that are not asked any more.

    Fellows ask the same in the same space, or, for a memory may have moved, the same alone.
    """
    free = dict(enumerate(before))
    fellows: dict[int, Checked] = {}
    for key in (_where, _what):
        waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for number, checked in free.items():
            waiting[key(checked)].append(number)
        for number, checked in enumerate(after):
            if number not in fellows and waiting[key(checked)]:
                fellows[number] = free.pop(waiting[key(checked)].popleft())
    rows = [Compared(check=now.check, before=fellows.get(number), after=now) for number, now in enumerate(after)]
    return (*rows, *(Compared(check=gone.check, before=gone, after=None) for gone in free.values()))


def _where(checked: Checked) -> Hashable:
    return checked.check.space, checked.check.question


def _what(checked: Checked) -> Hashable:
    return checked.check.question


def kept(verified: Verified) -> str:
    """Results as JSON, to be compared with later ones."""
    checks = [
        {
            "question": checked.check.question,
            "space": str(checked.check.space),
            "must_contain": checked.check.must_contain,
            "must_not_contain": checked.check.must_not_contain,
            "k": checked.check.k,
            "passed": checked.passed,
            "missing": checked.missing,
            "unwanted": checked.unwanted,
            "answers": checked.answers,
        }
        for checked in verified
    ]
    return json.dumps({"verified": FORMAT, "checks": checks}, ensure_ascii=False, indent=2) + "\n"


def read_kept(text: str) -> Verified:
    """Results that were kept. Raises InvalidInput where they are none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("these are no results of `perdure verify`: they are no JSON") from error
    if not isinstance(found, dict) or found.get("verified") != FORMAT or not isinstance(found.get("checks"), list):
        raise InvalidInput(f"these are no results of `perdure verify` in form {FORMAT}")
    return Verified(checks=tuple(_checked(each, number) for number, each in enumerate(found["checks"], 1)))


def _checked(found: object, number: int) -> Checked:
    if not isinstance(found, dict) or not isinstance(question := found.get("question"), str):
        raise InvalidInput(f"result {number} has no question")
    check = Check(
        question=question,
        space=SpaceName.parse(found.get("space", "")),
        must_contain=_texts(found, "must_contain", number),
        must_not_contain=_texts(found, "must_not_contain", number),
        k=found["k"] if isinstance(found.get("k"), int) else None,
    )
    return Checked(
        check=check,
        missing=_texts(found, "missing", number),
        unwanted=_texts(found, "unwanted", number),
        answers=_texts(found, "answers", number),
    )


def _texts(found: Mapping[str, Any], name: str, number: int) -> tuple[str, ...]:
    texts = found.get(name, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise InvalidInput(f"result {number}: `{name}` is a list of texts")
    return tuple(texts)
