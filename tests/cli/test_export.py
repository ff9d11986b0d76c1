"""export, formats."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from perdure.transfer.exporters import EXPORTERS
from perdure.transfer.importers import IMPORTERS
from tests.behaviour.requirements import requirement


@pytest.fixture
def stocked(ask):
    ask("remember", "用户喜欢绿茶", "--kind", "preference")
    ask("remember", "用 PostgreSQL", "--space", "project/订单")


@requirement("P2")
def test_a_space_goes_into_an_archive(run, stocked, tmp_path: Path):
    answered = run("export", "-o", str(tmp_path / "me.perdure"))
    assert answered.code == 0
    assert str(tmp_path / "me.perdure") in answered.out
    with zipfile.ZipFile(tmp_path / "me.perdure") as packed:
        assert "用户喜欢绿茶" in packed.read("memories.jsonl").decode()


@requirement("P2", "P10")
def test_the_json_says_what_was_written_and_what_became_of_every_field(ask, stocked, tmp_path: Path):
    (report,) = ask("export", "project/订单", "-o", str(tmp_path / "o.jsonl"), "--format", "jsonl")["reports"]
    assert (report["space"], report["format"], report["counts"]) == (
        "project/订单",
        "jsonl",
        {"entries": 1, "memories": 1, "history": 1, "links": 0},
    )
    assert {line["fate"] for line in report["loss"]["lines"]} == {"mapped"}
    assert len((tmp_path / "o.jsonl").read_text(encoding="utf-8").splitlines()) == 3


@requirement("P2")
def test_the_space_is_named_in_either_way(run, ask, stocked, tmp_path: Path):
    first = ask("export", "project/订单", "-o", str(tmp_path / "a.perdure"))
    again = ask("export", "--space", "project/订单", "-o", str(tmp_path / "b.perdure"))
    assert first["reports"][0]["space"] == again["reports"][0]["space"] == "project/订单"
    assert (tmp_path / "a.perdure").read_bytes() == (tmp_path / "b.perdure").read_bytes()
    assert run("export", "user/me", "--space", "user/you", "-o", str(tmp_path / "c")).error == "invalid_value"


@requirement("P11")
def test_every_space_goes_into_a_folder_of_dated_files(ask, stocked, tmp_path: Path):
    reports = ask("export", "--every", "--to", str(tmp_path / "out"), "--keep", "2")["reports"]
    assert {report["space"] for report in reports} == {"user/me", "project/订单"}
    assert {Path(report["path"]) for report in reports} == set((tmp_path / "out").iterdir())


@requirement("P2", "C6")
def test_an_archive_comes_back_with_its_passphrase(run, ask, stocked, tmp_path: Path):
    (tmp_path / "pass").write_text("正确的马\n", encoding="utf-8")
    sealed = ["--passphrase-file", str(tmp_path / "pass")]
    assert run("export", "-o", str(tmp_path / "me.perdure"), *sealed).code == 0
    refused = run("import", str(tmp_path / "me.perdure"), "--to", "user/you", "--yes", "--json")
    assert (refused.code, refused.json["error"]["code"]) == (2, "wrong_passphrase")
    assert run("import", str(tmp_path / "me.perdure"), "--to", "user/you", "--yes", *sealed).code == 0
    assert [memory["text"] for memory in ask("list", "--space", "user/you")["memories"]] == ["用户喜欢绿茶"]


@requirement("P11", "C6")
def test_dated_archives_come_back_with_their_passphrase(run, ask, stocked, tmp_path: Path):
    (tmp_path / "pass").write_text("正确的马\n", encoding="utf-8")
    sealed = ["--passphrase-file", str(tmp_path / "pass")]
    reports = ask("export", "--every", "--to", str(tmp_path / "out"), "--keep", "2", *sealed)["reports"]
    assert all(Path(report["path"]).read_bytes().startswith(b"age-encryption.org/v1") for report in reports)
    mine = next(report["path"] for report in reports if report["space"] == "user/me")
    assert run("import", mine, "--to", "user/you", "--yes", *sealed).code == 0
    assert [memory["text"] for memory in ask("list", "--space", "user/you")["memories"]] == ["用户喜欢绿茶"]


@pytest.mark.parametrize(
    "words",
    [
        [], ["-o", "x", "--to", "y"], ["-o", "x", "--to", "y", "--keep", "3"], ["-o", "x", "--keep", "3"], ["-o", "x", "--every"], ["--to", "y", "--every", "user/me"],
        ["--to", "y", "--keep", "0"], ["-o", "x", "--format", "zip"],
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(run, stocked, words):
    assert (run("export", *words).code, run("export", *words).error) == (2, "invalid_value")


def test_a_space_that_is_not_there_is_said_so(run, tmp_path: Path):
    assert run("export", "user/nobody", "-o", str(tmp_path / "a")).error == "not_found"
    assert run("export", "--every", "--to", str(tmp_path / "out")).code == 0
    assert not (tmp_path / "out").exists()


def test_what_stands_in_the_way_is_named_and_left_alone(run, stocked, tmp_path: Path):
    (tmp_path / "notes.txt").write_text("mine")
    answered = run("export", "-o", str(tmp_path / "notes.txt"))
    assert (answered.code, answered.error) == (1, "export_failed")
    assert (tmp_path / "notes.txt").read_text() == "mine"


@requirement("P10")
def test_what_does_not_fit_is_shown(run, stocked, ask, tmp_path: Path):
    gone = ask("remember", "用户喜欢红茶")["memory"]["id"]
    ask("forget", gone)
    assert "it is forgotten" in run("export", "-o", str(tmp_path / "a.jsonl"), "--format", "jsonl").out


@requirement("P9", "P10")
def test_the_formats_are_listed(run, ask):
    found = ask("formats")
    assert [line["name"] for line in found["imports"]] == [importer.name for importer in IMPORTERS]
    assert [line["name"] for line in found["exports"]] == [exporter.name for exporter in EXPORTERS]
    shown = run("formats").out
    assert all(name in shown for name in ("archive", "jsonl"))


def test_the_lines_of_a_space_are_json_with_real_characters(run, stocked, tmp_path: Path):
    run("export", "-o", str(tmp_path / "a.jsonl"), "--format", "jsonl")
    text = (tmp_path / "a.jsonl").read_text(encoding="utf-8")
    assert "绿茶" in text
    assert all(json.loads(line)["space"] == "user/me" for line in text.splitlines())


@requirement("P2", "C6")
def test_what_is_encrypted_is_replaced_with_a_word_of_its_own(run, ask, stocked, tmp_path: Path):
    secret = tmp_path / "secret"
    secret.write_text("正确的马\n", encoding="utf-8")
    wanted = ("export", "-o", str(tmp_path / "me.perdure"), "--passphrase-file", str(secret))
    ask(*wanted)
    assert run(*wanted).error == "export_failed"
    ask(*wanted, "--replace")
    assert run("export", "--to", str(tmp_path / "out"), "--replace").error == "invalid_value"
