"""The guard for anything JSON can hold: metadata, tags, tool calls."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from perdure.text.privacy.finding import MARKERS, Finding, mask
from perdure.text.privacy.looks import is_word
from perdure.text.privacy.mask import guard
from perdure.text.privacy.policy import STRICT, PrivacyPolicy

_WORD_BREAK = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_.-]+")
_PASSWORD_NAME = re.compile("(?:password|passwd|passphrase|passcode|pwd|密码|密碼|口令)s?$")
_KEY_NAME = re.compile(
    "(?:secret|authorization|(?:api|access|secret|private|auth|signing|encryption) ?key"
    "|(?:api|access|auth|refresh|bearer|session|bot) ?token|密钥|密鑰|秘钥|私钥|令牌)s?$"
)


def guard_value(value: Any, policy: PrivacyPolicy = STRICT) -> Any:
    """The value with all its strings guarded, dictionary keys too; what is not a string stays as it is.

    A key announces its value as a word in a sentence would: `{"card": "…"}` is read as `card: …`. What a key calls a
    password is masked whatever it looks like, a number too.
    """
    return _guarded(value, "", policy)


def _guarded(value: Any, name: str, policy: PrivacyPolicy) -> Any:
    match value:
        case str():
            return _guarded_text(value, name, policy)
        case Mapping():
            return _guarded_items(value, policy)
        case list():
            return [_guarded(item, name, policy) for item in value]
        case tuple():
            return tuple(_guarded(item, name, policy) for item in value)
        case int() | float() if not isinstance(value, bool) and _PASSWORD_NAME.search(name):
            return MARKERS["password"]
    return value


def _guarded_items(items: Mapping[Any, Any], policy: PrivacyPolicy) -> dict[Any, Any]:
    """Each pair guarded; keys that become equal are numbered, so that no value is lost."""
    guarded: dict[Any, Any] = {}
    for key, value in items.items():
        base = kept = _guarded_name(key, policy) if isinstance(key, str) else key
        count = 1
        while kept in guarded:
            count += 1
            kept = f"{base} {count}"
        guarded[kept] = _guarded(value, _WORD_BREAK.sub(" ", base).lower() if isinstance(base, str) else "", policy)
    return guarded


@lru_cache(maxsize=2_048)
def _guarded_name(name: str, policy: PrivacyPolicy) -> str:
    """A key; there are few, and each comes again and again."""
    return guard(name, policy).text


def _guarded_text(text: str, name: str, policy: PrivacyPolicy) -> str:
    if not name:
        return guard(text, policy).text
    if text.strip() and not is_word(text) and text not in MARKERS.values():
        if _PASSWORD_NAME.search(name):
            return MARKERS["password"]
        if _KEY_NAME.search(name):
            return MARKERS["api_key"]
    lead = f"{name}: "
    found = guard(lead + text, policy).findings
    return mask(
        text,
        [Finding(max(0, one.start - len(lead)), one.end - len(lead), one.type) for one in found if one.end > len(lead)],
    )
