"""upkeep, jobs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from perdure.domain.job import Job, JobState
from perdure.domain.space import SpaceName
from perdure.stores.sqlite import SqliteStore
from perdure.upkeep.jobs import LEASE
from perdure.upkeep.run import LEASE_KEY, LEASE_NAME
from tests.behaviour.requirements import requirement

THEN = ("--at", "2024-01-05T10:00")


def hold(home: Path, name: str) -> None:
    """Look after a space as another runner would, for the next minutes."""
    now = datetime.now(UTC)
    add_job(
        home,
        name,
        now,
        name=LEASE_NAME,
        key=LEASE_KEY,
        state=JobState.RUNNING,
        owner="another",
        leased_until=now + LEASE,
    )


def dead(home: Path, name: str) -> str:
    """Leave a job that was tried too often."""
    told = "磁盘满了 disk full"
    return add_job(home, name, datetime.now(UTC), name="tidy", key="聊天", state=JobState.DEAD, attempts=6, error=told)


def add_job(home: Path, space: str, now: datetime, **fields: Any) -> str:
    job = Job(id="job_1", space=SpaceName.parse(space), due_at=now, created_at=now, **fields)
    store = SqliteStore(home, zone=UTC, busy_timeout=30.0)
    with store.space(job.space).write() as writer:
        writer.save_jobs([job])
    store.close()
    return job.id


@pytest.fixture
def faded(ask) -> tuple[str, str]:
    """A memory that has faded in each of two spaces."""
    first = ask("remember", "用户今天想喝绿茶", "--kind", "event", "--importance", "0.1", *THEN)["memory"]["id"]
    second = ask(
        "remember", "The printer is jammed", "--kind", "event", "--importance", "0.1", *THEN, "--space", "project/订单"
    )["memory"]["id"]
    return first, second


@requirement("F5")
def test_a_dry_run_says_what_would_be_done_and_changes_nothing(run, ask, faded):
    told = ask("upkeep", "--dry-run")
    assert told["dry_run"] is True
    steps = {report["space"]: report["steps"] for report in told["reports"]}
    assert {name: [step["target"] for step in found] for name, found in steps.items()} == {
        "user/me": [faded[0]],
        "project/订单": [faded[1]],
    }
    shown = run("upkeep", "--dry-run")
    assert shown.code == 0
    assert "would be" in shown.out
    assert all(part in shown.out for part in ("user/me", "project/订单", "绿茶", "printer", *faded))
    assert ask("list")["total"] == 1


@requirement("F5")
def test_upkeep_does_what_it_said_for_every_space_once(run, ask, faded):
    foreseen = ask("upkeep", "--dry-run")["reports"]
    done = ask("upkeep")
    assert (done["dry_run"], done["running"], done["failures"]) == (False, [], {})
    assert [[step["target"] for step in report["steps"]] for report in done["reports"]] == [
        [step["target"] for step in report["steps"]] for report in foreseen
    ]
    assert ask("show", faded[0])["memory"]["status"] == "archived"
    again = run("upkeep")
    assert (again.code, again.out) == (0, "")
    assert len(again.err.splitlines()) == 2


def test_the_table_names_the_strategy_what_and_why(run, faded):
    title, header, row, last = run("upkeep", "--space", "user/me").out.splitlines()
    assert title == "user/me"
    assert header.split() == ["strategy", "was", "what", "why"]
    assert row.split()[:3] == ["archive", "archived", faded[0]]
    assert last.split() == ["1", "step", "done"]


@requirement("F3")
def test_only_the_named_spaces_and_strategies_are_looked_after(run, ask, faded):
    assert ask("upkeep", "--strategy", "expire", "--strategy", "promote")["reports"][0]["steps"] == []
    [report] = ask("upkeep", "--space", "project/订单", "--strategy", "archive")["reports"]
    assert [step["target"] for step in report["steps"]] == [faded[1]]
    assert ask("show", faded[0])["memory"]["status"] == "active"


def test_upkeep_can_be_foreseen_for_another_day(run, ask):
    memory = ask("remember", "用户喜欢绿茶", "--kind", "temporary", "--importance", "0.1")["memory"]["id"]
    assert ask("upkeep", "--dry-run")["reports"][0]["steps"] == []
    [report] = ask("upkeep", "--dry-run", "--now", "2099-01-01")["reports"]
    assert memory in [step["target"] for step in report["steps"]]
    assert report["at"].startswith("2099-01-01")


def test_a_folder_without_spaces_has_nothing_to_look_after(run, ask):
    answered = run("upkeep")
    assert (answered.code, answered.out) == (0, "")
    assert len(answered.err.splitlines()) == 1
    assert ask("upkeep") == {"dry_run": False, "reports": [], "running": [], "failures": {}}


def test_a_space_that_another_runner_looks_after_is_told_and_left_alone(run, ask, home: Path, faded):
    hold(home, "user/me")
    answered = run("upkeep")
    assert answered.code == 0
    assert "another runner" in answered.err
    assert "project/订单" in answered.out
    assert ask("upkeep")["running"] == ["user/me"]
    assert ask("show", faded[0])["memory"]["status"] == "active"


def test_a_damaged_space_costs_only_itself(run, ask, home: Path, faded):
    path = home / "spaces" / "user" / "me.db"
    path.write_bytes(path.read_bytes()[:2048])
    answered = run("upkeep", "--json")
    assert answered.code == 1
    assert list(answered.json["failures"]) == ["user/me"]
    assert [report["space"] for report in answered.json["reports"]] == ["project/订单"]
    alone = run("upkeep", "--space", "user/me")
    assert alone.code == 3


def test_sessions_that_nobody_closed_are_distilled(ask, tmp_path: Path):
    path = tmp_path / "聊天.jsonl"
    path.write_text('{"content": "记住：我对花生过敏", "timestamp": "2026-02-03T09:12:00"}\n', encoding="utf-8")
    ask("import", str(path), "--yes")
    [report] = ask("upkeep")["reports"]
    assert ("distil", "聊天") in [(step["strategy"], step["target"]) for step in report["steps"]]
    assert ask("list")["total"] >= 1


def test_no_jobs_are_no_list(run, ask):
    assert ask("jobs") == {"jobs": []}
    answered = run("jobs", "list")
    assert (answered.code, answered.out) == (0, "")
    assert "user/me" in answered.err


def test_a_job_that_failed_too_often_is_listed_with_its_error_and_can_be_retried(run, ask, home: Path):
    ask("remember", "用户喜欢绿茶")
    job = dead(home, "user/me")
    [listed] = ask("jobs")["jobs"]
    assert (listed["id"], listed["state"], listed["key"]) == (job, "dead", "聊天")
    row = run("jobs").out.splitlines()[1]
    assert row.split()[:4] == [job, "dead", "tidy", "聊天"]
    assert row.rstrip().endswith("磁盘满了 disk full")
    [again] = ask("jobs", "retry", job)["jobs"]
    assert (again["id"], again["state"], again["attempts"]) == (job, "waiting", 0)
    assert "waiting" in run("jobs", "list").out
