"""Turns into the journal, and what they tell into memories, in one call that can be repeated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from perdure.capture.distil import Distillery, joined
from perdure.capture.echo import without_echo
from perdure.capture.intake import Intake
from perdure.capture.model import Caller
from perdure.capture.observe import BATCH, append
from perdure.domain.change import Captured
from perdure.domain.journal import Entry, EntryFilter, Turn
from perdure.errors import InvalidValue
from perdure.ports.clock import Ids
from perdure.ports.store import Reader, SpaceStore

_PAGE = 1_000


def capture(  # noqa: PLR0913  what is captured, and each thing it is done with
    store: SpaceStore,
    turns: Iterable[Turn],
    *,
    session: str | None = None,
    intake: Intake,
    ids: Ids,
    actor: str,
    source: str | None = None,
    model: Caller | None = None,
    whole: bool = True,
) -> Captured:
    """Append turns to the journal and distil them; the same turns again change nothing.

    `session` is that of turns which name none. A turn is known by its `ref`, else by its time, speaker and words where it has
    a time; and an agent may hand in its whole list of messages each time: what the journal ends with and the list begins with
    is not stored again. What a brief put into a turn is cut out. Every turn is checked before the first is written; raises
    InvalidInput with what is wrong. Without `whole` the session goes on, and only what is certain becomes a memory.
    """
    if isinstance(turns, Turn | str | bytes):
        raise InvalidValue("turns are a list of Turn, not one of them")
    given = [_heard(turn, session) for turn in turns]
    told = [turn for turn in given if turn is not None]
    offered = [intake.entry(turn, entry_id=ids.new("ent", intake.now), source=source) for turn in told]
    timed = frozenset(entry.id for entry, turn in zip(offered, told, strict=True) if turn.at is not None)
    entries, added = _append(store, offered, timed, intake)
    task = Distillery(store, intake=intake, ids=ids, actor=actor, model=model)
    names = dict.fromkeys(entry.session for entry in offered)
    distilled = joined(task.whole(name) if whole else task.certain(name) for name in names)
    return Captured(entries=entries, added=added, distilled=distilled)


def _heard(turn: object, session: str | None) -> Turn | None:
    """The turn in its session, without echoes; None where it was nothing but an echo."""
    if not isinstance(turn, Turn):
        raise InvalidValue(f"a turn is a Turn, not {type(turn).__name__}")
    said: object = turn.text
    if not isinstance(said, str):
        return turn  # the intake says what is wrong with it
    text = without_echo(said)
    if not text.strip() and said.strip():
        return None
    return replace(turn, text=text, session=session if turn.session is None else turn.session)


def _append(
    store: SpaceStore, offered: Sequence[Entry], timed: frozenset[str], intake: Intake
) -> tuple[tuple[Entry, ...], int]:
    """Write what the journal does not have; the entries of all, in order, and how many are new."""
    if not offered:
        return (), 0
    known: dict[str, Entry] = {}
    found: list[Entry] = []
    added = 0
    for start in range(0, len(offered), BATCH):
        with store.write() as writer:
            intake.adopt(writer)
            if start == 0:
                known = _known(writer, offered, timed)
            part = offered[start : start + BATCH]
            stored = append(writer, [entry for entry in part if entry.id not in known])
        fresh = iter(stored.entries)
        found += [known[entry.id] if entry.id in known else next(fresh) for entry in part]
        added += stored.added
    return tuple(found), added


def _known(reader: Reader, offered: Sequence[Entry], timed: frozenset[str]) -> dict[str, Entry]:
    """The journal's entry of each that it has already, by the id it was offered under. Those with a ref are left to `append`."""
    bare = [entry for entry in offered if entry.ref is None]
    known = _by_time(reader, [entry for entry in bare if entry.id in timed])
    for name in dict.fromkeys(entry.session for entry in bare):
        mine = [entry for entry in bare if entry.session == name]
        known |= _overlap(reader, name, mine, timed)
    return known


def _by_time(reader: Reader, offered: Sequence[Entry]) -> dict[str, Entry]:
    """Those that were said by the same speaker in the same words at the same moment."""
    if not offered:
        return {}
    wanted = EntryFilter(since=min(entry.at for entry in offered), until=max(entry.at for entry in offered))
    there: dict[tuple[object, ...], Entry] = {}
    cursor: str | None = None
    while True:
        page = reader.entries(wanted, limit=_PAGE, cursor=cursor)
        there |= {(*_words(entry), entry.session, entry.at): entry for entry in page}
        cursor = page.next
        if cursor is None:
            break
    keys = {entry.id: (*_words(entry), entry.session, entry.at) for entry in offered}
    return {name: there[key] for name, key in keys.items() if key in there}


def _overlap(
    reader: Reader, session: str | None, offered: Sequence[Entry], timed: frozenset[str]
) -> Mapping[str, Entry]:
    """The longest run that ends the journal of a session and begins what is offered. System messages stand aside: agents
    renew them at the head of every list."""
    spoken = [entry for entry in offered if entry.role != "system"]
    there = [entry for entry in reader.last_entries(session, limit=2 * len(offered)) if entry.ref is None]
    tail = [entry for entry in there if entry.role != "system"][-len(spoken) :] if spoken else []
    known = {
        entry.id: old for entry in offered if entry.role == "system" for old in there if _words(old) == _words(entry)
    }
    for length in range(len(tail), 0, -1):
        pairs = list(zip(tail[-length:], spoken, strict=False))
        if all(_is_again(old, new, timed) for old, new in pairs):
            return known | {new.id: old for old, new in pairs}
    return known


def _is_again(old: Entry, new: Entry, timed: frozenset[str]) -> bool:
    return _words(old) == _words(new) and (new.id not in timed or old.at == new.at)


def _words(entry: Entry) -> tuple[str, str, str]:
    return entry.role, entry.speaker, entry.text.strip()
