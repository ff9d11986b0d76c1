"""What is told in the first process and asked in the second."""

from __future__ import annotations

from dataclasses import dataclass

ME = "user/me"
ORDERS = "project/orders"


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """Something the user says. With a `kind` the agent remembers it; without, it only stands in the journal."""

    text: str
    kind: str | None = None
    slot: str | None = None
    value: str | None = None
    importance: float = 0.5


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """One conversation."""

    days_ago: int
    space: str
    session: str
    lines: tuple[Line, ...]


STORY = (
    Scene(
        days_ago=30,
        space=ME,
        session="train-tickets",
        lines=(
            Line(text="我坐火车喜欢靠窗的座位", kind="preference", slot="seat", value="window", importance=0.8),
            Line(text="昨天在车上看到了特别美的晚霞"),
        ),
    ),
    Scene(
        days_ago=21,
        space=ME,
        session="getting-to-know",
        lines=(
            Line(text="I work night shifts at a children's hospital", kind="identity", importance=0.9),
            Line(text="上午别给我打电话, I'm asleep until noon", kind="rule", importance=0.7),
            Line(text="The coffee machine on our ward broke down again, third time this month"),
        ),
    ),
    Scene(
        days_ago=9,
        space=ORDERS,
        session="planning",
        lines=(
            Line(
                text="orders 服务的数据库定了，用 PostgreSQL，不用 MySQL",
                kind="decision",
                slot="database",
                value="PostgreSQL",
                importance=0.9,
            ),
        ),
    ),
    Scene(
        days_ago=0,
        space=ME,
        session="next-trip",
        lines=(
            Line(text="I work night shifts at a children's hospital.", kind="identity", importance=0.9),
            Line(
                text="我改主意了，以后坐火车要靠过道的座位",
                kind="preference",
                slot="seat",
                value="aisle",
                importance=0.8,
            ),
        ),
    ),
)

QUESTIONS = (
    ("火车票要什么座位？", (ME,)),
    ("where does the user work?", (ME,)),
    ("can I call before noon?", (ME,)),
    ("orders 服务用哪个 database?", (ME, ORDERS)),
    ("what happened to the coffee machine?", (ME,)),
    ("Who won the chess championship?", (ME, ORDERS)),
)

TASK = ("订火车座位，上午打电话", (ME,))
"""What the shown prompt block is for."""

CHANGED = "seat"
"""The slot whose values are shown, old and new."""
