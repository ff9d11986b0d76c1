"""What of a memory or an entry goes into the indexes: pure, so that every engine and every rebuild gives the same."""

from __future__ import annotations

import hashlib
import re
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from perdure.domain.journal import CHAT, Entry
from perdure.domain.memory import Memory, Slot, Status
from perdure.domain.policy import Limits
from perdure.domain.recall import Layer
from perdure.kinds import layer_of
from perdure.ports.store import CHATTED, DERIVED, QUESTION, TELLS_TIME
from perdure.stores.rows import to_micros
from perdure.text.analyzer import meaningful
from perdure.text.dates import tells_time
from perdure.text.passages import DIALOGUE_CHARS, cut
from perdure.text.resolved import with_days_ahead

LIVE, IN_ARCHIVE = 1, 2
"""What `passages.live` says of a passage: it may be recalled, or only when the archive is asked. 0: neither."""

_LIVE = {Status.ACTIVE: LIVE, Status.ARCHIVED: IN_ARCHIVE}


def live_of(status: Status) -> int:
    """What the passages of a memory say of it."""
    return _LIVE.get(status, 0)


_ASKS = re.compile(r"[?？][\s\"'”’)）]*$")


def text_hash(text: str) -> bytes:
    """The identity of a text for its vector: 16 bytes, so that equal texts are embedded once."""
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def traits_of(body: str, *, chat: bool) -> int:
    """What the signals ask of a passage, as bits; `chat` says whether it is a short turn of one."""
    return QUESTION * bool(_ASKS.search(body)) | TELLS_TIME * tells_time(body) | CHATTED * chat


def entry_passages(entry: Entry, session: int, limits: Limits, change: int) -> list[dict[str, Any]]:
    """The passage rows of an entry, without ids and links."""
    said = entry.channel == CHAT and entry.session is not None and entry.role in ("user", "assistant")
    chat = said and len(entry.text) <= DIALOGUE_CHARS  # the end of a long answer is no short turn
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
            "live": LIVE,
            "session": session,
            "speaker": entry.speaker,
            "role": entry.role,
            "traits": traits_of(body, chat=chat),
            "prev": None,
            "waiting": 1,
            "change": change,
            "length": len(body),
        }
        for ordinal, body in enumerate(cut(entry.text, tokens=limits.passage_tokens, overlap=limits.passage_overlap))
    ]


def slot_words(slot: Slot | None) -> str:
    """What a memory is found by beside its text: the words of its slot, as a turn is by its speaker's name."""
    if slot is None:
        return ""
    return slot.attribute if slot.subject == Slot.OWNER else f"{slot.subject} {slot.attribute}"


def memory_passages(memory: Memory, limits: Limits, change: int) -> list[dict[str, Any]]:
    """The passage rows of a memory, without ids."""
    derived = memory.source.maker is not None
    text = with_days_ahead(memory.text, memory.created_at.date().isoformat()) if derived else memory.text
    return [
        {
            "owner": memory.id,
            "layer": layer_of(memory).value,
            "kind": memory.kind,
            "ordinal": ordinal,
            "body": body,
            "text_hash": text_hash(body),
            "at": to_micros(memory.holds_from),
            "expires_at": None if memory.expires_at is None else to_micros(memory.expires_at),
            "live": live_of(memory.status),
            "session": 0,
            "speaker": slot_words(memory.slot),
            "role": "user",
            "traits": traits_of(body, chat=False) | DERIVED * derived,
            "prev": None,
            "waiting": 1,
            "change": change,
            "length": len(body),
        }
        for ordinal, body in enumerate(cut(text, tokens=limits.passage_tokens, overlap=limits.passage_overlap))
    ]


def claims_of(text: str) -> list[str]:
    """The keys under which what a statement claims is found again, each once."""
    from perdure.text.claims import read_claims  # documented lazy load: the lexicon, which only writing needs

    return list(dict.fromkeys(key for claim in read_claims(text) for key in claim.keys))


def claims_rules() -> str:
    """The version of the rules that `claims_of` goes by."""
    from perdure.text.claims import RULES  # documented lazy load: as above

    return RULES


def linked(earlier: dict[str, Any], later: dict[str, Any]) -> bool:
    """Whether two passages that follow each other are two sides of an exchange: short chat turns by two speakers."""
    if earlier["session"] != later["session"]:
        return False
    both = earlier["traits"] & later["traits"] & CHATTED
    return bool(both) and earlier["speaker"] != later["speaker"]


_TERM = struct.Struct("<IB?")
MOST = 255
"""How often a term counts at most in one passage: what fits a byte."""


def pack(terms: Sequence[str], numbers: Mapping[str, int]) -> bytes:
    """The terms of a passage as `passages.terms` keeps them: six bytes each, for its number, how often it occurs, and whether
    it carries meaning."""
    content = set(meaningful(terms))
    counts = Counter(terms)
    return b"".join(_TERM.pack(numbers[term], min(count, MOST), term in content) for term, count in counts.items())
