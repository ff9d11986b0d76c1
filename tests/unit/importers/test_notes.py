"""Markdown, Obsidian and basic-memory: what notes say, and what is no note at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from perdure.domain.loss import Fate
from perdure.domain.memory import Status
from perdure.errors import ImportFailed
from perdure.transfer.found import Statement
from tests.unit.importers.reading import SAMPLES, read, written, zipped

BEIJING = timezone(timedelta(hours=8))


def texts(found):
    return [item.text for item in found.items if isinstance(item, Statement)]


def said(tmp_path, text, name="plans.md"):
    return read(written(tmp_path / name, text), format="markdown")


# Markdown


def test_items_and_paragraphs_are_statements_with_the_headings_they_stand_below():
    found = read(SAMPLES / "markdown.md")
    assert (found.format, found.skips) == ("markdown", [])
    assert texts(found) == [
        "Alice moved to Lisbon in May 2025.\nShe works from home.",
        "Alice · Allergies: peanuts",
        "Alice · Allergies: 猫毛\n(mild)",
        "Alice: 喜欢靠窗的座位",
        "Alice: Answers in Chinese, code comments in English",
        "Alice: renew the passport",
        "Alice: 预约牙医",
        "Alice: ```sh\n# not a heading\nmake release\n```",
    ]
    assert [item.kind for item in found.items] == [None, None, None, "preference", "preference", "task", "task", None]
    assert [item.status for item in found.items if item.kind == "task"] == [Status.ACTIVE, Status.ARCHIVED]
    assert found.items[1].where == "markdown.md, line 8"
    assert found.items[1].record["path"] == ["Alice", "Allergies"]


def test_what_stands_below_an_item_names_it(tmp_path):
    found = said(tmp_path, "- Trains:\n  - 靠窗\n  - quiet coach\n- Food\n\t- noodles\n")
    assert texts(found) == ["plans: Trains:", "Trains: 靠窗", "Trains: quiet coach", "plans: Food", "Food: noodles"]


def test_only_so_many_items_above_another_are_its_context(tmp_path):
    found = said(tmp_path, "".join(f"{' ' * depth}- item {depth}\n" for depth in range(40)))
    assert len(found.items) == 40
    assert found.items[-1].record["path"] == [f"item {depth}" for depth in range(33, 39)]


def test_comments_rules_and_blank_lines_say_nothing(tmp_path):
    text = "<!-- hidden -->\n\n***\n- - -\none <!-- two\nthree --> four\n\n```html\n<!-- kept -->\n```\n"
    assert texts(said(tmp_path, text)) == ["plans: one\nfour", "plans: ```html\n<!-- kept -->\n```"]


def test_a_block_of_code_that_is_never_closed_goes_on_to_the_end(tmp_path):
    assert texts(said(tmp_path, "~~~\n# code\n\n- code\n")) == ["plans: ~~~\n# code\n\n- code"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_notes_are_read_in_whatever_they_were_saved_in(encoding, tmp_path):
    text = "# 旅行\r\n\r\n- 坐火车喜欢靠窗的座位\r\n- 用户对花生过敏，不吃坚果\r\n"
    found = said(tmp_path, text.encode(encoding))
    assert texts(found) == ["旅行: 坐火车喜欢靠窗的座位", "旅行: 用户对花生过敏，不吃坚果"]


def test_front_matter_that_is_broken_is_told_and_nothing_below_it_is_lost(tmp_path):
    found = said(tmp_path, "---\ntitle: [\n---\n\n- likes tea\n")
    assert "plans: likes tea" in texts(found)
    assert [skip.code for skip in found.skips] == ["invalid_input"]


@pytest.mark.parametrize(
    "front",
    [
        "a: &a [*a]",
        "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]",
        "date: 2026-13-45",
        "when: !!python/object/apply:os.system ['true']",
        "? {a: b}\n: c",
    ],
)
def test_front_matter_that_attacks_costs_only_itself(front, tmp_path):
    found = said(tmp_path, f"---\n{front}\n---\n\n- likes tea\n")
    assert "plans: likes tea" in texts(found)


def test_prose_between_rules_is_no_front_matter(tmp_path):
    found = said(tmp_path, "---\nAlice likes tea.\n---\n\nAnd rain.\n")
    assert texts(found) == ["plans: Alice likes tea.", "plans: And rain."]
    assert found.skips == []


def test_the_front_matter_tells_title_tags_and_times(tmp_path):
    front = "---\ntitle: 小雨\ntags: [家人, travel]\ncreated: 2026-02-03T09:12:00+08:00\nmodified: 2026-02-05\nmood: sunny\n---\n"
    found = said(tmp_path, f"{front}likes tea\n")
    [item] = found.items
    assert (item.text, item.tags) == ("小雨: likes tea", ("家人", "travel"))
    assert (item.at, item.updated_at) == (datetime(2026, 2, 3, 9, 12, tzinfo=BEIJING), datetime(2026, 2, 5))
    assert item.record["front_matter"]["mood"] == "sunny"
    assert found.fate("mood") == {Fate.KEPT_RAW}


def test_a_folder_is_read_note_by_note_and_other_files_are_none(tmp_path):
    written(tmp_path / "a" / "one.md", "likes tea")
    written(tmp_path / "b" / "two.markdown", "喜欢雨天")
    written(tmp_path / "b" / "photo.png", b"\x89PNG\0")
    written(tmp_path / ".trash" / "old.md", "never read")
    assert texts(read(tmp_path)) == ["one: likes tea", "two: 喜欢雨天"]
    packed = zipped(tmp_path / "notes.zip", **{"a/one.md": "likes tea", "a/.hidden/x.md": "no"})
    assert texts(read(packed)) == ["one: likes tea"]


def test_a_text_is_a_note_by_its_structure_or_by_its_name(tmp_path):
    assert read(written(tmp_path / "file", "# Alice\n\n- likes tea\n")).format == "markdown"
    assert read(written(tmp_path / "diary.md", "Dear diary, today I moved.")).format == "markdown"
    with pytest.raises(ImportFailed):
        read(written(tmp_path / "diary", "Dear diary, today I moved."))


def test_the_same_text_in_another_place_is_another_statement(tmp_path):
    found = said(tmp_path, "# A\n- tea\n# B\n- tea\n")
    assert len({item.id for item in found.items}) == 2
    assert [item.id for item in said(tmp_path, "\n\n# A\n- tea\n").items] == [found.items[0].id]


# Obsidian


def test_links_tags_callouts_and_remarks_of_obsidian_read_as_it_shows_them():
    found = read(SAMPLES / "obsidian.md")
    assert (found.format, found.skips) == ("obsidian", [])
    assert texts(found) == [
        "Trains: 坐火车喜欢靠窗的座位，see the seat map.",
        "Trains: Book the ticket to Porto",
        "Trains: 退掉旧车票",
        "Trains: Quiet coach is best",
        "Night trains\nBring earplugs.",
        "Trains: ```bash\nbook --from lisbon --to porto\n```",
    ]
    assert found.items[0].tags == ("travel", "旅行", "火车")
    assert {line.field for line in found.loss.dropped} == {"embed", "remark"}


def test_a_daily_note_tells_when_its_lines_were_written(tmp_path):
    written(tmp_path / ".obsidian" / "app.json", "{}")
    written(tmp_path / "daily" / "2026-02-03.md", "- 搬到了里斯本\n")
    found = read(tmp_path)
    assert (found.format, texts(found)) == ("obsidian", ["搬到了里斯本"])
    assert found.items[0].at == datetime(2026, 2, 3)


def test_a_link_out_of_the_vault_is_not_followed(tmp_path):
    outside = written(tmp_path / "secret.md", "secret")
    written(tmp_path / "vault" / "one.md", "see [[secret]]")
    (tmp_path / "vault" / "link.md").symlink_to(outside)
    assert texts(read(tmp_path / "vault")) == ["one: see secret"]


def test_a_remark_without_an_end_hides_nothing(tmp_path):
    found = read(written(tmp_path / "plans.md", "[[a]] is 100%% sure, and that is all\n"))
    assert (found.format, texts(found)) == ("obsidian", ["plans: a is 100%% sure, and that is all"])


# basic-memory


def test_observations_and_relations_of_basic_memory_are_statements_about_their_note():
    found = read(SAMPLES / "basic-memory.md")
    assert (found.format, found.skips) == ("basic-memory", [])
    assert texts(found) == [
        "小雨: Met at the Lisbon meetup in May.",
        "小雨: 坐火车喜欢靠窗的座位",
        "小雨: Allergic to peanuts (told us in March)",
        "小雨 writes Rust at work",
        "小雨: Send the photos",
        "小雨: [the photos](https://example.com/photos)",
        "小雨 works at Acme",
        "小雨 is a friend of Bob (since 2024)",
        "小雨: Knows Carol from the choir",
    ]
    seat = found.items[1]
    assert (seat.kind, seat.tags) == ("preference", ("travel", "家人", "火车", "person"))
    assert seat.at == datetime(2026, 2, 3, 1, 12, tzinfo=UTC)
    assert found.items[4].kind == "task"


@pytest.mark.parametrize("line", ["[00:12] hello", "[x] done", "[/] half", "[a](b)", "[[Link]]", "> [fact] quoted"])
def test_what_only_looks_like_an_observation_is_none(line, tmp_path):
    note = f"---\ntitle: Talk\ntype: note\npermalink: talk\n---\n\n- [fact] real\n- {line}\n"
    found = read(written(tmp_path / "talk.md", note))
    assert found.format == "basic-memory"
    counts = {each.field: each.count for each in found.loss if each.fate is Fate.MAPPED}
    assert counts["observation"] == 1


def test_a_folder_of_notes_is_of_basic_memory_where_one_has_its_front_matter(tmp_path):
    written(tmp_path / "a.md", "just text")
    written(tmp_path / "b.md", (SAMPLES / "basic-memory.md").read_text(encoding="utf-8"))
    assert read(tmp_path).format == "basic-memory"
