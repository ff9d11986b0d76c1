"""What a person is asked, in the language of what it is about."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from perdure.domain.memory import Memory
from perdure.domain.review import Question, Review

Language = Literal["en", "zh"]

SHOWN = 200
"""Characters of a statement that a summary shows."""

_WORDS: dict[Language, dict[Question, str]] = {
    "en": {
        Question.CONFLICT: (
            "{new} stands against {old}. Accept: the first holds, and the second becomes history. "
            "Reject: the first is forgotten."
        ),
        Question.PROMOTION: (
            "{new} was confirmed again and again. Accept: it becomes permanent. "
            "Reject: it stays as it is, and you are not asked again."
        ),
        Question.EXPIRY: "Does {new} still hold? Accept: it is let go, into the archive. Reject: it still holds.",
        Question.IMPORT: "{new} was imported. Accept: it is remembered. Reject: it is forgotten.",
        Question.APPROVAL: (
            "{by} proposes {new} for {space}. Accept: it is remembered, as if it were said now. "
            "Reject: it is forgotten."
        ),
    },
    "zh": {
        Question.CONFLICT: "{new}与{old}不一致。接受：前者生效，后者成为历史。拒绝：前者被遗忘。",
        Question.PROMOTION: "{new}多次得到确认。接受：成为永久记忆。拒绝：保持原样，不再询问。",
        Question.EXPIRY: "{new}现在还成立吗？接受：不再成立，归档。拒绝：仍然成立。",
        Question.IMPORT: "{new}是导入的内容。接受：记住。拒绝：忘掉。",
        Question.APPROVAL: "{by}提议让 {space} 记住{new}。接受：当作现在所说的记住。拒绝：忘掉。",
    },
}
_QUOTED: dict[Language, str] = {"en": "“{text}” ({who}, {when})", "zh": "「{text}」（{who}，{when}）"}


def asked(
    question: Question,
    memory: Memory,
    other: Memory | None = None,
    *,
    review_id: str,
    at: datetime,
    reason: str = "",
    by: str = "",
) -> Review:
    """An open review; `reason` says what gave rise to it, `by` who proposes it."""
    return Review(
        id=review_id,
        space=memory.space,
        question=question,
        memory=memory.id,
        other=None if other is None else other.id,
        summary=summary_of(question, memory, other, by=by),
        at=at,
        reason=reason,
    )


def summary_of(question: Question, memory: Memory, other: Memory | None = None, *, by: str = "") -> str:
    """Both sides, who said them and when, and what each answer does."""
    language = _language(memory.text if other is None else memory.text + other.text)
    sides = {"new": _quoted(memory, language), "old": "" if other is None else _quoted(other, language)}
    return _WORDS[language][question].format(**sides, by=by, space=memory.space)


def _quoted(memory: Memory, language: Language) -> str:
    text = memory.text if len(memory.text) <= SHOWN else memory.text[:SHOWN].rstrip() + "…"
    source = memory.source
    who = " / ".join(dict.fromkeys(name for name in (source.speaker, source.tool) if name)) or source.origin.value
    return _QUOTED[language].format(text=text, who=who, when=memory.holds_from.date().isoformat())


def _language(text: str) -> Language:
    """Chinese where a fifth of the text is."""
    return "zh" if 5 * sum("\u3400" <= char <= "\u9fff" for char in text) >= len(text) else "en"
