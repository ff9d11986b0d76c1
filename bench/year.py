"""A year of one user, with and without upkeep: python bench/year.py

10,000 turns in 300 conversations, Chinese and English, half of them chit-chat, all from seeded templates. Every conversation is
captured when it ends; every Sunday upkeep runs, or does not. 200 facts are planted over the year; at the end of each month every
fact planted so far is asked for. Told are the memories in live recall, the share of them that has nothing to do with a planted
fact, how many facts are among the first five hits, and the size of the file. Writes results/year.json and
docs/explanation/forgetting.svg.
"""

import argparse
import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path

from measure import publish

from perdure import Perdure, Turn
from perdure.testing import FrozenClock, SequentialIds

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)  # a Monday
DAYS, SESSIONS, TURNS, FACTS = 364, 300, 10_000, 200
MONTH = 28
PLOT = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "forgetting.svg"

NAMES = "Ana Bruno Chiara Dario Elif Farid Greta Hugo Ines Jonas 林溪 小满 老周 阿杰 陈默 王芸".split()
PLACES = "Lisbon Graz Porto Leeds Bergen Ghent 杭州 成都 苏州 青岛 昆明 大理".split()
THINGS = (
    ("the bicycle", "自行车"), ("the spare key", "备用钥匙"), ("the tax folder", "报税文件夹"), ("the drill", "电钻"),
    ("the passport", "护照"), ("the tent", "帐篷"), ("the ladder", "梯子"), ("the old laptop", "旧笔记本电脑"),
    ("the sewing machine", "缝纫机"), ("the violin", "小提琴"), ("the projector", "投影仪"), ("the suitcase", "行李箱"),
)  # fmt: skip
SPOTS = (
    ("the cellar", "地下室"), ("the attic", "阁楼"), ("the blue cupboard", "蓝色柜子"), ("the garage", "车库"),
    ("the office", "办公室"), ("the hall closet", "门厅壁橱"),
)  # fmt: skip
CHATTER = (
    "Good morning!", "Thanks, that helps a lot.", "Haha, nice one.", "How are you today?", "What do you think about that?",
    "Can you make it shorter?", "Sounds good.", "Let me think about it for a moment.", "Could you explain that again?",
    "早上好！", "谢谢，很有帮助。", "哈哈，有意思。", "今天天气怎么样？", "你觉得呢？", "能再短一点吗？", "好的。", "让我想想。",
    "这个怎么做？", "再解释一下吧。", "嗯嗯，明白了。", "It is raining again.", "我先去吃个饭。", "Never mind.", "算了，没事。",
)  # fmt: skip
ANSWERS = (
    "Sure, here it is.",
    "Of course.",
    "Here is a draft.",
    "好的，已经整理好了。",
    "当然可以。",
    "没问题，马上。",
)


def fact(number, chance):
    """A planted fact: what is said, what is asked later, and the word that answers."""
    code = f"{chance.choice('ABCDEFGHKLMNPRSTUVWX')}{1000 + 7 * number}"
    name, place = f"{chance.choice(NAMES)}", chance.choice(PLACES)
    (thing, 东西), (spot, 地方) = THINGS[number % len(THINGS)], chance.choice(SPOTS)
    match number % 6:
        case 0:
            return f"Remember that locker {code} holds {thing} of {name}.", f"What is in locker {code}?", name
        case 1:
            return f"记住，{code}号柜子里放着{name}的{东西}。", f"{code}号柜子里有什么？", name
        case 2:
            return f"I keep {thing} number {code} in {spot}.", f"Where is {thing} number {code}?", spot
        case 3:
            return f"我把编号{code}的{东西}放在{地方}了。", f"编号{code}的{东西}在哪里？", 地方
        case 4:
            return f"We decided to ship order {code} to {place}.", f"Where does order {code} go?", place
        case _:
            return f"我们决定把{code}号订单发到{place}。", f"{code}号订单发到哪里？", place


def passing(number, chance):
    """Something told that matters for a day or two."""
    name, hour, day = chance.choice(NAMES), chance.randrange(8, 19), chance.randrange(1, 29)
    return chance.choice(
        (
            f"I'll call {name} at {hour}:00 tomorrow about invoice {number}.",
            f"The meeting about ticket {number} moved to {hour}:30.",
            f"I finished draft {number} and sent it to {name}.",
            f"For now I'm staying at {name}'s place until the {day}th.",
            f"I need to buy {chance.randrange(2, 9)} bags of rice for the {number} party.",
            f"明天{hour}点我要给{name}打电话，说{number}号发票的事。",
            f"关于{number}号工单的会改到{hour}点半了。",
            f"第{number}稿写完了，已经发给{name}。",
            f"这周我暂时住在{name}家。",
            f"我正在做{number}号报表，卡在第{day}行了。",
        )
    )


def year(chance):
    """The conversations in order: (moment, session, turns), and the facts with the moment they were told."""
    days = sorted(chance.choices(range(DAYS), k=SESSIONS))
    planted = {}
    for number in range(FACTS):
        planted.setdefault(number * SESSIONS // FACTS, []).append(fact(number, chance))
    told, talks, counter = [], [], 0
    for session, day in enumerate(days):
        at = START + timedelta(days=day, minutes=session)
        said = [item[0] for item in planted.get(session, ())]
        told += [(at, *item) for item in planted.get(session, ())]
        pairs = TURNS // SESSIONS // 2
        said += [chance.choice(CHATTER) for _ in range(pairs // 2)]
        while len(said) < pairs:
            counter += 1
            said.append(passing(counter, chance))
        chance.shuffle(said)
        turns = []
        for number, text in enumerate(said):
            moment = at + timedelta(seconds=40 * number)
            turns.append(Turn(text, at=moment, session=f"s{session}"))
            answer = chance.choice(ANSWERS)
            turns.append(Turn(answer, speaker="assistant", at=moment + timedelta(seconds=15), session=f"s{session}"))
        talks.append((at, f"s{session}", turns))
    return talks, told


def lived(home, talks, told, *, upkeep, embedder):
    """The year, and what there was at the end of each month."""
    clock = FrozenClock(START)
    found, steps, spent = [], {}, 0.0
    with Perdure(home, embedder=embedder, clock=clock, ids=SequentialIds(), timezone="UTC", upkeep=False) as place:
        space = place.space("user/year")
        waiting = list(talks)
        for day in range(1, DAYS + 1):
            evening = START + timedelta(days=day)
            while waiting and waiting[0][0] < evening:
                at, session, turns = waiting.pop(0)
                clock.set(at + timedelta(hours=1))
                space.capture(turns, session=session)
            clock.set(evening)
            if upkeep and day % 7 == 0:
                started = time.perf_counter()
                for step in space.upkeep():
                    steps[f"{step.strategy}: {step.action}"] = steps.get(f"{step.strategy}: {step.action}", 0) + 1
                spent += time.perf_counter() - started
            if day % MONTH == 0:
                found.append(standing(space, [item for item in told if item[0] < evening], day))
                print("with" if upkeep else "without", found[-1], flush=True)
    return {"months": found, "steps": steps, "upkeep_s": round(spent, 1)}


def standing(space, told, day):
    """The figures of one day."""
    live = [memory for memory in pages(space) if not memory.kind == "summary"]
    codes = [said for _, said, _, _ in told]
    junk = sum(not any(same(memory.text, said) for said in codes) for memory in live)
    hits = sum(
        any(word in hit.text and code(said) in hit.text for hit in space.recall(asked, k=5))
        for _, said, asked, word in told
    )
    stats = space.stats()
    return {
        "day": day,
        "live": len(live),
        "summaries": stats.kinds.get("summary", 0),
        "archived": stats.memories.get("archived", 0),
        "junk": round(100 * junk / max(1, len(live)), 1),
        "recall@5": round(100 * hits / max(1, len(told)), 1),
        "mb": round(stats.bytes / 1e6, 1),
    }


def code(said):
    """The one code in a planted fact."""
    return next(
        part for part in "".join(c if c.isascii() and c.isalnum() else " " for c in said).split() if part[1:].isdigit()
    )


def same(text, said):
    """Whether a memory is that of a planted fact."""
    return code(said) in text


def pages(space):
    """Every live memory."""
    cursor = None
    while True:
        page = space.list(limit=1_000, cursor=cursor)
        yield from page
        cursor = page.next
        if cursor is None:
            return


PANELS = (
    ("live", "memories in live recall"),
    ("junk", "of them not a planted fact, %"),
    ("recall@5", "facts among five hits, %"),
)
COLOURS = {"with upkeep": "#0b6e4f", "without": "#c8553d"}
WIDE, HIGH, LEFT, TOP, GAP = 260, 200, 50, 50, 60


def svg(arms):
    """Three panels over the year, a line an arm."""
    body = "".join(panel(LEFT + n * (WIDE + GAP), key, title, arms) for n, (key, title) in enumerate(PANELS))
    legend = "".join(words(LEFT + 150 * n, 20, name, colour=COLOURS[name], size=14) for n, name in enumerate(arms))
    wide, tall = LEFT + 3 * (WIDE + GAP), TOP + HIGH + 50
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{wide}" height="{tall}" fill="#fff"/>\n{legend}{body}</svg>\n'
    )


def panel(left, key, title, arms):
    """One figure over the months."""
    values = [month[key] for arm in arms.values() for month in arm["months"]]
    half = 10 ** (len(str(max(values))) - 1) // 2
    most = 100 if key != "live" else -(-max(values) // half) * half
    up = lambda value: TOP + HIGH * (1 - value / most)
    across = lambda day: left + WIDE * day / DAYS
    drawn = [words(left, TOP - 10, title)]
    for part in range(5):
        value = most * part / 4
        drawn.append(f'<path d="M{left} {up(value):.1f}H{left + WIDE}" stroke="#e3e3e3"/>\n')
        drawn.append(words(left - 6, up(value) + 4, f"{value:g}", anchor="end"))
    for month in range(0, 13, 3):
        drawn.append(words(across(month * MONTH), TOP + HIGH + 18, month, anchor="middle"))
    drawn.append(words(left + WIDE / 2, TOP + HIGH + 36, "months of 28 days", anchor="middle"))
    for name, arm in arms.items():
        points = " ".join(f"{across(month['day']):.1f},{up(month[key]):.1f}" for month in arm["months"])
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>\n')
    return "".join(drawn)


def words(x, y, text, *, anchor="start", colour="#1b1b1e", size=12):
    """A line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{escape(str(text))}</text>\n'


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--embedder", default="auto")
    asked = ask.parse_args()
    talks, told = year(random.Random(11))
    arms = {}
    for name, upkeep in (("with upkeep", True), ("without", False)):
        with tempfile.TemporaryDirectory() as home:
            arms[name] = lived(
                home, talks, told, upkeep=upkeep, embedder=None if asked.embedder == "none" else asked.embedder
            )
    turns = sum(len(said) for _, _, said in talks)
    publish("year", {"turns": turns, "conversations": len(talks), "facts": len(told), "arms": arms})
    PLOT.write_text(svg(arms), encoding="utf-8")


if __name__ == "__main__":
    main()
