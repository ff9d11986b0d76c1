"""What somebody has, uses and subscribes to."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, many, one, zh

ATTRIBUTES: tuple[Attribute, ...] = (
    one(
        "car",
        "thing",
        en(
            "drive drives driving",
            r"@ (?:a|an|my|the)(?: new| used| old)? (?P<v>(?!car|bus|taxi|truck|kids|long|lot|way)[\w -]+)",
        ),
        en("drove", r"@ an? (?P<v>[\w -]+)", past=True),
        en(
            "toyota honda bmw audi tesla ford volvo mazda nissan subaru lexus porsche volkswagen vw hyundai kia mercedes byd nio xpeng jeep chevrolet prius civic corolla camry rav4 outback rivian forester cr-v f-150 tacoma polo golf leaf ioniq bolt mustang",
            r"\b(?:have|own|bought|got|purchased|leased|traded (?:it |my car |the \w+ |my \w+ )?(?:in )?for|swapped (?:the|my) \w+ for|switched to|picked up|'ve got|have got) (?:a |an |my |the )?(?:new |used |second-hand |blue |red |white |black )?(?P<v>(?:[\w-]+ )?@(?: [\w-]+){0,3})",
            change=True,
        ),
        zh(
            "开的是 开着 开一辆 开 提了 买了 换了 开的车是 换成",
            r"@(?:了)?(?:一?[辆台]|的)?(?P<v>[^，。]{0,6}(?:宝马|奔驰|奥迪|特斯拉|丰田|本田|大众|比亚迪|蔚来|理想|小鹏|沃尔沃|雷克萨斯|保时捷|日产|别克|福特|马自达|凯美瑞|卡罗拉|思域|问界|吉利|五菱|小米su7|model ?[3yxs]|rav4|汉|轩逸|帕萨特|高尔夫)[^，。]*)",
            change=True,
        ),
        zh("卖了 卖掉", r"(?:把)?车@", denied=True),
        zh("卖了 卖掉 卖掉了", r"@车$", denied=True),
        nouns="car|vehicle|ride / 车|汽车|座驾|轿车|私家车|小车",
        owned=True,
        importance=0.6,
    ),
    one(
        "phone",
        "thing",
        en(
            "iphone pixel galaxy oneplus xiaomi huawei",
            r"\b(?:use|using|have|own|bought|got|switched to|upgraded to|moved to|'ve got|carry) (?:a |an |my |the )?(?:new |used )?(?P<v>@(?: [\w-]+){0,3})",
            change=True,
        ),
        zh(
            "换了 换成了 换成 换 用的是 用 买了 入手了",
            r"@(?:了)?(?:一?[部台个])?(?:新)?(?P<v>(?:iphone|苹果|华为|小米|红米|oppo|vivo|荣耀|三星|一加|pixel|魅族)[^，。电笔平表耳]*)$",
            change=True,
        ),
        nouns="phone|cellphone|smartphone / 手机",
        owned=True,
        importance=0.5,
    ),
    one(
        "laptop",
        "thing",
        en(
            "macbook thinkpad xps chromebook zenbook surface",
            r"\b(?:use|using|have|own|bought|got|switched to|upgraded to|'ve got) (?:a |an |my |the )?(?:new |used )?(?P<v>(?:[\w-]+ )?@(?: [\w-]+){0,4})",
            change=True,
        ),
        zh(
            "买了 换了 换成了 换成 用的是 用 入手了 有",
            r"@(?:了)?(?:一?[台个部])?(?:新)?(?P<v>(?:[\w寸.]+的?)?(?:macbook|thinkpad|联想|戴尔|华硕|surface|matebook|拯救者|暗影精灵)[^，。]*)",
            change=True,
        ),
        nouns="laptop|laptop computer|macbook|computer|work laptop|pc|desktop / 笔记本电脑|笔记本|电脑|手提电脑|macbook|台式机",
        owned=True,
        importance=0.5,
    ),
    one("tablet", "thing", nouns="tablet|ipad|kindle|e-reader / 平板|ipad|平板电脑|阅读器", owned=True),
    one("camera", "thing", nouns="camera|lens / 相机|镜头|单反", owned=True),
    one("watch", "thing", nouns="watch|smartwatch|fitness tracker / 手表|智能手表|手环", owned=True),
    one("headphones", "thing", nouns="headphones|earbuds|headset / 耳机", owned=True),
    one(
        "monitor",
        "thing",
        nouns="monitor|display|screen|keyboard|mouse|printer|router|chair|desk / 显示器|键盘|鼠标|打印机|路由器|椅子|电饭煲|洗衣机|冰箱|空调|电视",
        owned=True,
        about=True,
        each=True,
    ),
    one("bike", "thing", nouns="bike|bicycle|motorbike|motorcycle|scooter / 自行车|摩托车|电动车|电瓶车", owned=True),
    one("instrument", "thing", nouns="guitar|piano|violin / 吉他|钢琴|小提琴", owned=True, each=True),
    one(
        "carrier",
        "org",
        en(
            "verizon t-mobile at&t vodafone o2 ee telstra rogers bell sprint cricket visible giffgaff",
            r"\b(?:with|on|use|using|to|have) (?P<v>@)",
        ),
        en("mint google xfinity us", r"\b(?:with|on|use|using|to|have) (?P<v>@ (?:mobile|fi|cellular))"),
        zh("移动 联通 电信 广电", r"用的?(?:是)?(?P<v>@)(?:的?卡|的?号)"),
        zh(
            "移动 联通 电信 广电",
            r"(?:携号转网|转网|号码?转|手机号?|手机卡|套餐)[^，。]{0,6}?(?:到|去了?|成了?|是|用的|办的)(?P<v>@)",
        ),
        nouns="carrier|mobile carrier|phone plan|cell plan|mobile provider|phone carrier / 运营商|套餐|手机套餐|手机卡|流量套餐|话费套餐",
    ),
    one(
        "gym",
        "org",
        en("work works working train trains lift", r"@ (?:out )?at (?:the )?{}"),
        en(
            "fitness gym crossfit ymca equinox orangetheory puregym peloton soulcycle",
            r"\b(?:go|goes|going|belong) to (?P<v>(?:the )?(?:[\w'-]+ )?@(?: [\w]+)?)(?: (?:on|in|near|at|three|twice|every|after|before)\b.*)?$",
        ),
        zh("健身 锻炼 撸铁 办卡", r"@(?:房|卡)?(?:去的是|去的|办的是|办的|在的是|办在|卡办在|地方是){}"),
        en(
            "gym",
            r"\b(?:go to|joined|switched to|work out at|member at|membership at|member of) (?P<v>(?:the )?[\w' ]+? @)(?: (?:on|in|near) (?P<o>[\w ]+))?$",
        ),
        zh("健身房 健身卡", r"(?:在|去|办了|换到|换成)(?P<v>[^，。在去]{1,10}@)"),
        nouns="gym|gym membership / 健身房|健身卡",
        importance=0.5,
        stops=True,
    ),
    one(
        "haircut",
        "org",
        nouns="barber|hairdresser|salon|dry cleaner|mechanic|accountant|lawyer|agent|broker / 理发店|发型师|会计|律师|中介|保险经纪",
        each=True,
    ),
    many(
        "subscription",
        "subscription",
        en("subscribe subscribes subscribed subscribing", r"@ to {}"),
        en(
            "subscription",
            r"(?:have|has|got(?! rid)|bought|renewed|renew|pay for|paying for|keep|on) (?:a |an |my |the )?(?P<v>[\w.+' ]+?) @",
        ),
        en(
            "membership",
            r"(?:have|has|got(?! rid)|bought|renewed|renew|pay for|paying for) (?:a |an |my |the )?(?P<v>[\w.+' ]+?) @",
        ),
        en("subscription membership", r"(?:an? |the |my )?@ (?:to|for|at|with) {}"),
        en("subscription membership", r"\blet (?:my |the )(?P<v>[\w.+' ]+?) @ (?:lapse|expire|run out)", denied=True),
        en("unsubscribed", r"@ from {}", denied=True),
        en(
            "cancelled canceled cancel cancelling canceling dropped ended stopped terminated",
            r"@ (?:my |the |our )?(?:subscription (?:to|for|with) )(?P<v>.+)",
            denied=True,
        ),
        en(
            "cancelled canceled cancel cancelling canceling dropped ended stopped terminated",
            r"@ (?:my |the |our |his |her )?(?P<v>[\w.+' ]+?)(?: subscription| membership| plan| account)\b",
            denied=True,
        ),
        en("subscriber", r"(?P<v>[\w.+' ]+) @"),
        zh(
            "订阅了 订阅 订了 订着 订购了 续订了 续费了 开通了 充了 办了 买了 订 开了",
            r"(?<!取消)(?<!退)@(?:着|了|过)?(?:一年|一个|一份)?(?P<v>(?:《[^》]+》|[^，。了]{2,14}?(?:会员|年卡|月卡|周刊|杂志|日报|vip|季卡|报纸|服务|牛奶|套餐|专栏|月刊|晚报|premium|plus|pro)))",
        ),
        zh("订阅了 订阅 订购了 订着 续订了", r"(?<!取消)@(?:着|了|过)?{}"),
        zh("会员", r"(?:是|有)(?P<v>[^，。是有]{1,12})@"),
        zh(
            "到期没续 没续费 不续了 没续 不续费了 没再续 到期了没续 没有续费 不打算续",
            r"(?P<v>[^，。]{1,12}?)(?:会员|年卡|月卡|订阅|vip)?(?:到期)?(?:了|就|我|也|已经)*@",
            denied=True,
        ),
        zh("会员", r"^(?:我(?:的|们)?)?@(?:办|开|买|充)的(?:是)?{}"),
        zh("退订了 退订了的 取消订阅 取消了订阅 取消订阅了 不再订阅 停订", r"@{}", denied=True),
        kind="fact",
        importance=0.5,
        stops=True,
    ),
    many(
        "membership",
        "text",
        en("member", r"(?:an? |the )?(?:\w+ )?@ (?:of|at) {}"),
        en(
            "club team band choir league troupe orchestra society",
            r"\b(?:in|part of|belong to|belongs to) (?:a|an|the) (?P<v>[\w ]{0,24}@)\b",
        ),
        en(
            "left",
            r"@ (?:the |my )(?P<v>[\w ]{0,24}(?:club|team|band|choir|league|group|gym|orchestra|society|class))",
            denied=True,
        ),
        en(
            "joined",
            r"@ (?:the |a |an )(?P<v>[\w' ]*(?:club|gym|choir|band|society|league|team|class|group|association))",
        ),
        zh("加入了 参加了", r"@(?P<v>[^，。]{1,12}(?:俱乐部|协会|社团|合唱团|乐队|队|社|会|班|团|群|组))"),
        importance=0.5,
        stops=True,
    ),
    many(
        "owns",
        "thing",
        en("have has own owns got", r"@ (?P<v>(?:a|an|two|three|another) [\w -]+)"),
        en("bought purchased", "@ (?P<v>(?:a|an|two|three|another|my|some) [\\w -]+)"),
        en("sold", r"@ (?:my |the |our )?{}", denied=True),
        zh("买了 入手了", r"@(?:一?[辆台部个只套双件把张]|新)*{}"),
        zh("卖了 卖掉了 卖掉 扔了", r"(?:把)(?P<v>[^，。把]{1,10}?)(?:给)?@", denied=True),
        importance=0.35,
        stops=True,
    ),
)
