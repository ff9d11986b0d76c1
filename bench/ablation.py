"""What each part of recall is worth, and what was tried and did not help: python bench/ablation.py --data FOLDER [SET ...]

Every question is searched once a form of itself; the variants then put the same candidates in order. Floor, age and settling
are left out, so that the figures tell of the ranking alone. `--transfer` adds the weights that a search over all other sets
prefers, and what they give here: how far the shipped ones could be off.
"""

import argparse
import dataclasses
import pathlib
import re
import tempfile

import numpy as np
from labelled import Remembering, figures, folders, observed, questions
from measure import publish
from rich.console import Console
from rich.progress import track
from rich.table import Table
from score_recall import when

from perdure import Perdure
from perdure.app.asking import ask, sources_of
from perdure.domain.policy import Weights
from perdure.providers.choose import choose
from perdure.recall.ask import never
from perdure.recall.fusion import Fused, fuse, standardised
from perdure.recall.pipeline import Stopwatch, ready
from perdure.recall.repeats import demoted
from perdure.recall.search import search
from perdure.recall.signals import PRIORS

SETS = ("locomo", "memorybank_zh", "memdaily_zh_pooled", "lifebench_zh", "beam100k")
DEFAULT = Weights()


@dataclasses.dataclass
class Seen:
    """A question with its candidates: their ids, vectors, and the look that the signals take."""

    query: dict
    found: object
    refs: list
    vectors: np.ndarray

    @property
    def pool(self):
        return self.found.look.pool


class Kept:
    """Stands for a reader once its transaction is over: the vectors of the candidates are at hand."""

    def __init__(self, seen_ids, vectors):
        self.rows = {number: row for row, number in enumerate(seen_ids)}
        self.table = vectors

    def vectors(self, ids):
        return self.table[[self.rows[number] for number in ids]]


# --- forms of a question ------------------------------------------------------------------------------------------------


def as_planned(plan):
    return plan


def without_voice(plan):
    return dataclasses.replace(plan, voice="")


def without_names(plan):
    text = plan.query
    for name in plan.speakers:
        text = re.sub(rf"{re.escape(name)}(?:['’]s?)?", "", text, flags=re.IGNORECASE)
    return dataclasses.replace(plan, voice=text if text.strip() and text != plan.query else "")


def as_statement(plan):
    """The voice without its question words: "what did I paint?" becomes "paint"."""
    start = (
        r"^(?:what|which|when|where|why|how|who)\b\s*(?:(?:did|does|do|is|are|was|were|has|have|had|would|will)\b\s*)?"
    )
    text = re.sub(start, "", plan.voice, flags=re.IGNORECASE).rstrip("?？")
    return dataclasses.replace(plan, voice=text if plan.voice and text.strip() else plan.voice)


def without_clauses(plan):
    return dataclasses.replace(plan, texts=plan.texts[:1], terms=plan.terms[:1])


def without_spans(plan):
    return dataclasses.replace(plan, spans=())


FORMS = {
    "": as_planned,
    "the question as it is, no first person": without_voice,
    "names left out instead of the first person": without_names,
    "the first person as a statement (tried)": as_statement,
    "no clauses": without_clauses,
    "no stretches of time": without_spans,
}


# --- orders of the candidates ---------------------------------------------------------------------------------------------


def shipped(seen, weights=DEFAULT):
    priors = {name: signal(seen.found.look) for name, signal in PRIORS}
    return demoted(fuse(seen.pool, priors, weights), seen.found.look, weight=weights.repeat).order


def weighted(**changes):
    return lambda seen: shipped(seen, dataclasses.replace(DEFAULT, **changes))


def ranks(scores):
    found = np.empty(len(scores))
    found[np.argsort(-np.nan_to_num(scores, nan=-9), kind="stable")] = np.arange(len(scores))
    return found


def reciprocal_ranks(seen, k=60):
    pool = seen.pool
    base = sum(1 / (k + ranks(row)) for row in (pool.lexical[0], *pool.dense[:1]))
    return np.argsort(-base, kind="stable")


def own_cosines(seen):
    pool = dataclasses.replace(seen.pool, dense=seen.pool.own)
    priors = {name: signal(seen.found.look) for name, signal in PRIORS}
    return fuse(pool, priors, DEFAULT).order


def rocchio(seen, share=0.3, top=3):
    """The vectors of the first hits pull the question towards them."""
    priors = {name: signal(seen.found.look) for name, signal in PRIORS}
    fused = fuse(seen.pool, priors, DEFAULT)
    middle = seen.vectors[fused.order[:top]].mean(axis=0)
    more = standardised((seen.vectors @ middle).astype(np.float32), least=0.003)
    return np.argsort(-(fused.score + share * more), kind="stable")


def session_layer(seen, share=0.3):
    """Sessions as documents: the cosine of the question's best turn to the mean of each session's candidates."""
    priors = {name: signal(seen.found.look) for name, signal in PRIORS}
    fused = fuse(seen.pool, priors, DEFAULT)
    sessions, places = np.unique(seen.pool.session, return_inverse=True)
    means = np.array([np.nanmean(np.nan_to_num(seen.pool.dense[0][places == n], nan=0)) for n in range(len(sessions))])
    return np.argsort(
        -(fused.score + share * standardised(means[places].astype(np.float32), least=0.003)), kind="stable"
    )


ORDERS = {
    "all": shipped,
    "no meaning": weighted(dense=0.0, lexical=1.0),
    "no words": weighted(lexical=0.0, dense=1.0),
    **{
        f"no {name}": weighted(**{name: 0.0})
        for name in ("speaker", "date", "when", "question", "assistant", "session", "length", "repeat")
    },
    "cosines without the neighbours": own_cosines,
    "meaning 0.5, words 0.5": weighted(dense=0.5, lexical=0.5),
    "meaning 0.7, words 0.3": weighted(dense=0.7, lexical=0.3),
    "reciprocal ranks, no other signal (tried)": reciprocal_ranks,
    "pulled towards the first hits (tried)": rocchio,
    "sessions as a layer (tried)": session_layer,
}


# --- running -----------------------------------------------------------------------------------------------------------


def seen_in(memory, folder, form, refs):
    """Every question of a set, searched in one form."""
    found = []
    for query in track(questions(folder), description=f"{folder.name}: {form.__name__}", transient=True):
        name = memory.space(f"user/{query['space']}").name
        with sources_of(memory._core, [name]) as opened:
            asked = ask(memory._core, query["text"], opened, {"now": when(query.get("time"))}, never)
            made = ready(asked, opened.sources, Stopwatch())
            plan = form(made.plan)
            vectors = asked.meaning.embed(plan.meanings)
            got = search(plan, opened.sources, asked.scope, vectors, limit=100, background=made.background)
            ids = got.look.pool.passage.tolist()
            table = opened.sources[0].reader.vectors(ids)
            owners = {passage.id: passage.owner for passage in opened.sources[0].reader.passages(ids)}
        source = dataclasses.replace(opened.sources[0], reader=Kept(ids, table))
        got = dataclasses.replace(got, look=dataclasses.replace(got.look, sources=(source,)))
        found.append(Seen(query, got, [refs[query["space"], owners[n]] for n in ids], table))
    return found


def scored(seen, order):
    return figures((list(dict.fromkeys(one.refs[n] for n in order(one)))[:20], one.query) for one in seen)


def rows_of(folder, embedder):
    """Every variant's figures on one set, and the questions as they are shipped."""
    with tempfile.TemporaryDirectory() as home, Perdure(home, timezone="UTC", embedder=embedder) as memory:
        observed(folder, memory)
        refs = {}
        for summary in memory.spaces():
            cursor = None
            while True:
                page = memory.space(summary.name).entries(limit=10_000, cursor=cursor)
                refs |= {(summary.name.name, entry.id): entry.ref for entry in page}
                if (cursor := page.next) is None:
                    break
        forms = {label: seen_in(memory, folder, form, refs) for label, form in FORMS.items()}
    plain = forms.pop("")
    table = {label: scored(plain, order) for label, order in ORDERS.items()}
    table |= {label: scored(seen, shipped) for label, seen in forms.items()}
    return table, plain


GRID = {
    "dense": (0.5, 0.6, 0.7), "lexical": (0.3, 0.4, 0.5), "clause": (0.5, 0.7, 0.9), "speaker": (1.0, 1.5, 2.0),
    "date": (0.5, 1.0, 1.5), "when": (0.5, 1.0, 1.5), "question": (0.3, 0.6, 0.9), "assistant": (0.3, 0.6, 0.9),
    "session": (0.0, 0.15, 0.3), "length": (0.0, 0.15, 0.3), "repeat": (0.0, 0.5, 1.0),
}  # fmt: skip


def preferred(sets):
    """Weights that a coordinate search prefers on some sets, each set counting the same."""

    def worth(weights):
        found = [scored(seen, lambda one: shipped(one, weights)) for seen in sets]
        return sum(one["recall@10"] + one["mrr"] for one in found)

    best, most = DEFAULT, worth(DEFAULT)
    for name, values in track(GRID.items(), description="weights of the other sets", transient=True):
        for value in values:
            tried = dataclasses.replace(best, **{name: value})
            if tried != best and (got := worth(tried)) > most:
                best, most = tried, got
    return best


def main():
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("sets", nargs="*", default=list(SETS))
    asking.add_argument("--data", type=pathlib.Path, required=True)
    asking.add_argument("--transfer", action="store_true")
    asked = asking.parse_args()
    embedder = Remembering(choose("auto"))
    tables, seen = {}, {}
    for folder in folders(asked):
        tables[folder.name], seen[folder.name] = rows_of(folder, embedder)
    if asked.transfer:
        for name in seen:
            weights = preferred([other for label, other in seen.items() if label != name])
            tables[name]["weights of the other sets"] = scored(seen[name], lambda one, w=weights: shipped(one, w))
            print(name, {item.name: getattr(weights, item.name) for item in dataclasses.fields(weights)})
    shown = Table("variant", *tables)
    for label in next(iter(tables.values())):
        cells = (tables[name].get(label) for name in tables)
        shown.add_row(label, *(f"{c['recall@10']:.1f} / {c['hit@5']:.1f} / {c['mrr']:.1f}" if c else "" for c in cells))
    Console(width=200).print(shown, "recall@10 / hit@5 / mrr")
    publish("ablation", {"sets": tables})


if __name__ == "__main__":
    main()
