"""What sort of value an attribute takes, and where in a clause such a value ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from perdure.text.claims.codes import code, dose, flight, school_class, street
from perdure.text.claims.people import kin_zh, mention_zh, name_zh
from perdure.text.claims.places import is_place
from perdure.text.claims.tables import (
    ALCOHOL,
    DIET,
    FORMAT,
    GENDER,
    LANGUAGES,
    LENGTH_OF_TEXT,
    MARITAL,
    MODE,
    RIDE,
    SEATS,
    SHIFTS,
    SPICE,
    STATUS,
    clothing,
)
from perdure.text.claims.tools import class_of
from perdure.text.claims.values import LENGTHS, MONEY, WEIGHTS, Value, read_value, time_value

_ENGLISH_TAIL = re.compile(
    r"(?:[\s,]+(?:(?:an?|per|each|every) (?:day|week|month|year|night|morning|evening|weekend)|daily|weekly|now|any ?more|any longer|these days|nowadays|at the moment|at present|currently|again|too|as well|instead|actually|though|from now on|already|yet|so far|"
    r"(?:since|starting|as of|beginning|effective) .+|after all|for now|for good|permanently|either|please|thanks|recently|last (?:week|month|year|night|spring|summer|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"january|february|march|april|may|june|july|august|september|october|november|december)|yesterday|today|tomorrow|tonight|"
    r"this (?:week|month|year|morning|time|semester|summer|term)|next (?:week|month|year|summer|spring|fall|semester)|(?:a|two|three|four|five|six|\d+|few|a few|a couple of) (?:days|weeks|months|years|week|month|year) ago|"
    r"for (?:a|two|three|four|five|six|seven|eight|nine|ten|\d+|many|several|a few|about \w+|over \w+|the (?:last|past) \w+) (?:years?|months?|weeks?|days?)|and (?:i|we|it|he|she)\b.*|"
    r"not .+|rather than .+|instead of .+|after (?:the|a|my|our|all|that|this) .+|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|all the time|very much|so much|a lot|the most|most of all|the best|more than ever|right now|just now|still|anyway|myself|"
    r"lol|haha|by the way|btw|unfortunately|finally|in the end|by mistake|starting (?:next|this|from) .+))+$"
)
_ENGLISH_HEAD = re.compile(
    r"^(?:(?:about|around|roughly|approximately|only|just|actually|now|still|really|called|named|currently|probably|like|the|an?|my|our|his|her|their|this|that|some|any|all|to|be|also|been|always|up|exactly|at|on|in|by|it's|its|set)\s+)+"
)
_ADJUNCT = re.compile(
    r"\s+(?:because|since|when|where|while|whenever|which|that|who|after|before|for|every|each|on|at|in|during|if|near|by|with|without|from|as|until|till|unless|so|but|once|twice|both|whether|including|especially|than|and (?:i|we|it|he|she|then|now))\b.*$"
)
_ZH_TAIL = re.compile(
    r"(?:[了啦呢吧啊的哦呀喔嘛哈咯噢着]|已经|这边|那边|来着|而已|左右|为主|[，,。！!、\s～~]|上班|工作|(?:有)?(?:(?:[一二两三四五六七八九十半几]+|(?<!\d)\d{1,2})(?:个?(?:年|星期|小时)|个月|天|周)(?:多|半)?)$|就好|即可|就行|为止|一样|似的|之类的?|什么的|好久|很久|多年|以来|的时候)+$"
)
_ZH_HEAD = re.compile(
    r"^(?:了|的|过|着|[是]|一(?:[个只台辆家位本份条张套款种名块件部杯瓶碗包]|点儿?|些)|[这那]个|都|也|还|就|又|只|现在|大概|差不多|大约|约|已经|目前|可能|其实|改?为|做|：|:|得|起|到|叫|我的|我们的?|咱们的?|自己的|最近|一直|特别|非常|很|在|于|给|新的|\s)+"
)
_ZH_ADJUNCT = re.compile(r"(?:因为|所以|而且|但是|的时候|来(?:放松|提神)|[，,；;。]).*$")
_QUOTES = str.maketrans("", "", '《》“”"「」『』‘【】')
_QUESTION = re.compile(r"什么|哪[里儿个些]|多少|谁|怎么|几[个点号岁]|\b(?:what|which|where|how|who|why|whether)\b")
_PRONOUN = re.compile(
    r"(?:it|that|this|them|him|her|you|me|us|they|these|those|one|so|something|anything|nothing|everything|someone|things?|stuff|there|here|good|great|fine|ok|okay|bad|nice|right|wrong|home|work|same|different|better|worse|"
    r"busy|hard|easy|new|old|well|true|sure|ready|done|back|up|down|out|not|你|我|他|她|它|这|那|这个|那个|这样|那样|它们|他们|大家|人|自己|好|很好|不错|可以|知道|对|错|东西|事|的|了|什么|公司|家|家里|单位)$"
)
_ARTICLE = re.compile(
    r"(?:an?|my|his|her|their|our|this|that|the same|another|some|one of|with|alone|by myself|close|far|next|together|happily|peace|fear|a bit|hope|front|order|case|touch)\b"
)
_PLACE_ZH_NO = re.compile(
    r"[一这那同]个|[一]间|一起|朋友|同学|爸|妈|公婆|父母|哪|宿舍里$|酒店|民宿|宾馆|旅馆|青旅|客栈|招待所|医院|楼上|楼下|隔壁|附近$|旁边$|里面|外面|大脑|心里|脑|梦|眼|[0-9]|那里$|这里$|这儿|那儿|一块|自己"
)
_NOT_PLACE = re.compile(
    r"(?:(?:project|team|version|plan|phase|role|position|department|group|chapter|page)\b|\d(?!\d* [\w ]*\b(?:street|st|road|rd|avenue|ave|lane|ln|court|ct|drive|dr|boulevard|blvd|way|place|square|terrace|close|crescent)\b)|the (?:next|other|new|same|front|back|end|middle|past|moment|future|city|area|suburbs|countryside|house|place|first|second|last|table|top|bottom|side|left|right|cloud|office|team|gym)\b|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"january|february|march|april|june|july|august|september|october|november|december|tomorrow|later|work|bed|sleep|school|church|english|french|chinese|do|be|get|see|make|help|have|using|use|being|doing)\b"
)


def cut(raw: str, takes: str) -> tuple[Value, frozenset[str]] | None:
    """The value that begins a stretch of a clause, and the terms of what limits it; None where no such value is there."""
    text = raw.translate(_QUOTES).strip(" :：,，.。-—")
    if not text or _QUESTION.search(text):
        return None
    return _TAKERS.get(takes, _text)(text)


def trimmed(text: str) -> str:
    """Without the words before and after that are not the value's own."""
    text = text.removesuffix(" .").strip()
    if text.isascii():
        return _ENGLISH_TAIL.sub("", _ENGLISH_HEAD.sub("", _ENGLISH_TAIL.sub("", text))).strip(" .!,;:'-")
    return _ENGLISH_TAIL.sub("", _ENGLISH_HEAD.sub("", _ZH_TAIL.sub("", _ZH_HEAD.sub("", text)))).strip(" .!,;:，。'")


def _short(text: str) -> str:
    """Chinese up to what only explains it."""
    return text if text.isascii() else _ZH_ADJUNCT.sub("", text)


def _made(
    text: str, limit: str = "", longest: int = 8, *, numeric: bool = False
) -> tuple[Value, frozenset[str]] | None:
    if not text or _PRONOUN.match(text) or _length(text) > longest:
        return None
    value = read_value(text, numeric=numeric)
    if not value.terms:
        return None
    return value, read_value(trimmed(limit)).terms if limit else frozenset()


def _length(text: str) -> int:
    """In words; two Chinese characters are about one."""
    wide = sum("\u3400" <= char <= "\u9fff" for char in text)
    return text.count(" ") + 1 + wide // 2


def _text(text: str) -> tuple[Value, frozenset[str]] | None:
    """What a thing is called or what is done, up to what only limits it."""
    text = _short(text)
    text = trimmed(text)
    shorter = _ADJUNCT.sub("", text) if " " in text else text
    return _made(trimmed(shorter), text[len(shorter) :], longest=7)


def _thing(text: str) -> tuple[Value, frozenset[str]] | None:
    """A thing with all that describes it."""
    text = re.sub(r"\s+(?:because|since|when|which|that|so|but|after|for|from)\b.*$", "", _short(text))
    return _made(trimmed(text), longest=10)


def _place(text: str) -> tuple[Value, frozenset[str]] | None:
    text = _short(text)
    if _ARTICLE.match(text) or _NOT_PLACE.match(text) or _PLACE_ZH_NO.search(text):
        return None
    text = re.sub(
        r"\s+(?:with|because|since|when|where|while|which|so|but|for|and|to|from|until|by|after|before|as|near|who|that|if)\b.*$",
        "",
        text,
    )
    text = re.sub(r"(?:和|跟|与|那|因为|为了|以后|之后|准备|方便|陪).*$", "", text)
    found = _made(trimmed(text), longest=8)
    if found is None or class_of(found[0].text) is not None:
        return None
    return found


_NAME_EN = re.compile(
    r"(?:(?:mr|ms|mrs|dr|prof|sir|professor|doctor|uncle|aunt|coach)\b\.? )?[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2}"
)
_NOT_NAME = re.compile(
    r"(?:an?|the|my|our|your|his|her|not|very|so|really|too|someone|somebody|anyone|back|going|coming|getting|being|leaving|on|in|at|from|out|away|sick|ill|mad|angry|great|kind|nice|mean|amazing|awesome|strict|super|pretty|quite|always|always|"
    r"never|still|no|trying|looking|asking|making|giving|doing|working|happy|proud|supportive|helpful|retired|pregnant|married|single|new|old|good|bad|it|that|this|what|everything|you|me|us|them|for|with|about|also|as|all|one|more|most|like|just|there|here|and|or|both|only)\b"
)


def _person(text: str) -> tuple[Value, frozenset[str]] | None:
    """A name; of a clause no more than a name."""
    if text.isascii():
        text = re.sub(r"^(?:now |actually |called |named |still |currently |only |just )+", "", text)
        text = _ENGLISH_TAIL.sub(
            "",
            re.sub(
                r"\s+(?:from|in|at|who|and|for|on|of|because|since|with|until|while|when|to|as|is|was)\b.*$", "", text
            ),
        )
        if _NOT_NAME.match(text):
            return None
        found = _NAME_EN.fullmatch(text.strip(" .,"))
        return _called(found.group().replace(".", "")) if found else None
    text = trimmed(_short(text))
    if (surname := re.match(r"(?:一?[个位名])?姓([\u4e00-\u9fff])(?:的.*)?$", text)) is not None:
        return _called(surname[1])
    wide = re.sub(r"[^\u3400-\u9fff·A-Za-z .]", "", text)
    if (
        wide != text
        or _length(text) > 4
        or re.search(r"型血?$|血型|[岁座族色班]$", text)
        or re.match(r"[不很没有在个我你去来要会非太真挺更最被让把对特]|这|那|什|怎|哪", text)
    ):
        return None
    return _made(text, longest=4)


def _called(name: str) -> tuple[Value, frozenset[str]] | None:
    """A name, whose words are no words: Anne is not Ann."""
    if _PRONOUN.match(name):
        return None
    words = name.split()
    return Value(name, frozenset(words), words[-1]), frozenset()


def _name(text: str) -> tuple[Value, frozenset[str]] | None:
    return _person(text)


def _org(text: str) -> tuple[Value, frozenset[str]] | None:
    text = re.sub(r"^(?:with|through|from|by) ", "", text)
    text = re.sub(
        r"^(?:在)?一家(?:叫|名叫|名为)(.+?)(?:的.{0,4})?$",
        r"\1",
        re.sub(r"^an? [\w -]+? (?:called|named) ", "", _short(text)),
    )
    if re.match(
        r"(?:an?|my|his|her|our|their|this|that|some|home|night|nights|least|all|me|him|them|you|us|people|kids|children|weekends|it|the (?:moment|same|weekend|weekends|office|time|end|company|project)|another)\b|\d",
        text,
    ):
        return None
    if re.match(
        r"[一这那]|家里?$|公司$|单位$|外地|国外|国内|海外|晚上|周末|努力|好好|一起|上海工|学校$|外面|这里|那里|咖啡馆",
        text,
    ):
        return None
    text = re.sub(
        r"\s+(?:as|in|on|because|since|when|where|while|which|so|but|for|with|and|to|from|until|after|before|who|that|every|during|near|doing|full|part)\b.*$",
        "",
        text,
    )
    found = _made(trimmed(text), longest=7)
    return None if found is not None and is_place(found[0].text) else found


def _typed(
    wanted: Callable[[Value], frozenset[str] | None], *, numeric: bool = True, longest: int = 14
) -> Callable[[str], tuple[Value, frozenset[str]] | None]:
    """A value of which only the marks count."""

    def take(text: str) -> tuple[Value, frozenset[str]] | None:
        text = re.sub(
            r"^(?:每周(?=\d)|每个?[月年天日]|一个?[月年周天](?!\s*[前后])|月)(?=[\d一二两三四五六七八九十¥$])", "", text
        )
        text = re.sub(r"\s*(?:not|instead of|rather than|而不是|不是)\s*.*$", "", text)
        if _length(text) > longest:
            return None
        value = read_value(trimmed(text) or text, numeric=numeric)
        terms = wanted(value)
        if not terms:
            return None
        return Value(" ".join(sorted(terms)), terms, min(terms)), frozenset()

    return take


def _numbers(value: Value) -> frozenset[str] | None:
    """One number and its unit, or two as of blood pressure; words beside them do not count."""
    marks = frozenset(term for term in value.terms if term[0] in "#~") | frozenset(
        f"#{term[2:]}" for term in value.terms if term.startswith("@y")
    )
    numbers = sum(term[0] == "#" for term in marks)
    return marks if 1 <= numbers <= 2 else None


def _with_unit(units: frozenset[str], *, bare: bool) -> Callable[[Value], frozenset[str] | None]:
    def wanted(value: Value) -> frozenset[str] | None:
        marks = _numbers(value)
        if marks is None or (not value.units and not bare) or not value.units <= units:
            return None
        return marks

    return wanted


_DWELLING = re.compile(
    r"\b(?:studio|bed(?:room)?s?|loft|sq|square|duplex|furnished|rented|mine|ours)\b|[一两二三四五1-5]居|[室厅]|平米?|复式|合租|整租|自己的|租的"
)
_FEET = re.compile(r"(\d)\s?(?:'|-?foot|-?feet|-?ft)[\s-]?(?:(\d{1,2})(?!\d))?")


def _height(text: str) -> tuple[Value, frozenset[str]] | None:
    """A length; feet and inches together."""
    if (feet := _FEET.search(text)) is None:
        return _typed(_with_unit(LENGTHS, bare=True))(text)
    inches = 12 * int(feet[1]) + int(feet[2] or 0)
    return Value(f"{inches} inches", frozenset({f"#{inches}", "~inch"}), f"#{inches}"), frozenset()


_WHEN = re.compile(
    r"(?:this|next|coming)\s+(?:week|month|weekend|quarter|year|spring|summer|fall|autumn|winter)|tomorrow|today|下(?:周|个?月|星期)|本?月底|年底|月初|明天|后天|end of (?:the )?(?:month|week|year|quarter)|noon|midnight"
)


def _dates(value: Value) -> frozenset[str] | None:
    marks = frozenset(term for term in value.terms if term[0] == "@")
    if marks:
        return marks
    relative = _WHEN.search(value.text)
    return frozenset({f"?{relative.group()}"}) if relative else None


_HOUR_ONLY = re.compile(
    r"(?:at |around |about )*(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:today|tomorrow|now|sharp))*"
)


def _moment(text: str) -> tuple[Value, frozenset[str]] | None:
    """A date, a time or both; where nothing else is there, a number is an hour."""
    return _time(text) if _HOUR_ONLY.fullmatch(text) else _typed(_dates, numeric=False)(text)


def _time(text: str) -> tuple[Value, frozenset[str]] | None:
    value = time_value(trimmed(text) or text)
    marks = frozenset(term for term in value.terms if term.startswith("@"))
    if not any(term.startswith("@t") for term in marks):
        word = re.search(r"midnight|noon|半夜|午夜|正午", text)
        if word is None:
            return None
        marks = frozenset({"@t0:00"})
    return Value(" ".join(sorted(marks)), marks, min(marks)), frozenset()


_ADDRESS = re.compile(
    r"[路街道巷弄栋幢座室号村苑园区厦庄坊里镇层]|\d|\b(?:street|st|road|rd|avenue|ave|lane|ln|court|drive|dr|boulevard|blvd|way|place|square|terrace|close|crescent|apt|apartment|unit|flat|box)\b"
)


def _address(text: str) -> tuple[Value, frozenset[str]] | None:
    if _length(text) > 16 or "@" in text or _ADDRESS.search(text) is None:
        return None
    value = street(text)
    return (value, frozenset()) if value.terms else None


def _weekdays(text: str) -> tuple[Value, frozenset[str]] | None:
    """Days of the week, or how many of them."""
    found = _typed(_dates, numeric=False)(text)
    if found is not None and all(term.startswith("@w") for term in found[0].terms):
        return found
    return _typed(_numbers)(text) if re.search(r"days?\b|天", text) else None


_TEAM = re.compile(r"^(?:the |our |a )+|\s+(?:team|project|squad|group)$|^(?:项目|团队)|(?:项目|团队|小?组)$")

_PHONE = re.compile(r"\+?\d{7,15}")


def _phone(text: str) -> tuple[Value, frozenset[str]] | None:
    joined = re.sub(r"(?<=\d)[\s()–-]+(?=\d)", "", text.replace("(", "").replace(")", ""))
    found = _PHONE.search(joined)
    if found is None:
        return None
    return Value(found.group(), frozenset({f"#{found.group().lstrip('+')}"}), found.group()), frozenset()


def _email(text: str) -> tuple[Value, frozenset[str]] | None:
    found = re.search(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", text)
    return found and (Value(found.group(), frozenset({found.group()}), found.group()), frozenset())


def _handle(text: str) -> tuple[Value, frozenset[str]] | None:
    found = re.fullmatch(r"[@\w][\w./:@#-]{2,}", trimmed(text), re.ASCII)
    return found and (Value(found.group(), frozenset({found.group()}), found.group()), frozenset())


def _year(text: str) -> tuple[Value, frozenset[str]] | None:
    digits = read_value(text if "年" in text else f"{text}年", numeric=True)
    found = [term for term in digits.terms if term.startswith("@y")]
    if not found and (short := re.search(r"#(\d\d)$", read_value(text.replace("年", ""), numeric=True).text)):
        found = [f"@y{1900 + int(short[1])}"]
    return (Value(found[0], frozenset(found), found[0]), frozenset()) if found else None


def _blood(text: str) -> tuple[Value, frozenset[str]] | None:
    found = re.match(r"(?:type )?(rh阴性)?(ab|[abo])(?![a-z])(?:型|\s?(?:[+-]|positive|negative))?", text.lower())
    return found and (Value(found[2], frozenset({f"blood {found[2]}"}), found[2]), frozenset())


_ROLE = re.compile(
    r"(?:\b\w*(?:er|or|ist|ian|ant|ent|man|woman|chef|lead|nurse|clerk|pilot|intern|vp|ceo|cto|cfo|head|partner|architect|barista|teacher|judge|freelance|contractor|student|assistant|officer|coach|analyst|executive|host|cook|guard|dean|fellow)|"
    r"师|员|经理|总监|长|主管|总|专家|负责人|主任|助理|秘书|顾问|医生|护士|司机|编辑|记者|教授|讲师|律师|会计|出纳|警察|厨师|店主|老板|实习生|合伙人|架构师|组长|公务员|自由职业者?|运营|销售|产品|测试|前端|后端|开发|客服|演员|歌手|作家|画家|模特)$"
)


_NO_ROLE = re.compile(
    r"(?:会员|成员|队员|人员|党员)$|\b(?:junior|senior|sophomore|freshman|member|customer|user|owner|beginner|lover|eater|drinker|smoker|winner|reader|listener|believer|follower|subscriber|newcomer|number|matter|mother|father|brother|sister|daughter|parent|person|twin|human|vegetarian|christian|"
    r"optimist|perfectionist|survivor|bit|different|patient|player|starter|sucker|killer|winter|summer|dinner|letter|computer|paper|answer|order|moment|event|comment|accident)s?$"
)
"""Words that end as professions do, and are none."""


def _role(text: str) -> tuple[Value, frozenset[str]] | None:
    """What somebody is by profession."""
    found = _text(re.sub(r"\s+(?:at|for|in|of|with)\b.*$|^在.*?(?:当|做|担任|任)|^(?:当|做|担任)", "", text))
    if found is not None and _NO_ROLE.search(found[0].text):
        return None
    if found is not None and (title := mention_zh().fullmatch(found[0].text)) is not None and title["title"]:
        return None
    return found if found is not None and _ROLE.search(found[0].text) and "expected" not in found[0].text else None


_GENERIC = re.compile(
    r"(?:的)?(?:订阅|会员|年卡|月卡|季卡|套餐|杂志|报纸|服务|vip|之旅|之行|旅行|旅游|行程|活动|报名)$|\s(?:subscription|membership|magazine|newspaper|newsletter|premium|plan|account|service|trip|vacation|visit|holiday|flight|tickets?|reservation|booking)$"
)


def subscribed(text: str) -> str:
    """What one subscribes to, without the word for that it is a subscription."""
    shorter = _GENERIC.sub("", text)
    return shorter or text


def _subscription(text: str) -> tuple[Value, frozenset[str]] | None:
    return _text(subscribed(trimmed(text)))


def language(text: str) -> Value | None:
    """The language that a text is the name of."""
    found = LANGUAGES(text)
    return found[0] if found is not None and len(text) <= 10 and " " not in text else None


def _liked(text: str) -> tuple[Value, frozenset[str]] | None:
    """What is liked: a thing, or doing something with it."""
    if re.match(r"(?:that|how|when|it|what|this|your|you|the (?:idea|way|fact|sound)|to\b)", text):
        return None
    return _text(text)


_QUANTITY = re.compile(
    r"^(?:(?:[一两三四五六\d]+(?:[杯瓶罐碗包个根顿次片盒份]|cups?\b)|(?:one|two|three|four|five|several|a few|lots of|a lot of|too much|some|\d+)\s|一?点儿?|些|很多|太多|多)\s*)+"
)


def _consumed(text: str) -> tuple[Value, frozenset[str]] | None:
    return _text(_QUANTITY.sub("", text))


_PLAN_LIGHT = re.compile(
    r"^(?:to |take |sit |go |get |have |do |attend |join |the |a |an |my |on |for |参加|去|要|在|今年|明年|明天|下周末?|下个?月|周末|年底|年内|月底|今天|暑假|寒假|春节|国庆|五一|十一)+"
)


_VERB_ZH = re.compile(r"^[跑买看学做吃喝玩练上报换养](?=[\u3400-\u9fff]{2})")
"""A light verb before what is planned: 跑马拉松, 买房子."""


def _plan(text: str) -> tuple[Value, frozenset[str]] | None:
    """What is planned, without when."""
    text = _short(text)
    plain = _PLAN_LIGHT.sub("", trimmed(text))
    return _made(_VERB_ZH.sub("", plain), longest=9)


@cache
def _food_words() -> re.Pattern[str]:
    return re.compile(r"^(?:eating |drinking |all kinds of |all |both |certain |most )+|(?:类食物|制品|食品)$")


def _food(text: str) -> tuple[Value, frozenset[str]] | None:
    return _text(_food_words().sub("", re.sub(r"^(?:的是|的|对)", "", text)))


_TAKERS: dict[str, Callable[[str], tuple[Value, frozenset[str]] | None]] = {
    "text": _text,
    "thing": _thing,
    "place": _place,
    "address": lambda text: _address(trimmed(text)),
    "class": school_class,
    "flight": flight,
    "dose": dose,
    "code": code,
    "device": lambda text: None if _PHONE.search(re.sub(r"(?<=\d)[\s-](?=\d)", "", text)) else _thing(text),
    "shift": SHIFTS,
    "spice": SPICE,
    "clothing": clothing,
    "alcohol": ALCOHOL,
    "weekdays": _weekdays,
    "team": lambda text: _made(trimmed(_TEAM.sub("", text)), longest=5),
    "person": _person,
    "name": _name,
    "org": _org,
    "role": _role,
    "number": _typed(_numbers),
    "age": _typed(_with_unit(frozenset({"year", "month"}), bare=True)),
    "money": _typed(_with_unit(MONEY | {"month", "year", "hour", "day"}, bare=True)),
    "weight": _typed(_with_unit(WEIGHTS, bare=False)),
    "length": _height,
    "housing": lambda text: _thing(text) if _DWELLING.search(text) else None,
    "programming language": lambda text: _text(text) if class_of(trimmed(text)) == "programming language" else None,
    "duration": _typed(_with_unit(frozenset({"minute", "hour", "day", "week", "month", "year"}), bare=False)),
    "frequency": _typed(_numbers),
    "floor": _typed(_numbers),
    "date": _typed(_dates, numeric=False),
    "moment": _moment,
    "time": _time,
    "year": _year,
    "phone": _phone,
    "email": _email,
    "handle": _handle,
    "blood": _blood,
    "ride": lambda text: RIDE(re.sub(r"骑行(?=[电摩])", "", text)),
    "language": LANGUAGES,
    "diet": DIET,
    "seat": SEATS,
    "gender": GENDER,
    "mode": MODE,
    "length of text": LENGTH_OF_TEXT,
    "format": FORMAT,
    "marital": MARITAL,
    "subscription": _subscription,
    "known place": lambda text: _place(text) if is_place(trimmed(text)) else None,
    "status": STATUS,
    "liked": _liked,
    "consumed": _consumed,
    "food": _food,
    "pet": _thing,
    "exam": _plan,
    "plan": _plan,
    "where": lambda text: None if re.search(r"\d[:点]|\d ?[ap]m|月|周[一二三四五六日]|monday|tuesday|wednesday|thursday|friday|tomorrow|cancel|取消|over|long|boring|important", text) else _place(text),
}  # fmt: skip


_CAPITAL = re.compile(
    r"(?:(?:now|actually|called|named|currently|still|only|just|a|the|to|my|is|with)\s+)*(?:Mr|Ms|Mrs|Dr|Prof)?\.?\s?[^\W\d_a-z]"
)
_UPPER = re.compile(r"[A-Z]")
_NICKNAME = re.compile(r"[小老阿大][\u4e00-\u9fff]")
NAMED = frozenset({"person", "name", "org", "place"})
"""Sorts of values that are names: English ones have a capital, where the statement has any."""


def is_named(written: str, takes: str, clause: str) -> bool:
    """Whether a value as written can be a name: capitalised; of a Chinese person, one with a surname or a title."""
    text = written.translate(_QUOTES).strip(" ,.:：，。")
    if not text:
        return False
    if not text[0].isascii():
        return takes in ("org", "place") or _names_chinese(trimmed(text), anyhow=takes == "name")
    if takes in ("org", "place"):
        return _UPPER.search(text) is not None or not _UPPER.search(clause)
    return _CAPITAL.match(text) is not None


def _names_chinese(text: str, *, anyhow: bool) -> bool:
    """Whether it can be a person's name; `anyhow` where the clause says that it is one."""
    if anyhow:
        return len(text) <= 8
    if re.match(r"(?:一?[个位名])?姓[\u4e00-\u9fff](?:的|$)", text):
        return True
    if _NICKNAME.fullmatch(text) and text not in kin_zh() and not _ROLE.search(text):
        return True
    mention = mention_zh().fullmatch(text)
    return name_zh().fullmatch(text) is not None or (mention is not None and bool(mention["title"] or mention["named"]))
