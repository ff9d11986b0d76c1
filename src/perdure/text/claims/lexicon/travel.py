"""Trips: what carries one there and back, and where one sleeps; papers and when they end."""

from __future__ import annotations

from perdure.text.claims.attribute import Attribute, en, one, zh
from perdure.text.claims.places import city_names

_CODE = r"(?P<v>(?<![a-z0-9])(?:[a-z]{2} ?\d{2,4}|\d[a-z] ?\d{3,4}|[gdcktzys]\d{1,4})(?![a-z0-9]))"
_PAPERS = "签证|护照|驾照|驾驶证|身份证|居住证|居留卡|居留许可|绿卡|合同|租约|租期|租房合同|劳动合同|会员|保险|车险|证书|域名|年卡|健身卡|订阅|年检|质保|保修|牌照|执照|通行证|港澳通行证|工签|学签|试用期|优惠券|年票|暂住证|信用卡|健康证"
_PAPERS_EN = "visa|passport|license|licence|id card|green card|permit|contract|lease|membership|insurance|certificate|domain|subscription|warranty|registration|card|pass|trial|policy|coupon|credential|token|residency|driver's license"
_DAY_ZH = r"(?P<v>(?:\d{2,4}年|今年|明年|后年)?(?:[\d一二三四五六七八九十]+月(?:[\d一二三四五六七八九十]+[日号]|底|初|中旬)?|年底|[上下]半年)|\d{4}年|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})"

ATTRIBUTES: tuple[Attribute, ...] = (
    one(
        "flight number",
        "flight",
        zh(
            "坐 乘 搭 航班 改签 改成 换成 改到 订 买 是 车次 高铁 火车",
            rf"(?:去|到|飞|往)(?P<o>[\u4e00-\u9fff]{{2,5}}?)(?:的|那趟|那班|这趟|那天|我|是|订|买|定|票)*@(?:了|的是|的|到|成|为|是|航班|那趟|\s)*{_CODE}",
        ),
        en(
            "flight train",
            rf"\b@ (?:number )?(?:(?:to )?(?P<o>(?:from )?[\w ]+?) )?(?:is|number is|changed to|was changed to|got changed to|:) (?:now |actually )?{_CODE}",
        ),
        en("flight on flying take taking", rf"@ (?:flight |on |train )*{_CODE}(?: (?:to|for) (?P<o>[\w ]+))?"),
        nouns="flight number|train number / 航班号|航班|车次|高铁|火车|动车|飞机|机票|火车票|高铁票|车票|动车票",
        planned=True,
        about=True,
        loose=True,
    ),
    one(
        "trip date",
        "moment",
        en(
            "flying fly flies going heading travelling traveling leaving",
            r"\b@ (?:back )?(?:to|for) (?P<o>(?!bed\b|sleep|work\b|school|church|the\b|a\b|my\b|gym|lunch|dinner|class|home\b)[a-z]+(?: [a-z]+)?) (?:on|at) {}",
        ),
        en(
            "trip flight train",
            r"\b@ (?P<o>(?:to|from|for) [a-z]+(?: [a-z]+)?) (?:leaves|departs|is|was|got|has been|is now|will be|starts)(?: now)? (?:on |at |moved to |pushed to |changed to |rescheduled to |postponed to |set for )*{}",
        ),
        zh(
            "飞 去 到 回",
            r"(?P<v>(?:[\d一二三四五六七八九十]+月)?[\d一二三四五六七八九十]+[日号]|下?(?:周|星期)[一二三四五六日天])(?:的飞机|的航班|的高铁|出发|我们?|就|要|早上|上午|下午|晚上)*@(?P<o>[\u4e00-\u9fff]{2,4})",
        ),
        zh(
            "飞 去 到 回",
            r"^(?:我们?)?@(?P<o>[\u4e00-\u9fff]{2,4}?)(?:的?机票|的?航班|的?票|那趟|的?行程|的?日期|的?时间|旅游|旅行|玩|出差)*(?:改签到|改到|改成|推迟到|提前到|定在|是|挪到|换到|延到)(?:了)?{}",
        ),
        nouns="flight|flights|plane|trip|train ticket|plane ticket / 航班|机票|火车票|高铁票|车票|动车票|飞机票|行程|起飞时间|航班时间",
        kind="commitment",
        importance=0.65,
        planned=True,
        about=True,
        event=True,
    ),
    one(
        "return date",
        "date",
        en("back home", r"\b(?:come|coming|fly|flying|get|am|'m|be|are|'re) @ on {}"),
        nouns="return date|return flight|flight back|flight home|return trip / 返程|回程|返程日期|回程时间|返程票|回程票|返程航班|回程航班|归期",
        kind="commitment",
        planned=True,
        about=True,
    ),
    one(
        "departure",
        "moment",
        en(
            "leave leaving depart departing",
            r"\b(?:i|we|am|'m|are|'re)(?: will|'ll)? @ (?:for (?P<o>[\w ]+?) )?(?:on|at) {}",
        ),
        zh(
            "出发 启程 动身 起飞",
            r"(?P<v>(?:[\d一二三四五六七八九十]+月)?(?:[\d一二三四五六七八九十]+[日号]|(?:下?周|星期)[一二三四五六日天])?(?:早上|上午|中午|下午|晚上|凌晨)?(?:[\d一二两三四五六七八九十]+(?:点(?:半|一刻|三刻|\d+分?)?|:\d\d))?)@",
        ),
        nouns="departure|departure date|departure time|check-in time|check-out time|check-in date / 出发时间|出发日期|启程时间|入住时间|退房时间|入住日期|退房日期",
        kind="commitment",
        planned=True,
        about=True,
        each=True,
        event=True,
    ),
    one(
        "hotel",
        "org",
        en(
            "staying stay booked",
            r"@ (?:(?:at|in|us|me|a room at|rooms at) )*the (?P<v>(?!same|next)[\w' &-]+?)(?: (?:in|near) (?P<o>[\w ]+))?$",
        ),
        en("staying stay", r"@ at (?P<v>[\w' &-]+?)(?: (?:in|near) (?P<o>[\w ]+))?$"),
        zh(
            "酒店 民宿 宾馆 住宿",
            r"(?P<o>[\u4e00-\u9fff]{2,6}?)(?:的|那边的?|那几天的?|那晚的?)@(?:现在|已经|我)*(?:订的?|定的?|选的?|住的?|换成|改成|改订|改住|换到)(?:了|的是|是)*{}",
        ),
        zh(
            "订的是 订了 住的是 住 改订 改住 换成",
            rf"(?:在|去)?(?P<o>{city_names()})(?:那边|那几天|那晚|我|就|的话|要|还是|这次)*@{{}}(?<!天)$",
        ),
        nouns="hotel|airbnb|hostel / 酒店|民宿|宾馆|住宿|旅馆",
        planned=True,
        about=True,
        loose=True,
    ),
    one(
        "expiry",
        "date",
        en(
            "expires expire expired valid ends runs renewed extended lapses",
            rf"\b(?:my|our|the|his|her) (?P<o>(?:[\w-]+ ){{0,2}}(?:{_PAPERS_EN})) (?:is |was |will |only |now |actually |got |has been |has )*@ (?:out )?(?:on |in |until |till |through |at |by |to |at the end of )*{{}}",
        ),
        en(
            "renewed extended",
            rf"@ (?:my|our|the|his|her) (?P<o>(?:[\w-]+ ){{0,2}}(?:{_PAPERS_EN})) (?:until|through|to|till) {{}}",
            change=True,
        ),
        en("expires expire", rf"(?<!['’])\b(?P<o>(?:[\w-]+ )?(?:{_PAPERS_EN})) (?:actually )?@ (?:on |in |at )*{{}}"),
        zh(
            "到期 过期 失效 截止 期满",
            rf"(?P<o>[^，。的]{{0,6}}?(?:{_PAPERS}))(?:是|在|到|的|将|会|于|要|改到|延到|续到|延期到|续签到|有效期|期限|应该|其实)*{_DAY_ZH}(?:就|才|前)?@",
        ),
        zh(
            "有效期 有效期到 到期日 到期日是 到期时间 有效期至 期限到 到期日期",
            rf"(?P<o>[^，。的]{{0,6}}?(?:{_PAPERS}))(?:的)?@(?:是|为|到|至|在)*{_DAY_ZH}",
        ),
        zh(
            "续到 续签到 延到 延期到 续约到 签到 延长到 续费到",
            rf"(?P<o>[^，。的]{{0,6}}?(?:{_PAPERS}))(?:已经|现在|又|也)*@(?:了)?{_DAY_ZH}",
            change=True,
        ),
        nouns="visa expiry|passport expiry|expiry date|expiration date / 签证到期日|护照有效期|签证有效期|合同到期日|到期日|有效期",
        kind="commitment",
        importance=0.7,
        planned=True,
        about=True,
    ),
    one(
        "visa",
        "text",
        en("visa", r"\bon (?:a|an|my) (?P<v>[\w-]+(?: [\w-]+)?) @"),
        nouns="visa type|visa status|immigration status / 签证类型|签证",
        importance=0.6,
        loose=True,
    ),
    one(
        "destination",
        "place",
        nouns="destination|honeymoon|vacation destination|holiday destination / 目的地|蜜月|旅行目的地|团建地点|旅游目的地",
        kind="commitment",
        planned=True,
        about=True,
        each=True,
    ),
)
