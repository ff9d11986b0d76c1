"""Telephone numbers and e-mail addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.text.privacy.cues import cue
from perdure.text.privacy.finding import Finding
from perdure.text.privacy.page import Page

_EMAIL = re.compile(
    r"(?<![a-z0-9._%+'\0-])(?!git@)[a-z0-9_][a-z0-9._%+'-]*+"
    r"@(?![0-9]x\.)(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?![a-z0-9\0])"
    r"(?!:[a-z0-9~._-]{0,99}/)"  # user@host:path is a place on a machine
)
_ADDRESS = re.compile(r"://[^\s/@]*\Z")
_END = r"(?:\s?(?:x|ext\.?|[#]|转|分机)\s?[0-9]{1,6})?(?![0-9a-z_\0])(?!\.[0-9])"
_PHONE = re.compile(
    r"""(?:(?<![0-9a-z_+\0])(?<![0-9\0][-./:])|(?<=tel)|(?<=phone))(?:
    # China: mobile, then landline behind an area code
    (?:(?:\((?:\+|00)?86\)|(?:\+|00)?86)[ -]?)?1(?:[38][0-9]|4[5-9]|[59][0-35-9]|6[2567]|7[0-8])
        (?:[0-9]{8}|(?P<a>[ -])[0-9]{4}(?P=a)[0-9]{4}|[ -][0-9]{8}|[0-9]{4}[ -][0-9]{4}|(?P<b>[ -])[0-9]{3}(?P=b)[0-9]{5})
    |(?:\((?:010|02[0-9])\)[ -]?|(?:010|02[0-9])[ -])[2-9][0-9]{3}[ -]?[0-9]{4}
    |(?:\(0[3-9][0-9]{2}\)[ -]?|0[3-9][0-9]{2}[ -])[2-9][0-9]{2,3}[ -]?[0-9]{4}
    # any country, behind its code
    |(?:\(\+(?=[0-9]{1,3}\))|\+|00(?=[1-9][0-9]{0,2}(?:[ -][1-9]|[ ]?\()))[1-9](?:[ .\-/()]{0,3}[0-9]){8,14}
    # North America
    |(?:1[-.\ ])?(?:\([2-9][0-9]{2}\)[ -]?[0-9]{3}[-.\ ]|[2-9][0-9]{2}(?P<c>[-.])[0-9]{3}(?P=c))[0-9]{4}
    # elsewhere, behind a zero or an area code in brackets
    |0[1-9][0-9]{1,3}(?P<d>[ -])(?!0[0-9]{2}|[0-9]{2}(?P=d)[0-9]{2}(?P=d)[0-9]{2}(?![0-9]))[0-9]{2,4}(?:(?P=d)[0-9]{2,4}){1,3}
    |\((?!19|20)0?[0-9]{1,3}\)[ ]?[0-9]{2,4}[ -][0-9]{3,4}(?:[ -][0-9]{2,4})?
    )"""
    + _END,
    re.VERBOSE,
)
_ANY = re.compile(r"[(+]{0,2}[0-9](?:[ ().\-/]{0,3}[0-9]){6,14}" + _END)
_ANNOUNCERS = (
    "phone tel mobile cell fax whatsapp hotline landline desk office home work contact direct number call text ring dial "
    "message reach answer 手机 电话 座机 固话 传真 热线 联系 号码 回拨 拨打 致电"
).split()
_ANNOUNCED = re.compile(
    r"(?:(?<![a-z])(?:(?:tele|cell)?phone|tel|mobile|cell|fax|whatsapp|hotline|landline)s?(?:\s(?:number|no\.?))?(?:\s(?:is|was|at))?"
    r"|(?<![a-z])(?:desk|office|home|work|contact)(?:\s(?:number|no\.?))?(?=\s?[:：])"
    r"|(?<![a-z])(?:call|text|ring|dial|phone|fax|message|reach|answer|answering)(?:\s(?:me|us|him|her|them|back|up)){0,2}\s(?:at|on)"
    r"|(?<![a-z])(?:my|your|his|her|our|their|new)\snumber(?:\sis)?"
    r"|(?:手机|电话|座机|固话|传真|热线|联系方式|(?<![件照证牌票卡单水列编位])号码)(?:号码?)?(?:是|为|改成|换成|变成)?了?|回拨|拨打|致电)"
    r"\s{0,2}[:：#]?\s{0,2}\(?\+?\Z"
)
_NAMED_AFTER = re.compile(r"[ -]{0,2}(?:office|fax|mobile|cell|home|desk|work|direct)(?=\s{0,2}(?:\Z|[\n\\,;)]))")
_NOT_A_PHONE = re.compile(
    r"(?:19|20)[0-9]{2}[-./ ][0-9]{1,2}[-./ ][0-9]{1,2}(?![0-9])|[0-9]{1,2}[-./][0-9]{1,2}[-./](?:19|20)[0-9]{2}(?![0-9])"
    r"|(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?![0-9])|(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.])"
    r"|\+?[0-9]+\.[0-9]{1,3}(?![0-9.])"
)
_COUNTED = re.compile(r"\s?(?:[元块次条个人米克万亿%]|字节|毫秒|bytes?|rows?|users?|times|tokens?|params?)")


def emails(page: Page) -> Iterator[Finding]:
    """E-mail addresses."""
    if "@" in page.low:
        for match in _EMAIL.finditer(page.low):
            if not _ADDRESS.search(page.low[max(0, match.start() - 99) : match.start()]):  # else a login on a server
                yield Finding(*match.span(), "email")


def phones(page: Page) -> Iterator[Finding]:
    """Numbers in a form that only telephone numbers have, and any that the words around call one."""
    announcers = bool(page.runs) and any(map(page.low.__contains__, _ANNOUNCERS))
    for start, end in page.runs:
        window = max(0, start - 2), min(end + 16, len(page.low))
        for match in _PHONE.finditer(page.low, *window):
            if _is_phone(page.low, match):
                yield Finding(*match.span(), "phone")
        if announcers and (number := _ANY.match(page.low, start, window[1])) and _is_announced(page.low, number):
            yield Finding(*number.span(), "phone")


def _is_phone(low: str, match: re.Match[str]) -> bool:
    digits = [char for char in match[0] if char.isdigit()]
    if not 8 <= len(digits) <= 21 or digits[-5:] == ["0"] * 5 or _NOT_A_PHONE.match(match[0]):
        return False
    return match[0].startswith(("+", "(")) or not (
        _COUNTED.match(low, match.end()) or cue(low, *match.span(), reach=4) == "reference"
    )


def _is_announced(low: str, match: re.Match[str]) -> bool:
    """Whether the words around a number call it a telephone number."""
    if _NOT_A_PHONE.match(low, match.start()):
        return False
    return bool(
        _NAMED_AFTER.match(low, match.end()) or _ANNOUNCED.search(low[max(0, match.start() - 48) : match.start()])
    )
