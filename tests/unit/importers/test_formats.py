"""Telling formats apart, and what holds for the samples of all of them."""

from __future__ import annotations

import codecs
import time
from pathlib import Path

import pytest

from perdure.errors import ImportFailed
from perdure.transfer.importers import IMPORTERS
from perdure.transfer.recoding import encoding_of
from perdure.transfer.source import opened
from tests.unit.importers.reading import SAMPLES, lines, read, samples, written

CONVERSATIONS = ("chatgpt", "claude", "claude-code", "codex", "messages", "jsonl", "chat-csv", "chat-markdown")
TEXTS = [path for name in CONVERSATIONS for path in samples(name) if path.suffix != ".zip"]


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_every_format_of_conversations_knows_its_samples_whatever_they_are_called(name, tmp_path):
    for number, sample in enumerate(samples(name)):
        found = read(written(tmp_path / f"holiday-{number}.png", sample.read_bytes()))
        assert (found.format, found.skips) == (name, [])
        assert len(found.turns) > 1


@pytest.mark.parametrize("sample", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_the_first_format_to_claim_a_sample_is_its_own(sample):
    with opened(sample) as source:
        claims = [importer.name for importer in IMPORTERS if importer.recognises(source)]
    assert claims[0] == sample.name.partition(".")[0]


def test_every_format_has_a_sample():
    sampled = {path.name.partition(".")[0] for path in SAMPLES.iterdir()}
    assert {importer.name for importer in IMPORTERS} - sampled == {"postgres"}, "what reads an address has no file"


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf",
        b" \n\t\r\n",
        b"[]",
        b"null",
        b"[[[[",
        b"{",
        b"[" * 100_000,
        b'{"a":' * 10_000,
        bytes(range(256)) * 40,
        b"SQLite format 3\0 but no database",
    ],
)
def test_garbage_is_recognised_by_nobody_and_raises_nothing(content, tmp_path):
    with opened(written(tmp_path / "file", content)) as source:
        assert [importer.name for importer in IMPORTERS if importer.recognises(source)] == []


def seconds(path: Path, content: bytes) -> float:
    """The time that the processor takes until every format has looked at a file."""
    with opened(written(path, content)) as source:
        begun = time.process_time()
        for importer in IMPORTERS:
            importer.recognises(source)
        return time.process_time() - begun


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        " ",
        "\n",
        "[",
        "{",
        '"',
        '\\"',
        "a:",
        "你：",
        "- ",
        "- [ ] ",
        "#",
        "|",
        "a,",
        "[]",
        '{"a":',
        '["',
        "a: b\n",
        "> ",
        "`",
    ]
    + ["\t", "**a:** ", "<!--", "---\n", "1. ", "a.b", "a b ", "2026-01-01 ", "\0", '{"a":1}\n', "用户：你\n"],
)
def test_the_time_to_recognise_a_format_grows_with_the_file_and_no_faster(piece, tmp_path):
    for head in ("", "- [", '{"a": "', '{"memories": [', "---\n", "uuid,group_id\n"):
        small, large = (head + piece * (size // len(piece.encode())) for size in (16_000, 128_000))
        before = max(seconds(tmp_path / "small", small.encode()), 0.02)
        assert seconds(tmp_path / "large", large.encode()) < before * 24, head


def test_the_beginning_of_a_zip_alone_is_refused(tmp_path):
    with pytest.raises(ImportFailed), opened(written(tmp_path / "file", b"PK\x03\x04 but no archive")):
        pass


@pytest.mark.parametrize(
    "content",
    [
        b"Dear diary, today I moved to Lisbon.\n",
        "今天我搬到了里斯本。\n".encode("gbk"),
        b'{"level": "info", "status": 200}\n',
        b"id,memory,created_at\n1,likes tea,2026-01-01\n",
        b"# Notes\n\nUser: admin\n\n- likes tea\n",
        b"speaker\nuser\n",
        "说话人：小雨\n".encode(),
    ],
)
@pytest.mark.parametrize(
    "importer", [each for each in IMPORTERS if each.name in CONVERSATIONS], ids=lambda each: each.name
)
def test_what_is_no_conversation_is_not_taken_for_one(importer, content, tmp_path):
    with opened(written(tmp_path / "file", content)) as source:
        assert not importer.recognises(source)


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-8-sig"),
        lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
        lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["with a mark", "utf-16 little", "utf-16 big", "windows", "no last break"],
)
@pytest.mark.parametrize(
    "sample", [path for path in TEXTS if path.suffix in (".json", ".jsonl", ".md")], ids=lambda path: path.name
)
def test_encodings_and_line_ends_make_no_difference(tmp_path, encode, sample):
    found = read(written(tmp_path / sample.name, encode(sample.read_text(encoding="utf-8"))))
    plain = read(sample)
    assert [(turn.speaker, turn.text, turn.at, turn.session) for turn in found.turns] == [
        (turn.speaker, turn.text, turn.at, turn.session) for turn in plain.turns
    ]
    assert found.skips == []


@pytest.mark.parametrize("sample", TEXTS, ids=lambda path: path.name)
def test_reading_twice_gives_the_same_and_every_turn_is_told_apart(sample):
    first, second = read(sample), read(sample)
    assert first.items == second.items
    assert len({(turn.session, turn.ref) for turn in first.turns}) == len(first.turns)
    assert all(turn.ref and turn.session for turn in first.turns)


@pytest.mark.parametrize("sample", TEXTS, ids=lambda path: path.name)
def test_both_languages_come_through(sample):
    text = " ".join(read(sample).texts)
    assert any("\u4e00" <= letter <= "\u9fff" for letter in text)
    assert any(letter.isascii() and letter.isalpha() for letter in text) or sample.suffix == ".tsv"


@pytest.mark.parametrize("sample", TEXTS, ids=lambda path: path.name)
def test_a_file_that_breaks_off_gives_what_was_whole(tmp_path, sample):
    content = sample.read_bytes()
    whole = read(sample).turns
    for cut in range(len(content) // 2, len(content), max(1, len(content) // 12)):
        path = written(tmp_path / sample.name, content[:cut])
        found = read(path, format=sample.name.partition(".")[0])
        assert found.texts[:-1] == [turn.text for turn in whole][: max(0, len(found.texts) - 1)]
        assert found.turns or found.skips


def test_a_folder_of_transcripts_is_read_file_by_file(tmp_path):
    for name in ("claude-code", "codex"):
        folder = tmp_path / name
        for number in (1, 2):
            written(folder / "2026" / f"{number}.jsonl", samples(name)[0].read_bytes().replace(b"u-", b"u%d-" % number))
        written(folder / "notes.txt", "nothing")
        found = read(folder)
        assert found.format == name
        assert len(found.turns) == 2 * len(read(samples(name)[0]).turns)
        assert "*.txt" in {line.field for line in found.loss.dropped}


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("用户,你好\n", "gb18030"),
        ("说话人,内容\n小雨,下周二我要去里斯本，想要 window seat。\n" * 4, "gb18030"),
        ("說話人,內容\n小雨,下週二我要去里斯本，想要靠窗座位。\n" * 4, "big5"),
        ("J'ai déménagé à Lisbonne, près du café.\n", "cp1252"),
        ("Я переехал в Лиссабон в мае.\n" * 3, "cp1251"),
        ("speaker,text\nuser,hi\n", "utf-16-le"),
        ("用户：你好\n助手：好\n", "utf-16-be"),
        ("plain words\n", "utf-8"),
        ("说话人：你好 😀\n", "utf-8"),
    ],
)
def test_the_encoding_of_a_text_is_found(text, encoding):
    assert encoding_of(text.encode(encoding)) == encoding


def test_one_wrong_byte_makes_a_text_no_other_encoding(tmp_path):
    content = ("用户：你好，我住在里斯本\n助手：好的\n" * 3).encode()
    assert encoding_of(content[:30] + b"\xff" + content[30:]) == "utf-8"
    assert encoding_of(bytes(range(256)) * 40) == "utf-8"


def test_a_character_cut_by_the_window_of_the_guess_stays_whole(tmp_path):
    said = "下周二我要去里斯本，想要靠窗座位，不要红眼航班。" * 2_000
    for encoding in ("utf-8", "gb18030"):
        found = read(written(tmp_path / "chat.csv", f"speaker,content\nme,x{said}\n小雨,在\n".encode(encoding)))
        assert [len(text) for text in found.texts] == [len(said) + 1, 1]


def test_lines_of_json_are_no_list_of_messages(tmp_path):
    record = {"role": "user", "content": "你好"}
    assert read(written(tmp_path / "a", lines(record, record))).format == "jsonl"
    assert read(written(tmp_path / "b", [record, record])).format == "messages"
    assert (
        read(written(tmp_path / "c", lines({"content": "x", "time": 0, "metadata": {"mapping": {"a": 1}}}))).format
        == "jsonl"
    )
