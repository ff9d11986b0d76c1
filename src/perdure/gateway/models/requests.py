"""What the verbs take: the facade's arguments under their own names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from perdure.domain import memory
from perdure.domain.journal import Turn
from perdure.gateway.models.types import (
    Count,
    Days,
    Fraction,
    Json,
    Model,
    Moment,
    Names,
    Seconds,
    Some,
    SpaceField,
    Tokens,
    Version,
    written,
)


class InSpace(Model):
    """A request about one space."""

    space: SpaceField = None


class SlotOf(Model):
    """What a memory says one thing about: one current value for a subject's attribute."""

    subject: str = Field(examples=["self"])
    attribute: str = Field(examples=["城市"])


def slot_of(slot: str | SlotOf | None) -> str | memory.Slot | None:
    """A slot as the facade takes it."""
    return memory.Slot(slot.subject, slot.attribute) if isinstance(slot, SlotOf) else slot


class Statement(Model):
    """A confirmed statement and what is known of it."""

    text: str = Field(examples=["用户偏好靠窗座位", "The user moved to Lisbon in May"])
    kind: str | None = Field(default=None, examples=["preference"], description="Left out: set by rules.")
    slot: str | SlotOf | None = Field(default=None, description="An attribute of the owner, or a subject's.")
    value: str | None = None
    importance: Fraction | None = None
    confidence: Fraction = 1.0
    source: str | None = Field(default=None, description="The agent or tool that says it.")
    at: Moment | None = Field(default=None, description="When it was said.")
    holds_from: Moment | None = None
    holds_until: Moment | None = None
    expires_at: Moment | None = None
    half_life_days: Days | None = None
    tags: Some[str] = Field(default=[])
    metadata: Json = Field(default={})

    def options(self) -> dict[str, Any]:
        """What `remember` takes beside the text."""
        given = self.given("text", "space")
        return given | {"slot": slot_of(self.slot)} if "slot" in given else given


class Remember(InSpace, Statement):
    """Keep one statement."""


MOST_ITEMS = 10_000
"""Statements or turns of one request."""

Items = Annotated[
    list[Any],
    Field(max_length=MOST_ITEMS),
    WithJsonSchema(
        {
            "type": "array",
            "maxItems": MOST_ITEMS,
            "description": "Texts, or objects with the fields of `remember`. What is wrong with one is said in its outcome.",
            "items": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["text"]}]},
            "examples": [["用户偏好靠窗座位", {"text": "The user moved to Lisbon in May", "kind": "fact"}]],
        }
    ),
]

_MOMENTS = ("at", "holds_from", "holds_until", "expires_at")


class RememberMany(InSpace):
    """Keep several statements; one that is wrong costs no other."""

    items: Items


def offered(item: Any) -> Any:
    """An item of a batch as the facade takes it: only what JSON cannot say is put into place, what is wrong stays so."""
    if not isinstance(item, Mapping):
        return item
    placed = dict(item)
    for name in _MOMENTS:
        if isinstance(placed.get(name), str):
            placed[name] = _moment(placed[name])
    slot = placed.get("slot")
    if isinstance(slot, Mapping) and slot.keys() == {"subject", "attribute"}:
        placed["slot"] = memory.Slot(slot["subject"], slot["attribute"])
    return placed


def _moment(text: str) -> datetime | str:
    try:
        written(text)
        return datetime.fromisoformat(text)
    except ValueError:
        return text


class TurnOf(Model):
    """Something said, or done with tools."""

    text: str = Field(examples=["我下个月搬到杭州", "I moved to Lisbon in May"])
    speaker: str = "user"
    role: str | None = Field(
        default=None, description="user, assistant, system or tool; else it follows from `speaker`."
    )
    at: Moment | None = None
    session: str | None = None
    ref: str | None = Field(default=None, description="The caller's own id of the turn.")
    channel: str = "chat"
    tool_calls: Some[Json] = Field(default=[])
    metadata: Json = Field(default={})

    def turn(self) -> Turn:
        """The turn as the facade takes it."""
        return Turn(**self.given())


class Observe(InSpace):
    """Append turns to the journal."""

    turns: Annotated[list[TurnOf], Field(max_length=MOST_ITEMS, fail_fast=True)]
    wait: bool = Field(default=True, description="Whether to answer only once meaning is searchable, too.")
    source: str | None = None


class Capture(Observe):
    """Append turns to the journal, and make memories of what they tell."""

    session: str | None = Field(default=None, description="The session of turns that name none.")


class Distil(InSpace):
    """Make memories of what was observed and not distilled yet."""

    session: str | None = None


class Asked(Model):
    """What a question takes beside its words."""

    k: Count | None = Field(default=None, description="Hits at most; five unless the policy says otherwise.")
    layers: Names | None = Field(default=None, examples=[["memory", "journal"]])
    kinds: Names | None = None
    tags: Names | None = None
    where: Json | None = Field(default=None, description="Pairs that the metadata must have.")
    since: Moment | None = None
    until: Moment | None = None
    when: str | None = Field(default=None, description="A stretch of time in words.", examples=["上周三", "last week"])
    as_of: Moment | None = Field(default=None, description="What was true then.")
    known_at: Moment | None = Field(default=None, description="What was known then.")
    now: Moment | None = None
    deadline: Seconds | None = Field(default=None, description="Seconds; past it the answer is empty and marked.")
    expand: bool = False

    def options(self) -> dict[str, Any]:
        """What `recall` takes beside the query."""
        return {name: value for name, value in self.given().items() if name in Asked.model_fields}


class AskRecall(Asked):
    """A question to one space, or to several together."""

    query: str = Field(examples=["坐车有什么偏好？", "Which database do we use?"])
    space: SpaceField = None
    spaces: Some[str] | None = Field(
        default=None,
        description="Spaces to read together. Left out: all that the token's grants name.",
        examples=[["user/alice", "project/orders"]],
    )
    trace: bool = Field(default=True, description="Whether the whole trace is answered.")
    brief_tokens: int | None = Field(default=None, description="With a number, the answer also has a brief inside it.")


class AskBrief(Asked):
    """A question whose answer is a block of text for a prompt."""

    query: str = Field(examples=["帮我订明天下午的车票", "Book a table for tonight"])
    space: SpaceField = None
    spaces: Some[str] | None = Field(default=None, examples=[["user/alice", "project/orders"]])
    max_tokens: int | None = Field(default=None, description="The budget; as the policy says where it is left out.")


class AskWhyNot(Asked, InSpace):
    """A question, and a memory or an entry that it did not find."""

    query: str
    id: str = Field(description="Of a memory or an entry.")


class Correct(InSpace):
    """What changes in a memory; a field that is left out stays, null takes it away where it may be none."""

    id: str
    text: str | None = Field(default=None, examples=["用户偏好靠过道座位"])
    version: Version | None = Field(default=None, description="The version that was read; the same as If-Match.")
    merge: bool = Field(default=False, description="Whether changes to other fields in between are no conflict.")
    tags: Some[str] = Field(default=[])
    metadata: Json = Field(default={})
    importance: Fraction = 0.5
    expires_at: Moment | None = None
    half_life_days: Days | None = None
    reason: str = ""


class OfMemory(InSpace):
    """A request about one memory."""

    id: str


class Forget(InSpace):
    """Take memories out of recall; restoring undoes it."""

    id: Names
    reason: str = ""


class Because(InSpace):
    """A decision, with its reason."""

    reason: str = ""


class Restore(Because):
    """Undo what took a memory out of recall."""

    id: str


class Feedback(Because):
    """What became of a memory's use."""

    id: str
    verdict: str = Field(examples=["useful"], description="useful, wrong or outdated.")


class Edit(Because):
    """Yes, in other words."""

    text: str


class Upkeep(InSpace):
    """Do the work that waits, or say what would be done."""

    dry_run: bool = False
    strategies: Names | None = None
    now: Moment | None = None


class SetPolicy(InSpace):
    """What differs from the default policy; what is left out goes back to the default."""

    changes: Json = Field(examples=[{"limits": {"hits": 8}, "half_lives": {"fact": 60}}])


class PermanentAdd(Because):
    """A statement that every session reads and none changes."""

    text: str = Field(examples=["称呼用户为小林", "Never write to production without asking"])
    kind: str = Field(default="profile", description="profile, boundary or role.")
    slot: str | SlotOf | None = None
    value: str | None = None
    tags: Some[str] = Field(default=[])
    metadata: Json = Field(default={})

    def options(self) -> dict[str, Any]:
        """What `permanent.add` takes beside the text."""
        given = self.given("text", "space")
        return given | {"slot": slot_of(self.slot)} if "slot" in given else given


class PermanentCorrect(Because):
    """What changes in permanent memory; a field that is left out stays."""

    id: str
    text: str | None = None
    version: Version | None = Field(default=None, description="The version that was read; the same as If-Match.")
    value: str | None = None
    tags: Some[str] = Field(default=[])
    metadata: Json = Field(default={})


class MakeToken(Model):
    """A token for somebody else, who may do no more than the caller."""

    name: str = Field(examples=["planner", "订单助手"], description="Whom it speaks for in histories.")
    grants: Some[str] = Field(examples=[["project/orders:read"]])
    expires_at: Moment | None = None
    lasts_seconds: float | None = None

    def lasts(self) -> timedelta | None:
        """How long it lasts, where the request says it so; the longest there is where it says too much."""
        if self.lasts_seconds is None:
            return None
        most = timedelta.max.total_seconds()
        return timedelta(seconds=max(-most, min(self.lasts_seconds, most - 1)))


MOST_MESSAGES, MOST_CHARS = 1_000, 100_000
"""Messages that are handed in with one request, and the characters of them all."""


def fits(value: Any, most: int) -> bool:
    """Whether the texts in a value have no more characters together."""
    waiting = [value]
    while waiting and most >= 0:
        match waiting.pop():
            case str(text):
                most -= len(text)
            case list(items):
                waiting.extend(items)
            case dict(pairs):
                waiting.extend(pairs.values())
    return most >= 0


def _short(messages: list[Any]) -> list[Any]:
    said = [[one[name] for name in one if name != "role"] if isinstance(one, dict) else one for one in messages]
    if not fits(said, MOST_CHARS):
        raise PydanticCustomError("messages_too_long", f"the messages have more than {MOST_CHARS:,} characters")
    return messages


Messages = Annotated[
    list[Any],
    Field(max_length=MOST_MESSAGES),
    AfterValidator(_short),
    WithJsonSchema(
        {
            "type": "array",
            "maxItems": MOST_MESSAGES,
            "description": "Messages as chat APIs have them.",
            "items": {
                "type": "object",
                "required": ["role"],
                "properties": {
                    "role": {"enum": ["user", "assistant", "system", "developer", "tool", "function"]},
                    "content": {"type": ["string", "null"]},
                },
            },
            "examples": [[{"role": "user", "content": "帮我订明天下午的车票"}]],
        }
    ),
]


class Summarise(Model):
    """Messages to tell in fewer words."""

    messages: Messages
    max_tokens: Tokens = 200


class Sift(Model):
    """Messages of which to keep what matters for a query."""

    messages: Messages
    query: str = Field(examples=["车票"])
    max_tokens: Tokens | None = None
    k: Tokens | None = Field(default=None, description="Messages at most.")


class Begin(InSpace):
    """A conversation with a working memory: one space is written, others are read as well."""

    read: Some[str] = Field(default=[], examples=[["project/orders"]])
    tool: str | None = Field(default=None, description="The agent's name.")
    session: str | None = Field(default=None, description="The caller's own id of the conversation.")
    window_tokens: Tokens | None = None
    system: str = Field(default="", description="Instructions that never leave the window.")
    k: Count | None = None
    deadline: Seconds | None = None
    wait: bool = Field(default=True, description="Whether ending the session waits for its distilling.")

    def options(self) -> dict[str, Any]:
        """What `session` takes beside its spaces."""
        return self.given("space", "read")


class Say(Model):
    """What the user says; without a text, the prompt as it stands."""

    text: str | None = None


class Reply(Model):
    """What the assistant answered, or the tools it calls."""

    text: str
    tool_calls: Some[Json] = Field(default=[])


class ToolResult(Model):
    """What a tool gave back."""

    name: str = Field(examples=["search_trains"])
    result: str
    call_id: str | None = None
    arguments: str = "{}"
    distil: bool = Field(default=False, description="Whether it may become a memory.")


class Export(InSpace):
    """A space as a file."""

    format: str = Field(
        default="archive", examples=["archive", "markdown"], description="As `perdure formats` has them."
    )
    passphrase: str | None = Field(default=None, description="Encrypts an archive.")
    report: bool = Field(
        default=False, description="Answer what such a file would hold and leave behind, instead of it."
    )


class Nothing(Model):
    """There is nothing to say."""


Number = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1})]


class Chosen(Model):
    """Items of an import, by their numbers."""

    numbers: Number | Some[Number]


class Reword(Model):
    """A memory of an import, in other words."""

    number: Number
    text: str


class TakeSnapshot(InSpace):
    """A copy of a space as it is now."""

    note: str = Field(default="", examples=["升级之前"])
    keep: Count | None = Field(default=None, description="How many stay; older ones are let go.")
    days: Count | None = Field(default=None, description="For how many days they stay.")


class Prune(InSpace):
    """Which snapshots of a space stay."""

    keep: Count | None = None
    days: Count | None = None


class CheckOf(InSpace):
    """A question, and what its answers must and must not contain."""

    question: str = Field(examples=["用户坐高铁喜欢坐哪里？"])
    must_contain: Names = Field(default=[], examples=["靠窗"])
    must_not_contain: Names = Field(default=[])
    k: Count | None = Field(default=None, description="How many answers are looked at.")


MOST_CHECKS = 100
"""Questions of one request, each of which is a recall."""


class Verify(Model):
    """Questions that a memory should answer."""

    checks: Annotated[list[CheckOf], Field(max_length=MOST_CHECKS, fail_fast=True)]
    now: Moment | None = None


class Add(Model):
    """Any turn for the window and the journal."""

    turn: TurnOf
