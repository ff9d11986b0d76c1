"""Handing a file of conversations on: in batches, in their order, one bad turn costing only itself."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from perdure import Turn
from perdure.capture.observe import Observed
from perdure.errors import ImportFailed, InvalidText, InvalidValue, StoreBusy
from perdure.transfer import import_file
from perdure.transfer.importing import BATCH
from tests.unit.importers.reading import SAMPLES, lines, written, zipped


def stored(count: int) -> Observed:
    return Observed(entries=(), added=count)


@dataclass
class Collected:
    """Takes the turns, and knows one again by its session, ref and text."""

    turns: list[Turn] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)

    def __call__(self, turns: list[Turn]) -> Observed:
        known = {(turn.session, turn.ref, turn.text) for turn in self.turns}
        fresh = [turn for turn in turns if (turn.session, turn.ref, turn.text) not in known]
        self.turns += fresh
        self.batches.append(len(turns))
        return stored(len(fresh))


@pytest.fixture
def collected() -> Collected:
    return Collected()


def texts(turns: list[Turn]) -> list[str]:
    return [turn.text for turn in turns]


def test_a_file_that_is_not_there_or_is_a_folder_is_refused(tmp_path, collected):
    for path in (tmp_path / "missing.jsonl", tmp_path):
        with pytest.raises(ImportFailed):
            import_file(path, collected)


def test_an_empty_file_is_refused_whatever_format_it_is_said_to_have(tmp_path, collected):
    with pytest.raises(ImportFailed):
        import_file(written(tmp_path / "chat.jsonl", ""), collected, format="jsonl")


def test_a_format_that_does_not_exist_is_refused_before_the_file_is_read(tmp_path, collected):
    with pytest.raises(InvalidValue):
        import_file(tmp_path / "missing.jsonl", collected, format="telegram")


def test_the_session_is_the_name_of_the_file_and_every_line_has_a_ref_of_its_own(tmp_path, collected):
    path = written(tmp_path / "和小雨的聊天.jsonl", lines(*[{"speaker": "小雨", "content": "好"}] * 3))
    assert import_file(path, collected).added == 3
    assert {turn.session for turn in collected.turns} == {"和小雨的聊天"}
    assert len({turn.ref for turn in collected.turns}) == 3


def test_importing_twice_adds_nothing_and_a_longer_file_adds_what_is_new(tmp_path, collected):
    records = [{"speaker": "小雨", "content": text} for text in ("好", "好", "see you")]
    path = written(tmp_path / "chat.jsonl", lines(*records))
    first, second = import_file(path, collected), import_file(path, collected)
    assert (first.added, first.repeated) == (3, 0)
    assert (second.added, second.repeated, second.conversations) == (0, 3, 1)
    written(path, lines(*records, {"speaker": "小雨", "content": "好"}))
    assert (import_file(path, collected).added, len(collected.turns)) == (1, 4)


def test_another_file_of_the_same_name_is_another_conversation(tmp_path, collected):
    (tmp_path / "old").mkdir()
    for folder, stamp in ((tmp_path, "2026-01-02"), (tmp_path / "old", "2026-01-01")):
        path = written(folder / "chat.jsonl", lines({"content": "hi", "timestamp": stamp}))
        assert import_file(path, collected).added == 1


def test_turns_come_in_batches_and_in_their_order(tmp_path, collected):
    said = [f"message {number} 条" for number in range(2 * BATCH + 5)]
    import_file(written(tmp_path / "chat.jsonl", lines(*({"content": text} for text in said))), collected)
    assert texts(collected.turns) == said
    assert collected.batches == [BATCH, BATCH, 5]


def test_long_turns_come_in_smaller_batches(tmp_path, collected):
    records = [{"content": f"{number} " + "很长" * 500_000} for number in range(6)]
    import_file(written(tmp_path / "chat.jsonl", lines(*records)), collected)
    assert collected.batches == [4, 2]


def test_a_turn_that_is_refused_costs_only_itself(tmp_path, collected):
    def choosy(turns: list[Turn]) -> Observed:
        for turn in turns:
            if turn.text.startswith("refused"):
                raise InvalidText
        return collected(turns)

    said = [f"refused {number}" if number in (0, 7, 8, 311) else f"fine {number}" for number in range(312)]
    report = import_file(written(tmp_path / "chat.jsonl", lines(*({"content": text} for text in said))), choosy)
    assert texts(collected.turns) == [text for text in said if text.startswith("fine")]
    assert [(skip.line, skip.code) for skip in report.skips] == [(line, "invalid_text") for line in (1, 8, 9, 312)]
    assert report.added == 308


def test_a_store_that_fails_ends_the_import_with_its_own_error(tmp_path):
    def busy(_: list[Turn]) -> Observed:
        raise StoreBusy

    with pytest.raises(StoreBusy):
        import_file(SAMPLES / "chatgpt.json", busy)


def test_an_error_of_the_disk_below_the_store_is_not_blamed_on_the_file(tmp_path):
    def failing(_: list[Turn]) -> Observed:
        raise OSError(5, "the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        import_file(SAMPLES / "jsonl.jsonl", failing)


def test_skips_are_reported_in_the_order_of_the_lines(tmp_path):
    def refusing(_: list[Turn]) -> Observed:
        raise InvalidText

    path = written(tmp_path / "chat.jsonl", lines({"content": "a"}, "broken", {"content": "b"}))
    assert [skip.line for skip in import_file(path, refusing).skips] == [1, 2, 3]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_progress_counts_the_bytes_of_the_file(tmp_path, collected, encoding):
    content = lines(*({"content": f"第 {number} 条 {'很长' * 60}"} for number in range(10 * BATCH))).encode(encoding)
    path = written(tmp_path / "chat.jsonl", content)
    told: list[tuple[int, int]] = []
    import_file(path, collected, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[0][0] < len(content)
    assert {total for _, total in told} == {len(content)}
    assert told[-1] == (len(content), len(content))


def large(path: Path, form: str, count: int) -> Path:
    """A file of about 6 kB a turn."""
    text = "你好 hello " * 430
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            if form == "jsonl":
                file.write(lines({"content": f"{number} {text}"}))
            else:
                node = {"message": {"author": {"role": "user"}, "content": {"parts": [f"{number} {text}"]}}}
                talk = {"conversation_id": f"c-{number}", "mapping": {"n": node}, "current_node": "n"}
                file.write(f"{',' if number else '['}{json.dumps(talk, ensure_ascii=False)}")
        file.write("" if form == "jsonl" else "]")
    return zipped(path, **{"conversations.json": path.read_bytes()}) if form == "zip" else path


@pytest.mark.parametrize("form", ["jsonl", "chatgpt", "zip"])
def test_memory_does_not_follow_the_size_of_the_file(tmp_path, form):
    peaks = []
    for count in (900, 1_800):
        path = large(tmp_path / f"{count}", form, count)
        tracemalloc.start()
        report = import_file(path, lambda turns: stored(len(turns)))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (report.added, report.skips) == (count, ())
    assert peaks[1] < peaks[0] + 500_000
