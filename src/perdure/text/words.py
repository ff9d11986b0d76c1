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
    "的了是在有和与我你他她它们这那也就都而及着或个吗呢吧啊呀哦嘛么之其把被让给对从到向于以为很还又再没不会能要"
)
"""Chinese characters left out of a query as single terms; they stay inside pairs."""

ASKING_WORDS = frozenset(
    "rememb tell told mention said say know recal kind sort type thing someth anyth ever did use recent current".split()
)
"""Stems that belong to the act of asking."""

ASKING_PHRASES = re.compile(
    "(?:你|您)?(?:还)?(?:记得|记不记得|知道|知不知道)|告诉过?我?|跟我说过?|和我说过?|提到过?|提过|说过|聊过|"
    "什么时候|什么时间|什么地方|什么样的?|什么|哪一?[个些种家位次天年月里儿]|哪|谁|多少|多久|多长|多大|几[个次点号天年月岁]|"
    "怎么样?|如何|为什么|为何|是不是|有没有|能不能|可不可以|请问|请|一下|曾经|之前|以前|上次|关于|名字是|叫什么|是什么|吗|呢|？"
)
"""Chinese phrases that belong to the act of asking."""

GREETINGS = frozenset(
    "hi hello hey thanks thank thx ok okay bye morning evening night good sup yo lol haha 你好 您好 嗨 谢谢 多谢 早 早上好 "
    "晚上好 晚安 再见 拜拜 哈哈 好的 嗯 哦 在吗 天气".split()
)
"""Small talk: a query of nothing else asks for no memory."""
