"""What somebody likes, dislikes and prefers."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, many, one, zh

ATTRIBUTES: tuple[Attribute, ...] = (
    many(
        "likes",
        "liked",
        en(
            "like likes love loves enjoy enjoys adore adores loving",
            r"(?<!would )(?<!'d )(?<!look )(?<!looks )(?<!feel )(?<!feels )(?<!just )@ (?!to (?:know|see|hear|have|get|ask|be|thank|share|learn more|talk))(?:eating |drinking |to eat |to drink |watching |listening to |to watch )?{}",
        ),
        en("fan", r"\b(?:am|'m|is|'s) (?:a |an )?(?:big |huge |great |real |not a )?@ of {}"),
        en("fond", r"@ of {}"),
        en("into", r"\b(?:am|'m|is|'s|gotten|really|got) (?:really |so |very |not )?@ {}"),
        en("addicted obsessed crazy", r"@ (?:to|with|about) {}"),
        en(
            "favourite favorite favourites favorites",
            r"^(?P<v>.+?) (?:is|are) (?:also |still |now )?(?:another|one of|among)(?: of)?(?: my| his| her| our)? (?:all-time )?@",
        ),
        en(
            "hate hates dislike dislikes detest detests loathe despise hating",
            r"@ (?:eating |drinking |to eat |to drink |watching |listening to )?{}",
            denied=True,
        ),
        en("stand", r"\b(?:can't|cannot|can not|couldn't) @ {}", denied=True),
        en("sick tired", r"\b(?:am|'m|grown|got) (?:so |really )?@ of {}", denied=True),
        zh(
            "喜欢 喜爱 爱吃 爱喝 爱看 爱听 爱玩 热爱 酷爱 钟爱 喜欢上 爱上 迷上 偏爱",
            r"(?<![最更])@(?:了|着|上|吃|喝|看|听|玩|的是)?(?P<v>(?!的).+)",
        ),
        zh("最爱之一", r"^(?P<v>.+?)(?:也|都|还|同样)*是.{0,4}@"),
        zh("的粉丝", r"是(?P<v>[^是，。]{1,10})@"),
        zh(
            "讨厌 不喜欢 不爱 不爱吃 不爱喝 受不了 厌恶 反感 吃不惯 喝不惯 不感兴趣 吃腻 喝腻 看腻 腻了 嫌弃",
            r"@(?:了|吃|喝|看|听|玩)?{}",
            denied=True,
        ),
        zh("感兴趣", r"对(?P<v>[^对，。]{1,14}?)(?:也|都|很|特别|非常|挺|比较|十分)*@"),
        nouns="",
        kind="preference",
        importance=0.6,
    ),
    one(
        "favourite",
        "text",
        en(
            "favourite favorite",
            r"@ (?P<o>[a-z]+(?: [a-z]+){0,2}?)(?:'s| is| are| has become| became| will always be| was|:) (?:still |now |actually |always |definitely |probably )*{}",
        ),
        en(
            "favourite favorite",
            r"^(?P<v>.+?) (?:is|are|was|became|has become|'s) (?:now |still |actually |definitely )*(?:my|our) (?:all-time |new |current |absolute )?@ (?P<o>[a-z]+(?: [a-z]+){0,2})$",
            mine=True,
        ),
        zh(
            "最喜欢的 最爱的 最喜爱的 最爱看的 最爱听的 最爱吃的 最喜欢看的 最喜欢吃的 最喜欢听的 最喜欢喝的 最爱喝的",
            r"@(?P<o>[^是，。]{1,8}?)(?:现在|其实|还|一直|已经|就|还是|又|也)*(?:是|变成了?|换成了?|改成了?|叫|：|:){}",
        ),
        zh("最喜欢 最爱 最喜爱", r"@(?P<o>吃|喝|看|听|玩)(?:的)?(?:是)?{}"),
        zh("我最喜欢的 我最爱的", r"^(?P<v>[^，。]{1,16}?)(?:现在|才|就)*是@(?P<o>[^是，。]{1,8})$", mine=True),
        kind="preference",
        importance=0.65,
    ),
    many(
        "prefers",
        "liked",
        en(
            "prefer prefers preferred preferring",
            r"@ (?:to (?:have|drink|eat|use|take|sit) )?(?P<v>.+?)(?: (?:over|to|rather than|instead of|than) (?P<i>.+))?$",
        ),
        en("rather", r"(?:would|'d) @ (?:have |drink |eat |use |take )?(?P<v>.+?)(?: than (?P<i>.+))?$"),
        en("better", r"\blike (?P<v>.+?) @ than (?P<i>.+)"),
        en("over", r"\b(?:pick|choose|take) (?P<v>.+?) @ (?P<i>.+)"),
        zh(
            "更喜欢 更爱 更偏爱 更偏好 更倾向 偏好 更愿意 偏向 宁愿 倾向于",
            r"@(?:了|于|吃|喝|用|看|坐)?(?P<v>.+?)(?:(?:而|，)?(?:不是|胜过|而非|超过|多过|也不)(?P<i>.+))?$",
        ),
        zh("比起", r"@(?P<i>[^，,]+?)[，,]?(?:我)?(?:还是|现在)*(?:更)(?:喜欢|爱|偏爱|愿意)(?:吃|喝|用|看|坐)?{}"),
        kind="preference",
        importance=0.65,
    ),
    one(
        "seat preference",
        "seat",
        en(
            "window aisle middle",
            r"(?:\b(?:prefer|prefers|like|likes|want|wants|take|takes|book|choose|need|get|on)\s+(?:me |him |her )?(?:the |an? |in )*)?@ seats?",
            headed=True,
        ),
        zh(
            "靠窗 靠过道 靠走道 过道",
            r"(?:订票|订座|坐飞机|坐高铁|飞机|机票|高铁|火车|座位|选座|买票|出差|换成|改成|改选|选|坐|要|都|帮我|给我|一律|订)*(?P<v>@)",
        ),
        nouns="seat preference / 座位偏好",
        planned=True,
        kind="preference",
        importance=0.6,
    ),
    one("spice level", "text", nouns="spice level|spice tolerance / 辣度|口味", kind="preference", loose=True),
    one(
        "coffee order",
        "text",
        en(
            "latte cappuccino cortado espresso americano mocha macchiato",
            r"\b(?:order|orders|get|getting) (?:a |an |my |the )?(?:[\w-]+ )?(?P<v>@)",
        ),
        nouns="coffee order|usual order|usual drink|usual coffee / 咖啡口味|常点的咖啡",
        kind="preference",
    ),
    one(
        "language of choice",
        "text",
        nouns="language of choice|editor of choice|browser of choice|tool of choice|drink of choice|weapon of choice",
        kind="preference",
        about=True,
        each=True,
    ),
    one(
        "default choice",
        "text",
        nouns="go-to drink|go-to meal|go-to restaurant|go-to order|go-to snack / 首选",
        kind="preference",
        about=True,
        each=True,
    ),
)
