"""recall, list, show, history."""

from __future__ import annotations

import pytest

from perdure.recall.brief import CLOSE, OPEN
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
