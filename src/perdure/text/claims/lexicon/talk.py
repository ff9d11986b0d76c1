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
        nouns="/ 回答长度|回复长度",
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
        nouns="tone / 语气|口吻|说话风格",
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
            "(?:用|以|按|回答|回复|输出|答案|格式).{0,8}?(?P<v>@)(?=.{0,4}(?:回答|回复|输出|呈现|展示|说明|给我|格式|形式|$))",
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
        en("metric imperial celsius fahrenheit", r"\b(?:use|in|prefer|switch(?:ed)? to)\b.*?(?P<v>@)"),
        zh("公制 英制 摄氏度 华氏度", "(?:用|使用).*?(?P<v>@)"),
        nouns="units|unit system / 单位制",
        kind="preference",
        importance=0.7,
    ),
    one(
        "date format",
        "text",
        nouns="date format|time format|currency / 日期格式|时间格式|货币",
        kind="preference",
        each=True,
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
