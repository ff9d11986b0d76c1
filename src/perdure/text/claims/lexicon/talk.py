"""How somebody wants to be spoken to."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, one, zh

_TONGUES = "english|chinese|mandarin|cantonese|spanish|french|german|japanese|korean|italian|portuguese|russian"
_TONGUES_ZH = "中文|英文|英语|汉语|普通话|粤语|日语|日文|韩语|法语|德语|双语|简体中文|繁体中文|简体|繁体"

ATTRIBUTES: tuple[Attribute, ...] = (
    one(
        "answer language",
        "text",
        en(
            "answer reply respond write speak talk answers replies communicate",
            rf"@ (?:to )?(?:me )?(?:only |always )?in (?P<v>{_TONGUES})",
            mine=True,
        ),
        en("answers replies responses", rf"@ (?:should be |in |to be )+(?P<v>{_TONGUES})", mine=True),
        zh(
            "用",
            rf"@(?P<v>{_TONGUES_ZH})(?:来|跟我|和我|给我)*(?:回答|回复|交流|写|沟通|说|答|聊|对话|输出)",
            mine=True,
        ),
        zh(
            "回答 回复 答复 说话 交流 聊天 沟通 输出 解释 聊",
            rf"@(?:我|时|的时候|请|都|尽量|要|一律|统一|还是|默认|改|就|以后|问题|语言|内容|跟我|的话)*(?:用|使用|改用|换成|改成|改回|换回|切换到|切回)(?:了|到|回)?(?P<v>{_TONGUES_ZH})",
            mine=True,
        ),
        zh(
            "切回 切换到 切到 换回 改回 说回 讲回 改成 统一用 还是用 全程",
            rf"@(?:用|说|讲)?(?P<v>{_TONGUES_ZH})(?:吧|回答|回复|交流|沟通|就好|即可|了)?$",
            change=True,
            mine=True,
        ),
        en(
            "switch go back change stick keep use speak",
            rf"\b@ (?:back |over |it )?(?:to |with |using )?(?P<v>{_TONGUES})(?: (?:please|instead|from (?:now|here) on|when you (?:answer|reply) .*|for (?:your |the )?(?:answers|replies)|with me))?$",
            mine=True,
        ),
        zh(
            "改用 回答用 回复用 换成 请说 请讲",
            rf"@(?P<v>{_TONGUES_ZH})(?:吧|回答|回复|交流|沟通|就好|即可|了)?$",
            change=True,
            mine=True,
        ),
        nouns="answer language|preferred language|reply language|language preference|interface language / 回复语言|回答语言|首选语言|界面语言|语言偏好",
        kind="preference",
        importance=0.9,
    ),
    one(
        "answer length",
        "length of text",
        en(
            "short brief concise long detailed shorter longer succinct verbose thorough in-depth",
            r"\b(?:answers?|replies|responses?|explanations?|summaries|keep it|keep them|be|more)\b.*?(?P<v>@)",
            mine=True,
        ),
        en(
            "short brief concise long detailed shorter longer succinct thorough in-depth",
            r"(?P<v>@) (?:answers?|replies|responses?|explanations?|summaries)",
            mine=True,
        ),
        zh(
            "简短 简洁 详细 精简 简明 详尽 短一点 长一点 简单点 详细点 详细一点 简短一点",
            "(?:回答|回复|解释|答案|说得|写得|讲得).{0,10}?(?P<v>@)",
            mine=True,
        ),
        zh("简短 简洁 详细 精简 简明 详尽", "(?P<v>@)(?:的|地)?(?:回答|回复|解释|答案)", mine=True),
        zh(
            "一句话 三句话 两句话 长篇 展开 啰嗦 长 短",
            r"(?:回答|回复|答案|解释|说话|写)(?:请|尽量|都|要|最好|可以|控制在|别太|不要太|改成|以后)*(?P<v>@)",
            mine=True,
        ),
        nouns="answer length|reply length|response length / 回答长度|回复长度|回答篇幅",
        kind="preference",
        importance=0.85,
    ),
    one(
        "answer tone",
        "text",
        en(
            "formal informal casual friendly professional humorous serious playful",
            r"\b(?:tone|style|be|answers?|replies|more|sound|keep it)\b.*?(?P<v>@)",
            mine=True,
        ),
        zh(
            "正式 随意 幽默 严肃 轻松 专业 亲切 活泼 口语化",
            "(?:语气|口吻|风格|回答|回复|说话).{0,8}?(?P<v>@)",
            mine=True,
        ),
        zh(
            "温柔 严厉 直接 委婉 客气 毒舌 简单粗暴 接地气 官方",
            "(?:语气|口吻|风格|回答|回复|说话).{0,8}?(?P<v>@)",
            mine=True,
        ),
        nouns="tone|tone of voice|writing style / 语气|口吻|说话风格|文风|回答风格",
        kind="preference",
        importance=0.8,
    ),
    one(
        "answer format",
        "format",
        en(
            "bullets bullet table tables markdown prose paragraphs json emoji emojis plain",
            r"\b(?:use|in|as|with|answers?|replies|format|prefer)\b.*?(?P<v>@)",
            mine=True,
        ),
        zh(
            "表格 列表 要点 分点 markdown 段落 纯文本 表情 emoji",
            "(?<![别不])(?<!不要)(?:用|以|按|回答|回复|输出|答案|格式)(?![^，。]{0,6}别)(?!用别|用不).{0,8}?(?P<v>@)(?=.{0,4}(?:回答|回复|输出|呈现|展示|说明|给我|格式|形式|$))",
            mine=True,
        ),
        en(
            "bullets bullet bullet-points bullet-lists prose paragraphs tables",
            r"\b(?:like|prefer|rather have|rather get|rather|want|love|give me|stick to|go with|write)(?: me)?(?: in)?(?: full| short| plain| your answers? in| answers? in| everything in| long| proper)* (?P<v>@)(?! (?:tennis|manners|book|time|reservation))",
            mine=True,
        ),
        zh(
            "表格 列表 要点 分点 段落 纯文本",
            r"(?:改成|改用|换成|改为)(?P<v>@)(?:吧|就好|就行|形式|格式)?$",
            change=True,
            mine=True,
        ),
        nouns="answer format|output format|format / 回答格式|输出格式|格式",
        kind="preference",
        importance=0.8,
    ),
    one(
        "form of address",
        "name",
        zh("称呼我 叫我 喊我", "@(?:为|做|作)?{}"),
        en("address", r"@ me as {}"),
        nouns="/ 称呼",
        kind="preference",
        importance=0.85,
    ),
    one(
        "unit system",
        "text",
        en(
            "metric imperial",
            r"\b(?:use|in|prefer|give me|go|stick with|stick to|to|with|want|like)\b.*?(?P<v>@)",
            mine=True,
        ),
        zh(
            "公制 英制 公里 英里 公斤 斤 磅",
            "(?:用|使用|换成|改成|改用|按|说)(?P<v>@)(?:单位|来|算|为单位|表示|吧|就好|说|显示|$)",
        ),
        en(
            "pounds kilos kilograms miles kilometers kilometres",
            r"^(?:please )?(?:use|switch to|show) (?P<v>@)(?: instead| from now on| please)?$",
            mine=True,
        ),
        nouns="units|unit system / 单位制",
        kind="preference",
        importance=0.7,
    ),
    one(
        "temperature unit",
        "text",
        en(
            "celsius fahrenheit",
            r"\b(?:use|in|prefer|give me|go|stick with|stick to|to|with|want|like)\b.*?(?P<v>@)",
            mine=True,
        ),
        zh("摄氏度 华氏度 摄氏 华氏", "(?:用|使用|换成|改成|改用|按|是|以)(?P<v>@)"),
        nouns="temperature unit / 温度单位",
        kind="preference",
    ),
    one(
        "clock",
        "text",
        en("12-hour 24-hour", r"\b(?:use|in|prefer|to|with|want|like|a|the)\b.*?(?P<v>@)", mine=True),
        zh("12小时制 24小时制", "(?P<v>@)"),
        nouns="time format|clock format / 时间格式|时间制",
        kind="preference",
    ),
    one(
        "week start",
        "date",
        en("week", r"\b(?:my|the) @ (?:starts|should start|begins) on {}"),
        zh("一周 每周", "@(?:从|以)(?P<v>周[一日天六])(?:开始|为第一天)"),
        kind="preference",
    ),
    one(
        "currency",
        "text",
        en(
            "dollars euros pounds yuan rmb yen usd eur gbp cny",
            r"\b(?:prices?|amounts?|costs?|numbers?|everything|quote|quotes|show|give me|use|budget)\b.*? in (?:us |american )?(?P<v>@)",
            mine=True,
        ),
        zh(
            "人民币 美元 欧元 英镑 日元 港币",
            "(?:价格|金额|报价|算账|换算|货币|都|费用).{0,6}?(?:用|按|换成|改成|以)(?P<v>@)",
            mine=True,
        ),
        nouns="currency|default currency|preferred currency / 货币|默认货币|币种",
        kind="preference",
    ),
    one("date format", "text", nouns="date format / 日期格式", kind="preference", each=True),
    one(
        "code language",
        "text",
        en(
            "examples snippets code samples",
            r"\b@ (?:should be |are |to be |please )?(?:in|using) (?P<v>python|java|javascript|typescript|go|rust|kotlin|swift|ruby|php|c\+\+|c#|scala|sql|bash)",
            mine=True,
        ),
        zh(
            "示例代码 代码示例 示例 例子 写代码 代码",
            r"@(?:都|请|一律|统一|默认|以后|改|就|要|给我)*(?:用|使用|改用|换成|改成)(?P<v>python|java|javascript|typescript|go|rust|kotlin|swift|ruby|php|c\+\+|c#|scala|sql|bash)",
            mine=True,
        ),
        kind="preference",
    ),
    one(
        "reminder lead",
        "duration",
        nouns="reminder lead time|reminder / 提前提醒|提醒时间",
        kind="preference",
        about=True,
        loose=True,
    ),
    one(
        "quiet hours",
        "text",
        nouns="quiet hours|do not disturb|notification time / 免打扰|免打扰时间|勿扰时间",
        kind="preference",
        loose=True,
    ),
    one(
        "assistant's name",
        "name",
        en("call", r"\b(?:i'll|i will|let me|going to|gonna) @ you {}"),
        zh("叫你 喊你 管你叫 你的名字是 你叫", "@{}", mine=True),
        en("name", r"\byour @ is (?:now )?{}"),
        kind="preference",
    ),
    one(
        "contact channel",
        "text",
        en(
            "email phone text slack wechat whatsapp sms",
            r"\b(?:contact|reach|message|notify) me (?:by|via|on|through) (?P<v>@)",
            mine=True,
        ),
        zh("微信 电话 邮件 短信 钉钉 飞书", "(?:用|通过|走|发)(?P<v>@)(?:联系|通知|找)我?", mine=True),
        nouns="preferred contact method|contact method / 联系渠道",
        kind="preference",
        importance=0.7,
    ),
    one(
        "theme",
        "text",
        en("dark light", r"\b(?:prefer|use|using|switched to|want|like) (?P<v>@) (?:mode|theme)"),
        zh("深色模式 浅色模式 暗色模式 夜间模式 深色主题 浅色主题", "(?P<v>@)"),
        nouns="theme|color scheme|colour scheme|wallpaper / 主题|配色|皮肤|壁纸",
        kind="preference",
    ),
)
