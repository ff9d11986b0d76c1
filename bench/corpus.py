"""Made-up turns and questions in two languages, the same every time: words as frequent as in real talk, without sense."""

import bisect
import itertools
import random

from perdure import Turn

SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in ("a", "e", "i", "o", "u", "an", "er", "il", "os")]
COMMON = "the a to of and in I you it is was for on we my that with at have this but not so they be".split()
PARTICLES = "的了是我在有不你就也都和这那会说要去"
VOCABULARY = 8_000


def words(chance, make):
    """A vocabulary and the running sums of its frequencies, which fall with the rank."""
    found = list(dict.fromkeys(make(chance) for _ in range(VOCABULARY)))
    return found, list(itertools.accumulate(1 / (rank + 20) for rank in range(len(found))))


def english_word(chance):
    """Two or three syllables."""
    return "".join(chance.choice(SYLLABLES) for _ in range(chance.choice((2, 2, 3))))


def chinese_word(chance):
    """Two characters out of the two thousand after 一."""
    return "".join(chr(0x4E00 + chance.randrange(2_000)) for _ in range(2))


def drawn(chance, vocabulary):
    """One word, common ones more often."""
    found, sums = vocabulary
    return found[min(bisect.bisect(sums, chance.random() * sums[-1]), len(found) - 1)]


def sentences(number):
    """(sentence, its content words) pairs, every third Chinese."""
    chance = random.Random(7)
    english, chinese = words(chance, english_word), words(chance, chinese_word)
    for n in range(number):
        if n % 3:
            content = [drawn(chance, english) for _ in range(chance.randrange(4, 12))]
            yield " ".join(f"{chance.choice(COMMON)} {word}" for word in content), content
        else:
            content = [drawn(chance, chinese) for _ in range(chance.randrange(4, 10))]
            yield "".join(word + chance.choice(PARTICLES) for word in content), content


def turns(number):
    """That many turns of two speakers, twenty a session."""
    for n, (text, _) in enumerate(sentences(number)):
        yield Turn(text, speaker=("ana", "bo")[n % 2], session=f"s{n // 20}", ref=f"t{n}")


def questions(number):
    """A hundred questions, each in some of the words of one of the turns."""
    content = [content for _, content in sentences(number)]
    step = max(1, number // 100)
    return [("" if min(words[0]) > "z" else " ").join(words[:5]) for words in content[::step][:100]]
