"""remember, correct, confirm, forget, restore."""

from __future__ import annotations

import pytest

from tests.behaviour.requirements import requirement


def test_remembering_says_what_became_of_the_statement(run):
    assert run("remember", "用户偏好靠窗座位").out.split()[0] == "added"
    assert run("remember", "用户偏好靠窗座位。").out.split()[0] == "reinforced"


@requirement("W9", "L7")
def test_a_changed_mind_shows_what_it_replaced(ask, run):
    old = ask("remember", "用户偏好靠窗座位", "--slot", "seat", "--value", "window")
    new = ask("remember", "The user takes the aisle", "--slot", "seat", "--value", "aisle")
    assert old["outcome"] == "added"
    assert new["outcome"] == "superseded"
    assert new["old"]["id"] == old["memory"]["id"]
    shown = run("remember", "改回靠窗 window", "--slot", "seat", "--value", "window")
    assert [line.split()[0] for line in shown.out.splitlines()] == ["added", "superseded"]
    assert new["memory"]["id"] in shown.out


def test_every_option_of_remember_reaches_the_memory(ask):
    memory = ask(
        "remember",
        "周五交报告 report due",
        *("--kind", "task", "--slot", "report", "--value", "friday", "--importance", "0.75"),
        *("--tag", "工作", "--tag", "q3", "--at", "2026-02-01T10:00+08:00", "--expires-at", "2999-01-01"),
        *("--source", "my-agent", "--space", "project/报告"),
    )["memory"]
    assert memory["text"] == "周五交报告 report due"
    assert memory["kind"] == "task"
    assert memory["slot"] == {"subject": "self", "attribute": "report"}
    assert memory["value"] == "friday"
    assert memory["importance"] == 0.75
    assert memory["tags"] == ["工作", "q3"]
    assert memory["created_at"] == "2026-02-01T02:00:00+00:00"
    assert memory["expires_at"] == "2999-01-01T00:00:00+00:00"
    assert memory["source"]["tool"] == "my-agent"
    assert memory["space"] == "project/报告"


@pytest.mark.parametrize("typed", ["座位 seat\n", "座位 seat\r\n", "\ufeff座位 seat"])
def test_a_dash_reads_the_statement_from_standard_input(ask, typed: str):
    assert ask("remember", "-", stdin=typed)["memory"]["text"] == "座位 seat"


def test_standard_input_that_is_not_utf8_is_refused(run):
    answered = run("remember", "-", stdin="座位".encode("gb18030"))
    assert (answered.code, answered.error) == (2, "invalid_text")
    assert run("list").out == ""


@requirement("M2", "M4")
def test_correcting_keeps_the_id_and_the_history(ask):
    memory = ask("remember", "The user lives in Porto")["memory"]
    [after] = ask("correct", memory["id"], "用户住在里斯本 Lisbon", "--reason", "搬家了")["memories"]
    assert (after["id"], after["text"], after["version"]) == (memory["id"], "用户住在里斯本 Lisbon", 2)
    last = ask("history", memory["id"])["changes"][-1]
    assert (last["action"], last["reason"]) == ("corrected", "搬家了")
    assert last["before"]["text"] == "The user lives in Porto"


def test_correcting_one_field_leaves_the_others(ask):
    memory = ask("remember", "用户喜欢乌龙茶", "--tag", "茶")["memory"]
    [after] = ask("correct", memory["id"], "--importance", "0.9", "--expires-at", "2999-01-01")["memories"]
    assert (after["importance"], after["text"], after["tags"]) == (0.9, "用户喜欢乌龙茶", ["茶"])
    assert after["expires_at"] == "2999-01-01T00:00:00+00:00"
    [after] = ask("correct", memory["id"], "--tag", "tea")["memories"]
    assert (after["importance"], after["tags"]) == (0.9, ["tea"])


def test_the_new_wording_can_come_from_standard_input(ask):
    memory = ask("remember", "用户喜欢绿茶")["memory"]
    assert ask("correct", memory["id"], "-", stdin="用户喜欢红茶\n")["memories"][0]["text"] == "用户喜欢红茶"


def test_a_correction_without_a_change_is_refused(run, ask):
    memory = ask("remember", "用户喜欢绿茶")["memory"]
    answered = run("correct", memory["id"])
    assert (answered.code, answered.error) == (2, "invalid_value")
    assert len(ask("history", memory["id"])["changes"]) == 1


@requirement("M5")
def test_a_stale_version_is_refused(run, ask):
    memory = ask("remember", "用户喜欢绿茶")["memory"]
    assert run("correct", memory["id"], "用户喜欢红茶", "--version", "1").code == 0
    answered = run("correct", memory["id"], "用户喜欢白茶", "--version", "1")
    assert (answered.code, answered.error) == (1, "version_conflict")
    assert ask("show", memory["id"])["memory"]["text"] == "用户喜欢红茶"


def test_confirming_starts_the_fading_anew(ask):
    memory = ask("remember", "用户喜欢绿茶", "--at", "2026-01-01")["memory"]
    weak = ask("show", memory["id"])
    assert ask("confirm", memory["id"])["memories"][0]["id"] == memory["id"]
    assert weak["decay"] < 0.9 < ask("show", memory["id"])["decay"]


@requirement("F6")
def test_several_memories_are_forgotten_at_once_and_restored_one_by_one(ask, run):
    ids = [ask("remember", text)["memory"]["id"] for text in ("用户喜欢绿茶", "The user has a cat", "用户会骑马")]
    forgotten = ask("forget", *ids[:2], "--reason", "隐私")["memories"]
    assert [memory["status"] for memory in forgotten] == ["forgotten", "forgotten"]
    assert [memory["id"] for memory in ask("list")["memories"]] == ids[2:]
    assert run("recall", "绿茶").code == 1
    ask("restore", ids[0], "--reason", "还是要")
    assert [memory["id"] for memory in ask("recall", "绿茶")["hits"]] == ids[:1]
    assert [change["reason"] for change in ask("history", ids[0])["changes"]][1:] == ["隐私", "还是要"]


def test_an_unknown_id_among_several_changes_nothing(ask, run):
    known = ask("remember", "用户喜欢绿茶")["memory"]["id"]
    answered = run("forget", known, "mem_unknown")
    assert (answered.code, answered.error) == (1, "not_found")
    assert ask("list")["total"] == 1
