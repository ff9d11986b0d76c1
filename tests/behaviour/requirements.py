"""What the product must do: one id, one sentence, and whether it is due.

A test says which behaviour it shows with `@requirement("W8")`; `test_requirements.py` holds that no due row is without
a test. The ids never change; a row that is `later` becomes `due` in the change that builds it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Requirement:
    """One behaviour; `due` ones must have a test."""

    sentence: str
    due: bool


def due(sentence: str) -> Requirement:
    return Requirement(sentence, due=True)


def later(sentence: str) -> Requirement:
    return Requirement(sentence, due=False)


def requirement(*ids: str) -> Callable[[Test], Test]:
    """Mark a test, or a class of tests, with the behaviours it shows; an id that is not listed fails the import."""
    unknown = [name for name in ids if name not in REQUIREMENTS]
    if unknown or not ids:
        raise LookupError(f"no such requirement: {', '.join(unknown) or '(none given)'}")

    def mark(test: Test) -> Test:
        for name in ids:
            test = pytest.mark.requirement(name)(test)
        return test

    return mark


REQUIREMENTS: dict[str, Requirement] = {
    # Layers of memory
    "L1": due(
        "Working memory is bounded by a token budget, the oldest message leaves first, system instructions stay."
    ),
    "L2": due("What leaves a full window is folded into a rolling summary; the last six turns stay verbatim."),
    "L3": due("A table of goal, constraints and finished items follows every message and is part of the context."),
    "L4": due("Nothing of a session's working memory stays but what was distilled and the journal."),
    "L5": due("Every entry carries its source; a tool result is not distilled unless the caller says so."),
    "L6": due(
        "The journal is append-only, keeps time, session, speaker and tool calls, and can be ranged and searched."
    ),
    "L7": due("A slot holds one current value: read exactly and overwritten exactly."),
    "L8": due("Procedural memory never decays."),
    "L9": due("Permanent memory is read by every session and changed only by an explicit maintenance call."),
    "L10": due("Every crossing from one layer to the next is recorded with its reason."),
    "L11": due("Starting a session loads permanent memory and recalls for the task; ending it distils."),
    "L12": due("A recalled memory enters the working window and counts against its budget."),
    # The record
    "M1": due("A memory carries its id, space, kind, text, slot, status, source, strengths, times, counts and tags."),
    "M2": due("The id identifies a memory; correcting it keeps its id and its history."),
    "M3": due("A kind is one small module; adding one touches one file and one tuple."),
    "M4": due("Every change leaves a history row: when, who, what before and after, why."),
    "M5": due("An update with a stale version is refused and names both versions."),
    # Strength
    "S1": due("Weight is importance × ln(2 + accesses)."),
    "S2": due("Decay is 0.5 ^ (age in days / half-life), age counted from the last confirmation."),
    "S3": due("Strength is weight × decay and is shown for every memory, with its curve."),
    "S4": due("Half-lives have defaults by kind, can be set by kind and by memory, and live inside the space."),
    "S5": due("Rules, procedures and permanent kinds do not decay."),
    "S6": due("Ranking blends relevance and strength; age never buries the only memory that answers."),
    "S7": due("Five hits come back by default, more only when asked."),
    "S8": due("Recall counts accesses without slowing down."),
    "S9": due("Half-lives and gates adapt to feedback: bounded, explainable, reversible."),
    # Writing
    "W1": due("Distilling runs in the background, and embeddings are computed in batches."),
    "W2": due("During a session only what rules recognise with certainty is written; the rest waits for its end."),
    "W3": due(
        "Identity, preferences, progress and decisions are kept; small talk, questions and hypotheticals are not."
    ),
    "W4": due("A distilled memory is a full statement with absolute dates."),
    "W5": due("A model-made memory cites turns that support it, or is dropped."),
    "W6": due("What matters for one task only is temporary and expires."),
    "W7": due("A statement enters when confirmed, important enough, or seen three times."),
    "W8": due("The same statement again reinforces; numbers, names, negation and polarity must agree."),
    "W9": due("A contradicting statement supersedes the old one, which stays readable and leaves recall."),
    "W10": due("User over inference, decision over fact, later event time over earlier, later write over earlier."),
    "W11": due("Equal rank from different sources within the conflict window waits for a person."),
    "W12": due("Two agents writing the same memory never lose an update."),
    "W13": due("Secrets never reach storage; contacts are masked unless the space's policy keeps them."),
    "W14": due("Recalled memories that an agent repeats are not stored as new facts."),
    "W15": due("Everything works with no language model; a malformed reply costs only that extraction."),
    "W16": due("A batch reports each item, and one bad item loses no other."),
    # Recall
    "R1": due("Words and meaning are fused, and a hit that only one of them finds can win, in Chinese and English."),
    "R2": due("No call reads without naming its spaces, and no result comes from another space."),
    "R3": due("Recency acts between comparable candidates."),
    "R4": due("A rerank stage follows fusion, and a cross-encoder can be plugged in."),
    "R5": due("A question is expanded into several queries whose results merge."),
    "R6": due("Slots, memories, entries and summaries come back in one ranked list of one shape."),
    "R7": due("Contradicting memories are resolved, or both labelled, before they are injected."),
    "R8": due("Time ranges are understood, and a past moment can be asked: true then, or known then."),
    "R9": due("A hit on a summary opens the memories under it."),
    "R10": due("Nothing relevant, nothing returned."),
    "R11": due("Past its deadline a recall is empty and marked, never an exception or a stall."),
    "R12": due("The archive is asked when the live store has no answer."),
    "R13": due("Long text is cut into overlapping passages; the hit is the memory."),
    "R14": due("A brief is grouped, dated, inside its budget, and no memory can break out of it."),
    "R15": due("Every recall says what each signal found, what was dropped and why, and how long each stage took."),
    "R16": due("Asked why a memory did not come back, the trace names the stage and the number."),
    "R17": due("A write is found by the very next call: by words at once, by meaning with its vector."),
    # Forgetting
    "F1": due("An expired memory is hidden from that instant and goes to review; saying it again restores it."),
    "F2": due("What is weak and long unread is archived, never destroyed."),
    "F3": due("Forgetting strategies have names and can be chosen."),
    "F4": due("Session summaries roll up into week summaries."),
    "F5": due("Upkeep is idempotent, resumable, and has a dry run that explains itself."),
    "F6": due("Forgetting is logical, has a reason, can be undone, and is not derived again from the same turns."),
    "F7": later("Erasing is physical and ends with a receipt and a scan that proves it."),
    # Portability
    "P1": due("Any tool that speaks HTTP or MCP uses the memory by configuration alone."),
    "P2": due("The archive format is documented; export, import, export gives the same bytes."),
    "P3": due("Chat logs of any tool become one stream of entries before distilling."),
    "P4": due("Import recomputes vectors; a model change never mixes vector spaces."),
    "P5": due("Import maps owners and offers a review list before anything is live."),
    "P6": due("Snapshots are read-only and dated; rollback restores one exactly."),
    "P7": due("A list of questions verifies a migration, before and after."),
    "P8": due("A new tool starts read-only and is opened for writing later."),
    "P9": due("Other memory systems, chat exports and coding transcripts can be imported."),
    "P10": due("Export writes back into those systems, with a loss report field by field."),
    "P11": due("Key memories are exported on a schedule to files the user owns."),
    # Control
    "C1": later("A local page lists, searches, explains, corrects, forgets, restores, erases and reviews."),
    "C2": due("Grants bind agents to spaces; writing to global needs approval."),
    "C3": due("A token can read one project's memory, nothing else, until it expires."),
    "C4": due("Every memory says why it was kept, from which turns, and which answers it influenced."),
    "C5": later("An audit of reads and writes shows tampering."),
    "C6": later("Each space can be encrypted with its own key."),
    # Agents and tools
    "A1": due("Five service calls stand under the facade's names."),
    "A2": due("Six agent tools work over MCP and HTTP with no language model."),
    "A3": due("Middleware recalls before and distils after, the tool unaware."),
    "A4": due("A tool that can only set an OpenAI-style base URL gets memory."),
    "A5": due("Many agents share one project space under one set of rules."),
    "A6": due("Recall runs beside the agent's first step, with a timeout and a cache."),
    # Beyond text, and measured
    "X1": later("Documents, images and audio are remembered through text taken from them."),
    "X2": later("Four scenes are scored in Chinese and English, and three runs give the same result."),
    "X3": due("The same code serves hundreds and millions of memories, one SQLite file a space."),
}
