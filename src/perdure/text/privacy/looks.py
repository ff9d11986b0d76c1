"""What a secret looks like, and what only stands where one could."""

from __future__ import annotations

import re

UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z")

_PIECES = re.compile(r"[^A-Za-z0-9]+")
_SIGN = re.compile(r"[!@#$%^&*+=~\\|<>]")
_PLACEHOLDER = re.compile(
    r"""[$%][({]?[a-z_]+[)}%]?             # $PASSWORD, ${TOKEN}, %SECRET%
    |%[sdr](?:[^a-z]?%[sdr])*
    |<[^>]*>?|[{\[].*                      # <your key>, {{ token }}, [removed]
    |([*•x#._-])\1*                        # ********, xxxx
    |(?:your|my|the|some|an?)[_-].*        # YOUR_API_KEY
    |[a-z]{2,10}://.*|\.{0,2}/[a-z_.-]+/.* # an address, a path
    |[a-z_]{2,}[(\[].*|(?=\w*[._])[a-z_][\w.]*[(\[].* # getpass(), os.environ["…"]
    |[a-z_]+(?:\.[a-z_]++)+                # settings.secret
    |[0-9]{4}-[0-9]{2}-[0-9]{2}.*          # a date
    |(?:md[2-6]|sha-?[0-9]{1,3}|aes-?[0-9]{3}|rsa-?[0-9]{4}|base-?[0-9]{2}|utf-?[0-9]{1,2})(?:-[a-z0-9]{3})?
    |argon2(?:id?|d)?|pbkdf2|bcrypt|scrypt|ed25519|ipv[46]|wpa[23]|oauth2|[12]fa|1password
    |[0-9]+(?:-[0-9]+)?[+-]?(?:st|nd|rd|th|x|h|(?:min|hour|day|week|month|year|char|character|digit|letter|time|bit|byte)s?)
    """,
    re.VERBOSE,
)
_WORDS = frozenset(
    """
    required optional none null nil true false undefined unknown empty blank hidden missing protected encrypted hashed
    forgotten changed expired reset incorrect correct wrong invalid valid weak strong same default string number object
    bool boolean bytes password passwords passwd pass secret token credentials value input text example user username here
    there below above todo this that with from when what which only also must should keep yes no on off secretstr
    """.split()
)
_PROSE = frozenset(
    "a an and are at be can enter for in is must not of on or please should the this to we you your".split()
)


def mixed(value: str, length: int) -> bool:
    """Whether letters and digits stand together in one unbroken piece of at least this length."""
    return any(len(piece) >= length and not piece.isalpha() and not piece.isdigit() for piece in _PIECES.split(value))


def signed(value: str) -> bool:
    """Whether letters come with a sign that prose does not use inside a word."""
    return bool(_SIGN.search(value.rstrip("!"))) and any(map(str.isalpha, value))


def is_placeholder(value: str) -> bool:
    """Whether this is a name, a sample, an address, code or a count where a secret could have been."""
    return bool(_PLACEHOLDER.fullmatch(value.lower()))


def is_word(value: str) -> bool:
    """Whether this is what people and programs write where a password could have been."""
    return value.lower() in _WORDS


def is_prose(value: str) -> bool:
    """Whether several words make a sentence rather than a pass phrase."""
    words = value.lower().split()
    return len(words) > 1 and not _PROSE.isdisjoint(words)
