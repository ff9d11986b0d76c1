"""The guide to moving, and that to exporting by a schedule, run as they stand: every command, in their order, in Chinese and English."""

from __future__ import annotations

import configparser
import json
import os
import plistlib
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from perdure import Perdure
from perdure.cli.main import app
from perdure.testing.gateway import running
from tests.behaviour.requirements import requirement
from tests.docs.pages import ROOT, Page, read
from tests.docs.test_code_runs import SAMPLES
from tests.docs.test_howto_tools import by_httpx

MOVING = read(ROOT / "docs" / "howto" / "move-your-memory.md")
SCHEDULE = read(ROOT / "docs" / "howto" / "export-on-a-schedule.md")

STAGED = "imp_…"
FAILS = "# exits with 1"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with the files that the pages speak of."""
    shutil.copytree(SAMPLES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    settings = {"HOME": tmp_path, "USERPROFILE": tmp_path, "PERDURE_HOME": tmp_path / ".perdure"}
    for name, value in {**settings, "PERDURE_EMBEDDER": "none", "PERDURE_TIMEZONE": "UTC"}.items():
        monkeypatch.setenv(name, str(value))
    return tmp_path


def run(line: str) -> str:
    """What a command line of a shell prints; it has to end as the page says it does."""
    code = 1 if FAILS in line else 0
    words = [each for word in shlex.split(os.path.expandvars(line), comments=True) for each in expanded(word)]
    program, *rest = words
    assert Path(program).stem == "perdure", line
    target = rest.pop() if rest[-2:-1] == [">"] else None
    if target is not None:
        rest.pop()
    done = CliRunner().invoke(app, rest)
    assert done.exit_code == code, f"{line}\n{done.output}"
    if target is not None:
        Path(target).write_bytes(done.stdout_bytes)
    return done.stdout


def expanded(word: str) -> list[str]:
    """A word as a shell hands it on: the home of whoever types it, and the files that a pattern stands for."""
    word = os.path.expanduser(word)
    if "*" not in word:
        return [word]
    found = sorted(str(path) for path in Path(word).parent.glob(Path(word).name))
    assert found, f"{word} stands for no file"
    return found


def lines(page: Page, language: str = "sh") -> Iterator[str]:
    """The commands of a page in their order."""
    for block in page.code(language):
        yield from (line for line in block.code.splitlines() if line.strip())


def staged() -> str:
    """The id of the newest import."""
    return json.loads(CliRunner().invoke(app, ["staged", "list", "--json"]).stdout)["imports"][-1]["id"]


def listed() -> list[dict[str, Any]]:
    """The memories of the space as they are now."""
    return json.loads(CliRunner().invoke(app, ["list", "--json"]).stdout)["memories"]


def standing() -> list[tuple[Any, ...]]:
    """What a caller could have changed of them, were it only by asking."""
    return [(each["id"], each["text"], each["version"], each["access_count"]) for each in listed()]


# Moving


@requirement("P7", "P5", "P9")
def test_a_memory_moves_by_the_commands_of_the_guide_as_they_are_written(home: Path):
    (home / "questions.toml").write_text(MOVING.code("toml")[0].code, encoding="utf-8")
    told: dict[str, str] = {}
    for line in lines(MOVING):
        if line.startswith("perdure "):
            told[line] = run(line.replace(STAGED, staged() if STAGED in line else ""))
        else:
            assert line.startswith("curl "), f"nobody has said yet how to try {line}"
            asked_by_the_canary(line, told["perdure token new canary --grant user/me:read --lasts 7d"].strip())
    [moved] = [each for line, each in told.items() if "--against before.json" in line]
    assert moved.count("fixed") == 3
    [last] = [each for line, each in told.items() if "--against after.json" in line]
    assert last.count("still passes") == 3
    kept = listed()
    texts = [memory["text"] for memory in kept]
    assert "用户坐高铁偏好靠窗座位" in texts
    assert "Is allergic to peanuts and sesame" in texts
    assert not any("Oslo" in text for text in texts)
    times = {memory["text"]: memory["created_at"] for memory in kept}
    assert times["用户坐高铁偏好靠窗座位"].startswith("2026-01-12T17:30:00")
    tokens = json.loads(CliRunner().invoke(app, ["token", "list", "--json"]).stdout)["tokens"]
    assert [token["name"] for token in tokens] == ["tool"]


def asked_by_the_canary(line: str, secret: str) -> None:
    """What the canary asks is answered; what it wants to write is refused, and leaves no trace."""
    before = standing()
    with Perdure(os.environ["PERDURE_HOME"], embedder=None, timezone="UTC") as memory, running(memory) as url:
        here = line.replace("$PERDURE_TOKEN", secret).replace("http://127.0.0.1:7331", url)
        assert "靠窗" in by_httpx(shlex.split(here))["hits"][0]["text"]
        write = here.replace("/v1/recall", "/v1/remember").replace('"query"', '"text"')
        assert by_httpx(shlex.split(write))["code"] == "forbidden"
    assert standing() == before


@requirement("P7")
def test_what_did_not_come_along_is_noticed(home: Path):
    (home / "questions.toml").write_text(MOVING.code("toml")[0].code, encoding="utf-8")
    run("perdure import mem0.json --to user/me --yes")
    run("perdure verify questions.toml --save good.json")
    run(f"perdure forget {next(each['id'] for each in listed() if '靠窗' in each['text'])}")
    assert "broke" in run(f"perdure verify questions.toml --against good.json {FAILS}")


def test_the_export_of_the_old_tool_is_python():
    for block in MOVING.code("py"):
        compile(block.code, MOVING.name, "exec")


# By a schedule


def scheduled() -> dict[str, str]:
    """The command line of each scheduler, with the schedule around it checked."""
    [cron] = lines(SCHEDULE, "cron")
    *when, command = cron.split(maxsplit=5)
    assert [re.fullmatch(r"\*|\d+", each) is not None for each in when] == [True] * 5
    service, timer = (parser(block.code) for block in SCHEDULE.code("ini"))
    assert service["Service"]["Type"] == "oneshot"
    assert timer["Timer"]["OnCalendar"].endswith("03:15:00")
    agent = plistlib.loads(SCHEDULE.code("xml")[0].code.encode())
    assert agent["StartCalendarInterval"] == {"Hour": 3, "Minute": 15}
    [task] = lines(SCHEDULE, "bat")
    words = shlex.split(task, posix=False)
    typed = words[words.index("/TR") + 1].strip('"').replace("%USERPROFILE%", "$HOME").replace("\\", "/")
    return {
        "cron": command,
        "systemd": service["Service"]["ExecStart"].replace("%h", "$HOME"),
        "launchd": shlex.join(agent["ProgramArguments"]).replace("/Users/me", "$HOME").replace("'", ""),
        "windows": typed,
    }


def parser(code: str) -> Any:
    found = configparser.ConfigParser(interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]  # names keep their letter case
    found.read_string(code)
    return found


@requirement("P11")
@pytest.mark.parametrize("scheduler", ["cron", "systemd", "launchd", "windows"])
def test_the_command_of_every_scheduler_exports_every_space(home: Path, scheduler: str):
    run("perdure remember 用户偏好靠窗座位")
    run("perdure remember 'the database is PostgreSQL' --space project/订单")
    run(scheduled()[scheduler])
    written = [path for path in (home / "perdure-exports").rglob("*") if path.is_file()]
    assert len(written) == 2
    shutil.rmtree(home / ".perdure")
    for path in written:
        run(f"perdure import {shlex.quote(str(path))} --yes")
    spaces = json.loads(CliRunner().invoke(app, ["spaces", "--json"]).stdout)["spaces"]
    assert sorted(space["name"] for space in spaces) == ["project/订单", "user/me"]


@requirement("P11")
def test_every_other_command_of_the_schedule_runs(home: Path):
    (home / ".perdure-passphrase").write_text("长夜漫漫 correct horse\n", encoding="utf-8")
    run("perdure remember 用户偏好靠窗座位")
    rows = re.findall(r"^\| [^|]+ \| `(perdure [^`]+)` \|$", SCHEDULE.path.read_text(encoding="utf-8"), re.MULTILINE)
    first, check = lines(SCHEDULE)
    assert len(rows) == 4
    run(first)
    run(check)
    for line in rows:
        folder = Path(expanded(line.partition("--to ")[2].split()[0])[0])
        shutil.rmtree(folder, ignore_errors=True)
        run(line)
        assert any(path.is_file() for path in folder.rglob("*")), line
