"""What the words around a number say it is."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias, cast

Cue: TypeAlias = Literal["card", "identity", "reference"]

_CUE = re.compile(
    r"(?P<card>银行卡|信用卡|储蓄卡|借记卡|工资卡|卡号|卡|刷|(?<![a-z])(?:cards?|cc|credit|debit|visa|mastercard|amex|unionpay|maestro|jcb)(?![a-z]))"
    r"|(?P<identity>身份证|身分證|身份證|证件|護照|(?<![a-z])(?:ssn|social security|identity|national id|id (?:card|number))(?![a-z]))"
    r"|(?P<reference>订单|訂單|单号|流水|快递|运单|物流|编号|条码|条形码|发票|时间戳|序列|工单|群号|学号|工号|批次|商品|哈希"
    r"|(?<![a-z])(?:order|tracking|invoice|reference|ref|serial|ticket|barcode|timestamp|isbn|imei|sku|qq|uid|parcel|shipment)(?![a-z])(?:[ _](?:number|no\.?|id|code))?)"
)
_CLAUSE = re.compile(r"[，。；,;!?！？\n]")
_SENTENCE = re.compile(r"[。!?！？\n]")
_REFERENCE_AFTER = re.compile(
    r"\s?(?:这个|只)?(?:是|为|is (?:the |my |an? )?)(?:订单|流水|单号|编号|序列|快递|运单|order|tracking|invoice|serial|reference)"
)
_CARD_AFTER = re.compile(r"[^，。；,;!?！？\n0-9]{0,12}(?:卡|(?<![a-z])card)")


def cue(low: str, start: int, end: int, *, reach: int = 16) -> Cue | None:
    """What the nearest word before a number says it is, or else the words right after it.

    A card or an identity may be named anywhere in the sentence, a reference only in the same clause and within `reach`.
    """
    if _REFERENCE_AFTER.match(low, end):
        return "reference"
    before = low[max(0, start - 48) : start]
    if words := list(_CUE.finditer(before)):
        nearest = words[-1]
        between = before[nearest.end() :]
        if nearest.lastgroup == "reference":
            if len(between) <= reach and not _CLAUSE.search(between):
                return "reference"
        elif not _SENTENCE.search(between):
            return cast("Cue", nearest.lastgroup)
    return "card" if _CARD_AFTER.match(low, end) else None
