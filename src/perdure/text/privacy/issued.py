"""Keys that show by their own form what they are: issued tokens, private key blocks, credentials in headers and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perdure.text.privacy.finding import Finding
from perdure.text.privacy.looks import is_placeholder, is_word, mixed
from perdure.text.privacy.page import Page

ISSUED = {
    "[A-Za-z0-9]{30,}+": "ghp_ gho_ ghu_ ghs_ ghr_ hf_ npm_ gsk_ r8_ pplx- xai- dop_v1_",
    "[A-Za-z0-9]{16,}+": "sk_live_ sk_test_ rk_live_ rk_test_ whsec_ shpat_ AKID LTAI",
    "[A-Z0-9]{16,}+": "AKIA ASIA AGE-SECRET-KEY-",
    "[A-Za-z0-9_-]{20,}+": "sk- github_pat_ glpat- pypi-Ag AIza GOCSPX- ya29. nvapi- dckr_pat_ xoxa- xoxb- xoxe- xoxp- xoxs- xapp-",
    "[A-Za-z0-9_-]{40,}+": "pdr_",
    "[A-Za-z0-9/]{30,}+": "hooks.slack.com/services/",
    "[A-Za-z0-9_-]{16,}+[.][A-Za-z0-9_-]{16,}+": "SG.",
    "[A-Za-z0-9_-]{5,}+[.][A-Za-z0-9_.-]{8,}+": "eyJ",
}
"""How the tokens of well-known services begin, by the form of what follows."""

BEGINNINGS = " ".join(ISSUED.values()).split()

# A run of token characters is tried only from its first one: that keeps the search linear.
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_\0-])(?:"
    + "|".join(f"(?:{'|'.join(map(re.escape, beginnings.split()))}){body}" for body, beginnings in ISSUED.items())
    + ")"
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:[^-\0]++|-(?!----))*+-----END [A-Z0-9 ]{0,60}-----|(?:(?:\s|\\[nr])*+[A-Za-z0-9+/=]{24,}+)++)"
)
_ADDRESS = re.compile(r"://[^\s/:@\0]{0,64}+:([^\s/@\0]{1,256}+)@")
_SCHEME = r"(?:bearer|basic|token|digest|apikey)\s{1,4}"
_HEADER = re.compile(
    rf"(?:authorization[\"']?\s{{0,3}}(?::\s{{0,3}}[\"']?(?:{_SCHEME})?|=\s{{0,3}}[\"']?{_SCHEME})|bearer\s{{1,4}})"
    r"([a-z0-9._~+/=:-]{8,}+)"
)
_OPAQUE = re.compile("[0-9]|[a-z][A-Z]")


def issued_keys(page: Page) -> Iterator[Finding]:
    """Tokens with the beginning of a known service; `sk-` also begins common words, so what follows must look random."""
    if any(map(page.text.__contains__, BEGINNINGS)):
        for match in _TOKEN.finditer(page.text):
            if not match[0].startswith("sk-") or mixed(match[0], 12):
                yield Finding(*match.span(), "api_key")


def private_keys(page: Page) -> Iterator[Finding]:
    """PEM and PGP blocks, whole or cut off."""
    if "PRIVATE KEY" in page.text:
        for match in _PRIVATE_KEY.finditer(page.text):
            yield Finding(*match.span(), "api_key")


def address_passwords(page: Page) -> Iterator[Finding]:
    """The password in `scheme://user:password@host`."""
    if "://" in page.text:
        for match in _ADDRESS.finditer(page.text):
            if not (is_placeholder(match[1]) or is_word(match[1])):
                yield Finding(*match.span(1), "password")


def header_credentials(page: Page) -> Iterator[Finding]:
    """What follows `Authorization:` or `Bearer`."""
    if "authorization" in page.low or "bearer" in page.low:
        for match in _HEADER.finditer(page.low):
            value = page.text[slice(*match.span(1))]
            if _OPAQUE.search(value) and not is_placeholder(value):
                yield Finding(*match.span(1), "api_key")
