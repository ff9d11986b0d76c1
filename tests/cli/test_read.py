"""recall, list, show, history."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from perdure import Perdure
from perdure.cli.render.memories import related
from perdure.domain.link import Link, Relation
from perdure.domain.space import SpaceName
from perdure.recall.brief import CLOSE, OPEN
from perdure.stores.sqlite import SqliteStore
from tests.behaviour.requirements import requirement


@pytest.fixture
def told(ask):
    """Four statements in two spaces; returns their ids."""
    statements = (
        ("用户偏好靠窗座位", "--kind", "preference", "--importance", "0.8", "--at", "2026-01-10T23:30"),
        ("The user works as a nurse 护士", "--kind", "identity", "--tag", "工作", "--at", "2026-01-20"),
        ("用户养了一只猫 named Mochi", "--kind", "fact", "--tag", "宠物", "--tag", "home", "--at", "2026-02-01"),
        ("订单服务用 PostgreSQL", "--kind", "decision", "--space", "project/订单"),
    )
    return [ask("remember", *words)["memory"]["id"] for words in statements]


def ids(answer):
    return [item["id"] for item in answer["hits" if "hits" in answer else "memories"]]


@pytest.mark.parametrize(("query", "at"), [("靠窗的座位", 0), ("nurse?", 1), ("护士", 1), ("猫", 2), ("mochi 是谁", 2)])
@requirement("R1")
def test_a_question_in_either_language_finds_its_memory(ask, told, query: str, at: int):
    assert ids(ask("recall", query))[0] == told[at]


def test_a_hit_shows_score_kind_text_and_id(run, told):
    shown = run("recall", "靠窗")
    assert shown.code == 0
    first, second = shown.out.splitlines()[:2]
    score, kind, text = first.split()
    assert 0 < float(score) <= 1
    assert (kind, text) == ("preference", "用户偏好靠窗座位")
    assert "2026-01-10 23:30+00:00" in second
    assert told[0] in second


@requirement("R10")
def test_nothing_relevant_is_an_exit_code_and_an_empty_list(run, told):
    shown = run("recall", "quarterly steel revenue")
    assert (shown.code, shown.out) == (1, "")
    assert shown.err.splitlines()[-1] == "nothing relevant"
    answered = run("recall", "quarterly steel revenue", "--json")
    assert (answered.code, answered.err) == (1, "")
    assert answered.json["hits"] == []


@requirement("R2")
def test_only_the_spaces_that_are_named_are_read(run, ask, told):
    assert run("recall", "PostgreSQL").code == 1
    assert ids(ask("recall", "PostgreSQL", "--space", "project/订单")) == told[3:]
    both = ask("recall", "PostgreSQL 护士", "--space", "user/me", "--space", "project/订单")
    assert {hit["space"] for hit in both["hits"]} == {"user/me", "project/订单"}
    shown = run("recall", "PostgreSQL 护士", "--space", "user/me", "--space", "project/订单").out
    assert "· project/订单" in shown


def test_the_space_of_the_settings_is_read_when_none_is_named(ask, told, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PERDURE_SPACE", "project/订单")
    assert ids(ask("list")) == told[3:]
    assert ids(ask("recall", "PostgreSQL")) == told[3:]


def test_a_home_can_be_named(ask, told, tmp_path):
    elsewhere = str(tmp_path / "另一个家")
    ask("remember", "住在这里", "--home", elsewhere)
    assert [memory["text"] for memory in ask("list", "--home", elsewhere)["memories"]] == ["住在这里"]
    assert ids(ask("list")) == told[:3]


@requirement("S7")
def test_k_bounds_the_hits(ask, told):
    assert len(ids(ask("recall", "用户 user"))) == 3
    assert len(ids(ask("recall", "用户 user", "-k", "2"))) == 2


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--kind", "identity"), True),
        (("--kind", "fact", "--kind", "identity"), True),
        (("--kind", "fact"), False),
        (("--tag", "工作"), True),
        (("--tag", "工作", "--tag", "宠物"), False),
        (("--since", "2026-01-20"), True),
        (("--since", "2026-01-21"), False),
        (("--until", "2026-01-20"), True),
        (("--until", "2026-01-19"), False),
        (("--since", "2026-01-20T08:00+08:00", "--until", "2026-01-20T00:00"), True),
        (("--since", "2026-01-20T08:01+08:00"), False),
    ],
)
def test_a_question_can_be_narrowed(run, told, options: tuple[str, ...], found: bool):
    answered = run("recall", "护士 nurse", *options, "--json")
    assert (told[1] in ids(answered.json)) is found


@requirement("R14")
def test_the_brief_is_printed_alone(run, ask, told):
    shown = run("recall", "靠窗的座位", "--brief")
    lines = shown.out.splitlines()
    assert (lines[0], lines[-1]) == (OPEN, CLOSE)
    assert any(line.endswith("用户偏好靠窗座位") for line in lines)
    assert ask("recall", "靠窗的座位", "--brief")["brief"] + "\n" == shown.out


@pytest.mark.parametrize("option", ["--explain", "--trace"])
@requirement("R15")
def test_the_trace_says_what_was_considered_and_dropped(run, ask, told, option: str):
    shown = run("recall", "靠窗的座位", option)
    words = {line.split()[0] for line in shown.out.splitlines() if line}
    assert {"query", "terms", "spaces", "took"} <= words
    answer = ask("recall", "靠窗的座位", "-k", "1", option)
    trace = answer["trace"]
    assert trace["query"] == "靠窗的座位"
    assert ids(answer) == told[:1]
    assert {item["id"] for item in trace["considered"]} >= set(told[:1])
    assert all(item["why"] and item["id"] not in ids(answer) for item in trace["dropped"])
    assert all(stage["ms"] >= 0 for stage in trace["stages"])


def test_the_trace_is_shown_when_nothing_was_found_too(run, told):
    shown = run("recall", "quarterly steel revenue", "--explain")
    assert shown.code == 1
    assert "quarterly steel revenue" in shown.out


def test_a_list_has_one_memory_a_line(run, told):
    header, *rows = run("list").out.splitlines()
    assert header.split() == ["id", "kind", "strength", "text"]
    assert [row.split()[0] for row in rows] == told[:3]
    assert [row.split()[1] for row in rows] == ["preference", "identity", "fact"]
    assert "用户偏好靠窗座位" in rows[0]
    assert "[#宠物 · #home]" in rows[2]


def test_an_empty_list_says_so_and_succeeds(run, ask):
    shown = run("list", "--space", "user/没有人")
    assert (shown.code, shown.out) == (0, "")
    assert "user/没有人" in shown.err
    assert ask("list", "--space", "user/没有人") == {"memories": [], "total": 0, "next": None}


def test_pages_follow_each_other(run, ask, told):
    first = ask("list", "--limit", "2")
    assert (ids(first), first["total"]) == (told[:2], 3)
    assert f"--cursor {first['next']}" in run("list", "--limit", "2").out
    second = ask("list", "--limit", "2", "--cursor", first["next"])
    assert (ids(second), second["next"]) == (told[2:3], None)


def test_a_list_can_be_narrowed_by_kind_tag_and_status(ask, told):
    assert ids(ask("list", "--kind", "fact")) == told[2:3]
    assert ids(ask("list", "--tag", "工作")) == told[1:2]
    ask("forget", told[0])
    assert ids(ask("list")) == told[1:3]
    assert ids(ask("list", "--status", "forgotten")) == told[:1]
    assert ids(ask("list", "--status", "forgotten", "--status", "active")) == told[:3]
    assert ids(ask("list", "--all")) == told[:3]


def test_a_list_says_which_memories_are_not_current(run, ask):
    old = ask("remember", "靠窗", "--slot", "seat", "--value", "window")["memory"]["id"]
    new = ask("remember", "靠过道", "--slot", "seat", "--value", "aisle")["memory"]["id"]
    ask("forget", ask("remember", "用户会骑马")["memory"]["id"])
    rows = run("list", "--all").out.splitlines()[1:]
    assert rows[0].split()[0] == old
    assert f"[seat = window · superseded by {new}]" in rows[0]
    assert "[seat = aisle]" in rows[1]
    assert "[forgotten]" in rows[2]


@requirement("S3")
def test_a_memory_is_shown_with_its_strength_and_how_it_fades(run, ask, told):
    shown = run("show", told[0]).out
    assert shown.splitlines()[0] == "用户偏好靠窗座位"
    document = ask("show", told[0])
    assert document["strength"] == pytest.approx(document["weight"] * document["decay"])
    assert f"{document['strength']:.2f} = weight {document['weight']:.2f}" in shown
    assert "half-life 15 days" in shown
    strengths = [value for _, value in document["curve"]]
    assert strengths == sorted(strengths, reverse=True)
    bars = [line.count("█") for line in shown.splitlines() if "█" in line]
    assert bars == sorted(bars, reverse=True)
    assert bars[0] > bars[-1]


def test_what_never_fades_is_called_so(run, ask):
    rule = ask("remember", "上午不要打电话", "--kind", "rule")["memory"]["id"]
    assert "never fades" in run("show", rule).out


def test_a_memory_is_shown_with_what_it_rests_on_and_what_changed_it(run, ask, told):
    ask("correct", told[0], "用户偏好靠过道座位", "--reason", "听错了")
    shown = run("show", told[0]).out
    rests, changes = shown.split("Rests on")[1].split("History")
    assert "用户偏好靠窗座位" in rests
    assert "2026-01-10 23:30+00:00" in rests
    assert "听错了" in changes
    assert "用户偏好靠窗座位 → 用户偏好靠过道座位" in changes


def test_the_history_is_told_oldest_first(run, ask, told):
    ask("correct", told[0], "用户偏好靠过道座位")
    ask("forget", told[0], "--reason", "不坐车了")
    lines = run("history", told[0]).out.splitlines()
    assert [line.split()[2] for line in lines] == ["added", "corrected", "forgotten"]
    assert "不坐车了" in lines[2]
    assert [change["action"] for change in ask("history", told[0])["changes"]] == ["added", "corrected", "forgotten"]


def test_a_memory_is_only_looked_for_in_the_space_that_is_named(run, ask, told):
    assert run("show", told[3]).error == "not_found"
    assert ask("show", told[3], "--space", "project/订单")["memory"]["id"] == told[3]


@pytest.fixture
def moved(ask):
    """The office was on floor 3 from January 2025 and is on floor 9 since June; returns the ids of both statements."""
    return [
        ask("remember", text, "--slot", "office", "--value", floor, "--at", at)["memory"]["id"]
        for text, floor, at in (
            ("办公室 the office is on floor 3", "3", "2025-01-01"),
            ("办公室 the office is on floor 9", "9", "2025-06-01"),
        )
    ]


@requirement("R8")
@pytest.mark.parametrize(
    ("words", "found"),
    [("2026-01", {0, 1}), ("2026年1月10日", {0}), ("February 2026", {2}), ("2026年二月", {2}), ("2025", set())],
)
def test_a_stretch_of_time_can_be_named_in_words(run, told, words: str, found: set[int]):
    answered = run("recall", "用户 user", "--when", words, "--json")
    assert set(ids(answered.json)) == {told[n] for n in found}
    assert answered.code == (0 if found else 1)


@requirement("R8")
def test_a_past_moment_can_be_asked_and_a_date_means_its_end(run, ask, moved):
    old, new = moved
    assert ids(ask("recall", "which floor is the office on")) == [new]
    assert ids(ask("recall", "办公室在哪一层", "--as-of", "2025-03-01")) == [old]
    assert ids(ask("recall", "office", "--as-of", "2025-06-01")) == [new]
    assert ids(ask("recall", "office", "--as-of", "2025-05-31T23:59")) == [old]
    assert run("recall", "office", "--as-of", "2024-12-31").code == 1
    assert ids(ask("recall", "office", "--known-at", "9000-01-01")) == [new]
    assert run("recall", "office", "--known-at", "2025-07-01").code == 1


@requirement("R7", "R8")
def test_what_is_no_longer_current_is_labelled_in_the_list_and_in_the_brief(run, ask, moved):
    shown = run("recall", "office", "--as-of", "2025-03-01")
    assert "no longer current: superseded · held until 2025-06-01 00:00+00:00" in shown.out
    assert "no longer current: superseded" in run("recall", "office", "--as-of", "2025-03-01", "--brief").out
    assert "no longer current" not in run("recall", "office").out
    [hit] = ask("recall", "office", "--as-of", "2025-03-01")["hits"]
    assert (hit["memory"]["status"], hit["newer"]) == ("superseded", None)


@requirement("R11")
def test_past_its_deadline_there_is_no_answer_a_remark_and_an_exit_code_of_its_own(run, told):
    shown = run("recall", "靠窗", "--deadline", "1e-9")
    assert (shown.code, shown.out) == (4, "")
    assert shown.err.splitlines()[-1] == "timed out"
    answered = run("recall", "靠窗", "--deadline", "1e-9", "--json")
    assert (answered.code, answered.err) == (4, "")
    assert (answered.json["hits"], answered.json["timed_out"], len(answered.json["degraded"])) == ([], True, 1)
    in_time = run("recall", "靠窗", "--deadline", "3600", "--json")
    assert (in_time.code, in_time.json["timed_out"], ids(in_time.json)) == (0, False, told[:1])


@requirement("R10")
def test_a_blank_question_is_answered_by_nothing(run, told):
    shown = run("recall", " \n")
    assert (shown.code, shown.out, shown.err) == (1, "", "nothing relevant\n")


@requirement("R16")
def test_why_not_says_the_stage_and_the_number_in_one_sentence(run, ask, told):
    shown = run("why-not", "quarterly steel revenue", told[0])
    assert shown.code == 0
    sentence, numbers = shown.out.splitlines()
    assert sentence.split()[:2] == [told[0], "search"]
    assert numbers.split()[0] == "evidence"
    document = ask("why-not", "quarterly steel revenue", told[0])
    assert (document["id"], document["rank"], document["stage"]) == (told[0], None, "search")
    assert document["dropped"]["why"] == "unmatched"
    assert document["reason"] in sentence


@requirement("R16")
def test_why_not_says_where_it_came_back(run, ask, told):
    shown = run("why-not", "靠窗的座位", told[0]).out.splitlines()
    assert shown[0].split()[:2] == [told[0], "found"]
    assert shown[0].endswith("rank 1")
    document = ask("why-not", "靠窗的座位", told[0])
    assert (document["rank"], document["dropped"], document["stage"]) == (1, None, None)
    assert {line.split()[0] for line in shown[1:]} == {"evidence", *document["parts"]}


@requirement("R16", "R8")
@pytest.mark.parametrize(
    ("options", "why"),
    [
        ((), "hidden"),
        (("--as-of", "2025-07-01"), "outofscope"),
        (("--as-of", "2025-03-01"), None),
        (("--known-at", "2020-01-01"), "outofscope"),
        (("--as-of", "2025-03-01", "--when", "2025-02"), "outofscope"),
        (("--as-of", "2025-03-01", "--since", "2025-01-02"), "outofscope"),
        (("--as-of", "2025-03-01", "--until", "2024-12-31"), "outofscope"),
        (("--as-of", "2025-03-01", "--kind", "rule"), "outofscope"),
        (("--as-of", "2025-03-01", "--tag", "x"), "outofscope"),
        (("--as-of", "2025-03-01", "-k", "1"), None),
    ],
)
def test_why_not_takes_the_options_of_recall(ask, moved, options: tuple[str, ...], why: str | None):
    dropped = ask("why-not", "office", moved[0], *options)["dropped"]
    assert (dropped and dropped["why"]) == why


@requirement("R16")
def test_why_not_reads_the_question_and_the_space_like_recall(ask, told):
    document = ask("why-not", "-", told[3], "--space", "project/订单", stdin="PostgreSQL")
    assert (document["query"], document["rank"]) == ("PostgreSQL", 1)


@requirement("C4")
def test_a_memory_says_who_made_it_and_which_recalls_led_to_which_answer(run, ask, home: Path):
    with Perdure(home, embedder=None, timezone="UTC") as memory:
        alice = memory.space("user/me")
        kept = alice.remember("用户偏好靠窗座位", kind="preference").memory
        with alice.session(session="订票", tool="my-agent") as talk:
            talk.messages("靠窗座位还有吗？")
            talk.reply("有，第三排 window seat 还空着。")
        alice.recall("靠窗的座位")
    told = ask("show", kept.id)
    assert told["memory"]["source"]["maker"] is None
    assert [record["query"] for record in told["recalls"]] == ["靠窗的座位", "靠窗座位还有吗？"]
    answer = told["recalls"][1]["answer"]
    assert told["answers"][answer]["text"] == "有，第三排 window seat 还空着。"
    shown = run("show", kept.id).out
    assert "→ 有，第三排 window seat 还空着。" in shown
    assert "[in 订票]" in shown
    assert any(line.split()[:2] == ["made", "by"] for line in shown.splitlines())


@pytest.mark.parametrize("mine", ["memory", "other"])
@pytest.mark.parametrize("relation", Relation)
def test_how_memories_relate_is_told_from_both_sides(mine: str, relation: Relation):
    link = Link(memory="mem_1", other="mem_2", relation=relation, at=datetime(2026, 3, 1, tzinfo=UTC))
    told = related(link, getattr(link, mine))
    assert ({"mem_1", "mem_2"} - {getattr(link, mine)}).pop() in told
    assert getattr(link, mine) not in told


def test_a_memory_shows_how_it_relates_to_others(run, ask, home: Path):
    first, second = (ask("remember", text)["memory"]["id"] for text in ("用户喜欢绿茶", "The user swims on Sundays"))
    store = SqliteStore(home, zone=UTC, busy_timeout=30.0)
    with store.space(SpaceName.parse("user/me")).write() as writer:
        writer.add_links([Link(memory=first, other=second, relation=Relation.COVERED, at=datetime.now(UTC))])
    store.close()
    [link] = ask("show", first)["links"]
    assert (link["other"], link["relation"]) == (second, "covered")
    assert f"behind {second}" in run("show", first).out
    assert f"over {first}" in run("show", second).out


@requirement("R5")
def test_other_wordings_are_looked_for_only_when_asked(run, told):
    assert run("recall", "靠窗的座位").err == ""
    answered = run("recall", "靠窗的座位", "--expand")
    assert answered.code == 0
    assert [line.split()[0] for line in answered.err.splitlines()] == ["note:"]
