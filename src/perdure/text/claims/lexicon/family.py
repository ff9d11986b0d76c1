"""Family, partners, children, pets."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, many, one, zh

ATTRIBUTES: tuple[Attribute, ...] = (
    one(
        "partner",
        "person",
        en("dating seeing", r"\b(?:am|'m|is|'s|started|been|are) (?:now |currently )?@ {}"),
        en("married", r"@ (?:to )?(?P<v>[a-z]+)"),
        en("engaged", r"@ to {}"),
        en("broke split", r"\b@ up$", denied=True),
        en(
            "ended",
            r"\b(?:(?P<v>[a-z]+) and i|we|i) @ (?:things|it|our relationship|the engagement|the relationship)$",
            denied=True,
        ),
        en("single", r"\b(?:am|'m) @ (?:again|now)$", denied=True),
        en("broken", r"\b(?:have|'ve|has|are) @ up$", denied=True),
        zh(
            "分手 分开 离婚 离 掰 散",
            r"(?:和|跟|与)(?P<v>[^和跟与，。]{1,8}?)(?:已经|上周|上个月|最近|刚|正式|和平)*@(?:了|啦)",
            denied=True,
        ),
        zh(
            "分开了 散了 吹了 掰了 黄了",
            r"(?:我们俩?|我俩|和?(?:女朋友|男朋友|女友|男友|对象))(?:已经|上周|上个月|最近|刚)*@",
            denied=True,
        ),
        en("broke split divorced separated", r"@(?: up)?(?: with (?P<v>.+))?$", denied=True),
        zh("分手了 分手 离婚了 离了 分了", "@", denied=True),
        zh("在一起", r"(?:和|跟|与)(?P<v>[^和跟与，。]{1,8}?)@"),
        zh("交往 谈恋爱 结婚 订婚", r"(?:和|跟|与)(?P<v>[^和跟与，。]{1,8}?)(?:正?在|已经|要)?@"),
        nouns="partner|girlfriend|boyfriend|wife|husband|spouse|fiance|fiancée|fiancé / 女朋友|男朋友|女友|男友|对象|老婆|老公|妻子|丈夫|未婚妻|未婚夫",
        kind="identity",
        importance=0.8,
        owned=True,
    ),
    one(
        "anniversary",
        "date",
        nouns="anniversary|wedding anniversary / 纪念日|结婚纪念日",
        importance=0.7,
        planned=True,
        about=True,
        each=True,
    ),
    one(
        "wedding",
        "date",
        en("married", r"\b(?:getting|get|be) @ (?:on|in) {}"),
        zh(
            "办婚礼 结婚 办酒 摆酒 领证 办婚宴",
            r"(?P<v>(?:今年|明年)?[\d一二三四五六七八九十]+月(?:[\d一二三四五六七八九十]+[日号])?)@(?!后|前)",
        ),
        nouns="wedding day|wedding date|wedding|big day / 婚礼|婚礼日期|婚期",
        kind="commitment",
        importance=0.75,
        planned=True,
    ),
    many(
        "child",
        "person",
        en(
            "have has had got",
            r"@ (?P<v>(?:a|an|one|two|three|four|\d+|another|twin) (?:[\w-]+ )?(?:son|daughter|kids?|child|children|sons|daughters|boys?|girls?|twins)\b.*)",
        ),
        en("born", r"\b(?:my|our) (?P<v>(?:[\w-]+ )?(?:son|daughter|baby))(?: \w+)? (?:was|is) @"),
        zh(
            "有 生了 添了 又有了",
            r"@(?:了)?(?P<v>[一两二三四\d]+个(?:[\u4e00-\u9fff]{0,2})(?:儿子|女儿|孩子|娃|宝宝|小孩|闺女))",
        ),
        nouns="",
        kind="identity",
        importance=0.7,
    ),
    one("son's name", "person", nouns="son's name / 儿子的名字", kind="identity"),
    many(
        "pet",
        "pet",
        en(
            "dog cat puppy kitten rabbit hamster parrot turtle goldfish retriever mutt corgi poodle husky labrador tabby",
            r"\b(?:have|has|own|adopted|got|bought|getting|'ve got|keep|keeps|rescued) (?P<v>(?:a|an|another|two|three|our|one|my) (?:[\w-]+ ){0,3}@s?\b.*)",
        ),
        en("dog cat puppy kitten retriever mutt", r"\bhad (?P<v>(?:a|an|two) (?:[\w-]+ ){0,3}@s?\b.*)", past=True),
        zh(
            "养了 养着 养 有 领养了 领养 买了 收养了 多了 添了",
            r"@(?:过)?(?P<v>(?:[一两二三四几\d]?[只条个匹])?[^，。]{0,6}(?:狗|猫|兔|仓鼠|鹦鹉|乌龟|金毛|柯基|泰迪|哈士奇|边牧|拉布拉多|布偶|英短|橘猫|金鱼|鱼|鸟|龙猫)[^，。]*)",
        ),
        en(
            "died passed",
            r"\b(?P<v>dog|cat|puppy|kitten|rabbit|hamster|parrot)(?: \w+)? (?:has |just |sadly )*@\b",
            denied=True,
        ),
        en(
            "cat dog cats dogs pets pet rabbit hamster puppy kitten",
            r"\b(?:no|not have a|don't have a|don't have any|lost (?:our|my)|rehomed (?:our|my|the)|gave away (?:our|my|the)|had to put (?:our|my) (?:old )?|put (?:our|my)) @(?: (?:any ?more|down|to sleep|now|to (?:a|another) .*))?$",
            denied=True,
            headed=True,
        ),
        en(
            "died passed",
            r"^(?P<v>(?!he|she|it|they|we|i\b|my|our|the)[a-z]+)(?: \w+)? (?:has |just |sadly )*@(?: away)?\b",
            denied=True,
        ),
        en("rainbow", r"^(?P<v>[a-z]+) (?:has )?(?:crossed|went over|went to) the @ bridge", denied=True),
        zh("猫 狗 狗狗 猫咪 兔子 仓鼠 鹦鹉 乌龟 金鱼", r"(?:没有?|不再?养|没再养)(?P<v>@)了", denied=True),
        zh(
            "去世了 走了 没了 去世 过世了 去了喵星 去喵星了 去汪星了 去了汪星 离开我们了 送人了 送走了",
            r"^(?:我们?家的?|家里的?)?(?P<v>(?:(?![被我他她你把的了])[\u4e00-\u9fff]){2,3}?)(?:上个?[月周]|昨[天晚]|前[天几]天?|今[天早]|去年|已经|最后|还是|不幸|因病|老死|安详地?)*@$",
            denied=True,
        ),
        zh("去世了 走丢了 死了 送人了 跑丢了", "(?P<v>狗|猫|兔子|仓鼠|鹦鹉|乌龟|狗狗|猫咪)@", denied=True),
        nouns="",
        importance=0.6,
        stops=True,
    ),
    one("best friend", "person", nouns="best friend|closest friend|bestie / 最好的朋友|闺蜜|死党|最要好的朋友"),
    one(
        "pet name",
        "name",
        en(
            "called named name",
            r"\b(?:dog|cat|puppy|kitten|retriever|corgi|poodle|hamster|parrot|rabbit|mutt)(?:'s)? (?:is )?@(?:'s| is)? (?:actually |now )?{}",
        ),
        zh(
            "叫 名叫",
            r"(?:狗|猫|兔子|仓鼠|鹦鹉|乌龟|金毛|柯基|泰迪|布偶|橘猫)(?:的名字)?(?:现在|已经|改|就)*@(?:做)?{}",
        ),
        nouns="dog's name|cat's name|pet's name / 狗的名字|猫的名字|狗名|猫名",
        importance=0.6,
    ),
    one(
        "vet clinic",
        "org",
        nouns="vet clinic|animal hospital|dog walker|pet sitter|kennel / 宠物医院|遛狗师",
        loose=True,
        each=True,
    ),
    one("pet food", "text", nouns="dog food|cat food|pet food / 狗粮|猫粮|宠物粮", loose=True, each=True),
    one("number of siblings", "number", nouns="/ 兄弟姐妹", kind="identity"),
    one("due date", "date", nouns="due date / 预产期", planned=True, importance=0.8),
    one(
        "nanny",
        "person",
        nouns="nanny|babysitter|au pair|cleaner|housekeeper / 保姆|阿姨|月嫂|钟点工",
        each=True,
        owned=True,
        stops=True,
    ),
)
