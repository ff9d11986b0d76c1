"""Values that are one of a few, each with its words in both languages: rides, languages, diets, sizes."""

from __future__ import annotations

import re
from collections.abc import Callable

from perdure.text.claims.values import Value


def table(**same: str) -> Callable[[str], tuple[Value, frozenset[str]] | None]:
    """One of a few values, each with its words."""
    known = {word: name.replace("_", " ") for name, words in same.items() for word in words.split("|")}
    pattern = re.compile(
        "|".join(
            rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)
            for word in sorted(known, key=len, reverse=True)
        )
    )

    def take(text: str) -> tuple[Value, frozenset[str]] | None:
        found = pattern.search(text)
        if found is None:
            return None
        name = known[found.group()]
        return Value(name, frozenset({name}), name), frozenset()

    return take


MARITAL = table(
    single="single|单身|未婚", married="married|已婚|结婚|领证", divorced="divorced|离异|离婚|离了婚", engaged="engaged|订婚", widowed="widowed|丧偶", separated="separated|分居",
    partnered="in a relationship|partnered|seeing someone|dating someone|恋爱中",
)  # fmt: skip
RIDE = table(
    subway="subway|metro|underground|tube|地铁|轻轨",
    bus="bus|shuttle|公交|公交车|班车",
    train="train|tram|火车|高铁",
    bicycle="bike|bicycle|cycle|cycling|biking|cycled|biked|自行车|单车|骑车|骑行|共享单车",
    scooter="scooter|motorbike|电动车|电瓶车|摩托车",
    taxi="taxi|cab|uber|打车|出租车|网约车|打的",
    car="car|drive|drives|driving|drove|carpool|开车|私家车|拼车",
    foot="walk|walks|walking|walked|foot|走路|步行",
    ferry="ferry|轮渡",
)
LANGUAGES = table(
    english="english|英语|英文", chinese="chinese|mandarin|中文|普通话|汉语|简体中文", cantonese="cantonese|粤语", japanese="japanese|日语|日文", korean="korean|韩语|韩文",
    french="french|法语|法文", german="german|德语|德文", spanish="spanish|西班牙语", portuguese="portuguese|葡萄牙语", russian="russian|俄语", italian="italian|意大利语",
    arabic="arabic|阿拉伯语", thai="thai|泰语", vietnamese="vietnamese|越南语", hindi="hindi", dutch="dutch", swedish="swedish", turkish="turkish", polish="polish", greek="greek", hebrew="hebrew", latin="latin",
    shanghainese="上海话", sichuanese="四川话", hokkien="闽南语", hakka="客家话", sign="手语|sign language", danish="danish", norwegian="norwegian", finnish="finnish", indonesian="indonesian", swahili="swahili",
)  # fmt: skip
DIET = table(
    vegetarian="vegetarian|吃素|素食|素食者|素食主义者|全素", vegan="vegan|纯素", pescatarian="pescatarian", keto="keto|生酮", paleo="paleo", meat="meat|荤|omnivore", kosher="kosher", halal="halal|清真",
    flexitarian="flexitarian", low_carb="low-carb|低碳", gluten_free="gluten-free|gluten free|无麸质", dairy_free="dairy-free|dairy free",
)  # fmt: skip
SPICE = table(
    none="not spicy|no spice|mild|不辣|免辣|不吃辣|不能吃辣|不再吃辣|不能再吃辣|无法吃辣|没法吃辣|less spicy", light="微辣|slightly spicy|a little spicy|少吃辣|不太能吃辣", medium="medium|medium spicy|中辣",
    hot="spicy|hot|extra hot|extra spicy|very spicy|重辣|特辣|变态辣|能吃辣|可以吃辣|很能吃辣|特别能吃辣",
)  # fmt: skip
ALCOHOL = table(酒="alcohol|beer|wine|whisky|whiskey|liquor|spirits|booze|酒")
SHIFTS = table(
    night="nights|night|night shift|night shifts|graveyard|graveyard shift|overnight|夜班|大夜班|晚班|小夜班", day="days|day|day shift|day shifts|morning shift|mornings|早班|白班|日班",
    evening="evenings|evening|evening shift|late shift|swing shift|中班",
)  # fmt: skip
SEATS = table(
    window="window|靠窗", aisle="aisle|靠过道|靠走道|过道", middle="middle|中间", front="front|前排", back="back|后排"
)
GENDER = table(male="male|man|boy|男|男生|男性|男的", female="female|woman|girl|女|女生|女性|女的")
MODE = table(
    remote="remotely|remote|远程办公|居家办公|在家办公|远程",
    hybrid="hybrid|混合办公",
    office="office|坐班|on-site|onsite",
)
LENGTH_OF_TEXT = table(
    short="short|brief|concise|shorter|succinct|简短|简洁|精简|简明|短一点|简单点|简短一点",
    long="long|detailed|longer|verbose|thorough|in-depth|详细|详尽|长一点|详细点|详细一点",
)
FORMAT = table(
    bullets="bullets|bullet|bulleted|要点|分点|列表", table="table|tables|表格", markdown="markdown", prose="prose|paragraphs|段落", plain="plain|纯文本", json="json", emoji="emoji|emojis|表情",
    pdf="pdf", yaml="yaml", csv="csv",
)  # fmt: skip
STATUS = table(
    done="done|finished|completed|shipped|released|完成|已完成|上线",
    going_on="in progress|ongoing|进行中",
    blocked="blocked|paused|delayed|暂停|阻塞",
)


def clothing(text: str) -> tuple[Value, frozenset[str]] | None:
    """A size of clothes, by letters or number."""
    found = re.match(
        r"(?:size )?(x*[sml]|\d?xl|extra large|large|medium|small|[均大中小]|加大|\d{1,3})(?![a-z\d])", text
    )
    name = (
        {"大": "l", "中": "m", "小": "s", "large": "l", "medium": "m", "small": "s", "extra large": "xl"}.get(
            found[1], found[1]
        )
        if found
        else ""
    )
    return (Value(name, frozenset({name}), name), frozenset()) if name else None
