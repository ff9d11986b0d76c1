"""The course of a day and a week: when, how often, how much, with what."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, many, one, zh

_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays"
_DAYS_ZH = r"(?:每?(?:周|星期|礼拜)[一二三四五六日天](?:[、和到至及]?(?:周|星期|礼拜)?[一二三四五六日天])*)"

ATTRIBUTES: tuple[Attribute, ...] = (
    one(
        "remote days",
        "weekdays",
        en(
            "home remote remotely",
            rf"\b(?:work|works|working|wfh) (?:from )?@ (?:on |every )*(?P<v>(?:{_DAYS}|(?:one|two|three|four|five|\d) days?).*)",
        ),
        en("remote home wfh", r"(?P<v>(?:one|two|three|four|five|\d) days?) (?:a week |per week )?(?:from )?@"),
        zh(
            "在家办公 远程办公 居家办公 远程 在家上班",
            rf"(?P<v>{_DAYS_ZH}|(?:每|一)周[\d一二两三四五]天)(?:都|可以|能|是|改|固定)*@",
        ),
        nouns="remote days|wfh days|work-from-home days|remote day|wfh day / 远程日|居家办公日|居家日|在家办公日|居家办公|远程办公日",
        kind="preference",
        loose=True,
    ),
    one(
        "office days",
        "weekdays",
        en(
            "office onsite on-site",
            rf"\b(?:in|at|to|into) the @ (?:on |every )*(?P<v>(?:{_DAYS}|(?:one|two|three|four|five|\d) days?).*)",
        ),
        en(
            "office onsite on-site",
            r"(?P<v>(?:one|two|three|four|five|\d) days?) (?:a week |per week )?(?:in|at) the @",
        ),
        zh(
            "去公司 到公司 坐班 进办公室 去办公室 到岗",
            rf"(?P<v>{_DAYS_ZH}|(?:每|一)周[\d一二两三四五]天)(?:都|要|得|需要|必须|固定|改)*@",
        ),
        zh(
            "去公司 到公司 坐班 进办公室 去办公室 到岗",
            r"(?:每|一)周(?:都|要|得|需要|必须|固定|改)*@(?P<v>[\d一二两三四五]天)",
        ),
        nouns="office days|in-office days|anchor day / 到岗日|坐班日",
        loose=True,
    ),
    one(
        "leave home",
        "time",
        en("leave leaves", r"@ (?:the house|home|for work|for the office|the flat) (?:at|around|by) {}"),
        zh(
            "出门 出发上班",
            r"(?P<v>(?:早上|上午|中午|下午|晚上|清晨)?[\d一二三四五六七八九十两]+(?:点(?:半|一刻|三刻|钟|\d+分?)?|[:：]\d\d))(?:左右|就|才|准时|要|得)*@",
        ),
        kind="preference",
        loose=True,
    ),
    one(
        "off work",
        "time",
        en("finish finishes leave get", r"@ (?:work|off work|the office) (?:at|around) {}"),
        zh(
            "下班",
            r"(?P<v>(?:下午|晚上|傍晚)?[\d一二三四五六七八九十两]+(?:点(?:半|一刻|三刻|钟|\d+分?)?|[:：]\d\d))(?:左右|就|才|准时|能)*@",
        ),
        nouns="/ 下班时间",
        loose=True,
    ),
    one(
        "starts work",
        "time",
        en("start starts begin", r"@ (?:work|working|my shift|the day) (?:at|around) {}"),
        zh(
            "上班 打卡 到岗",
            r"(?P<v>(?:早上|上午|下午)?[\d一二三四五六七八九十两]+(?:点(?:半|一刻|三刻|钟|\d+分?)?|[:：]\d\d))(?:左右|就|才|准时|要|得|前)*@",
        ),
        zh("上班时间 打卡时间", r"@(?:是|改成了?|改到了?|调到了?|提前到了?|推迟到了?)*{}"),
        loose=True,
    ),
    one(
        "pick-up time",
        "time",
        en(
            "pick picks",
            r"@ (?:up )?(?:my |the )?(?:son|daughter|kids?|children|him|her|them) (?:up )?(?:from \w+ )?at {}",
        ),
        zh(
            "接孩子 接儿子 接女儿 接娃 接送",
            r"(?P<v>(?:下午|晚上|上午|早上)?[\d一二三四五六七八九十两]+(?:点(?:半|一刻|三刻|钟)?|[:：]\d\d))(?:去|要|得|准时)*@",
        ),
        nouns="pick-up time|pickup time|school pickup|drop-off time|curfew|screen time / 放学时间|接送时间|门禁|门禁时间|熄灯时间",
        about=True,
        each=True,
    ),
    one("lucky number", "number", nouns="lucky number / 幸运数字"),
    one(
        "coffee",
        "text",
        en(
            "take takes drink drinks have has",
            r"@ (?:my|his|her) coffee (?P<v>black|white|with [\w ]+|without [\w ]+|iced|decaf)",
        ),
        zh(
            "美式 拿铁 卡布奇诺 摩卡 黑咖啡 手冲 浓缩 澳白 冷萃 冰美式 热美式",
            r"(?:喝|点|要|来)(?:的是|的|了|杯)*(?P<v>@)",
        ),
        zh(
            "咖啡",
            r"@(?:都|要|喝|只|得|改|一般|现在|我|习惯|加|不)*(?P<v>(?:加|不加|少|半|全|无|多)(?:糖|奶)[^，。]*|燕麦奶|黑咖啡|美式|拿铁|冰的|热的)",
        ),
        kind="preference",
        loose=True,
    ),
    one(
        "milk",
        "text",
        en(
            "milk",
            r"\b(?:drink|use|uses|drinks|buy|switched to|on) (?P<v>oat|almond|soy|whole|skim|skimmed|coconut|lactose-free|2%|cow's|regular) @",
        ),
        zh("奶 牛奶", r"喝(?:的是|的|了|点|着)*(?P<v>全脂|脱脂|低脂|燕麦|杏仁|豆|椰|羊|水牛|鲜|纯|无乳糖)@"),
        nouns="milk",
        kind="preference",
        loose=True,
    ),
    one(
        "spice level",
        "spice",
        en(
            "spicy mild hot spice",
            r"\b(?:like|love|eat|prefer|handle|want|take|do|order|make it|food|only|less|extra|medium|very|not)\b.*?(?P<v>@)",
        ),
        zh(
            "微辣 中辣 重辣 特辣 变态辣 不辣 免辣",
            "(?:能吃|吃|要|点|改|做|得|选|爱吃|可以吃|只能吃|口味|现在|我)*(?P<v>@)",
        ),
        zh("吃辣", r"(?P<v>(?:不能|不|少|能|可以|不太能|很能|特别能|无法|没法)(?:再)?@)"),
        nouns="spice level|spice tolerance / 辣度",
        kind="preference",
        importance=0.6,
        loose=True,
        stops=True,
    ),
    one(
        "sweetness",
        "text",
        zh("半糖 无糖 全糖 三分糖 七分糖 少糖 微糖 正常糖 五分糖 不加糖", r"(?:奶茶|咖啡|饮料|喝).{0,8}?(?P<v>@)"),
        nouns="/ 甜度|糖度|奶茶口味",
        kind="preference",
        loose=True,
    ),
    many(
        "alcohol",
        "alcohol",
        en("drink drinks drinking", r"@ (?P<v>alcohol|beer|wine|whisky|whiskey|liquor|spirits)\b"),
        en(
            "drink drinks drinking",
            r"@(?: (?:socially|occasionally|a lot|too much|on weekends|every weekend|at parties))",
            value="alcohol",
        ),
        en(
            "wine beer beers whiskey whisky vodka cocktails cocktail",
            r"\b(?:have|drink|drinks|having|has|enjoy)\b.{0,24}?\b@\b(?! (?:glass|store|bar|shop|tasting))",
            value="alcohol",
        ),
        zh("喝", r"@.{0,6}?(?:啤酒|白酒|红酒|葡萄酒|黄酒|威士忌|酒)(?![店馆吧])", value="酒"),
        en(
            "drinking alcohol booze sober",
            r"\b(?:stopped|quit|gave up|given up|off|no more|cut out|swore off|sworn off|done with|am|'m|been|went|gone) (?:the )?@(?: \w+)?$",
            value="alcohol",
            denied=True,
        ),
        zh("喝酒 喝啤酒 喝白酒 喝红酒 小酌 喝两杯 酒局", "@", value="酒"),
        zh("戒酒 滴酒不沾 不喝酒 不沾酒 不再喝酒", "@", value="酒", denied=True),
        zh(
            "酒",
            r"@(?:也|都|已经|早|就|全|彻底|现在|被迫)*(?:戒了|戒掉了?|停了|不喝了|不碰了|断了)",
            value="酒",
            denied=True,
        ),
        kind="preference",
        stops=True,
        importance=0.5,
    ),
    one(
        "running distance",
        "number",
        en("mileage", r"\b(?:weekly|running|monthly) @ (?:is|was|went up to|:) {}"),
        nouns="weekly mileage|mileage goal|running goal / 周跑量|月跑量|跑量",
        about=True,
        loose=True,
    ),
    one(
        "water intake",
        "number",
        nouns="water goal|water intake|protein goal|protein target|daily calories / 饮水量|每日饮水|蛋白质目标|每日热量",
        each=True,
    ),
    one(
        "screen time",
        "duration",
        nouns="screen time|screen time limit|daily limit / 屏幕时间|游戏时间|每天游戏时间",
        about=True,
    ),
    one(
        "meeting time",
        "moment",
        nouns="laundry day|trash day|garbage day|recycling day|cleaning day|shopping day|bin day|date night|game night|movie night|family dinner|poker night|book club / 大扫除|垃圾日|家庭聚餐|读书会|打扫日",
        about=True,
        each=True,
        planned=True,
        event=True,
    ),
    one(
        "meeting time",
        "moment",
        nouns="piano class|swim class|swimming class|swimming lesson|dance class|yoga class|guitar lesson|tennis lesson|language class|spanish class|tutoring|therapy|therapy session|band practice|soccer practice|football practice|choir practice|rehearsals|training session|pottery class|art class|violin lesson|driving lesson|karate class|office hours"
        " / 私教课|钢琴课|舞蹈课|游泳课|瑜伽课|画画课|美术课|英语课|口语课|补习班|兴趣班|书法课|吉他课|奥数班|辅导课|羽毛球课|跆拳道|网课|法语课|日语课|外教课|心理咨询|理疗|家教|家教课|健身课|乐队排练|排练|球局|训练",
        kind="commitment",
        planned=True,
        about=True,
        each=True,
        event=True,
    ),
)
