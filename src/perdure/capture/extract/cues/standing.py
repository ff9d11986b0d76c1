"""Requests that hold from now on: how to answer, what to call someone, what always or never to do."""

from __future__ import annotations

import re
from functools import cache

from perdure.capture.extract.cues.cue import any_of, words


@cache
def standing() -> re.Pattern[str]:
    """All of them."""
    please = r"^(?:and |so |also |please |pls |just |ok |okay |but |can you |could you |you can |always )*"
    answer = words("answer reply respond write speak talk explain")
    language = words(
        "english chinese mandarin cantonese spanish french german japanese korean portuguese italian russian"
    )
    manner = words("short brief concise simple formal casual informal detailed long plain friendly direct")
    keep = r"keep (?:it|your|the|things|answers|replies|responses|explanations)(?: (?:answers|replies|responses|explanations|messages))?"
    not_call = words("back tomorrow at on when if later in a\\b an\\b up tonight now crazy")
    use = words(
        "metric imperial celsius fahrenheit british american 24 12 emojis? tabs spaces bullet markdown plain simple type snake camel"
    )
    later = r"(?:以后|今后|往后|从现在(?:起|开始)|从今(?:天|往)?(?:起|以后|后)|下次(?:都|起|开始)|每次(?=都?(?:请|要(?!求)|先|给我|回答|用)))"
    nothing = r"(?:再说|会|怎|是|可能|也许|见|聊|吧|想|有机会|有空|我(?:也|会|可以|可能|再|想|就|应该|要))"
    how = r"(?:简短|简洁|精简|简单|短|详细|详尽|具体|正式|随意|口语|幽默|温柔|直接|啰嗦|太长|用(?:中文|英文|英语|列表|表格|大白话|emoji|表情)|加表情|中文|英文)"
    softly = r"(?:请|要|得|尽量|都|最好|可以|再|更|能|稍微?|务必|别|不要|不用)*"
    return any_of(
        forbids().pattern,
        rf"{please}use (?!this|that|it\b)[\w.+# -]+? (?:for|in) (?:all|every|each|our|any) \w+",
        r"\b(?:from now on|going forward|from here on|in (?:the )?future|by default|every time|each time|at all times|any ?more)\b",
        rf"{please}(?:always|never|don't ever|do not ever|stop \w+ing|no more|avoid|quit \w+ing)\b(?! (?:mind|give|remember|worry|say|too|again|ever|up|had|been|was|thought|knew|seen|heard|tried|liked|an?|the|so|good|nice|happy|there|in|on)\b)",
        rf"{please}(?:call|address) me (?!{not_call})|\byou (?:can|may|should) (?:just )?(?:call|address) me (?!{not_call})|\b(?:just|please) call me (?!{not_call})",
        rf"{please}{answer}\b(?: (?:to me|me|back|everything|your answers?|answers|replies|responses|it))* (?:only )?(?:in )?(?:a |an |the )?(?:{language}|{manner}|bullet|full (?:sentences|paragraphs))\b",
        rf"{please}{keep} (?:\w+ )?(?:{manner}|to (?:a|one|two)|under|below)\b",
        rf"{please}(?:use {use}|don't use|do not use|no (?:emojis?|jargon|bullet|small talk|spoilers))\b",
        rf"{later}(?!{nothing})|^(?:请|麻烦|你|记住|都)*(?:一律|永远|总是|务必都|始终)|(?:不要|别)再(?:给我|跟我|用|叫|推荐|说|提|发|加|写|问)",
        r"^(?:请|你|您|就|可以|直接|大家都?)*(?:叫|称呼)我(?!们?(?:起床|去|来|吃|做|写|别|不))|(?:希望|想要?|要)(?:你|您)(?:能|可以|以后|尽量|都|总是)*(?:用|叫|称呼|回答|回复|说|讲|保持|简|详)",
        rf"(?:回答|回复|答案|解释|输出|说话|语气|讲)(?:我|我的问题|问题)?(?:的时候|时)?[，,]?{softly}{how}",
        r"^(?:请|都|只|统一|尽量|麻烦)*用(?:中文|英文|英语|粤语|简体|繁体|公制|摄氏度?|大白话)(?:来|跟我|和我|给我)?(?:回答|回复|说|交流|聊|讲|沟通|写代码|写注释|$|吧)",
    )


@cache
def forbids() -> re.Pattern[str]:
    """What must not be done at certain times, in certain places, or for somebody: "don't deploy on Fridays", 别给我推荐酒. What is
    not wanted just now is of this or that."""
    now = r"(?!.*(?:这[个次条段张篇些]|那[个次条段张篇些]|它|今天|明天|现在|刚才|了[\s\W]*$))"
    not_zh = r"^(?:请|麻烦|千万|一定|平时|你|您|大家|都|也|任何人?)*(?:别|不要|不准|不许|不得|勿|禁止|严禁)"
    where = words(
        "每?周[一二三四五六日天末] 星期[一二三四五六日天] 礼拜[一二三四五六日天] 晚上 早上 半夜 深夜 凌晨 饭点 节假日 假期 上班时间 下班(?:后|时间) 工作时间 会议?(?:上|中|期间) 主分支 主干 main master 生产(?:环境)? 线上 群里 代码里"
    )
    me = words("recommend suggest offer send give show sell book order buy call text e?-?mail")
    do = words(
        "deploy release push merge commit schedule book call text e?-?mail message ship publish send run cook serve"
    )
    day = words("(?:mon|tues|wednes|thurs|fri|satur|sun)days? weekends? holidays? school_nights")
    return any_of(
        rf"{not_zh}{now}(?:给我(?:推荐|安排|发|买|点|放|订|选|加|做|打电话)(?![一个点]*[？?])|(?:跟|和|对|向)我(?:提|说|聊|讲)|(?:直接)?(?:在|于|往|向|到)?{where}[^，,。我]{{1,12}}[\s\W]*$)",
        rf"^(?:please |pls |and |also )*(?:don't|do not|never) (?:ever )?(?:{me} (?!this|that|it\b|them)(?:\w+ ){{1,3}}?(?:to|for) me\b|{me} me (?!this|that|it\b|them|now|today|back|yet|again)\w+|(?:\w+ )?{do}\b(?! (?:this|that|it|them|yet)\b).{{0,40}}?\b(?:on {day}|after \d|before \d|to (?:main|master|prod(?:uction)?)|at night|without (?:a |an |any )?\w+|in the (?:mornings?|evenings?)))\b",
    )


@cache
def reminds() -> re.Pattern[str]:
    """Requests to be reminded of something; "remind me what I said" asks."""
    return any_of(
        r"(?:提醒|催|叫)(?:一下|下)?我(?!一下?[\s\W]*$)[\u4e00-\u9fffA-Za-z0-9 ]{2,}",
        r"\bremind me (?!what|which|where|who|why|how|of what|again\b)(?:\w+ ){0,4}?(?:to|about|that|of|on|by|in|at|before|when)\b",
    )
