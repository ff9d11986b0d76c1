"""What only a real process shows: streams, signals, terminals, two processes over one folder."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import perdure
from tests.conformance.embeddings_server import embeddings_server

COLOUR = "\x1b[3"
"""How a change of the foreground begins."""


def test_what_one_process_remembers_another_recalls(process):
    assert process("remember", "用户偏好靠窗座位 window seat").code == 0
    found = process("recall", "靠窗的座位", "--json")
    assert (found.code, found.err) == (0, "")
    assert found.json["hits"][0]["text"] == "用户偏好靠窗座位 window seat"


def test_json_is_utf8_whatever_the_terminal_speaks(process, run):
    run("remember", "用户喜欢绿茶 🍵")
    found = process("list", "--json", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert found.code == 0
    assert found.json["memories"][0]["text"] == "用户喜欢绿茶 🍵"


def test_text_that_the_terminal_cannot_show_does_not_end_the_command(process, run):
    run("remember", "用户喜欢绿茶 tea")
    found = process("list", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (found.code, found.err) == (0, "")
    assert "tea" in found.out


def test_an_argument_that_is_not_utf8_is_kept_readable(process, run):
    done = process("remember", os.fsdecode(b"caf\xe9 \xff"))
    assert done.code == 0
    assert run("list", "--json").json["memories"][0]["text"] == "caf\ufffd \ufffd"


def test_exit_codes_reach_the_shell(process, home: Path):
    (home / "spaces" / "user").mkdir(parents=True)
    (home / "spaces" / "user" / "me.db").write_bytes(b"no database" * 999)
    assert process("spaces", "--home", str(home / "other")).code == 0
    assert process("forget", "no-such-id", "--space", "user/other").code == 1
    assert process("remember", "", "--space", "user/other").code == 2
    assert process("list").code == 3


def test_a_failing_command_shows_no_traceback(process):
    done = process("show", "mem_unknown")
    assert done.err.startswith("error [not_found]: ")
    assert len(done.err.splitlines()) == 1


def test_the_version_is_told(process):
    done = process("--version")
    assert (done.code, done.out) == (0, f"perdure {perdure.__version__}\n")


def test_a_reader_that_stops_reading_causes_no_complaint(run):
    run("remember", "用户喜欢绿茶")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-m", "perdure", "list"], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert b"Traceback" not in done.stderr


def test_ctrl_c_ends_a_reembedding_in_one_line_and_loses_nothing(run, ask, monkeypatch: pytest.MonkeyPatch):
    for text in ("用户喜欢绿茶", "The user has a cat"):
        run("remember", text)
    with embeddings_server() as server:
        monkeypatch.setenv("PERDURE_EMBEDDER", "openai:any@64")
        monkeypatch.setenv("PERDURE_EMBEDDER_URL", server.url)
        out, err, code = interrupted("reembed", server=server)
        assert (code, out) == (130, "")
        assert err.startswith("error [interrupted]: ")
        assert len(err.splitlines()) == 1
        assert ask("stats")["pending"] == 2
        assert ask("reembed") == {"space": "user/me", "embedded": 2}
        assert ask("stats")["pending"] == 0


def test_ctrl_c_ends_an_upkeep_in_one_line_and_says_how_to_go_on(run, ask, tmp_path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "聊天.jsonl"
    path.write_text('{"content": "记住：我对花生过敏", "timestamp": "2026-02-03T09:12:00"}\n', encoding="utf-8")
    run("import", str(path), "--yes")
    with embeddings_server() as server:
        monkeypatch.setenv("PERDURE_EMBEDDER", "openai:any@64")
        monkeypatch.setenv("PERDURE_EMBEDDER_URL", server.url)
        out, err, code = interrupted("upkeep", server=server)
        assert (code, out) == (130, "")
        assert err.startswith("error [interrupted]: ")
        assert "`perdure upkeep`" in err
        assert len(err.splitlines()) == 1
        ask("upkeep")
        assert ask("stats")["pending"] == 0
        assert ask("upkeep")["reports"][0]["steps"] == []
    assert ask("list")["total"] == 1


def interrupted(*words: str, server) -> tuple[str, str, int]:
    """What a command leaves that is stopped with Ctrl-C when it asks for its first vector."""
    child = subprocess.Popen(
        [sys.executable, "-m", "perdure", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # tests that run in the background of a shell inherit that the signal is ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )

    def interrupt(request):
        child.send_signal(signal.SIGINT)
        child.wait()
        return server.embeddings(request)

    server.answer = interrupt
    out, err = child.communicate()
    server.answer = server.embeddings
    return out, err, child.returncode


def on_a_terminal(*words: str, stream: str = "stdout", **environment: str) -> str:
    """What a command writes to a stream that is a terminal."""
    ours, theirs = pty.openpty()
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: theirs}
    with subprocess.Popen(
        [sys.executable, "-m", "perdure", *words],
        env={**os.environ, "TERM": "xterm-256color", **environment},
        **streams,
    ):
        os.close(theirs)
        written = b"".join(iter(lambda: read(ours), b""))
    os.close(ours)
    return written.decode()


def read(terminal: int) -> bytes:
    """What comes next; nothing when the other end is closed."""
    try:
        return os.read(terminal, 65_536)
    except OSError:  # EIO is how Linux says that nobody holds the other end
        return b""


def test_colours_appear_only_on_a_terminal_that_wants_them(process, run):
    run("remember", "用户喜欢绿茶")
    assert COLOUR in on_a_terminal("list")
    assert COLOUR not in on_a_terminal("list", NO_COLOR="1")
    assert "\x1b" not in process("list").out


def test_a_progress_bar_appears_only_on_a_terminal(process, tmp_path: Path):
    path = tmp_path / "chat.jsonl"
    path.write_text(json.dumps({"speaker": "user", "content": "我家的猫叫 Mochi"}) + "\n", encoding="utf-8")
    assert "Importing" in on_a_terminal("import", str(path), "--yes", stream="stderr")
    assert process("import", str(path), "--yes").err == ""


def test_upkeep_shows_a_bar_only_on_a_terminal(process, run):
    run("remember", "用户今天想喝绿茶", "--kind", "event", "--importance", "0.1", "--at", "2024-01-05")
    assert "Looking after user/me" in on_a_terminal("upkeep", stream="stderr")
    assert process("upkeep").err == "user/me: nothing to do\n"


def test_a_conversation_is_piped_into_a_process(process, run):
    typed = json.dumps({"content": "记住：我对花生过敏 peanuts"}, ensure_ascii=False).encode()
    done = process("capture", "-", "--json", stdin=typed)
    assert (done.code, done.err) == (0, "")
    assert done.json["distilled"]["entries"] == 1
    assert "peanuts" in run("list").out


@pytest.mark.parametrize("embedder", ["auto", "none"])
def test_the_demo_tells_its_story_in_two_processes(process, run, tmp_path: Path, embedder: str):
    home = tmp_path / "demo"
    done = process("demo", "--json", "--home", str(home), PERDURE_EMBEDDER=embedder)
    assert (done.code, done.err) == (0, "")
    told, asked = done.json["told"], done.json["asked"]
    outcomes = [line["outcome"] and line["outcome"]["outcome"] for line in told]
    assert set(outcomes) == {"added", "reinforced", "superseded", None}
    best = [[hit["text"] for hit in item["recall"]["hits"]] for item in asked]
    assert best == [
        ["我改主意了，以后坐火车要靠过道的座位"],
        ["I work night shifts at a children's hospital"],
        ["上午别给我打电话, I'm asleep until noon"],
        ["orders 服务的数据库定了，用 PostgreSQL，不用 MySQL"],
        ["The coffee machine on our ward broke down again, third time this month"],
        [],
    ]
    assert run("list", "--all", "--json", "--home", str(home)).json["total"] == 4
    assert run("recall", "座位", "--home", str(home)).code == 0
    assert run("recall", "数据库", "--home", str(home), "--space", "project/orders").code == 0


def test_the_demo_reads_well_without_an_embedder(process, tmp_path: Path):
    home = tmp_path / "demo"
    done = process("demo", "--home", str(home))
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert len(lines) <= 80
    for words in ("我坐火车喜欢靠窗的座位", "superseded", "half-life 15 d", "<recalled-memory>", str(home)):
        assert words in done.out
    assert done.out.index("process") < done.out.index("Try next")


def test_the_demo_stays_out_of_a_folder_that_is_in_use(process, run, home: Path):
    run("remember", "用户喜欢绿茶")
    done = process("demo", "--home", str(home))
    assert (done.code, done.error) == (2, "invalid_value")
    assert run("list", "--json").json["total"] == 1
