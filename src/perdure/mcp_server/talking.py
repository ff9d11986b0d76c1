"""The tools for a conversation: memory_session, memory_summary, memory_filter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from perdure.domain.change import Rejected
from perdure.domain.journal import Turn
from perdure.errors import InvalidRequest
from perdure.mcp_server.arguments import Fields, choice, messages, names, text, whole
from perdure.mcp_server.conversations import session_of
from perdure.mcp_server.desk import Desk
from perdure.mcp_server.notes import about, notes_of
from perdure.mcp_server.shown import Answer, Item, cut, plain_line, within
from perdure.mcp_server.writing import SPACE, told

if TYPE_CHECKING:
    from perdure.domain.change import Outcome
    from perdure.recall.result import Recall

START, MESSAGE, REPLY, END = ACTIONS = ("start", "message", "reply", "end")

SUMMARY_TOKENS = 200
BRIEF_TOKENS = 500
NOTHING = "Nothing is known about that yet."

PERMANENT_CHARS = 5_000
"""Characters of permanent memory that a session begins with at most."""

SUMMARY_CHARS = 12_000
MESSAGE_CHARS = 400

SESSION: Fields = {
    "action": choice(
        "start: permanent memory, and what is known about `text`. message: something the user said. reply: something you said. "
        "end: keep what the conversation told; hand in `messages` unless you reported them one by one.",
        ACTIONS,
    ).needed(),
    "session": text("The id that start gave, or your own for the conversation."),
    "text": text("For start: what the conversation is about. For message and reply: what was said. 对话主题或内容。"),
    "messages": messages("For end: the whole conversation in its order. The same again changes nothing."),
    "spaces": names(
        "For start and message: the spaces to recall from; all that you may read, if left out.", commas=False
    ),
    "max_tokens": whole("For start and message: tokens of the brief at most; 500 if left out.", 50, 2_000),
    "space": SPACE,
}

SESSION_SHAPE: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "session": {"type": "string", "description": "Give it with every further action."},
        "permanent": {"type": "string", "description": "What holds in every conversation."},
        "brief": {"type": "string", "description": "What is known about the text, ready for a prompt."},
        "memories": {"type": "array", "items": {"type": "string"}, "description": "Ids of what is in the brief."},
        "entries": {"type": "integer", "description": "How many turns were new to the journal."},
        "kept": {"type": "array", "items": {"type": "string"}, "description": "Ids of the memories that came of it."},
        "waiting": {"type": "integer", "description": "Statements seen too seldom to be kept yet."},
        "notes": {"type": "array", "items": {"type": "string"}, "description": "What could not take part."},
    },
    "required": ["session"],
    "additionalProperties": False,
}

SUMMARY: Fields = {
    "messages": messages("The messages, in their order.").needed(),
    "max_tokens": whole("Tokens of the summary at most; 200 if left out.", 20, 4_000),
}

SUMMARY_SHAPE: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "summary": {"type": "string", "description": "What the messages say, shortened."},
        "tokens": {"type": "integer", "description": "What it costs."},
        "left_out": {"type": "integer", "description": "Messages that it does not speak of."},
        "by": {"type": "string", "description": "Who made it: rules, or a language model."},
        "truncated": {"type": "boolean", "description": "Whether its end had to be cut."},
    },
    "required": ["summary", "tokens", "left_out", "by"],
    "additionalProperties": False,
}

FILTER: Fields = {
    "messages": messages("The messages, in their order.").needed(),
    "query": text("What they should matter for. 与什么有关。").needed(),
    "max_tokens": whole("Tokens of all that is kept, at most.", 1, 1_000_000),
    "k": whole("How many are kept at most, beside system messages and the last one of the user.", 1, 5_000),
}

FILTER_SHAPE: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "kept": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Places of the messages to keep, from 0.",
        },
        "dropped": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "reason": {"type": "string", "description": "small_talk, irrelevant, no_room or over_limit."},
                    "places": {"type": "array", "items": {"type": "integer"}, "description": "Places, from 0."},
                },
                "required": ["reason", "places"],
                "additionalProperties": False,
            },
            "description": "The places of the others, by the reason why.",
        },
        "tokens": {"type": "integer", "description": "What the kept ones cost."},
        "notes": {"type": "array", "items": {"type": "string"}, "description": "What could not take part."},
    },
    "required": ["kept", "dropped", "tokens"],
    "additionalProperties": False,
}


def session(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """One step of a conversation."""
    steps: Mapping[str, Callable[[Desk, Mapping[str, Any]], Answer]] = {
        START: _start,
        MESSAGE: _message,
        REPLY: _reply,
        END: _end,
    }
    return steps[given["action"]](desk, given)


def _start(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """What a conversation should begin with. Nothing is written."""
    name = given.get("session") or _new_session()
    data: dict[str, Any] = {"session": name}
    said = [f"Session {name}. Give this id with every further action."]
    permanent = permanent_of(desk, given.get("spaces"))
    if permanent:
        data["permanent"] = permanent
        said.append(permanent)
    if "text" in given:
        found = _recalled(desk, given)
        said.append(_with_brief(desk, data, found, given))
    return Answer(text="\n".join(said), data=data)


def _message(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """What the user said: into the journal, and what is known about it."""
    found = _recalled(desk, given)  # first, so that what was said does not answer itself
    data = _observed(desk, given, "user")
    return Answer(text=f"Noted. {_with_brief(desk, data, found, given)}", data=data)


def _reply(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """What the agent said: into the journal."""
    return Answer(text="Noted.", data=_observed(desk, given, "assistant"))


def _end(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """Make memories of what was said."""
    space = desk.space(given.get("space"))
    if "messages" in given:
        turns = _turns(given["messages"])
        name = given.get("session") or session_of(space, turns)
        captured = space.capture(turns, session=name, source=desk.source)
        added, distilled = captured.added, captured.distilled
    else:
        name = _named(given)
        added, distilled = 0, space.distil(name)
    kept = [outcome for outcome in distilled if not isinstance(outcome, Rejected)]
    rejected = len(distilled) - len(kept)
    items = within([_item(outcome) for outcome in kept])
    said = [f"Session {name} has ended: {added} new turns, {len(kept)} memories."]
    said += [item.line for item in items]
    said += [f"… and {len(kept) - len(items)} more; memory_retrieve shows them."] if len(items) < len(kept) else []
    said += [f"{rejected} statements were not stored."] if rejected else []
    said += [f"{distilled.waiting} were seen too seldom to be kept yet."] if distilled.waiting else []
    said += [f"note: {note}" for note in distilled.notes]
    data = {
        "session": name,
        "entries": added,
        "kept": [item.data["id"] for item in items],
        "waiting": distilled.waiting,
    }
    return Answer(text="\n".join(said), data=data)


def permanent_of(desk: Desk, spaces: Sequence[str] | None = None) -> str:
    """The permanent memory of the spaces to read, as a block; empty where there is none."""
    from perdure.capture.working.context import (  # documented lazy load: working memory
        PERMANENT_CLOSE,
        PERMANENT_NOTICE,
        PERMANENT_OPEN,
        permanent_lines,
    )

    found = [memory for name in desk.reading(spaces) for memory in desk.place.space(name).permanent.list()]
    lines = list(permanent_lines(found).values())
    if not lines:
        return ""
    body, _ = cut("\n".join(lines), PERMANENT_CHARS, where="perdure permanent list has all")
    return f"{PERMANENT_OPEN}\n{PERMANENT_NOTICE}\n{body}\n{PERMANENT_CLOSE}"


def summary(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """Messages in a few sentences."""
    found = desk.place.summary(_handed(given), max_tokens=given.get("max_tokens", SUMMARY_TOKENS))
    short, truncated = cut(found.text, SUMMARY_CHARS, where="a smaller max_tokens gives it whole")
    data = {"summary": short, "tokens": found.tokens, "left_out": found.left_out, "by": found.by}
    left = f"\n({found.left_out} messages are left out.)" if found.left_out else ""
    return Answer(text=(short or "There is nothing to tell.") + left, data={**data, "truncated": truncated})


def filtered(desk: Desk, given: Mapping[str, Any]) -> Answer:
    """The messages that matter."""
    options = {name: given[name] for name in ("max_tokens", "k") if name in given}
    found = desk.place.filter(_handed(given), given["query"], **options)
    places = ", ".join(map(str, found.kept)) or "none"
    said = [
        f"Keep {len(found.kept)} of {len(given['messages'])} messages, {found.tokens} tokens. Their places: {places}."
    ]
    lines = [_quoted(place, given["messages"][place]) for place in found.kept]
    shown = within([Item(line=each, data={}) for each in lines], SUMMARY_CHARS)
    said += [item.line for item in shown]
    said += [f"… and {len(lines) - len(shown)} more, which you have."] if len(shown) < len(lines) else []
    said += [f"note: {note}" for note in found.notes]
    why: dict[str, list[int]] = {}
    for each in found.dropped:
        why.setdefault(str(each.reason), []).append(each.index)
    data = {
        "kept": list(found.kept),
        "dropped": [{"reason": reason, "places": dropped} for reason, dropped in why.items()],
        "tokens": found.tokens,
        "notes": list(found.notes),
    }
    return Answer(text="\n".join(said), data=data)


def _observed(desk: Desk, given: Mapping[str, Any], role: str) -> dict[str, Any]:
    """Something said, in the journal."""
    name = _named(given)
    turn = Turn(_said(given), speaker=role, session=name)
    entries = desk.space(given.get("space")).observe([turn], wait=False, source=desk.source)
    return {"session": name, "entries": len(entries)}


def _recalled(desk: Desk, given: Mapping[str, Any]) -> Recall:
    return about(desk, desk.reading(given.get("spaces")), _said(given))


def _with_brief(desk: Desk, data: dict[str, Any], found: Recall, given: Mapping[str, Any]) -> str:
    """What was recalled, noted in the answer: the brief, or that nothing is known, and what could not take part."""
    brief = found.brief(given.get("max_tokens", BRIEF_TOKENS))
    notes = notes_of(desk, desk.reading(given.get("spaces")), found)
    if brief:
        data |= {"brief": brief, "memories": [hit.id for hit in found]}
    if notes:
        data["notes"] = notes
    return "\n".join([brief or NOTHING, *(f"note: {note}" for note in notes)])


def _named(given: Mapping[str, Any]) -> str:
    if "session" not in given:
        raise InvalidRequest(f"{given['action']} needs session: the id that start gave")
    return str(given["session"])


def _said(given: Mapping[str, Any]) -> str:
    if "text" not in given:
        raise InvalidRequest(f"{given['action']} needs text: what was said")
    return str(given["text"])


def _new_session() -> str:
    from perdure.ports.clock import UlidIds  # documented lazy load: only where an agent names none

    return UlidIds().new("ses", datetime.now(UTC))


def _turns(given: Sequence[Mapping[str, Any]]) -> list[Turn]:
    return [Turn(item["content"], speaker=item["role"], at=item["at"]) for item in given if item["content"].strip()]


def _handed(given: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [{"role": item["role"], "content": item["content"]} for item in given["messages"]]


def _item(outcome: Outcome) -> Item:
    memory = told(outcome).data["memory"]
    return Item(line=f"- {memory['id']} {memory['kind']}: {plain_line(memory['text'])}", data=memory)


def _quoted(place: int, message: Mapping[str, Any]) -> str:
    said, _ = cut(plain_line(message["content"]), MESSAGE_CHARS, where="you have the rest")
    return f"[{place}] {message['role']}: {said}"
