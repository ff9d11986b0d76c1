"""Secrets that a word announces: `password: …`, `the passcode is …`, 密码是…, `api_key=…`, 密钥：…."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from perdure.text.privacy.finding import Finding
from perdure.text.privacy.looks import UUID, is_placeholder, is_prose, is_word, mixed, signed
from perdure.text.privacy.page import Page

Label: TypeAlias = Literal["password", "pass", "pin", "secret", "key"]
Link: TypeAlias = Literal["sign", "verb", "beside"]

LABELS: dict[str, Label] = {
    **dict.fromkeys(("password", "passwd", "passphrase", "passcode", "pwd", "密码", "密碼", "口令"), "password"),
    **dict.fromkeys(("pass", "pw", "psk"), "pass"),
    "pin": "pin",
    **dict.fromkeys(("secret", "token", "credential", "密钥", "密鑰", "秘钥", "密匙", "私钥", "令牌"), "secret"),
    "key": "key",
}
"""The words that announce a secret, in lower case."""

_LABEL = re.compile("|".join(sorted(LABELS, key=len, reverse=True)))
_LABEL_END = re.compile("s?(?![a-z])")
_LETTER = re.compile("[a-z]")
_SECRET_KEY = re.compile(
    "(?:api|access|secret|app|account|private|auth|sign(?:ing)?|encrypt(?:ion)?|master|client|service|license)[ _-]?$"
)

_NOTE = r"(?:\s?[（(][^()（）\n]{1,24}[)）])?"
_QUOTE = r"[\"'`*\\]{0,4}"
_ADVERB = "(?:现在|目前|已经?|统一|暂时|默认|应该|分别|重新|今天|昨天|刚刚?|被|我|都|也|还|就|又){0,4}"
_CHINESE_VERB = "(?:是|为|為|叫|改成|改为|换成|变成|设成|设为|设置成|设置为|重置成|重置为|更新为)了?"
_ENGLISH_VERB = (
    r"(?:\s{1,2}(?:is|was|are|be|will|has|been|now|still|changed|reset|set|updated|became|to)(?![a-z'-])){1,5}"
)
_LINKS: tuple[tuple[Link, re.Pattern[str]], ...] = (
    (
        "sign",
        re.compile(rf"(?:_[a-z0-9_]{{1,24}}+)?[值码]?{_NOTE}{_QUOTE}\s{{0,4}}(?:[:：=＝]{{1,2}}=?|=>|->|→)\s{{0,4}}"),
    ),
    (
        "verb",
        re.compile(
            rf"(?:\s(?:for|of|to|on|in)\s[^\n.,;:，。；：]{{1,40}}?)?{_NOTE}{_QUOTE}"
            rf"(?:[值码]?\s?{_ADVERB}{_CHINESE_VERB}|{_ENGLISH_VERB})\s{{0,2}}[:：]?\s{{0,2}}"
        ),
    ),
    ("beside", re.compile(rf"{_QUOTE}\s{{0,2}}")),
)
"""What may stand between a label and its value, the surest first."""

_LONGEST = 256  # enough of a value to judge it by
_QUOTED = "|".join(rf"{a}([^{b}\n\0]{{1,128}}+){b}" for a, b in ('""', "''", "``", "“”", "‘’", "「」", "『』"))
_VALUE = re.compile(rf"{_QUOTED}|\*\*([^*\n\0]{{1,128}}+)\*\*|([!-~\u00c0-\u024f]++)")
_CUT = re.compile("[,;&](?=[\"']|[a-z_]{2,24}[\"']?[:=])|[\"'](?=[>,;)}\\]])")
_OPENING = "\"'`(*\\"
_CLOSING = ".,;:?\"'`()[]{}>\\"
_CLAUSE_END = re.compile(
    r"[.?!\"'`)\]}>*”’」』]{0,3}\s{0,2}(?:\Z|[\n,;，。；、！？（(和跟别]|(?:and|or|for|username|user)(?![a-z]))"
)
_COUNTED = re.compile(
    r"\s?(?:[位年月日号天次个多种条人元分秒]|小时|%|-?(?:char|digit|letter|word|day|time|user|year|attempt|minute|hour|second))"
)
_ANNOUNCED_AFTER = re.compile(
    r"(?<![!-~])([!-~]{5,64}+)[”」]?\s{0,2}"
    r"(?:就?是[^\s!-~，。；]{0,8}|\s?is\s(?:the|my|our|your|his|her|their)\s(?:[a-z0-9-]{1,16}\s){0,3})\Z"
)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a label announces: a value, and where it stands."""

    page: Page
    label: Label
    link: Link
    linked: int
    """Where the link begins: behind the label."""
    start: int
    end: int
    quoted: bool

    @property
    def value(self) -> str:
        """The value, or as much of it as decides whether it is a secret."""
        return self.page.text[self.start : min(self.end, self.start + _LONGEST)]

    @property
    def ends(self) -> bool:
        """Whether the clause ends here, or the value was assigned: only then can a plain word be a password."""
        return self.page.low[self.start - 1] == "=" or bool(_CLAUSE_END.match(self.page.low, self.end))

    @property
    def counted(self) -> bool:
        """Whether a unit follows: then digits are an amount."""
        return bool(_COUNTED.match(self.page.low, self.end))

    @property
    def chinese(self) -> bool:
        """Whether label or link is Chinese, where a Latin word after 是 is a name for something, not an adjective."""
        return not self.page.low[self.linked - 1 : self.start].isascii()


def labelled_secrets(page: Page) -> Iterator[Finding]:
    """Every secret that a label announces, before or after it."""
    at = 0
    while match := _LABEL.search(page.low, at):
        at = match.end()
        if label := _label(page.low, match):
            if found := _before(page, match):
                yield found
            elif claim := _claim(page, label, at):
                accepted = is_secret(claim)
                if accepted:
                    yield Finding(claim.start, claim.end, "api_key" if label in ("secret", "key") else "password")
                if accepted or claim.end - claim.start > _LONGEST // 4:
                    at = claim.end  # nothing that long holds a second label: reading it again would cost a square


def _label(low: str, match: re.Match[str]) -> Label | None:
    """The kind of label this is where it stands; None when it is a part of another word."""
    label, start = LABELS[match[0]], match.start()
    if not match[0].isascii():
        return label
    if not _LABEL_END.match(low, match.end()):
        return None
    if label == "key":
        before = low[max(0, start - 12) : start]
        if _SECRET_KEY.search(before):
            return "secret"
        if before.endswith(("public ", "public_", "public-")):
            return None
    if label in ("key", "pin", "pass") and _LETTER.match(low, max(0, start - 1), start):
        return None
    return label


def _claim(page: Page, label: Label, at: int) -> Claim | None:
    """What follows a label that ends at `at`."""
    for link, pattern in _LINKS:
        joint = pattern.match(page.low, at)
        value = _VALUE.match(page.text, joint.end()) if joint else None
        if joint and value:
            quoted = value.lastindex != _VALUE.groups
            start, end = value.span(value.lastindex or 0) if quoted else _trimmed(page, *value.span())
            return Claim(page, label, link, at, start, end, quoted)
    return None


def _trimmed(page: Page, start: int, end: int) -> tuple[int, int]:
    """Where a value without quotes begins and ends once the punctuation around it is left out."""
    if cut := _CUT.search(page.low, start, end):
        end = cut.start()
    bare = page.text[start:end].lstrip(_OPENING)
    start = end - len(bare)
    return start, start + len(bare.rstrip(_CLOSING))


def _before(page: Page, label: re.Match[str]) -> Finding | None:
    """The secret before a label that ends its clause: `… is the password`, …是密码."""
    if not _CLAUSE_END.match(page.low, label.end()):
        return None
    offset = max(0, label.start() - 100)
    before = _ANNOUNCED_AFTER.search(page.low[offset : label.start()])
    if before is None:
        return None
    start, end = _trimmed(page, offset + before.start(1), offset + before.end(1))
    value = page.text[start:end]
    if is_placeholder(value) or not (mixed(value, 5) or (signed(value) and mixed(value, 1))):
        return None
    return Finding(start, end, "password" if LABELS[label[0]] in ("password", "pass") else "api_key")


def is_secret(claim: Claim) -> bool:
    """Whether what a label announces is a secret rather than a word about it."""
    if len(claim.value) < 4 or is_placeholder(claim.value) or is_word(claim.value) or is_prose(claim.value):
        return False
    match claim.label:
        case "password":
            return _is_password(claim)
        case "pass":
            return claim.link == "sign" and not claim.value.replace(" ", "").isalpha() and _is_password(claim)
        case "pin":
            return claim.link != "beside" and claim.value.isdigit() and len(claim.value) <= 8 and not claim.counted
        case "secret":
            return _is_issued_secret(claim)
        case "key":
            return claim.link != "beside" and _is_random(claim.value)
        case _:
            assert_never(claim.label)


def _is_password(claim: Claim) -> bool:
    value = claim.value
    digits = sum(map(str.isdigit, value))
    if claim.link == "beside":
        if value.isdigit():
            return digits >= (4 if claim.chinese else 6) and not claim.counted
        return len(value) >= 6 and (mixed(value, 4) or ((signed(value) or "_" in value) and digits >= 3))
    if claim.quoted:
        return True
    if not any(map(str.isalpha, value)):
        return digits >= 4 and not claim.counted
    if digits or signed(value):
        return True
    return claim.ends and value.isalpha() and (claim.link == "sign" or claim.chinese)


def _is_issued_secret(claim: Claim) -> bool:
    value = claim.value
    if UUID.match(value):
        return True
    if claim.link == "beside":
        return sum(map(str.isdigit, value)) >= 3 and mixed(value, 16)
    if mixed(value, 8) or (signed(value) and mixed(value, 4)) or (len(value) >= 16 and mixed(value, 4)):
        return True
    return claim.link == "sign" and len(value) >= 20 and (value.isalpha() or value.isdigit())


def _is_random(value: str) -> bool:
    """Whether this can only have been drawn by lot: `key` announces too many other things."""
    return (
        len(value) >= 20
        and mixed(value, 16)
        and any(map(str.islower, value))
        and any(map(str.isupper, value))
        and sum(map(str.isdigit, value)) >= 3
    )
