"""The tools that look at what is remembered: memory_retrieve, memory_explain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from perdure.domain.space import SpaceName
from perdure.domain.trace import OverLimit, TooLong
from perdure.errors import InvalidRequest, NotFound
from perdure.mcp_server.arguments import Fields, flag, moment, names, text, whole
from perdure.mcp_server.desk import listed
from perdure.mcp_server.notes import notes_of
from perdure.mcp_server.shown import (
    ALL_CHARS,
    ITEM_CHARS,
    ITEM_SCHEMA,
    READ_CHARS,
    Answer,
    Item,
    cut,
    line,
    of_hit,
    of_memory,
    plain_line,
    within,
)
from perdure.mcp_server.writing import ID, SPACE

if TYPE_CHECKING:
    from perdure.app import Explanation, Space
    from perdure.domain.journal import Entry
    from perdure.domain.memory import Memory
    from perdure.mcp_server.desk import Desk
    from perdure.recall.result import Recall

PAGE, MOST = 20, 100
"""Memories of a list: by default, and at most."""

BRIEF_TOKENS = 500

SPACES_NAMED = 20
"""Spaces that an empty answer names."""

RETRIEVE: Fields = {
    "query": text(
        "What you want to know, in plain words, in any language. Without it, memories are listed. 要查什么。"
    ),
    "k": whole("How many answers at most; 5 if left out.", 1, 50),
    "spaces": names("The spaces to read; your home space and all that you were given, if left out.", commas=False),
    "kinds": names("Only these kinds, such as preference or decision."),
    "tags": names("Only what has all of these labels."),
    "when": text("Only this stretch of time, in words: yesterday, last week, 2024-05, 上周三."),
    "as_of": moment("What was true at this moment, in ISO 8601, superseded or not."),
    "brief": flag("Also give a block of text that is ready to stand in a prompt."),
    "max_tokens": whole("Tokens of that block at most; 500 if left out.", 50, 2_000),
    "limit": whole("How many memories of a list; 20 if left out.", 1, MOST),
    "cursor": text("Where a list goes on: `next` of the answer before."),
}

EXPLAIN: Fields = {
    "id": ID,
    "query": text("A question that it did not, or did, answer: tells at which step and by which number."),
    "offset": whole("From which character on to read a long text; 0 if left out.", 0, 2**53),
    "space": SPACE,
}

FOUND: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "items": {"type": "array", "items": ITEM_SCHEMA, "description": "What was found, best first."},
        "left_out": {"type": "integer", "description": "How many more answer the query and are not shown."},
        "spaces": {"type": "array", "items": {"type": "string"}, "description": "The spaces that were read."},
        "next": {"type": "string", "description": "Give it as cursor to go on; a list that has more."},
        "total": {"type": "integer", "description": "How many memories a list has in all."},
        "brief": {"type": "string", "description": "The block for a prompt."},
        "notes": {"type": "array", "items": {"type": "string"}, "description": "What could not take part."},
    },
    "required": ["items", "spaces"],
    "additionalProperties": False,
}

EXPLAINED: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "memory": ITEM_SCHEMA,
        "next_offset": {"type": "integer", "description": "Where the text goes on, if it does."},
        "strength": {"type": "number", "description": "How strongly it is held."},
        "why": {"type": "string", "description": "What became of it when the question was asked."},
        "said": {"type": "array", "items": {"type": "string"}, "description": "The turns that it rests on."},
        "history": {"type": "array", "items": {"type": "string"}, "description": "What changed it, oldest first."},
    },
    "required": ["memory"],
    "additionalProperties": False,
}


def retrieve(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """Recall for a question; without one, list."""
    spaces = desk.reading(given.get("spaces"))
    if "query" not in given:
        return _list(desk, spaces, given)
    for name in ("limit", "cursor"):
        if name in given:
            raise InvalidRequest(f"{name} is for lists; with a query, k says how many")
    options = {name: given[name] for name in ("k", "kinds", "tags", "when", "as_of") if name in given}
    found = desk.place.view(*spaces).recall(given["query"], **options)
    return _recalled(desk, spaces, found, given)


def _recalled(desk: Desk, spaces: Sequence[SpaceName], found: Recall, given: Mapping[str, Any]) -> Answer:
    """Hits as lines; with `brief`, the block that a prompt takes in place of them."""
    brief = found.brief(given.get("max_tokens", BRIEF_TOKENS)) if given.get("brief") else None
    items = [of_hit(hit, found.now) for hit in found]
    shown = within(items, ALL_CHARS - 2 * len(brief or ""))
    said = [_lines(shown, "found, best first") if brief is None else brief]
    more = sum(isinstance(item, OverLimit | TooLong) for item in found.trace.dropped)
    if not items:
        said = [_nothing(desk, spaces)]
    elif len(shown) < len(items):
        said.append(f"{len(items) - len(shown)} more are left out, for there is no room: ask with a smaller k.")
    elif more:
        said.append(f"{more} more have to do with it and are left out: a larger k shows them.")
    notes = notes_of(desk, spaces, found)
    said += [f"note: {note}" for note in notes]
    data: dict[str, Any] = {
        "items": [item.data for item in shown],
        "left_out": len(items) - len(shown) + more,
        "spaces": [str(name) for name in spaces],
    }
    if brief is not None:
        data["brief"] = brief
    if notes:
        data["notes"] = notes
    return Answer(text="\n".join(said), data=data)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Place:
    """Where a list over several spaces goes on: the number of the space, and the cursor inside it."""

    space: int = 0
    inside: str | None = None

    @classmethod
    def of(cls, cursor: str | None, spaces: int) -> _Place:
        number, _, inside = (cursor or "0:").partition(":")
        if not number.isascii() or not number.isdigit() or int(number[:9]) >= spaces:
            raise InvalidRequest("cursor is `next` of an answer about the same spaces")
        return cls(space=int(number), inside=inside or None)

    def __str__(self) -> str:
        return f"{self.space}:{self.inside or ''}"


def _list(desk: Desk, spaces: Sequence[SpaceName], given: Mapping[str, Any]) -> Answer:
    """Memories in the order they were recorded, one space after the other."""
    for name in ("k", "when", "as_of", "brief", "max_tokens"):
        if name in given:
            raise InvalidRequest(f"{name} takes a query; without one, memories are listed")
    filters = {name: given[name] for name in ("kinds", "tags") if name in given}
    start = _Place.of(given.get("cursor"), len(spaces))
    memories, going_on, total = _page(desk, spaces, start, given.get("limit", PAGE), filters)
    shown = within([of_memory(memory) for memory in memories])
    if len(shown) < len(memories):  # asked again for fewer, so that the cursor is that of the last one shown
        _, going_on, _ = _page(desk, spaces, start, len(shown), filters)
    data: dict[str, Any] = {
        "items": [item.data for item in shown],
        "spaces": [str(name) for name in spaces],
        "total": total,
    }
    if not shown:
        return Answer(text=_nothing(desk, spaces), data=data)
    said = _lines(shown, f"of {total} memories in {listed(spaces)}, in the order they were recorded")
    if going_on is not None:
        data["next"] = str(going_on)
        said += f"\nThere are more: cursor {going_on} goes on."
    return Answer(text=said, data=data)


def _page(
    desk: Desk, spaces: Sequence[SpaceName], start: _Place, limit: int, filters: Mapping[str, Any]
) -> tuple[list[Memory], _Place | None, int]:
    """Memories from a place on, where the list goes on after them, and how many there are in all the spaces."""
    found: list[Memory] = []
    going_on: _Place | None = None
    total = 0
    for number, name in enumerate(spaces):
        space = desk.place.space(name)
        room = limit - len(found) if number >= start.space else 0
        inside = start.inside if number == start.space else None
        page = space.list(limit=max(1, room), cursor=inside, **filters)
        total += page.total
        if room > 0:
            found += page.items
            going_on = None if page.next is None else _Place(space=number, inside=page.next)
        elif number > start.space and going_on is None and page.total:
            going_on = _Place(space=number)
    return found, going_on, total


def _lines(items: Sequence[Item], what: str) -> str:
    return "\n".join([f"{len(items)} {what}:", *(item.line for item in items)])


def _nothing(desk: Desk, spaces: Sequence[SpaceName]) -> str:
    """Nothing was found: because nothing answers, or because there is nothing at all, and where there is something."""
    known = {summary.name: summary for summary in desk.known()}
    held = [name for name in spaces if name in known and (known[name].memories or known[name].entries)]
    if held:
        counts = ", ".join(f"{name} ({known[name].memories} memories, {known[name].entries} entries)" for name in held)
        return f"Nothing found. Asked were {counts}."
    others = [f"{name} ({each.memories} memories)" for name, each in known.items() if name not in spaces]
    more = f" and {len(others) - SPACES_NAMED} more" if len(others) > SPACES_NAMED else ""
    readable = f" You may read: {', '.join(others[:SPACES_NAMED])}{more}." if others else ""
    return f"{listed(spaces)}: there is nothing remembered there yet.{readable}"


def explain(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """One memory or turn in full; with a question, why it did or did not answer."""
    try:
        space = desk.holder(given["id"], given.get("space"))
        known = space.explain(given["id"])
    except NotFound:
        return _turn(desk, given)
    whole_ = of_memory(known.memory, chars=len(known.memory.text)).data
    data: dict[str, Any] = {**_from(whole_, given.get("offset", 0)), "strength": round(known.strength, 4)}
    said = [*_read_on(data), _held(known)]
    said += _why(space, given, data)
    if known.memory.superseded_by is not None:
        said.append(f"In its place holds {known.memory.superseded_by}.")
    data["said"] = [_quote(entry) for entry in known.entries[:5]]
    data["history"] = [_change(change.at, change.actor, change.action, change.reason) for change in known.history[-10:]]
    said += _block("It rests on", data["said"], len(known.entries)) + _block(
        "Changes", data["history"], len(known.history)
    )
    return Answer(text="\n".join(said), data=data)


def _turn(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """An entry of the journal. Raises NotFound."""
    names_ = [SpaceName.parse(given["space"])] if "space" in given else desk.reading()
    for space in map(desk.place.space, names_):
        entry = _entry(space, given["id"])
        if entry is not None:
            break
    else:
        raise NotFound(f"there is no such memory in {listed(names_)}")
    told = {
        "id": entry.id, "space": str(entry.space), "layer": "journal", "kind": entry.kind, "text": entry.text,
        "at": entry.at.isoformat(), "truncated": False,
    }  # fmt: skip
    data = _from(told, given.get("offset", 0))
    said = [*_read_on(data, f"said by {entry.speaker}"), *_why(space, given, data)]
    return Answer(text="\n".join(said), data=data)


def _entry(space: Space, wanted: str) -> Entry | None:
    """The entry of that id, looked for page by page."""
    cursor = None
    while True:
        page = space.entries(limit=1_000, cursor=cursor)
        for entry in page:
            if entry.id == wanted:
                return entry
        if page.next is None:
            return None
        cursor = page.next


def _from(item: Mapping[str, Any], offset: int) -> dict[str, Any]:
    """An item with its text from a character on, and where it goes on after that."""
    text_ = item["text"]
    after = min(len(text_), offset + READ_CHARS)
    piece = {**item, "text": text_[offset:after], "truncated": bool(offset) or after < len(text_)}
    return {"memory": piece, **({"next_offset": after} if after < len(text_) else {})}


def _read_on(data: Mapping[str, Any], *told: str) -> list[str]:
    """What `_from` gave, as lines."""
    rest = [f"… (truncated: offset {data['next_offset']} reads on)"] if "next_offset" in data else []
    return [line(data["memory"], told), *rest]


def _held(known: Explanation) -> str:
    fading = "does not fade" if known.half_life_days is None else f"loses half in {known.half_life_days:g} days"
    memory = known.memory
    return (
        f"Strength {known.strength:.2f}: importance {memory.importance:g}, recalled {memory.access_count} times, {fading}. "
        f"Status {memory.status}, version {memory.version}."
    )


def _why(space: Space, given: Mapping[str, Any], data: dict[str, Any]) -> list[str]:
    """What became of it in a recall for the question, if there is one."""
    if "query" not in given:
        return []
    data["why"] = str(space.why_not(given["query"], given["id"]))
    return [f"Asked that: {data['why']}."]


def _quote(entry: Entry) -> str:
    text_, _ = cut(plain_line(entry.text), ITEM_CHARS // 8, where=f"memory_explain {entry.id} reads on")
    return f"{entry.id} · {entry.at.isoformat(timespec='minutes')} · {plain_line(entry.speaker)}: {text_}"


def _change(at: datetime, actor: str, action: str, reason: str) -> str:
    why, _ = cut(plain_line(reason), 120, where="perdure history has all")
    return f"{at.isoformat(timespec='minutes')} · {action} by {plain_line(actor)}" + (f": {why}" if why else "")


def _block(heading: str, lines: Sequence[str], of: int) -> list[str]:
    if not lines:
        return []
    some = f" ({len(lines)} of {of})" if of > len(lines) else ""
    return [f"{heading}{some}:", *(f"  {each}" for each in lines)]
