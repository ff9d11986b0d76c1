"""What of a memory or an entry goes into the indexes: pure, so that every engine and every rebuild gives the same."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any

from perdure.domain.journal import CHAT, Entry
from perdure.domain.memory import Memory, Status
from perdure.domain.policy import Limits
from perdure.domain.recall import Layer
from perdure.ports.store import CHATTED, QUESTION, TELLS_TIME
from perdure.stores.rows import to_micros
from perdure.text.analyzer import index_terms, meaningful
from perdure.text.dates import tells_time
from perdure.text.passages import DIALOGUE_CHARS, cut

_ASKS = re.compile(r"[?？][\s\"'”’)）]*$")


def text_hash(text: str) -> bytes:
    """The identity of a text for its vector: 16 bytes, so that equal texts are embedded once."""
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def traits_of(body: str, *, chat: bool) -> int:
    """What the signals ask of a passage, as bits."""
    short = chat and len(body) <= DIALOGUE_CHARS
    return QUESTION * bool(_ASKS.search(body)) | TELLS_TIME * tells_time(body) | CHATTED * short


def entry_passages(entry: Entry, session: int, limits: Limits, change: int) -> list[dict[str, Any]]:
    """The passage rows of an entry, without ids and links."""
    chat = entry.channel == CHAT and entry.session is not None and entry.role in ("user", "assistant")
    return [
        {
            "owner": entry.id,
            "layer": Layer.JOURNAL.value,
            "kind": None,
            "ordinal": ordinal,
            "body": body,
            "text_hash": text_hash(body),
            "at": to_micros(entry.at),
            "expires_at": None,
            "live": 1,
            "session": session,
            "speaker": entry.speaker,
            "role": entry.role,
            "traits": traits_of(body, chat=chat),
            "prev": None,
            "waiting": 1,
            "change": change,
        }
        for ordinal, body in enumerate(cut(entry.text, tokens=limits.passage_tokens, overlap=limits.passage_overlap))
    ]


def memory_passages(memory: Memory, limits: Limits, change: int) -> list[dict[str, Any]]:
    """The passage rows of a memory, without ids."""
    layer = Layer.SUMMARY if memory.kind == "summary" else Layer.MEMORY
    return [
        {
            "owner": memory.id,
            "layer": layer.value,
            "kind": memory.kind,
            "ordinal": ordinal,
            "body": body,
            "text_hash": text_hash(body),
            "at": to_micros(memory.holds_from),
            "expires_at": None if memory.expires_at is None else to_micros(memory.expires_at),
            "live": int(memory.status is Status.ACTIVE),
            "session": 0,
            "speaker": memory.source.speaker or "",
            "role": "user",
            "traits": traits_of(body, chat=False),
            "prev": None,
            "waiting": 1,
            "change": change,
        }
        for ordinal, body in enumerate(cut(memory.text, tokens=limits.passage_tokens, overlap=limits.passage_overlap))
    ]


def linked(earlier: dict[str, Any] | None, later: dict[str, Any]) -> bool:
    """Whether two passages that follow each other are two sides of an exchange: short chat turns by two speakers."""
    if earlier is None or earlier["session"] != later["session"]:
        return False
    both = earlier["traits"] & later["traits"] & CHATTED
    return bool(both) and earlier["speaker"] != later["speaker"]


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchRow:
    """The columns of the search index for one passage: its own terms and its neighbours' content terms."""

    rowid: int
    own: str
    previous: str = ""
    before_that: str = ""
    next: str = ""


class Terms:
    """The terms of passages, each analysed once however many columns mention it."""

    def __init__(self) -> None:
        self._own: dict[int, list[str]] = {}

    def own(self, row: dict[str, Any]) -> list[str]:
        """Every term of a passage."""
        if row["id"] not in self._own:
            self._own[row["id"]] = index_terms(row["body"])
        return self._own[row["id"]]

    def content(self, row: dict[str, Any] | None) -> str:
        """Its content terms, as a neighbour's column has them."""
        return "" if row is None else " ".join(meaningful(self.own(row)))


def search_row(chain: list[dict[str, Any]], at: int, terms: Terms) -> SearchRow:
    """The search columns of the passage `chain[at]`, given the passages of its session in order."""
    row = chain[at]
    previous = chain[at - 1] if at > 0 and linked(chain[at - 1], row) else None
    before = chain[at - 2] if previous is not None and at > 1 and linked(chain[at - 2], previous) else None
    after = chain[at + 1] if at + 1 < len(chain) and linked(row, chain[at + 1]) else None
    speaker = index_terms(row["speaker"]) if row["layer"] == Layer.JOURNAL.value else []
    return SearchRow(
        rowid=row["id"],
        own=" ".join(terms.own(row) + speaker),
        previous=terms.content(previous),
        before_that=terms.content(before),
        next=terms.content(after),
    )
