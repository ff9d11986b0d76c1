"""The one tokeniser behind every index.

Latin words are stemmed, identifiers are kept whole and split, Chinese, Japanese and Korean runs become single characters
and pairs of them: no dictionary, so names and any contiguous piece of a sentence are found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from perdure.text.clean import simplify
from perdure.text.words import ASKING_PHRASES, ASKING_WORDS, FUNCTION_CHARACTERS, PARTICLES, STOP_WORDS

_CJK = r"\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_RUNS = re.compile(
    rf"[{_CJK}]+"
    rf"|(?<![^\W_])[A-Za-z](?:\+\+|#)"
    rf"|(?:(?![{_CJK}])[^\W_])+(?:['’_\-./:@](?:(?![{_CJK}])[^\W_])+)*"
)
_ASCII_RUNS = re.compile(r"(?<![A-Za-z0-9])[A-Za-z](?:\+\+|#)|[A-Za-z0-9]+(?:['_\-./:@][A-Za-z0-9]+)*")
"""The same where the text is ASCII, and faster."""
_CJK_RUN = re.compile(rf"[{_CJK}]")
_JOINERS = re.compile(r"[_\-./:@]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+")
_APOSTROPHE = re.compile(r"['’](?:s$)?")
_MIDDLE = "·"


@cache
def _stemmer() -> Any:
    import snowballstemmer  # documented lazy load: twenty languages of rules

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a lower-case word; words with digits or other letters than a–z stay as they are."""
    return str(_stemmer().stemWord(word)) if word.isascii() and word.isalpha() and len(word) > 2 else word


@lru_cache(maxsize=65_536)
def _word_terms(written: str) -> tuple[str, ...]:
    """The terms of one written word, the whole of an identifier first."""
    if written[-1] in "+#":
        return (written[0].lower() + ("sharp" if written[-1] == "#" else "plusplus"),)
    pieces = [piece for piece in _JOINERS.split(written) if piece]
    camel = written.isascii() and not written.islower()
    parts = [part for piece in pieces for part in _CAMEL.findall(piece)] if camel else pieces
    if len(parts) == 1 or (len(pieces) == 1 and "'" in written) or "’" in written:
        parts = [written]
    terms = [stem(_plain(part)) for part in parts]
    if len(parts) > 1:
        joint = _MIDDLE if re.search(r"[./:@]", written) else ""
        terms.insert(0, stem(joint.join(_plain(part) for part in parts)))
        terms += [stem(_plain(piece)) for piece in pieces if len(pieces) > 1 and piece not in parts]
    return tuple(term for term in terms if term)


def _plain(word: str) -> str:
    """Lower case, without accents and apostrophes; a possessive s goes."""
    folded = _APOSTROPHE.sub("", word).lower()
    if folded.isascii():
        return folded
    split = unicodedata.normalize("NFKD", folded)
    if all(char.isascii() or unicodedata.combining(char) for char in split):
        return "".join(char for char in split if char.isascii())
    return unicodedata.normalize("NFKC", folded)


def _run_terms(run: str) -> tuple[str, ...]:
    """The terms of one run of characters that belong together."""
    if _CJK_RUN.match(run):
        return (*run, *(run[at : at + 2] for at in range(len(run) - 1)))
    return _word_terms(run)


def index_terms(text: str) -> list[str]:
    """Every term of a text, in order, repeated as often as it occurs."""
    if text.isascii():
        return [term for run in _ASCII_RUNS.findall(text) for term in _word_terms(run)]
    runs = _RUNS.findall(simplify(unicodedata.normalize("NFKC", text)))
    return [term for run in runs for term in _run_terms(run)]


@cache
def _empty() -> frozenset[str]:
    """Terms without content, as the index writes them."""
    return FUNCTION_CHARACTERS | STOP_WORDS | {stem(word) for word in STOP_WORDS}


def meaningful(terms: Iterable[str]) -> list[str]:
    """Without stop words and function characters."""
    empty = _empty()
    return [term for term in terms if term not in empty and not FUNCTION_CHARACTERS.issuperset(term)]


def content_terms(text: str) -> list[str]:
    """The terms of a text that carry meaning."""
    return meaningful(index_terms(text))


ENOUGH = 3
"""Terms that say what a query is about; beyond them, pairs that straddle a particle are noise."""


def query_terms(text: str) -> list[str]:
    """What to look for: content terms without the words of asking, each once; all terms where nothing else is left."""
    asked = [term for term in content_terms(ASKING_PHRASES.sub(" ", simplify(text))) if term not in ASKING_WORDS]
    terms = list(dict.fromkeys(asked or content_terms(text) or index_terms(text)))
    whole = [term for term in terms if PARTICLES.isdisjoint(term)]
    return whole if len(whole) >= ENOUGH else terms
