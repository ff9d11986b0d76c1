"""SUMMARY and FILTER: what messages that are handed in say, and which of them matter. No space is read or written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perdure.app.core import Core
from perdure.capture.extract.rules import MAKER
from perdure.capture.model import Caller, expand, summarise
from perdure.capture.model.prompt import load
from perdure.capture.model.summary import PROMPT
from perdure.capture.working.handed import read
from perdure.capture.working.sieve import Group, by_words, grouped, sift, undecided, with_meaning
from perdure.capture.working.telling import tell
from perdure.domain.access import GLOBAL, LOCAL
from perdure.domain.messages import Filtered, Handed, Summarised
from perdure.domain.policy import Policy
from perdure.errors import EmbedderError, InvalidQuery, InvalidValue
from perdure.recall import floor
from perdure.recall.expand import expanded
from perdure.recall.plan import BLANK, Plan, language_of, plan
from perdure.text.tokens import head

MOST_TOKENS = 1_000_000
"""The largest budget that may be given."""

COMPARED = 64
"""Messages, the latest of those without a word of the query, that are compared with it by meaning."""

COMPARED_TOKENS = 100
"""Of a message, what is compared: its beginning."""


def summary(core: Core, messages: Sequence[Handed], *, max_tokens: int) -> Summarised:
    """What these messages say in at most so many tokens; raises InvalidInput."""
    most = _whole(max_tokens, "max_tokens", MOST_TOKENS)
    caller = _caller(core)
    told = tell(
        read(messages, core.counter),
        most,
        core.counter,
        summarise=None if caller is None else lambda texts, room: summarise(caller, texts, max_tokens=room),
    )
    by = caller.maker(load(PROMPT)) if caller is not None and told.modelled else MAKER
    return Summarised(text=told.text, tokens=core.counter(told.text), left_out=told.left_out, by=by)


def filtered(core: Core, messages: Sequence[Handed], query: str, *, max_tokens: int | None, k: int | None) -> Filtered:
    """The messages that matter for a query; raises InvalidInput."""
    room = None if max_tokens is None else _whole(max_tokens, "max_tokens", MOST_TOKENS)
    most = None if k is None else _whole(k, "k", MOST_TOKENS)
    told = read(messages, core.counter)
    asked = plan(query, core.policy or Policy(), now=core.now())
    if asked.quiet == BLANK:
        raise InvalidQuery("the query is empty; say what the messages should matter for")
    caller = _caller(core)
    notes: tuple[str, ...] = ()
    if caller is not None:
        asked, notes = expanded(asked, lambda text: expand(caller, text))
    groups = grouped(told)
    compared = _compared(core, groups, by_words(groups, asked), asked)
    sifted = sift(groups, compared.relevance, room=room, k=most)
    return Filtered(
        messages=tuple(messages[place] for place in sifted.kept),
        kept=sifted.kept,
        dropped=sifted.dropped,
        tokens=sum(told[place].tokens for place in sifted.kept),
        notes=(*notes, *compared.notes),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Compared:
    """The relevance of each group, and what could not be compared."""

    relevance: Sequence[float]
    notes: tuple[str, ...] = ()


def _compared(core: Core, groups: Sequence[Group], words: Sequence[float], asked: Plan) -> _Compared:
    """Words, and meaning for what they do not decide, where there is an embedder."""
    open_ = undecided(groups, words)
    if core.embedder is None or asked.quiet or not open_:
        return _Compared(relevance=words)
    chosen = open_[:COMPARED]
    try:
        margins = _margins(core, [groups[number] for number in chosen], asked)
    except EmbedderError as error:
        return _Compared(relevance=words, notes=(f"only words took part: {error}",))
    rest = len(open_) - len(chosen)
    notes = (f"the {rest} earliest messages without a word of the query were not compared by meaning",) if rest else ()
    return _Compared(relevance=with_meaning(words, dict(zip(chosen, margins, strict=True))), notes=notes)


def _margins(core: Core, groups: Sequence[Group], asked: Plan) -> list[float]:
    """How far each group's cosine rises above the ground of the text of the query that it is nearest to, in margins."""
    embedder, meaning = core.embedder, core.meaning()
    if embedder is None or meaning is None:
        return []
    texts = asked.meanings
    queries = meaning.embed(texts)
    passages = embedder.embed([head(group.text, COMPARED_TOKENS) for group in groups], use="passage")
    backgrounds = meaning.calibration().backgrounds
    found = []
    for passage in passages:
        rows = (
            (_cosine(query, passage) - floor.ground(query, backgrounds[language_of(text)]))
            / backgrounds[language_of(text)].margin
            for text, query in zip(texts, queries, strict=True)
        )
        found.append(max(rows))
    return found


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Of two unit vectors."""
    return float(sum(float(x) * float(y) for x, y in zip(one, other, strict=True)))


def _caller(core: Core) -> Caller | None:
    """The language model, its tokens counted where the one who calls is at home, else in `global`: no space is read for it but
    for what it may cost."""
    home = core.principal.home
    return core.acting(LOCAL).caller(GLOBAL) if home is None else core.caller(home)


def _whole(value: object, name: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise InvalidValue(f"{name} is a whole number from 1 to {most:,}, not {value!r}")
    return value
