"""What somebody does again and again."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, many, one, zh

_RIDE = "subway|metro|bus|train|tram|ferry|bike|bicycle|taxi|cab|car|uber|scooter|tube|shuttle|underground|motorbike|carpool"
_RIDE_ZH = "地铁|公交车?|班车|火车|高铁|自行车|单车|电动车|电瓶车|摩托车|出租车|网约车|私家车|轻轨|共享单车|开车|走路|步行|骑车|打车|拼车|打的|骑行|坐车"

ATTRIBUTES: tuple[Attribute, ...] = (
    one(
        "commute",
        "ride",
        en(
            "work office commute school",
            rf"\b(?:take|takes|taking|ride|rides|riding|catch|use|by|on) (?:the |a |an |my )?(?P<v>(?:{_RIDE}))\b.*?\b@\b",
        ),
        en(
            "commute commutes commuting",
            rf"@ (?:to work )?(?:is )?(?:by|on|via|with) (?:the |a |my )?(?P<v>{_RIDE}|foot)",
        ),
        en(
            "drive drives driving cycle cycles cycling bike biking walk walks walking",
            r"(?P<v>@) (?:my \w+ )?(?:to|into) (?:work|the office|school)",
        ),
        en(
            "took taken drove rode walked cycled biked caught",
            rf"@ (?:the |a |an |my )?(?P<v>{_RIDE}|to work|in)\b.*?(?:\bin\b|to work|to the office|home)?$",
            passing=True,
        ),
        zh(
            "上班 通勤 去公司 上学 来公司 来的公司 到公司 上下班",
            rf"(?:改?[坐骑乘搭挤])?(?P<v>{_RIDE_ZH})(?:来|去)?(?:的)?@",
        ),
        zh(
            "上班 通勤 去公司 上下班",
            rf"@(?:都|是|靠|改|就|一般|平时|现在|主要|坐|骑行(?=[电自共单])|骑|乘|开|改坐|改成|改为|\d+路)*(?P<v>{_RIDE_ZH})",
        ),
        zh("改坐 改骑 改成坐 改乘", rf"@(?P<v>{_RIDE_ZH})", change=True),
        nouns="commute / 通勤方式|上班方式|通勤",
        kind="preference",
        importance=0.5,
    ),
    one(
        "commute time",
        "duration",
        zh(
            "上班 通勤 去公司 到公司 上下班",
            r"@(?:路上|单程|来回|只要|要|得|需要|花|大概|差不多)*(?P<v>(?:[\d一二两三四五六七八九十半]+个?半?(?:小时|分钟|钟头|刻钟))+)",
        ),
        en(
            "work office",
            r"\btakes (?:me )?(?:about |around )?(?P<v>.+?) to (?:get|drive|bike|walk|commute|go) to (?:the )?@",
        ),
        nouns="commute|commute time|commute length / 通勤|通勤时间|通勤时长|上下班路上|路上",
    ),
    one(
        "bedtime",
        "time",
        en(
            "bed sleep",
            r"\b(?:go|goes|going|get|went|am in|'m in|turn|in) (?:to )?@ (?:at|around|by|before|after|past) {}",
        ),
        en("bed sleep", r"\b(?:to|in) @ (?:later |earlier )?now[,:]? (?:at|around) {}"),
        en("up", r"\b(?:stayed|stay|was|been) @ (?:until|till|til|past|to) {}", passing=True),
        en("asleep", r"\bfall @ (?:at|around) {}"),
        zh(
            "睡觉 睡 入睡 上床 才睡 就寝 就睡 休息",
            r"(?P<v>(?:晚上|夜里|凌晨|半夜|中午|下午)?[\d一二三四五六七八九十两]+(?:点(?:半|钟|多|[\d一二三四五十]+分?)?|[:：]\d\d))(?:左右|前后|之前|以前|前|多|才|就|准时|一定|必须|会|要|上)*@(?!醒|过)",
        ),
        nouns="bedtime|sleep time / 睡觉时间|就寝时间|作息|入睡时间",
        kind="preference",
    ),
    one(
        "wake time",
        "time",
        en("up", r"\b(?:wake|wakes|waking|get|gets|getting|got|woke) @ (?:at|around|by|before) {}"),
        en("alarm", r"@ (?:is |goes off )?(?:set )?(?:for|at|to) {}"),
        zh(
            "起床 起 醒 起来",
            r"(?P<v>(?:早上|清晨|凌晨|早晨)?[\d一二三四五六七八九十两]+(?:点(?:半|钟|多|[\d一二三四五十]+分?)?|[:：]\d\d))(?:左右|就|才|准时|会|要|前|多)*@(?!床气|诉|点|码|飞)",
        ),
        nouns="wake-up time|wake up time|alarm / 起床时间|闹钟",
        kind="preference",
    ),
    one(
        "meal time",
        "time",
        en("dinner lunch breakfast", r"\b(?:have|eat|eats|has) @ (?:at|around) {}"),
        zh("吃晚饭 吃午饭 吃早饭", r"(?P<v>[\d一二三四五六七八九十]+点半?)@"),
        nouns="dinner time|lunch time|lunch break|lunch|breakfast|brunch / 晚饭时间|午休时间",
        about=True,
    ),
    one(
        "meal",
        "consumed",
        en("breakfast lunch dinner", r"\b(?:have|has|eat|eats|having|eating) (?P<v>.+?) (?:for|at) @"),
        zh("早餐 早饭 午饭 午餐 晚饭 晚餐", "@(?:都|一般|平时|通常|现在|就|只|改|主要)*(?:吃|喝|改吃)(?:的是|了)?{}"),
        loose=True,
        each=True,
        kind="preference",
    ),
    one(
        "reading",
        "text",
        en("reading watching", r"\b(?:am|'m|is|'s|are|'re) (?:currently |now |still )?@ {}"),
        zh("在看 在读 在追", "@{}"),
        loose=True,
        each=True,
    ),
    many(
        "does",
        "text",
        en(
            "volunteer volunteers volunteering learn learning learns take takes taking use uses using watch watches attend attends attending teach teaches coach coaches babysit meditate meditates knit collect collects "
            "write writes practise practice practices study studies follow follows donate tutor rent grow raise bake cook garden paint draw sing dance fish hunt camp sew play plays mentor host foster",
            r"@ (?!to\b|every\b|each\b|daily\b|on\b|twice\b|once\b|a lot\b|up\b|out\b|care|place|advantage|part\b|time|over\b|it\b|that\b|a look|photos?|pictures?|notes)(?:at |in |for |with |on )?{}",
        ),
        en("go goes", r"@ to (?:the |a )?(?P<v>(?!bed|sleep|work|be\b|do\b|get\b|have\b|see\b|try\b)[a-z].+)"),
        en(
            "meditate meditates meditating pray prays journal fast fasts knit knits crochet garden fish hunt camp sing dance paint draw nap stretch babysit tutor surf skate",
            r"@(?= (?:every|each|daily|on|in|twice|once|a lot|at)\b|$)",
            headed=True,
        ),
        zh(
            "玩 用 做 上 追 练 参加 教 写 种 收集 刷 养 午睡 冥想 打坐 跳舞 唱歌 写日记 钓鱼",
            r"(?:在|每天|每周[一二三四五六日]?|平时|经常|一直|天天|每晚|周末|有空就|爱|常|要去|要|去|我|老婆|老公|儿子|女儿|妈|爸)@(?:着|了|的是)?(?![个得到成法海班司周午面])(?P<v>[^，。]{1,12})",
        ),
        zh("做 当 打", r"在[^，。在]{2,10}@(?P<v>[^，。]{2,8})"),
        zh(
            "学 学习 在学",
            r"(?:^|我|在|开始|[子女]|周末|每天|晚上|业余|最近)@(?:习|着)?(?P<v>(?!校|生|历|会|期|费)[^，。]{2,8})",
        ),
        zh("用", r"@(?P<v>[^，。]{1,10}?)(?:卖|买|写|做|看|听|聊|记|画|剪|拍|办|查|订|点餐|管|学)[^，。]{0,6}$"),
        zh(
            "午睡 冥想 打坐 跳舞 唱歌 写日记 钓鱼 炒股 炒币 送外卖 跑滴滴 摆摊 跳广场舞 泡脚 打麻将 打牌 熬夜 吃夜宵 加班 遛狗",
            "(?P<v>@)",
        ),
        kind="fact",
        importance=0.3,
        stops=True,
        loose=True,
    ),
    many(
        "drinks",
        "consumed",
        en(
            "drink drinks drinking",
            r"@ (?!up|and|to)(?:a |an |my |some |lots of |too much |a lot of |only |one |two |three |\d+ )*(?:cups? of |glass(?:es)? of |cans? of |bottles? of )?{}",
        ),
        en(
            "coffee tea espresso latte beer wine soda cola",
            r"\b(?:have|having|has|grab|need) (?:a |an |my |some |one |two |three )*(?:cups? of |glass of |cans? of )?(?:\w+ )?@\b",
            headed=True,
        ),
        en("drank", r"@ {}", passing=True),
        zh("喝", r"(?<![好吃])@(?!不|醉|多|完|彩|腻|惯|的)(?:了|一|两|三|几|\d|杯|点|些|瓶|罐|个|过|上|着|起)*{}"),
        kind="preference",
        stops=True,
    ),
    many(
        "eats",
        "consumed",
        en(
            "eat eats eating",
            r"@ (?!out|up|at|in|with|and|too|less|more|healthy|healthier|well)(?:a |an |my |some |lots of |too much |a lot of |only )*{}",
        ),
        en("ate", r"@ {}", passing=True),
        zh(
            "吃",
            r"(?<![爱小好贪])@(?!饭|不|完|惯|亏|力|惊|香|腻|的|药|得|素|荤|喝|货|苦|上)(?:了|一|两|点|些|碗|顿|个|过|着|起)*{}",
        ),
        kind="preference",
        stops=True,
    ),
    many(
        "smokes",
        "text",
        en(
            "smoke smokes smoking vape vapes vaping",
            r"@\b(?: (?!detector|alarm).*)?",
            value="smoke",
        ),
        en("smoked", r"\b(?:haven't|have not|hasn't|not) @", value="smoke", denied=True),
        zh(
            "抽 吸", r"@(?:着|了|上)?(?:[半一两二三四\d]+[包根支盒条]|一?点儿?|不少|很多)?(?:香|电子|卷)?烟", value="烟"
        ),
        zh("一天一包 一天半包 一天两包", "@", value="烟"),
        en("smoker", r"\ba (?:\w+ )?@", value="smoke"),
        en("cigarettes cigarette", r"\b(?:pack|packs|a day|smoke) (?:of )?@", value="smoke"),
        zh("抽烟 吸烟 抽电子烟 烟瘾", "@", value="烟"),
        zh("戒烟", "@", value="烟", denied=True),
        kind="fact",
        importance=0.6,
        stops=True,
    ),
    many(
        "sport",
        "text",
        en(
            "run jog swim runs jogs swims running jogging swimming cycling hiking boxing skiing surfing climbing rowing weightlifting",
            r"@(?! (?:out|into|a|an|the|errands|late|low|for|membership|through|with|costs?|away|around|it|this|my|our|team|club|class|shoes|machine|gear))",
            headed=True,
        ),
        en(
            "yoga pilates gym crossfit spinning swimming running cycling hiking boxing skiing climbing jogging tai-chi karate judo ballet",
            r"\b(?:go|goes|going|do|does|doing|practise|practice|practicing|hit|hitting|take|taking|joined|started|to) (?:to )?(?:the |some |a )?@(?! membership)",
            headed=True,
        ),
        en(
            "play plays playing",
            r"@ (?P<v>(?:basketball|football|soccer|tennis|badminton|golf|ping pong|table tennis|volleyball|squash|baseball|hockey|cricket|rugby|pickleball)\b.*)",
        ),
        zh(
            "跑步 游泳 健身 瑜伽 骑行 爬山 登山 攀岩 滑雪 打球 打篮球 打羽毛球 打网球 打乒乓球 踢足球 打高尔夫 普拉提 拳击 散步 晨跑 夜跑 跳绳 打太极 徒步 撸铁 冲浪 滑板 力量训练",
            "(?P<v>@)(?![房卡器教鞋服馆池])",
        ),
        kind="preference",
        stops=True,
    ),
    many(
        "plays",
        "text",
        en(
            "play plays playing learn learning practise practice practising",
            r"@ (?:the |how to play (?:the )?)?(?P<v>(?:piano|guitar|violin|cello|drums|flute|ukulele|saxophone|bass|clarinet|trumpet|harp|chess|go|erhu|guzheng|games?|video games)\b.*)",
        ),
        zh(
            "弹 拉 吹 打 学 练 玩",
            r"@(?:了|着|起|会|过)?(?P<v>(?:钢琴|吉他|小提琴|大提琴|二胡|古筝|尤克里里|架子鼓|笛子|萨克斯|琵琶|葫芦丝|象棋|围棋|国际象棋|游戏|电子琴|贝斯|长笛|单簧管|手风琴)[^，。]*)",
        ),
        kind="preference",
        stops=True,
    ),
    one(
        "exercise frequency",
        "frequency",
        en(
            "times days",
            r"\b(?:work out|exercise|go to the gym|hit the gym|train|run|swim|workout|gym|lift|climb|box|cycle|bike|row|do yoga|do pilates|play tennis|practice) (?P<v>\w+ @ (?:a|per|each) (?:week|month))",
        ),
        zh(
            "次 天",
            r"(?P<v>(?:每|一)(?:周|个?星期|个?月)[\d一二三四五六七八九十两]+@)(?:健身|去健身房|锻炼|运动|跑步|游泳|瑜伽)",
        ),
        kind="preference",
    ),
    many(
        "hobby",
        "text",
        en("hobby hobbies", r"@ (?:is|are|include|includes) {}"),
        en("hobby", r"\b(?:took up|taken up|new @:?) {}"),
        en(
            "took taken taking",
            r"@ up (?P<v>[a-z]+(?: [a-z]+)?)",
        ),
        zh("爱好是 爱好 兴趣爱好", "@(?:有|是|包括|：)?{}"),
        nouns="",
        kind="preference",
        stops=True,
    ),
    one("day off", "text", nouns="day off|days off|rest day|wfh day|remote day / 休息日|休息时间|轮休日", about=True),
    one("grocery store", "org", nouns="supermarket|grocery store / 常去的超市"),
)
