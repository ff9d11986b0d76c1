"""What of an entry is its speaker's own word: without echoes of a brief, code, quoted lines and material that is only handed over."""

from __future__ import annotations

import re
from functools import cache

from perdure.capture.echo import without_echo
from perdure.text.mood import sentences

MOST_SENTENCES = 400
"""Sentences of one entry that are read; what is longer is a document, not something said."""


def own_words(text: str) -> str:
    """The text without what the speaker did not say themselves."""
    said = without_echo(text)
    said = _code().sub("\n", said)
    said = _quoted_lines().sub("", said)
    return _without_material(said)


def own_sentences(text: str) -> list[str]:
    """The sentences of a speaker's own words, without bullets."""
    said = own_words(text)
    found = [_bullet().sub("", said[start:end]).strip() for start, end in sentences(said)[:MOST_SENTENCES]]
    return [sentence for sentence in found if sentence]


def _without_material(text: str) -> str:
    """Cut what is handed over to be translated, summed up or corrected: the quotation, or everything behind the colon."""
    asked = _hands_over().search(text)
    if asked is None:
        return text
    quote = _quotation().search(text, asked.start())
    if quote is not None and quote.end() - quote.start() > 2:
        return f"{text[: quote.start()]} {text[quote.end() :]}"
    behind = re.compile(r"[:：]|\n").search(text, asked.end())
    return text if behind is None else text[: behind.end()]


@cache
def _code() -> re.Pattern[str]:
    """Code, fenced or in backticks with several words, and what a terminal printed."""
    return re.compile(
        r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|^(?:\$ |>>> |\.\.\. )[^\n]*$|<(?:code|pre)>.*?(?:</(?:code|pre)>|\Z)",
        re.DOTALL | re.MULTILINE,
    )


@cache
def _quoted_lines() -> re.Pattern[str]:
    return re.compile(r"^[ \t]*>.*$", re.MULTILINE)


@cache
def _bullet() -> re.Pattern[str]:
    return re.compile(r"^(?:[-*•·–]|\d{1,2}[.)、]|[（(]\d{1,2}[)）])\s*(?=\D)")


@cache
def _hands_over() -> re.Pattern[str]:
    """A request whose object is a text: what follows it is not said by the one who asks."""
    return re.compile(
        r"\b(?:translat\w*|summari[sz]e|proofread|polish|rewrite|rephrase|paraphrase|correct|edit|check|review|explain|analy[sz]e|fix|shorten|improve|classify|respond to|reply to)\b"
        r"(?=[^.!?\n]{0,80}(?:[:\"“'‘\n]|\bthis\b|\bfollowing\b|\bbelow\b))|"
        r"(?:翻译|总结|概括|润色|修改|改写|校对|检查|看看|看一下|解释|分析|纠正|改一?[下改]|缩写|扩写|点评|回复)(?=[^。！？\n]{0,40}(?:[：:\"“「『\n]|这[段句篇封份个]|下面|以下))|"
        r"把(?=[\"“「『])",
        re.IGNORECASE,
    )


@cache
def _quotation() -> re.Pattern[str]:
    return re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』|(?<!\w)'[^'\n]{12,}'(?!\w)")
