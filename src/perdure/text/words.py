"""Words that carry no content of their own, in English and Chinese."""

from __future__ import annotations

import re

STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be because been before being but by can could did do does doing done "
    "for from get got had has have having he her here hers him his how i if in into is it its just let like may me might "
    "mine more most much must my no not of off on one or our ours out over own please re s shall she should so some such "
    "t than that the their theirs them then there these they this those to too up us very was we were what when where "
    "which while who whom whose why will with would you your yours dont doesnt didnt isnt arent wasnt im ive ill id "
    "youre hes shes theyre weve thats".split()
)
"""English words left out of a query, as the analyzer writes them."""

FUNCTION_CHARACTERS = frozenset(
    "的了是在有和与我你他她它们这那也就都而及着或个吗呢吧啊呀哦嘛么之其把被让给对从到向于以为很还又再没不会能要请"
)
"""Chinese characters left out of a query as single terms; they stay inside pairs."""

PARTICLES = frozenset("的了我你他她它们吗呢吧啊呀哦嘛么")
"""Chinese characters that end one word and begin another: a pair with one of them is no word."""

ASKING_WORDS = frozenset(
    "rememb tell told mention said say know recal kind sort type thing someth anyth ever did use recent current".split()
)
"""Stems that belong to the act of asking."""

ASKING_PHRASES = re.compile(
    "(?:你|您)?(?:还)?(?:记得|记不记得|知道|知不知道)|告诉过?我?|跟我说过?|和我说过?|提到过?|提过|说过|聊过|"
    "叫什么名字|叫什么|什么时候|什么时间|什么地方|什么样的?|什么|哪一?[个些种家位次天年月里儿]|哪|谁|多少|多久|多长|多大|几[个次点号天年月岁]|"
    "怎么样?|如何|为什么|为何|是不是|有没有|能不能|可不可以|请问|一下|曾经|之前|以前|上次|关于|名字是|是什么|吗|呢|？"
)
"""Chinese phrases that belong to the act of asking."""

HAPPENED = frozenset("happen do did done go went gone on up new around plan activ event".split())
"""Stems that ask for whatever took place; with a time beside them a question asks for nothing else."""

WHATEVER = frozenset("做干发生事情过去忙活动安排些有的了我你他她它们在是都")
"""Characters of Chinese words that do."""

SMALL_TALK = re.compile(
    r"\s*(?:(?:hi|hello|hey|howdy|thank you|thanks?|thx|ok(?:ay)?|bye|goodbye|good (?:morning|evening|night|afternoon)|"
    r"how are you|what'?s up|sup|yo|lol|haha|a lot|so much|there|again|everyone|all|"
    r"你好|您好|嗨|哈喽|谢谢|多谢|感谢|早上好|下午好|晚上好|早安|晚安|早|再见|拜拜|哈++|好的|好|嗯++|哦++|在吗|"
    r"你|您|大家|啊|呀|啦|了|吗|呢|哟)[\s,.!?~，。！？～、…🙂👍🙏😊]*+)++",
    re.IGNORECASE,
)
"""A greeting or thanks and nothing else: it asks for no memory. Possessive, so that laughter of any length is quick."""
