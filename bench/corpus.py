"""Made-up turns and questions in two languages, the same every time."""

import itertools
import random

from perdure import Turn

PEOPLE = ("traveller", "baker", "nurse", "carpenter", "cellist", "diver")
PLACES = ("Lisbon", "Oslo", "Kyoto", "Quito", "大理", "青岛", "成都", "Riga")
THINGS = (
    "a folding bike",
    "a clay oven",
    "old maps",
    "tide tables",
    "一台旧相机",
    "几盆茉莉",
    "a wool coat",
    "木雕刻刀",
)
ENGLISH = (
    "I bought {thing} in {place} last spring and used it for {n} days.",
    "Next time I want to see {place} again, the {person} there knows about {thing}.",
    "My train to {place} leaves at {n} past seven, so I pack {thing} tonight.",
    "The {person} asked whether {thing} number {n} would be ready by Friday.",
)
CHINESE = (
    "上个月在{place}买了{thing}，一共花了{n}块。",
    "下次去{place}想再找那位{person}聊聊{thing}。",
    "第{n}次搬家的时候把{thing}留在{place}了。",
    "周{n}晚上要把{thing}寄到{place}去。",
)


def turns(number):
    """That many turns of two speakers, twenty a session."""
    chance = random.Random(7)
    for n in range(number):
        form = chance.choice(ENGLISH if n % 3 else CHINESE)
        text = form.format(thing=chance.choice(THINGS), place=chance.choice(PLACES), person=chance.choice(PEOPLE), n=n)
        yield Turn(text, speaker=("ana", "bo")[n % 2], session=f"s{n // 20}", ref=f"t{n}")


def questions():
    """A hundred questions, half of them Chinese."""
    english = (f"What did I buy in {place} about {thing}?" for place, thing in itertools.product(PLACES, THINGS))
    chinese = (f"我在{place}的时候{thing}怎么样了？" for place, thing in itertools.product(PLACES, THINGS))
    return [question for pair in zip(english, chinese) for question in pair][:100]
