"""Whether a sentence tells something: statements apart from questions, wishes, requests, quotations and small talk."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache, lru_cache

from perdure.text.clean import simplify


class Mood(StrEnum):
    """What a sentence does. `reported`: it gives somebody else's words. `request`: it asks the listener to do something.
    `supposed`: it only supposes (if, maybe, 如果, 要是)."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    SUPPOSED = "supposed"
    REPORTED = "reported"
    SMALL_TALK = "small_talk"


_LONGEST = 600
"""Characters of a sentence that are looked at, from its beginning and from its end; its mood shows there."""


def mood_of(sentence: str) -> Mood:
    """The mood of one sentence, or clause. A request to remember something is the statement of that thing."""
    text = sentence if len(sentence) <= 2 * _LONGEST else f"{sentence[:_LONGEST]} {sentence[-_LONGEST:]}"
    return _mood(text)


def asked_to_keep(sentence: str) -> int:
    """Where the statement begins that a sentence asks to remember ("remember that …", 记住…); 0 where it asks for no such
    thing."""
    found = _asking().match(simplify(sentence))
    if found is None or _reminder().match(simplify(sentence), found.end()):
        return 0
    return found.end()


def sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence, in Chinese and English, without the white space around it."""
    found, start = [], 0
    for match in _stops().finditer(text):
        if _is_abbreviation(text, match.start()):
            continue
        found.append((start, match.end()))
        start = match.end()
    found.append((start, len(text)))
    trimmed = [_trimmed(text, *bounds) for bounds in found]
    return [(first, last) for first, last in trimmed if first < last]


@lru_cache(maxsize=4_096)
def _mood(text: str) -> Mood:
    plain = _seams().sub("", simplify(text)).replace("’", "'").strip()
    if small_talk().fullmatch(plain):
        return Mood.SMALL_TALK
    start = asked_to_keep(plain)
    if start:
        return Mood.STATEMENT if plain[start:].strip(" ,，.。:：!！") else Mood.REQUEST
    said = _opening().sub("", plain)
    for mood, pattern in _signs():
        if pattern.search(said):
            return mood
    return Mood.SMALL_TALK if _chatter().fullmatch(said) else Mood.STATEMENT


@cache
def _signs() -> tuple[tuple[Mood, re.Pattern[str]], ...]:
    """What gives a mood away; the first that is found decides."""
    return (
        (Mood.REQUEST, _requests()),
        (Mood.QUESTION, _questions()),
        (Mood.SUPPOSED, _supposing()),
        (Mood.REPORTED, _reports()),
    )


def _is_abbreviation(text: str, at: int) -> bool:
    """Whether a full stop ends an abbreviation or an initial rather than a sentence."""
    return text[at] == "." and _abbreviations().search(text, max(0, at - 8), at + 1) is not None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _compiled(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{part})" for part in parts), re.IGNORECASE)


@cache
def _seams() -> re.Pattern[str]:
    """Spaces between Chinese and other words, which some write and some do not."""
    return re.compile(r"(?<=[\u3400-\u9fff])[ \t]+|[ \t]+(?=[\u3400-\u9fff])")


@cache
def _stops() -> re.Pattern[str]:
    """Where sentences end: marks with what closes behind them, line breaks, a full stop before white space."""
    return re.compile(r"[。！？!?；;…]+[\"'”’」』）)\]]*|\n+|[.]+[\"'”’)\]]*(?=\s|$|[\u3400-\u9fff])|[~～]+(?=\s|$)")


@cache
def _abbreviations() -> re.Pattern[str]:
    return re.compile(
        r"(?<![A-Za-z])(?:mr|mrs|ms|dr|prof|sr|jr|st|no|vs|etc|e\.g|i\.e|approx|fig|inc|ltd|co|[ap]\.m|[A-Z])\.$",
        re.IGNORECASE,
    )


@cache
def _opening() -> re.Pattern[str]:
    """Words before the sentence proper."""
    return re.compile(
        r"^(?:(?:so|well|hey|hi|hello|ok(?:ay)?|oh|ah|um+|hmm+|and|but|also|anyway|by the way|btw|now|then|actually|"
        r"thanks|thank you|great|cool|nice|yeah|yes|no|sure|right|好的?|那么?|嗯+|哦+|噢|啊|对了|另外|还有|顺便|话说|你好|您好|谢谢|"
        r"所以|然后|不过|但是?)(?:[,，、.!！~～ \-—]+|(?=[\u3400-\u9fff])))+",
        re.IGNORECASE,
    )


@cache
def _asking() -> re.Pattern[str]:
    """A request to remember, up to what is to be remembered."""
    return re.compile(
        r"\s*(?:(?:please|pls|and|also|so|ok(?:ay)?|oh|btw|by the way|can you|could you|would you|will you|i(?:'d| would) like you to|"
        r"i want you to|you should|just|hey|hi)[ ,]+)*"
        r"(?:remember(?!\s*(?:when|how|what|where|who|why|which|me\b|us\b|the time)\b)(?: (?:that|this)\b)?|"
        r"(?:keep|bear) in mind(?: that)?|(?:make a |take )?note(?: down)?(?: that|(?=[:,]))|don['’]?t forget(?: that)?(?! to\b)|"
        r"never forget(?: that)?(?! to\b)|for (?:the|your|future) (?:record|reference)|fyi|save (?:this|that)|memori[sz]e)\b[\s:,\-—]*|"
        r"\s*(?:对了|另外|还有|那|好的?|嗯|哦|顺便)?[，, ]*(?:请|麻烦|你|您|帮我|给我|务必|一定要?|要|可以|能不能|能否){0,4}"
        r"(?:记(?:住|下来?|好|牢|一下|着|一笔)|牢记|谨记|记得(?=[：:，, ]*(?:我(?!上次|之前|以前|们?说过|跟你|和你|昨|前|告诉|提)|咱|俺|以后|今后))|别忘了(?=[：:，, ]*我)|"
        r"备注一下|存一下)(?:了(?!吗))?[：:，,、 ]*(?:哦|啊|哈|一下)?[：:，,。 ]*",
        re.IGNORECASE,
    )


@cache
def _reminder() -> re.Pattern[str]:
    """What follows a "remember" that asks to be reminded, or asks what is remembered."""
    return re.compile(r"to\b|吗|没有?[？?]|了没|(?:提醒|叫|喊|催|帮|给)我", re.IGNORECASE)


@cache
def small_talk() -> re.Pattern[str]:
    """Greetings, thanks, laughter, assent, and nothing else. Possessive, so that laughter of any length is quick."""
    return re.compile(
        r"[\s\W_]*(?:(?:"
        r"hi+|hello+|hey+|howdy|yo|sup|morning|good (?:morning|evening|night|afternoon|day)|"
        r"thank you|thanks|thx|ty|cheers|much appreciated|appreciate it|you'?re welcome|no problem|no worries|np|"
        r"ok(?:ay)?|k|alright|all right|sure(?: thing)?|yes|yeah|yep|yup|no|nope|right|exactly|indeed|true|fine|perfect|great|awesome|amazing|"
        r"nice|cool|wow|whoa|oh|ah|haha[ha]*+|hehe[he]*+|lol+|lmao|rofl|omg|hmm+|um+|uh+|well|"
        r"i see|got it|gotcha|makes sense|sounds (?:good|great|nice|like fun|fun|perfect)|good (?:idea|point|one|to know|stuff|job)|"
        r"(?:that|this|it)(?:'s| is| was) (?:so |really |very |pretty |just |all )?(?:great|awesome|nice|cool|good|fine|funny|hilarious|amazing|helpful|true|"
        r"interesting|perfect|ok|okay|sad|crazy|wild|lovely|sweet|fair|right|it)|"
        r"how are you(?: doing)?(?: today)?|how(?:'s| is) it going|what'?s up|how have you been|long time no see|nice to (?:meet|see|hear from) you|"
        r"bye+|goodbye|good ?night|see (?:you|ya)|later|talk (?:to you )?(?:later|soon)|take care|have a (?:good|nice|great|lovely) (?:day|one|night|evening|weekend|time)|"
        r"you too|same here|me too|same|a lot|so much|very much|again|there|everyone|all|guys|buddy|friend|tomorrow|soon|today|for (?:the|your|all the) (?:help|info|tips?|advice|reply|answer)|"
        r"will do|go on|continue|next|done|please|congrats|congratulations|happy (?:birthday|new year|holidays|friday|monday)|merry christmas|"
        r"你好|您好|嗨+|哈喽|哈啰|喂|在吗|在不在|早上好|上午好|中午好|下午好|晚上好|早安|午安|晚安|早|"
        r"谢谢|多谢|感谢|谢了|谢啦|3q|辛苦了?|麻烦你?了|不客气|不用谢|没事儿?|没关系|"
        r"好的|好滴|好嘞|好吧|好呀|好|行吧?|可以|没问题|嗯+|哦+|噢+|喔+|额+|呃+|啊+|哎呀?|唉+|哈+|呵+|嘻+|嘿+|哇+|对的?|是的?|是啊|没错|确实|当然|"
        r"收到|明白|知道|了解|懂|原来如此|原来是这样|这样啊|不错|真不错|太好了?|太棒了?|真棒|棒|厉害|牛|赞|给力|有道理|有意思|好玩|好笑|笑死我?了?|绝了|"
        r"真的吗?|是吗|不会吧|加油|恭喜|祝贺|生日快乐|新年快乐|节日快乐|周末愉快|再见|拜拜|回见|回头聊|下次聊|明天见|先这样|就这样|我先(?:走|下|忙|睡|撤)|"
        r"继续|下一[个步]|你|您|我|大家|各位|呀|啦|了|吗|呢|哟|吧|的|哈|一下|真|太|很|也|帮大忙|你的帮助|你真好|聊得?很?开心|最近(?:怎么样|好吗|如何)|吃了吗"
        r")[\W_]*+)++",
        re.IGNORECASE,
    )


@cache
def _chatter() -> re.Pattern[str]:
    """Weather, passing moods and empty remarks: a whole sentence that tells nothing to keep."""
    sky = r"(?:hot|cold|warm|sunny|rainy|cloudy|windy|snowy|humid|nice|lovely|beautiful|gorgeous|chilly|freezing|awful|terrible|gloomy|perfect|crazy|weird)"
    state = (
        r"(?:tired|bored|sleepy|hungry|exhausted|busy|stressed|happy|sad|excited|good|fine|great|okay|ok|back|here|ready|done|sorry|glad|curious|confused|lost|"
        r"not sure|all ears|alright|doing (?:well|fine|good|great|okay)|so glad|kidding|joking|just (?:kidding|joking|saying)|(?:just )?chilling|full|freezing|beat|proud of you)"
    )
    when = r"(?: (?:today|now|right now|here|outside|again|lately|at the moment|this (?:morning|afternoon|evening|week)|tonight|these days|there))*"
    return _compiled(
        rf"(?:the )?weather (?:is|was|'s|looks|has been) .{{0,40}}|it(?:'s| is| was| has been) (?:so |really |very |pretty |too |such a |a |quite |finally |getting )*{sky}(?: (?:day|weather|out|one))?{when}\W*",
        rf"(?:it(?:'s| is| was) )?(?:raining|snowing|pouring|drizzling)(?: cats and dogs| hard| heavily)?{when}\W*|what an? .{{0,40}}",
        rf"i(?:'m| am| feel| was|'m feeling| am feeling) (?:so |really |very |pretty |just |a bit |a little |kind of |kinda |too |quite |super )*{state}(?: (?:to hear that|for you|about that|too))?{when}\W*",
        r"(?:i )?(?:guess|think|hope|suppose) so\W*|(?:i )?(?:don't|do not) (?:know|think so|mind|care)\W*|(?:just )?(?:wanted to|stopping by to|checking in to) (?:say|chat|vent).{0,30}",
        r"(?:that|this|you|your|it)(?:'s| is| was|'re| are| sounds?| looks?| makes?|\b) ?(?:.{0,24})(?:sense|help(?:ful|s|ed)?|great|good|nice|awesome|fun|funny|best|amazing|interesting|perfect|delicious|lovely)[\s\W]*",
        r"(?:nothing|not) much\W*(?:you)?\W*|same old\W*(?:same old)?\W*|(?:today|yesterday|it|the day) (?:is|was|'s) (?:a )?(?:so |really |very |pretty )?(?:good|bad|long|boring|busy|ok|okay|fine|great|rough|nice)(?: day| one)?\W*",
        r"(?:今天|昨天|明天|外面|这边|这几天|最近|现在|今早|今晚|早上|晚上|这里|我这)*(?:的)?天气?(?:真|好|太|很|挺|还|有点|这么|又|也)*(?:不错|好|热|冷|凉快?|闷|舒服|差|糟|暖和?|晴|阴|晒|怪|一般|可以|糟糕)(?:了|啊|呀|的|哦|呢|吧|死了?|极了)*\W*",
        r"(?:今天|昨天|外面|这边|这几天|最近|现在|今早|今晚|早上|晚上|我这)?(?:又|还在|正在|突然|开始|一直)*(?:下|刮|打)(?:了|着|起)?(?:大|小|暴|毛毛)?(?:雨|雪|风|雷|雾|冰雹)(?:了|啊|呢|呀|啦|来了)*\W*",
        r"(?:今天|外面|最近|这几天|现在|北京|上海)?(?:真|好|太|很|挺|有点|超|可)(?:热|冷|闷|晒|凉快|暖和|舒服)(?:了|啊|呀|的|死了?|哦)*\W*|(?:热|冷|困|累|饿|笑|烦|无聊|气)死我?了\W*",
        r"(?:我|今天|现在|最近|感觉|觉得|人|真的|刚才|有点|有些|好|真|太|很|挺|还|又|超|特别|非常|都|快|要)*(?:困|累|饿|无聊|开心|高兴|难过|郁闷|烦|忙|心累|不错|可以|一般|还行|好玩|撑)(?:了|啊|呀|的|死了?|哦|呢|啦|吧|到不行|得不行|透了)*\W*",
        r"(?:我)?(?:刚|才|刚刚)?(?:吃完|吃过|睡醒|起床|到家|下班|洗完澡|回来)(?:饭|了|啦|啊|早饭|午饭|晚饭)*\W*|随便(?:聊聊|说说|问问|吧|你|看看)*\W*|没(?:什么|啥|事)(?:事|了|啦|的|大事)*\W*|就(?:是)?(?:想)?(?:随便|找你|跟你)?(?:聊聊|说说话|唠唠)(?:天)?\W*",
        r"(?:你|这|那|这个|那个|您)(?:说得|说的|讲得|真|太|也太|好|可真|主意|建议|还|挺|很|个|都)*(?:对|有道理|好笑|逗|厉害|棒|贴心|懂我|聪明|有意思|搞笑|可爱|好|不错|有用|强)(?:了|啊|呀|的|哦|呢|啦|吧|用)*\W*",
    )


@cache
def _requests() -> re.Pattern[str]:
    """What asks the listener to act."""
    verbs = (
        r"(?:help|give|tell|show|write|draft|make|create|generate|list|explain|describe|translate|summari[sz]e|suggest|recommend|find|look up|check|run|open|set|add|"
        r"book|order|search|compare|teach|let me know|send|fix|rewrite|rephrase|refactor|implement|debug|review|analy[sz]e|calculate|plan|schedule|remind|call|play|turn|"
        r"start|stop|continue|remember|go ahead|go on|repeat|try|read|walk me|wish me|guess|name|pick|choose|define|convert|update|delete|remove|print|format|proofread|polish|edit|"
        r"evaluate|think|imagine (?:you|that)|act as|pretend|use|keep|reply|answer|respond|speak|talk|be|do|don't|do not|wait|stay|take|put|get|bring|say|ask|ignore|forget|sum|share|brainstorm|outline|propose|prepare)"
    )
    return _compiled(
        rf"^(?:please|pls|kindly)\b|^{verbs}\b(?! (?:is|are|was|were|has|had|will|you|i|we|they|he|she)\b)(?!'s)|,? (?:please|pls)\W*$",
        r"^(?:can|could|would|will) you\b(?! (?:believe|imagine))|^(?:i need|i want|i'd like|i would like|i'd love) (?:you to|some (?:help|advice|ideas|suggestions|tips)|help|advice|ideas|suggestions|a (?:recipe|recommendation|suggestion|list|summary) )\b",
        r"\b(?:can|could|would|will) you (?:please |also |maybe |just )?(?:help|give|tell|show|write|make|list|explain|suggest|recommend|find|check|remind|send|book|set|draft|plan|translate|summari[sz]e)\b",
        r"^let(?:'s| us) (?:talk|discuss|chat|start|begin|continue|see|move on|try|think|look|play|hear|say)\b|^let me (?:know|see|think|check|ask|try)\b|^any (?:ideas?|suggestions?|tips?|advice|thoughts?|recommendations?)\b",
        r"^(?:请(?!假|客|了|过|教了|到)|麻烦|拜托|劳烦|烦请|帮我|帮忙|帮个忙|给我|告诉我|提醒我|教我|陪我|推荐(?!了|信|过|人)|介绍一?下|翻译|解释|总结|列[出一个]|列举|写[一个篇段首封份]|"
        r"说[说下]|讲[讲个一下]|聊聊|谈谈|查[一查下找]|搜[一索下]|找[一个几找下]|看看|看一下|来[一个点首段份]|继续|生成|画[一个张]|算[一算下]|分析|比较|对比|检查|修改|润色|改写|优化|举[个几例]|试试|"
        r"设[置个定一]|打开|关[闭掉]|运行|执行|播放|预[订定]|订[一个张]|安排(?!了|好|在)|换[一个种]|再[来写给说讲推列]|详细|具体|接着|别(?!人|的|墅)|不要|不用|把(?!握)|"
        r"用(?:中文|英文|英语|一句话|[^，,。我]{1,12}(?:写|画|做|实现|解释|翻译|回答|说明|算|生成|总结|表示)(?:一[下个段首篇遍]|出来|$)))",
        r"(?:帮我|麻烦你|请你|你帮|给我(?:推荐|写|讲|列|说|出|做|安排|找|看|一个|几个|点|介绍|解释|总结|翻译|查|算|生成|制定|规划|设计|想)|告诉我|提醒我|教我|教教我|叫我起床|能(?:不能)?给我|可以给我|给(?:点|些|个)?(?:建议|意见|推荐))(?!们?(?:老板|妈|爸|同事|经理|领导)?(?:说|的|了))",
        r"^(?:我)?(?:想要?|需要)(?:你|您|请你|问|请教|咨询|一些建议|点建议|了解一?下)|^你(?:来|去|先|给|帮|再|可以|能)(?:[^，,。]{0,12})(?:吧|一下)?$",
    )


@cache
def _questions() -> re.Pattern[str]:
    """What asks, also without a question mark."""
    helpers = r"(?:is|are|am|was|were|do|does|did|can|could|should|would|will|shall|have|has|had|may|might|isn't|aren't|don't|doesn't|didn't|can't|won't|wouldn't|shouldn't|haven't|hasn't)"
    who = (
        r"(?:i|you|we|they|he|she|it|there|that|this|these|those|the|my|your|our|his|her|their|any|anyone|someone|an?)"
    )
    return _compiled(
        r"[?？][\"'”’」』）)\s]*(?:[\W_]*|haha\w*|lol)$",
        rf"^(?:what|where|when|why|who|whom|whose|which|how)(?:'s|'re| {helpers}) |^(?:what|where|who|how)s? (?:about|come|else|to)\b|^why not\b|^{helpers} {who}\b",
        rf"^(?:which|whose|how (?:many|much|long|often|far|old|big|soon|do|to)|what (?:\w+ )?\w+) (?:\w+ ){{0,4}}{helpers} {who}\b|^how to\b",
        r"^(?:i )?(?:wonder|was wondering|am wondering|'m wondering)\b|\bi(?:'m| am) (?:curious|wondering) (?:if|whether|what|how|about|why)|^(?:do|did) you (?:know|remember|think)\b|\b(?:i'd|i would) like to know\b|^(?:i )?want(?:ed)? to (?:know|ask)\b",
        rf"^(?:which|who)(?! is why)(?: one| \w+)? {helpers}\b",
        r"(?:, (?:right|isn't it|aren't they|don't you think|don't you|doesn't it|is it|or not|ok|okay|huh|eh|yeah))\W*$|\bany idea (?:what|why|how|where|when|who|if)\b|\bor (?:what|not)\W*$",
        r"[吗嘛么][\s\W]*$(?<!什么)(?<!多么)(?<!那么)(?<!这么)|(?:^|[，,])(?![^，,]*(?:还|才|可|正|在))[^，,]*(?<!着)呢\W*$|[么吗](?=[，,。])",
        r"(?<![没无为有])(?<!不是)(?<!不算)什么(?!都|也|的都|样的都|时候都|意思都|的[。，]|事都|人都)|为什么|为何|为啥|干嘛|干吗|(?<!没)(?<!有)啥(?!都|也)",
        r"(?<!无论)(?<!不管)(?<!任)(?<!不论)(?<![在到])哪(?:里|儿|个|些|种|家|位|天|年|款|吒|一|有|怕)?(?!都|也|吒|怕)(?<!哪怕)|(?:在|到|去|从)哪(?!都|也|怕)|(?<!无论)(?<!不管)谁(?!都|也)(?!的都)|几(?:点|号|岁|月份|楼|路)(?!钟?都)(?<![好十这那过前后]几[点号岁])|星期几|周几|礼拜几",
        r"(?<!不管)(?<!无论)(?<!学)(?<!学会)(?<!学习)(?<!知道)(?<!不知)怎么(?!都|也|说呢|着|回事都)(?:样|办|做|用|写|弄|走|去|回事|看|选|说|会|能|还|这么|样才|才|样子)?|如何(?!都|也)|(?<!没)(?<!有)(?<!不知道)多(?:少|久|长时间|大|高|远|重|贵|快)(?:钱|人|天|岁|次|个|岁了|了|啊|呢|时间|合适|好)?[\s\W]*$|多少钱|有多少(?!人都)|你[^，。]{0,10}(?:几个|多少|几次)",
        r"(?<!不管)(?<!不知道)(?:是不是|有没有|能不能|会不会|可不可以|要不要|好不好|对不对|行不行|该不该|值不值|算不算|需不需要|喜不喜欢|知不知道|记不记得|应不应该|是否|能否|可否|有无)|([\u4e00-\u9fff])不\1(?!管|了|好意思|知)|"
        r"^(?:请问|问一下|想问|问下|求问|话说你|你(?:还)?(?:记得|知道|觉得|认为|喜欢|会|能|有|是)[^。]{0,20}(?:吗|不|没有?))|(?:可以|行|好|对|能)(?:吗|么|不|吧)[\s\W]*$|(?:了没有?|没有|不)[?？]$|还是[^，。,]{1,16}(?:好|呢|合适|划算|更)[\s\W]*$",
    )


@cache
def _supposing() -> re.Pattern[str]:
    """What only supposes, wishes or weighs."""
    return _compiled(
        r"(?<!as )(?<!even )(?<!what )\bif (?!only i knew)(?:i|you|we|he|she|they|it|the|my|there|that|this|someone|anyone|things|all|only|possible|not)\b|^(?:what if|suppose|supposing|imagine|assuming|say i|let's say|hypothetically|in case)\b|\bunless\b",
        r"\b(?:might|maybe|perhaps|possibly|probably not|may (?:be|have|go|move|get|try|switch|change|need|want|end))\b|\b(?:i|we) could (?!not\b|n't\b|hear|see|feel|only|barely|hardly|finally|tell)|\b(?:i|we) (?:would|'d) (?:have (?:been|gone|done|had|\w+ed)|be|probably|maybe|never have)\b",
        r"\b(?:thinking (?:about|of)|considering|toying with|debating|on the fence|undecided|can't decide|cannot decide|haven't decided|not sure|unsure|no idea|wondering|i wish|wish i|if only|would be nice|dream(?:ing|t)? (?:of|that|about)|dreamed|pretend|hypothetical|one day i|someday)\b",
        r"如果|假如|假设|要是|倘若|假若|(?<![一二两三四五六七八九十几百千\d])万一|的话(?![题语说])|除非|(?<!无论)(?<!不管)(?<!为)(?<!尽)可能(?!性|会议)|也许|或许|大概率|说不定|没准|兴许|不一定|不确定|不太确定|还没(?:想好|决定|定|确定)|没想好|纠结|犹豫|拿不定|想不想|"
        r"(?:在|正|还|正在|我|也|又)考虑|考虑(?:要|去|换|买|搬|辞|学|一下|过)|要不(?!是|然|得)|不如|(?:在)?想要不要|幻想|梦见|梦到|假装|恨不得|希望(?:能|我|有一天|以后)|有一天|哪天|以后再说|再说吧|再看看|看情况",
    )


@cache
def _reports() -> re.Pattern[str]:
    """What gives the words or the opinion of somebody else."""
    said = (
        r"(?:said|says|say|thinks?|thought|told (?:me|us|him|her|them|everyone)|tells (?:me|us)|believes?|believed|claims?|claimed|mentioned|mentions|asked|wrote|writes|reckons?|"
        r"suggested|suggests|argues|argued|insists?|insisted|complained|feels that|announced|posted|tweeted|quoted|recommends?|recommended|keeps saying|swears|joked)"
    )
    who = (
        r"(?:he|she|they|you|people|everyone|everybody|someone|somebody|some people|many people|experts?|scientists?|researchers|"
        r"(?:my|his|her|their|our|your|the|this|that|a|an|one) (?:[\w'-]+ ){0,3}?[\w'-]+|[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
    )
    return re.compile(
        rf"^(?:[^,.]{{0,40}}, )?(?:and |but |because )?(?i:{who}) (?i:(?:just |also |always |once |even |really |recently |never )?{said})\b|"
        rf"[\"”'’,] ?(?i:{who}|[A-Z]\w+) (?i:said|says|replied|wrote|told me|asked)\b|"
        r"(?i:\baccording to\b|\bi (?:heard|read|saw (?:that|an? (?:article|post|tweet|video)))\b(?! (?:back|from|about my))|\bapparently\b|\brumou?r has it\b|\bas the saying goes\b|\bthey say\b|\bthe (?:article|book|movie|film|song|news|report|character|lyrics|quote) (?:says?|said|is about|claims?)\b)|"
        r"(?:^|[，,。；])(?:但是?|不过|然后|因为|昨天|今天|刚才|刚刚|上次|之前|早上|晚上|所以|结果|后来|最近|而且|可是)*(?:[他她您你]们?|别人|有人|大家|人家|网上|专家|书上|新闻|老话|俗话|医书|文章|视频里?|电影里?|小说里?|歌词里?|"
        r"我(?:的|们)?(?![会想要能可常就也还是再得不没跟对和先刚只用学喜爱习敢从很最都总一现以觉认])[\u4e00-\u9fff]{1,5}|[小老阿][\u4e00-\u9fff]|(?!我|之前|以前|刚才|上次|昨天|前面|老实|可以|应该|简单|一般|总的|严格|换句|不得|经常|这么|那么|坦白|也就|总是|直接|随便|平时|喜欢|不能|不会|不想|只能)[\u4e00-\u9fff]{2,4}|[A-Za-z]+ ?)(?<!我)(?<!我想)(?<!我要)(?<!我是)(?<!我们)(?<!我也)(?<!我就)(?<!我还)(?<!我跟你)(?<!我刚)(?<!我再)(?<!我得)(?<!我觉得)(?:[今昨前]天|刚才|刚|也|就|总|老|都|还|一直|跟我|和我|对我|经常|曾经|以前|之前|最近|又)*"
        r"(?:说(?!明(?![天年早晚日])|服|好|实话|起|不定|话|是|来|到|了算)|觉得|认为|告诉(?:我|他|她|大家)|建议|以为|提到|表示|声称|问我|推荐我|吐槽|抱怨|坚持说|发(?:微博|朋友圈)说)(?!了?好)|"
        r"听说|据说|传闻|看到(?:新闻|文章|有人)|(?:新闻|文章|书|网)上(?:说|写)|[”」』][，,]?(?:他|她|[\u4e00-\u9fff]{2,4})(?:说|问|道)"
    )
