"""The tools that change what is remembered: memory_add, memory_update, memory_delete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, assert_never

from perdure.domain.change import Added, Outcome, Queued, Reinforced, Rejected, Superseded
from perdure.errors import InvalidRequest, NotFound
from perdure.mcp_server.arguments import Fields, choice, fraction, moment, names, text, whole
from perdure.mcp_server.shown import ITEM_SCHEMA, Answer, Item, of_memory
from perdure.mcp_server.worth import worthless

if TYPE_CHECKING:
    from perdure.domain.memory import Memory
    from perdure.mcp_server.desk import Desk

KINDS = (
    "identity", "preference", "fact", "decision", "task", "commitment", "event", "rule", "procedure", "summary", "temporary",
)  # fmt: skip
"""The kinds that an agent may give; what is permanent is set by a person."""

SPACE = text("The space, such as user/alice or project/orders; the home space if left out.")
ID = text("The id of a memory, as memory_add and memory_retrieve show it.").needed()

ADD: Fields = {
    "text": text(
        "One full statement that stands on its own: who, what, when, with absolute dates. 一句完整的陈述，写明主体和日期。"
    ).needed(),
    "kind": choice("What sort of statement it is; found by rules if left out.", KINDS),
    "slot": text(
        "The attribute that this fills, such as home_city: a slot holds one value, and a new one replaces the old."
    ),
    "importance": fraction("How much it matters, 0 to 1; 0.5 if left out."),
    "tags": names("Labels to list it by."),
    "expires_at": moment("When it stops being true, in ISO 8601; never, if left out."),
    "space": SPACE,
}

UPDATE: Fields = {
    "id": ID,
    "text": text("What it says from now on; unchanged if left out."),
    "version": whole(
        "The version you read. If somebody changed the memory since, nothing is changed and both versions are told.",
        1,
        2**53,
    ),
    "tags": names("Its labels from now on; an empty list takes all away."),
    "importance": fraction("How much it matters, 0 to 1."),
    "expires_at": moment("When it stops being true, in ISO 8601."),
    "reason": text("Why, for its history."),
    "space": SPACE,
}

DELETE: Fields = {
    "id": ID,
    "reason": text("Why it should be forgotten, for its history."),
    "space": SPACE,
}

OUTCOME: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "outcome": {
            "type": "string",
            "enum": ["added", "reinforced", "superseded", "queued", "rejected"],
            "description": "What became of the statement.",
        },
        "memory": ITEM_SCHEMA,
        "replaced": {"type": "array", "items": {"type": "string"}, "description": "Ids that no longer hold."},
        "review": {"type": "string", "description": "The id of the decision that waits for a person."},
        "reason": {"type": "string", "description": "Why nothing was stored."},
    },
    "required": ["outcome"],
    "additionalProperties": False,
}

CHANGED: Mapping[str, Any] = {
    "type": "object",
    "properties": {"memory": ITEM_SCHEMA},
    "required": ["memory"],
    "additionalProperties": False,
}


def add(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """Keep a statement; not one that says nothing, unless it fills a slot."""
    refused = worthless(given["text"]) if "slot" not in given else None
    if refused is not None:
        return told(refused)
    options = {name: value for name, value in given.items() if name not in ("text", "space")}
    return told(desk.space(given.get("space")).remember(given["text"], source=desk.source, **options))


def update(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """Correct a memory in place."""
    changes = {name: value for name, value in given.items() if name not in ("id", "space")}
    if not changes.keys() - {"version", "reason"}:
        raise InvalidRequest("memory_update changes text, tags, importance or expires_at; give one of them")
    space = desk.holder(given["id"], given.get("space"))
    memory = space.correct(given["id"], changes.pop("text", None), **changes)
    item = of_memory(memory)
    return Answer(text=f"Corrected; this is version {memory.version} now.\n{item.line}", data={"memory": item.data})


def delete(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """Forget one memory; a person can undo it."""
    space = desk.holder(given["id"], given.get("space"))
    forgotten = space.forget(given["id"], given.get("reason", ""))
    memory = next(iter(forgotten), None) or space.get(given["id"])
    if memory is None:
        raise NotFound(f"there is no such memory in {space.name}")
    item = of_memory(memory)
    said = "Forgotten." if forgotten else "It was forgotten before."
    undo = "It is out of recall, and a person can restore it. To correct a memory, use memory_update instead."
    return Answer(text=f"{said} {undo}\n{item.line}", data={"memory": item.data})


def told(outcome: Outcome) -> Answer:
    """What became of a statement."""
    match outcome:
        case Added(memory=memory):
            return _kept("Added.", outcome, of_memory(memory))
        case Reinforced(memory=memory):
            return _kept("Known already; it is confirmed.", outcome, of_memory(memory))
        case Superseded(memory=memory, old=old, others=others):
            gone = [old, *others]
            said = "Added. It takes the place of what held before, which stays readable:"
            before = "\n".join(f"  was: {_short(each)}" for each in gone)
            answer = _kept(said, outcome, of_memory(memory))
            return Answer(text=f"{answer.text}\n{before}", data={**answer.data, "replaced": [each.id for each in gone]})
        case Queued(memory=memory, review=review):
            said = "It contradicts something of equal weight, or needs approval: a person decides, and until then it is not recalled."
            answer = _kept(said, outcome, of_memory(memory))
            return Answer(text=answer.text, data={**answer.data, "review": review})
        case Rejected(reason=reason):
            return Answer(text=f"Nothing was stored: {reason}", data={"outcome": "rejected", "reason": reason})
        case _:
            assert_never(outcome)


def _kept(said: str, outcome: Outcome, item: Item) -> Answer:
    return Answer(text=f"{said}\n{item.line}", data={"outcome": type(outcome).__name__.lower(), "memory": item.data})


def _short(memory: Memory) -> str:
    return of_memory(memory, chars=200).line.removeprefix("- ")
