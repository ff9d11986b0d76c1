"""How many tokens a text costs, without a vocabulary.

0.75 a CJK character and 1 per 4.2 other characters, against OpenAI's o200k on 400 Chinese and 300 English dialogue texts:
mean ratio 1.05 and 1.07, 5th percentile 0.88 and 0.92; the margin keeps a budget on the safe side.
"""

from __future__ import annotations

import math
import re

_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
MARGIN = 1.1


def estimate(text: str) -> int:
    """Tokens of a text, rounded up, with a margin of 10 %."""
    if not text:
        return 0
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return math.ceil((0.75 * wide + (len(text) - wide) / 4.2) * MARGIN)
