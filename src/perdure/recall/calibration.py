"""What an embedder's cosines mean: how near to a question an unrelated sentence lies.

Every model has its own background (e5 puts unrelated sentences at 0.76–0.90), so a floor in raw cosine means nothing.
Sixteen neutral sentences a language give the background of a query and its spread.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perdure.recall.plan import Language

if TYPE_CHECKING:
    from perdure.ports.embedder import Embedder

NEUTRAL: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "The printer on the second floor is out of paper again.",
        "A bridge across the river was finished last autumn.",
        "Most frogs lay their eggs in still water.",
        "The orchestra rehearses in the old town hall.",
        "Copper wires carry the current to each house.",
        "He folded the map and put it back in the drawer.",
        "The recipe asks for two onions and a spoon of salt.",
        "Snow closed the mountain pass for several days.",
        "The committee will publish its report in spring.",
        "A loose tile fell from the roof during the storm.",
        "The museum shows coins from three centuries.",
        "Please return the key to the front desk.",
        "The ferry leaves every hour from the north pier.",
        "Bees visit the lavender early in the morning.",
        "The score was level until the final minute.",
        "A new law on packaging comes into force in January.",
    ),
    "zh": (
        "二楼的打印机又没有纸了。",
        "河上的新桥去年秋天完工。",
        "青蛙大多在静水里产卵。",
        "乐团在老礼堂里排练。",
        "铜线把电送到每家每户。",
        "他把地图折好放回抽屉。",
        "这道菜要两个洋葱和一勺盐。",
        "大雪封住了山口好几天。",
        "委员会将在春天公布报告。",
        "暴风雨中屋顶掉下一块瓦。",
        "博物馆展出三个世纪的钱币。",
        "请把钥匙交还给前台。",
        "渡轮每小时从北码头开出。",
        "蜜蜂清早就飞到薰衣草上。",
        "比分直到最后一分钟才分出高下。",
        "关于包装的新规定一月起施行。",
    ),
}
"""Sentences about nothing in particular, in both languages."""

SPREADS = 2.8
"""How many standard deviations above the background an answer lies at least."""

LEAST, MOST = 0.02, 0.45
"""Bounds of the margin, for models whose cosines hardly, or wildly, vary."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Background:
    """Of one language: the mean vector of the neutral sentences, and how far above it a cosine means something."""

    mean: tuple[float, ...]
    margin: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Calibration:
    """The backgrounds of an embedder."""

    backgrounds: Mapping[Language, Background]

    def plain(self) -> dict[str, object]:
        """As JSON values."""
        return {language: {"mean": list(b.mean), "margin": b.margin} for language, b in self.backgrounds.items()}

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Calibration:
        """From JSON values."""
        found: dict[Language, Background] = {}
        for language in NEUTRAL:
            stored = values[language]
            if isinstance(stored, Mapping):
                found[language] = Background(mean=tuple(stored["mean"]), margin=float(stored["margin"]))
        return cls(backgrounds=found)


def measure(embedder: Embedder) -> Calibration:
    """Embed the neutral sentences and take their background."""
    return Calibration(backgrounds={language: _background(embedder, texts) for language, texts in NEUTRAL.items()})


def _background(embedder: Embedder, texts: Sequence[str]) -> Background:
    asked = [_unit(vector) for vector in embedder.embed(texts, use="query")]
    told = [_unit(vector) for vector in embedder.embed(texts, use="passage")]
    cosines = [_dot(a, b) for (i, a), (j, b) in itertools.product(enumerate(asked), enumerate(told)) if i != j]
    mean = tuple(statistics.fmean(column) for column in zip(*told, strict=True))
    return Background(mean=mean, margin=max(LEAST, min(MOST, SPREADS * statistics.pstdev(cosines))))


def _unit(vector: Sequence[float]) -> list[float]:
    values = [float(value) for value in vector]
    length = math.sqrt(sum(value * value for value in values)) or 1.0
    return [value / length for value in values]


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
