"""review, feedback, permanent."""

from __future__ import annotations

import pytest

from tests.behaviour.requirements import requirement

OLD, NEW, OTHER = "办公室在杭州 B 座", "The office is in Suzhou", "办公室在南京"


@pytest.fixture
def waiting(ask):
    """The review of two tools that disagree, and the memories on both sides."""
    held = ask("remember", OLD, "--slot", "office", "--source", "planner")["memory"]
    queued = ask("remember", NEW, "--slot", "office", "--source", "mailer")
    assert queued["outcome"] == "queued"
    return queued["review"], queued["memory"], held


@requirement("W11")
def test_what_waits_is_listed_with_both_sides(run, ask, waiting):
    review, memory, held = waiting
    [listed] = ask("review")["reviews"]
    assert (listed["id"], listed["question"], listed["state"]) == (review, "conflict", "open")
    assert (listed["memory"], listed["other"]) == (memory["id"], held["id"])
    shown = run("review", "list").out
    assert shown == run("review").out
    assert all(part in shown for part in (review, OLD, NEW, "planner", "mailer"))
    assert ask("review", "--question", "promotion")["total"] == 0
    assert ask("review", "list", "--question", "conflict")["total"] == 1


def test_a_queued_statement_says_how_to_decide(run, ask):
    ask("remember", OLD, "--slot", "office", "--source", "planner")
    shown = run("remember", NEW, "--slot", "office", "--source", "mailer").out
    [review] = ask("review")["reviews"]
    assert shown.split()[0] == "queued"
    assert f"perdure review show {review['id']}" in shown


@requirement("W11")
def test_a_review_is_shown_in_full(run, ask, waiting):
    review, memory, held = waiting
    found = ask("review", "show", review)
    assert (found["review"]["id"], found["memory"]["id"], found["other"]["id"]) == (review, memory["id"], held["id"])
    shown = run("review", "show", review).out
    assert shown.count(OLD) == shown.count(NEW) == 2
    assert {"id", "question", "state", "asked"} <= {line.split()[0] for line in shown.splitlines() if line}


@requirement("W11")
def test_accepting_lets_the_new_one_hold(run, ask, waiting):
    review, memory, held = waiting
    answer = ask("review", "accept", review, "--reason", "问过房东 landlord")
    assert (answer["outcome"], answer["memory"]["id"], answer["old"]["id"]) == ("superseded", memory["id"], held["id"])
    assert (answer["review"]["state"], answer["review"]["reason"]) == ("accepted", "问过房东 landlord")
    assert [each["text"] for each in ask("list")["memories"]] == [NEW]
    assert ask("review")["total"] == 0
    assert ask("review", "--all")["total"] == 1
    assert "accepted" in run("review", "show", review).out
    again = run("review", "reject", review)
    assert (again.code, again.error) == (1, "review_decided")


@requirement("W11")
def test_rejecting_keeps_the_old_one(run, ask, waiting):
    review, memory, _ = waiting
    shown = run("review", "reject", review, "--reason", "看错了")
    assert shown.code == 0
    assert shown.out.split() == ["rejected", review, "看错了"]
    assert [each["text"] for each in ask("list")["memories"]] == [OLD]
    assert ask("show", memory["id"])["memory"]["status"] == "forgotten"


@requirement("W11")
@pytest.mark.parametrize("typed", [None, f"{OTHER}\n"])
def test_editing_lets_other_words_hold(run, ask, waiting, typed: str | None):
    review, _, _ = waiting
    shown = run("review", "edit", review, OTHER if typed is None else "-", stdin=typed)
    assert [line.split()[0] for line in shown.out.splitlines()] == ["edited", "added", "superseded"]
    assert [each["text"] for each in ask("list")["memories"]] == [OTHER]


def test_what_has_settled_itself_is_no_decision(run, ask, waiting):
    review, _, held = waiting
    ask("forget", held["id"])
    answered = run("review", "accept", review, "--json")
    assert (answered.code, answered.json["review"]["state"], answered.json["code"]) == (1, "lapsed", "review_lapsed")
    assert run("review").out == ""


@requirement("S9")
def test_useful_lets_a_memory_last(run, ask):
    memory = ask("remember", "用户喜欢绿茶", "--kind", "preference")["memory"]
    answer = ask("feedback", memory["id"], "useful", "--reason", "helped 帮上忙了")
    assert (answer["action"], answer["memories"][0]["status"]) == ("useful", "active")
    assert answer["memories"][0]["half_life_days"] > 0
    assert "helped 帮上忙了" in ask("history", memory["id"])["changes"][-1]["reason"]


@requirement("S9")
@pytest.mark.parametrize("verdict", ["outdated", "wrong"])
def test_a_doubted_memory_waits_and_says_where(run, ask, verdict: str):
    memory = ask("remember", "用户喜欢绿茶")["memory"]
    shown = run("feedback", memory["id"], verdict)
    first, second = shown.out.splitlines()
    assert first.split()[:2] == [verdict, memory["id"]]
    assert "perdure review" in second
    assert run("recall", "绿茶").code == 1
    [review] = ask("review")["reviews"]
    assert (review["question"], review["memory"]) == ("expiry", memory["id"])
    gone = run("review", "accept", review["id"])
    assert gone.code == 0
    assert gone.out.split()[0] == "accepted"
    assert ask("show", memory["id"])["memory"]["status"] == "archived"


@pytest.mark.parametrize(
    ("kind", "text"),
    [("profile", "用户叫李雷"), ("boundary", "Never call before noon"), ("role", "你是订票助手 agent")],
)
@requirement("L9")
def test_what_is_added_is_permanent(run, ask, kind: str, text: str):
    added = ask("permanent", "add", text, "--kind", kind, "--tag", "重要")
    assert (added["outcome"], added["memory"]["kind"], added["memory"]["tags"]) == ("added", kind, ["重要"])
    [listed] = ask("permanent")["memories"]
    assert (listed["id"], listed["text"]) == (added["memory"]["id"], text)
    assert text in run("permanent", "list", "--kind", kind).out
    assert ask("permanent", "--kind", "profile")["total"] == int(kind == "profile")
    refused = run("forget", added["memory"]["id"])
    assert (refused.code, refused.error) == (1, "permanent_memory")


def test_a_slot_of_permanent_memory_holds_one_value(run, ask):
    first = ask("permanent", "add", "用户叫李雷", "--slot", "name", "--value", "李雷")["memory"]
    second = ask("permanent", "add", "The user is called Lei", "--slot", "name", "--value", "Lei", "--reason", "asked")
    assert (second["outcome"], second["old"]["id"]) == ("superseded", first["id"])
    assert ask("permanent")["total"] == 1
    assert ask("permanent", "--all")["total"] == 2
    assert "superseded" in run("permanent", "--all").out


@requirement("L9")
def test_permanent_memory_is_corrected_removed_and_restored(run, ask):
    memory = ask("permanent", "add", "用户叫李雷", "--slot", "name", "--value", "李雷")["memory"]
    [after] = ask("permanent", "correct", memory["id"], "用户叫李磊", "--value", "李磊", "--version", "1")["memories"]
    assert (after["id"], after["text"], after["value"], after["version"]) == (memory["id"], "用户叫李磊", "李磊", 2)
    [valued] = ask("permanent", "correct", memory["id"], "--value", "磊", "--tag", "名字")["memories"]
    assert (valued["text"], valued["value"], valued["tags"]) == ("用户叫李磊", "磊", ["名字"])
    stale = run("permanent", "correct", memory["id"], "用户叫韩梅梅", "--version", "1")
    assert (stale.code, stale.error) == (1, "version_conflict")
    assert run("permanent", "remove", memory["id"], "--reason", "改名").out.split()[0] == "removed"
    assert (run("permanent").out, ask("permanent")["total"]) == ("", 0)
    assert ask("history", memory["id"])["changes"][-1]["reason"] == "改名"
    assert run("permanent", "restore", memory["id"]).out.split()[0] == "restored"
    assert ask("permanent")["memories"][0]["text"] == "用户叫李磊"


def test_a_page_of_permanent_memory_says_how_to_go_on(run, ask):
    for text in ("用户叫李雷", "Never call before noon"):
        ask("permanent", "add", text)
    first = ask("permanent", "--limit", "1")
    assert f"--cursor {first['next']}" in run("permanent", "--limit", "1").out
    assert ask("permanent", "--limit", "1", "--cursor", first["next"])["next"] is None
