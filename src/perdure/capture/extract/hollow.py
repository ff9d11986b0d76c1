"""What has the form of a statement and tells nothing: a question without its mark, a dismissal, an answer without what was asked."""

from __future__ import annotations

import re
from functools import cache

from perdure.capture.extract.cues.cue import any_of, words


def hollow(sentence: str) -> bool:
    """Whether a sentence, or a clause, tells nothing by itself."""
    plain = sentence.replace("’", "'").strip()
    return bool(
        unmarked_question().search(plain) or _dismissal().fullmatch(plain) or _done_with_something().fullmatch(plain)
    )


@cache
def unmarked_question() -> re.Pattern[str]:
    """我有什么忌口, "what was I allergic to again": what someone asks of themselves. "Whatever there is" (有什么就吃什么) asks nothing."""
    asks = r"(?:什么|啥|哪些|哪[个种款家]|几[个种次只家]|多少)"
    return any_of(
        rf"^(?!.*(?:{asks}[^，,。]{{0,8}}(?:都|也|就)|不管|无论|随便))(?:那|所以|话说|请问)?我(?:们|家)?[^，,。没]{{0,8}}(?<!没)(?<!没有)有{asks}(?!没)",
        r"来着[\s\W]*$|^我[^，,。]{0,16}(?:是|叫|在|住|对|用|喝|吃)(?:什么|啥|哪|谁)[^，,。都也就]{0,6}$",
        r"^(?:i forget|(?:i )?(?:forgot|(?:don't|do not|can't|cannot) (?:remember|recall))) (?:what|which|where|when|who|whom|how|whether|if)\b",
        r"\b(?:is|are|was|were|do|did|am) (?:it |i |we |my )?(?:what|which|where|when|who|how many|how much)(?: again)?\W*$|^(?:what|which|where|when|who|how)\b.{0,80}\bagain\W*$",
        r"^(?:what|which) (?:\w+ ){0,3}(?:do|did|does|am|was|is|are|can|can't|should) (?:i|we|my)\b",
    )


@cache
def _dismissal() -> re.Pattern[str]:
    """Never mind, 算了不用了: nothing is wanted any more."""
    return re.compile(
        r"(?:[\s\W_]*(?:"
        r"never ?mind|nvm|forget (?:it|about it|that)|no need|no,? thanks?(?: you)?|(?:it|that)'s (?:fine|ok|okay|all)|don't (?:bother|worry)(?: about it)?|drop it|leave it|skip (?:it|that)|"
        r"i(?:'ll| will) pass|i'm (?:good|fine)|i (?:don't|do not|no longer) (?:need|want) (?:it|that|this|them|any|anything|one)|not any ?more|any ?more|not needed|no longer needed|then|thanks|thank you|actually|ok(?:ay)?|"
        r"我|那|就|还是|先|也|真的|都|现在|暂时|算了|不用|不必|不需要|不要|用不着|没必要|没事|没关系|不麻烦|麻烦|当我没说|取消|作罢|免了|罢了|下次|改天|不了|这样|行|够|别管|不说|不聊|不问|谢谢|你|您|了|吧|啊|哈|呀|啦|的|好"
        r")(?![a-z]))+[\s\W_]*",
        re.IGNORECASE,
    )


@cache
def _done_with_something() -> re.Pattern[str]:
    """已经订好了, "just booked it": what was booked is not said."""
    verbs = words(
        "订 买 写 做 弄 搞 改 修 办 看 交 发 寄 填 签 付 选 定 换 装 查 测 跑 搞定 提交 预[订定约] 完成 处理 解决 安排 准备 收拾 下单 报名? 申请 联系 通知 确认 发布 部署 合并 修复 回复 设置 取消"
    )
    done = words(
        "booked ordered bought sent paid done finished fixed submitted completed handled sorted_out arranged confirmed cancell?ed signed uploaded deployed merged solved tried"
    )
    return any_of(
        rf"(?:我们?|咱们?|[他她]们?|这个|那个|都|也|就|又|还|已经?|刚刚?|才|全部?|全都|终于|总算|没|还没)*{verbs}(?:好|完|定|妥|掉|过|到|上|出去|下来|成|清)?(?:了|啦|过了)?(?:呢|哦|啊|哈)?[\s\W]*(?<=[了啦过没好完\W])",
        rf"(?:i|we|it|it's|it is|that's|they're|they are|all)?(?:'ve| have|'s| has| is| are)? ?(?:already |just |finally |now |all |been )*{done}(?: (?:it|that|this|them|those|already|now|too|up))*\W*",
    )
