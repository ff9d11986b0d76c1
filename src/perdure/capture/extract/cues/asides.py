"""What people say of themselves in passing; it is taken out, to the end of the clause, before cues are looked for."""

from __future__ import annotations

import re
from functools import cache

from perdure.capture.extract.cues.cue import any_of, words
from perdure.capture.extract.cues.people import KIN, KIN_ZH

_REST = r"[^,.;!?]*"
_REST_ZH = r"[^，,。；;！!？?]*"


@cache
def asides() -> re.Pattern[str]:
    """All of them."""
    it = words("it that this those them these one")
    will = r"\b(?:i|we)(?:'ll| will|'m going to| am going to|'m gonna|'d|'ve| have| can| should| need to| want to| have to)? ?(?:just |definitely |probably |also |then |better |go |try to )?"
    try_it = (
        rf"(?:have a (?:look|think|go|read)|try (?:{it}|again|out|baking|making|to (?:remember|see|think))|give {it} a \w+|check {it}|check out|think about {it}|look (?:into|at) {it}|"
        rf"see (?:what|how|if|you|whether)|do (?:{it}|so)|take a look|let you know|keep (?:that|it|you|going)\b|be (?:right )?back|consider {it}|ask (?:you|around)|read {it}|remember {it}|need to (?:go|run|sleep)|"
        rf"go (?:now\b|to bed|to sleep|with that)|be (?:honest|fine|ok|okay|careful|sure)|get back to you|take (?:that|it|your)|buy (?:everyone|you)|make sure|go (?:run|now)\b|have to (?:go|run|say|admit)|pass\b)"
    )
    feel = (
        rf"(?:see|know|guess|hope|mean|bet|swear|agree|understand|appreciate|doubt|wonder|forgot|suppose)\b|thought (?:so|that|it|you)|(?:like|love|hate|enjoy|prefer|don't like) (?:{it}|your|the (?:idea|sound|way)|how|you|talking|when you)\b|"
        r"didn't (?:know|expect|think|reali[sz]e|mean)|can(?:'t|not) (?:believe|wait|tell|complain|say|remember|think|help)|wanted to (?:say|ask|chat|vent)|came (?:here )?to|don't (?:know|understand|think|mind|get|see|care|remember|have (?:any|a clue))|"
        rf"have (?:the (?:power|feeling)|so much|{words('a another one some no this the more')}? ?(?:more |quick |small |little |weird |stupid |silly |follow-?up )*(?:questions?|ideas?|feeling|doubts?|requests?|point|clue|time|favou?r|headache|cold|bad day|good day|blast|great time|lot of fun))\b|"
        r"need (?:a (?:hand|break|minute|favou?r|coffee|nap|drink)|your|help|to know|some(?:thing)?\b|coffee|sleep)|got (?:it|you|that|this|to (?:go|run))|feel (?:like|so|that|you|bad|better|good|great)|"
        r"(?:was|am) (?:just |only )?(?:wondering|going to|about to|kidding|joking|thinking)|would (?:love|like|say|rather not)|read (?:that|it|somewhere)|found (?:it|that|this)|think (?:so|that's|it's|you|this|we should)|"
        r"(?:had|ate|made|grabbed|got|bought|ordered|drank) (?:a |some |the |my )?(?:\w+ )?(?:lunch|dinner|breakfast|coffee|tea|noodles|pizza|sandwich|snacks?|salad|groceries|beer|latte|nap|great|good|nice|fun|blast|fine|lovely|rough|bad|long)\b"
    )
    state = (
        r"(?:asking|saying|kidding|joking|wondering|curious|looking at|here|back|off to|going to (?:bed|sleep|try|check|see|have)|heading|in a (?:rush|hurry)|on (?:my|the) (?:phone|bus|train|way|couch|sofa)|sure|sorry|afraid|glad|"
        r"happy (?:to|that|with|for)|impressed|confused|bored|excited|looking forward|having (?:fun|trouble|lunch|dinner|breakfast|coffee|a (?:great|good|bad))|all ears|done (?:for|with) (?:today|the day|this)|guessing|thinking|listening|watching|eating|drinking|waiting|sitting|lying|proud)\b"
    )
    transient = words(
        "staring sleeping barking meowing calling yelling crying sitting snoring laughing driving_me being asking waiting playing eating watching making annoying asleep awake hungry here"
    )
    return any_of(
        rf"{will}{try_it}{_REST}",
        rf"\b(?:i|we) (?:just |really |also |totally |do |still )?(?:{feel}){_REST}",
        rf"\b(?:i'm|i am|we're) (?:just |so |really |not |very |pretty |a bit |still |kinda )*{state}{_REST}",
        rf"\bmy (?:bad|god|goodness|pleasure|point|question|guess|mistake|fault|opinion|head hurts|brain|day|weekend|mood|mind)\b{_REST}",
        rf"\b(?:my|our) (?:\w+ )?{KIN}(?:'s| is| are| keeps?| was| were) (?:\w+ing )?(?:at me |again |so |just |now |currently |still )?{transient}\b{_REST}",
        rf"\b(?:i|we)'d (?:love|like) to (?:know|hear|see){_REST}|\b(?:gotta|got to|have to|need to) (?:run|go)\b{_REST}|\b(?:never|don't ever) (?:give up|mind)\b|\balways (?:remember|welcome)\b|\bmade my day\b",
        rf"我(?:也|就|还|都|真|太|好|很|挺|先|再|只是|有点|会|想|要|来|去|下次|回头|改天)*(?:试试|看看|想想|考虑|问问|查查|去看|去试|知道|明白|懂|同意|理解|忘了(?!带|拿|交)|觉得|感觉|认为|猜|希望|相信|以为|看出来|没想到|好奇|羡慕|期待){_REST_ZH}",
        rf"我(?:也|就|还|都|真|太|很|先|再|只是|有点|会|想|要)*(?:睡了|走了|忙去|吃饭去|回去|开玩笑|随便|无所谓|不知道|不懂|不明白|不信|没懂|没听过|没试过|听懂|谢谢你|爱你|喜欢(?:你|这个(?:回答|主意|想法|建议)|这样|这种感觉|跟你|和你)|有个?(?:问题|疑问|想法|请求)){_REST_ZH}",
        rf"(?:下次|回头|改天|以后|明天|晚点|待会儿?|一会儿?)(?:再|我)?(?:聊|见|说|看看|试试|来找你|找你){_REST_ZH}|先不聊{_REST_ZH}|(?:刚|才|刚刚)?(?:吃|喝|买)(?:了|完)?(?:一)?(?:个|点|些|杯|碗|份|顿)(?!月|年){_REST_ZH}",
        rf"我自己(?:就|来|已经)*(?:搞定|解决|弄好|弄|试|想|看){_REST_ZH}",
        rf"我?(?:家)?{KIN_ZH}(?:又|在|正在|正|刚|还在)+(?:睡|叫|哭|闹|催|打游戏|看我|看电视|吃饭|玩|笑|吵|盯){_REST_ZH}",
    )
