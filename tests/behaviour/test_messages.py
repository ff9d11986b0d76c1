"""SUMMARY and FILTER on messages that an agent hands in, with a language model and without one, over every surface."""

from __future__ import annotations

import json

import pytest

from perdure import Perdure, Policy, Turn
from perdure.domain.access import Grant, Principal
from perdure.errors import InvalidInput
from perdure.providers.guarded import Guarded
from perdure.testing import HashEmbedder, ScriptedModel
from tests.behaviour.requirements import requirement

TALK = [
    {"role": "system", "content": "You help with the pottery studio."},
    {"role": "user", "content": "Hello!"},
    {"role": "user", "content": "The kiln fires at 1,240 degrees, and the next firing is on 14 March."},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "kiln_log", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "firing 12: 1,238 degrees, two pots cracked"},
    {"role": "user", "content": [{"type": "text", "text": "我对花生过敏，订午餐时请注意。"}]},
    {"role": "assistant", "content": "好的。"},
    {"role": "user", "content": "thanks"},
    {"role": "user", "content": "And now?"},
]

SUMMARY = '{"summary": "The kiln fires at 1,240 degrees on 14 March. 用户对花生过敏。"}'


@requirement("A2")
class TestSummary:
    def test_the_messages_own_sentences_are_told_without_a_model(self, surface):
        found = surface.summary(TALK, max_tokens=60)
        assert found.by == "rules/1"
        assert 0 < found.tokens <= 60
        assert "1,240" in found.text
        assert "花生" in found.text
        assert "Hello" not in found.text
        assert 0 < found.left_out < len(TALK)

    def test_turns_are_taken_as_well(self, surface):
        found = surface.summary([Turn("I moved to Lisbon in May", speaker="alice"), Turn("好", role="assistant")])
        assert "Lisbon" in found.text

    def test_nothing_is_kept_of_what_is_handed_in(self, surface, home):
        surface.summary(TALK)
        surface.filter(TALK, "kiln")
        assert surface.spaces() == []
        assert not [path for path in home.rglob("*") if path.is_file() and "kiln".encode() in path.read_bytes()]

    @pytest.mark.parametrize("most", [0, -1, True, 2.5, "9", None, 10**9])
    def test_a_budget_that_is_none_is_refused(self, surface, most):
        with pytest.raises(InvalidInput):
            surface.summary(TALK, max_tokens=most)

    @pytest.mark.parametrize("messages", ["hello", [7], [{"role": "robot", "content": "x"}], None])
    def test_what_is_no_message_is_refused(self, surface, messages):
        with pytest.raises(InvalidInput):
            surface.summary(messages)
        with pytest.raises(InvalidInput):
            surface.filter(messages, "kiln")


@requirement("A2", "W15")
class TestModel:
    def test_with_a_model_its_words_are_told_and_it_is_named(self, home):
        with Perdure(home, embedder=None, llm=ScriptedModel([SUMMARY])) as memory:
            found = memory.summary(TALK)
        assert found.text == json.loads(SUMMARY)["summary"]
        assert found.by == "model/scripted/summarise-1"

    @pytest.mark.parametrize("reply", ["no idea", '{"summary": "The kiln fires at 9,999 degrees."}', "{}"])
    def test_a_reply_that_cannot_be_trusted_costs_nothing_but_the_reply(self, home, reply):
        with Perdure(home, embedder=None, llm=ScriptedModel([reply])) as memory:
            found = memory.summary(TALK)
        assert found.by == "rules/1"
        assert "1,240" in found.text

    def test_a_model_finds_other_words_for_the_query_of_a_filter(self, home):
        model = ScriptedModel(['{"queries": ["what am I allergic to, 过敏 花生"]}'])
        with Perdure(home, embedder=None, llm=model) as memory:
            assert memory.filter(TALK, "food intolerance").kept == (0, 5, 8)

    def test_a_model_that_does_not_answer_is_noted_and_words_decide(self, home):
        with Perdure(home, embedder=None, llm=ScriptedModel([])) as memory:
            found = memory.filter(TALK, "kiln")
        assert found.kept == (0, 2, 3, 4, 8)
        assert found.notes

    def test_whoever_calls_has_the_model_at_home_or_without_a_home(self, home):
        with Perdure(home, embedder=None, llm=ScriptedModel([SUMMARY] * 2)) as memory:
            callers = [
                memory,
                memory.acting(Principal(name="alice", grants=(Grant.parse("user/alice:write"),))),
                memory.acting(Principal(name="team", grants=(Grant.parse("project/*:read"),))),
            ]
            assert {caller.summary(TALK).by for caller in callers} == {"model/scripted/summarise-1"}
            assert memory.spaces() == []

    def test_beyond_the_days_tokens_of_the_home_the_rules_stand_in(self, home):
        with Perdure(home, embedder=None, llm=ScriptedModel([SUMMARY] * 2)) as memory:
            memory.space("user/alice").set_policy(Policy(model_tokens=0))
            alice = memory.acting(Principal(name="alice", grants=(Grant.parse("user/alice:write"),)))
            assert alice.summary(TALK).by == "rules/1"
            assert memory.summary(TALK).by.startswith("model/")


@requirement("A2")
class TestFilter:
    @pytest.mark.parametrize(
        ("query", "kept"),
        [
            ("when is the next firing of the kiln?", (0, 2, 3, 4, 8)),
            ("花生过敏", (0, 5, 8)),
            ("allergy 花生", (0, 5, 8)),
        ],
    )
    def test_what_matters_for_the_query_comes_back_as_it_was_handed_in(self, surface, query, kept):
        found = surface.filter(TALK, query)
        assert found.kept == kept
        assert [message is TALK[place] for message, place in zip(found.messages, kept, strict=True)] == [True] * len(
            kept
        )
        assert sorted([*kept, *(one.index for one in found.dropped)]) == list(range(len(TALK)))
        assert {one.index: one.reason.value for one in found.dropped}[7] == "small_talk"

    def test_inside_a_budget_the_most_relevant_stay(self, surface):
        whole = surface.filter(TALK, "when is the next firing of the kiln?")
        found = surface.filter(TALK, "when is the next firing of the kiln?", max_tokens=whole.tokens - 1)
        assert found.tokens < whole.tokens
        assert 2 in found.kept
        assert "no_room" in {one.reason for one in found.dropped}

    def test_what_is_near_in_meaning_stays_where_there_is_an_embedder(self, home):
        class Alike(HashEmbedder):
            """Takes everything about animals for one direction."""

            def embed(self, texts, *, use):
                return super().embed(
                    ["animal" if "cat" in text or "kitten" in text else text for text in texts], use=use
                )

        messages = [{"role": "user", "content": text} for text in ("our kitten sleeps", "the bus was late", "so?")]
        with Perdure(home, embedder=Alike()) as memory:
            assert memory.filter(messages, "the cat").kept == (0, 2)
        with Perdure(home, embedder=None) as memory:
            assert memory.filter(messages, "the cat").kept == (2,)

    def test_an_embedder_that_fails_is_noted_and_words_decide(self, home):
        class Broken(HashEmbedder):
            def embed(self, texts, *, use):
                raise OSError("gone")

        with Perdure(home, embedder=Guarded(Broken())) as memory:
            found = memory.filter(TALK, "kiln")
        assert found.kept == (0, 2, 3, 4, 8)
        assert found.notes

    @pytest.mark.parametrize("query", ["", "  \n", None, 7, ["kiln"]])
    def test_a_query_that_is_no_text_is_refused(self, surface, query):
        with pytest.raises(InvalidInput):
            surface.filter(TALK, query)

    @pytest.mark.parametrize("limit", [{"k": 0}, {"k": True}, {"k": "2"}, {"max_tokens": 0}, {"max_tokens": 1.5}])
    def test_a_limit_that_is_none_is_refused(self, surface, limit):
        with pytest.raises(InvalidInput):
            surface.filter(TALK, "kiln", **limit)
