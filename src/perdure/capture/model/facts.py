"""Facts out of a conversation, by a language model: asked in pieces, each fact checked against the turns that it cites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from perdure.capture.extract.proposal import Proposal
from perdure.capture.model.caller import Caller
from perdure.capture.model.checking import Shown, checked
from perdure.capture.model.prompt import Values, load
from perdure.domain.journal import Entry
from perdure.domain.memory import Memory
from perdure.errors import ModelBudgetSpent, ModelReplyInvalid, ModelUnavailable
from perdure.text.passages import cut
from perdure.text.tokens import estimate

PROMPT = "extract-1"

PIECE_TOKENS = 3_000
"""Turns that one question to the model holds; a longer session is read in pieces."""

ANSWER_TOKENS = 300
"""What of an assistant's turn is sent: it is there to understand what the user answers."""

MOST_FACTS = 200
"""Facts of one reply that are looked at."""

MOST_NOTES = 20
"""Notes about facts of one reply."""

MOST_KNOWN = 50
"""Known memories that the model is told of."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelFound:
    """What a model found. `notes` say what was dropped, and why; `unread` are the ids of the entries that it did not answer
    for, so that they can be read another time."""

    proposals: tuple[Proposal, ...] = ()
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A turn, or a part of one, under the number by which the model cites it."""

    number: int
    entry: Entry
    text: str

    def plain(self) -> Mapping[str, object]:
        """What the model is shown."""
        when = self.entry.local_at.isoformat(timespec="minutes")
        return {"n": self.number, "role": self.entry.role, "speaker": self.entry.speaker, "at": when, "text": self.text}


def extract(caller: Caller, entries: Sequence[Entry], *, known: Sequence[Memory] = ()) -> ModelFound:
    """The facts that the turns of one session tell, by the model. It raises nothing: what went wrong is in the notes."""
    turns = dict(enumerate(filter(_sent, entries), start=1))
    found: list[ModelFound] = []
    down = ""
    for piece in pieces(turns):
        if down:
            found.append(ModelFound(unread=_ids(piece)))
            continue
        try:
            found.append(_read(caller, piece, turns, known))
        except ModelBudgetSpent as error:
            down = str(error)
            found.append(_unread(piece, error))
        except ModelUnavailable as error:
            down = str(error) if error.again else ""  # one that refuses has refused this piece only
            found.append(_unread(piece, error))
        except ModelReplyInvalid as error:
            found.append(ModelFound(notes=(f"{_where(piece)}: {error}",)))
    once = {proposal.text: proposal for one in found for proposal in one.proposals}
    return ModelFound(
        proposals=tuple(once.values()),
        notes=tuple(chain.from_iterable(one.notes for one in found)),
        unread=tuple(dict.fromkeys(chain.from_iterable(one.unread for one in found))),
    )


def pieces(turns: Mapping[int, Entry]) -> Iterator[list[Row]]:
    """The numbered turns in pieces that the model reads at once; those in which no user speaks are left out."""
    piece: list[Row] = []
    size = 0
    for row in _rows(turns):
        cost = estimate(row.text) + estimate(row.entry.speaker) + 30
        if piece and size + cost > PIECE_TOKENS:
            yield from _worth(piece)
            piece, size = [], 0
        piece.append(row)
        size += cost
    yield from _worth(piece)


def _read(caller: Caller, piece: Sequence[Row], turns: Mapping[int, Entry], known: Sequence[Memory]) -> ModelFound:
    prompt = load(PROMPT)
    values: Values = {"turns": [row.plain() for row in piece], "known": [memory.text for memory in known[:MOST_KNOWN]]}
    facts = caller.ask(prompt, values, wanted="facts")["facts"]
    offered = facts if isinstance(facts, list) else [facts]
    shown = Shown({row.number: turns[row.number] for row in piece})
    results = [checked(fact, shown, maker=caller.maker(prompt)) for fact in offered[:MOST_FACTS]]
    notes = [result for result in results if isinstance(result, str)]
    if len(offered) > MOST_FACTS:
        notes.insert(0, f"{len(offered)} facts came, and the first {MOST_FACTS} were looked at")
    if len(notes) > MOST_NOTES:
        notes[MOST_NOTES:] = [f"and {len(notes) - MOST_NOTES} more"]
    return ModelFound(proposals=tuple(result for result in results if isinstance(result, Proposal)), notes=tuple(notes))


def _unread(piece: Sequence[Row], error: Exception) -> ModelFound:
    return ModelFound(notes=(f"{_where(piece)} not read by the model: {error}",), unread=_ids(piece))


def _sent(entry: Entry) -> bool:
    """Whether a model is shown an entry: what users and assistants said, and a tool's result where the caller asks for it."""
    return bool(entry.text.strip()) and (entry.role in ("user", "assistant") or entry.metadata.get("distil") is True)


def _rows(turns: Mapping[int, Entry]) -> Iterator[Row]:
    for number, entry in turns.items():
        parts = cut(entry.text, tokens=ANSWER_TOKENS if entry.role == "assistant" else PIECE_TOKENS, overlap=0)
        for part in parts[:1] if entry.role == "assistant" else parts:
            yield Row(number, entry, part)


def _worth(piece: list[Row]) -> Iterator[list[Row]]:
    if any(row.entry.role != "assistant" for row in piece):
        yield piece


def _ids(piece: Sequence[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.entry.id for row in piece))


def _where(piece: Sequence[Row]) -> str:
    first, last = piece[0].number, piece[-1].number
    return f"turn {first}" if first == last else f"turns {first} to {last}"
