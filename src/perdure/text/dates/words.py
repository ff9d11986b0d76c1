"""The words of time in English and Chinese: what sort each one is, and what it says.

A sort is what the rules of `grammar` are written in; values are numbers counted from the present (`yesterday` is -1),
from zero (`monday`) or from one (`january`), or hours of the day.
"""

from __future__ import annotations

from typing import Any

Meaning = tuple[str, Any]
"""What sort of word it is, and its value."""


def _sort(sort: str, words: str, value: Any = None) -> dict[str, Meaning]:
    return dict.fromkeys(words.split(), (sort, value))


def _counted(sort: str, words: str, first: int = 0) -> dict[str, Meaning]:
    """Words in their order; those of one meaning are joined by a bar, a hyphen stands for none."""
    return {
        word: (sort, value)
        for value, same in enumerate(words.split(), start=first)
        for word in same.split("|")
        if word != "-"
    }


def _units(**words: str) -> dict[str, Meaning]:
    return {word: (unit, unit) for unit, same in words.items() for word in same.split()}


MORNING, NOON, AFTERNOON, EVENING, NIGHT, SMALL_HOURS = (5, 12), (11, 14), (12, 18), (17, 24), (18, 29), (0, 6)
"""From hour to hour; the night lasts until the next morning."""

FEW = (2, 6)
"""What "a few" may be."""

ENGLISH: dict[str, Meaning] = {
    # numbers
    **_counted("number", "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen", 1),
    **_counted("tens", "ten twenty thirty forty fifty sixty seventy eighty ninety", 1),
    **_sort("one", "a an", 1),
    **_sort("number", "couple", 2),
    **_sort("few", "few several", FEW),
    **_sort("half", "half"),
    **_counted(
        "ordinal",
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
        1,
    ),
    # units
    **_units(
        minute="minute minutes min mins",
        hour="hour hours hr hrs",
        day="day days",
        weekend="weekend weekends",
        week="week weeks",
        month="month months",
        quarter="quarter quarters",
        year="year years",
    ),
    **_sort("decade", "decade decades", "year"),
    # names; what is a name of people or an everyday word too is only a month beside other words of time
    **_counted("month_name", "january february - - - - july august september october november december", 1),
    **_counted("month_or_word", "jan feb march|mar april|apr may june|jun jul aug sep|sept oct nov dec", 1),
    **_counted("weekday", "monday tuesday wednesday thursday friday saturday sunday"),
    **_counted("short_weekday", "mon tue|tues wed thu|thur|thurs fri sat sun"),
    **_counted("season_or_word", "spring summer autumn|fall winter"),
    **_sort("holiday", "christmas xmas", (12, 25)),
    **_sort("holiday", "valentine valentines", (2, 14)),
    **_sort("holiday", "halloween", (10, 31)),
    # days and their parts
    **_counted("day_word", "yesterday today tomorrow", -1),
    **_sort("day_part", "tonight", (0, NIGHT)),
    **_sort("part", "morning", MORNING),
    **_sort("part", "noon midday", NOON),
    **_sort("part", "afternoon", AFTERNOON),
    **_sort("part", "evening", EVENING),
    **_sort("part", "night", NIGHT),
    # which one
    **_counted("which", "last|previous this|current next", -1),
    **_sort("past", "past"),
    **_sort("coming", "coming upcoming following"),
    **_sort("every", "every each"),
    **_sort("third", "early beginning start", 0),
    **_sort("third", "mid middle", 1),
    **_sort("third", "late end", 2),
    **_sort("ago", "ago back"),
    # between others
    **_sort("since", "since"),
    **_sort("from", "from"),
    **_sort("before", "before"),
    **_sort("after", "after"),
    **_sort("until", "until till"),
    **_sort("by", "by"),
    **_sort("to", "to through thru"),
    **_sort("between", "between"),
    **_sort("and", "and"),
    **_sort("onward", "onward onwards"),
    **_sort("now", "now"),
    **_sort("in", "in"),
    **_sort("during", "during throughout"),
    **_sort("of", "of"),
    **_sort("on", "on"),
    **_sort("at", "at"),
    **_sort("over", "over for"),
    **_sort("new", "new"),
    **_sort("eve", "eve"),
    **_sort("silent", "the"),
}

_DAYS = {"昨": -1, "今": 0, "明": 1}
_HOURS = {"晚": NIGHT, "夜": NIGHT, "早": MORNING, "晨": MORNING}

CHINESE: dict[str, Meaning] = {
    # numbers
    **_sort("few", "几 好几 数", FEW),
    **_sort("half", "半"),
    # units
    **_units(
        minute="分钟",
        hour="小时 钟头",
        day="天",
        weekend_zh="周末",
        week="周 星期 礼拜",
        month="月",
        quarter="季度",
        year="年",
    ),
    # names
    **_counted("season", "春天|春季 夏天|夏季 秋天|秋季 冬天|冬季"),
    **_counted("half_year", "上半年 下半年"),
    **_sort("holiday", "元旦", (1, 1)),
    **_sort("holiday", "情人节", (2, 14)),
    **_sort("holiday", "劳动节", (5, 1)),
    **_sort("holiday", "儿童节", (6, 1)),
    **_sort("holiday", "国庆节 国庆", (10, 1)),
    **_sort("holiday", "平安夜", (12, 24)),
    **_sort("holiday", "圣诞节 圣诞", (12, 25)),
    # days and their parts
    **_counted("day_word", "大前天 前天 昨天|昨日|昨儿 今天|今日|今儿 明天|明日|明儿 后天 大后天", -3),
    **{day + part: ("day_part", (offset, hours)) for day, offset in _DAYS.items() for part, hours in _HOURS.items()},
    **_sort("part", "凌晨", SMALL_HOURS),
    **_sort("part", "早上 早晨 清晨 清早 上午", MORNING),
    **_sort("part", "中午 正午", NOON),
    **_sort("part", "下午 午后", AFTERNOON),
    **_sort("part", "傍晚", EVENING),
    **_sort("part", "晚上 夜里 夜晚 夜间 半夜 深夜 午夜 晚", NIGHT),
    # which one
    **_counted("year_word", "大前年 前年 去年|上一年 今年|本年|这一年 明年|下一年 后年 大后年", -3),
    **_counted("which_week", "上上 上一|上 这一|这|本 下一|下 下下", -2),
    **_sort("recent", "最近 近 过去"),
    **_sort("coming", "未来 接下来 今后"),
    **_sort("every", "每"),
    **_sort("third", "初 上旬", 0),
    **_sort("third", "中旬", 1),
    **_sort("third", "底 末 下旬", 2),
    **_sort("earlier", "前 以前 之前"),
    **_sort("later", "后 以后 之后"),
    # between others
    **_sort("from", "从 自 自从"),
    **_sort("so_far", "以来 至今"),
    **_sort("onward", "起 开始"),
    **_sort("until", "截至 截止 直到"),
    **_sort("to", "到 至"),
    **_sort("and", "和 跟 与"),
    **_sort("among", "之间"),
    **_sort("now", "现在 今"),
    **_sort("silent", "的 个 那"),
}

NOT_BEFORE = {
    "周": "[围密边折年]",
    "月": "[球亮饼台]",
    "天": "气(?!前|后)",
    "年": "[级龄轻薪货]",
    "前": "天(?!气)|[面台端景途提后往任夫妻辈沿]",
    "后": "天(?!气)|[面台续期悔果边方勤院备]",
    "晚": "[点到了些来于期餐饭会]",
    "起": "[床来身诉码飞点名因源初步草伏]",
    "初": "[中步恋级学期心衷]",
    "底": "[下部层线盘气薪]",
    "前天": "气",
    "后天": "气",
}
"""What makes another word of one when it follows: 周围 is no week."""

NOT_AFTER = {
    "上": "以马",
    "下": "一楼地天",
    "前天": "天",
    "前年": "年",
    "后天": "天年月周",
    "后年": "年",
}
"""Characters that take a word away: 一下周三 is 一下, then 周三."""

FOLDED = str.maketrans(
    "０１２３４５６７８９：－／．（），" + "週個號點後這兩禮鐘過來時間從開節國慶聖誕勞動會裡數幾",
    "0123456789:-/.()," + "周个号点后这两礼钟过来时间从开节国庆圣诞劳动会里数几",
)
"""Full width and Traditional, one character for one, so that places stay."""
