"""Chats saved as Markdown or plain text."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from perdure.transfer.importers import chat_markdown
from perdure.transfer.importers.chat_markdown import Fences, mark_of, style_of
from perdure.transfer.source import opened
from tests.unit.importers.reading import read, samples, written

CHAT = "## User\n\n你好\n\n## Assistant\n\nHello\n"


def test_headings_begin_turns_and_code_is_left_as_it_is():
    found = read(samples("chat-markdown")[0])
    assert found.said == [
        ("user", "下周二我要去里斯本，想要 window seat。\n\n```yaml\n# 里斯本\n## User: not a turn\nseat: window\n```"),
        ("assistant", "周二有直飞航班。\n\nSystem: any; the price is fine."),
        ("user", "好，不要红眼航班"),
        ("assistant", "明白。"),
    ]
    answered = datetime(2026, 2, 3, 9, 12, 5, tzinfo=timezone(timedelta(hours=8)))
    assert [turn.at for turn in found.turns] == [datetime(2026, 2, 3, 9, 12), answered, answered, answered]
    assert {(heard.title, heard.turn.session) for heard in found.heard} == {("里斯本 trip", "里斯本 trip")}


def test_plain_marks_with_times_before_them_are_read():
    found = read(samples("chat-markdown")[1])
    assert found.said == [
        ("user", "我对花生过敏，记一下"),
        ("assistant", "好的，记住了。\n以后不推荐花生。"),
        ("user", "thanks"),
    ]
    assert [turn.at for turn in found.turns] == [datetime(2026, 2, 3, 9, minute) for minute in (12, 13, 14)]
    assert {turn.session for turn in found.turns} == {"chat-markdown.plain"}


@pytest.mark.parametrize(
    ("line", "style", "role", "said"),
    [
        ("## User", 0, "user", ""),
        ("### Assistant:", 0, "assistant", ""),
        ("# **ChatGPT**", 0, "assistant", ""),
        ("## You said:", 0, "user", ""),
        ("## 🤖 助手", 0, "assistant", ""),
        ("## 用户 (2026-02-03)", 0, "user", ""),
        ("**User:** hi", 1, "user", "hi"),
        ("**User**: hi", 1, "user", "hi"),
        ("**用户：** 你好", 1, "user", "你好"),
        ("**Assistant (2026-02-03 09:12):** hi", 1, "assistant", "hi"),
        ("**Assistant** (2026-02-03 09:12): hi", 1, "assistant", "hi"),
        ("User: hi", 2, "user", "hi"),
        ("助手：你好", 2, "assistant", "你好"),
        ("[2026-02-03 09:12] Human: hi", 2, "user", "hi"),
        ("User: " + "x" * 500, 2, "user", "x" * 500),
    ],
)
def test_a_turn_is_marked_in_one_of_three_styles(line, style, role, said):
    found = mark_of(line, style)
    assert found is not None
    assert (found.role, found.said) == (role, said)
    assert [other for other in range(3) if mark_of(line, other)] == [style]


@pytest.mark.parametrize(
    "line",
    [
        "## Results",
        "**Note:** x",
        "Total: 7",
        "用户很多",
        "User",
        "- User: admin",
        "#User",
        "## User stories",
        "**User**",
    ],
)
def test_what_only_looks_like_a_mark_is_none(line):
    assert [style for style in range(3) if mark_of(line, style)] == []


def test_a_file_keeps_to_the_style_in_which_two_sides_speak():
    assert style_of(CHAT) == 0
    assert style_of("System: macOS\n\n**User:** hi\n**Claude:** hello\nTool: hammer") == 1
    assert style_of("User: a\nUser: b\n") is None
    assert style_of("```\nUser: a\nAssistant: b\n```\n") is None


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["```", "x", "```", "y"], [True, True, True, False]),
        (["````md", "```", "x", "```", "````", "y"], [True] * 5 + [False]),
        (["~~~", "```", "~~~", "y"], [True, True, True, False]),
        (["```py x", "``` not the end", "```"], [True, True, True]),
    ],
)
def test_fences_are_matched(lines, code):
    fences = Fences()
    assert [fences.code(line) for line in lines] == code


def test_a_preface_gives_the_title_and_the_time(tmp_path):
    path = written(tmp_path / "c.md", f"---\ntitle: 'My trip'\ndate: 2026-02-03T09:00:00Z\n---\n\n{CHAT}")
    found = read(path)
    assert {(heard.title, heard.turn.at.year) for heard in found.heard} == {("My trip", 2026)}


def test_empty_turns_and_rules_between_turns_are_no_text(tmp_path):
    found = read(
        written(tmp_path / "c.md", "## User\n\n---\n\n## Assistant\n\nhi\n\n---\n\n***\n## User\n- a\n---\nb\n")
    )
    assert found.texts == ["hi", "- a\n---\nb"]


def test_a_line_or_a_turn_that_is_too_long_costs_only_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(chat_markdown, "LONGEST", 64)
    monkeypatch.setattr(chat_markdown, "_LARGEST", 200)
    found = read(
        written(
            tmp_path / "c.md",
            f"{CHAT}\n## User\n{'x' * 100}\n三\n## Assistant\n{'yy zz' * 9 + chr(10)}{'word ' * 9 + chr(10)}"
            + "w\n" * 200,
        )
    )
    assert found.texts == ["你好", "Hello", "三"]
    assert [skip.line for skip in found.skips] == [10, 12]


def test_a_folder_of_chats_is_read_and_one_with_other_notes_is_not(tmp_path):
    written(tmp_path / "chats" / "a.md", CHAT)
    written(tmp_path / "chats" / "b.md", CHAT.replace("你好", "再见"))
    assert read(tmp_path / "chats").texts == ["你好", "Hello", "再见", "Hello"]
    written(tmp_path / "chats" / "0.md", "# Shopping\n\n- tea\n")
    with opened(tmp_path / "chats") as source:
        assert not chat_markdown.recognises(source)
    found = read(tmp_path / "chats", format="chat-markdown")
    assert [skip.where for skip in found.skips] == ["0.md"]
    assert len(found.turns) == 4


def test_a_chat_in_gb18030_is_read(tmp_path):
    chat = "用户：我家的猫叫团子\n助手：吊兰很安全，百合不行。\n"
    assert read(written(tmp_path / "c.txt", chat.encode("gb18030"))).texts == [
        "我家的猫叫团子",
        "吊兰很安全，百合不行。",
    ]


@pytest.mark.parametrize(
    "line", ["#" * 5_000, "*" * 5_000, "[" * 5_000, "**" + "a " * 5_000, "# " + "*" * 5_000, " " * 5_000 + ":"]
)
def test_no_line_makes_looking_for_marks_slow(line):
    for style in range(3):
        assert mark_of(line, style) is None
