"""Three years of facts: the shipped blend finds the old ones as if nothing aged, and the seeds' blend does not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import product

import pytest

from perdure import Perdure, Policy
from perdure.app import Space
from perdure.domain.policy import SEED, Blend
from perdure.testing import FrozenClock, HashEmbedder
from tests.behaviour.requirements import requirement
from tests.conftest import MORNING

AGELESS = Blend(share=0.0)
THREE_YEARS = 3 * 365

ENGLISH = (
    ("Nina", "Omar", "Pia", "Ruben", "Sana", "Tomas", "Ulla", "Wen", "Ada", "Bo", "Cleo", "Dov"),
    ("ladder", "kayak", "tent", "drill", "piano", "kiln", "camera", "loom", "easel", "sewing machine"),
    ("attic", "shed", "cellar", "garage", "office", "hallway", "boathouse", "studio"),
    "{who} keeps the {what} in the {where}",
    "where does {who} keep the {what}?",
)
CHINESE = (
    ("小林", "小玲", "阿强", "老周", "阿梅", "大刘", "小满", "老郑", "阿宝", "老秦", "小雨", "大勇"),
    ("梯子", "皮划艇", "帐篷", "电钻", "钢琴", "窑炉", "相机", "织机", "画架", "缝纫机"),
    ("阁楼", "棚屋", "地窖", "车库", "书房", "走廊", "船屋", "画室"),
    "{who}把{what}放在{where}里",
    "{who}的{what}放在哪里",
)


def corpus() -> list[tuple[str, str, float]]:
    """Every person with every thing: a statement, its question, its age in days; more of them are recent than old."""
    found: list[tuple[str, str]] = []
    for people, things, places, statement, question in (ENGLISH, CHINESE):
        for n, (who, what) in enumerate(product(people, things)):
            where = places[(n * 5 + n // 8) % len(places)]
            found.append((statement.format(who=who, what=what, where=where), question.format(who=who, what=what)))
    count = len(found)
    return [(text, query, THREE_YEARS * (n * 37 % count / (count - 1)) ** 3) for n, (text, query) in enumerate(found)]


BY_AGE = sorted(corpus(), key=lambda told: told[2])
NEWEST = [(text, query) for text, query, _ in BY_AGE[:60]]
OLDEST = [(text, query) for text, query, _ in BY_AGE[-60:]]
"""A quarter each."""


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Space]:
    clock = FrozenClock(MORNING)
    with Perdure(tmp_path_factory.mktemp("years"), embedder=HashEmbedder(), clock=clock, timezone="UTC") as memory:
        space = memory.space("user/alice")
        space.remember_many(
            [{"text": text, "kind": "fact", "at": MORNING - timedelta(days=age)} for text, _, age in corpus()]
        )
        yield space


def found(space: Space, blend: Blend, asked: list[tuple[str, str]]) -> int:
    """How many of the questions are answered by the very first hit."""
    space.set_policy(Policy(blend=blend))
    return sum(text in [hit.text for hit in space.recall(query, k=1)] for text, query in asked)


def test_the_corpus_is_spread_over_three_years():
    assert len(corpus()) == 240
    assert (BY_AGE[0][2], BY_AGE[-1][2]) == (0, THREE_YEARS)
    assert len({text for text, _, _ in corpus()}) == len({query for _, query, _ in corpus()}) == 240


@requirement("S6", "R3")
def test_old_facts_are_found_with_the_default_as_well_as_if_nothing_aged(years):
    ageless = found(years, AGELESS, OLDEST)
    assert ageless >= 57
    assert found(years, Blend(), OLDEST) >= ageless - 1


@requirement("S6")
def test_the_seeds_blend_buries_old_facts_and_the_default_does_not(years):
    kept, buried = found(years, Blend(), OLDEST), found(years, SEED, OLDEST)
    assert buried <= kept / 2
    assert found(years, SEED, NEWEST) == found(years, Blend(), NEWEST) == len(NEWEST)
