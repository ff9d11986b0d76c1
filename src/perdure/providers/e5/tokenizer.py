"""Text to the numbers of its pieces, as SentencePiece's unigram model cuts it."""

from __future__ import annotations

import re

from perdure.providers.e5.weights import Vocabulary

_SPACE = "▁"
_SPACES = re.compile("  +")
_UNKNOWN_COSTS = 10.0
"""How much less likely than the rarest piece a character is that no piece covers."""


class Tokenizer:
    """Cuts a text into the likeliest pieces; every character is covered, by the unknown piece if need be."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._numbers = dict(zip(vocabulary.pieces, range(len(vocabulary.pieces)), strict=True))
        del self._numbers[vocabulary.pieces[vocabulary.unknown]]
        self._scores = vocabulary.scores
        self._unknown = vocabulary.unknown
        self._unknown_score = min(vocabulary.scores) - _UNKNOWN_COSTS
        self._longest = max(map(len, vocabulary.pieces))
        self._folds = {0: " ", **vocabulary.folds}

    def __call__(self, text: str) -> list[int]:
        """The pieces' numbers, without those that mark the beginning and the end."""
        folded = _SPACES.sub(" ", text.translate(self._folds)).removeprefix(" ")
        return [number for word in folded.split(" ") for number in self._cut(_SPACE + word)]  # no piece spans two words

    def _cut(self, word: str) -> list[int]:
        """Viterbi's algorithm: the best way to each place is the best way to an earlier one and one more piece."""
        size = len(word)
        best = [0.0] + [float("-inf")] * size
        steps = [(0, self._unknown)] * (size + 1)
        for start in range(size):
            before = best[start]
            for end in range(start + 1, min(size, start + self._longest) + 1):
                number = self._numbers.get(word[start:end])
                if number is not None and before + self._scores[number] > best[end]:
                    best[end], steps[end] = before + self._scores[number], (start, number)
            if before + self._unknown_score > best[start + 1]:
                best[start + 1], steps[start + 1] = before + self._unknown_score, (start, self._unknown)
        found, end = [], size
        while end:
            end, number = steps[end]
            found.append(number)
        return found[::-1]
