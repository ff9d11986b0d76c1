import re
import unicodedata

import bm25s
import Stemmer

WORDS = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+|[^\W_\u3400-\u9fff\uf900-\ufaff]+")


class Peer:
    def __init__(self, home, vector):
        self.stem = Stemmer.Stemmer("english")
        self.spaces = {}

    def add(self, space, items):
        index = bm25s.BM25()
        index.index([self.terms(item["text"]) for item in items], show_progress=False)
        self.spaces[space] = index, [item["key"] for item in items]

    def find(self, space, text, now, k):
        index, keys = self.spaces[space]
        asked = [term for term in self.terms(text) if term in index.vocab_dict]
        if not asked:
            return []
        rows, scores = index.retrieve([asked], k=min(k, len(keys)), show_progress=False)
        return [keys[row] for row, score in zip(rows[0], scores[0], strict=True) if score > 0]

    def terms(self, text):
        """Latin words stemmed; Chinese as single characters and bigrams."""
        found = []
        for word in WORDS.findall(unicodedata.normalize("NFKC", text).lower()):
            if "\u3400" <= word[0] <= "\ufaff":
                found += [*word, *(word[at : at + 2] for at in range(len(word) - 1))]
            else:
                found.append(self.stem.stemWord(word))
        return found
