"""What an embedder's cosines mean: how near to a question an unrelated sentence lies, and how near one that says the same.

Every model has its own scale (e5 puts unrelated sentences at 0.76–0.90), so a threshold in raw cosine means nothing.
Sixteen neutral sentences a language give the background of a query and its spread; pairs of sentences that say the same, or
differ in the one word that matters, show that no cosine tells these two apart, and from where on two texts are nearly one.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from perdure.recall.plan import Language

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from perdure.ports.embedder import Embedder, Use

    Floats = NDArray[np.float64]

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

SAME: Mapping[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("I moved to Lisbon last May.", "Last May I relocated to Lisbon."),
        ("My sister works as a nurse in the city hospital.", "My sister is a nurse at the hospital in the city."),
        ("We always hold the team meeting on Tuesday morning.", "Our team meeting takes place every Tuesday morning."),
        ("He is allergic to peanuts.", "Peanuts give him an allergic reaction."),
        ("The project stores its data in PostgreSQL.", "PostgreSQL is the database this project uses."),
        ("I would rather travel by train than fly.", "I prefer taking the train to flying."),
        ("The invoice has to be paid before Friday.", "Payment of the invoice is due by Friday."),
        ("She started learning the cello two years ago.", "Two years ago she took up the cello."),
        ("Please answer me in short sentences.", "Keep your answers to me brief."),
        ("Our dog is called Biscuit.", "The name of our dog is Biscuit."),
    ),
    "zh": (
        ("我去年五月搬到了里斯本。", "去年五月我搬去里斯本住了。"),
        ("我姐姐在市医院当护士。", "我姐姐是市医院的护士。"),
        ("我们每周二上午开组会。", "组会固定在每个星期二上午。"),
        ("他对花生过敏。", "他吃花生会过敏。"),
        ("这个项目的数据存在PostgreSQL里。", "这个项目用的数据库是PostgreSQL。"),
        ("比起坐飞机我更愿意坐火车。", "我更喜欢坐火车，而不是坐飞机。"),
        ("发票要在周五之前付清。", "这张发票的付款期限是周五。"),
        ("她两年前开始学大提琴。", "她学大提琴是从两年前开始的。"),
        ("请用简短的句子回答我。", "回答我的时候请尽量简短。"),
        ("我们家的狗叫饼干。", "饼干是我们家狗的名字。"),
    ),
}
"""Pairs that say the same."""

OTHER: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "I moved to Lisbon last March.",
        "My sister no longer works as a nurse in the city hospital.",
        "We never hold the team meeting on Tuesday morning.",
        "He is not allergic to peanuts.",
        "The project stores its data in MySQL.",
        "I would rather fly than travel by train.",
        "The invoice does not have to be paid before Friday.",
        "She stopped learning the cello two years ago.",
        "Please answer me in long sentences.",
        "Our cat is called Biscuit.",
    ),
    "zh": (
        "我去年三月搬到了里斯本。",
        "我姐姐不在市医院当护士了。",
        "我们从不在周二上午开组会。",
        "他对花生不过敏。",
        "这个项目的数据存在MySQL里。",
        "比起坐火车我更愿意坐飞机。",
        "发票不用在周五之前付清。",
        "她两年前放弃了大提琴。",
        "请用长句子回答我。",
        "我们家的猫叫饼干。",
    ),
}
"""For each first sentence of `SAME` one that differs from it in what matters: negated, another name, number or order."""

SPREADS = 2.8
"""How many standard deviations above the background an answer lies at least."""

LEAST, MOST = 0.02, 0.45
"""Bounds of the margin, for models whose cosines hardly, or wildly, vary."""


Sort = Literal["unrelated", "other", "same"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Range:
    """The least, the median and the greatest cosine of some pairs."""

    least: float
    median: float
    most: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Background:
    """Of one language: the mean vector of the neutral sentences and how far above it a cosine means something, and the cosines
    of pairs that are unrelated, that say the same, and that say something other in nearly the same words."""

    mean: tuple[float, ...]
    margin: float
    ranges: Mapping[Sort, Range]

    @property
    def same(self) -> float:
        """The cosine from which on two texts are nearly one: between the medians of those that say the same and those that
        only look like it."""
        return (self.ranges["same"].median + self.ranges["other"].median) / 2

    @property
    def like(self) -> float:
        """The cosine from which on two texts may be on one matter: half-way from what is unrelated to what is the same."""
        return (self.ranges["unrelated"].most + self.same) / 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Calibration:
    """The backgrounds of an embedder."""

    backgrounds: Mapping[Language, Background]

    def plain(self) -> dict[str, object]:
        """As JSON values."""
        return {language: asdict(background) for language, background in self.backgrounds.items()}

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Calibration | None:
        """From JSON values; None for those of an earlier version, which say too little."""
        found: dict[Language, Background] = {}
        for language in NEUTRAL:
            stored = values.get(language)
            if not isinstance(stored, Mapping) or "ranges" not in stored:
                return None
            ranges = {sort: Range(**told) for sort, told in stored["ranges"].items()}
            found[language] = Background(mean=tuple(stored["mean"]), margin=float(stored["margin"]), ranges=ranges)
        return cls(backgrounds=found)


def measure(embedder: Embedder) -> Calibration:
    """Embed the sentences and take their backgrounds."""
    return Calibration(backgrounds={language: _background(embedder, language) for language in NEUTRAL})


def _background(embedder: Embedder, language: Language) -> Background:
    import numpy as np  # documented lazy load: a place that is not asked anything needs no arrays

    def units(texts: Sequence[str], use: Use) -> Floats:
        vectors = np.array([list(vector) for vector in embedder.embed(texts, use=use)], np.float64)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / np.where(lengths > 0, lengths, 1.0)

    neutral, number = NEUTRAL[language], len(NEUTRAL[language])
    asked, told = units(neutral, "query"), units(neutral, "passage")
    first = units([one for one, _ in SAME[language]], "passage")
    again = units([same for _, same in SAME[language]], "passage")
    other = units(OTHER[language], "passage")
    cosines = (asked @ told.T)[~np.eye(number, dtype=bool)]
    return Background(
        mean=tuple(told.mean(axis=0).tolist()),
        margin=max(LEAST, min(MOST, SPREADS * float(cosines.std()))),
        ranges={
            "unrelated": _range((told @ told.T)[np.triu_indices(number, 1)]),
            "other": _range((first * other).sum(axis=1)),
            "same": _range((first * again).sum(axis=1)),
        },
    )


def _range(cosines: Floats) -> Range:
    told = sorted(cosines.tolist())
    return Range(least=told[0], median=statistics.median(told), most=told[-1])
